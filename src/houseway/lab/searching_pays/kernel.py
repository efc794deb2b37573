"""The loops of the search for pay tables: whole numbers throughout, so that nothing is rounded.

A table's return is a sum over its rows of count times pay; a table meets the wanted edge when that sum lies between two
whole numbers. Rows are gone through from the best down. At each the sum that the rows below can still add has a least
and a most, which leaves out most pays at once, and the last row's pay follows by division.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit

Ints = NDArray[np.int64]


@njit(cache=True)
def _deviates_rightly(total: Any, squares: Any, spread: Ints) -> Any:
    """Whether the variance lies within bounds, given the sums of all nets and of their squares.

    `spread` is: the deals N; the whole and the fractional part (in Nths, rounded up) of N times the least variance; the
    same of the most variance, rounded down. Both are compared with squares - total^2 / N.
    """
    deals = spread[0]
    square = total * total
    whole, part = square // deals, square % deals
    least = whole + spread[1] + (1 if part + spread[2] > 0 else 0) + (1 if part + spread[2] > deals else 0)
    most = whole + spread[3] + (1 if part + spread[4] >= deals else 0)
    return least <= squares <= most


@njit(cache=True)
def _before(cost: Any, pays: Ints, costs: Ints, found: Ints, place: Any) -> Any:
    """Whether a table goes before a found one: nearer, or as near and paying more in the first row that differs."""
    if cost != costs[place]:
        return cost < costs[place]
    for row in range(len(pays)):
        if pays[row] != found[place, row]:
            return pays[row] > found[place, row]
    return False


@njit(cache=True)
def _insert(cost: Any, pays: Ints, costs: Ints, found: Ints, number: Any) -> Any:
    """Put a table in its place among the nearest; the number there are then."""
    most = len(costs)
    if number == most:
        if not _before(cost, pays, costs, found, most - 1):
            return number
        number -= 1
    place = number
    while place > 0 and _before(cost, pays, costs, found, place - 1):
        costs[place] = costs[place - 1]
        found[place] = found[place - 1]
        place -= 1
    costs[place] = cost
    found[place] = pays
    return number + 1


@njit(cache=True)
def nearest_tables(
    counts: Ints,
    bounds: Ints,
    sums: Ints,
    fixed: Ints,
    spread: Ints,
    near: Ints,
    near_cost: Ints,
    cost_of: Ints,
    costs: Ints,
    found: Ints,
    number: Any,
    every: Any,
) -> Any:
    """Find the nearest tables, or with `every` count all; the number of found ones and, with `every`, of all.

    `bounds` has each row's least and most pay, `sums` the least and most sum, `fixed` what lines outside the table add
    to the sum and to its squares, and the unit that counts are multiplied by; `spread` is as above or empty. `near` has
    each row's pays, the nearest first, and `near_cost` their distances; `cost_of` the distances by pay.
    """
    rows = len(counts)
    last = rows - 1
    least_below, cost_below = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    for row in range(last - 1, -1, -1):
        least_below[row] = least_below[row + 1] + counts[row + 1] * bounds[0, row + 1]
        cost_below[row] = cost_below[row + 1] + near_cost[row + 1, 0]
    pays, at = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    total, squares, cost = np.zeros(rows + 1, np.int64), np.zeros(rows + 1, np.int64), np.zeros(rows + 1, np.int64)
    all_of_them = 0
    row = 0
    while row >= 0:
        top = bounds[1, row] if row == 0 else min(bounds[1, row], pays[row - 1])
        if row == last:
            # The last row's pay follows by division.
            low, high = bounds[0, row], top
            if counts[row] > 0:
                low = max(low, -((total[row] - sums[0]) // counts[row]))
                high = min(high, (sums[1] - total[row]) // counts[row])
            elif not sums[0] <= total[row] <= sums[1]:
                high = low - 1
            for pay in range(low, high + 1):
                pays[row] = pay
                if len(spread) > 0:
                    add = counts[row] * pay
                    if not _deviates_rightly(
                        total[row] + add + fixed[0], squares[row] + add * pay * fixed[2] + fixed[1], spread
                    ):
                        continue
                all_of_them += 1
                number = _insert(cost[row] + cost_of[row, pay - bounds[0, row]], pays, costs, found, number)
            row -= 1
            continue
        if at[row] > bounds[1, row] - bounds[0, row]:
            at[row] = 0
            row -= 1
            continue
        pay = near[row, at[row]]
        reached = cost[row] + near_cost[row, at[row]]
        at[row] += 1
        if not every and number == len(costs) and reached + cost_below[row] > costs[number - 1]:
            at[row] = 0  # all further pays of this row are farther away still
            row -= 1
            continue
        if pay > top:
            continue
        pays[row] = pay
        total[row + 1] = total[row] + counts[row] * pay
        if total[row + 1] + least_below[row] > sums[1]:
            continue
        most = total[row + 1]
        for below in range(row + 1, rows):
            most += counts[below] * min(bounds[1, below], pay)
        if most < sums[0]:
            continue
        squares[row + 1] = squares[row] + counts[row] * pay * pay * fixed[2]
        cost[row + 1] = reached
        row += 1
        at[row] = 0
    return number, all_of_them


@njit(cache=True)
def listed_tables(bounds: Ints, size: Any) -> Ints:
    """All tables of some neighbouring rows, one a line."""
    rows = bounds.shape[1]
    found = np.empty((size, rows), np.int64)
    pays = bounds[0].copy()
    for number in range(size):
        found[number] = pays
        row = rows - 1
        while row >= 0:
            if pays[row] < (bounds[1, row] if row == 0 else min(bounds[1, row], pays[row - 1])):
                pays[row] += 1
                break
            pays[row] = bounds[0, row]
            row -= 1
    return found


@njit(cache=True)
def count_pairs(above: Ints, above_last: Ints, starts: Ints, ends: Ints, below_first: Ints, places: Ints) -> Any:
    """How many tables above go with how many below: the sums of those below from `starts` to `ends` in their order, and
    no first pay below larger than the last above. Tables above come with their last pays rising, those below with their
    first pays rising, `places` being their places in the order of sums."""
    size = len(places)
    tree = np.zeros(size + 1, np.int64)
    found, put = 0, 0
    for one in range(len(above)):
        while put < size and below_first[put] <= above_last[one]:
            place = places[put] + 1
            while place <= size:
                tree[place] += 1
                place += place & -place
            put += 1
        place = ends[one]
        while place > 0:
            found += tree[place]
            place -= place & -place
        place = starts[one]
        while place > 0:
            found -= tree[place]
            place -= place & -place
    return found
