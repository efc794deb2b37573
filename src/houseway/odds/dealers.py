"""Every hand that the dealer may have, by class, and how many of them are below, equal to and above a player's."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.levels import Group, merged
from houseway.odds.limits import Meter, check_memory
from houseway.odds.resuming import LoopDone
from houseway.odds.situations import without_collecting
from houseway.odds.sweep import SweptHands, by_value, sets_up_to, subsets_within, sweep
from houseway.odds.universe import Faces, Ints, Universe, distinct, keys, sets_of

ABOVE, EQUAL, BELOW = range(3)  # how the player's hand compares with the dealer's
BLOCK = 2_000_000  # numbers held at once
STEPS = 100_000_000  # of a sweep between two looks at the clock
CELLS = 40_000_000  # of the table of a sweep, if there are several facts
ClassOf = Callable[[Sequence[int]], tuple[Any, Hashable]]  # shared, then unseen faces -> strength, fact
# The same for many rows: the different classes, and which of them each row has; None where the rules must be asked.
ClassesOf = Callable[[Faces], tuple[Sequence[tuple[Any, Hashable]], Ints] | None]


class Dealers:
    """The dealer's unseen cards given what everybody sees (the context), each hand with its class."""

    def __init__(
        self,
        universe: Universe,
        shared: Sequence[Group],
        contexts: Faces,
        sizes: Sequence[int],
        class_of: ClassOf,
        classes_of: ClassesOf = lambda rows: None,
    ) -> None:
        self.universe = universe
        self.contexts = contexts
        self.sizes = tuple(sizes)
        self.hands = all_hands(universe, self.sizes)
        check_memory(len(contexts) * len(self.hands), 4, "classes of the dealer's hands")
        self._classes: dict[tuple[Any, Hashable], int] = {}
        self.numbers = self._classified(shared, class_of, classes_of)
        found = list(self._classes)
        self.strengths: list[Any] = sorted({strength for strength, _ in found})
        self.facts: list[Hashable] = list(dict.fromkeys(fact for _, fact in found))
        self.strength: Ints = np.array([bisect_left(self.strengths, strength) for strength, _ in found], np.int64)
        self.fact: Ints = np.array([self.facts.index(fact) for _, fact in found], np.int64)

    def _classified(self, shared: Sequence[Group], class_of: ClassOf, classes_of: ClassesOf) -> NDArray[np.int32]:
        """The class of each hand (columns) in each context (rows); -1 where the shoe cannot supply both."""
        cards, count = sum(self.sizes), len(self.hands)
        numbers = np.full((len(self.contexts), count), -1, np.int32)
        groups = [*shared, *(Group(f"unseen {index}", size) for index, size in enumerate(self.sizes))]
        known: dict[Any, int] = {}
        for first in range(0, len(self.contexts), max(1, BLOCK // count)):
            block = self.contexts[first : first + max(1, BLOCK // count)]
            rows = np.concatenate([np.repeat(block, count, axis=0), np.tile(self.hands, (len(block), 1))], axis=1)
            fits = _possible(rows, self.universe.copies)
            together = classes_of(rows[fits])
            if together is not None:
                different, number = together
                classes = [self._classes.setdefault(one, len(self._classes)) for one in different]
            else:
                found, number, _ = merged(self.universe, groups, np.ascontiguousarray(rows[fits]))
                classes = self._class_numbers(found, class_of, known)
            part = np.full(len(rows), -1, np.int32)
            part[fits] = np.array(classes, np.int32)[number]
            numbers[first : first + len(block)] = part.reshape(len(block), count)
        assert cards == self.hands.shape[1]
        return numbers

    def _class_numbers(self, rows: Faces, class_of: ClassOf, known: dict[Any, int]) -> list[int]:
        """The number of each row's class, memoised."""
        numbers = self._classes
        found: list[int] = []
        meter = Meter("classifying the dealer's hands", len(rows))
        with without_collecting():
            for key, row in zip(keys(rows).tolist(), rows.tolist(), strict=True):
                number = known.get(key)
                if number is None:
                    if not len(known) % 10_000:
                        meter.done(len(found))
                    number = known[key] = numbers.setdefault(class_of(row), len(numbers))
                found.append(number)
        return found

    def ways(self, seen: int) -> int:
        """The number of dealer's hands when this many cards are out of play."""
        found, left = 1, self.universe.size - seen
        for size in self.sizes:
            found *= comb(left, size)
            left -= size
        return found

    # --- counting ---

    @cached_property
    def _swept(self) -> tuple[SweptHands, Ints]:
        """The hands as the sweep adds them, and what it takes each face for: its rank, if the classes of the dealer's
        hands depend on ranks alone and nothing is seen, else itself."""
        universe = self.universe
        if universe.suits and len(self.contexts) == 1 and not self.contexts.shape[1] and len(self.hands):
            ranks = universe.rank + np.where(universe.suit < 0, len(universe.face_of), 0)
            of_face = np.unique(ranks, return_inverse=True)[1].reshape(-1).astype(np.int64)
            hands = self._sorted(of_face[self.hands].astype(np.uint8))
            first, number = distinct(keys(hands))
            if (self.numbers[0][first][number] == self.numbers[0]).all():
                copies = np.zeros(int(of_face.max()) + 1, np.int64)
                np.add.at(copies, of_face, universe.copies)
                return self._swept_hands(hands[first], np.ascontiguousarray(self.numbers[:, first]), copies), of_face
        return self._swept_hands(self.hands, self.numbers, universe.copies), np.arange(len(universe))

    def _sorted(self, hands: Faces) -> Faces:
        for low, high in pairwise(accumulate(self.sizes, initial=0)):
            hands[:, low:high].sort(axis=1)
        return hands

    def _swept_hands(self, hands: Faces, numbers: NDArray[np.int32], copies: Ints) -> SweptHands:
        weights = _partings(hands, np.cumsum([0, *self.sizes]).astype(np.int64))
        return SweptHands(np.sort(hands, axis=1), weights, self.contexts, numbers, self.strength, self.fact, copies)

    def standing(self, strengths: Sequence[Any]) -> tuple[Ints, Ints]:
        """For each player's strength: how many of the dealer's strengths are below it, and how many not above it."""
        low = [bisect_left(self.strengths, strength) for strength in strengths]
        high = [bisect_right(self.strengths, strength) for strength in strengths]
        return np.array(low, np.int64), np.array(high, np.int64)

    def counts(self, number: Ints, out: Faces, low: Ints, high: Ints) -> NDArray[Any]:
        """(situations, facts, 3): the dealer's hands, by fact, that the player beats, ties and loses to.

        `number` is each situation's context, `out` are its cards out of play beyond the context, and `low` and `high`
        say how its strength stands among the dealer's.
        """
        swept, of_face = self._swept
        outs = np.sort(of_face[out].astype(np.uint8), axis=1)
        if (swept.copies == 1).all():
            return self._compared(swept, number, outs, low, high)
        # With several copies, many situations are the same to the dealer. `high` is `low` or one more.
        strengths = 2 * len(self.strengths) + 2
        cards = distinct(keys(outs))[1] * len(self.contexts) + number
        first, same = distinct(distinct(cards)[1] * strengths + low + high)
        return self._compared(swept, number[first], outs[first], low[first], high[first])[same]

    def _compared(self, swept: SweptHands, number: Ints, outs: Faces, low: Ints, high: Ints) -> NDArray[Any]:
        size, single = swept.hands.shape[1], bool((swept.copies == 1).all())
        sets = sets_up_to(len(swept.copies), size, single=single)
        subsets = max(subsets_within(outs.shape[1], size, single=single), 2**size)
        kind = np.int32 if self.ways(self.contexts.shape[1]) < 2**31 else np.int64
        check_memory(len(outs), len(self.facts) * 3 * kind().itemsize, "comparisons of hands")
        found = np.zeros((len(outs), len(self.facts), 3), kind)
        order, starts = by_value(number, len(self.contexts))
        contexts = max(1, STEPS * len(self.contexts) // (len(swept.hands) * 2**size + len(outs) * subsets))
        each = max(1, CELLS // sets.total)  # facts that are swept together
        meter = Meter("comparing hands", len(outs) * len(self.facts))
        done = LoopDone(*swept, number, outs, low, high, f"{len(self.facts)} {kind.__name__}".encode())
        before = done.read()
        at = tuple(before["at"].tolist()) if before else (0, 0)
        found = before["found"] if before else found
        for fact in range(0, len(self.facts), each):
            table = np.zeros((sets.total, min(each, len(self.facts) - fact)), kind)
            for first in range(0, len(self.contexts), contexts):
                if (fact, first) < at:
                    continue
                if done.is_due:
                    done.write(found=found, at=np.array([fact, first]))
                last = min(first + contexts, len(self.contexts))
                meter.done(len(outs) * fact + int(starts[first]) * table.shape[1])
                many = len(self.strengths), sets.step, outs, low, high
                sweep(first, last, order, starts, swept, *many, fact, table, subsets, found)
        return found

    def first_hand(self, context: int, out: Faces, fact: int, stands: int, low: int, high: int) -> list[int] | None:
        """A dealer's hand with this fact and comparison that can be dealt given the cards out of play."""
        rows = np.concatenate([self.contexts[context], out])
        left = self.universe.copies - np.bincount(rows, minlength=len(self.universe))
        hand = _first_hand(self.hands, self.numbers[context], self.strength, self.fact, left, fact, stands, low, high)
        return None if hand < 0 else [int(face) for face in self.hands[hand]]


def all_hands(universe: Universe, sizes: Sequence[int]) -> Faces:
    rows = np.zeros((1, 0), np.uint8)
    check_memory(prod(sets_of(universe, size) for size in sizes), sum(sizes) + 8, "hands of the dealer")
    for size in sizes:
        sets = universe.sets(size)
        rows = np.concatenate([np.repeat(rows, len(sets), axis=0), np.tile(sets, (len(rows), 1))], axis=1)
    return np.ascontiguousarray(rows[_possible(rows, universe.copies)]) if len(sizes) > 1 else rows


def hands_of(universe: Universe, sizes: Sequence[int]) -> Callable[[Sequence[int]], Iterator[tuple[list[int], int]]]:
    """A function from cards out of play to the dealer's hands, each with its number of combinations."""
    hands, bounds = all_hands(universe, sizes), np.cumsum([0, *sizes]).astype(np.int64)

    def left(out: Sequence[int]) -> Iterator[tuple[list[int], int]]:
        ways = _ways_beside(np.array(out, np.int64), hands, bounds, universe.copies)
        for hand in np.flatnonzero(ways).tolist():
            yield hands[hand].tolist(), int(ways[hand])

    return left


def random_hands(
    universe: Universe, out: Sequence[int], size: int, count: int, random: np.random.Generator
) -> list[list[int]]:
    """`count` random hands from the cards that are left, in the order of dealing."""
    left = np.repeat(np.arange(len(universe)), universe.copies - np.bincount(out, minlength=len(universe)))
    order = random.random((count, len(left))).argsort(axis=1)[:, :size]
    found: list[list[int]] = left[order].tolist()
    return found


@njit(cache=True, nogil=True)
def _ways_beside(out: Ints, hands: Faces, bounds: Ints, copies: Ints) -> Ints:
    found = np.zeros(hands.shape[0], np.int64)
    left = copies.copy()
    for face in out:
        left[face] -= 1
    for hand in range(hands.shape[0]):
        ways = 1
        for atom in range(len(bounds) - 1):
            before, same = -1, 0
            for i in range(bounds[atom], bounds[atom + 1]):
                face = hands[hand, i]
                same = same + 1 if face == before else 1
                before = face
                ways = ways * left[face] // same if left[face] > 0 else 0
                left[face] -= 1
        for face in hands[hand]:
            left[face] += 1
        found[hand] = ways
    return found


@njit(cache=True, nogil=True)
def _possible(rows: Faces, copies: Ints) -> NDArray[np.bool_]:
    """Whether the shoe can supply all cards of a row together."""
    found = np.ones(rows.shape[0], np.bool_)
    left = copies.copy()
    for row in range(rows.shape[0]):
        for face in rows[row]:
            left[face] -= 1
            if left[face] < 0:
                found[row] = False
        for face in rows[row]:
            left[face] = copies[face]
    return found


@njit(cache=True, nogil=True)
def _first_hand(
    hands: Faces,
    numbers: NDArray[np.int32],
    strength: Ints,
    fact: Ints,
    left: Ints,
    wanted: int,
    stands: int,
    low: int,
    high: int,
) -> int:
    for hand in range(hands.shape[0]):
        number = numbers[hand]
        if number < 0 or fact[number] != wanted:
            continue
        found = ABOVE if strength[number] < low else EQUAL if strength[number] < high else BELOW
        if found != stands:
            continue
        fits = True
        for face in hands[hand]:
            left[face] -= 1
            fits &= left[face] >= 0
        for face in hands[hand]:
            left[face] += 1
        if fits:
            return hand
    return -1


@njit(cache=True, nogil=True)
def _partings(hands: Faces, bounds: Ints) -> Ints:
    """In how many ways the copies of each face in a hand can be parted among its deals: multinomial coefficients."""
    found = np.ones(hands.shape[0], np.int64)
    for row in range(hands.shape[0]):
        for end in range(1, len(bounds)):
            for i in range(bounds[end - 1], bounds[end]):
                # The copies up to this card, and those of them in this deal: C(n, k) = product of (n - k + j) / j.
                so_far, here = 0, 0
                for j in range(i + 1):
                    if hands[row, j] == hands[row, i]:
                        so_far += 1
                        here += j >= bounds[end - 1]
                found[row] = found[row] * so_far // here
    return found
