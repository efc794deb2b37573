"""Three Card Ante: three cards each, raise or fold; the dealer qualifies with a queen. It ranks its hands itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import Card
from houseway.rankings import Category, category, three_card_rank, three_card_words
from houseway.rules import HandNames
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_ACTION,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

RAISE = "raise"
PAIR = When("pair", "the player has a pair or better")
NO_PAIR = When("no-pair", "the player has less than a pair")


@dataclass(frozen=True)
class AnteAndPlayOptions(Options):
    ties: str = choice("push", "dealer", help="who wins equal hands")


class ThreeCardNames(HandNames):
    game: ThreeCardAnte

    def hand(self, spot: Spot, house: HouseCards) -> str:
        return three_card_words(self.game.rank(spot.dealt))

    def dealer(self, house: HouseCards) -> str:
        return three_card_words(self.game.rank(house.dealer))


class ThreeCardAnte(Game[AnteAndPlayOptions]):
    """Ante, then raise or fold; the dealer qualifies with a queen; a pair or better wins the side wager."""

    id: ClassVar[str] = "three-card-ante"
    name: ClassVar[str] = "Three Card Ante"
    blurb: ClassVar[str] = "Three cards each: raise or fold against a dealer who needs a queen."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type: ClassVar[type[HandNames]] = ThreeCardNames
    options_type = AnteAndPlayOptions
    editions = (Edition("push", "Equal hands push", {}), Edition("dealer", "The dealer wins them", {"ties": "dealer"}))

    @property
    def seats(self) -> int:
        return 6

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="once the ante")
        yield Wager(id="pair", name="Pair", kind=Kind.SIDE, text="a pair or better")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=3, face=Face.DOWN)
        yield Decide(at="play", side=Side.LEFT, text="Players raise or fold.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's hand.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT, when=IN_ACTION)
        yield Settle(wagers=("ante", "raise"), side=Side.RIGHT, cases=tuple(self._cases()))
        yield Settle(
            wagers=("pair",),
            side=Side.RIGHT,
            cases=(
                Case(id="pair", when=(PAIR,), pays={"pair": 2}),
                Case(id="no-pair", when=(NO_PAIR,), pays={"pair": -1}),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def rank(self, cards: tuple[Card, ...]) -> int:
        return three_card_rank(*cards)

    def qualifies(self, rank: int) -> bool:
        return category(rank) > Category.HIGH_CARD or rank >> 8 >= 12

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(RAISE), "raise"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (PAIR.key, NO_PAIR.key):
            return (category(self.rank(spot.dealt)) >= Category.PAIR) == (when == PAIR.key)
        return super().applies(when, spot, house)

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return self.dealer_class(house)[1]

    def _cases(self) -> Iterable[Case]:
        tie = 0 if self.options.ties == "push" else -1
        yield Case(id="folded", when=(FOLDED,), pays={"ante": -1, "raise": -1})
        yield Case(id="not-qualified", when=(IN_PLAY, NOT_QUALIFIED), pays={"ante": 1, "raise": 0})
        for when, odds in ((HIGHER, 1), (LOWER, -1), (EQUAL, tie)):
            yield Case(id=when.key, when=(IN_PLAY, QUALIFIES, when), pays={"ante": odds, "raise": odds})

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, int | None]:
        return self.rank(spot.dealt), None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank = self.rank(house.dealer)
        return rank, self.qualifies(rank)
