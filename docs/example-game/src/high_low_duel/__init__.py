"""High-Low Duel: one card each; fold or raise, and the higher card wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.cards import Card
from houseway.rules import (
    DEALER,
    FOLD,
    PLAYERS,
    Area,
    Arrange,
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
    Pay,
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
        court = " or has a Court bet" if self.options.court is not None else ""
        yield TakeWagers(text="")
        yield Deal(to=PLAYERS, count=1, face=Face.DOWN, text="From the left, deal one card face down to each player.")
        yield Deal(to=DEALER, count=1, face=Face.DOWN, text="Deal one card face down to the house.")
        yield Decide(at="duel", text="Players fold, or raise once the ante.")
        yield Turn(whose=DEALER, text="Turn over the house's card.")
        yield Arrange(text="Announce the house's card.")
        yield EachSeat(
            start=Side.RIGHT,
            text="From the right, settle each player.",
            steps=(
                Turn(
                    whose=PLAYERS,
                    when="plays or has court",
                    condition=f"If the player is in{court}",
                    text="Turn over the player's card.",
                ),
                Settle(wagers=("ante", "raise"), text="Pay, push or collect ante and raise."),
                Settle(wagers=("court",), text="Pay or collect Court."),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

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
        if when == "plays or has court":
            return not spot.folded or "court" in spot.stakes
        return super().applies(when, spot, house)

    def settle(self, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
        for wager in wagers:
            if wager == "court":
                yield self._settle_court(spot.dealt[0])
            elif spot.folded:
                yield Pay(wager, -1, "folded")
            else:
                yield self._settle_duel(wager, spot.dealt[0].rank, house.dealer[0].rank)

    def _settle_duel(self, wager: str, player: int, dealer: int) -> Pay:
        if player == dealer:
            return Pay(wager, 0, "equal cards") if self.options.ties == "push" else Pay(wager, -1, "equal cards lose")
        return Pay(wager, 1, "the higher card") if player > dealer else Pay(wager, -1, "the lower card")

    def _settle_court(self, card: Card) -> Pay:
        assert self.options.court is not None
        if card.rank < 11:
            return Pay("court", -1, "no court card")
        row = 0 if card.rank == 14 else 1
        return Pay("court", self.options.court[row], COURT.hands[row])

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

    def dealer_words(self, house: HouseCards) -> str:
        return house.dealer[0].words
