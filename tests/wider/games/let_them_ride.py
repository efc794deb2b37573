"""Let Them Ride: three equal bets, two of which may be taken back as the shared cards are turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from houseway.cards import Card
from houseway.rules import HandNames
from houseway.rules.game import Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, pays
from houseway.rules.pay_tables import PaidHand, Pays, PayTable
from houseway.rules.procedure import (
    COMMUNITY,
    PLAYERS,
    Area,
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
)
from houseway.rules.wagers import Kind, Wager

TABLE = PayTable(
    (
        PaidHand("Three of a kind", "three cards of one rank", "9s 9h 9d"),
        PaidHand("Two pairs", "two pairs", "9s 9h 4d 4c"),
        PaidHand("Pair of tens or better", "two tens, jacks, queens, kings or aces", "Js Jh 4d"),
    ),
    {"10-5-1": "10/5/1", "12-4-1": "12/4/1"},
)
RIDE, PULL = "ride", "pull"
BETS = {"first": "first", "second": "second"}  # the bet that may be taken back at a point of the round


@dataclass(frozen=True)
class LetThemRideOptions(Options):
    table: Pays = pays(TABLE, help="what every bet pays on the four cards", optional=False)


class RideNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        row = pay_row(spot.dealt + house.community)
        return "nothing yet" if row is None else TABLE.hands[row].lower()


class LetThemRide(Game[LetThemRideOptions]):
    id: ClassVar[str] = "let-them-ride"
    name: ClassVar[str] = "Let Them Ride"
    blurb: ClassVar[str] = "Two cards and two shared ones; two of three bets may be taken back."
    manual: ClassVar[str] = "Made up for houseway's tests"
    names_type = RideNames
    options_type = LetThemRideOptions
    editions = (
        Edition("10-5-1", "Pays 10, 5 and 1 to 1", {}),
        Edition("12-4-1", "Pays 12, 4 and 1 to 1", {"table": "12-4-1"}),
    )

    @property
    def seats(self) -> int:
        return 7

    def make_wagers(self) -> Iterable[Wager]:
        text = "a pair of tens or better in two cards and the two shared ones"
        last = Wager(id="last", name="Last bet", kind=Kind.FIRST, text=text, table=TABLE, pays=self.options.table)
        return (
            last,
            replace(last, id="first", name="First bet", on="last"),
            replace(last, id="second", name="Second bet", on="last"),
        )

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players place three equal bets.")
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=COMMUNITY, count=2, face=Face.DOWN, text="Deal two shared cards face down.")
        yield Decide(at="first", side=Side.LEFT, text="Players let the first bet ride, or take it back.")
        yield Turn(whose=COMMUNITY, first=1, count=1, text="Turn over the second shared card.")
        yield Decide(at="second", side=Side.LEFT, text="Players let the second bet ride, or take it back.")
        yield Turn(whose=COMMUNITY, first=0, count=1, text="Turn over the first shared card.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT)
        yield Settle(wagers=("first", "second", "last"), side=Side.RIGHT)
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="community", label="Shared", kind="cards", x=0, y=0, cards=2, width=3),),
            player=(
                Area(id="hand", label="Cards", kind="cards", x=0, y=0, cards=2, width=3),
                Area(id="first", label="First", kind="bet", x=0, y=1),
                Area(id="second", label="Second", kind="bet", x=2, y=1),
                Area(id="last", label="Last", kind="bet", x=4, y=1),
            ),
        )

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(RIDE)), Offer(Decision(PULL), takes_back=BETS[at])

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        return pay_row(spot.dealt + house.community)


def pay_row(cards: tuple[Card, ...]) -> int | None:
    """The row of the pay table, of as many cards as there are."""
    ranks = Counter(card.rank for card in cards)
    counts = sorted(ranks.values(), reverse=True)
    if counts[0] > 2:
        return 0
    if counts[:2] == [2, 2]:
        return 1
    return 2 if any(rank >= 10 and count == 2 for rank, count in ranks.items()) else None
