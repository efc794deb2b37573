"""Pay tables of a wager whose rows come up just as often whatever they pay: a search over sums of whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.errors import OptionError
from houseway.lab.searching_pays.space import Space, distance
from houseway.odds.solution import WagerOdds
from houseway.rules.pay_tables import Ratio

MOST_HALF = 5_000_000  # tables of half the rows that are held in memory
MOST_LOOKED_AT = 10**10  # tables without their last row, where each must be looked at
MOST_DEALS = 2**31  # so that the square of a sum is still a whole number of 64 bits
NO_LIMIT = 2**61

Limits = tuple[Fraction, Fraction]


class Rates(NamedTuple):
    """How often each row of a table comes up, rows as they rank, and what the other lines of the wager come to."""

    counts: tuple[int, ...]
    deals: int
    rest: Fraction  # the sum of the other lines' nets
    squares: Fraction  # and of their squares
    hits: int  # the deals that win, of these

    def edge(self, pays: Sequence[int]) -> Fraction:
        return -(sum(map(int.__mul__, self.counts, pays)) + self.rest) / self.deals

    def hit(self, unpaid: int) -> Fraction:
        """How often the wager wins when so many of the last rows pay nothing."""
        return Fraction(sum(self.counts[: len(self.counts) - unpaid]) + self.hits, self.deals)

    def sums(self, edge: Limits) -> tuple[int, int]:
        """The least and the most sum of counts times pays within limits of the edge."""
        return math.ceil(-edge[1] * self.deals - self.rest), math.floor(-edge[0] * self.deals - self.rest)


def rates_of(odds: WagerOdds, rows: Sequence[int | None], order: Sequence[int]) -> Rates:
    """Read off a solution; `rows` says of each of its lines which row of the table it belongs to, if any."""
    counts, rest, squares, hits = [0] * len(order), Fraction(), Fraction(), 0
    for line, row in zip(odds.rows, rows, strict=True):
        if row is not None:
            counts[row] += line.count
        else:
            rest += line.net * line.count
            squares += line.net**2 * line.count
            hits += line.count if line.net > 0 else 0
    return Rates(tuple(counts[row] for row in order), odds.total, rest, squares, hits)


# --- how many there are ---


def count_tables(rates: Rates, space: Space, edge: Limits) -> int:
    """How many tables have an edge within limits: those of the upper rows against those of the lower ones, by sums."""
    from houseway.lab.searching_pays.kernel import count_pairs, listed_tables

    low, high = rates.sums(edge)
    rows = len(space.low)
    if rows == 1:
        return sum(low <= rates.counts[0] * pay <= high for pay in range(space.low[0], space.high[0] + 1))
    sizes = [(_half(space, 0, cut).size(), _half(space, cut, rows).size(), cut) for cut in range(1, rows)]
    above, below, cut = min(sizes, key=lambda size: max(size[:2]))
    if max(above, below) > MOST_HALF:
        raise OptionError(
            f"{space.size():,} pay tables are too many to count: narrow them down by --min, --max or --top."
        )
    counts = np.array(rates.counts, np.int64)
    upper = listed_tables(_array(_half(space, 0, cut)), above)
    lower = listed_tables(_array(_half(space, cut, rows)), below)
    sums, lasts = upper @ counts[:cut], upper[:, -1]
    below_sums, firsts = lower @ counts[cut:], lower[:, 0]
    by_sum = np.argsort(below_sums, kind="stable")
    ordered = below_sums[by_sum]
    starts, ends = np.searchsorted(ordered, low - sums, "left"), np.searchsorted(ordered, high - sums, "right")
    if space.low[cut - 1] >= space.high[cut]:
        return int((ends - starts).sum())
    places = np.empty(below, np.int64)
    places[by_sum] = np.arange(below)
    up, down = np.argsort(lasts, kind="stable"), np.argsort(firsts, kind="stable")
    return int(count_pairs(sums[up], lasts[up], starts[up], ends[up], firsts[down], places[down]))


def _half(space: Space, start: int, end: int) -> Space:
    return Space(space.low[start:end], space.high[start:end])


def _array(space: Space) -> Any:
    return np.array(space, np.int64)


# --- the nearest ones ---


class Nearest:
    """The tables found so far that are nearest to the wanted one, and the search for more of them."""

    def __init__(self, wanted: Sequence[Ratio], most: int) -> None:
        self.wanted = wanted
        self.costs, self.tables = np.zeros(most, np.int64), np.zeros((most, len(wanted)), np.int64)
        self.number = 0

    def look_into(self, rates: Rates, space: Space, edge: Limits, variance: Limits | None) -> int | None:
        """Look for nearer ones in a space; how many there are, where that is counted on the way."""
        from houseway.lab.searching_pays.kernel import nearest_tables

        unit = math.lcm(rates.rest.denominator, rates.squares.denominator)
        low, high = rates.sums(edge)
        spread = self._spread(rates, variance, unit)
        if variance and space.size() // (space.high[-1] - space.low[-1] + 1) > MOST_LOOKED_AT:
            raise OptionError(
                f"{space.size():,} pay tables are too many to work out the deviation of each: narrow them down by "
                "--min, --max or --top."
            )
        widest = max(high - low for low, high in zip(*space, strict=True)) + 1
        near, near_cost, cost_of = (np.zeros((len(space.low), widest), np.int64) for _ in range(3))
        for row, (least, most) in enumerate(zip(*space, strict=True)):
            costs = np.array([distance(pay, self.wanted[row]) for pay in range(least, most + 1)], np.int64)
            by_cost = np.argsort(costs, kind="stable")
            near[row, : len(costs)], near_cost[row, : len(costs)] = by_cost + least, costs[by_cost]
            cost_of[row, : len(costs)] = costs
        counts = np.array(rates.counts, np.int64) * unit
        fixed = np.array([int(rates.rest * unit), int(rates.squares * unit * unit), unit], np.int64)
        sums = np.array([low * unit, high * unit], np.int64)
        arrays = counts, _array(space), sums, fixed, spread, near, near_cost, cost_of, self.costs, self.tables
        number, seen = nearest_tables(*arrays, self.number, variance is not None)
        self.number = int(number)
        return int(seen) if variance is not None else None

    def _spread(self, rates: Rates, variance: Limits | None, unit: int) -> Any:
        """The limits of the variance as the loops take them."""
        if variance is None:
            return np.zeros(0, np.int64)
        if rates.deals > MOST_DEALS:
            raise OptionError(
                f"A deviation cannot be asked for here: the {rates.deals:,} deals that the wager is counted over are "
                "too many for it."
            )
        least, most = (limit * unit * unit * rates.deals for limit in variance)
        whole, part = divmod(least, 1)
        over, over_part = divmod(min(most, Fraction(NO_LIMIT)), 1)
        deals = rates.deals
        return np.array([deals, whole, math.ceil(part * deals), over, math.floor(over_part * deals)], np.int64)

    def found(self) -> list[tuple[int, tuple[int, ...]]]:
        """Distances and tables, the nearest first."""
        return [(int(self.costs[place]), tuple(self.tables[place].tolist())) for place in range(self.number)]
