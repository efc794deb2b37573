"""Three-card poker hands as whole numbers: the higher hand has the higher number, equal hands are equal.

Straight flush > three of a kind > straight > flush > pair > high card; A-2-3 is the lowest straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from houseway.cards import RANK_NAMES, Card
from houseway.rankings.ranking import SetRanking, plural


class Category(IntEnum):
    """The kinds of three-card hands, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


_FLUSH, _STRAIGHT, _TRIPS, _STRAIGHT_FLUSH = (
    int(category) << 12
    for category in (Category.FLUSH, Category.STRAIGHT, Category.THREE_OF_A_KIND, Category.STRAIGHT_FLUSH)
)
_PAIR = int(Category.PAIR) << 12


HAND_ORDER = "From the highest: straight flush, three of a kind, straight, flush, pair, high card."
STRAIGHTS = "Q-K-A is the highest straight and A-2-3 the lowest; K-A-2 is not a straight."
COMPARED = "Hands of one kind are compared card by card from the top, a pair by its rank first; suits never decide."


def three_card_rank(a: Card, b: Card, c: Card) -> int:
    """The hand's rank: its category, then the ranks that count, four bits each."""
    return _ranked(a.rank, b.rank, c.rank, a.suit == b.suit == c.suit)


@cache
def _ranked(one: int, two: int, three: int, flush: bool) -> int:
    low, middle, high = sorted((one, two, three))
    if low == high:
        return _TRIPS | high
    if low == middle:
        return _PAIR | low << 4 | high
    if middle == high:
        return _PAIR | high << 4 | low
    if high - low == 2:
        return (_STRAIGHT_FLUSH if flush else _STRAIGHT) | high
    if high == 14 and middle == 3:  # A-2-3 counts as three high; the low card can only be a two
        return (_STRAIGHT_FLUSH if flush else _STRAIGHT) | 3
    return (_FLUSH if flush else 0) | high << 8 | middle << 4 | low


def category(rank: int) -> Category:
    """The category of a hand ranked by `three_card_rank`."""
    return Category(rank >> 12)


def three_card_words(rank: int) -> str:
    """The hand as a dealer announces it: `pair of nines, four kicker`, `ace-king-four high`."""
    first, second, third = rank >> 8 & 15, rank >> 4 & 15, rank & 15
    match category(rank):
        case Category.STRAIGHT_FLUSH:
            return f"straight flush, {RANK_NAMES[third]} high"
        case Category.THREE_OF_A_KIND:
            return f"three {plural(third)}"
        case Category.STRAIGHT:
            return f"straight, {RANK_NAMES[third]} high"
        case Category.FLUSH:
            return f"flush, {RANK_NAMES[first]}-{RANK_NAMES[second]}-{RANK_NAMES[third]}"
        case Category.PAIR:
            return f"pair of {plural(second)}, {RANK_NAMES[third]} kicker"
    return f"{RANK_NAMES[first]}-{RANK_NAMES[second]}-{RANK_NAMES[third]} high"


KINDS = {
    Category.PAIR: "pair",
    Category.STRAIGHT: "straight",
    Category.THREE_OF_A_KIND: "three of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
}


def three_card_kind(rank: int) -> str:
    """The hand without what tells it from others of its kind: `pair`, `ace high`, `flush, king high`."""
    found = category(rank)
    if found in KINDS:
        return KINDS[found]
    high = f"{RANK_NAMES[rank >> 8 & 15]} high"
    return f"flush, {high}" if found is Category.FLUSH else high


MINI_ROYAL = _STRAIGHT_FLUSH | 14


@dataclass(frozen=True)
class ThreeCard(SetRanking):
    """Three-card poker hands."""

    mini_royal: bool = False  # ace, king and queen of one suit have a name of their own

    @property
    def size(self) -> int:
        return 3

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return three_card_rank(*own, *shared)

    def set_rank(self, ranks: Sequence[int], suited: bool) -> int:
        one, two, three = ranks
        return _ranked(one, two, three, suited)

    def words(self, rank: int) -> str:
        return "mini royal" if self.mini_royal and rank == MINI_ROYAL else three_card_words(rank)
