"""The loops of counting shared boards, compiled: hole cards ranked and compared on a board, values brought back to the
boards that came before, deals counted.

Cards are faces of the deck, hole cards (a hole) have a number each. `Links` say for a board which earlier boards it may
have grown from, as a row of a table and a renaming of the suits: a hole there is the renamed hole here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.derived.universe import Faces, Ints
from houseway.jit import njit
from houseway.rankings.compiled import BoardTable, best_suited, set_number

Holes = NDArray[np.int32]

BLOCKED = -1  # instead of a position: a hole card is on the board
STANDS = 3  # the player's hand is above, equal to or below the dealer's


class Deck(NamedTuple):
    """The cards, and all hole cards that they make."""

    rank: Ints  # of each face, 0 to 12
    suit: Ints
    holes: Faces
    bits: NDArray[np.uint64]  # of each hole, its faces
    rank_sets: Ints  # and the number of its set of ranks
    masks: Ints  # and its ranks in each suit, as bits
    kinds: Ints  # and its kind: what side wagers pay
    renamed: Holes  # [renaming, hole]


class Facts(NamedTuple):
    """What settlement depends on besides which hand is higher, by position."""

    player: Ints
    dealer: Ints
    numbers: Ints  # how many facts of the player's and of the dealer's there are


class Links(NamedTuple):
    """For each board, a column for each set of its cards that may have been there before."""

    rows: Holes
    names: NDArray[np.int8]  # the renaming
    weights: Ints  # how many boards are this one up to suits


class Roots(NamedTuple):
    """The lines of play that are still open when the last cards of the board are seen."""

    first: Ints  # of each, its first and last column of links
    last: Ints
    starts: Ints  # of each, where its paths start; one more at the end
    leaves: Ints  # of each path, where it ends


class Room(NamedTuple):
    """Memory for one board."""

    positions: NDArray[np.int16]
    order: Holes  # holes that can be dealt, in the order of their positions
    counts: Holes  # [hole, dealer's fact and how the hands stand]: the dealer's hands


@njit(cache=True, nogil=True)
def rank_holes(board: Any, deck: Deck, table: BoardTable, room: Room) -> int:
    """The position of every hole on a board; the holes that can be dealt come first in `order`, which are counted."""
    positions, order = room.positions, room.order
    ranks = np.empty(len(board), np.int64)
    suits = np.zeros(4, np.int64)
    cards = np.uint64(0)
    for i in range(len(board)):
        ranks[i] = deck.rank[board[i]]
        suits[deck.suit[board[i]]] |= 1 << ranks[i]
        cards |= np.uint64(1) << np.uint64(board[i])
    row = table.best[set_number(ranks, table.choose)]
    size = 0
    for hole in range(len(positions)):
        free = deck.bits[hole] & cards == 0
        positions[hole] = row[deck.rank_sets[hole]] if free else BLOCKED
        order[size] = hole
        size += free
    for suit in range(4):
        here = suits[suit]
        if table.bits[here] + table.limits[2] < table.limits[0]:
            continue
        for i in range(size):
            hole = order[i]
            mine = deck.masks[hole, suit]
            if table.bits[mine] >= table.limits[1] and table.bits[mine] + table.bits[here] >= table.limits[0]:
                positions[hole] = max(positions[hole], best_suited(mine, here, table))
    return size


@njit(cache=True, nogil=True)
def _sort(room: Room, size: int, ends: Ints) -> None:
    """Bring holes in rising order of their positions; `ends` becomes where each position ends."""
    positions, order = room.positions, room.order
    ends[:] = 0
    for i in range(size):
        ends[positions[order[i]] + 1] += 1
    for position in range(1, len(ends)):
        ends[position] += ends[position - 1]
    for hole in range(len(positions)):
        if positions[hole] != BLOCKED:
            order[ends[positions[hole]]] = hole
            ends[positions[hole]] += 1


@njit(cache=True, nogil=True)
def compare(deck: Deck, facts: Facts, size: int, ends: Ints, room: Room) -> None:
    """For each hole: the dealer's holes of each fact that it is above, equal to and below.

    Holes are taken in rising order, in groups of equal ones. What a hole is above is all that came before, less what
    shares its first or its second card; no other hole shares both, so that nothing is taken away twice but itself.
    """
    _sort(room, size, ends)
    positions, order, counts = room.positions, room.order, room.counts
    kinds, cards = facts.numbers[1], len(deck.rank)
    every, whole = np.zeros((kinds, cards), np.int64), np.zeros(kinds, np.int64)
    for i in range(size):
        hole = order[i]
        fact = facts.dealer[positions[hole]]
        every[fact, deck.holes[hole, 0]] += 1
        every[fact, deck.holes[hole, 1]] += 1
        whole[fact] += 1
    below, lower = np.zeros((kinds, cards), np.int64), np.zeros(kinds, np.int64)
    begin = 0
    while begin < size:
        position = positions[order[begin]]
        end, own = ends[position], facts.dealer[position]
        for i in range(begin, end):
            hole = order[i]
            one, two = deck.holes[hole, 0], deck.holes[hole, 1]
            for fact in range(kinds):
                above = lower[fact] - below[fact, one] - below[fact, two]
                counts[hole, STANDS * fact] = above
                counts[hole, STANDS * fact + 1] = 0
                counts[hole, STANDS * fact + 2] = whole[fact] - every[fact, one] - every[fact, two] - above
        for i in range(begin, end):
            hole = order[i]
            below[own, deck.holes[hole, 0]] += 1
            below[own, deck.holes[hole, 1]] += 1
        lower[own] += end - begin
        for i in range(begin, end):
            hole = order[i]
            one, two = deck.holes[hole, 0], deck.holes[hole, 1]
            equal = lower[own] - below[own, one] - below[own, two] + 1 - counts[hole, STANDS * own]
            counts[hole, STANDS * own + 1] = equal
            counts[hole, STANDS * own + 2] -= equal - 1  # the hole itself was taken away twice there, too
        begin = end


@njit(cache=True, nogil=True)
def count_board(
    board: Any, deck: Deck, table: BoardTable, facts: Facts, dealer: bool, ends: Ints, room: Room
) -> int:
    """Rank and compare all holes on one board. Without a dealer there is one ending, as if hands were equal."""
    size = rank_holes(board, deck, table, room)
    if dealer:
        compare(deck, facts, size, ends, room)
    else:
        room.counts[:, 1] = 1
    return size


@njit(cache=True, nogil=True)
def make_room(deck: Deck, table: BoardTable, facts: Facts) -> tuple[Ints, Room]:
    holes = len(deck.holes)
    counts = np.zeros((holes, STANDS * facts.numbers[1]), np.int32)
    return np.zeros(len(table.ranks) + 1, np.int64), Room(np.empty(holes, np.int16), np.empty(holes + 1, np.int32), counts)


@njit(cache=True, nogil=True)
def find_classes(
    boards: Faces, first: int, last: int, deck: Deck, table: BoardTable, facts: Facts, dealer: bool, found: Ints
) -> None:
    """A board and a hole, as one number, for each kind of hole, player's fact, dealer's fact and comparison."""
    ends, room = make_room(deck, table, facts)
    for board in range(first, last):
        size = count_board(boards[board], deck, table, facts, dealer, ends, room)
        for i in range(size):
            hole = room.order[i]
            row = found[deck.kinds[hole], facts.player[room.positions[hole]]]
            for column in range(len(row)):
                if row[column] < 0 and room.counts[hole, column] > 0:
                    row[column] = board * len(deck.holes) + hole


@njit(cache=True, nogil=True)
def best_path(counts: Any, fact: int, first: int, last: int, leaves: Ints, nets: Ints) -> tuple[int, int]:
    """The first of the best paths of a line of play, and what it is worth."""
    best, most = first, np.int64(0)
    for path in range(first, last):
        value = np.int64(0)
        row = nets[leaves[path], fact]
        for column in range(len(row)):
            value += counts[column] * row[column]
        if path == first or value > most:
            best, most = path, value
    return best, most


@njit(cache=True, nogil=True)
def worth(counts: Any, fact: int, leaf: int, nets: Ints) -> int:
    value = np.int64(0)
    for column in range(nets.shape[2]):
        value += counts[column] * nets[leaf, fact, column]
    return value


@njit(cache=True, nogil=True)
def solve_boards(
    boards: Faces,
    first: int,
    last: int,
    deck: Deck,
    table: BoardTable,
    facts: Facts,
    dealer: bool,
    links: Links,
    roots: Roots,
    nets: Ints,
    sums: Ints,
) -> None:
    """Add the values of all lines of play to the earlier boards: `sums` is [payoff, row, hole].

    The first payoff of `nets` [payoff, leaf, player's fact, column] decides.
    """
    ends, room = make_room(deck, table, facts)
    values = np.empty((len(nets), len(deck.holes)), np.int64)
    for board in range(first, last):
        size = count_board(boards[board], deck, table, facts, dealer, ends, room)
        weight = links.weights[board]
        for root in range(len(roots.first)):
            start, stop = roots.starts[root], roots.starts[root + 1]
            for i in range(size):
                hole = room.order[i]
                fact = facts.player[room.positions[hole]]
                path, value = best_path(room.counts[hole], fact, start, stop, roots.leaves, nets[0])
                values[0, i] = value * weight
                for payoff in range(1, len(nets)):
                    values[payoff, i] = weight * worth(room.counts[hole], fact, roots.leaves[path], nets[payoff])
            for link in range(roots.first[root], roots.last[root]):
                renamed = deck.renamed[links.names[board, link]]
                for payoff in range(len(nets)):
                    row = sums[payoff, links.rows[board, link]]
                    for i in range(size):
                        row[renamed[room.order[i]]] += values[payoff, i]


@njit(cache=True, nogil=True)
def tally_boards(
    boards: Faces,
    first: int,
    last: int,
    deck: Deck,
    table: BoardTable,
    facts: Facts,
    dealer: bool,
    links: Links,
    roots: Roots,
    nets: Ints,
    plan: NDArray[np.int8],
    reach: Holes,
    tally: Ints,
) -> None:
    """Add up the deals that end in each leaf: `tally` is [kind of hole, leaf, player's fact, column].

    `reach` is how many ways lead to a line of play from each earlier board [row, hole]; `plan` the path that is taken
    [line of play, board, hole], or nothing where the best is.
    """
    ends, room = make_room(deck, table, facts)
    ways = np.empty(len(deck.holes), np.int64)
    for board in range(first, last):
        size = count_board(boards[board], deck, table, facts, dealer, ends, room)
        weight = links.weights[board]
        for root in range(len(roots.first)):
            start, stop = roots.starts[root], roots.starts[root + 1]
            ways[:size] = 0
            for link in range(roots.first[root], roots.last[root]):
                renamed, row = deck.renamed[links.names[board, link]], reach[links.rows[board, link]]
                for i in range(size):
                    ways[i] += row[renamed[room.order[i]]]
            for i in range(size):
                if ways[i]:
                    hole = room.order[i]
                    fact, path = facts.player[room.positions[hole]], start
                    if len(plan):
                        path = start + plan[root, board, hole]
                    elif stop > start + 1:
                        path, _ = best_path(room.counts[hole], fact, start, stop, roots.leaves, nets)
                    row_of = tally[deck.kinds[hole], roots.leaves[path], fact]
                    for column in range(len(row_of)):
                        row_of[column] += weight * ways[i] * room.counts[hole, column]


# --- between earlier boards, whose values are tables ---


@njit(cache=True, nogil=True)
def push(values: Ints, links: Links, renamed: Holes, sums: Ints) -> None:
    """Add the values of boards to the boards that they may have grown from."""
    for board in range(len(values)):
        for link in range(links.rows.shape[1]):
            row, names = sums[links.rows[board, link]], renamed[links.names[board, link]]
            for hole in range(values.shape[1]):
                row[names[hole]] += links.weights[board] * values[board, hole]


@njit(cache=True, nogil=True)
def pull(ways: Ints, links: Links, renamed: Holes, sums: Ints) -> None:
    """Add up for each board the ways that lead to the boards that it may have grown from."""
    for board in range(len(sums)):
        for link in range(links.rows.shape[1]):
            row, names = ways[links.rows[board, link]], renamed[links.names[board, link]]
            for hole in range(sums.shape[1]):
                sums[board, hole] += row[names[hole]]


@njit(cache=True, nogil=True)
def symmetric(sums: Ints, kept: NDArray[np.bool_], weights: Ints, renamed: Holes) -> Ints:
    """Values of each board and hole out of the sums that `push` and `solve_boards` make.

    What they add up for a board stands for all boards that are the same up to suits, and for a hole only together with
    the holes that it becomes by a renaming which keeps the board; all of these have the same value, their mean.
    """
    found = np.zeros_like(sums)
    for board in range(len(sums)):
        alike = 0
        for names in range(len(renamed)):
            if kept[board, names]:
                alike += 1
                for hole in range(sums.shape[1]):
                    found[board, hole] += sums[board, renamed[names, hole]]
        for hole in range(sums.shape[1]):
            found[board, hole] //= alike * weights[board]
    return found
