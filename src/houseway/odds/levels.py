"""Situations of one kind up to suit isomorphism, and how each continues when more cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.limits import check_memory
from houseway.odds.universe import Faces, Ints, Universe, canonical, distinct, keys, renamed, sets_of

LINK_BYTES = 32  # for each deal: its parent, its set of cards, its ways and its number
SHARED_DRAWS = 4  # rounds of common draws; situations that still lack some get their own


class Group(NamedTuple):
    """Some cards of a situation: where they lie, and how many."""

    where: str
    size: int


@dataclass(eq=False)
class Level:
    """All situations with the same groups of cards."""

    universe: Universe
    groups: tuple[Group, ...]
    rows: Faces

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return int(self.rows.shape[1])

    def bounds(self) -> Ints:
        return np.cumsum([0, *(group.size for group in self.groups)]).astype(np.int64)

    def span(self, where: str) -> slice | None:
        start = 0
        for group in self.groups:
            if group.where == where:
                return slice(start, start + group.size)
            start += group.size
        return None

    def columns(self, wheres: Sequence[str]) -> list[int]:
        """The columns of these groups, in the given order."""
        found: list[int] = []
        for where in wheres:
            span = self.span(where)
            if span is not None:
                found += range(span.start, span.stop)
        return found

    def unseen(self) -> int:
        return self.universe.size - self.width


@dataclass(eq=False)
class Link:
    """Which situations of the next level follow each one of this level, and in how many ways, grouped by parent."""

    starts: Ints
    children: Ints
    ways: Ints
    each: int  # ways from every situation


def start(universe: Universe) -> Level:
    return Level(universe, (), np.zeros((1, 0), np.uint8))


def merged(universe: Universe, groups: Sequence[Group], rows: Faces) -> tuple[Faces, Ints, NDArray[np.int8]]:
    """Make rows canonical, in place: the distinct rows, which of them each row is, and the renaming of each."""
    bounds = np.cumsum([0, *(group.size for group in groups)]).astype(np.int64)
    perms = np.zeros((len(rows), 4), np.int8)
    canonical(rows, bounds, universe.rank, universe.suit, universe.face_of, universe.alike, perms)
    first, number = distinct(keys(rows))
    return rows[first], number, perms


def extend(level: Level, where: str, size: int) -> tuple[Level, Link]:
    """Deal `size` more cards to an existing or a new group."""
    check_memory(len(level) * sets_of(level.universe, size), level.width + size + LINK_BYTES, "deals")
    sets = level.universe.sets(size)
    parents, chosen, ways = fitting(level.rows, sets, level.universe.copies)
    return _linked(level, where, parents, sets[chosen], ways, comb(level.unseen(), size))


def sampled(level: Level, where: str, size: int, each: int, seed: Sequence[int]) -> tuple[Level, Link]:
    """`extend` with `each` deals drawn uniformly at random for every situation.

    All situations share the draws, with suits renamed at random, except those that hold some of the cards drawn: many
    hands then meet the same shared cards, which makes the sample both faster and more precise.
    """
    random, universe = np.random.default_rng(seed), level.universe
    shoe = np.repeat(np.arange(len(universe)), universe.copies)
    first = np.searchsorted(shoe, np.arange(len(universe)))
    held = np.zeros((len(level), len(shoe)), np.bool_)
    for index, row in enumerate(level.rows.tolist()):
        for position, face in enumerate(row):
            held[index, first[face] + row[:position].count(face)] = True
    rows = np.empty((len(level), each, size), np.uint8)
    filled = np.zeros(len(level), np.int64)
    for _ in range(SHARED_DRAWS):
        drawn = _draws(random, each, len(shoe), size)
        for index in np.flatnonzero(filled < each).tolist():
            faces = shoe[drawn].astype(np.uint8)
            turned = renamed(faces, universe.rank, universe.suit, universe.face_of, _renamings(random, universe, each))
            moved = first[turned] + drawn - first[faces]
            fits = moved[~held[index][moved].any(axis=1)][: each - filled[index]]
            rows[index, filled[index] : filled[index] + len(fits)] = shoe[fits]
            filled[index] += len(fits)
    for index in np.flatnonzero(filled < each).tolist():
        left, missing = shoe[~held[index]], each - int(filled[index])
        rows[index, filled[index] :] = left[_draws(random, missing, len(left), size)]
    rows = np.sort(rows.reshape(-1, size), axis=1)
    parents = np.repeat(np.arange(len(level)), each)
    return _linked(level, where, parents, rows, np.ones(len(rows), np.int64), each)


def _renamings(random: np.random.Generator, universe: Universe, count: int) -> NDArray[np.int8]:
    """Random permutations of the suits that are alike."""
    found = np.tile(np.arange(4, dtype=np.int8), (count, 1))
    for alike in np.unique(universe.alike):
        suits = np.flatnonzero(universe.alike == alike)
        found[:, suits] = random.permuted(found[:, suits], axis=1)
    return found


def _draws(random: np.random.Generator, count: int, cards: int, size: int) -> Ints:
    """`count` draws of `size` different cards: the first cards of a shuffle each."""
    return random.random((count, cards)).argpartition(size - 1, axis=1)[:, :size]


def only(level: Level, where: str, sets: Sequence[Sequence[int]]) -> tuple[Level, Link]:
    """`extend` with one of these sets of cards, which are given by name: suits that tell them apart are not alike."""
    parents, chosen, _ = fitting(level.rows, cards := np.sort(np.array(sets, np.uint8), axis=1), level.universe.copies)
    return _linked(level, where, parents, cards[chosen], np.ones(len(parents), np.int64), len(sets))


def _linked(level: Level, where: str, parents: Ints, cards: Faces, ways: Ints, each: int) -> tuple[Level, Link]:
    span = level.span(where)
    at = level.width if span is None else span.stop
    size = cards.shape[1]
    rows = np.concatenate([level.rows[parents, :at], cards, level.rows[parents, at:]], axis=1)
    if span is None:
        groups = (*level.groups, Group(where, size))
    else:
        groups = tuple(Group(g.where, g.size + size) if g.where == where else g for g in level.groups)
    rows, number, _ = merged(level.universe, groups, np.ascontiguousarray(rows))
    starts = np.searchsorted(parents, np.arange(len(level) + 1)).astype(np.int64)
    if not (ways != 1).any():
        ways = np.broadcast_to(np.int64(1), ways.shape)  # takes no memory
    return Level(level.universe, groups, rows), Link(starts, number, ways, each)


@njit(cache=True, nogil=True)
def _fits(row: Faces, chosen: Faces, copies: Ints, left: Ints) -> int:
    """The number of ways to deal these cards when those of the row are out."""
    for face in row:
        left[face] -= 1
    ways = 1
    before, same = -1, 0
    for face in chosen:
        same = same + 1 if face == before else 1
        before = face
        ways = ways * left[face] // same if left[face] > 0 else 0
        left[face] -= 1
        if ways == 0:
            break
    for face in row:
        left[face] = copies[face]
    for face in chosen:
        left[face] = copies[face]
    return ways


@njit(cache=True, nogil=True)
def _count_fitting(rows: Faces, sets: Faces, copies: Ints) -> int:
    left = copies.copy()
    found = 0
    for row in range(rows.shape[0]):
        for i in range(sets.shape[0]):
            found += _fits(rows[row], sets[i], copies, left) > 0
    return found


@njit(cache=True, nogil=True)
def _fill_fitting(rows: Faces, sets: Faces, copies: Ints, parents: Ints, chosen: Ints, ways: Ints) -> None:
    left = copies.copy()
    index = 0
    for row in range(rows.shape[0]):
        for i in range(sets.shape[0]):
            found = _fits(rows[row], sets[i], copies, left)
            if found > 0:
                parents[index], chosen[index], ways[index] = row, i, found
                index += 1


def fitting(rows: Faces, sets: Faces, copies: Ints) -> tuple[Ints, Ints, Ints]:
    count = _count_fitting(rows, sets, copies)
    parents, chosen, ways = (np.empty(count, np.int64) for _ in range(3))
    _fill_fitting(rows, sets, copies, parents, chosen, ways)
    return parents, chosen, ways


def part(level: Level, kept: NDArray[np.bool_]) -> Level:
    """The situations that are marked."""
    return Level(level.universe, level.groups, level.rows[kept])


def regrouped(level: Level, groups: Sequence[Group], rows: Faces) -> tuple[Level, Ints]:
    """Situations with their cards regrouped, as after a discard, and which of them each row is."""
    rows, number, _ = merged(level.universe, groups, rows)
    return Level(level.universe, tuple(groups), rows), number


def contexts(level: Level, wheres: Sequence[str]) -> tuple[Faces, Ints, Faces]:
    """The distinct contents of these groups up to suit isomorphism, which of them each situation has, and its other
    cards under the same renaming."""
    shared = level.columns(wheres)
    others = [column for column in range(level.width) if column not in shared]
    groups = [group for group in level.groups if group.where in wheres]
    rows, number, perms = merged(level.universe, groups, np.ascontiguousarray(level.rows[:, shared]))
    universe = level.universe
    moved = renamed(np.ascontiguousarray(level.rows[:, others]), universe.rank, universe.suit, universe.face_of, perms)
    return rows, number, moved
