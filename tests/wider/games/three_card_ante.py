"""Games as an outside author would write them, rules and procedure alone: three cards each; five with a board; five
each with one of the dealer's face up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from houseway.cards import Card
from houseway.rankings import Category, category, three_card_rank, three_card_words
from houseway.rules import CardDisplay, HandNames
from houseway.rules.game import FOLD, Decision, Edition, Game, HouseCards, Offer, Spot
from houseway.rules.options import Options, choice
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    EQUAL,
    FOLDED,
    HIGHER,
    IN_PLAY,
    LOWER,
    NOT_QUALIFIED,
    PLAYERS,
    QUALIFIES,
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

RAISE = "raise"
PAIR = When("pair", "the player has a pair or better")
NO_PAIR = When("no-pair", "the player has less than a pair")


@dataclass(frozen=True)
class AnteAndPlayOptions(Options):
    ties: str = choice("push", "dealer", help="who wins equal hands")


class ThreeCardNames(HandNames):
    game: ThreeCardAnte

    def hand(self, spot: Spot, house: HouseCards) -> str:
        return three_card_words(self.game.rank(spot.dealt))

    def dealer(self, house: HouseCards) -> str:
        return three_card_words(self.game.rank(house.dealer))


class ThreeCardAnte(Game[AnteAndPlayOptions]):
    """Ante, then raise or fold; the dealer qualifies with a queen; a pair or better wins the side wager."""

    id: ClassVar[str] = "three-card-ante"
    name: ClassVar[str] = "Three Card Ante"
    blurb: ClassVar[str] = "Three cards each: raise or fold against a dealer who needs a queen."
    manual: ClassVar[str] = "made up for benchmarks and tests"
    names_type: ClassVar[type[HandNames]] = ThreeCardNames
    options_type = AnteAndPlayOptions
    editions = (Edition("push", "Equal hands push", {}), Edition("dealer", "The dealer wins them", {"ties": "dealer"}))
    enters_with = ("ante",)

    @property
    def seats(self) -> int:
        return 6

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="once the ante")
        yield Wager(id="pair", name="Pair", kind=Kind.SIDE, text="a pair or better")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=3, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=3, face=Face.DOWN)
        yield Decide(at="play", side=Side.LEFT, text="Players raise or fold.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's hand.")
        yield Settle(wagers=("ante", "raise"), side=Side.RIGHT, cases=self.cases_of(("ante",), ("raise",)))
        yield Settle(
            wagers=("pair",),
            side=Side.RIGHT,
            cases=(
                Case(id="pair", when=(PAIR,), pays={"pair": 2}),
                Case(id="no-pair", when=(NO_PAIR,), pays={"pair": -1}),
            ),
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        bets = ("ante", "raise", "pair")
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=3),),
            player=(
                Area(id="hand", label="Hand", kind="cards", x=0, y=0, cards=3),
                *(Area(id=bet, label=bet.title(), kind="bet", x=2 * index, y=1) for index, bet in enumerate(bets)),
            ),
        )

    def rank(self, cards: tuple[Card, ...]) -> int:
        return three_card_rank(*cards)

    def qualifies(self, rank: int) -> bool:
        return category(rank) > Category.HIGH_CARD or rank >> 8 >= 12

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(RAISE), "raise"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        if when in (PAIR.key, NO_PAIR.key):
            return (category(self.rank(spot.dealt)) >= Category.PAIR) == (when == PAIR.key)
        return super().applies(when, spot, house)

    def dealer_qualifies(self, house: HouseCards) -> bool:
        return self.dealer_class(house)[1]

    def cases_of(self, first: tuple[str, ...], more: tuple[str, ...]) -> tuple[Case, ...]:
        """The cases of the main wager: the bets that win against a dealer who does not qualify, and the others."""
        every, tie = (*first, *more), 0 if self.options.ties == "push" else -1
        return (
            Case(id="folded", when=(FOLDED,), pays=dict.fromkeys(every, -1)),
            Case(
                id="not-qualified",
                when=(IN_PLAY, NOT_QUALIFIED),
                pays={**dict.fromkeys(first, 1), **dict.fromkeys(more, 0)},
            ),
            Case(id="win", when=(IN_PLAY, QUALIFIES, HIGHER), pays=dict.fromkeys(every, 1)),
            Case(id="loss", when=(IN_PLAY, QUALIFIES, LOWER), pays=dict.fromkeys(every, -1)),
            Case(id="tie", when=(IN_PLAY, QUALIFIES, EQUAL), pays=dict.fromkeys(every, tie)),
        )

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, int | None]:
        return self.rank(spot.dealt), None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank = self.rank(house.dealer)
        return rank, self.qualifies(rank)


@cache
def _by_ranks(ranks: tuple[int, ...]) -> tuple[int, int]:
    """The category of five ranks without suits (0 high card to 7 four of a kind), and their order within it."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = 0
    for count, rank in groups:
        for _ in range(count):
            order = order << 4 | rank
    kinds = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    if shape in kinds:
        return kinds[shape], order
    if ranks[-1] - ranks[0] == 4:
        return 4, ranks[-1]
    return (4, 5) if ranks == (2, 3, 4, 5, 14) else (0, order)


def five_card_rank(cards: tuple[Card, ...]) -> int:
    """The place of a five-card poker hand in the order."""
    one, two, three, four, five = cards
    kind, order = _by_ranks(tuple(sorted((one.rank, two.rank, three.rank, four.rank, five.rank))))
    if one.suit == two.suit == three.suit == four.suit == five.suit:
        kind = 8 if kind == 4 else 5
    return kind << 20 | order


NAMES = (
    "high card",
    "a pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


class BoardNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        cards = spot.dealt + house.community
        return NAMES[five_card_rank(cards) >> 20] if len(cards) == 5 else " and ".join(card.words for card in cards)

    def dealer(self, house: HouseCards) -> str:
        cards = house.dealer + house.community
        return NAMES[five_card_rank(cards) >> 20] if len(cards) == 5 else " and ".join(card.words for card in cards)


class BoardDisplay(CardDisplay):
    def hand(self, spot: Spot, house: HouseCards) -> tuple[Card, ...]:
        return () if spot.folded or not house.community else spot.dealt + house.community


class FiveCardBoard(ThreeCardAnte):
    """Two cards each and three on the board, all five play; raise or fold before the board, and again with it."""

    id: ClassVar[str] = "five-card-board"
    name: ClassVar[str] = "Five Card Board"
    blurb: ClassVar[str] = "Two cards each and three shared: all five play against the dealer."

    names_type: ClassVar[type[HandNames]] = BoardNames
    display_type: ClassVar[type[CardDisplay]] = BoardDisplay

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", text="to see the board")
        yield Wager(id="call", name="Call", kind=Kind.RAISE, on="ante", least=2, most=2, text="to play")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=2, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=2, face=Face.DOWN)
        yield Decide(at="hole", side=Side.LEFT, text="Players raise or fold.")
        yield Deal(to=COMMUNITY, count=3, face=Face.UP)
        yield Decide(at="board", side=Side.LEFT, when=IN_PLAY, text="Players call or fold.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's hand.")
        yield Settle(
            wagers=("ante", "raise", "call"), side=Side.RIGHT, cases=self.cases_of(("ante",), ("raise", "call"))
        )
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        bets = ("ante", "raise", "call")
        return Layout(
            dealer=(
                Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=2),
                Area(id="community", label="Board", kind="cards", x=3, y=0, cards=3),
            ),
            player=(
                Area(id="hand", label="Hand", kind="cards", x=0, y=0, cards=2),
                *(Area(id=bet, label=bet.title(), kind="bet", x=2 * index, y=1) for index, bet in enumerate(bets)),
            ),
        )

    def qualifies(self, rank: int) -> bool:
        return rank >> 20 > 0

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        bet = ("raise", "raise") if at == "hole" else ("call", "call")
        return Offer(Decision(bet[0]), bet[1]), Offer(Decision(FOLD))

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, None]:
        return five_card_rank(spot.dealt + house.community), None

    def dealer_class(self, house: HouseCards) -> tuple[int, bool]:
        rank = five_card_rank(house.dealer + house.community)
        return rank, self.qualifies(rank)


STUD_BETS = ("ante", "raise")
PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)  # of a raise that beats the dealer, by `pay_row`
ACE_KING, ROYAL = 0xED000, 8 << 20 | 14


class StudNames(HandNames):
    def hand(self, spot: Spot, house: HouseCards) -> str:
        return NAMES[five_card_rank(spot.dealt) >> 20]

    def dealer(self, house: HouseCards) -> str:
        return NAMES[five_card_rank(house.dealer) >> 20]


class FiveCardStud(ThreeCardAnte):
    """Five cards each, one of the dealer's face up; fold, or raise twice the ante against a dealer who needs ace-king.

    These are the rules of Caribbean Stud Poker with its usual pay table, without the progressive.
    """

    id: ClassVar[str] = "five-card-stud"
    name: ClassVar[str] = "Five Card Stud"
    blurb: ClassVar[str] = "Five cards each, one of the dealer's face up: raise or fold."

    names_type: ClassVar[type[HandNames]] = StudNames

    def make_wagers(self) -> Iterable[Wager]:
        yield Wager(id="ante", name="Ante", kind=Kind.FIRST, text="beat the dealer")
        yield Wager(id="raise", name="Raise", kind=Kind.RAISE, on="ante", least=2, most=2, text="twice the ante")

    def make_procedure(self) -> Iterable[Step]:
        yield TakeWagers()
        yield Deal(to=PLAYERS, count=5, face=Face.DOWN, side=Side.LEFT)
        yield Deal(to=DEALER, count=1, face=Face.UP)
        yield Deal(to=DEALER, count=4, face=Face.DOWN)
        yield Decide(at="play", side=Side.LEFT, text="Players raise or fold.")
        yield Turn(whose=DEALER)
        yield Arrange(text="Announce the dealer's hand.")
        *others, loss, tie = (case for case in self.cases_of(("ante",), ("raise",)) if case.id != "win")
        wins = (
            Case(
                id=f"win-{row}",
                when=(IN_PLAY, QUALIFIES, HIGHER, When(f"row-{row}", f"the player has {name}")),
                pays={"ante": 1, "raise": PAYS[row]},
            )
            for row, name in enumerate((*NAMES, "a royal flush"))
        )
        yield Settle(wagers=("ante", "raise"), side=Side.RIGHT, cases=(*others, *wins, loss, tie))
        yield Collect(what="all cards", text="Collect all cards.")

    def make_layout(self) -> Layout:
        return Layout(
            dealer=(Area(id="dealer", label="House", kind="cards", x=0, y=0, cards=5),),
            player=(
                Area(id="hand", label="Hand", kind="cards", x=0, y=0, cards=5),
                *(Area(id=bet, label=bet.title(), kind="bet", x=2 * index, y=1) for index, bet in enumerate(STUD_BETS)),
            ),
        )

    def rank(self, cards: tuple[Card, ...]) -> int:
        return five_card_rank(cards)

    def qualifies(self, rank: int) -> bool:
        return rank >= ACE_KING

    def offers(self, at: str, spot: Spot) -> Iterable[Offer]:
        return Offer(Decision(RAISE, 2), "raise"), Offer(Decision(FOLD))

    def applies(self, when: str, spot: Spot, house: HouseCards) -> bool:
        return when == f"row-{pay_row(five_card_rank(spot.dealt))}"

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[int, int]:
        rank = five_card_rank(spot.dealt)
        return rank, pay_row(rank)


def pay_row(rank: int) -> int:
    """The row of the pay table: the category, with a royal flush by itself."""
    return len(NAMES) if rank == ROYAL else rank >> 20
