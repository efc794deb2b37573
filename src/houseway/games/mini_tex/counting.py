"""Mini-Tex counted in compiled code, over boards up to suit isomorphism.

A table has a row for each class of boards (of three cards, or flops of two) and a column for each of the 1,326 hole
hands; hole cards that are on the board, or not in the deck, have `NO_HAND` there or nothing. Deals are counted as hole
cards, flop, river and dealer's cards, 84,284,272,800 of them; a board of three comes about in three ways, by which of
its cards is the river.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.counting.three_card_hands import POSITIONS, Cards, Flags, Indices, Ints, key_of, renaming
from houseway.jit import njit

Counts = NDArray[np.int16]
Values = NDArray[np.int32]

NO_HAND = -1
HOLES = 1326

# The lines of the printed tables.
FOLD_HOLE, FOLD_FLOP, FOLD_RIVER, NOT_QUALIFIED, WINS, TIES, LOSSES = range(7)


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
def positions_on(boards: Cards, deck: Flags, table: Indices) -> Indices:
    """The position of every hole hand on every board."""
    positions = np.empty((len(boards), HOLES), np.int16)
    for number in range(len(boards)):
        rank_holes(boards[number], deck, table, positions[number])
    return positions


@njit(cache=True)
def showdowns(positions: Indices, qualifies: Flags, holes: Cards) -> tuple[Counts, Counts, Counts]:
    """For each board and hole hand: how many of the dealer's hands that qualify it beats, ties and loses to.

    Hands are taken in rising order, in groups of equal ones. What a hand beats is all that came before and qualified,
    less what shares its first or its second card; no other hand shares both.
    """
    wins = np.full(positions.shape, NO_HAND, np.int16)
    ties, losses = wins.copy(), wins.copy()
    order = np.empty(HOLES, np.uint16)
    first, second = holes[:, 0].astype(np.uint16), holes[:, 1].astype(np.uint16)
    for number in range(len(positions)):
        here = positions[number]
        ends = np.zeros(POSITIONS + 2, np.int64)
        for hole in range(HOLES):
            ends[here[hole] + 1] += 1
        for position in range(POSITIONS):
            ends[position + 1] += ends[position]
        size = ends[POSITIONS]
        every = np.zeros(52, np.int64)  # of the dealer's hands, how many hold each card
        dealers = 0
        for hole in range(HOLES):
            position = here[hole]
            if position < POSITIONS:
                order[ends[position]] = hole
                ends[position] += 1  # grows from where a position begins to where it ends
                if qualifies[position]:
                    every[first[hole]] += 1
                    every[second[hole]] += 1
                    dealers += 1
        below, up_to = np.zeros(52, np.int64), np.zeros(52, np.int64)  # of the lower ones, and of those not higher
        begin = lower = 0
        while begin < size:
            position = here[order[begin]]
            group = order[begin : ends[position]]
            # A hand that would qualify itself is taken away with both its cards, so once too often.
            own = 1 if qualifies[position] else 0
            if own:
                for hole in group:
                    up_to[first[hole]] += 1
                    up_to[second[hole]] += 1
            not_higher = lower + own * len(group)
            for hole in group:
                a, b = first[hole], second[hole]
                beaten = lower - below[a] - below[b]
                not_better = not_higher - up_to[a] - up_to[b] + own
                wins[number, hole] = beaten
                ties[number, hole] = not_better - beaten
                losses[number, hole] = dealers - every[a] - every[b] + own - not_better
            for hole in group:
                below[first[hole]], below[second[hole]] = up_to[first[hole]], up_to[second[hole]]
            lower = not_higher
            begin = ends[position]
    return wins, ties, losses


@njit(cache=True)
def solve_rivers(
    wins: Counts, ties: Counts, losses: Counts, dealers: int, nets: Ints, bet_ties: bool
) -> tuple[Flags, Values]:
    """Whether to make the play bet, and the net of the better choice, added up over the dealer's hands."""
    bets = np.zeros(wins.shape, np.bool_)
    values = np.zeros(wins.shape, np.int32)
    fold = nets[FOLD_RIVER] * dealers
    idle, wins_net, ties_net, losses_net = nets[NOT_QUALIFIED], nets[WINS], nets[TIES], nets[LOSSES]
    for board in range(wins.shape[0]):
        for hole in range(HOLES):
            if wins[board, hole] == NO_HAND:
                continue
            win, tie, loss = int(wins[board, hole]), int(ties[board, hole]), int(losses[board, hole])
            value = idle * (dealers - win - tie - loss) + wins_net * win + ties_net * tie + losses_net * loss
            bets[board, hole] = value > fold or (bet_ties and value == fold)
            values[board, hole] = max(value, fold)
    return bets, values


@njit(cache=True)
def add_rivers(
    flops: Cards, deck: Flags, board_numbers: Indices, renamings: Cards, renamed: Indices, values: Values
) -> Values:
    """For each flop and hole hand, the values of a river table added up over the river cards."""
    sums = np.zeros((len(flops), HOLES), np.int32)
    board = np.empty(3, np.int64)
    for flop in range(len(flops)):
        board[:2] = flops[flop]
        for river in range(52):
            if not deck[river] or river == board[0] or river == board[1]:
                continue
            board[2] = river
            names = renaming(board)
            row = values[board_numbers[key_of(board, renamings[names])]]
            new = renamed[names]
            for hole in range(HOLES):
                sums[flop, hole] += row[new[hole]]
    return sums


@njit(cache=True)
def add_flops(flops: Cards, weights: Ints, values: Values, fold: int, holes: Cards, deck: Flags) -> Ints:
    """For each hole hand, the better of a flop table's value and a fold, added up over flops.

    Flops stand for their classes, so only the sum over a class of hole hands has a meaning.
    """
    sums = np.zeros(HOLES, np.int64)
    for flop in range(len(flops)):
        left = without(deck, flops[flop])
        for hole in range(HOLES):
            if left[holes[hole, 0]] and left[holes[hole, 1]]:
                sums[hole] += weights[flop] * max(int(values[flop, hole]), fold)
    return sums


@njit(cache=True)
def without(deck: Flags, board: Cards) -> Flags:
    """The cards that are left when a board is dealt."""
    left = deck.copy()
    for card in board:
        left[card] = False
    return left


@njit(cache=True)
def ways_to_board(
    board: Cards, flop_bets: Flags, flop_numbers: Indices, renamings: Cards, renamed: Indices, ways: Indices
) -> None:
    """For each hole hand, how many of a board's three cards may be the river when the player has bet on the flop."""
    ways[:] = 0
    flop = np.empty(2, np.int64)
    for river in range(3):
        flop[0], flop[1] = board[(river + 1) % 3], board[(river + 2) % 3]
        names = renaming(flop)
        row = flop_bets[flop_numbers[key_of(flop, renamings[names])]]
        new = renamed[names]
        for hole in range(HOLES):
            ways[hole] += row[new[hole]]


@njit(cache=True)
def tally_flops(hole_bets: Flags, flop_bets: Flags, flops: Cards, weights: Ints, holes: Cards, deck: Flags) -> Ints:
    """For each hole hand, the hands with their flop that end in a fold in the hole and on the flop."""
    folds = np.zeros((2, HOLES), np.int64)
    for flop in range(len(flops)):
        left = without(deck, flops[flop])
        for hole in range(HOLES):
            if left[holes[hole, 0]] and left[holes[hole, 1]] and not (hole_bets[hole] and flop_bets[flop, hole]):
                folds[FOLD_FLOP if hole_bets[hole] else FOLD_HOLE, hole] += weights[flop]
    return folds


@njit(cache=True)
def tally_boards(
    hole_bets: Flags,
    flop_bets: Flags,
    river_bets: Flags,
    wins: Counts,
    ties: Counts,
    losses: Counts,
    boards: Cards,
    weights: Ints,
    flop_numbers: Indices,
    renamings: Cards,
    renamed: Indices,
) -> Ints:
    """For each hole hand: deals that win, tie and lose, boards to which the play bet is made and boards folded."""
    counts = np.zeros((5, HOLES), np.int64)
    ways = np.empty(HOLES, np.int16)
    for board in range(len(boards)):
        ways_to_board(boards[board], flop_bets, flop_numbers, renamings, renamed, ways)
        for hole in range(HOLES):
            there = hole_bets[hole] and wins[board, hole] != NO_HAND
            deals = ways[hole] * weights[board] * there
            played = deals * river_bets[board, hole]
            counts[0, hole] += played * wins[board, hole]
            counts[1, hole] += played * ties[board, hole]
            counts[2, hole] += played * losses[board, hole]
            counts[3, hole] += played
            counts[4, hole] += deals - played
    return counts


@njit(cache=True)
def alike(sets: Cards, renamings: Cards, renamed: Indices) -> Indices:
    """For each board and hole hand, the first isomorphic hole hand under renamings that keep the board."""
    first = np.empty((len(sets), HOLES), np.int16)
    for number in range(len(sets)):
        for hole in range(HOLES):
            first[number, hole] = hole
        key = key_of(sets[number], renamings[0])
        for names in range(1, len(renamings)):
            if key_of(sets[number], renamings[names]) == key:
                for hole in range(HOLES):
                    first[number, hole] = min(first[number, hole], renamed[names, hole])
    return first
