"""Mini-Tex among players, in compiled code: hole hands against others over all boards to come, counted or sampled.

Opponents' hands form a graph: its vertices are the cards left, and two cards that would be worse than, or as good as,
the player's hand are joined by an edge. Hands for k opponents are a matching of k edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.three_card_hands import POSITIONS, Cards, Flags, Indices, Ints

Bits = NDArray[np.uint64]
Word = np.uint64 | int  # one bit for each card
HOLES = 1326


@njit(cache=True)
def rank_holes(board: Cards, deck: Flags, table: Indices, positions: Indices) -> None:
    """The position of every two hole cards on a board of three, in the order of hands; at least one of them plays.

    Two cards of which one cannot be in the hole get the position `POSITIONS`, above all others.
    """
    a, b, c = board[0], board[1], board[2]
    single = np.empty(52, np.int16)
    for card in range(52):
        single[card] = max(table[a, b, card], table[a, c, card], table[b, c, card]) if deck[card] else POSITIONS
    single[a] = single[b] = single[c] = POSITIONS
    hole = 0
    for first in range(51):
        with_a, with_b, with_c, alone = table[a, first], table[b, first], table[c, first], single[first]
        for second in range(first + 1, 52):
            both = max(with_a[second], with_b[second], with_c[second])
            positions[hole + second - first - 1] = max(both, alone, single[second])
        hole += 51 - first


@njit(cache=True)
def without(deck: Flags, board: Cards) -> Flags:
    """The cards that are left when a board is dealt."""
    left = deck.copy()
    for card in board:
        left[card] = False
    return left


@njit(cache=True)
def boards_to_come(community: Cards, left: Flags) -> Cards:
    """Every board of three that the community cards can become."""
    cards = np.flatnonzero(left)
    missing = 3 - len(community)
    size = 1
    for step in range(missing):
        size = size * (len(cards) - step) // (step + 1)
    boards = np.empty((size, 3), np.int64)
    boards[:, : len(community)] = community
    row = 0
    if missing == 3:
        for i in range(len(cards)):
            for j in range(i + 1, len(cards)):
                for k in range(j + 1, len(cards)):
                    boards[row, 0], boards[row, 1], boards[row, 2] = cards[i], cards[j], cards[k]
                    row += 1
    elif missing == 1:
        for card in cards:
            boards[row, 2] = card
            row += 1
    return boards


@njit(cache=True, nogil=True)
def against_one(hole: int, boards: Cards, left: Flags, table: Indices, holes: Cards, weights: Ints) -> Ints:
    """Deals won, tied and lost against one opponent whose hole hands have these weights."""
    ends = np.zeros(3, np.int64)
    positions = np.empty(HOLES, np.int16)
    a, b = holes[hole]
    deck = left.copy()
    deck[a] = deck[b] = True
    for board in boards:
        rank_holes(board, deck, table, positions)
        open_cards = without(left, board)
        for other in range(HOLES):
            if weights[other] and open_cards[holes[other, 0]] and open_cards[holes[other, 1]]:
                end = 0 if positions[other] < positions[hole] else 1 if positions[other] == positions[hole] else 2
                ends[end] += weights[other]
    return ends


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
    for card in range(52):
        if not (np.uint64(alive) >> np.uint64(card)) & np.uint64(1):
            continue
        for other in range(card + 1, 52):
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
def against_many(hole: int, opponents: int, boards: Cards, left: Flags, table: Indices, holes: Cards) -> Ints:
    """Ways to deal two to four opponents' hands of which none is better, by how many are equal."""
    counts = np.zeros(opponents + 1, np.int64)
    part = np.zeros(opponents + 1, np.int64)
    positions = np.empty(HOLES, np.int16)
    deck = left.copy()
    deck[holes[hole, 0]] = deck[holes[hole, 1]] = True
    for board in boards:
        rank_holes(board, deck, table, positions)
        open_cards = without(left, board)
        lower, equal = np.zeros(52, np.uint64), np.zeros(52, np.uint64)
        alive = np.uint64(0)
        for card in range(52):
            if open_cards[card]:
                alive |= np.uint64(1) << np.uint64(card)
        for other in range(HOLES):
            a, b = holes[other]
            if open_cards[a] and open_cards[b] and positions[other] <= positions[hole]:
                lines = lower if positions[other] < positions[hole] else equal
                lines[a] |= np.uint64(1) << np.uint64(b)
                lines[b] |= np.uint64(1) << np.uint64(a)
        disjoint_hands(opponents, lower, equal, alive, part)
        counts += part
    return counts


@njit(cache=True, nogil=True)
def against_ranges(
    hole: int, boards: Cards, left: Flags, table: Indices, holes: Cards, hands: Ints, weights: Ints, sizes: Ints
) -> Ints:
    """Weights of all deals in which no opponent is better, by how many are equal; the last number is for all deals.

    `hands` and `weights` have a row for each opponent, of which the first `sizes` count.
    """
    opponents = len(sizes)
    counts = np.zeros(opponents + 2, np.int64)
    positions = np.empty(HOLES, np.int16)
    deck = left.copy()
    deck[holes[hole, 0]] = deck[holes[hole, 1]] = True
    turn = np.zeros(opponents, np.int64)
    for board in boards:
        rank_holes(board, deck, table, positions)
        open_cards = without(left, board)
        turn[:] = 0
        while turn[0] < sizes[0]:
            taken = open_cards.copy()
            weight, ties, beaten = np.int64(1), 0, False
            clash = -1
            for seat in range(opponents):
                other = hands[seat, turn[seat]]
                a, b = holes[other]
                if not (taken[a] and taken[b]):
                    clash = seat
                    break
                taken[a] = taken[b] = False
                weight *= weights[seat, turn[seat]]
                ties += positions[other] == positions[hole]
                beaten |= positions[other] > positions[hole]
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
def sample(
    hole: int,
    community: Cards,
    left: Flags,
    table: Indices,
    holes: Cards,
    named: Cards,
    picks: Cards,
) -> Ints:
    """For each sample: how many share the pot with the player, 0 if an opponent is better, -1 if it cannot be dealt.

    `named` has the hole hands of the opponents that have ranges, `picks` indices among the cards that are left for the
    others' cards and the board to come, each among one fewer than the one before.
    """
    shares = np.empty(len(picks), np.int64)
    board = np.empty(3, np.int64)
    board[: len(community)] = community
    missing = 3 - len(community)
    others = (picks.shape[1] - missing) // 2
    seats = named.shape[1] + others
    cards = np.empty((seats + 1, 2), np.int64)
    cards[0] = holes[hole]
    for row in range(len(picks)):
        open_cards = left.copy()
        clash = False
        for seat in range(named.shape[1]):
            a, b = holes[named[row, seat]]
            clash |= not (open_cards[a] and open_cards[b])
            open_cards[a] = open_cards[b] = False
            cards[1 + seat, 0], cards[1 + seat, 1] = a, b
        if clash:
            shares[row] = -1
            continue
        stub = np.flatnonzero(open_cards)
        for position in range(picks.shape[1]):
            last = len(stub) - 1 - position
            pick = picks[row, position]
            card = stub[pick]
            stub[pick] = stub[last]
            if position < missing:
                board[len(community) + position] = card
            else:
                at = position - missing
                cards[1 + named.shape[1] + at // 2, at % 2] = card
        own, ties, beaten = -1, 0, False
        for seat in range(seats + 1):
            position = hand_position(cards[seat, 0], cards[seat, 1], board, table)
            if seat == 0:
                own = position
            else:
                ties += position == own
                beaten |= position > own
        shares[row] = 0 if beaten else 1 + ties
    return shares


@njit(cache=True)
def hand_position(first: int, second: int, board: Cards, table: Indices) -> int:
    """The position of the best hand of two hole cards."""
    a, b, c = board[0], board[1], board[2]
    best = max(table[a, first, second], table[b, first, second], table[c, first, second])
    for card in (first, second):
        best = max(best, table[a, b, card], table[a, c, card], table[b, c, card])
    return int(best)
