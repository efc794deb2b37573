"""Every hand that the dealer may have, by class, and how many of them are below, equal to and above a player's.

For each set of cards out of play the dealer's hands are counted by class. Where the shoe has one copy of each card and
the dealer has few unseen cards, this is done by inclusion–exclusion over the cards that are out: the hands without any
of them are all hands, minus those with one of them, plus those with two, and so on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.derived.levels import Group, merged
from houseway.derived.limits import Meter, check_memory
from houseway.derived.situations import without_collecting
from houseway.derived.universe import Faces, Ints, Universe, keys, sets_of
from houseway.jit import njit

ABOVE, EQUAL, BELOW = range(3)  # how the player's hand compares with the dealer's
MOST_EXCLUDED = 4  # inclusion–exclusion is used up to so many unseen cards of the dealer's
BLOCK = 2_000_000  # numbers held at once
CONTEXTS = 100  # compared between two looks at the clock
MOST_CELLS = 60_000_000  # of the inclusion–exclusion tables
ClassOf = Callable[[Sequence[int]], tuple[Any, Hashable]]  # shared, then unseen faces -> strength, fact


class Dealers:
    """The dealer's unseen cards given what everybody sees (the context), each hand with its class."""

    def __init__(
        self, universe: Universe, shared: Sequence[Group], contexts: Faces, sizes: Sequence[int], class_of: ClassOf
    ) -> None:
        self.universe = universe
        self.contexts = contexts
        self.sizes = tuple(sizes)
        self.hands = all_hands(universe, self.sizes)
        check_memory(len(contexts) * len(self.hands), 4, "classes of the dealer's hands")
        self._classes: dict[tuple[Any, Hashable], int] = {}
        self.numbers = self._classified(shared, class_of)
        found = list(self._classes)
        self.strengths: list[Any] = sorted({strength for strength, _ in found})
        self.facts: list[Hashable] = list(dict.fromkeys(fact for _, fact in found))
        self.strength: Ints = np.array([bisect_left(self.strengths, strength) for strength, _ in found], np.int64)
        self.fact: Ints = np.array([self.facts.index(fact) for _, fact in found], np.int64)
        self._by_rank = self._ranked()

    def _classified(self, shared: Sequence[Group], class_of: ClassOf) -> NDArray[np.int32]:
        """The class of each hand (columns) in each context (rows); -1 where the shoe cannot supply both."""
        cards, count = sum(self.sizes), len(self.hands)
        numbers = np.full((len(self.contexts), count), -1, np.int32)
        groups = [*shared, *(Group(f"unseen {index}", size) for index, size in enumerate(self.sizes))]
        known: dict[Any, int] = {}
        for first in range(0, len(self.contexts), max(1, BLOCK // count)):
            block = self.contexts[first : first + max(1, BLOCK // count)]
            rows = np.concatenate([np.repeat(block, count, axis=0), np.tile(self.hands, (len(block), 1))], axis=1)
            fits = _possible(rows, self.universe.copies)
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

    # --- where suits do not matter to the dealer, hands are ranks ---

    def _ranked(self) -> tuple[Faces, NDArray[np.int32], Ints, Ints] | None:
        """Hands of ranks with their class, the rank of each face and the copies of each, if suits do not matter."""
        if not self.universe.suits or len(self.contexts) > 1 or self.contexts.shape[1] or not len(self.hands):
            return None
        ranks = self.universe.rank + np.where(self.universe.suit < 0, len(self.universe.face_of), 0)
        _, of_face = np.unique(ranks, return_inverse=True)
        of_face = of_face.reshape(-1).astype(np.int64)
        rows = of_face[self.hands].astype(np.uint8)
        edges = list(accumulate(self.sizes, initial=0))
        for low, high in pairwise(edges):
            rows[:, low:high].sort(axis=1)
        _, first, number = np.unique(keys(rows), return_index=True, return_inverse=True)
        number = number.reshape(-1)
        if not (self.numbers[0][first][number] == self.numbers[0]).all():
            return None
        copies = np.zeros(int(of_face.max()) + 1, np.int64)
        np.add.at(copies, of_face, self.universe.copies)
        return rows[first], self.numbers[:, first], of_face, copies

    # --- counting ---

    def standing(self, strengths: Sequence[Any]) -> tuple[Ints, Ints]:
        """For each player's strength: how many of the dealer's strengths are below it, and how many not above it."""
        known: dict[Any, tuple[int, int]] = {}
        for strength in strengths:
            if strength not in known:
                known[strength] = bisect_left(self.strengths, strength), bisect_right(self.strengths, strength)
        both = np.array([known[strength] for strength in strengths], np.int64).reshape(-1, 2)
        return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])

    def counts(self, number: Ints, out: Faces, strengths: Sequence[Any]) -> Ints:
        """(situations, facts, 3): the dealer's hands, by fact, that the player beats, ties and loses to.

        `number` is each situation's context and `out` its cards out of play beyond the context.
        """
        low, high = self.standing(strengths)
        if self._by_rank is not None:
            hands, numbers, of_face, copies = self._by_rank
            return self._by_sets(number, of_face[out].astype(np.uint8), low, high, hands, numbers, copies)
        if self.universe.single and len(self.sizes) == 1 and self._few():
            return self._by_exclusion(number, out, low, high)
        if not self.universe.single:  # of the faces in the context, too, the shoe has fewer copies left
            out = np.concatenate([self.contexts[number], out], axis=1)
        return self._by_sets(number, out, low, high, self.hands, self.numbers, self.universe.copies)

    def _few(self) -> bool:
        """Whether the inclusion–exclusion tables stay reasonably small."""
        size, count = self.sizes[0], len(self.universe)
        sets = sum(comb(count, held) for held in range(size))
        return 2 <= size <= MOST_EXCLUDED and sets * len(self.facts) * len(self.strengths) < MOST_CELLS

    def first_hand(self, context: int, out: Faces, fact: int, stands: int, low: int, high: int) -> list[int] | None:
        """A dealer's hand with this fact and comparison that can be dealt given the cards out of play."""
        rows = np.concatenate([self.contexts[context], out])
        left = self.universe.copies - np.bincount(rows, minlength=len(self.universe))
        hand = _first_hand(self.hands, self.numbers[context], self.strength, self.fact, left, fact, stands, low, high)
        return None if hand < 0 else [int(face) for face in self.hands[hand]]

    def _by_sets(
        self, number: Ints, out: Faces, low: Ints, high: Ints, hands: Faces, numbers: NDArray[np.int32], copies: Ints
    ) -> Ints:
        """Count once for each distinct set of cards out of play."""
        rows = np.sort(out, axis=1)
        whole = np.concatenate([number.astype(np.uint32).view(np.uint8).reshape(-1, 4), rows], axis=1)
        _, first, of = np.unique(_void(whole), return_index=True, return_inverse=True)
        of = of.reshape(-1)
        facts, strengths = len(self.facts), len(self.strengths)
        found = np.zeros((len(out), facts, 3), np.int64)
        bounds = np.cumsum([0, *self.sizes]).astype(np.int64)
        step = max(1, BLOCK * 4 // (facts * (strengths + 1)))
        order = np.argsort(of, kind="stable")
        meter = Meter("comparing hands", len(first))
        for start in range(0, len(first), step):
            meter.done(start)
            these = first[start : start + step]
            below = np.zeros((len(these), facts, strengths + 1), np.int64)
            _histograms(number[these], rows[these], hands, bounds, numbers, copies, self.strength, self.fact, below)
            np.cumsum(below, axis=2, out=below)
            lowest, highest = np.searchsorted(of[order], [start, start + len(these)])
            part = order[lowest:highest]
            _stand(of[part] - start, low[part], high[part], below, part, found)
        return found

    def _by_exclusion(self, number: Ints, out: Faces, low: Ints, high: Ints) -> Ints:
        found = np.zeros((len(out), len(self.facts), 3), np.int64)
        order = np.argsort(number, kind="stable")
        starts = np.searchsorted(number[order], np.arange(len(self.contexts) + 1)).astype(np.int64)
        size, count = self.sizes[0], len(self.universe)
        choose = np.array([[comb(n, k) for k in range(size + 2)] for n in range(count + 1)], np.int64)
        outs, strengths = np.sort(out, axis=1), len(self.strengths)
        meter = Meter("comparing hands", len(out))
        for first in range(0, len(self.contexts), CONTEXTS):
            meter.done(int(starts[first]))
            few = starts[first : first + CONTEXTS + 1], outs, low, high, self.hands
            numbers = self.numbers[first : first + CONTEXTS]
            _exclude(order, *few, numbers, self.strength, self.fact, strengths, choose, found)
        return found


def _void(rows: NDArray[np.uint8]) -> NDArray[Any]:
    whole = np.ascontiguousarray(rows)
    return whole.view(np.dtype((np.void, whole.shape[1]))).ravel()


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
def _histograms(
    contexts: Ints,
    outs: Faces,
    hands: Faces,
    bounds: Ints,
    numbers: NDArray[np.int32],
    copies: Ints,
    strength: Ints,
    fact: Ints,
    found: Ints,
) -> None:
    """The dealer's hands by fact and strength (shifted by one, to be cumulated) for each set of cards out of play."""
    left = copies.copy()
    atoms = len(bounds) - 1
    most = copies.max() + 1
    choose = np.zeros((most, hands.shape[1] + 1), np.int64)
    choose[:, 0] = 1
    for n in range(1, most):
        for k in range(1, choose.shape[1]):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    for row in range(outs.shape[0]):
        left[:] = copies
        for face in outs[row]:
            left[face] -= 1
        line = numbers[contexts[row]]
        for hand in range(hands.shape[0]):
            number = line[hand]
            if number < 0:
                continue
            ways = 1
            for atom in range(atoms):
                i, end = bounds[atom], bounds[atom + 1]
                while i < end:  # to the end even if it cannot be dealt: what is taken here is put back below
                    face = hands[hand, i]
                    same = 1
                    while i + same < end and hands[hand, i + same] == face:
                        same += 1
                    i += same
                    ways *= choose[max(left[face], 0), same]
                    if atom < atoms - 1:
                        left[face] -= same
            for i in range(bounds[atoms - 1] if atoms > 1 else 0):
                left[hands[hand, i]] += 1
            if ways > 0:
                found[row, fact[number], strength[number] + 1] += ways


@njit(cache=True, nogil=True)
def _stand(of: Ints, low: Ints, high: Ints, below: Ints, rows: Ints, found: Ints) -> None:
    last = below.shape[2] - 1
    for i in range(len(of)):
        for fact in range(below.shape[1]):
            line = below[of[i], fact]
            found[rows[i], fact, ABOVE] = line[low[i]]
            found[rows[i], fact, EQUAL] = line[high[i]] - line[low[i]]
            found[rows[i], fact, BELOW] = line[last] - line[high[i]]


@njit(cache=True, nogil=True)
def _number(faces: Ints, count: int, choose: Ints) -> int:
    """The colexicographic number of an ascending set among all sets of its size."""
    found = 0
    for i in range(count):
        found += choose[faces[i], i + 1]
    return found


@njit(cache=True, nogil=True)
def _exclude(
    order: Ints,
    starts: Ints,
    outs: Faces,
    low: Ints,
    high: Ints,
    hands: Faces,
    numbers: NDArray[np.int32],
    strength: Ints,
    fact: Ints,
    strengths: int,
    choose: Ints,
    found: Ints,
) -> None:
    size, facts = hands.shape[1], found.shape[1]
    count = choose.shape[0] - 1
    # below[j]: for each set of j cards, the dealer's hands that contain it, by fact and cumulated by strength.
    offsets = np.zeros(size + 1, np.int64)
    for j in range(size):
        offsets[j + 1] = offsets[j] + choose[count, j]
    below = np.zeros((offsets[size], facts, strengths + 1), np.int32)
    whole = np.full(choose[count, size], -1, np.int64)  # the hand of each set of all its cards
    held = np.zeros(size, np.int64)
    for hand in range(hands.shape[0]):
        for i in range(size):
            held[i] = hands[hand, i]
        whole[_number(held, size, choose)] = hand
    for context in range(len(starts) - 1):
        if starts[context] == starts[context + 1]:
            continue
        below[:] = 0
        line = numbers[context]
        for hand in range(hands.shape[0]):
            number = line[hand]
            if number < 0:
                continue
            for mask in range((1 << size) - 1):
                cards = 0
                for i in range(size):
                    if mask >> i & 1:
                        held[cards] = hands[hand, i]
                        cards += 1
                below[offsets[cards] + _number(held, cards, choose), fact[number], strength[number] + 1] += 1
        for row in range(below.shape[0]):
            for f in range(facts):
                for s in range(strengths):
                    below[row, f, s + 1] += below[row, f, s]
        for at in range(starts[context], starts[context + 1]):
            i = order[at]
            out = outs[i]
            for mask in range(1 << len(out)):
                cards = 0
                for j in range(len(out)):
                    if mask >> j & 1:
                        if cards < size:
                            held[cards] = out[j]
                        cards += 1
                if cards > size:
                    continue
                sign = -1 if cards & 1 else 1
                if cards == size:
                    number = line[whole[_number(held, size, choose)]]
                    if number >= 0:
                        stands = 0 if strength[number] < low[i] else 1 if strength[number] < high[i] else 2
                        found[i, fact[number], stands] += sign
                    continue
                row = offsets[cards] + _number(held, cards, choose)
                for f in range(facts):
                    first, second, last = below[row, f, low[i]], below[row, f, high[i]], below[row, f, strengths]
                    found[i, f, 0] += sign * first
                    found[i, f, 1] += sign * (second - first)
                    found[i, f, 2] += sign * (last - second)
