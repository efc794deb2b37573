"""A second way to count Mini-Tex among players: the chance to win against one unknown hand, in plain numpy.

Every two hole cards are ranked at once for a board; what they beat is counted by sorting, less the hands that share a
card with them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.rankings import three_card_rank

Ranks = NDArray[np.int32]
NOTHING = -1  # the rank of a hand that cannot be: it has a card twice, or one of the board


@cache
def _three() -> Ranks:
    """The rank of every three cards, by card numbers; three equal suits rank by the flush."""
    by_rank = np.empty((2, 13, 13, 13), np.int32)
    for a in range(13):
        for b in range(13):
            for c in range(13):
                # One suit for a flush; two suits when there is none (ranks alone decide then).
                cards = DECK[4 * a], DECK[4 * b], DECK[4 * c]
                by_rank[1, a, b, c] = three_card_rank(*cards)
                by_rank[0, a, b, c] = three_card_rank(cards[0], cards[1], DECK[4 * c + 1])
    rank, suit = np.divmod(np.arange(52), 4)
    flush = (suit[:, None, None] == suit[None, :, None]) & (suit[:, None, None] == suit[None, None, :])
    one, two, three = rank[:, None, None], rank[None, :, None], rank[None, None, :]
    ranks: Ranks = by_rank[flush.astype(np.int8), one, two, three]
    return ranks


def board_ranks(board: tuple[int, ...]) -> Ranks:
    """The best rank of every two hole cards on a board of three: at least one hole card plays."""
    three = _three()
    a, b, c = board
    single = np.maximum(np.maximum(three[:, a, b], three[:, a, c]), three[:, b, c])
    pair = np.maximum(np.maximum(three[:, :, a], three[:, :, b]), three[:, :, c])
    ranks = np.maximum(pair, np.maximum(single[:, None], single[None, :]))
    np.fill_diagonal(ranks, NOTHING)
    ranks[list(board), :] = NOTHING
    ranks[:, list(board)] = NOTHING
    return ranks


@lru_cache(maxsize=64)
def _rivers(board: tuple[int, ...]) -> NDArray[np.int32]:
    """The ranks for every river that may follow a flop; a river that cannot come has no hands."""
    ranks = np.full((52, 52, 52), NOTHING, np.int32)
    for river in range(52):
        if river not in board:
            ranks[river] = board_ranks((*board, river))
    return ranks


@lru_cache(maxsize=4096)
def against_one(hole: tuple[Card, ...], community: tuple[Card, ...]) -> float:
    """The chance to win against one unknown hand, a tie counting half."""
    first, second = sorted(hole)
    board = tuple(sorted(int(card) for card in community))
    if not board:
        return starting_equities()[hand_class(first, second)]
    ranks = board_ranks(board)[None] if len(board) == 3 else _rivers(board)
    mine = ranks[:, first, second]
    possible = mine != NOTHING
    theirs = ranks[possible].reshape(int(possible.sum()), -1).copy()
    blocked = np.zeros((52, 52), bool)
    blocked[[first, second], :] = blocked[:, [first, second]] = True
    theirs[:, blocked.ravel()] = NOTHING
    own = mine[possible][:, None]
    there = theirs != NOTHING
    wins = int(((theirs < own) & there).sum())
    ties = int(((theirs == own) & there).sum())
    return (wins + ties / 2) / int(there.sum())


def hand_class(first: int, second: int) -> tuple[int, int, bool]:
    """A starting hand up to suits: its ranks, higher first, and whether it is suited."""
    a, b = first // 4, second // 4
    return max(a, b), min(a, b), first % 4 == second % 4


@cache
def starting_equities() -> dict[tuple[int, int, bool], float]:
    """The chance of each of the 169 starting hands, over all boards and opponents."""
    wins = np.zeros((52, 52))
    deals = np.zeros((52, 52))
    upper = np.triu_indices(52, 1)
    for board, weight in distinct_boards():
        ranks = board_ranks(board)
        alive = np.array([card for card in range(52) if card not in board])
        better, equal = _beaten(ranks[np.ix_(alive, alive)])
        wins[np.ix_(alive, alive)] += weight * (better + equal / 2)
        deals[np.ix_(alive, alive)] += weight * (47 * 46 // 2)
    totals: dict[tuple[int, int, bool], list[float]] = {}
    for first, second in zip(*upper, strict=True):
        total = totals.setdefault(hand_class(int(first), int(second)), [0.0, 0.0])
        total[0] += wins[first, second]
        total[1] += deals[first, second]
    return {hand: won / dealt for hand, (won, dealt) in totals.items()}


def _beaten(ranks: Ranks) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each two of the 49 cards left, how many opposing hands are lower and how many equal.

    All pairs lower, less those that share the first card, less those that share the second; no pair shares both and is
    lower than itself. Among the equal ones the hand itself is counted once and taken away twice.
    """
    size = len(ranks)
    pairs = np.sort(ranks[np.triu_indices(size, 1)])
    lower, up_to = np.searchsorted(pairs, ranks, "left"), np.searchsorted(pairs, ranks, "right")
    # Each card's hands as one stretch of a sorted row of all, the impossible pair of a card with itself first.
    stretch = np.arange(size)[:, None] * (1 << 16)
    rows = np.sort(ranks + stretch, axis=1).ravel()
    before = np.arange(size)[:, None] * size + 1
    row_lower = np.searchsorted(rows, ranks + stretch, "left") - before
    row_up_to = np.searchsorted(rows, ranks + stretch, "right") - before
    better = lower - row_lower - row_lower.T
    equal = up_to - row_up_to - row_up_to.T + 1 - better
    np.fill_diagonal(better, 0)
    np.fill_diagonal(equal, 0)
    return better, equal


def distinct_boards() -> list[tuple[tuple[int, ...], int]]:
    """The 1,755 boards of three that differ by more than a renaming of suits, with how many boards each stands for."""
    found: dict[tuple[int, ...], tuple[tuple[int, ...], int]] = {}
    for board in combinations(range(52), 3):
        masks = [0, 0, 0, 0]  # the ranks of each suit; a renaming of suits only reorders them
        for card in board:
            masks[card % 4] |= 1 << card // 4
        key = tuple(sorted(masks))
        example, weight = found.get(key, (board, 0))
        found[key] = example, weight + 1
    return list(found.values())
