"""Rankings in compiled code: the position of many hands in the order of a ranking, and the rank at each position.

Ranking a set of cards is looking it up: a table has the position of every set of ranks, another that of every set of
ranks in one suit. Both are filled by the ranking itself, once for each of their few thousand entries.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.errors import HousewayError
from houseway.jit import njit
from houseway.rankings.others import HighCards, LongestSuit, TotalModulo
from houseway.rankings.ranking import BestOf, Ranking, SetRanking, WithJokers

Ints = NDArray[np.int64]
Positions = NDArray[np.int16]

RANKS = 13
NO_HAND = -1
JOKER = 52  # and above
BLOCK = 1 << 16  # hands that are ranked together


class SetTable(NamedTuple):
    """A ranking of sets of cards, looked up. Ranks are 0 to 12 here."""

    mixed: Positions  # the position of cards of several suits, by the number of their set of ranks
    suited: Positions  # of cards of one suit, by the set of their ranks as bits
    ranks: Ints  # the rank at each position, ascending
    choose: Ints  # choose[n, k], what sets of ranks are numbered by


@lru_cache(maxsize=8)
def set_table(ranking: SetRanking) -> SetTable:
    """The table of a ranking, filled by the ranking itself."""
    size = ranking.size
    mixed, suited = dict[int, int](), dict[int, int]()
    for ranks in combinations_with_replacement(range(RANKS), size):
        if max(ranks.count(rank) for rank in set(ranks)) <= 4:
            mixed[sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))] = ranking.set_rank(
                [rank + 2 for rank in ranks], False
            )
    for ranks in combinations(range(RANKS), size):
        suited[sum(1 << rank for rank in ranks)] = rank = ranking.set_rank([rank + 2 for rank in ranks], True)
        if rank < mixed[sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))]:
            raise HousewayError(f"{ranking} cannot be compiled: a hand of one suit ranks below one of several.")
    order = np.array(sorted({*mixed.values(), *suited.values()}))
    by_ranks, by_mask = (np.full(length, NO_HAND, np.int16) for length in (comb(RANKS + size - 1, size), 1 << RANKS))
    by_ranks[list(mixed)] = np.searchsorted(order, list(mixed.values()))
    by_mask[list(suited)] = np.searchsorted(order, list(suited.values()))
    choose = np.array([[comb(n, k) for k in range(size + 1)] for n in range(RANKS + size)], np.int64)
    return SetTable(by_ranks, by_mask, order, choose)


def ranks(ranking: Ranking, own: NDArray[Any], shared: NDArray[Any] | None = None) -> Ints:
    """The ranks of hands, a row of card numbers each."""
    own = np.ascontiguousarray(own, np.uint8)
    shared = np.zeros((len(own), 0), np.uint8) if shared is None else np.ascontiguousarray(shared, np.uint8)
    if isinstance(ranking, WithJokers):
        return _with_jokers(ranking.hand, own, shared)
    cards = np.concatenate([own, shared], axis=1)
    if isinstance(ranking, SetRanking):
        if cards.shape[1] != ranking.size:
            raise HousewayError(f"{ranking} ranks {ranking.size} cards, not {cards.shape[1]}.")
        ranking = BestOf(ranking)
    if isinstance(ranking, BestOf):
        table, width = set_table(ranking.hand), own.shape[1]
        chosen = plays_of(ranking, width, shared.shape[1])
        if not len(chosen):
            return np.full(len(own), -1, np.int64)
        return table.ranks[_best(cards, chosen, table)]
    rank, suit = cards >> 2, cards & 3
    if isinstance(ranking, TotalModulo):
        found: Ints = np.where(rank == 12, 1, np.minimum(rank + 2, 10)).astype(np.int64).sum(axis=1) % ranking.modulus
        return found
    if isinstance(ranking, HighCards):
        values = np.where(rank == 12, 1, rank + 2) if ranking.ace_low else rank + 2
        return _high_cards(values.astype(np.uint8), ranking.size, ranking.pairs_cancel)
    if isinstance(ranking, LongestSuit):
        return _longest_suit(rank, suit, ranking.most)
    raise HousewayError(f"{ranking} has no compiled form.")


def plays_of(ranking: BestOf, own: int, shared: int) -> NDArray[np.uint8]:
    """Which cards may play together, a row for each choice: the own are numbered from 0, the shared after them."""
    rows = [
        (*mine, *(own + other for other in others))
        for count in range(ranking.own_least, min(own, ranking.hand.size, ranking.own_most) + 1)
        for mine in combinations(range(own), count)
        for others in combinations(range(shared), ranking.hand.size - count)
    ]
    return np.array(rows, np.uint8).reshape(len(rows), ranking.hand.size)


@njit(cache=True, nogil=True)
def set_number(ranks: Any, choose: Ints) -> int:
    """The number of a set of ranks, which it sorts: no two sets have the same, and there is no gap between them."""
    number = 0
    for i in range(len(ranks)):
        moved = ranks[i]
        k = i - 1
        while k >= 0 and ranks[k] > moved:
            ranks[k + 1] = ranks[k]
            k -= 1
        ranks[k + 1] = moved
    for i in range(len(ranks)):
        number += choose[ranks[i] + i, i + 1]
    return number


@njit(cache=True, nogil=True)
def _best(cards: NDArray[np.uint8], chosen: NDArray[np.uint8], table: SetTable) -> Positions:
    """The position of the best choice of every hand."""
    found = np.full(len(cards), NO_HAND, np.int16)
    size = chosen.shape[1]
    ranks = np.empty(size, np.int64)
    for row in range(len(cards)):
        for choice in range(len(chosen)):
            first = cards[row, chosen[choice, 0]] & 3
            mask, one_suit = 0, True
            for i in range(size):
                card = cards[row, chosen[choice, i]]
                ranks[i] = card >> 2
                mask |= 1 << (card >> 2)
                one_suit &= card & 3 == first
            position = table.suited[mask] if one_suit else table.mixed[set_number(ranks, table.choose)]
            found[row] = max(found[row], position)
    return found


@njit(cache=True, nogil=True)
def _high_cards(values: NDArray[np.uint8], size: int, pairs_cancel: bool) -> Ints:
    found = np.zeros(len(values), np.int64)
    counts = np.empty(15, np.int64)
    for row in range(len(values)):
        counts[:] = 0
        for value in values[row]:
            counts[value] += 1
        left = size
        for value in range(14, 0, -1):
            for _ in range(counts[value] & 1 if pairs_cancel else counts[value]):
                if left:
                    found[row] = found[row] << 4 | value
                    left -= 1
        found[row] <<= 4 * left
    return found


@njit(cache=True, nogil=True)
def _longest_suit(rank: NDArray[Any], suit: NDArray[Any], most: int) -> Ints:
    found = np.zeros(len(rank), np.int64)
    counts, masks = np.empty(4, np.int64), np.empty(4, np.int64)
    for row in range(len(rank)):
        counts[:] = 0
        masks[:] = 0
        for i in range(rank.shape[1]):
            counts[suit[row, i]] += 1
            masks[suit[row, i]] |= 1 << rank[row, i]
        for one in range(4):
            number, left = counts[one], most
            for place in range(12, -1, -1):
                if masks[one] >> place & 1:
                    number = number << 4 | (place + 2)
                    left -= 1
            found[row] = max(found[row], number << 4 * left)
    return found


def _with_jokers(hand: Ranking, own: NDArray[np.uint8], shared: NDArray[np.uint8]) -> Ints:
    """The best of all ranks that the first joker of each hand can stand for."""
    cards, width = np.concatenate([own, shared], axis=1), own.shape[1]
    found = np.empty(len(cards), np.int64)
    joker = (cards >= JOKER).argmax(axis=1)
    without = cards.max(axis=1, initial=0) < JOKER
    found[without] = ranks(hand, own[without], shared[without])
    held = np.flatnonzero(~without)
    best = np.full(len(held), np.iinfo(np.int64).min)
    for card in range(JOKER) if len(held) else ():
        free = ~(cards[held] == card).any(axis=1)
        full = cards[held[free]]
        full[np.arange(len(full)), joker[held[free]]] = card
        best[free] = np.maximum(best[free], _with_jokers(hand, full[:, :width], full[:, width:]))
    found[held] = best
    return found


class BoardTable(NamedTuple):
    """A ranking of hole cards on a board, looked up: the best choice of cards by rank alone, and the best one of a suit
    by the ranks that board and hole have in it."""

    best: Positions  # [number of the board's set of ranks, number of the hole cards' set of ranks]
    suited: Positions  # [number of the board's ranks in a suit, number of the hole cards' ranks in it]
    numbers: Positions  # the number of ranks in a suit, by a bit for each rank; 0 for none
    ranks: Ints
    choose: Ints


@lru_cache(maxsize=4)
def board_table(ranking: BestOf, hole: int, board: int) -> BoardTable:
    """The table of a ranking for so many hole cards and so many cards on the board."""
    table = set_table(ranking.hand)
    most = max(hole, board, ranking.hand.size)
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(RANKS + most)], np.int64)
    sets = [list(combinations_with_replacement(range(RANKS), size)) for size in (hole, board)]
    holes, boards = (np.array(sorted(found, key=lambda ranks: ranks[::-1]), np.int64) for found in sets)
    chosen = plays_of(ranking, hole, board)
    if not len(chosen):
        raise HousewayError(f"{ranking} never makes a hand of {hole} hole cards and {board} shared cards.")
    best = _best_of_ranks(holes.reshape(len(holes), hole), boards.reshape(len(boards), board), chosen, table)
    masks = np.array(sorted(range(1 << RANKS), key=int.bit_count))[: sum(comb(RANKS, n) for n in range(most + 1))]
    numbers = np.full(1 << RANKS, NO_HAND, np.int16)
    numbers[masks] = np.arange(len(masks))
    limits = np.array([ranking.hand.size, ranking.own_least, min(hole, ranking.hand.size, ranking.own_most)])
    rows, columns = (masks[: sum(comb(RANKS, n) for n in range(size + 1))] for size in (board, hole))
    return BoardTable(best, _best_of_suits(rows, columns, table.suited, limits), numbers, table.ranks, choose)


@njit(cache=True, nogil=True)
def _best_of_ranks(holes: Ints, boards: Ints, chosen: NDArray[np.uint8], table: SetTable) -> Positions:
    found = np.full((len(boards), len(holes)), NO_HAND, np.int16)
    own, size = holes.shape[1], chosen.shape[1]
    ranks = np.empty(size, np.int64)
    for board in range(len(boards)):
        for hole in range(len(holes)):
            for choice in range(len(chosen)):
                for i in range(size):
                    place = chosen[choice, i]
                    ranks[i] = holes[hole, place] if place < own else boards[board, place - own]
                found[board, hole] = max(found[board, hole], table.mixed[set_number(ranks, table.choose)])
    return found


@njit(cache=True, nogil=True)
def _best_of_suits(boards: Ints, holes: Ints, suited: Positions, limits: Ints) -> Positions:
    """The position of the best hand of one suit, of hole cards and board cards of that suit as bits of ranks; `limits`
    are how many cards make a hand, and the least and the most of the hole cards among them."""
    size, least, most = limits
    bits = np.zeros(1 << RANKS, np.int64)
    for mask in range(1, 1 << RANKS):
        bits[mask] = bits[mask >> 1] + (mask & 1)
    found = np.full((len(boards), len(holes)), NO_HAND, np.int16)
    for row in range(len(boards)):
        for column in range(len(holes)):
            own = holes[column] if not holes[column] & boards[row] else 0
            while True:  # every subset of the hole cards, with every subset of the board that completes it
                shared = boards[row]
                while least <= bits[own] <= most:
                    if bits[own] + bits[shared] == size:
                        found[row, column] = max(found[row, column], suited[own | shared])
                    if shared == 0:
                        break
                    shared = (shared - 1) & boards[row]
                if own == 0:
                    break
                own = (own - 1) & holes[column]
    return found
