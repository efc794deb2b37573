"""Joker Cut: one card each out of 54, change it once if you like; a joker beats everything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import DECK, JOKERS, Card
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, whole
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    HIGHER,
    LOWER,
    PLAYERS,
    Area,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
    When,
)
from houseway.rules.wagers import Kind, Wager

JOKER = When("joker", "the card dealt is a joker")
NO_JOKER = When("no-joker", "the card dealt is no joker")


@dataclass(frozen=True)
class JokerCutOptions(Options):
    low: int = whole(2, values=(2, 10), help="the lowest rank in the deck: 2, or 10 for a short one")


class CutNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return last_card(spot).words

    def dealer(self, house: HouseCards) -> str:
        return house.dealer[0].words


class CutDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return (last_card(spot),)

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return house.dealer


class JokerCut(Game[JokerCutOptions]):
    id: ClassVar[str] = "joker-cut"
    name: ClassVar[str] = "Joker Cut"
    blurb: ClassVar[str] = "One card each, which may be changed once; a joker beats everything."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = CutNames
    display_type = CutDisplay
    options_type = JokerCutOptions
    suits_count: ClassVar[bool] = False
    editions = (
        Edition("whole", "Fifty-four cards", {}),
        Edition("short", "Tens and better, and the jokers", {"low": 10}),
    )

    @property
    def seats(self) -> int:
        return 4

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= self.options.low) + JOKERS

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="cut", name="Cut", kind=Kind.FIRST, text="a higher card than the dealer's")
        yield Wager(id="joker", name="Joker", kind=Kind.SIDE, text="a joker at once")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players bet on the cut, and on a joker if they wish.")
        yield Deal(to=COMMUNITY, count=1, face=Face.UP, text="Show one card that is out of play.")
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN, text="Deal one card face down to the house.")
        yield Decide(at="change", side=Side.LEFT, text="Players keep their card, or change it.")
        yield Deal(to=PLAYERS, face=Face.UP, area="drawn", side=Side.LEFT)
        yield Turn(whose=DEALER, text="Turn over the house's card.")
        yield Arrange(text="Announce the house's card.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT)
        yield Settle(
            wagers=("cut",),
            side=Side.RIGHT,
            cases=tuple(
                Case(id=when.key, when=(when,), pays={"cut": odds})
                for when, odds in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1))
            ),
        )
        yield Settle(
            wagers=("joker",),
            side=Side.RIGHT,
            cases=(
                Case(id="joker", when=(JOKER,), pays={"joker": 20}),
                Case(id="no-joker", when=(NO_JOKER,), pays={"joker": -1}),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(
                Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=1),
                Area(id="community", label="Out", kind="cards", x=2, y=0, cards=1),
            ),
            player=(
                Area(id="hand", label="Card", kind="cards", x=0, y=0, cards=1),
                Area(id="cut", label="Cut", kind="bet", x=0, y=1),
                Area(id="joker", label="Joker", kind="bet", x=2, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        yield Offer(Decision(discard=()))
        if not spot.dealt[0].joker:
            yield Offer(Decision(discard=spot.dealt))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (JOKER.key, NO_JOKER.key):
            return spot.dealt[0].joker == (when == JOKER.key)
        more = height(last_card(spot)) - height(house.dealer[0])
        return {"higher": more > 0, "equal": more == 0, "lower": more < 0}[when]


def last_card(spot: Spot) -> Card:
    return (spot.dealt + spot.drawn)[-1]


def height(card: Card) -> int:
    return 15 if card.joker else card.rank
