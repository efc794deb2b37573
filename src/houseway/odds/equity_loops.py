"""Hole cards against those of several opponents on boards where all holes are ranked, in compiled code.

Opponents' hands of two cards form a graph: its vertices are the cards left, and two cards that would be worse than, or
as good as, the player's hand are joined by an edge. Hands for k opponents are a matching of k edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.board_loops import BLOCKED
from houseway.odds.universe import Faces, Ints

Bits = NDArray[np.uint64]
Word = np.uint64 | int  # one bit for each card
Positions = NDArray[np.uint16]  # [board, hole], the highest hand highest; BLOCKED where both share a card
MOST_CARDS = 64


@njit(cache=True)
def ones(bits: Word) -> int:
    """How many bits are set."""
    word = np.uint64(bits)
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def two_hands(lower: Bits, equal: Bits, alive: Word, counts: Ints) -> None:
    """Two lines without a common point, by how many of them are equal: all pairs of lines less those that meet."""
    lines = ties = low_low = low_tie = tie_tie = 0
    rest = np.uint64(alive)
    card = 0
    while rest:
        if rest & np.uint64(1):
            low, tie = ones(lower[card] & np.uint64(alive)), ones(equal[card] & np.uint64(alive))
            lines += low
            ties += tie
            low_low += low * (low - 1) // 2
            low_tie += low * tie
            tie_tie += tie * (tie - 1) // 2
        rest >>= np.uint64(1)
        card += 1
    lines //= 2
    ties //= 2
    counts[0] = lines * (lines - 1) // 2 - low_low
    counts[1] = lines * ties - low_tie
    counts[2] = ties * (ties - 1) // 2 - tie_tie


@njit(cache=True)
def disjoint_hands(hands: int, lower: Bits, equal: Bits, alive: Word, counts: Ints) -> None:
    """Two or more lines without a common point, by how many are equal: each line with those that it leaves."""
    if hands == 2:
        two_hands(lower, equal, alive, counts)
        return
    counts[:] = 0
    part = np.zeros(hands, np.int64)
    for card in range(MOST_CARDS):
        if not (np.uint64(alive) >> np.uint64(card)) & np.uint64(1):
            continue
        for other in range(card + 1, MOST_CARDS):
            bit = np.uint64(1) << np.uint64(other)
            tie = equal[card] & bit
            if not np.uint64(alive) & bit or not (tie or lower[card] & bit):
                continue
            rest = np.uint64(alive) & ~bit & ~(np.uint64(1) << np.uint64(card))
            disjoint_hands(hands - 1, lower, equal, rest, part)
            for ties in range(hands):
                counts[ties + (1 if tie else 0)] += part[ties]
    for ties in range(hands + 1):
        counts[ties] //= hands  # any of the lines may have been the first


@njit(cache=True, nogil=True)
def against_any(opponents: int, positions: Positions, times: Ints, holes: Faces, bits: Bits) -> Ints:
    """Ways to deal hands of two cards to two or more opponents of which none is better, by how many are equal. The last
    column of positions is the player's; each board counts so many times."""
    counts, part = np.zeros(opponents + 1, np.int64), np.zeros(opponents + 1, np.int64)
    lower, equal = np.zeros(MOST_CARDS, np.uint64), np.zeros(MOST_CARDS, np.uint64)
    for board in range(len(positions)):
        row = positions[board]
        lower[:] = 0
        equal[:] = 0
        alive = np.uint64(0)
        for other in range(len(holes)):
            if row[other] <= row[-1]:
                lines = lower if row[other] < row[-1] else equal
                one, two = holes[other]
                lines[one] |= np.uint64(1) << np.uint64(two)
                lines[two] |= np.uint64(1) << np.uint64(one)
                alive |= bits[other]
        disjoint_hands(opponents, lower, equal, alive, part)
        counts += times[board] * part
    return counts


@njit(cache=True, nogil=True)
def against_ranges(positions: Positions, bits: Bits, hands: Ints, weights: Ints, sizes: Ints) -> Ints:
    """Weights of all deals in which no opponent is better, by how many are equal; the last number is for all deals. The
    last column of positions is the player's.

    `hands` and `weights` have a row for each opponent, of which the first `sizes` count.
    """
    opponents = len(sizes)
    counts = np.zeros(opponents + 2, np.int64)
    turn = np.zeros(opponents, np.int64)
    for row in positions:
        turn[:] = 0
        while turn[0] < sizes[0]:
            held = np.uint64(0)
            weight, ties, beaten = np.int64(1), 0, False
            clash = -1
            for seat in range(opponents):
                other = hands[seat, turn[seat]]
                if row[other] == BLOCKED or bits[other] & held:
                    clash = seat
                    break
                held |= bits[other]
                weight *= weights[seat, turn[seat]]
                ties += row[other] == row[-1]
                beaten |= row[other] > row[-1]
            if clash < 0:
                counts[-1] += weight
                if not beaten:
                    counts[ties] += weight
            # The next hands: those after the seat that cannot have its own are skipped.
            seat = clash if clash >= 0 else opponents - 1
            turn[seat + 1 :] = 0
            turn[seat] += 1
            while seat > 0 and turn[seat] == sizes[seat]:
                turn[seat] = 0
                seat -= 1
                turn[seat] += 1
    return counts


@njit(cache=True, nogil=True)
def deal(left: Faces, held: Bits, picks: Ints, dealt: Faces) -> None:
    """Cards for each sample out of those left that nobody holds: picks are places in them, each among one fewer."""
    stub = np.empty(len(left), np.uint8)
    for row in range(len(picks)):
        size = 0
        for card in left:
            if not held[row] >> np.uint64(card) & np.uint64(1):
                stub[size] = card
                size += 1
        for slot in range(picks.shape[1]):
            dealt[row, slot] = stub[picks[row, slot]]
            stub[picks[row, slot]] = stub[size - 1 - slot]
