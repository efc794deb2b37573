"""The cards that a game is dealt from, as its rules distinguish them, and sets of them up to suit isomorphism.

A face is a card or, where suits do not count, a rank; the shoe may hold several copies of it. Situations are rows of
faces, divided into groups (the cards dealt, the draw, the board); within a group the order does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.jit import njit

Faces = NDArray[np.uint8]  # (situations, cards)
Ints = NDArray[np.int64]
REPRESENTATIVES = 1_000_000  # in one block
PACKED = 10  # faces of six bits fit into one key


class Universe:
    """The faces of a shoe, in a fixed order."""

    def __init__(self, deck: Iterable[Card], *, suits: bool, alike: bool = True, apart: Iterable[Card] = ()) -> None:
        """`apart` are cards that are given by name: no other suit is alike to theirs."""
        self.suits = suits
        cards = Counter(deck)
        shown: dict[Any, list[Card]] = {}
        for card in sorted(cards):
            shown.setdefault(card if suits or card.joker else (card.rank,), []).extend([card] * cards[card])
        self.cards: list[list[Card]] = list(shown.values())  # of each face, every copy
        self.copies: Ints = np.array([len(copies) for copies in self.cards], np.int64)
        first = [copies[0] for copies in self.cards]
        ranks = sorted({card.rank for card in first})
        self.rank: Ints = np.array([ranks.index(card.rank) for card in first], np.int64)
        named = [suits and not card.joker for card in first]
        self.suit: Ints = np.array([card.suit if is_named else -1 for card, is_named in zip(first, named, strict=True)])
        self.face_of: Ints = np.zeros((len(ranks), 4), np.int64)
        held = np.zeros((4, len(ranks)), np.int64)  # copies by suit and rank: suits that differ in it are not alike
        for face, is_named in enumerate(named):
            if is_named:
                self.face_of[self.rank[face], self.suit[face]] = face
                held[self.suit[face], self.rank[face]] = self.copies[face]
        kinds: dict[Any, int] = {}
        given = {card.suit for card in apart if not card.joker}
        found = [(row.tobytes(), suit if suit in given else -1) for suit, row in enumerate(held)]
        self.alike: Ints = np.array([kinds.setdefault(kind, len(kinds)) for kind in found], np.int64)
        if not alike:
            self.alike = np.arange(4)
        self.number = {card: face for face, copies in enumerate(self.cards) for card in copies}
        self.size = int(self.copies.sum())
        self.single = bool((self.copies == 1).all())

    def __len__(self) -> int:
        return len(self.cards)

    def real(self, faces: Sequence[int]) -> tuple[Card, ...]:
        """Cards with these faces, using each copy in the shoe at most once."""
        if self.single:
            return tuple([self.cards[face][0] for face in faces])
        return tuple([self.cards[face][faces[:index].count(face)] for index, face in enumerate(faces)])

    def faces(self, cards: Iterable[Card]) -> list[int]:
        return [self.number[card] for card in cards]

    def sets(self, size: int) -> Faces:
        """All sets of this many cards, faces ascending."""
        faces = range(len(self))
        if self.single and size > 0:
            return subsets(len(self), size)
        rows = [
            row
            for row in combinations_with_replacement(faces, size)
            if self.single or all(row.count(face) <= self.copies[face] for face in set(row))
        ]
        return np.array(rows, np.uint8).reshape(len(rows), size)


def alike_in_rank(universe: Universe, faces: Sequence[int], out: Iterable[int]) -> list[list[int]]:
    """All sets of cards of the same ranks as these, without the cards that are out."""
    counts, sets = Counter(universe.rank[list(faces)].tolist()), [list[int]()]
    for rank, count in counts.items():
        cards = [face for face in np.flatnonzero(universe.rank == rank).tolist() if face not in out]
        sets = [[*before, *more] for before in sets for more in combinations(cards, count)]
    return sets


def sets_of(universe: Universe, size: int) -> int:
    """The number of sets of this many cards; an upper bound where the shoe has several copies of a card."""
    return comb(len(universe) + (0 if universe.single else size - 1), size)


def subsets(count: int, size: int) -> Faces:
    """All subsets of range(count) of this size, in lexicographic order."""
    found = np.empty((comb(count, size), size), np.uint8)
    if len(found):
        _fill_subsets(count, found)
    return found


@njit(cache=True)
def _fill_subsets(count: int, found: Faces) -> None:
    size = found.shape[1]
    index = np.arange(size)
    for row in range(found.shape[0]):
        for i in range(size):
            found[row, i] = index[i]
        i = size - 1
        while i >= 0 and index[i] == count - size + i:
            i -= 1
        if i < 0:
            return
        index[i] += 1
        for j in range(i + 1, size):
            index[j] = index[j - 1] + 1


def representatives(universe: Universe, size: int) -> Iterator[tuple[Faces, Ints]]:
    """One set of this many cards of each class up to suit isomorphism, with the size of the class; in blocks.

    For a shoe that holds every card once. The first set of a class is the one that is canonical.
    """
    index = np.arange(size)
    while index[0] >= 0:
        rows, ways = np.empty((REPRESENTATIVES, size), np.uint8), np.empty(REPRESENTATIVES, np.int64)
        filled = _fill_representatives(len(universe), index, universe.rank, universe.suit, universe.alike, rows, ways)
        yield rows[:filled], ways[:filled]


@njit(cache=True, nogil=True)
def _fill_representatives(count: int, index: Ints, rank: Ints, suit: Ints, alike: Ints, rows: Faces, ways: Ints) -> int:
    """Fill the rows from the subset at `index` on, which is advanced; -1 in front when there are no more."""
    size, filled = len(index), 0
    signs = np.zeros(4, np.int64)
    while filled < len(rows):
        signs[:] = 0
        for i in range(size):
            if suit[index[i]] >= 0:
                signs[suit[index[i]]] += np.int64(1) << (4 * rank[index[i]])
        found, equal = 1, 1
        for one in range(4):  # as in `canonical`: the largest signature first among suits alike
            place, same = 1, 1
            for other in range(one):
                if alike[other] == alike[one]:
                    place += 1
                    same += signs[other] == signs[one]
                    if signs[other] < signs[one]:
                        found = 0
            found, equal = found * place, equal * same
        if found:
            ways[filled] = found // equal
            for i in range(size):
                rows[filled, i] = index[i]
            filled += 1
        i = size - 1
        while i >= 0 and index[i] == count - size + i:
            i -= 1
        if i < 0:
            index[0] = -1
            return filled
        index[i] += 1
        for j in range(i + 1, size):
            index[j] = index[j - 1] + 1
    return filled


@njit(cache=True, nogil=True)
def canonical(
    rows: Faces, bounds: Ints, rank: Ints, suit: Ints, face_of: Ints, alike: Ints, perms: NDArray[np.int8]
) -> None:
    """Bring rows into canonical form, in place: suits renamed and groups sorted, so that isomorphic rows become equal.

    A suit's signature is the number of its cards of each rank in each group; suits are sorted by signature. Suits that
    the shoe does not hold alike are never exchanged. `perms` receives the renaming: the new suit of each old one.
    """
    groups = len(bounds) - 1
    signs = np.zeros((4, groups), np.int64)
    order = np.zeros(4, np.int64)
    for row in range(rows.shape[0]):
        signs[:] = 0
        for group in range(groups):
            for i in range(bounds[group], bounds[group + 1]):
                face = rows[row, i]
                if suit[face] >= 0:
                    signs[suit[face], group] += np.int64(1) << (4 * rank[face])
        for one in range(4):
            order[one] = one
        for i in range(1, 4):  # four suits, sorted: the largest signature first among those alike
            moved = order[i]
            j = i - 1
            while j >= 0:
                other = order[j]
                before = False
                if alike[moved] == alike[other]:
                    for group in range(groups):
                        if signs[moved, group] != signs[other, group]:
                            before = signs[moved, group] > signs[other, group]
                            break
                else:
                    before = alike[moved] < alike[other]
                if not before:
                    break
                order[j + 1] = other
                j -= 1
            order[j + 1] = moved
        # The k-th suit of a kind in the sorted order becomes the k-th suit of that kind.
        for i in range(4):
            seen = 0
            for j in range(i):
                if alike[order[j]] == alike[order[i]]:
                    seen += 1
            for target in range(4):
                if alike[target] == alike[order[i]]:
                    if seen == 0:
                        perms[row, order[i]] = target
                        break
                    seen -= 1
        for i in range(rows.shape[1]):
            face = rows[row, i]
            if suit[face] >= 0:
                rows[row, i] = face_of[rank[face], perms[row, suit[face]]]
        for group in range(groups):
            for i in range(bounds[group] + 1, bounds[group + 1]):
                moved_face = rows[row, i]
                k = i - 1
                while k >= bounds[group] and rows[row, k] > moved_face:
                    rows[row, k + 1] = rows[row, k]
                    k -= 1
                rows[row, k + 1] = moved_face


@njit(cache=True, nogil=True)
def renamed(rows: Faces, rank: Ints, suit: Ints, face_of: Ints, perms: NDArray[np.int8]) -> Faces:
    """The rows with suits renamed, each row by its own renaming."""
    found = np.empty_like(rows)
    for row in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            face = rows[row, i]
            found[row, i] = face_of[rank[face], perms[row, suit[face]]] if suit[face] >= 0 else face
    return found


def keys(rows: Faces) -> NDArray[Any]:
    """A key for each row; equal rows have equal keys."""
    if rows.shape[1] <= PACKED:
        packed = np.zeros(len(rows), np.uint64)
        for column in rows.T:
            packed = (packed << np.uint64(6)) | column.astype(np.uint64)
        return packed
    whole = np.ascontiguousarray(rows)
    return whole.view(np.dtype((np.void, whole.shape[1]))).ravel()


def distinct(values: NDArray[Any]) -> tuple[Ints, Ints]:
    """One index of each distinct value, in ascending order of the values, and which of them each value is.

    What `np.unique` does, without the stable sort that it takes for an index.
    """
    order = np.argsort(values)
    ordered = values[order]
    new = np.ones(len(values), np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    number = np.empty(len(values), np.int64)
    number[order] = np.cumsum(new) - 1
    return order[new], number


def renumbered(numbers: Ints, count: int) -> Ints:
    """Numbers below `count` without the gaps between them, in the same order."""
    if count > 4 * len(numbers):
        return distinct(numbers)[1]
    used = np.zeros(count, np.bool_)
    used[numbers] = True
    found: Ints = (np.cumsum(used) - 1)[numbers]
    return found


def first_of_each(numbers: NDArray[Any], count: int) -> Ints:
    """The first index of each number below `count`."""
    first = np.full(count, len(numbers))
    first[numbers[::-1]] = np.arange(len(numbers))[::-1]  # the last one written stays
    return first
