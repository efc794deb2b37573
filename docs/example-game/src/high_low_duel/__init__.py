"""High-Low Duel: one card each; fold or raise, and the higher card wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.rankings import HighCards
from houseway.rules import (
    DEALER,
    EQUAL,
    FOLD,
    FOLDED,
    HIGHER,
    IN_ACTION,
    IN_PLAY,
    LOWER,
    PLAYERS,
    Arrange,
    Case,
    Collect,
    Deal,
    Decide,
    Decision,
    EachSeat,
    Edition,
    Face,
    Game,
    HouseCards,
    Kind,
    Offer,
    Options,
    PaidHand,
    Pays,
    PayTable,
    Settle,
    Side,
    Spot,
    Step,
    TakeWagers,
    Turn,
    Wager,
    choice,
    pays,
)

# Of 52 cards 4 pay five and 12 pay one: the player loses 36 - 4*5 - 12 = 4 of 52 units, an edge of 7.7%.
COURT = PayTable(
    (PaidHand("Ace", "the player's card is an ace", "As"), PaidHand("King, queen or jack", "it is one of these", "Qd")),
    {"5-1": "5/1", "4-1": "4/1"},
)


@dataclass(frozen=True)
class HighLowDuelOptions(Options):
    ties: str = choice("push", "dealer", help="who wins equal cards")
    court: Pays | None = pays(COURT, help="what the Court wager pays on the player's card")


class HighLowDuel(Game[HighLowDuelOptions]):
    id: ClassVar[str] = "high-low-duel"
    name: ClassVar[str] = "High-Low Duel"
    blurb: ClassVar[str] = "One card each: fold or raise, and the higher card wins."
    manual: ClassVar[str] = "Made up for houseway's documentation"
    options_type = HighLowDuelOptions
    editions = (
        Edition("push", "Equal cards push", {}),
        Edition("dealer", "The dealer wins equal cards", {"ties": "dealer"}),
    )
    ranking = HighCards(1)

    @property
    def seats(self) -> int:
        return 7

    # --- what is on the felt ---

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a higher card than the dealer's")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="once the ante to stay in")
        if self.options.court is not None:
            text = "an ace, king, queen or jack"
            yield Wager(id="court", name="Court", kind=Kind.SIDE, text=text, table=COURT, pays=self.options.court)

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN)
        yield Decide(at="duel", side=Side.LEFT, text="Players fold, or raise once the ante.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's card.")
        yield EachSeat(
            side=Side.RIGHT,
            steps=(
                Turn(whose=PLAYERS, when=IN_ACTION, text="Turn over the player's card."),
                Settle(wagers=("ante",), when=FOLDED, cases=(Case(id="folded", pays={"ante": -1}),)),
                Settle(
                    wagers=("ante", "raise"),
                    when=IN_PLAY,
                    cases=(
                        Case(id="win", when=(HIGHER,), pays={"ante": 1, "raise": 1}),
                        Case(id="loss", when=(LOWER,), pays={"ante": -1, "raise": -1}),
                        Case(id="tie", when=(EQUAL,), pays={"ante": self._tie, "raise": self._tie}),
                    ),
                ),
                Settle(wagers=("court",)),
            ),
        )
        yield Collect(what="all cards")

    @property
    def _tie(self) -> int:
        return 0 if self.options.ties == "push" else -1

    # --- the rules, for one hand ---

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise"), "raise"), Offer(Decision(FOLD))

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        rank = spot.dealt[0].rank
        return 0 if rank == 14 else 1 if rank > 10 else None
