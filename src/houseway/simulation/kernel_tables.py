"""A tree under a plan as tables that compiled code can walk: from cards to situations, from situations to codes.

A hand is at a target: a point where it is dealt cards, or an end. The number of the cards dealt, among all sets of
their size, leads from one target to the next. Situations are canonical up to suit isomorphism, so each step also says
how suits are renamed from here on; later cards are looked up under their new names.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.odds.backward_induction import Plan
from houseway.odds.dealers import Dealers, hands_of
from houseway.odds.endings import Ending, Endings
from houseway.odds.levels import Level, fitting, merged
from houseway.odds.nodes import Chance, Choice, End, Node, Option, Split
from houseway.odds.tree import Tree
from houseway.odds.universe import Faces, Ints, Universe, canonical
from houseway.rules.procedure import COMMUNITY, DEALER, Deal

MOST_BYTES = 300_000_000
BLOCK = 1_000_000  # rows built at once
PERM = 5  # bits for a renaming of suits
FACT = 16  # bits for the fact of a dealer's hand, below its strength
HALF = 32  # bits for the lower of two numbers in one
# A target in one number. A point, stored as a negative number: where its entries begin, and its number. An end: where
# its codes begin, its bounds among the dealer's strengths, and what it does with the dealer's hand.
POINT, CODE, STRENGTH, COMPARED, SETTLED = 8, 24, 16, 56, 57
OWN = -1  # the source of the player's own first card; the second has one less, and so on
AN_END = -1  # instead of a point: an end that looks at no dealer's cards; lower numbers say which cards it looks at
NO_STRENGTHS = -1  # an end where the dealer's hand leads directly to the code
AREAS = ("dealt", "drawn", "aside")

RENAMINGS = tuple(permutations(range(4)))
RENAMING_NUMBER = {names: number for number, names in enumerate(RENAMINGS)}


class TooLarge(Exception):
    """A game's tables would take too much memory."""


class Point(NamedTuple):
    """Where a hand is dealt cards: how many, and from which index of the shared cards or its own."""

    size: int
    source: int
    area: str


class Targets(NamedTuple):
    """The tables of the compiled loops."""

    infos: NDArray[np.int64]  # of each target: a point and where its entries begin, or an end
    houses: NDArray[np.int64]  # of each target: the kind of dealer's hand, and where those begin with a renaming
    entries: NDArray[np.uint32]  # the target that follows, and how suits are renamed
    codes: NDArray[np.uint16]  # by kind of hand, dealer's fact and comparison
    hands: NDArray[np.uint32]  # the dealer's hands: strength and fact
    points: NDArray[np.int64]  # (size, source)
    atoms: NDArray[np.int64]  # (size, start) of the dealer's unseen cards, for each kind of dealer's hand
    renamed: NDArray[np.uint8]  # faces after a renaming
    composed: NDArray[np.uint8]  # one renaming after another
    choose: NDArray[np.int64]  # (cards, faces): what a face contributes to the number of a set
    totals: NDArray[np.int64]  # the number of sets by their size
    faces: NDArray[np.uint8]  # of each card


@dataclass
class Built:
    """Tables with their dimensions."""

    tables: Targets
    targets: Ints  # (point or cards looked at, base, low and high, base of dealer's hands and renaming)
    root: int
    points: list[Point]
    dealer: int  # the most cards that the dealer gets; they come first among the shared cards
    community: int
    own: int  # the most cards that a player gets
    shoe: NDArray[np.uint16]


def renamings(universe: Universe) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Every face under every renaming of suits, and the composition of any two renamings."""
    faces = np.arange(len(universe), dtype=np.uint8)
    renamed = np.tile(faces, (len(RENAMINGS), 1))
    named = np.flatnonzero(universe.suit >= 0)
    for number, names in enumerate(RENAMINGS):
        renamed[number, named] = universe.face_of[universe.rank[named], np.array(names)[universe.suit[named]]]
    composed = [
        [
            RENAMING_NUMBER[names[before[0]], names[before[1]], names[before[2]], names[before[3]]]
            for before in RENAMINGS
        ]
        for names in RENAMINGS
    ]
    return renamed, np.array(composed, np.uint8)


def numbered(perms: NDArray[np.int8]) -> NDArray[np.uint8]:
    """The numbers of renamings."""
    known = np.zeros(256, np.uint8)
    for names, number in RENAMING_NUMBER.items():
        known[names[0] << 6 | names[1] << 4 | names[2] << 2 | names[3]] = number
    wide = perms.astype(np.int64)
    found: NDArray[np.uint8] = known[wide[:, 0] << 6 | wide[:, 1] << 4 | wide[:, 2] << 2 | wide[:, 3]]
    return found


class Sets:
    """Numbers sets of faces among all of their size; where the shoe has copies, a face may occur more than once."""

    def __init__(self, universe: Universe) -> None:
        self.universe = universe
        self._count = len(universe)

    def total(self, size: int) -> int:
        return comb(self._count + (0 if self.universe.single else size - 1), size)

    def choose(self, most: int) -> NDArray[np.int64]:
        """(index in the set, face): what a face contributes to the number of its set."""
        shift = 0 if self.universe.single else 1
        rows = [[comb(face + shift * i, i + 1) for face in range(self._count)] for i in range(most)]
        return np.array(rows, np.int64).reshape(most, self._count)

    def numbers(self, rows: Faces) -> Ints:
        """The numbers of rows of ascending faces."""
        choose = self.choose(rows.shape[1])
        found = np.zeros(len(rows), np.int64)
        for i, column in enumerate(rows.T):
            found += choose[i][column]
        return found


class Builder:
    """Builds the tables of one tree under one plan; they contain only situations that the plan can reach."""

    def __init__(self, tree: Tree, endings: Endings, plan: Plan, codes: dict[int, int]) -> None:
        self.tree, self.endings, self.plan = tree, endings, plan
        self.universe = tree.universe
        self.sets = Sets(self.universe)
        self._renamed, self._composed = renamings(self.universe)
        self._codes = np.zeros(max(len(endings.outcomes), 1), np.uint16)
        for outcome, code in codes.items():
            self._codes[outcome] = code
        self._targets: list[NDArray[np.int64]] = []
        self._target_count = 0
        self._entries: list[NDArray[np.uint32]] = []
        self._entry_count = 0
        self._ends: list[NDArray[np.uint16]] = []
        self._end_count = 0
        self._hands: list[NDArray[np.uint32]] = []
        self._hand_count = 0
        self._bases: dict[Any, int] = {}
        self._atoms: dict[tuple[tuple[int, int], ...], int] = {}
        self._points: dict[Point, int] = {}
        self._own = 0
        dealt = [step for step in tree.steps if isinstance(step, Deal)]
        self._dealer = sum(step.count for step in dealt if step.to == DEALER)
        self._community = sum(step.count for step in dealt if step.to == COMMUNITY)

    def build(self) -> Built:
        root = self._enter(self.tree.root, np.ones(1, np.bool_), 0)
        points = np.array([(point.size, point.source) for point in self._points], np.int64).reshape(-1, 2)
        most = max([1, *(point.size for point in self._points), *(size for atoms in self._atoms for size, _ in atoms)])
        wide = max((len(atoms) for atoms in self._atoms), default=1)
        atoms = np.zeros((max(len(self._atoms), 1), wide, 2), np.int64)
        for row, found in zip(atoms, self._atoms, strict=False):
            row[: len(found)] = found
        faces = np.zeros(max(self.universe.number) + 1, np.uint8)
        for card, face in self.universe.number.items():
            faces[card] = face
        targets = np.concatenate(self._targets)
        tables = Targets(
            self._infos(targets),
            np.stack([np.maximum(0, AN_END - 1 - targets[:, 0]), targets[:, 3]], axis=1),
            _joined(self._entries, np.uint32),
            _joined(self._ends, np.uint16),
            _joined(self._hands, np.uint32),
            points if len(points) else np.zeros((1, 2), np.int64),
            atoms,
            self._renamed,
            self._composed,
            self.sets.choose(most),
            np.array([self.sets.total(size) for size in range(most + 1)], np.int64),
            faces,
        )
        shoe = np.array([int(card) for card in self.tree.game.deck], np.uint16)
        return Built(tables, targets, int(root[0]), list(self._points), self._dealer, self._community, self._own, shoe)

    def _infos(self, targets: Ints) -> Ints:
        if self._end_count >= 2**CODE or len(self._points) > 2**POINT:
            raise TooLarge(f"{self.tree.game.name}: there are too many points of decision or ways to end")
        settled = targets[:, 2] < 0
        compared = (targets[:, 0] < AN_END) & ~settled
        low, high = targets[:, 2] & 65_535, targets[:, 2] >> HALF
        ended = targets[:, 1] | np.where(settled, 0, low | high << STRENGTH) << CODE
        ended |= compared.astype(np.int64) << COMPARED | settled.astype(np.int64) << SETTLED
        found: Ints = np.where(targets[:, 0] < 0, ended, ~(targets[:, 1] << POINT | targets[:, 0]))
        return found

    def _fits(self, more: int, each: int) -> None:
        held = 4 * (self._entry_count + self._hand_count) + 32 * self._target_count + 2 * self._end_count
        if held + more * each > MOST_BYTES or self._target_count >= 2 ** (32 - PERM):
            raise TooLarge(f"{self.tree.game.name}: the tables would take more than {MOST_BYTES:,} bytes")

    # --- through the tree; every function returns the target of each situation that is reached ---

    def _enter(self, node: Node, reached: NDArray[np.bool_], own: int) -> Ints:
        self._own = max(self._own, own)
        if isinstance(node, Chance):
            return self._dealt(node, reached, own)
        if isinstance(node, Split):
            return self._split(node, reached, own)
        if isinstance(node, Choice):
            return self._chosen(node, reached, own)
        assert isinstance(node, End)
        return self._ended(node, reached)

    def _split(self, node: Split, reached: NDArray[np.bool_], own: int) -> Ints:
        found = np.zeros(len(node.level), np.int64)
        for indices, child in node.parts:
            if reached[indices].any():
                found[indices] = self._enter(child, reached[indices], own)
        return found

    def _chosen(self, node: Choice, reached: NDArray[np.bool_], own: int) -> Ints:
        """A discard may rename suits: the renaming is packed above the target's number."""
        found = np.zeros(len(node.level), np.int64)
        taken, start = self.plan[node], 0
        for option in node.options:
            rows = np.arange(start, start + len(option.states))
            start += len(option.states)
            mine = (taken[option.states] == rows) & reached[option.states]
            if not mine.any():
                continue
            below = np.zeros(len(option.node.level), np.bool_)
            below[option.children[mine]] = True
            targets = self._enter(option.node, below, own)[option.children[mine]]
            if option.thrown is not None:
                perms = numbered(thrown_renamings(node.level, option, np.flatnonzero(mine)))
                targets = self._after(targets, perms) << HALF | targets & (2**HALF - 1)
            found[option.states[mine]] = targets
        return found

    def _after(self, targets: Ints, perms: NDArray[np.uint8]) -> Ints:
        """Compose the targets' own renamings with earlier ones."""
        found: Ints = self._composed[targets >> HALF, perms].astype(np.int64)
        return found

    def _dealt(self, node: Chance, reached: NDArray[np.bool_], own: int) -> Ints:
        point = self.point(node)
        mine = point.source == OWN
        placed = point._replace(source=OWN - own) if mine else point
        states = np.flatnonzero(reached)
        total = self.sets.total(point.size)
        self._fits(len(states) * total, 10)
        children, perms = self._children(node, states, point.size, total)
        below = np.zeros(len(node.child.level), np.bool_)
        below[children[children >= 0]] = True
        after = self._enter(node.child, below, own + (point.size if mine else 0))
        entries = np.zeros(len(children), np.uint32)
        there = np.flatnonzero(children >= 0)
        for first in range(0, len(there), BLOCK):
            part = there[first : first + BLOCK]
            targets = after[children[part]]
            entries[part] = (targets & (2**HALF - 1)) << PERM | self._after(targets, perms[part])
        base = self._entry_count
        self._entries.append(entries)
        self._entry_count += len(entries)
        number = self._points.setdefault(placed, len(self._points))
        target_rows = np.zeros((len(states), 4), np.int64)
        target_rows[:, 0] = number
        target_rows[:, 1] = base + np.arange(len(states)) * total
        found = np.zeros(len(node.level), np.int64)
        found[states] = self._added(target_rows)
        return found

    def _added(self, rows: NDArray[np.int64]) -> Ints:
        first = self._target_count
        self._targets.append(rows)
        self._target_count += len(rows)
        self._fits(0, 0)
        return np.arange(first, self._target_count)

    def _children(self, node: Chance, states: Ints, size: int, total: int) -> tuple[NDArray[np.int32], Any]:
        """For each situation and set the situation that follows, -1 if the cards are unavailable, and the renaming."""
        level, link = node.level, node.link
        sets = self.universe.sets(size)
        dense = self.sets.numbers(sets)
        at = inserted_at(level, node.child.level)
        bounds = node.child.level.bounds()
        children = np.full(len(states) * total, -1, np.int32)
        perms = np.zeros(len(states) * total, np.uint8)
        step = max(1, BLOCK // max(1, len(sets)))
        for first in range(0, len(states), step):
            block = states[first : first + step]
            rows = np.ascontiguousarray(level.rows[block])
            parents, chosen, _ = fitting(rows, sets, self.universe.copies)
            child_rows = np.ascontiguousarray(
                np.concatenate([rows[parents, :at], sets[chosen], rows[parents, at:]], axis=1)
            )
            names = np.zeros((len(child_rows), 4), np.int8)
            universe = self.universe
            canonical(child_rows, bounds, universe.rank, universe.suit, universe.face_of, universe.alike, names)
            counts = link.starts[block + 1] - link.starts[block]
            before = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
            linked = np.repeat(link.starts[block] - before[:-1], counts) + np.arange(before[-1])
            indices = (first + parents) * total + dense[chosen]
            children[indices] = link.children[linked]
            perms[indices] = numbered(names)
        return children, perms

    def point(self, node: Chance) -> Point:
        """How many cards are dealt at a node, and from where."""
        before = {group.where: group.size for group in node.level.groups}
        where, size = next(
            (group.where, group.size - before.get(group.where, 0))
            for group in node.child.level.groups
            if group.size != before.get(group.where)
        )
        kind = where.split()[0]
        if kind == COMMUNITY:
            lies = sum(size for name, size in before.items() if name.startswith(COMMUNITY))
            return Point(size, self._dealer + lies, COMMUNITY)
        if kind == DEALER:
            start = 0
            for atom in node.situation.dealer:
                if atom.where == where:
                    return Point(size, start, DEALER)
                start += atom.size
        return Point(size, OWN, kind)

    # --- ends ---

    def _ended(self, end: End, reached: NDArray[np.bool_]) -> Ints:
        ending = self.endings.of(end)
        states = np.flatnonzero(reached)
        if ending.outcomes.shape[1] == 1:
            target_rows = np.zeros((len(states), 4), np.int64)
            target_rows[:, 0] = AN_END
            target_rows[:, 1] = self._outcomes(ending) + ending.kinds[states]
        elif self.endings.game.has_classes:
            target_rows = self._against(end, ending, states)
        else:
            target_rows = self._each(end, states)
        different, number = np.unique(target_rows, axis=0, return_inverse=True)
        found = np.zeros(len(end.level), np.int64)
        found[states] = self._added(different)[number.reshape(-1)]
        return found

    def _outcomes(self, ending: Ending) -> int:
        key = "codes", ending.end.number
        if key not in self._bases:
            self._bases[key] = self._end_count
            codes = self._codes[np.maximum(ending.outcomes, 0)].ravel()
            self._ends.append(codes)
            self._end_count += len(codes)
        return self._bases[key]

    def _whose(self, end: End) -> int:
        """A number for the dealer's unseen cards: their sizes and where they start."""
        start, atoms = 0, []
        for atom in end.situation.dealer:
            if not atom.where:
                atoms.append((atom.size, start))
            start += atom.size
        return AN_END - 1 - self._atoms.setdefault(tuple(atoms), len(self._atoms))

    def _against(self, end: End, ending: Ending, states: Ints) -> NDArray[np.int64]:
        """By the classes of the player's and the dealer's hands."""
        classes = self.endings.player_classes.of(end)
        dealers, wheres = self.endings._dealers_of(end)
        mine = classes.strength[states]
        low, high = (bound[mine] for bound in dealers.standing(classes.strengths))
        shared = end.level.columns(wheres)
        groups = [group for group in end.level.groups if group.where in wheres]
        _, number, perms = merged(self.universe, groups, np.ascontiguousarray(end.level.rows[:, shared]))
        base, total = self._dealers(dealers)
        target_rows = np.zeros((len(states), 4), np.int64)
        target_rows[:, 0] = self._whose(end)
        target_rows[:, 1] = self._outcomes(ending) + ending.kinds[states] * ending.outcomes.shape[1]
        target_rows[:, 2] = low | high << HALF
        target_rows[:, 3] = (base + number[states] * total) << PERM
        if wheres:
            target_rows[:, 3] |= numbered(perms)[states]
        return target_rows

    def _hand_indices(self, hands: Faces, sizes: tuple[int, ...]) -> tuple[Ints, int]:
        """The index of each dealer's hand among all products of sets, and how many products there are."""
        indices, total, at = np.zeros(len(hands), np.int64), 1, 0
        for size in sizes:
            count = self.sets.total(size)
            indices = indices * count + self.sets.numbers(hands[:, at : at + size])
            total *= count
            at += size
        return indices, total

    def _dealers(self, dealers: Dealers) -> tuple[int, int]:
        indices, total = self._hand_indices(dealers.hands, dealers.sizes)
        key = "hands", dealers
        if key not in self._bases:
            self._fits(len(dealers.contexts) * total, 4)
            if max(len(dealers.strengths), len(dealers.facts)) >= 2**FACT:
                raise TooLarge(f"{self.tree.game.name}: the dealer has too many classes of hands")
            packed = (dealers.strength << FACT | dealers.fact).astype(np.uint32)
            found = np.zeros((len(dealers.contexts), total), np.uint32)
            for row, numbers in zip(found, dealers.numbers, strict=True):
                row[indices] = packed[np.maximum(numbers, 0)]
            self._bases[key] = self._hand_count
            self._hands.append(found.ravel())
            self._hand_count += found.size
        return self._bases[key], total

    def _each(self, end: End, states: Ints) -> NDArray[np.int64]:
        """Without classes: every dealer's hand against every situation."""
        sizes = tuple(atom.size for atom in end.situation.unseen_dealer())
        beside = hands_of(self.universe, sizes)
        total = 1
        for size in sizes:
            total *= self.sets.total(size)
        self._fits(len(states) * total, 4)
        table = np.zeros((len(states), total), np.uint32)
        settled = self.endings.settling(end)
        for line, state in zip(table, states.tolist(), strict=True):
            row = end.level.rows[state].tolist()
            hands = [hand for hand, _ in beside(row)]
            indices, _ = self._hand_indices(np.array(hands, np.uint8).reshape(len(hands), -1), sizes)
            line[indices] = self._codes[[settled(row, hand) for hand in hands]]
        base = self._hand_count
        self._hands.append(table.ravel())
        self._hand_count += table.size
        target_rows = np.zeros((len(states), 4), np.int64)
        target_rows[:, 0] = self._whose(end)
        target_rows[:, 2] = NO_STRENGTHS
        target_rows[:, 3] = (base + np.arange(len(states)) * total) << PERM
        return target_rows


def _joined(parts: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros(1, kind)


def inserted_at(level: Level, child: Level) -> int:
    """The column at which the cards of the child's new or larger group are inserted."""
    before = {group.where: group.size for group in level.groups}
    at = 0
    for group in child.groups:
        if group.where not in before:
            return level.width
        at += before[group.where]
        if group.size != before[group.where]:
            return at
    raise AssertionError("a deal makes a group larger")


def thrown_order(level: Level, thrown: tuple[int, ...]) -> list[int]:
    """The columns of a situation after a discard: held, thrown, the others."""
    dealt = level.columns([group.where for group in level.groups if group.where.startswith("dealt")])
    others = [column for column in range(level.width) if column not in dealt]
    return [*(column for column in dealt if column not in thrown), *thrown, *others]


def thrown_renamings(level: Level, option: Option, rows: Ints) -> NDArray[np.int8]:
    """How suits are renamed when cards are thrown, for rows of an option."""
    assert option.thrown is not None
    universe = level.universe
    after_discard = np.empty((len(rows), level.width), np.uint8)
    for index, row in enumerate(rows.tolist()):
        after_discard[index] = level.rows[option.states[row]][thrown_order(level, option.thrown[row])]
    names = np.zeros((len(after_discard), 4), np.int8)
    bounds = option.node.level.bounds()
    canonical(after_discard, bounds, universe.rank, universe.suit, universe.face_of, universe.alike, names)
    return names
