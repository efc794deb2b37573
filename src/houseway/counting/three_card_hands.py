"""Three-card hands as tables for compiled counting: the place of every hand in the order, and suits made alike.

Renaming suits changes nothing in poker, so counting needs one of each class: 169 sets of two cards, 1,755 of three. A
set stands for its class when its suits come in the order of the ranks they hold, the suit with the highest ranks first.
A deck may be smaller than 52 cards, to be counted a second time by brute force: some ranks in some of the first suits.
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
Places = NDArray[np.int16]
Flags = NDArray[np.bool_]

PLACES = 741  # 12 straight flushes, 13 threes of a kind, 12 straights, 274 flushes, 156 pairs, 274 high cards
RENAMINGS: Cards = np.array(list(permutations(range(4))))  # of the suits: the new one of each; the first changes none


class Ranking(NamedTuple):
    """The order of three-card hands: where each stands, and the rank of each place."""

    table: Places  # by three card numbers; 0 is the lowest hand
    ranks: Ints  # of `three_card_rank`, rising

    def place(self, rank: int) -> int:
        """The place of the lowest hand that ranks at least so high."""
        return int(np.searchsorted(self.ranks, rank))


@cache
def ranking() -> Ranking:
    """The places of all three-card hands. Entries with a card twice mean nothing."""
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
    numbers: Places  # by two cards in any order
    renamed: Places  # the number of each after each renaming of the suits


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
    """Sets of cards up to suits: one of each class (its cards in order), how many it stands for, its number by key."""

    sets: Cards
    weights: Ints
    numbers: Places


@cache
def suit_classes(size: int, *, ranks: tuple[int, ...] = tuple(range(13)), suits: int = 4) -> SuitClasses:
    """The classes of the sets of two or three cards of a deck."""
    return SuitClasses(*_classes(np.flatnonzero(deck_of(ranks=ranks, suits=suits)), size, RENAMINGS))


@njit(cache=True)
def renaming(cards: Cards) -> int:
    """The number of the renaming that makes a set stand for its class.

    Of suits that hold the same ranks the earlier stays earlier, so a suit that the deck lacks stays where it is.
    """
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    new = np.zeros(4, np.int64)
    for suit in range(4):
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                new[suit] += 1
    # Renamings are in order of the new suits: 6 begin with each, of these 2 go on with each that is left.
    return int(6 * new[0] + 2 * (new[1] - (new[1] > new[0])) + (new[2] > new[3]))


@njit(cache=True)
def key_of(cards: Cards, names: Cards) -> int:
    """One number for a set of two or three cards with its suits renamed, whatever their order."""
    a, b = (cards[0] & ~3) + names[cards[0] & 3], (cards[1] & ~3) + names[cards[1] & 3]
    if len(cards) == 2:
        return int(min(a, b) * 52 + max(a, b))
    c = (cards[2] & ~3) + names[cards[2] & 3]
    low, high = min(a, b, c), max(a, b, c)
    return int((low * 52 + (a + b + c - low - high)) * 52 + high)


@njit(cache=True)
def _classes(deck: Cards, size: int, renamings: Cards) -> tuple[Cards, Ints, Places]:
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
                    for place in range(size):
                        sets[found, place] = (cards[place] & ~3) + names[cards[place] & 3]
                    sets[found].sort()
                    found += 1
                weights[numbers[key]] += 1
    return sets[:found], weights[:found], numbers
