"""Three to the Board: three bets on three cards and two shared ones; two of the bets may be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from houseway.cards import Card
from houseway.rules import (
    COMMUNITY,
    PLAYERS,
    Collect,
    Deal,
    Decide,
    Decision,
    EachSeat,
    Edition,
    Face,
    Game,
    HandNames,
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
    pays,
)

HANDS = PayTable(
    (
        PaidHand("Royal flush", "ace, king, queen, jack and ten of one suit", "As Ks Qs Js Ts"),
        PaidHand("Straight flush", "five ranks in sequence, of one suit", "9h 8h 7h 6h 5h"),
        PaidHand("Four of a kind", "four cards of one rank", "9s 9h 9d 9c 4s"),
        PaidHand("Full house", "three cards of one rank and two of another", "9s 9h 9d 4c 4s"),
        PaidHand("Flush", "five cards of one suit", "Kd Jd 8d 5d 2d"),
        PaidHand("Straight", "five ranks in sequence", "9h 8c 7h 6s 5d"),
        PaidHand("Three of a kind", "three cards of one rank", "9s 9h 9d 5c 4s"),
        PaidHand("Two pairs", "two pairs", "9s 9h 4d 4c 2s"),
        PaidHand("Pair of tens or better", "two tens, jacks, queens, kings or aces", "Js Jh 8d 4c 2s"),
    ),
    {"1000": "1000/200/50/11/8/5/3/2/1", "500": "500/100/25/15/10/5/3/2/1"},
)
NOTHING = len(HANDS.hands)  # the row after the last


@dataclass(frozen=True)
class ThreeToTheBoardOptions(Options):
    hands: Pays = pays(HANDS, help="what every bet pays on the five cards", optional=False)


class BoardNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        row = pay_row(spot.dealt + house.community)
        return "less than a pair of tens" if row == NOTHING else HANDS.hands[row].lower()


class ThreeToTheBoard(Game[ThreeToTheBoardOptions]):
    id: ClassVar[str] = "three-to-the-board"
    name: ClassVar[str] = "Three to the Board"
    blurb: ClassVar[str] = "Three cards and two shared ones; two of your three bets may be taken back on the way."
    manual: ClassVar[str] = "Made up for houseway's documentation"
    options_type = ThreeToTheBoardOptions
    names_type = BoardNames
    editions = (
        Edition("1000", "A royal flush pays 1,000", {}),
        Edition("500", "A royal flush pays 500", {"hands": "500"}),
    )

    @property
    def seats(self) -> int:
        return 7

    # --- what is on the felt ---

    def make_wagers(self) -> Iterable[Wager]:
        text = "a pair of tens or better; it stays to the end"
        last = Wager(id="last", name="Last bet", kind=Kind.FIRST, text=text, table=HANDS, pays=self.options.hands)
        yield last
        text = "the same; it may be taken back"
        yield replace(last, id="first", name="First bet", on="last", text=text)
        yield replace(last, id="second", name="Second bet", on="last", text=text)

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers(text="Players place three equal bets.")
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=COMMUNITY, count=2, face=Face.DOWN)
        yield Decide(at="first", side=Side.LEFT, text="Players let the first bet ride, or take it back.")
        yield Turn(whose=COMMUNITY, first=0, count=1)
        yield Decide(at="second", side=Side.LEFT, text="Players let the second bet ride, or take it back.")
        yield Turn(whose=COMMUNITY, first=1, count=1)
        yield EachSeat(
            side=Side.RIGHT,
            steps=(
                Turn(whose=PLAYERS, text="Turn over the player's cards."),
                Settle(wagers=("first", "second", "last"), note="Bets that were taken back are gone."),
            ),
        )
        yield Collect(what="all cards")

    # --- the rules, for one hand ---

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("ride")), Offer(Decision("pull"), takes_back=at)

    def paid_row(self, wager: str, spot: Spot, house: HouseCards) -> int | None:
        row = pay_row(spot.dealt + house.community)
        return None if row == NOTHING else row

    # --- what makes counting fast: nothing to compare with, and the row is all that settlement sees ---

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, int]:
        return 0, pay_row(spot.dealt + house.community)


def pay_row(cards: tuple[Card, ...]) -> int:
    """The row of the pay table that five cards make; of fewer, straights and flushes are not said."""
    ranks = sorted([card.rank for card in cards])
    different = set(ranks)
    again = len(ranks) - len(different)  # cards of a rank that was there before
    if again > 1:
        most = max(ranks.count(rank) for rank in different)
        return {(3, 4): 2, (3, 3): 3, (2, 3): 6, (2, 2): 7}[again, most]
    if again:
        paired = sum(ranks) - sum(different)
        return 8 if paired >= 10 else NOTHING
    if len(cards) < 5:
        return NOTHING
    flush = len({card.suit for card in cards}) == 1
    straight = ranks[4] - ranks[0] == 4 or ranks == [2, 3, 4, 5, 14]
    if flush and straight:
        return 0 if ranks[0] == 10 else 1
    return 4 if flush else 5 if straight else NOTHING
