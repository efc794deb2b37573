"""Three-card hands as tables for compiled counting: the position of every hand in the ranking, and suit isomorphism.

Renaming suits changes nothing in poker, so counting needs one representative of each isomorphism class: 169 sets of two
cards, 1,755 of three. A set is canonical when its suits are sorted by the ranks they hold, the suit with the highest
ranks first. Tests count smaller decks, some ranks in the first few suits, a second time by brute force.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.jit import njit
from houseway.rankings import three_card_rank

Cards = NDArray[np.int64]
Ints = NDArray[np.int64]
Indices = NDArray[np.int16]
Flags = NDArray[np.bool_]

POSITIONS = 741  # 12 straight flushes, 13 threes of a kind, 12 straights, 274 flushes, 156 pairs, 274 high cards
RENAMINGS: Cards = np.array(list(permutations(range(4))))  # the new suit of each suit; the first is the identity


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
    renamed: Indices  # the number of each after each renaming of the suits


@cache
def pairs() -> Pairs:
    numbers = np.full((52, 52), -1, np.int16)
    low, high = np.triu_indices(52, 1)
    numbers[low, high] = numbers[high, low] = np.arange(len(low), dtype=np.int16)
    new = np.arange(52) // 4 * 4 + RENAMINGS[:, np.arange(52) % 4]
    return Pairs(np.stack([low, high], axis=1), numbers, numbers[new[:, low], new[:, high]])


@cache
def deck_of(*, ranks: tuple[int, ...] = tuple(range(13)), suits: int = 4) -> Flags:
    """Which of the 52 cards are in a deck with these ranks (0 to 12) in the first suits."""
    return np.isin(np.arange(52) // 4, ranks) & (np.arange(52) % 4 < suits)


class SuitClasses(NamedTuple):
    """Isomorphism classes of sets of cards: a canonical set of each (cards sorted), its size, its number by key."""

    sets: Cards
    weights: Ints
    numbers: Indices


@cache
def suit_classes(size: int, *, ranks: tuple[int, ...] = tuple(range(13)), suits: int = 4) -> SuitClasses:
    """The isomorphism classes of a deck's sets of two or three cards."""
    return SuitClasses(*_classes(np.flatnonzero(deck_of(ranks=ranks, suits=suits)), size, RENAMINGS))


@njit(cache=True)
def renaming(cards: Cards) -> int:
    """The number of the renaming that brings a set into canonical form.

    The sort is stable: among suits that hold the same ranks the earlier stays first, so that a suit which the deck
    lacks stays in place.
    """
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    new = np.zeros(4, np.int64)
    for suit in range(4):
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                new[suit] += 1
    # Renamings are in lexicographic order: 6 begin with each suit, and 2 of those continue with each suit left.
    return int(6 * new[0] + 2 * (new[1] - (new[1] > new[0])) + (new[2] > new[3]))


@njit(cache=True)
def key_of(cards: Cards, names: Cards) -> int:
    """A number that identifies a set of two or three cards with its suits renamed, in whatever order they come."""
    a, b = (cards[0] & ~3) + names[cards[0] & 3], (cards[1] & ~3) + names[cards[1] & 3]
    if len(cards) == 2:
        return int(min(a, b) * 52 + max(a, b))
    c = (cards[2] & ~3) + names[cards[2] & 3]
    low, high = min(a, b, c), max(a, b, c)
    return int((low * 52 + (a + b + c - low - high)) * 52 + high)


@njit(cache=True)
def _classes(deck: Cards, size: int, renamings: Cards) -> tuple[Cards, Ints, Indices]:
    numbers = np.full(52**size, -1, np.int16)
    sets = np.empty((1755, size), np.int64)
    weights = np.zeros(1755, np.int64)
    cards = np.empty(size, np.int64)
    found = 0
    for i in range(len(deck)):
        for j in range(i + 1, len(deck)):
            for k in range(j + 1, len(deck) if size == 3 else j + 2):  # once where there is no third card
                cards[0], cards[1] = deck[i], deck[j]
                if size == 3:
                    cards[2] = deck[k]
                names = renamings[renaming(cards)]
                key = key_of(cards, names)
                if numbers[key] < 0:
                    numbers[key] = found
                    for position in range(size):
                        sets[found, position] = (cards[position] & ~3) + names[cards[position] & 3]
                    sets[found].sort()
                    found += 1
                weights[numbers[key]] += 1
    return sets[:found], weights[:found], numbers
