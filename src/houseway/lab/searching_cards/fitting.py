"""The best lines for one decision point: a list that is followed from the top, grown and improved line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.searching_cards.conditions import AND, ANY, OR, SMALL, Codes, Found, best_condition, meets
from houseway.odds.universe import Ints

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SWEEPS = 4  # times that all lines are looked at again
NAMED = 4  # hands that a line names at most
TRIED = 2  # places for a new line that are tried to the end


@dataclass(eq=False)
class Sight:
    """What a search looks at: codes of the measures, and which plays are legal."""

    codes: Codes
    sizes: Ints
    ordered: Flags  # measures on which `exactly` says nothing that a person can check
    legal: Flags  # for each situation and play
    resorts: tuple[Ints, ...]  # for each play, what is played in each situation where it is the last resort
    names: Ints  # the number of what the hand is called; nothing where there are too many hands to name


class Line(NamedTuple):
    """A condition by number, and the number of the play."""

    condition: Found
    play: int
    names: tuple[int, ...] = ()  # hands by name, instead of the condition


class Lines(NamedTuple):
    """The lines of a point and its last resort."""

    lines: tuple[Line, ...]
    otherwise: int


class Fitting:
    """Searches the lines of one point for given worths of plays."""

    def __init__(self, sight: Sight, worths: Floats) -> None:
        self.sight, self.worths = sight, worths
        self.size = len(worths)
        self._met: dict[tuple[int, ...], Flags] = {}

    # --- what lines are worth ---

    def met(self, line: Line) -> Flags:
        """Where a line is followed: its condition holds and its play is legal."""
        key = (*line.condition[1:], line.play, *line.names)
        if key not in self._met:
            if len(self._met) > 64:
                self._met.clear()
            self._met[key] = met(self.sight, line)
        return self._met[key]

    def resort(self, play: int) -> Floats:
        found: Floats = self.worths[np.arange(self.size), self.sight.resorts[play]]
        return found

    def value(self, found: Lines) -> float:
        return float(self._values(found.lines, found.otherwise).sum())

    def _values(self, lines: Sequence[Line], otherwise: int) -> Floats:
        values = self.resort(otherwise)
        for line in reversed(lines):
            values = np.where(self.met(line), self.worths[:, line.play], values)
        return values

    def _open(self, lines: Sequence[Line]) -> Flags:
        """The situations that meet none of these lines."""
        found = np.ones(self.size, np.bool_)
        for line in lines:
            found &= ~self.met(line)
        return found

    # --- search ---

    def always(self) -> Lines:
        """No line: the best last resort alone."""
        return Lines((), self._best_otherwise(()))

    def _best_otherwise(self, lines: Sequence[Line]) -> int:
        left = self._open(lines)
        return int(np.argmax([self.resort(play)[left].sum() for play in range(self.worths.shape[1])]))

    def best_line(self, before: Sequence[Line], after: Sequence[Line], otherwise: int) -> Line | None:
        """The line that gains most between the others."""
        left, rest = self._open(before), self._values(after, otherwise)
        best: Line | None = None
        for play in range(self.worths.shape[1]):
            gains = np.where(left & self.sight.legal[:, play], self.worths[:, play] - rest, 0.0)
            found = best_condition(self.sight.codes, self.sight.sizes, self.sight.ordered, gains)
            if found is not None and (best is None or found.gain > best.condition.gain + SMALL):
                best = Line(found, play)
            named = self._named(play, gains)
            if named is not None and (best is None or named.condition.gain > best.condition.gain + SMALL):
                best = named
        return best

    def _named(self, play: int, gains: Floats) -> Line | None:
        """The line that names the hands which gain most."""
        if not len(self.sight.names):
            return None
        sums = np.bincount(self.sight.names, gains)
        names = [int(name) for name in np.argsort(-sums, kind="stable")[:NAMED] if sums[name] > SMALL]
        gain = float(sums[names].sum())
        return Line(Found(gain, -1, ANY, 0, -1, ANY, 0, AND), play, tuple(names)) if names else None

    def gains(self, found: Lines, number: int) -> Floats:
        """What following one of the lines gains in each situation that comes to it, over the lines after it."""
        line = found.lines[number]
        left, rest = self._open(found.lines[:number]), self._values(found.lines[number + 1 :], found.otherwise)
        return np.where(left & self.sight.legal[:, line.play], self.worths[:, line.play] - rest, 0.0)

    def improved(self, found: Lines) -> Lines:
        """Every line exchanged for the best in its place, as long as that gains."""
        value = self.value(found)
        for _ in range(SWEEPS):
            before = value
            for number in range(len(found.lines)):
                others = found.lines[:number], found.lines[number + 1 :]
                line = self.best_line(*others, found.otherwise)
                if line is not None:
                    tried = self._settled(Lines((*others[0], line, *others[1]), found.otherwise))
                    if self.value(tried) > value + SMALL:
                        found, value = tried, self.value(tried)
            if value <= before + SMALL:
                break
        return found

    def _settled(self, found: Lines) -> Lines:
        return found._replace(otherwise=self._best_otherwise(found.lines))

    def grown(self, found: Lines) -> Lines:
        """With one more line, in the best place."""
        tries = []
        for place in range(len(found.lines), -1, -1):
            line = self.best_line(found.lines[:place], found.lines[place:], found.otherwise)
            if line is not None:
                lines = (*found.lines[:place], line, *found.lines[place:])
                tries.append(self._settled(Lines(lines, found.otherwise)))
        tries.sort(key=lambda lines: -self.value(lines))
        best, value = found, self.value(found)
        for tried in tries[:TRIED]:
            better = self.improved(tried)
            if self.value(better) > value + SMALL:
                best, value = better, self.value(better)
        return best


def met(sight: Sight, line: Line) -> Flags:
    """The situations in which a line is followed, if no other is before it."""
    condition = line.condition
    if line.names:
        return np.isin(sight.names, line.names) & sight.legal[:, line.play]
    if condition.one_compare == ANY:
        return sight.legal[:, line.play]
    holds = meets(sight.codes, condition.one, condition.one_compare, condition.one_code)
    if condition.two_compare != ANY:
        other = meets(sight.codes, condition.two, condition.two_compare, condition.two_code)
        holds = holds | other if condition.join == OR else holds & other
    return holds & sight.legal[:, line.play]


def played(sight: Sight, found: Lines) -> Ints:
    """The play of every situation."""
    plays = sight.resorts[found.otherwise].copy()
    for line in reversed(found.lines):
        plays[met(sight, line)] = line.play
    return plays
