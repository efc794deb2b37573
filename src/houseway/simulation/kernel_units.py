"""How all cards of a one-player round are drawn at once: as sets, by number, several from each random word.

Cards are drawn as one set (a unit) where every hand that looks at one of them looks at all of them. If two sets share a
card the deal is rejected, and the round goes on to its next words.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.odds.dealers import _possible
from houseway.odds.universe import Faces, Universe
from houseway.simulation.kernel_tables import HALF, OWN, PERM, Built, Sets

MASKED = 64  # cards that fit into one bit mask
MOST_SET = 300_000  # sets of a unit
MOST_PRODUCT = 2**28  # of the set counts drawn from one word: at most one word in sixteen is rejected
MOST_DIRECT = 1_000_000
MOST_FOLLOWED = 150_000  # larger tables would not stay in the inner caches
WORDS = 4  # of a block
EACH = 3  # units of a word
CODE, STRENGTH, POINT = 24, 16, 8  # bits of a target packed into one number
NOTHING = 0  # the size of a padding unit


class Unit(NamedTuple):
    """Cards that are drawn together: how many, and the index of the first among all cards of the round."""

    size: int
    slot: int


class Units(NamedTuple):
    """What is drawn from which word, for the compiled loops."""

    counts: NDArray[np.uint64]  # sets of each unit
    ends: NDArray[np.int64]  # the units of each word
    least: NDArray[np.uint64]  # the rejection threshold of each word, so that no set is favoured
    offsets: NDArray[np.int64]  # where the sets of a unit begin
    masks: NDArray[np.uint64]  # each set as bits
    faces: NDArray[np.uint32]  # its faces, eight bits each
    sizes: NDArray[np.int64]
    slots: NDArray[np.int64]
    shown: NDArray[np.int64]  # the units whose faces are looked at


class Direct(NamedTuple):
    """Direct lookups by set number: from the player's first cards to an entry, from the dealer's cards to a hand."""

    root: int  # the unit, -1 where faces are looked up
    first: NDArray[np.uint32]
    dealer: NDArray[np.int64]  # the units of the dealer's hand, none where faces are looked up
    hands: NDArray[np.uint32]
    classes: NDArray[np.uint32]  # of the sets of these units, one unit after the other; empty if sets are used directly
    starts: NDArray[np.int64]  # where the second unit's classes begin, and how many distinct ones it has
    second: int  # the unit that follows the first cards, -1 where there may be several steps
    infos: NDArray[np.int64]  # targets packed into one number, if all dealer's hands are looked up directly; else empty


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
            while comb(size, part) > MOST_SET or part > WORDS:
                part = (part + 1) // 2
            units.append(Unit(part, low))
            low += part
    done = {slot for unit in units for slot in range(unit.slot, unit.slot + unit.size)}
    units += [Unit(1, slot) for slot in cards if slot not in done]
    return sorted(units, key=lambda unit: unit.slot)


def in_words(units: list[Unit], cards: int) -> list[list[Unit]] | None:
    """Pack units into as few words as possible; None if a block has too few words."""
    words: list[list[Unit]] = []
    products: list[int] = []
    for unit in sorted(units, key=lambda unit: -comb(cards, unit.size)):
        count = comb(cards, unit.size)
        fits = (i for i, word in enumerate(words) if len(word) < EACH and products[i] * count <= MOST_PRODUCT)
        index = next(fits, None)
        if index is None:
            words.append([])
            products.append(1)
            index = len(words) - 1
        words[index].append(unit)
        products[index] *= count
    return words if len(words) <= WORDS else None


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
        self.masked = len(self.cards) <= MASKED
        self.sets = Sets(universe)
        units = plan_units(built, whole=self.masked)
        words = in_words(units, len(self.cards))
        self.words = words
        self.common = -1  # the dealer's cards that all ends look at, if they are always the same
        if words is None:
            return
        # Two words of three units each are dealt fastest: pad them with empty units.
        self.paired = self.masked and len(words) <= 2
        if self.paired:
            words = [[*word, *[Unit(NOTHING, 0)] * (EACH - len(word))] for word in (*words, [])[:2]]
        self.units = [unit for word in words for unit in word]
        self.rows = {size: colex(len(self.cards), size) for size in {unit.size for unit in self.units}}
        self.direct = self._direct()
        targets = built.tables.targets[:, 0]
        self.common = -2 - int(targets[targets < -1].max(initial=-2)) if len(self.direct.infos) else -1
        self.tables = self._tables(words)

    def _tables(self, words: list[list[Unit]]) -> Units:
        ends, counts = [0], [comb(len(self.cards), unit.size) for unit in self.units]
        for word in words:
            ends.append(ends[-1] + len(word))
        least = [2**HALF % int(np.prod(counts[low:high], dtype=object)) for low, high in pairwise(ends)]
        bits, packed, offsets, start = [], [], {}, 0
        for size, rows in self.rows.items():
            offsets[size] = start
            start += len(rows)
            if self.masked:
                bits.append((np.uint64(1) << rows.astype(np.uint64)).sum(axis=1, dtype=np.uint64))
            shifts = 8 * np.arange(size, dtype=np.uint32)
            packed.append((self.faces[rows].astype(np.uint32) << shifts).sum(axis=1, dtype=np.uint32))
        looked_up = {*self.direct.dealer.tolist(), self.direct.root, self.direct.second}
        return Units(
            np.array(counts, np.uint64),
            np.array(ends, np.int64),
            np.array(least, np.uint64),
            np.array([offsets[unit.size] for unit in self.units], np.int64),
            np.concatenate(bits) if bits else np.zeros(1, np.uint64),
            np.concatenate(packed),
            np.array([unit.size for unit in self.units], np.int64),
            np.array([unit.slot for unit in self.units], np.int64),
            np.array([i for i in range(len(self.units)) if i not in looked_up and self.units[i].size], np.int64),
        )

    def _slots(self, start: int, size: int) -> list[int] | None:
        """The units that make up exactly these cards."""
        found = [i for i, unit in enumerate(self.units) if unit.size and start <= unit.slot < start + size]
        found.sort(key=lambda i: self.units[i].slot)
        return found if sum(self.units[i].size for i in found) == size else None

    def _direct(self) -> Direct:
        tables = self.built.tables
        shared = self.built.dealer + self.built.community
        root, first, none = -1, np.zeros(1, np.uint32), np.zeros(0, np.int64)
        point = tables.targets[self.built.root, 0]
        if point >= 0:
            size, source = tables.points[point].tolist()
            found = self._slots(shared + OWN - source if source < 0 else source, size)
            if found is not None and len(found) == 1:
                root = found[0]
                numbers = self.sets.numbers(self.faces[self.rows[size]])
                first = tables.entries[tables.targets[self.built.root, 1] + numbers]
        dealer, hands, classes, starts = self._dealer_hands()
        infos = self._infos() if root >= 0 and (len(dealer) or not (tables.targets[:, 0] < -1).any()) else none
        second, both = self._followed(root, first) if len(infos) else (-1, first)
        return Direct(root, both, dealer, hands, classes, starts, second, infos)

    def _followed(self, root: int, first: NDArray[np.uint32]) -> tuple[int, NDArray[np.uint32]]:
        """Where one more set may follow the first cards and both are few: the entry for every pair of sets."""
        tables, shared = self.built.tables, self.built.dealer + self.built.community
        reached = np.unique(tables.targets[np.unique(first >> PERM), 0])
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
        going = tables.targets[target, 0] >= 0
        entries = tables.entries[np.where(going, tables.targets[target, 1], 0)[:, None] + numbers[names]]
        if (tables.targets[entries[going] >> PERM, 0] >= 0).any():
            return -1, first
        return found[0], np.where(going[:, None], entries, first[:, None]).ravel()

    def _infos(self) -> NDArray[np.int64]:
        """Targets packed into one number each. A point, stored as a negative number: where its entries begin, and its
        number. An end: where its codes begin, its bounds among the dealer's strengths, and whether it looks at them."""
        targets, points = self.built.tables.targets, len(self.built.points)
        ends = targets[:, 0] < 0
        if len(self.built.tables.codes) >= 2**CODE or points > 2**POINT:
            return np.zeros(0, np.int64)
        low, high = targets[:, 2] & 65_535, targets[:, 2] >> HALF
        looks = (targets[:, 0] < -1).astype(np.int64)
        ended = targets[:, 1] | (low | high << STRENGTH | looks << 2 * STRENGTH) << CODE
        return np.where(ends, ended, ~(targets[:, 1] << POINT | targets[:, 0]))

    def _dealer_hands(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int64]]:
        """Where all ends look at the same dealer's cards and no others: the hand for every pair of sets."""
        none = np.zeros(0, np.int64), np.zeros(1, np.uint32), np.zeros(1, np.uint32), np.zeros(2, np.int64)
        targets = self.built.tables.targets
        ends = targets[targets[:, 0] < -1]
        if not len(ends) or len(np.unique(ends[:, [0, 3]], axis=0)) > 1 or (ends[:, 2] < 0).any():
            return none
        atoms = [(size, start) for size, start in self.built.tables.atoms[-2 - ends[0, 0]].tolist() if size]
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
        return np.array(units, np.int64), self.built.tables.hands[base + hands], classes, starts

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

    def dealt(self, numbers: list[int]) -> dict[int, int]:
        """The card in each slot of the round, from the numbers of the units."""
        found = {}
        for unit, number in zip(self.units, numbers, strict=True):
            for i, index in enumerate(self.rows[unit.size][number].tolist()):
                found[unit.slot + i] = self.cards[index]
        return found
