"""What both Roo games share: one card is placed, for one wager or for several at once."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from math import comb, perm
from typing import Any, NamedTuple

import pytest
from tests.odds.reading import check_combined, check_sums, side_mean, side_rows
from tests.sizes import sized

from houseway.catalog import game_class
from houseway.errors import IllegalAction, OptionError, WagerError
from houseway.odds import odds_of
from houseway.odds.game_odds import BestFor
from houseway.rules.game import Decision


def three_card_options(rng: random.Random) -> dict[str, object]:
    return {
        "seven-roo-bonus": rng.choice(["10-1", "5-1", "0/0", "25:2/1:3"]),
        "pocket-roo": rng.choice(["100-45", "off", "1000/0/1:2/3/50"]),
        "pairs-pay": rng.choice(["12-7", "off", "1/2/3/4"]),
        "house_way": rng.randint(1, 13),
    }


def two_card_options(rng: random.Random) -> dict[str, object]:
    return {
        "decks": rng.choice([1, 2, 4, 6, 8]),
        "ties": rng.choice(["push", "dealer", "player"]),
        "aces": rng.choice(["roo", "push"]),
        "dealer_pair": rng.choice(["push", "loses"]),
        "house_way": rng.randint(2, 13),
        "flush-roo": rng.choice(["15-3", "off", "31:2/7:3", "0/9"]),
        "pairs-pay": rng.choice(["15", "off", "29:2"]),
        "pairs_push": rng.choice(["yes", "no"]),
        "flush_wins_pay": rng.choice(["1", "3/2", "2"]),
    }


class Roo(NamedTuple):
    """One of the two games."""

    id: str
    options: Callable[[random.Random], dict[str, object]]
    decided: str  # the side wager for which another placing may be best
    pays: tuple[str, ...]  # of that wager: usual ones, and such that the two placings differ much
    total: Callable[[int], int]  # the number of deals from so many cards
    no_position: Decision

    def odds(self, changes: dict[str, object] | None = None) -> Any:
        return odds_of(game_class(self.id).make(None, changes or {}))


ROOS = (
    Roo(
        "three-card-roo",
        three_card_options,
        "pocket-roo",
        ("100-45", "500/0/0/1/50"),
        lambda cards: comb(cards, 2) * (cards - 2) * comb(cards - 3, 2) * (cards - 5),
        Decision("top", key="open"),
    ),
    Roo(
        "two-card-roo",
        two_card_options,
        "flush-roo",
        ("15-3", "0/9"),
        lambda cards: perm(cards, 4),
        Decision("middle", key="position"),
    ),
)
each = pytest.mark.parametrize("roo", ROOS, ids=lambda roo: roo.id)


@each
@pytest.mark.parametrize("seed", range(sized(quick=3, test=6, thorough=12)))
def test_sums_agree(roo: Roo, seed: int) -> None:
    odds = roo.odds(roo.options(random.Random(seed)))
    check_sums(odds, roo.total(len(odds.game.deck)))
    if roo.decided in odds.sides:
        means = {
            name: side_mean(odds, roo.decided, side_rows(odds, roo.decided, name, played_for=roo.decided))
            for name in odds.strategies()
        }
        assert max(means.values()) == means["optimal"]


@each
@pytest.mark.parametrize("seed", range(sized(quick=2, test=4, thorough=8)))
def test_combined_value_is_that_of_its_strategy(roo: Roo, seed: int) -> None:
    rng = random.Random(seed)
    changes = roo.options(rng)
    kept: dict[str, object] = {name: changes[name] for name in ("decks", "house_way") if name in changes}
    odds = roo.odds({**kept, roo.decided: rng.choice(roo.pays)})
    stakes = {wager: Fraction(rng.randint(0, 9), rng.randint(1, 3)) for wager in (odds.main, *odds.sides)}
    check_combined(odds, stakes)


@each
def test_unknown_names_are_refused(roo: Roo) -> None:
    odds = roo.odds()
    with pytest.raises(OptionError, match="no strategy"):
        odds.count("best")
    with pytest.raises(WagerError, match="no wager"):
        odds.solve(stakes={"ante": Fraction(1)})
    with pytest.raises(WagerError, match="no wager"):
        roo.odds({roo.decided: "off"}).joint_counts(BestFor.of({roo.decided: 1}))
    with pytest.raises(WagerError, match="not possible"):
        odds.solve(stakes={odds.main: Fraction(-1)})
    with pytest.raises(IllegalAction, match="not legal"):
        odds.count(lambda known: roo.no_position)
