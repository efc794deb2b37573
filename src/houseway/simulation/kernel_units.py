"""How all cards of a one-player round are drawn at once: as sets, by number, several from each random word.

Cards are drawn as one set (a unit) where every hand that looks at one of them looks at all of them. Each set is drawn
from the cards that the sets before it left.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.odds.dealers import _possible
from houseway.odds.universe import Faces, Ints, Universe
from houseway.simulation.kernel_tables import AN_END, HALF, OWN, PERM, Built, Sets

BITS = 8  # of a card in a set
MOST_CARDS = 2**BITS  # of a shoe that is dealt in sets
MOST_IN_SET = 4
MOST_SETS = 300_000  # of a unit
MOST_PRODUCT = 2**28  # of the set counts drawn from one word: at most one word in sixteen is rejected
MOST_DIRECT = 1_000_000
MOST_FOLLOWED = 150_000  # larger tables would not stay in the inner caches


class Unit(NamedTuple):
    """Cards that are drawn together: how many, and the index of the first among all cards of the round."""

    size: int
    slot: int


class Units(NamedTuple):
    """What is drawn from which word, for the compiled loops."""

    counts: NDArray[np.uint64]  # of each unit: the sets of the cards that are left
    ends: NDArray[np.int64]  # the units of each word
    least: NDArray[np.uint64]  # the rejection threshold of each word, so that no set is favoured
    sizes: NDArray[np.int64]
    slots: NDArray[np.int64]
    sets: NDArray[np.uint32]  # the cards of each set of two cards or more, sizes one after the other
    offsets: NDArray[np.int64]  # where the sets of a unit begin
    below: NDArray[np.uint32]  # (place in the set, card): how many sets come before
    numbered: NDArray[np.bool_]  # the units that are looked up by the number of their set
    shown: NDArray[np.int64]  # and those whose faces are looked at
    faces: NDArray[np.uint8]  # of each card


class Direct(NamedTuple):
    """Direct lookups by set number: from the player's first cards to an entry, from the dealer's cards to a hand."""

    root: int  # the unit, -1 where faces are looked up
    second: int  # the unit that follows the first cards, -1 where there may be several steps
    each: int  # how many sets that unit has
    first: NDArray[np.uint32]
    dealer: NDArray[np.int64]  # the units of the dealer's hand, none where faces are looked up
    hands: NDArray[np.uint16]  # which of the different hands
    kinds: NDArray[np.uint32]  # the different hands
    classes: NDArray[np.uint32]  # of the sets of these units, one unit after the other; empty if sets are used directly
    starts: NDArray[np.int64]  # where the second unit's classes begin, and how many distinct ones it has


def _intervals(built: Built) -> list[tuple[int, int]]:
    """The runs of cards that are looked at together."""
    shared = built.dealer + built.community
    found = {(shared + OWN - point.source if point.source < 0 else point.source, point.size) for point in built.points}
    found |= {(start, size) for atoms in built.tables.atoms.tolist() for size, start in atoms if size}
    return sorted((start, start + size) for start, size in found)


def plan_units(built: Built, *, whole: bool) -> list[Unit]:
    """Runs that are always looked at as a whole become sets, all others single cards; `whole` allows sets at all."""
    runs = _intervals(built)
    cards = sorted({slot for low, high in runs for slot in range(low, high)})
    units: list[Unit] = []
    size = len(built.shoe)
    for low, high in runs:
        clash = any(low < other[1] and other[0] < high and other != (low, high) for other in runs)
        while whole and not clash and low < high:
            part = high - low
            while comb(size, part) > MOST_SETS or part > MOST_IN_SET:
                part = (part + 1) // 2
            units.append(Unit(part, low))
            low += part
    done = {slot for unit in units for slot in range(unit.slot, unit.slot + unit.size)}
    units += [Unit(1, slot) for slot in cards if slot not in done]
    return sorted(units, key=lambda unit: unit.slot)


def in_words(units: list[Unit], cards: int) -> list[list[Unit]]:
    """Pack units into as few words as possible, the largest last: fewer of their sets are left to be drawn."""
    words: list[list[Unit]] = []
    products: list[int] = []
    for unit in sorted(units, key=lambda unit: -comb(cards, unit.size)):
        count = comb(cards, unit.size)
        index = next((i for i, product in enumerate(products) if product * count <= MOST_PRODUCT), None)
        if index is None:
            words.append([])
            products.append(1)
            index = len(words) - 1
        words[index].append(unit)
        products[index] *= count
    return [word[::-1] for word in words[::-1]]


def colex(count: int, size: int) -> NDArray[np.int64]:
    """All subsets of range(count) of this size, in colexicographic order."""
    rows = np.array(list(combinations(range(count), size)), np.int64).reshape(comb(count, size), size)
    return rows[np.lexsort(rows.T)] if size else rows


class Drawing:
    """The units of a game, with tables."""

    def __init__(self, built: Built, universe: Universe) -> None:
        self.built, self.universe = built, universe
        number = universe.number
        self.cards = sorted((int(card) for card in built.shoe), key=lambda card: (number[card], card))  # type: ignore[index]
        self.faces = built.tables.faces[np.array(self.cards)]
        self.sets = Sets(universe)
        words = in_words(plan_units(built, whole=len(self.cards) <= MOST_CARDS), len(self.cards))
        self.units = [unit for word in words for unit in word]
        self.rows = {size: colex(len(self.cards), size) for size in {unit.size for unit in self.units}}
        self.direct = self._direct()
        self.tables = self._tables(words)

    @property
    def common(self) -> int:
        """A target that compares with the dealer's hand, if all of them compare with the same; -1 otherwise."""
        compared = np.flatnonzero(self.built.targets[:, 0] < AN_END)
        return int(compared[0]) if len(self.direct.dealer) else -1

    def _tables(self, words: list[list[Unit]]) -> Units:
        ends, left, counts = [0], len(self.cards), []
        for unit in self.units:
            counts.append(comb(left, unit.size))
            left -= unit.size
        for word in words:
            ends.append(ends[-1] + len(word))
        sets, offsets, start = [np.zeros(1, np.uint32)], {1: 0}, 1
        for size, rows in self.rows.items():
            if size > 1:
                offsets[size] = start
                start += len(rows)
                shifts = BITS * np.arange(size, dtype=np.uint32)
                sets.append((rows.astype(np.uint32) << shifts).sum(axis=1, dtype=np.uint32))
        most = max(self.rows)
        below = [[comb(card, place + 1) for card in range(len(self.cards))] for place in range(most)]
        numbered = {*self.direct.dealer.tolist(), self.direct.root, self.direct.second}
        return Units(
            np.array(counts, np.uint64),
            np.array(ends, np.int64),
            np.array([2**HALF % prod(counts[low:high]) for low, high in pairwise(ends)], np.uint64),
            np.array([unit.size for unit in self.units], np.int64),
            np.array([unit.slot for unit in self.units], np.int64),
            np.concatenate(sets),
            np.array([offsets[unit.size] for unit in self.units], np.int64),
            np.array(below, np.uint32),
            np.array([i in numbered for i in range(len(self.units))]),
            np.array([i for i in range(len(self.units)) if i not in numbered], np.int64),
            self.faces,
        )

    def _slots(self, start: int, size: int) -> list[int] | None:
        """The units that make up exactly these cards."""
        found = [i for i, unit in enumerate(self.units) if unit.size and start <= unit.slot < start + size]
        found.sort(key=lambda i: self.units[i].slot)
        return found if sum(self.units[i].size for i in found) == size else None

    def _direct(self) -> Direct:
        built, tables = self.built, self.built.tables
        shared = built.dealer + built.community
        root, first = -1, np.zeros(1, np.uint32)
        point = built.targets[built.root, 0]
        if point >= 0:
            size, source = tables.points[point].tolist()
            found = self._slots(shared + OWN - source if source < 0 else source, size)
            if found is not None and len(found) == 1:
                root = found[0]
                numbers = self.sets.numbers(self.faces[self.rows[size]])
                first = tables.entries[built.targets[built.root, 1] + numbers]
        second, both = self._followed(root, first) if root >= 0 else (-1, first)
        each = comb(len(self.cards), self.units[second].size) if second >= 0 else 1
        return Direct(root, second, each, both, *self._dealer_hands())

    def _followed(self, root: int, first: NDArray[np.uint32]) -> tuple[int, NDArray[np.uint32]]:
        """Where one more set may follow the first cards and both are few: the entry for every pair of sets."""
        tables, targets = self.built.tables, self.built.targets
        shared = self.built.dealer + self.built.community
        reached = np.unique(targets[np.unique(first >> PERM), 0])
        after = [point for point in reached.tolist() if point >= 0]
        if len(after) != 1:
            return -1, first
        size, source = tables.points[after[0]].tolist()
        found = self._slots(shared + OWN - source if source < 0 else source, size)
        if found is None or len(found) != 1:
            return -1, first
        rows = self.faces[self.rows[size]]
        if len(first) * len(rows) > MOST_FOLLOWED:
            return -1, first
        target, names = (first >> PERM).astype(np.int64), first & (2**PERM - 1)
        numbers = np.stack([self.sets.numbers(np.sort(line[rows], axis=1)) for line in tables.renamed])
        going = targets[target, 0] >= 0
        entries = tables.entries[np.where(going, targets[target, 1], 0)[:, None] + numbers[names]]
        if (targets[entries[going] >> PERM, 0] >= 0).any():
            return -1, first
        renaming = np.uint32(2**PERM - 1)  # of the second set, after that of the first
        entries = entries & ~renaming | tables.composed[entries & renaming, names[:, None]]
        return found[0], np.where(going[:, None], entries, first[:, None]).ravel()

    def _dealer_hands(
        self,
    ) -> tuple[Ints, NDArray[np.uint16], NDArray[np.uint32], NDArray[np.uint32], Ints]:
        """Where all ends look at the same dealer's cards and no others: the hand for every pair of sets."""
        nothing = np.zeros(1, np.uint32)
        none = np.zeros(0, np.int64), np.zeros(1, np.uint16), nothing, nothing, np.zeros(2, np.int64)
        targets = self.built.targets
        ends = targets[targets[:, 0] < AN_END]
        if not len(ends) or len(np.unique(ends[:, [0, 3]], axis=0)) > 1 or (ends[:, 2] < 0).any():
            return none
        atoms = [(size, start) for size, start in self.built.tables.atoms[AN_END - 1 - ends[0, 0]].tolist() if size]
        found = [self._slots(start, size) for size, start in atoms]
        units = [i for part in found if part is not None for i in part]
        if not 1 <= len(units) <= 2 or any(part is None for part in found):
            return none
        sets = [self.rows[self.units[i].size] for i in units]
        kinds, numbers = [self.faces[rows] for rows in sets], []
        if np.prod([len(rows) for rows in sets], dtype=np.int64) > MOST_DIRECT:  # there may be fewer sets of faces
            for index, rows in enumerate(kinds):
                kinds[index], number = np.unique(rows, axis=0, return_inverse=True)
                numbers.append(number.reshape(-1).astype(np.uint32))
            if np.prod([len(kind) for kind in kinds], dtype=np.int64) > MOST_DIRECT:
                return none
        hands = self._paired(kinds, [size for size, _ in atoms])
        base = int(ends[0, 3]) >> 5
        starts = np.array([len(sets[0]), len(kinds[-1])], np.int64)
        classes = np.concatenate(numbers) if numbers else np.zeros(0, np.uint32)
        different, indices = np.unique(self.built.tables.hands[base + hands], return_inverse=True)
        if len(different) > 2**16:
            return none
        return np.array(units, np.int64), indices.reshape(-1).astype(np.uint16), different, classes, starts

    def _paired(self, kinds: list[Faces], sizes: list[int]) -> NDArray[np.int64]:
        """The numbers of the dealer's hands for every combination of sets; impossible combinations get number 0."""
        rows = kinds[0]
        if len(kinds) == 2:
            one, two = kinds
            rows = np.concatenate([np.repeat(one, len(two), axis=0), np.tile(two, (len(one), 1))], axis=1)
        index, at = np.zeros(len(rows), np.int64), 0
        for size in sizes:
            part = np.sort(rows[:, at : at + size], axis=1)
            index = index * self.sets.total(size) + self.sets.numbers(part)
            at += size
        return np.where(_possible(np.ascontiguousarray(rows), self.universe.copies), index, 0)
