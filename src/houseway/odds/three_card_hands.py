"""Three-card hands as tables: the position of every hand in the ranking, and the number of every two cards."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.rankings import three_card_rank

Cards = NDArray[np.int64]
Ints = NDArray[np.int64]
Indices = NDArray[np.int16]
Flags = NDArray[np.bool_]

POSITIONS = 741  # 12 straight flushes, 13 threes of a kind, 12 straights, 274 flushes, 156 pairs, 274 high cards


class Ranking(NamedTuple):
    """The order of three-card hands: the position of each, and the rank at each position."""

    table: Indices  # by three card numbers; 0 is the lowest hand
    ranks: Ints  # the values of `three_card_rank`, ascending

    def position(self, rank: int) -> int:
        """The position of the lowest hand that ranks at least this high."""
        return int(np.searchsorted(self.ranks, rank))


@cache
def ranking() -> Ranking:
    """The positions of all three-card hands. Entries that repeat a card are meaningless."""
    by_rank = np.empty((2, 13, 13, 13), np.int64)
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                mixed = three_card_rank(DECK[4 * a], DECK[4 * b], DECK[4 * c + 1])
                flush = three_card_rank(DECK[4 * a], DECK[4 * b], DECK[4 * c]) if a < b < c else mixed
                for order in permutations((a, b, c)):
                    by_rank[0][order], by_rank[1][order] = mixed, flush
    ranks = np.array(sorted(set(by_rank.ravel().tolist())))
    rank, suit = np.divmod(np.arange(52), 4)
    one_suit = (suit[:, None, None] == suit[None, :, None]) & (suit[:, None, None] == suit[None, None, :])
    full = by_rank[one_suit.astype(np.int64), rank[:, None, None], rank[None, :, None], rank[None, None, :]]
    return Ranking(np.searchsorted(ranks, full).astype(np.int16), ranks)


class Pairs(NamedTuple):
    """The 1,326 sets of two cards, by number."""

    cards: Cards  # the lower card first
    numbers: Indices  # by two cards in any order


@cache
def pairs() -> Pairs:
    numbers = np.full((52, 52), -1, np.int16)
    low, high = np.triu_indices(52, 1)
    numbers[low, high] = numbers[high, low] = np.arange(len(low), dtype=np.int16)
    return Pairs(np.stack([low, high], axis=1), numbers)
