"""High-Low Duel: one card each; fold or raise, and the higher card wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import RANK_NAMES, Card
from houseway.rules import (
    DEALER,
    EQUAL,
    FOLD,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    PLAYERS,
    Area,
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
    Layout,
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
    When,
    choice,
    pays,
)

# The engine answers the usual conditions, such as who has folded and whose card is higher; a game answers its own.
SHOWN = When("in-play-or-court", "the player is in or has a Court bet")

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
    enters_with = ("ante",)
    suits_count = False

    @property
    def seats(self) -> int:
        return 7

    # --- what is on the felt ---

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="a higher card than the dealer's")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="once the ante to stay in")
        if self.options.court is not None:
            text = "an ace, king, queen or jack; in action even after a fold"
            yield Wager(id="court", name="Court", kind=Kind.SIDE, text=text, table=COURT, pays=self.options.court)

    def make_procedure(self) -> Iterable[Step]:
        shown = IN_PLAY if self.options.court is None else SHOWN
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.DOWN)
        yield Decide(at="duel", side=Side.LEFT, text="Players fold, or raise once the ante.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's card.")
        yield EachSeat(
            side=Side.RIGHT,
            steps=(
                Turn(whose=PLAYERS, when=shown, text="Turn over the player's card."),
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

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=1),),
            player=(
                Area(id="hand", label="Card", kind="cards", x=0, y=0, cards=1),
                Area(id="ante", label="Ante", kind="bet", x=0, y=1),
                Area(id="raise", label="Raise", kind="bet", x=2, y=1),
                Area(id="court", label="Court", kind="bet", x=4, y=1),
            ),
        )

    # --- the rules, for one hand ---

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise"), "raise"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when == SHOWN.key:
            return not spot.folded or "court" in spot.stakes
        return super().applies(when, spot, house)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        rank = spot.dealt[0].rank
        return 0 if rank == 14 else 1 if rank > 10 else None

    # --- what makes counting fast: a strength and a fact; there are no facts here ---

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return spot.dealt[0].rank, None

    def dealer_class(self, house: HouseCards) -> tuple[int, None]:
        return house.dealer[0].rank, None

    # --- what to show ---

    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded else spot.dealt

    def dealer_hand(self, house: HouseCards) -> tuple[Card, ...]:
        return house.dealer

    def words(self, spot: Spot, house: HouseCards) -> str:
        return spot.dealt[0].words

    def kind_words(self, spot: Spot, house: HouseCards) -> str:
        return RANK_NAMES[spot.dealt[0].rank]

    def dealer_words(self, house: HouseCards) -> str:
        return house.dealer[0].words
