"""Side wagers that look at both hands: the main game is counted as without them, and each on the cards that it looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, ClassVar

import pytest
from tests.wider.games.three_card_ante import ThreeCardAnte

from houseway.cards import DECK, Card, parse_cards
from houseway.catalog import banked_ids, game_class
from houseway.odds import Odds, apart
from houseway.odds.apart import Apart
from houseway.odds.by_situation import BySituation
from houseway.odds.estimated import Estimated
from houseway.odds.game_odds import Known
from houseway.rules.game import Game, HouseCards, Pay, Spot
from houseway.rules.procedure import Case, Collect, Settle, Side, Step, When
from houseway.rules.settlement import COMPARED, compare
from houseway.rules.wagers import Kind, Wager

ALIKE = When("alike", "the highest cards of both hands are alike")
UNLIKE = When("unlike", "they differ")
KNOWN = Known("", parse_cards("9c"))
SMALL = tuple(card for card in DECK if card.rank < 6)


def with_both(base: type[Game[Any]]) -> Game[Any]:
    """A game with one more wager: are the highest cards of the player's and the dealer's hand alike?"""

    class Both(base):  # type: ignore[misc,valid-type]
        id: ClassVar[str] = f"{base.id}-both"

        def make_wagers(self) -> Iterable[Wager]:
            yield from super().make_wagers()
            yield Wager(id="both", name="Both", kind=Kind.SIDE, text="the highest cards of both hands are alike")

        def make_procedure(self) -> Iterable[Step]:
            cases = (
                Case(id="alike", when=(ALIKE,), pays={"both": 5}),
                Case(id="unlike", when=(UNLIKE,), pays={"both": -1}),
            )
            for step in super().make_procedure():
                if isinstance(step, Collect):
                    yield Settle(wagers=("both",), side=Side.RIGHT, cases=cases)
                yield step

        def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
            if when in (ALIKE.key, UNLIKE.key):
                ours, theirs = (max(card.rank for card in cards) for cards in (spot.dealt, house.dealer))
                return (ours == theirs) == (when == ALIKE.key)
            answer: bool = super().applies(when, spot, house)
            return answer

    made: Game[Any] = Both.make()
    return made


@pytest.mark.parametrize("game_id", banked_ids())
def test_no_game_loses_its_exactness(game_id: str) -> None:
    base = Odds(game_class(game_id).make())
    odds = Odds(with_both(game_class(game_id)))
    assert isinstance(odds, Apart)
    assert type(odds.base) is type(base)
    assert odds.base.sides == base.sides
    if game_id == "two-card-roo":  # the quickest one
        assert odds.count("optimal") == base.count("optimal")
        assert odds.advise(KNOWN) == base.advise(KNOWN)


class Suits(ThreeCardAnte):
    """Three cards each from a small deck; the side wager pays by the longest suit in both hands together."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return SMALL

    def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for pay in super().settle(step, wagers, spot, house):
            yield pay._replace(odds=longest(spot.dealt + house.dealer)) if pay.wager == "pair" else pay


class Unclassed(Suits):
    has_classes = False

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return compare(self, spot, house) == COMPARED[when] if when in COMPARED else super().applies(when, spot, house)


def longest(cards: Iterable[Card]) -> int:
    return max(Counter(card.suit for card in cards).values())


def test_the_figures_against_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "JOINT_SECONDS", 1.0)
    odds = Odds(Suits.make())
    assert isinstance(odds, Apart)
    found, every = odds.solve(), BySituation(Unclassed.make()).solve()
    assert not found.estimated
    assert found.main.expected_value == every.main.expected_value
    side = found.wager("pair")
    assert side.interval is None
    sets = Counter(Fraction(longest(cards)) for cards in combinations(SMALL, 6))
    assert side.distribution == {net: comb(6, 3) * count for net, count in sets.items()}
    assert side.expected_value == every.wager("pair").expected_value
    assert found.correlation("ante", "pair") == pytest.approx(every.correlation("ante", "pair"), abs=0.15)
    joint = odds.solve(stakes={"ante": Fraction(1), "pair": Fraction(2)}).joint
    assert joint is not None
    assert joint.expected_value == every.main.expected_value + 2 * every.wager("pair").expected_value


class AllCards(Unclassed):
    """Without classes, nothing shows that they would not do for the side wager."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK


def test_a_long_count_without_classes_is_sampled_or_counted_apart() -> None:
    assert isinstance(Odds(AllCards.make()), Estimated)
