"""The loops of counting shared boards, compiled: hole cards ranked and compared on a board, values brought back to the
boards that came before, deals counted.

Cards are faces of the deck, hole cards (a hole) have a number each. `Links` say for a board which earlier boards it may
have grown from, as a row of a table and a renaming of the suits: a hole there is the renamed hole here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.compiled_rankings import BoardTable, set_number
from houseway.odds.universe import Faces, Ints

Holes = NDArray[np.int32]
Indices = NDArray[np.uint16]

BLOCKED = np.uint16(65535)
STANDS = 3  # the player's hand is above, equal to or below the dealer's


class Deck(NamedTuple):
    """The cards, and all hole cards that they make."""

    rank: Ints  # of each face, 0 to 12
    suit: Ints
    holes: Faces
    first: NDArray[np.uint8]  # of each hole, its first and its last card
    second: NDArray[np.uint8]
    bits: NDArray[np.uint64]  # of each hole, its faces
    rank_sets: Ints  # and the number of its set of ranks
    suits: NDArray[np.int8]  # [hole, place]: the suits of its cards, and the number of its ranks in each
    suited: NDArray[np.int16]
    kinds: Ints  # and its kind: what side wagers pay
    theirs: NDArray[np.bool_]  # and whether the dealer may have it
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
    """Memory for one board. All but the first are in rising order of positions, as far as holes can be dealt."""

    positions: Indices  # of each hole
    order: Indices  # the holes
    ranked: Indices  # and their positions
    cards: Ints  # and their first and second card
    counts: Indices  # [place, dealer's fact and how the hands stand]: the dealer's hands
    ends: Ints


@njit(cache=True, nogil=True)
def make_room(deck: Deck, table: BoardTable, facts: Facts) -> Room:
    holes = len(deck.holes)
    counts = np.zeros((holes, STANDS * facts.numbers[1]), np.uint16)
    each = np.empty((3, holes + 1), np.uint16)
    cards, ends = np.empty((2, holes), np.int64), np.empty(len(table.ranks) + 2, np.int64)
    return Room(each[0], each[1], each[2], cards, counts, ends)


@njit(cache=True, nogil=True)
def look_up(board: Any, deck: Deck, table: BoardTable, lines: Ints) -> Any:
    """Where the table has a board: the row of its set of ranks, `lines` of its ranks in each suit; also the best hand
    that it makes alone in a suit, and its cards as bits."""
    ranks = np.empty(len(board), np.int64)
    cards, alone = np.uint64(0), np.int16(-1)
    lines[:] = 0
    for i in range(len(board)):
        ranks[i] = deck.rank[board[i]]
        lines[deck.suit[board[i]]] |= 1 << ranks[i]
        cards |= np.uint64(1) << np.uint64(board[i])
    for suit in range(4):
        lines[suit] = table.numbers[lines[suit]]
        alone = max(alone, table.suited[lines[suit], 0])
    return table.best[set_number(ranks, table.choose)], alone, cards


@njit(cache=True, nogil=True)
def position_of(hole: int, row: Any, alone: int, lines: Ints, deck: Deck, table: BoardTable) -> Any:
    """The position of a hole on a board that was looked up."""
    position = max(row[deck.rank_sets[hole]], alone)
    for place in range(deck.suits.shape[1]):
        position = max(position, table.suited[lines[deck.suits[hole, place]], deck.suited[hole, place]])
    return position


@njit(cache=True, nogil=True)
def rank_holes(board: Any, deck: Deck, table: BoardTable, room: Room) -> int:
    """The position of every hole on a board; the holes that can be dealt come first in `order`, which are counted."""
    lines = np.empty(4, np.int64)
    row, alone, cards = look_up(board, deck, table, lines)
    blocked = np.uint16(len(table.ranks))  # above all hands, so that it is sorted behind them
    size = 0
    for hole in range(len(deck.bits)):
        if deck.bits[hole] & cards:
            room.positions[hole] = blocked
        else:
            room.positions[hole] = position_of(hole, row, alone, lines, deck, table)
            room.order[size] = hole
            size += 1
    return size


@njit(cache=True, nogil=True)
def rank_boards(boards: Faces, holes: Ints, deck: Deck, table: BoardTable, positions: Indices) -> None:
    """The position of some holes on many boards [board, hole]; BLOCKED where they share a card."""
    lines = np.empty(4, np.int64)
    for board in range(len(boards)):
        row, alone, cards = look_up(boards[board], deck, table, lines)
        for i in range(len(holes)):
            if deck.bits[holes[i]] & cards:
                positions[board, i] = BLOCKED
            else:
                positions[board, i] = position_of(holes[i], row, alone, lines, deck, table)


@njit(cache=True, nogil=True)
def rank_deals(boards: Faces, holes: Ints, deck: Deck, table: BoardTable, positions: Indices) -> None:
    """The positions of holes, of which each board has its own [board, seat]."""
    lines = np.empty(4, np.int64)
    for board in range(len(boards)):
        row, alone, _ = look_up(boards[board], deck, table, lines)
        for seat in range(holes.shape[1]):
            positions[board, seat] = position_of(holes[board, seat], row, alone, lines, deck, table)


@njit(cache=True, nogil=True)
def compare(deck: Deck, facts: Facts, size: int, room: Room) -> None:
    """For each hole: the dealer's holes of each fact that it is above, equal to and below.

    Holes are taken in rising order, in groups of equal ones. What a hole is above is all that came before, less what
    shares its first or its second card; no other hole shares both, so that nothing is taken away twice but itself.
    """
    positions, order, ranked, cards, counts, ends = room
    ends[:] = 0
    for hole in range(len(deck.bits)):
        ends[positions[hole] + 1] += 1
    for position in range(1, len(ends)):
        ends[position] += ends[position - 1]
    kinds = facts.numbers[1]
    every, whole = np.zeros((len(deck.rank), kinds), np.int64), np.zeros(kinds, np.int64)
    last = len(ends) - 2
    for hole in range(len(deck.bits)):
        position = positions[hole]
        if position == last:
            continue
        place = ends[position]
        ends[position] = place + 1
        one, two, fact = deck.first[hole], deck.second[hole], facts.dealer[position]
        order[place], ranked[place], cards[0, place], cards[1, place] = hole, position, one, two
        if deck.theirs[hole]:
            every[one, fact] += 1
            every[two, fact] += 1
            whole[fact] += 1
    below, lower = np.zeros((len(deck.rank), kinds), np.int64), np.zeros(kinds, np.int64)
    begin = 0
    while begin < size:
        position = ranked[begin]
        end, own = ends[position], facts.dealer[position]
        for i in range(begin, end):
            one, two = cards[0, i], cards[1, i]
            for fact in range(kinds):
                above = lower[fact] - below[one, fact] - below[two, fact]
                counts[i, STANDS * fact] = above
                counts[i, STANDS * fact + 1] = 0
                counts[i, STANDS * fact + 2] = whole[fact] - every[one, fact] - every[two, fact] - above
        for i in range(begin, end):
            if deck.theirs[order[i]]:
                below[cards[0, i], own] += 1
                below[cards[1, i], own] += 1
                lower[own] += 1
        for i in range(begin, end):
            above, itself = np.int64(counts[i, STANDS * own]), np.int64(deck.theirs[order[i]])
            equal = lower[own] - below[cards[0, i], own] - below[cards[1, i], own] + itself - above
            counts[i, STANDS * own + 1] = equal
            # Among those below, the hole itself was taken away with both of its cards, once too often.
            lost = whole[own] - every[cards[0, i], own] - every[cards[1, i], own] + itself - above - equal
            counts[i, STANDS * own + 2] = lost
        begin = end


@njit(cache=True, nogil=True)
def count_board(board: Any, deck: Deck, table: BoardTable, facts: Facts, dealer: bool, room: Room) -> int:
    """Rank and compare all holes on one board. Without a dealer there is one ending, as if hands were equal."""
    size = rank_holes(board, deck, table, room)
    if dealer:
        compare(deck, facts, size, room)
    else:
        for i in range(size):
            room.ranked[i] = room.positions[room.order[i]]
            room.counts[i, 1] = 1
    return size


@njit(cache=True, nogil=True)
def tally_holes(
    boards: Faces, weights: Ints, deck: Deck, table: BoardTable, facts: Facts, room: Room, tally: Ints
) -> None:
    """Every hole against every other on boards that stand for so many: `tally` is [kind of hole, above or equal or
    below]."""
    for board in range(len(boards)):
        size = count_board(boards[board], deck, table, facts, True, room)
        for i in range(size):
            row = tally[deck.kinds[room.order[i]]]
            for stands in range(STANDS):
                row[stands] += weights[board] * np.int64(room.counts[i, stands])


class Counted(NamedTuple):
    """Boards that were ranked and compared before: `Room` for each of them."""

    sizes: Ints
    order: Indices
    ranked: Indices
    counts: Indices


class Dealt(NamedTuple):
    """What the loops over all boards look at."""

    boards: Faces
    deck: Deck
    table: BoardTable
    facts: Facts
    dealer: bool  # whether there is one
    counted: Counted


@njit(cache=True, nogil=True)
def count_or_recall(number: int, dealt: Dealt, room: Room) -> tuple[int, Indices, Indices, Indices]:
    """A board's holes in order, their positions and counts: as they were stored, or else counted (and stored)."""
    boards, deck, table, facts, dealer, counted = dealt
    if not len(counted.sizes):
        size = count_board(boards[number], deck, table, facts, dealer, room)
        return size, room.order, room.ranked, room.counts
    order, ranked, counts = counted.order[number], counted.ranked[number], counted.counts[number]
    if not counted.sizes[number]:
        own = Room(room.positions, order, ranked, room.cards, counts, room.ends)
        counted.sizes[number] = count_board(boards[number], deck, table, facts, dealer, own)
    return counted.sizes[number], order, ranked, counts


@njit(cache=True, nogil=True)
def find_classes(dealt: Dealt, first: int, last: int, found: Ints) -> None:
    """A board and a hole, as one number, for each kind of hole, player's fact, dealer's fact and comparison."""
    deck, facts = dealt.deck, dealt.facts
    room = make_room(deck, dealt.table, facts)
    for board in range(first, last):
        size, order, ranked, counts = count_or_recall(board, dealt, room)
        for i in range(size):
            row = found[deck.kinds[order[i]], facts.player[ranked[i]]]
            for column in range(len(row)):
                if row[column] < 0 and counts[i, column] > 0:
                    row[column] = board * len(deck.holes) + order[i]


@njit(cache=True, nogil=True)
def best_path(counts: Any, fact: int, first: int, last: int, leaves: Ints, nets: Ints) -> tuple[int, Any]:
    """The first of the best paths of a line of play, and what it is worth."""
    best, most = first, np.int64(0)
    for path in range(first, last):
        value = np.int64(0)
        row = nets[leaves[path], fact]
        for column in range(len(row)):
            value += np.int64(counts[column]) * row[column]
        if path == first or value > most:
            best, most = path, value
    return best, most


@njit(cache=True, nogil=True)
def worth(counts: Any, fact: int, leaf: int, nets: Ints) -> Any:
    value = np.int64(0)
    for column in range(nets.shape[2]):
        value += np.int64(counts[column]) * nets[leaf, fact, column]
    return value


@njit(cache=True, nogil=True)
def solve_boards(dealt: Dealt, first: int, last: int, links: Links, roots: Roots, nets: Ints, sums: Ints) -> None:
    """Add the values of all lines of play to the earlier boards: `sums` is [payoff, row, hole].

    The first payoff of `nets` [payoff, leaf, player's fact, column] decides.
    """
    deck, facts = dealt.deck, dealt.facts
    room = make_room(deck, dealt.table, facts)
    values = np.empty((len(nets), len(deck.holes)), np.int64)
    for board in range(first, last):
        size, order, ranked, counts = count_or_recall(board, dealt, room)
        weight = links.weights[board]
        for root in range(len(roots.first)):
            start, stop = roots.starts[root], roots.starts[root + 1]
            for i in range(size):
                fact = facts.player[ranked[i]]
                path, value = best_path(counts[i], fact, start, stop, roots.leaves, nets[0])
                values[0, i] = value * weight
                for payoff in range(1, len(nets)):
                    values[payoff, i] = weight * worth(counts[i], fact, roots.leaves[path], nets[payoff])
            for link in range(roots.first[root], roots.last[root]):
                renamed = deck.renamed[links.names[board, link]]
                for payoff in range(len(nets)):
                    row = sums[payoff, links.rows[board, link]]
                    for i in range(size):
                        row[renamed[order[i]]] += values[payoff, i]


@njit(cache=True, nogil=True)
def tally_boards(
    dealt: Dealt,
    first: int,
    last: int,
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
    deck, facts = dealt.deck, dealt.facts
    room = make_room(deck, dealt.table, facts)
    ways = np.empty(len(deck.holes), np.int64)
    for board in range(first, last):
        size, order, ranked, counts = count_or_recall(board, dealt, room)
        weight = links.weights[board]
        for root in range(len(roots.first)):
            start, stop = roots.starts[root], roots.starts[root + 1]
            ways[:size] = 0
            for link in range(roots.first[root], roots.last[root]):
                renamed, row = deck.renamed[links.names[board, link]], reach[links.rows[board, link]]
                for i in range(size):
                    ways[i] += row[renamed[order[i]]]
            for i in range(size):
                if ways[i]:
                    hole = order[i]
                    fact, path = facts.player[ranked[i]], start
                    if len(plan):
                        path = start + plan[root, board, hole]
                    elif stop > start + 1:
                        path, _ = best_path(counts[i], fact, start, stop, roots.leaves, nets)
                    row_of = tally[deck.kinds[hole], roots.leaves[path], fact]
                    for column in range(len(row_of)):
                        row_of[column] += weight * ways[i] * np.int64(counts[i, column])


@njit(cache=True, nogil=True)
def fill_hands(
    dealt: Dealt, first: int, last: int, roots: Roots, nets: Ints, plan: NDArray[np.int8], shifts: Ints, hands: Any
) -> None:
    """Every hole on every board in a number: its position and the dealer's fact above the paths that are taken.

    `shifts` has the lowest bit of each line of play's path, then that of the dealer's fact, then of the position.
    """
    deck, facts = dealt.deck, dealt.facts
    room = make_room(deck, dealt.table, facts)
    for board in range(first, last):
        size, order, ranked, counts = count_or_recall(board, dealt, room)
        for i in range(size):
            position = np.int64(ranked[i])
            found = position << shifts[-1] | facts.dealer[position] << shifts[-2]
            for root in range(len(roots.first)):
                start, stop = roots.starts[root], roots.starts[root + 1]
                if stop > start + 1:
                    if len(plan):
                        path = np.int64(plan[root, board, order[i]])
                    else:
                        best, _ = best_path(counts[i], facts.player[position], start, stop, roots.leaves, nets)
                        path = best - start
                    found |= path << shifts[root]
            hands[board, order[i]] = found


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
