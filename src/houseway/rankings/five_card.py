"""Five-card poker hands as whole numbers: the category, then the ranks that count, four bits each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from houseway.cards import RANK_NAMES
from houseway.rankings.ranking import SetRanking, plural


class FiveCardCategory(IntEnum):
    """The kinds of five-card hands, lowest first. A royal flush is the highest straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


OF_A_KIND = {
    (1, 1, 1, 1, 1): FiveCardCategory.HIGH_CARD,
    (2, 1, 1, 1): FiveCardCategory.PAIR,
    (2, 2, 1): FiveCardCategory.TWO_PAIRS,
    (3, 1, 1): FiveCardCategory.THREE_OF_A_KIND,
    (3, 2): FiveCardCategory.FULL_HOUSE,
    (4, 1): FiveCardCategory.FOUR_OF_A_KIND,
}
WHEEL = [14, 5, 4, 3, 2]


@dataclass(frozen=True)
class FiveCard(SetRanking):
    """Five-card poker hands: ten to ace is the highest straight, A-2-3-4-5 the lowest, and none goes around the ace."""

    @property
    def size(self) -> int:
        return 5

    def set_rank(self, ranks: Sequence[int], suited: bool) -> int:
        counts = Counter(ranks)
        order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        category = OF_A_KIND[tuple(counts[rank] for rank in order)]
        if category is FiveCardCategory.HIGH_CARD:
            if order[0] - order[4] == 4 or order == WHEEL:
                order = [5 if order == WHEEL else order[0]]
                category = FiveCardCategory.STRAIGHT_FLUSH if suited else FiveCardCategory.STRAIGHT
            elif suited:
                category = FiveCardCategory.FLUSH
        rank = int(category)
        for place in range(5):
            rank = rank << 4 | (order[place] if place < len(order) else 0)
        return rank

    @staticmethod
    def category(rank: int) -> FiveCardCategory:
        """The category of a hand of this rank."""
        return FiveCardCategory(rank >> 20)

    def words(self, rank: int) -> str:
        first, second, *others = (rank >> shift & 15 for shift in (16, 12, 8, 4, 0))
        names = [RANK_NAMES[one] for one in (first, second, *others) if one]
        match self.category(rank):
            case FiveCardCategory.STRAIGHT_FLUSH:
                return "royal flush" if first == 14 else f"straight flush, {names[0]} high"
            case FiveCardCategory.FOUR_OF_A_KIND:
                return f"four {plural(first)}, {names[1]} kicker"
            case FiveCardCategory.FULL_HOUSE:
                return f"full house, {plural(first)} over {plural(second)}"
            case FiveCardCategory.FLUSH:
                return f"flush, {'-'.join(names)}"
            case FiveCardCategory.STRAIGHT:
                return f"straight, {names[0]} high"
            case FiveCardCategory.THREE_OF_A_KIND:
                return f"three {plural(first)}, {'-'.join(names[1:])} kickers"
            case FiveCardCategory.TWO_PAIRS:
                return f"two pairs, {plural(first)} and {plural(second)}, {names[2]} kicker"
            case FiveCardCategory.PAIR:
                return f"pair of {plural(first)}, {'-'.join(names[1:])} kickers"
        return f"{'-'.join(names)} high"
