"""Games with a board: player and dealer rank their own cards together with shared ones, and decide as these appear.

Boards are counted up to suits: 1,755 of three cards, 134,459 of five. On each of them all hole cards are ranked once,
by the game's compiled ranking, and compared with each other. What lines of play are worth there is added up for the
boards that may have come before; so decisions are taken from the end of the round to its beginning.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.odds import board_loops as loops
from houseway.odds.board_loops import Holes
from houseway.odds.board_shape import Root, Shape
from houseway.odds.compiled_rankings import BoardTable, board_table
from houseway.odds.game_odds import NOTHING
from houseway.odds.levels import Group, merged
from houseway.odds.limits import Meter
from houseway.odds.nodes import End
from houseway.odds.universe import Faces, Ints, Universe, keys, subsets

THREADS = max(1, min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
MOST_WHOLE = 3  # games whose boards are all counted; those with other pay tables share them
PARTS = 64  # of the boards, between two looks at the clock
MOST_STORED = 200_000_000  # bytes: what was ranked and compared is stored in no more than these, or else done again

_whole: dict[Any, loops.Counted] = {}


class Street(NamedTuple):
    """All boards of a size up to suits."""

    boards: Faces
    weights: Ints  # how many boards each stands for
    numbers: NDArray[Any]  # the key of each board, ascending
    keeping: NDArray[np.bool_]  # [board, renaming]: whether the renaming keeps the board


class Geometry:
    """A deck's hole cards and boards, up to suits, and which boards grow from which."""

    def __init__(self, universe: Universe, hole: int, exposed: Sequence[Card] = ()) -> None:
        self.universe, self.hole = universe, hole
        self._exposed = universe.faces(exposed)
        alike = universe.alike.tolist()
        self.renamings = np.array(
            [names for names in permutations(range(4)) if all(alike[a] == alike[b] for a, b in enumerate(names))],
            np.int8,
        )
        self._names = np.zeros(256, np.int8)  # the number of a renaming, by two bits for each suit
        self._names[_packed(self.renamings)] = np.arange(len(self.renamings))
        self.faces = np.array(
            [
                [universe.face_of[rank, names[suit]] for rank, suit in zip(universe.rank, universe.suit, strict=True)]
                for names in self.renamings
            ],
            np.uint8,
        )
        self.holes = subsets(len(universe), hole)
        held = np.isin(self.holes, self._exposed).sum(axis=1)
        self.ours, self.theirs = held == 0, held == min(hole, len(exposed))  # which the player and the dealer may have
        self.numbers = np.zeros(len(universe) ** hole, np.int32)
        self.numbers[self._index(self.holes)] = np.arange(len(self.holes))
        self.renamed: Holes = np.stack(
            [self.numbers[self._index(np.sort(faces[self.holes], axis=1))] for faces in self.faces]
        )
        _, self.hole_class, _ = merged(universe, [Group("dealt", hole)], self.holes.copy())
        self._streets: dict[int, Street] = {}
        self._links: dict[tuple[int, int], loops.Links] = {}

    def _index(self, holes: Faces) -> Ints:
        index = np.zeros(len(holes), np.int64)
        for column in holes.T:
            index = index * len(self.universe) + column
        return index

    def hole_numbers(self, holes: Faces) -> Ints:
        """The numbers of holes, their faces in any order."""
        rows = np.sort(holes.reshape(-1, self.hole), axis=1)
        return self.numbers[self._index(rows)].astype(np.int64).reshape(holes.shape[:-1])

    def hole_number(self, faces: Sequence[int]) -> int:
        return int(self.hole_numbers(np.array([faces], np.uint8))[0])

    def street(self, size: int) -> Street:
        if size not in self._streets:
            universe = self.universe
            rows = subsets(len(universe), size) if size else np.zeros((1, 0), np.uint8)
            rows = rows[~np.isin(rows, self._exposed).any(axis=1)]
            boards, number, _ = merged(universe, [Group("community", size)], rows)
            keeping = np.stack([(np.sort(faces[boards], axis=1) == boards).all(axis=1) for faces in self.faces], axis=1)
            self._streets[size] = Street(boards, np.bincount(number), keys(boards), keeping)
        return self._streets[size]

    def links(self, after: int, before: int) -> loops.Links:
        """How the boards of a size grow from those of a smaller one."""
        if (after, before) not in self._links:
            street, earlier = self.street(after), self.street(before)
            chosen = np.array(list(combinations(range(after), before)), np.int64).reshape(comb(after, before), before)
            rows = np.zeros((len(street.boards), len(chosen)), np.int32)
            names = np.zeros((len(street.boards), len(chosen)), np.int8)
            for column, places in enumerate(chosen):
                rows[:, column], names[:, column] = self.find(street.boards[:, places], earlier)
            self._links[after, before] = loops.Links(rows, names, street.weights)
        return self._links[after, before]

    def within(self, other: Geometry, size: int) -> tuple[Ints, Holes]:
        """Where boards of a size are in the geometry of a larger deck: the number of each board, and of the holes there
        [board, hole]."""
        place = np.array(other.universe.faces([copies[0] for copies in self.universe.cards]), np.uint8)
        rows, names = other.find(place[self.street(size).boards], other.street(size))
        return rows[:, None], other.renamed[names][:, other.hole_numbers(place[self.holes])]

    def find(self, boards: Faces, street: Street) -> tuple[Ints, NDArray[np.int8]]:
        """The number of each board, and the renaming that makes it the one of that number."""
        if not boards.shape[1]:
            return np.zeros(len(boards), np.int64), np.zeros(len(boards), np.int8)
        found, number, perms = merged(self.universe, [Group("community", boards.shape[1])], boards.copy())
        return np.searchsorted(street.numbers, keys(found))[number], self._names[_packed(perms)]


@lru_cache(maxsize=4)
def geometry_of(deck: tuple[Card, ...], hole: int, *exposed: Card) -> Geometry:
    """The geometry of a deck, which all games that are dealt from it share; exposed cards are the dealer's."""
    return Geometry(Universe(deck, suits=True, apart=exposed), hole, exposed)


def deck_of(geometry: Geometry, table: BoardTable, kinds: Ints) -> loops.Deck:
    """The cards and the holes as the compiled loops look them up."""
    universe, holes = geometry.universe, geometry.holes
    rank = np.array([cards[0].rank - 2 for cards in universe.cards], np.int64)
    suits = universe.suit[holes]
    masks = ((suits[:, :, None] == suits[:, None]) << rank[holes][:, None]).sum(axis=2)  # of each card's suit
    sets = np.sort(rank[holes], axis=1)
    numbers = sum(table.choose[sets[:, place] + place, place + 1] for place in range(geometry.hole))
    first, second = (np.ascontiguousarray(holes[:, place]) for place in (0, -1))
    return loops.Deck(
        *(rank, universe.suit, holes, first, second, bits_of(holes), numbers),
        *(suits.astype(np.int8), table.numbers[masks], kinds, geometry.theirs, geometry.renamed),
    )


def bits_of(faces: Faces) -> NDArray[np.uint64]:
    """Sets of faces as bits."""
    bits: NDArray[np.uint64] = (np.uint64(1) << faces.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits


class Solution(NamedTuple):
    """The best play for one payoff, and what other payoffs come to when it is followed."""

    values: dict[int, Ints]  # of each line of play after the first: [payoff, board of the parent's street, hole]
    paths: dict[int, Ints]  # of each line of play before the last street, the number of the best path [board, hole]
    nets: Ints


class Boards:
    """All deals of a game, board by board."""

    def __init__(self, shape: Shape, geometry: Geometry, kinds: Ints) -> None:
        self.shape, self.geometry = shape, geometry
        game, ranking = shape.game, shape.ranking
        self.table: BoardTable = board_table(ranking, shape.hole, shape.board)
        self.deck = deck_of(geometry, self.table, kinds)
        self.player_facts, player = _numbered(map(game.player_fact, self.table.ranks.tolist()))
        self.dealer_facts, dealer = _numbered(map(game.dealer_fact, self.table.ranks.tolist()))
        if not shape.dealer:
            self.dealer_facts, dealer = [None], np.zeros(len(dealer), np.int64)
        self.facts = loops.Facts(player, dealer, np.array([len(self.player_facts), len(self.dealer_facts)]))
        self.last = geometry.street(shape.board)
        self.finals = [number for number, root in enumerate(shape.roots) if root.street == shape.board]
        self.leaves: list[End] = list(dict.fromkeys(shape.ends))
        self._key = geometry, self.shape.ranking, shape.board, self.facts.dealer.tobytes(), shape.dealer
        counted = _whole.get(self._key) or self._nothing_counted()
        self._dealt = loops.Dealt(self.last.boards, self.deck, self.table, self.facts, shape.dealer > 0, counted)

    def _nothing_counted(self) -> loops.Counted:
        boards, row = len(self.last.boards), len(self.deck.holes) + 1
        boards *= boards * row * 2 * (2 + self.columns) <= MOST_STORED
        return loops.Counted(
            np.zeros(boards, np.int64),
            np.zeros((boards, row), np.uint16),
            np.zeros((boards, row), np.uint16),
            np.zeros((boards, row, self.columns), np.uint16),
        )

    @property
    def columns(self) -> int:
        return loops.STANDS * len(self.dealer_facts)

    # --- what the compiled loops are given ---

    @cached_property
    def _links(self) -> tuple[loops.Links, loops.Roots, dict[int, int]]:
        """The links of the last street to the earlier streets that its lines of play come from, side by side; rows of
        all lines of play are numbered one after the other, from the number in the dictionary."""
        shape, blocks, first, last, offset, rows = self.shape, list[loops.Links](), [], [], {}, 0
        starts, leaves = [0], list[int]()
        for number in self.finals:
            root = shape.roots[number]
            before = self.parent_street(root)
            links = self.geometry.links(shape.board, before)
            offset[number] = rows
            blocks.append(links._replace(rows=links.rows + rows))
            rows += len(self.geometry.street(before).boards)
            first.append(sum(block.rows.shape[1] for block in blocks[:-1]))
            last.append(first[-1] + links.rows.shape[1])
            leaves += [self.leaves.index(path.end) for path in root.paths if path.end]
            starts.append(len(leaves))
        offset[-1] = rows
        links = loops.Links(
            np.concatenate([block.rows for block in blocks], axis=1).astype(np.int32),
            np.concatenate([block.names for block in blocks], axis=1),
            self.last.weights,
        )
        return links, loops.Roots(*map(np.array, (first, last, starts, leaves))), offset

    def classes(self) -> Ints:
        """For each kind of hole, player's fact and column: a deal as a number, -1 where there is none."""
        shape = int(self.deck.kinds.max()) + 1, len(self.player_facts), self.columns
        found = np.full((THREADS, *shape), -1, np.int64)
        self._each(
            "finding how hands end", lambda part, first, last: loops.find_classes(self._dealt, first, last, found[part])
        )
        if self.shape.known == NOTHING:
            _whole[self._key] = self._dealt.counted  # only now, for no other may read what is still written
        while len(_whole) > MOST_WHOLE:
            _whole.pop(next(iter(_whole)), None)
        result: Ints = found.max(axis=0)
        return result

    def _each(self, what: str, work: Callable[[int, int, int], None]) -> None:
        """Share out the boards among threads, each of which has results of its own; the compiled loops don't hold the
        interpreter's lock. This thread works, too, so that limits on its time hold."""
        boards = len(self.last.boards)
        edges = [boards * part // PARTS for part in range(PARTS + 1)]
        meter, stopped = Meter(what, PARTS), list[bool]()

        def go(thread: int) -> None:
            for part in range(thread, PARTS, THREADS):
                if stopped:
                    return
                work(thread, edges[part], edges[part + 1])
                if not thread:
                    meter.done(part + 1)

        with ThreadPoolExecutor(max(1, THREADS - 1)) as pool:
            others = [pool.submit(go, thread) for thread in range(1, THREADS)]
            try:
                go(0)
            except BaseException:
                stopped.append(True)
                raise
            for other in others:
                other.result()

    # --- the best play ---

    def solve(self, nets: Ints) -> Solution:
        """The best play for the first payoff of `nets` [payoff, leaf, player's fact, column]; constant leaves have the
        same net in all columns."""
        shape, geometry = self.shape, self.geometry
        links, roots, offset = self._links
        sums = np.zeros((THREADS, len(nets), offset[-1], len(self.deck.holes)), np.int64)
        self._each(
            "solving boards",
            lambda part, first, last: loops.solve_boards(self._dealt, first, last, links, roots, nets, sums[part]),
        )
        summed = sums.sum(axis=0)
        values: dict[int, Ints] = {}
        paths: dict[int, Ints] = {}
        for number in reversed(range(len(shape.roots))):
            root = shape.roots[number]
            before = self.parent_street(root)
            earlier = geometry.street(before)
            if number in offset:
                mine = summed[:, offset[number] : offset[number] + len(earlier.boards)]
            else:
                own, paths[number] = self._best(root, values, nets)
                mine = np.zeros((len(nets), len(earlier.boards), len(self.deck.holes)), np.int64)
                for payoff in range(len(nets)):
                    loops.push(own[payoff], geometry.links(root.street, before), geometry.renamed, mine[payoff])
            times = shape.orders(before, root.street)
            values[number] = np.stack(
                [loops.symmetric(one, earlier.keeping, earlier.weights, geometry.renamed) * times for one in mine]
            )
        return Solution(values, paths, nets)

    def path_values(self, root: Root, values: dict[int, Ints], nets: Ints) -> Ints:
        """[path, payoff, board, hole]: what each path of a line of play is worth, before the last street."""
        boards, ways = (
            self.geometry.street(root.street).boards,
            self.shape.ways(len(self.geometry.universe), root.street),
        )
        found = np.empty((len(root.paths), len(nets), len(boards), len(self.deck.holes)), np.int64)
        for place, path in enumerate(root.paths):
            found[place] = (
                values[path.root]
                if path.end is None
                else (nets[:, self.leaves.index(path.end), 0, 0] * ways)[:, None, None]
            )
        return found

    def _best(self, root: Root, values: dict[int, Ints], nets: Ints) -> tuple[Ints, Ints]:
        found = self.path_values(root, values, nets)
        best = found[:, 0].argmax(axis=0)
        mine = np.take_along_axis(found, best[None, None], axis=0)[0]
        return np.where(self.possible(root.street), mine, 0), best

    def possible(self, street: int) -> NDArray[np.bool_]:
        """[board, hole]: whether both can be dealt."""
        boards = self.geometry.street(street).boards
        free: NDArray[np.bool_] = self.geometry.ours & ((bits_of(boards)[:, None] & self.deck.bits) == 0)
        return free

    # --- following a plan ---

    def reach(self, number: int, paths: dict[int, Ints], known: dict[int, Ints]) -> Ints:
        """In how many ways a line of play is reached, for each board of its parent's street and each hole."""
        root = self.shape.roots[number]
        if root.parent is None:
            return np.where(self.geometry.ours[None], self.shape.orders(0, root.street), 0)
        parent, place = root.parent
        ways = np.where(paths[parent] == place, known[parent], 0)
        found: Ints = ways * self.shape.orders(self.shape.roots[parent].street, root.street)
        return found

    def reach_here(self, number: int, ways: Ints) -> Ints:
        """The same for each board of its own street."""
        root, geometry = self.shape.roots[number], self.geometry
        links = geometry.links(root.street, self.parent_street(root))
        found = np.zeros((len(links.rows), len(self.deck.holes)), np.int64)
        loops.pull(ways, links, geometry.renamed, found)
        return np.where(self.possible(root.street), found, 0)

    def parent_street(self, root: Root) -> int:
        return self.shape.roots[root.parent[0]].street if root.parent else 0

    def tally(self, solution: Solution | None, paths: dict[int, Ints], plan: NDArray[np.int8]) -> Ints:
        """[kind, leaf, player's fact, column]: the deals that end so. `plan` decides on the last street, or else what
        is best for a solution."""
        shape, geometry = self.shape, self.geometry
        links, roots, _ = self._links
        reach, here = dict[int, Ints](), dict[int, Ints]()
        for number, root in enumerate(shape.roots):
            reach[number] = self.reach(number, paths, here)
            if root.street < shape.board:
                here[number] = self.reach_here(number, reach[number])
        size = int(self.deck.kinds.max()) + 1, len(self.leaves), len(self.player_facts), self.columns
        found = np.zeros((THREADS, *size), np.int64)
        rows = np.concatenate([reach[number] for number in self.finals]).astype(np.int32)
        nets = solution.nets[0] if solution is not None else np.zeros((len(self.leaves), *size[2:]), np.int64)
        self._each(
            "counting boards",
            lambda part, first, last: loops.tally_boards(
                self._dealt, first, last, links, roots, nets, plan, rows, found[part]
            ),
        )
        tally: Ints = found.sum(axis=0)
        for number, root in enumerate(shape.roots):
            if root.street < shape.board:
                weights, ways = geometry.street(root.street).weights, shape.ways(len(geometry.universe), root.street)
                for place, path in enumerate(root.paths):
                    if path.end is not None:
                        taken = np.where(paths[number] == place, here[number], 0)
                        deals = np.bincount(self.deck.kinds, weights @ taken, size[0])
                        tally[:, self.leaves.index(path.end), 0, 0] += deals.astype(np.int64) * ways
        return tally

    def hands(self, nets: Ints, plan: NDArray[np.int8], shifts: list[int]) -> NDArray[Any]:
        """[board, hole]: positions, facts and paths, for simulation."""
        most = len(self.table.ranks) << shifts[-1]
        found = np.zeros((len(self.last.boards), len(self.deck.holes)), np.uint16 if most < 2**16 else np.uint32)
        self._each(
            "looking up boards",
            lambda part, first, last: loops.fill_hands(
                self._dealt, first, last, self._links[1], nets, plan, np.array(shifts), found
            ),
        )
        return found

    # --- one situation ---

    def standing(self, board: Sequence[int], hole: int) -> tuple[int, Ints]:
        """The player's fact, and the dealer's hands by column, of a hole on a full board."""
        room = loops.make_room(self.deck, self.table, self.facts)
        cards, dealer = np.array(board, np.uint8), self.shape.dealer > 0
        size = loops.count_board(cards, self.deck, self.table, self.facts, dealer, room)
        place = int(np.flatnonzero(room.order[:size] == hole)[0])
        return int(self.facts.player[room.ranked[place]]), room.counts[place].astype(np.int64)

    def dealer_hand(self, board: Sequence[int], hole: int, column: int) -> tuple[int, ...]:
        """A hand of the dealer's for a column."""
        if not self.shape.dealer:
            return ()
        room = loops.make_room(self.deck, self.table, self.facts)
        size = loops.rank_holes(np.array(board, np.uint8), self.deck, self.table, room)
        fact, stands = divmod(column, loops.STANDS)
        for other in room.order[:size].tolist():
            mine, theirs = int(room.positions[hole]), int(room.positions[other])
            if (
                self.deck.theirs[other]
                and not self.deck.bits[other] & self.deck.bits[hole]
                and self.facts.dealer[theirs] == fact
                and 1 - (mine > theirs) + (mine < theirs) == stands
            ):
                return tuple(self.deck.holes[other].tolist())
        raise AssertionError("a dealer's hand was counted that cannot be dealt")


def _packed(perms: NDArray[np.int8]) -> Ints:
    packed: Ints = (perms.astype(np.int64) << np.array([0, 2, 4, 6])).sum(axis=1)
    return packed


def _numbered(facts: Iterable[Hashable]) -> tuple[list[Hashable], Ints]:
    numbers: dict[Hashable, int] = {}
    found = np.array([numbers.setdefault(fact, len(numbers)) for fact in facts], np.int64)
    return list(numbers), found
