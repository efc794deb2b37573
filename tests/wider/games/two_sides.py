"""Two Sides: bet on your hand, on the house's at a commission, or on both; nothing is decided after the deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from houseway.cards import Card
from houseway.rules import HandNames
from houseway.rules.game import Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, pays, whole
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
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
    EachSeat,
    Face,
    Layout,
    Settle,
    Side,
    Step,
    TakeWagers,
    Turn,
)
from houseway.rules.wagers import Kind, Wager, side_wager

HOUSE_PAIR = PayTable(
    (PaidHand("Pair of aces", "two aces", "As Ad"), PaidHand("Pair", "two cards of one rank", "9h 9c")),
    {"20-11": "20/11"},
)
ALL_FOUR = PayTable(
    (
        PaidHand("Four of one rank", "all four cards of one rank", "9s 9h 9d 9c"),
        PaidHand("Four of one suit", "all four cards of one suit", "Ks 9s 7s 2s"),
    ),
    {"500-40": "500/40"},
)


@dataclass(frozen=True)
class TwoSidesOptions(Options):
    commission: int = whole(5, values=(0, 4, 5), help="what the house keeps of a win on its own hand, in percent")
    house_pair: Pays | None = pays(HOUSE_PAIR, help="what House Pair pays on the house's cards", name="house-pair")
    all_four: Pays | None = pays(ALL_FOUR, help="what All Four pays on both hands together", name="all-four")


class TotalNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return f"a total of {total(spot.dealt)}"

    def dealer(self, house: HouseCards) -> str:
        return f"a total of {total(house.dealer)}"


class TwoSides(Game[TwoSidesOptions]):
    id: ClassVar[str] = "two-sides"
    name: ClassVar[str] = "Two Sides"
    blurb: ClassVar[str] = "Two cards each: bet on your hand, or on the house's at a commission."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = TotalNames
    options_type = TwoSidesOptions
    editions = (
        Edition("five", "Five percent commission", {}),
        Edition("four", "Four percent commission", {"commission": 4}),
    )

    @property
    def seats(self) -> int:
        return 6

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="mine", name="Mine", kind=Kind.FIRST, text="the player's total is higher, even money")
        text = f"the house's total is higher, less {self.options.commission} percent"
        yield Wager(id="house", name="House", kind=Kind.FIRST, text=text)
        text = "a pair in the house's hand"
        yield from side_wager("house-pair", "House Pair", HOUSE_PAIR, self.options.house_pair, text=text)
        text = "all four cards of both hands of one rank or one suit"
        yield from side_wager("all-four", "All Four", ALL_FOUR, self.options.all_four, text=text)

    def make_procedure(self) -> Iterable[Step]:
        won = 1 - Fraction(self.options.commission, 100)
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=2, face=Face.UP, side=Side.LEFT)
        yield Deal(to=DEALER, count=2, face=Face.DOWN, text="Deal two cards face down to the house.")
        yield Turn(whose=DEALER, text="Turn over the house's cards.")
        yield Arrange(text="Announce the house's total.")
        yield EachSeat(
            side=Side.RIGHT,
            text="From the right, settle each player.",
            steps=(
                Settle(
                    wagers=("mine", "house"),
                    cases=(
                        Case(id="mine", when=(HIGHER,), pays={"mine": 1, "house": -1}),
                        Case(id="house", when=(LOWER,), pays={"mine": -1, "house": won}),
                        Case(id="equal", when=(EQUAL,), pays={"mine": 0, "house": 0}),
                    ),
                ),
                Settle(wagers=("house-pair", "all-four")),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=2, width=3),),
            player=(
                Area(id="hand", label="Cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="mine", label="Mine", kind="bet", x=0, y=1),
                Area(id="house", label="House", kind="bet", x=2, y=1),
                Area(id="house-pair", label="House Pair", kind="bet", x=4, y=1),
                Area(id="all-four", label="All Four", kind="bet", x=6, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return ()

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        more = total(spot.dealt) - total(house.dealer)
        return {"higher": more > 0, "equal": more == 0, "lower": more < 0}[when]

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return pair_row(house.dealer) if wager == "house-pair" else four_row(spot.dealt + house.dealer)


def total(cards: tuple[Card, ...]) -> int:
    return sum(card.rank for card in cards)


def pair_row(cards: tuple[Card, ...]) -> int | None:
    if cards[0].rank != cards[1].rank:
        return None
    return 0 if cards[0].rank == 14 else 1


def four_row(cards: tuple[Card, ...]) -> int | None:
    if len({card.rank for card in cards}) == 1:
        return 0
    return 1 if len({card.suit for card in cards}) == 1 else None
