"""Five Card Stud: five cards each, one of the dealer's face up; fold, or raise twice the ante against a dealer who needs
ace-king. These are the rules of Caribbean Stud Poker with its usual pay table, without the progressive."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from houseway.rankings import FiveCard, FiveCardCategory
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
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

HANDS = FiveCard()
ACE_KING = HANDS.set_rank([14, 13, 4, 3, 2], False)  # the lowest hand with an ace and a king
ROYAL = HANDS.set_rank([14, 13, 12, 11, 10], True)
NAMES = (*(category.name.lower().replace("_", " ") for category in FiveCardCategory), "royal flush")
PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)  # of a raise that beats the dealer, by `pay_row`
MADE = tuple(When(f"row-{row}", f"the player has: {name}") for row, name in enumerate(NAMES))


@dataclass(frozen=True)
class FiveCardStudOptions(Options):
    ties: str = choice("push", "dealer", help="who wins equal hands")


class FiveCardStud(Game[FiveCardStudOptions]):
    id: ClassVar[str] = "five-card-stud"
    name: ClassVar[str] = "Five Card Stud"
    blurb: ClassVar[str] = "Five cards each, one of the dealer's face up: raise or fold."
    manual: ClassVar[str] = "Made up for houseway's tests"
    options_type = FiveCardStudOptions
    editions = (
        Edition("push", "Equal hands push", {}),
        Edition("dealer", "The dealer wins equal hands", {"ties": "dealer"}),
    )
    ranking = HANDS

    @property
    def seats(self) -> int:
        return 7

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", least=2, most=2, text="twice the ante")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=5, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.UP)
        yield Deal(to=DEALER, count=4, face=Face.DOWN)
        yield Decide(at="play", side=Side.LEFT, text="Players raise twice the ante, or fold.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's hand.")
        yield Turn(whose=PLAYERS, side=Side.RIGHT, when=IN_PLAY)
        yield Settle(wagers=("ante", "raise"), side=Side.RIGHT, cases=tuple(self._cases()))
        yield Collect(what="all cards")

    def _cases(self) -> Iterable[Case]:
        tie = 0 if self.options.ties == "push" else -1
        yield Case(id="folded", when=(FOLDED,), pays={"ante": -1, "raise": -1})
        yield Case(id="not-qualified", when=(IN_PLAY, NOT_QUALIFIED), pays={"ante": 1, "raise": 0})
        for row, made in enumerate(MADE):
            pays = {"ante": 1, "raise": PAYS[row]}
            yield Case(id=f"win-{row}", when=(IN_PLAY, QUALIFIES, HIGHER, made), pays=pays)
        yield Case(id="loss", when=(IN_PLAY, QUALIFIES, LOWER), pays={"ante": -1, "raise": -1})
        yield Case(id="tie", when=(IN_PLAY, QUALIFIES, EQUAL), pays={"ante": tie, "raise": tie})

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision("raise", 2), "raise"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return when == MADE[pay_row(HANDS.rank(spot.dealt))].key

    def player_fact(self, rank: int) -> Hashable:
        return pay_row(rank)

    def dealer_fact(self, rank: int) -> Hashable:
        return rank >= ACE_KING

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return HANDS.rank(house.dealer) >= ACE_KING


def pay_row(rank: int) -> int:
    """The row of the pay table: the category, with a royal flush by itself."""
    return len(FiveCardCategory) if rank == ROYAL else FiveCard.category(rank)
