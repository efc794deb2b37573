"""Red Dog, from one deck or a shoe that is kept: players see two shared cards and may raise before a third decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import DECK, Card
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.kept_shoe import KeptShoe
from houseway.rules.options import Options, whole
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    Area,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    KeepShoe,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    When,
)
from houseway.rules.wagers import Kind, Wager

CHECK, RAISE = "check", "raise"
SPREAD = When("spread", "there is a spread")
THIRD = When("third", "the two cards are not consecutive")
PAYS = {1: 5, 2: 4, 3: 2}  # by spread; wider ones pay even money


@dataclass(frozen=True)
class RedDogOptions(Options):
    triple: int = whole(11, values=(11, 12), help="what three of a kind pays")
    decks: int = whole(1, values=(1, 2, 4, 6, 8), help="the decks in the shoe, which is kept where there are several")


class DogNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        width = spread(house.community)
        return "a pair" if width < 0 else f"a spread of {width}"

    def dealer(self, house: HouseCards) -> str:
        return "a third card"


class DogDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return ()


class RedDog(Game[RedDogOptions]):
    id: ClassVar[str] = "red-dog"
    name: ClassVar[str] = "Red Dog"
    blurb: ClassVar[str] = "Will the third card fall between the first two?"
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = DogNames
    display_type = DogDisplay
    options_type = RedDogOptions
    suits_count: ClassVar[bool] = False
    editions = (
        Edition("eleven", "Three of a kind pays 11 to 1", {}),
        Edition("twelve", "Three of a kind pays 12 to 1", {"triple": 12}),
        Edition("shoe", "Three of a kind pays 11 to 1, eight decks", {"decks": 8}),
    )

    @property
    def seats(self) -> int:
        return 3

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK * self.options.decks

    @property
    def kept_shoe(self) -> KeptShoe | None:
        return None if self.options.decks == 1 else KeptShoe(bury=1, cut=52)

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="bet", name="Bet", kind=Kind.FIRST, text="the third card falls between the first two")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="bet", text="as much again")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players place a bet.")
        yield Deal(to=COMMUNITY, count=2, face=Face.UP, text="Deal two cards face up.")
        yield Decide(at="spread", side=Side.LEFT, when=SPREAD, text="Players raise by as much again, or check.")
        yield Deal(
            to=DEALER,
            count=1,
            face=Face.UP,
            when=THIRD,
            text="Deal a third card face up.",
        )
        yield Settle(wagers=("bet", "raise"), side=Side.RIGHT, cases=tuple(self._cases()))
        yield Collect(what="all cards", text="Collect all cards.")
        if self.kept_shoe is not None:
            yield KeepShoe()

    def _cases(self) -> Iterable[Case]:
        def case(id: str, words: str, odds: int) -> Case:
            return Case(id=id, when=(When(id, words),), pays={"bet": odds, "raise": odds})

        yield case("triple", "all three cards are of one rank", self.options.triple)
        yield case("pair", "the first two alone are of one rank", 0)
        yield case("consecutive", "the two cards are consecutive", 0)
        for width in (1, 2, 3):
            yield case(f"inside-{width}", f"the third falls inside a spread of {width}", PAYS[width])
        yield case("inside-wide", "the third falls inside a wide spread", 1)
        yield case("outside", "the third falls outside the spread", -1)

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(
                Area(id="community", label="Cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="dealer", label="Third card", kind="cards", x=4, y=0, cards=1, width=2),
            ),
            player=(
                Area(id="bet", label="Bet", kind="bet", x=0, y=1),
                Area(id="raise", label="Raise", kind="bet", x=2, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        yield Offer(Decision(CHECK))
        if spread(spot.seen.community) > 0:
            yield Offer(Decision(RAISE), "raise")

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return spread(house.community) > 0 if when == SPREAD.key else result(house) == when

    def dealer_applies(self, when: str, house: HouseCards) -> bool:
        return spread(house.community) != 0 if when == THIRD.key else super().dealer_applies(when, house)


def result(house: HouseCards) -> str:
    """The case in which a round ends."""
    low, high = sorted(card.rank for card in house.community)
    if low == high:
        return "triple" if house.dealer[0].rank == low else "pair"
    if low + 1 == high:
        return "consecutive"
    if low < house.dealer[0].rank < high:
        width = spread(house.community)
        return f"inside-{width}" if width in PAYS else "inside-wide"
    return "outside"


def spread(cards: tuple[Card, ...]) -> int:
    """The number of ranks between two cards; -1 for a pair."""
    first, second = cards
    return abs(first.rank - second.rank) - 1
