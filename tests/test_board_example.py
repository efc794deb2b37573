"""The second example, shared cards and bets that are taken back: its odds, found again without houseway's counting."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.calling import houseway
from tests.contract.fewer import fewer_samples
from tests.odds.reading import only_these
from tests.wider.installing import installed

from houseway.cards import DECK, Card
from houseway.contract import CHECKS
from houseway.contract.law import Check
from houseway.odds import odds_of, solve
from houseway.odds.by_situation import BySituation
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.simulation import simulate

pytestmark = pytest.mark.xdist_group("board example")  # one worker counts it once

SOURCE = Path(__file__).resolve().parent.parent / "docs" / "example-board-game" / "src"
SHORT = tuple(card for card in DECK if card.rank >= 8)  # 28 cards: every row can come
EDGE = Fraction(37963, 1082900)  # 3.5057%, as books have it for these pays
PAYS = (1000, 200, 50, 11, 8, 5, 3, 2, 1, -1)
Ints = NDArray[np.int64]


@pytest.fixture(scope="module")
def board_class() -> Iterator[Any]:
    sys.path.insert(0, str(SOURCE))
    try:
        kind = import_module("three_to_the_board").ThreeToTheBoard
        with installed(kind):
            yield kind
    finally:
        sys.path.remove(str(SOURCE))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_keeps_the_contract(board_class: Any, check: Check) -> None:
    with fewer_samples():
        check(board_class)


# --- every five cards, with a ranking of its own ---


class Counted(NamedTuple):
    """Each bet is a bet of its own: it rides where what is seen wins on average, and the last one always does."""

    expected: Fraction
    average_bet: Fraction
    wins: dict[tuple[int, ...], int]  # what the rest of the deck wins for each three and four cards, added up


def rows_of(hands: Ints) -> Ints:
    """The row of five cards' pay table, from how often each rank and suit comes."""
    ranks = np.sort(hands // 4, axis=1)
    same = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=(1, 2))  # 7 is a pair, 9 two, 11 three of a kind
    straight = (same == 5) & ((ranks[:, 4] - ranks[:, 0] == 4) | (ranks == [0, 1, 2, 3, 12]).all(axis=1))
    flush = (hands % 4 == hands[:, :1] % 4).all(axis=1)
    doubled = ranks[:, 1:] == ranks[:, :-1]
    high_pair = (same == 7) & ((ranks[:, 1:] >= 8) & doubled).any(axis=1)
    tests = [straight & flush & (ranks[:, 0] == 8), straight & flush, same == 17, same == 13, flush, straight]
    return np.select([*tests, same == 11, same == 9, high_pair], range(9), 9)


def brute_force(deck: tuple[Card, ...]) -> Counted:
    cards = np.array(sorted(deck), np.int64)
    hands = np.array(list(combinations(cards.tolist(), 5)), np.int64)
    pays = np.array(PAYS)[rows_of(hands)]
    expected, bet = Fraction(int(pays.sum()), len(hands)), Fraction(1)
    wins: dict[tuple[int, ...], int] = {}
    for size in (3, 4):
        found, ways = np.zeros(53**size, np.int64), 5 if size == 4 else 10
        for part in combinations(range(5), size):
            keys = sum(
                (hands[:, index] * 53**power for power, index in enumerate(part)), np.zeros(len(hands), np.int64)
            )
            found += np.bincount(keys, weights=pays, minlength=len(found)).astype(np.int64)
        sets = np.array(list(combinations(cards.tolist(), size)), np.int64)
        sums = found[sum((sets[:, index] * 53**index for index in range(size)), np.zeros(len(sets), np.int64))]
        expected += Fraction(int(sums[sums > 0].sum()), len(hands) * ways)
        bet += Fraction(int((sums >= 0).sum()), len(sets))
        wins.update(zip(map(tuple, sets.tolist()), sums.tolist(), strict=True))
    return Counted(expected, bet, wins)


def expected(odds: BySituation[Any]) -> Fraction:
    count = odds.count(OPTIMAL)
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def check_decisions(odds: BySituation[Any], counted: Counted, deck: tuple[Card, ...]) -> None:
    """To let a bet ride is worth that bet's own mean more than to take it back."""
    random = Random("boards")
    for _ in range(200):
        cards = tuple(random.sample(deck, 4))
        for own, shared, ways in (
            (cards[:3], (), (len(deck) - 3) * (len(deck) - 4) // 2),
            (cards[:3], cards[3:], len(deck) - 4),
        ):
            _, actions = odds.advise(Known("", own, shared))
            values = {action.decision.choice: action.value for action in actions}
            assert values["ride"] - values["pull"] == Fraction(counted.wins[tuple(sorted(own + shared))], ways)


def test_a_short_deck_is_counted_right(board_class: Any) -> None:
    counted, odds = brute_force(SHORT), BySituation(board_class.make(), known=only_these(SHORT))
    assert expected(odds) == counted.expected
    assert odds.count(OPTIMAL).average_bet == counted.average_bet
    check_decisions(odds, counted, SHORT)


@pytest.mark.thorough
@pytest.mark.slow
def test_the_deck_is_counted_right(board_class: Any) -> None:
    """Its edge is also held to the books' by `test_its_commands`, and this way of counting to a short deck."""
    game = board_class.make()
    counted, solution, odds = brute_force(DECK), solve(game), odds_of(game)
    assert solution.main.house_edge == -counted.expected == EDGE
    assert solution.main.average_bet == counted.average_bet
    assert solution.main.total == 22_100 * 49 * 48
    assert isinstance(odds, BySituation)
    assert not odds.estimated
    check_decisions(odds, counted, DECK)


# --- simulation and commands ---


@pytest.mark.thorough
@pytest.mark.slow
def test_its_simulation(board_class: Any) -> None:
    main = simulate(board_class.make(), 2_000_000, seed="board").main
    assert main.estimate.exact == -EDGE
    assert main.estimate.z is not None
    assert abs(main.estimate.z) < 4
    assert main.chi_square is not None


@pytest.mark.slow
@pytest.mark.usefixtures("board_class")
def test_its_commands() -> None:
    [main] = called("odds", "--fresh")["wagers"]
    assert Fraction(main["expected_value"]) == -EDGE
    assert called("strategy")["charts"][0]["title"].startswith("At first")
    advice = called("advise", "--cards", "Ts Js Qs")
    assert (advice["decision"], advice["best"]) == ("first", {"choice": "ride"})
    advice = called("advise", "--cards", "2s 3d 7h", "--community", "9s", "--decided", '{"choice": "pull"}')
    assert (advice["decision"], advice["best"]) == ("second", {"choice": "pull"})
    assert called("simulate", "--rounds", "1e5", "--seed", "1")["rounds"] == 100_000


def called(name: str, *arguments: str) -> Any:
    done = houseway(name, "three-to-the-board", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
