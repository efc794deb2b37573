"""Up Card: two cards each, one of the dealer's face up; surrender half, raise, or wait and raise later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import Card
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
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

SURRENDER, RAISE, CHECK = "surrender", "raise", "check"
ACE = 14
STILL_IN = When("still-in", "the player has not surrendered")
SURRENDERED = When("surrendered", "the player has surrendered")
SHARES = {"half": Fraction(-1, 2), "third": Fraction(-1, 3)}  # what a surrender loses


@dataclass(frozen=True)
class UpCardOptions(Options):
    surrender: str = choice("half", "third", "off", help="what a surrender costs, of the ante")


class TotalNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return f"a total of {total(spot.dealt)}"

    def dealer(self, house: HouseCards) -> str:
        return f"a total of {total(house.dealer)}"


class TotalDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if surrendered(spot) else spot.dealt


class UpCard(Game[UpCardOptions]):
    id: ClassVar[str] = "up-card"
    name: ClassVar[str] = "Up Card"
    blurb: ClassVar[str] = "Two cards each, one of the dealer's face up: the higher total wins."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type: ClassVar[type[HandNames]] = TotalNames
    display_type: ClassVar[type[CardDisplay]] = TotalDisplay
    options_type = UpCardOptions
    suits_count: ClassVar[bool] = False
    editions = (
        Edition("half", "A surrender costs half the ante", {}),
        Edition("off", "No surrender", {"surrender": "off"}),
    )
    enters_with = ("ante",)

    @property
    def seats(self) -> int:
        return 6

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a higher total than the dealer's")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", most=2, text="up to twice the ante")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players place an ante.")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN, text="Deal one card face down to the house.")
        yield Deal(to=DEALER, count=1, face=Face.UP, text="Deal one card face up to the house.")
        yield Decide(
            at="early", side=Side.LEFT, text="Players raise, check, or surrender unless the house shows an ace."
        )
        yield Decide(
            at="late",
            side=Side.LEFT,
            when=STILL_IN,
            text="Who checked may still raise once.",
        )
        yield Turn(whose=DEALER, text="Turn over the house's cards.")
        yield Arrange(text="Announce the house's total.")
        yield Turn(
            whose=PLAYERS,
            side=Side.RIGHT,
            when=STILL_IN,
        )
        yield Settle(wagers=("ante", "raise"), side=Side.RIGHT, cases=tuple(self._cases()))
        yield Collect(what="all cards", text="Collect all cards.")

    def _cases(self) -> Iterable[Case]:
        if self.options.surrender != "off":
            share = SHARES[self.options.surrender]
            yield Case(id="surrendered", when=(SURRENDERED,), pays={"ante": share, "raise": share})
        for when, odds in ((HIGHER, 1), (EQUAL, 0), (LOWER, -1)):
            yield Case(id=when.key, when=(STILL_IN, when), pays={"ante": odds, "raise": odds})

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=2, width=3),),
            player=(
                Area(id="hand", label="Cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="ante", label="Ante", kind="bet", x=0, y=1),
                Area(id="raise", label="Raise", kind="bet", x=2, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        yield Offer(Decision(CHECK))
        if at == "late":
            if spot.choice == CHECK:
                yield Offer(Decision(RAISE), "raise")
            return
        yield Offer(Decision(RAISE, 1), "raise", 2)
        if self.options.surrender != "off" and spot.seen.dealer[0].rank != ACE:
            yield Offer(Decision(SURRENDER))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (STILL_IN.key, SURRENDERED.key):
            return surrendered(spot) == (when == SURRENDERED.key)
        more = total(spot.dealt) - total(house.dealer)
        return {"higher": more > 0, "equal": more == 0, "lower": more < 0}[when]


def total(cards: tuple[Card, ...]) -> int:
    return sum(card.rank for card in cards)


def surrendered(spot: Spot) -> bool:
    return any(decision.choice == SURRENDER for _, decision in spot.decisions)
