"""Games that bring a faster way of counting: it says what the rules say, row by row, for random options."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.sizes import sized

from houseway.contract import samples
from houseway.counting.game_odds import OPTIMAL, GameOdds
from houseway.derived.dispatch import derived_odds
from houseway.derived.odds import Derived
from houseway.games.high_card_flush.rules import HighCardFlush
from houseway.odds import odds_of
from houseway.odds.solver import side_nets
from houseway.rules.game import Game

SETS = 20  # editions first, then random options
FLUSH = sized(quick=1, test=1, thorough=SETS)  # two seconds each


def options(game: type[Game[Any]], count: int) -> list[Game[Any]]:
    found = list(samples.games(game, random=SETS))
    random.Random("options").shuffle(found)
    return found[:count]


def told(odds: GameOdds[Any]) -> Any:
    """Every row that can come of every wager, and how the wagers go together."""
    count = odds.count(OPTIMAL)
    rows = [(row.label, row.net, row.count) for row in count.rows if row.count]
    nets = [side_nets(odds.game, odds, side, None) for side in odds.sides]
    labels = [[outcome.label for outcome in odds.side_outcomes(side)] for side in odds.sides]
    joint: dict[Any, Any] = {}
    for joint_count in odds.joint_counts(OPTIMAL):
        key = tuple((labels[index][row], nets[index][row]) for index, row in enumerate(joint_count.rows))
        weight, main = joint.get(key, (0, 0))
        joint[key] = weight + joint_count.weight, main + joint_count.main
    return count.total, rows, count.average_bet, joint


def check(game: Game[Any]) -> None:
    own = odds_of(game)
    assert not isinstance(own, Derived)
    assert told(own) == told(derived_odds(game, labels=own)), game.options.values()


@pytest.mark.parametrize("game", options(HighCardFlush, FLUSH), ids=lambda game: game.fingerprint[:8])
def test_high_card_flush(game: Game[Any]) -> None:
    check(game)
