"""From the situations of a decision point to what a search looks at, and from what it found back to lines in words."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.lab.searching_cards.conditions import ANY, LEAST, MOST, OR, Found
from houseway.lab.searching_cards.fitting import Line, Lines, Sight
from houseway.lab.searching_cards.rules import (
    AT_LEAST,
    AT_MOST,
    BOTH,
    DANGER,
    EITHER,
    EXACTLY,
    HAND,
    NAME,
    ONE_OF,
    POINTS,
    Condition,
    PointRules,
    Rule,
    Terms,
)
from houseway.lab.searching_cards.situations import Point
from houseway.lab.searching_cards.words import MEASURES
from houseway.odds.measures import NAMES
from houseway.odds.universe import Ints

LEVELS = 64  # borders between hands, or numbers of points, that a search tries
MOST_LEVELS = 256  # codes are bytes
SAMPLED = 40_000  # situations that a search looks at; what it finds is counted over all of them


@dataclass(eq=False)
class Column:
    """A measure with the values that it takes, in rising order; of hands, the first of each level."""

    name: str
    values: list[int]


class View:
    """A decision point as the search sees it, with danger cards and points or without."""

    def __init__(self, point: Point, *, suits: bool, danger: bool = False) -> None:
        self.point, self.suits, self.danger = point, suits, danger
        self.points: Terms = ()
        self.columns: list[Column] = []
        codes: list[NDArray[np.uint8]] = []
        measured: list[tuple[str, NDArray[Any]]] = [*self.measured(suits=suits), *self._hands()]
        for name, values in measured:
            levels, coded = _coded(values)
            if 1 < len(levels) < MOST_LEVELS and not any(np.array_equal(coded, other) for other in codes):
                self.columns.append(Column(name, levels))
                codes.append(coded)
        self.names = sorted(set(point.names))
        numbers = {name: number for number, name in enumerate(self.names)}
        self.sight = Sight(
            np.array(codes, np.uint8).reshape(len(codes), len(point)),
            np.array([len(column.values) for column in self.columns], np.int64),
            np.array([column.name in (HAND, DANGER) for column in self.columns], np.bool_),
            point.legal,
            tuple(self._resort(play) for play in range(len(point.plays))),
            np.array([numbers[name] for name in point.names], np.int64),
        )
        self.sample = _spread(len(point), SAMPLED)
        self.sampled = _part(self.sight, self.sample)

    def with_points(self, points: Terms) -> View:
        """The same with points."""
        added = add_up(dict(self.measured(suits=self.suits)), points)
        levels, coded = _coded(added)
        if len(levels) > LEVELS:
            levels, coded = _coded(_levels(added))
        found = copy(self)
        found.points, found.columns = points, [*self.columns, Column(POINTS, levels)]
        found.sight = replace(
            self.sight,
            codes=np.concatenate([self.sight.codes, coded[None]]),
            sizes=np.append(self.sight.sizes, len(levels)),
            ordered=np.append(self.sight.ordered, np.bool_(True)),
        )
        found.sampled = _part(found.sight, found.sample)
        return found

    def measured(self, *, suits: bool) -> list[tuple[str, NDArray[np.int16]]]:
        """Every measure of the situations."""
        found = [
            (name, self.point.measures[:, column])
            for column, name in enumerate(NAMES)
            if suits or not MEASURES[name].suits
        ]
        return [*found, (DANGER, self.point.danger)] if self.danger else found

    def measured_apart(self) -> list[tuple[str, NDArray[np.int16]]]:
        """The measures that tell situations apart, each once."""
        kept = {column.name for column in self.columns}
        return [(name, values) for name, values in self.measured(suits=self.suits) if name in kept]

    def _hands(self) -> list[tuple[str, Ints]]:
        return [(HAND, _levels(self.point.hands))] if len(self.point.hands) else []

    def _resort(self, play: int) -> Ints:
        """What is played where a play is the last resort: it, or the first that is legal."""
        legal = self.point.legal
        return np.where(legal[:, play], play, legal.argmax(axis=1)).astype(np.int64)

    # --- in words ---

    def rules(self, found: Lines) -> PointRules:
        """Lines by number as lines in words."""
        plays = self.point.plays
        resort = [found.otherwise, *np.flatnonzero(np.bincount(self.sight.resorts[found.otherwise])).tolist()]
        rules = tuple(self._rule(line) for line in found.lines)
        counts = any(condition.measure == POINTS for rule in rules for condition in rule.conditions)
        otherwise = tuple(plays[play] for play in dict.fromkeys(resort))
        return without_negative_points(PointRules(rules, otherwise, self.points if counts else ()))

    def _rule(self, line: Line) -> Rule:
        found: Found = line.condition
        parts = (found.one, found.one_compare, found.one_code), (found.two, found.two_compare, found.two_code)
        conditions = [self._condition(*part) for part in parts if part[1] != ANY]
        if line.names:
            names = tuple(self.names[name] for name in line.names)
            mixed = tuple(name for name in names if name in self.point.mixed)
            conditions = [Condition(NAME, ONE_OF, names=names, mixed=mixed)]
        return Rule(tuple(conditions), EITHER if found.join == OR else BOTH, self.point.plays[line.play])

    def _condition(self, number: int, compare: int, code: int) -> Condition:
        column = self.columns[number]
        named = {LEAST: AT_LEAST, MOST: AT_MOST}.get(compare, EXACTLY)
        if column.name == POINTS and compare == MOST:
            return Condition(POINTS, named, column.values[code + 1] - 1)
        if column.name != HAND:
            return Condition(column.name, named, column.values[code])
        borders = self.point.borders
        if compare == LEAST:
            return Condition(HAND, named, example=borders[column.values[code]][0])
        return Condition(HAND, named, example=borders[column.values[code + 1] - 1][1])


def _coded(values: NDArray[Any]) -> tuple[list[int], NDArray[np.uint8]]:
    """The values that there are, and the number of each situation's among them."""
    low = int(values.min()) if len(values) else 0
    there = np.bincount(values.astype(np.int64) - low)
    levels = np.flatnonzero(there)
    numbers = np.zeros(len(there), np.uint8)
    numbers[levels] = np.arange(len(levels)).astype(np.uint8)
    return (levels + low).tolist(), numbers[values.astype(np.int64) - low]


def _levels(values: Ints) -> Ints:
    """Values rounded down to one of a few, which equally many situations have."""
    ranked = np.sort(values)
    lows = np.unique(ranked[np.linspace(0, len(ranked) - 1, LEVELS).astype(np.int64)])
    found: Ints = lows[np.searchsorted(lows, values, side="right") - 1]
    return found


def _spread(size: int, most: int) -> Ints:
    """Situations spread over all of them, the same ones every time."""
    numbers = np.arange(size, dtype=np.uint64)
    if size <= most:
        return numbers.astype(np.int64)
    mixed = (numbers * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return np.flatnonzero(mixed < np.uint64(most * 2**32 // size))


def _part(sight: Sight, rows: Ints) -> Sight:
    if len(rows) == sight.codes.shape[1]:
        return sight
    resorts = tuple(resort[rows] for resort in sight.resorts)
    codes, names = np.ascontiguousarray(sight.codes[:, rows]), sight.names[rows] if len(sight.names) else sight.names
    return Sight(codes, sight.sizes, sight.ordered, sight.legal[rows], resorts, names)


def add_up(measured: Mapping[str, NDArray[Any]], points: Terms) -> Ints:
    """The points of every situation."""
    found: Ints = sum((weight * measured[name].astype(np.int64) for name, weight in points), np.zeros(1, np.int64))
    return found


def without_negative_points(point: PointRules) -> PointRules:
    """The same with the opposite points, where all that is asked for is to have few of them."""
    asked = [condition.value for rule in point.rules for condition in rule.conditions if condition.measure == POINTS]
    if not asked or max(asked) >= 0:
        return point
    opposite = {AT_LEAST: AT_MOST, AT_MOST: AT_LEAST, EXACTLY: EXACTLY}

    def turned(condition: Condition) -> Condition:
        if condition.measure != POINTS:
            return condition
        return condition._replace(compare=opposite[condition.compare], value=-condition.value)

    rules = tuple(rule._replace(conditions=tuple(map(turned, rule.conditions))) for rule in point.rules)
    return point._replace(rules=rules, points=tuple((name, -weight) for name, weight in point.points))
