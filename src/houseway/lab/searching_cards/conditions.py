"""The best condition for one line of a card: what it should be met by, to gain most.

Every situation has codes, the values of its measures numbered from 0, and a gain: what following the line is worth
there beside what else would be done. For two measures the gains are added up in a table of their codes, from which all
conditions on the two follow.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit

Floats = NDArray[np.float64]
Codes = NDArray[np.uint8]  # a row for each measure, a column for each situation
LEAST, MOST, EQUAL, ANY = range(4)  # how a code is compared; ANY is no condition at all
AND, OR = range(2)
SMALL = 1e-12  # gains that differ by less are the same: the simpler condition is taken


class Found(NamedTuple):
    """The best condition on two measures; the second may be ANY."""

    gain: float
    one: int
    one_compare: int
    one_code: int
    two: int
    two_compare: int
    two_code: int
    join: int

    def parts(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Both conditions: the measure, the comparison and the code."""
        return (self.one, self.one_compare, self.one_code), (self.two, self.two_compare, self.two_code)


@njit(cache=True)
def _sums(gains: Floats, compare: int, code: int) -> Any:
    """The gains of one measure's codes that meet a comparison; given as sums up to each code."""
    last = len(gains) - 1
    if compare == LEAST:
        return gains[last] - gains[code]
    if compare == MOST:
        return gains[code + 1]
    return gains[code + 1] - gains[code]


@njit(cache=True)
def _block(table: Floats, one_compare: int, one: int, two_compare: int, two: int) -> Any:
    """The gains where both comparisons hold; given as sums up to each pair of codes."""
    low, high = (one, table.shape[0] - 1) if one_compare == LEAST else (0, one + 1)
    if one_compare == EQUAL:
        low = one
    left, right = (two, table.shape[1] - 1) if two_compare == LEAST else (0, two + 1)
    if two_compare == EQUAL:
        left = two
    return table[high, right] - table[low, right] - table[high, left] + table[low, left]


@njit(cache=True)
def _tried(compare: int, code: int, size: int, ordered: bool) -> bool:
    """Whether a comparison is worth trying: not one that always holds, nor one that says another's."""
    if compare == LEAST:
        return code > 0
    if compare == MOST:
        return code < size - 1
    return 0 < code < size - 1 and not ordered


@njit(cache=True)
def single(codes: Codes, sizes: NDArray[np.int64], ordered: NDArray[np.bool_], gains: Floats) -> Floats:
    """The best condition on one measure: its gain, the measure, the comparison and the code."""
    best = np.array([0.0, -1.0, 0.0, 0.0])
    for one in range(len(sizes)):
        sums = np.zeros(sizes[one] + 1)
        for row in range(len(gains)):
            sums[codes[one, row] + 1] += gains[row]
        for code in range(sizes[one]):
            sums[code + 1] += sums[code]
        for compare in range(3):
            for code in range(sizes[one]):
                if _tried(compare, code, sizes[one], ordered[one]):
                    gain = _sums(sums, compare, code)
                    if gain > best[0] + SMALL:
                        best[0], best[1], best[2], best[3] = gain, one, compare, code
    return best


@njit(cache=True)
def double(codes: Codes, sizes: NDArray[np.int64], ordered: NDArray[np.bool_], gains: Floats, least: float) -> Floats:
    """The best two conditions that gain more than `least`: the gain, both conditions, and how they are joined."""
    best = np.array([least, -1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0])
    for one in range(len(sizes)):
        for two in range(one + 1, len(sizes)):
            n, m = sizes[one], sizes[two]
            table = np.zeros((n + 1, m + 1))
            for row in range(len(gains)):
                table[codes[one, row] + 1, codes[two, row] + 1] += gains[row]
            for i in range(1, n + 1):
                for j in range(1, m + 1):
                    table[i, j] += table[i - 1, j] + table[i, j - 1] - table[i - 1, j - 1]
            ones, twos = table[:, m].copy(), table[n].copy()
            for compare in range(3):
                for code in range(n):
                    if not _tried(compare, code, n, ordered[one]):
                        continue
                    alone = _sums(ones, compare, code)
                    for other in range(3):
                        for second in range(m):
                            if not _tried(other, second, m, ordered[two]):
                                continue
                            both = _block(table, compare, code, other, second)
                            either = alone + _sums(twos, other, second) - both
                            gain = max(both, either)
                            if gain > best[0] + SMALL:
                                best[0], best[1], best[2], best[3] = gain, one, compare, code
                                best[4], best[5], best[6] = two, other, second
                                best[7] = AND if both >= either else OR
    return best


def best_condition(codes: Codes, sizes: NDArray[np.int64], ordered: NDArray[np.bool_], gains: Floats) -> Found | None:
    """The condition of one or two measures that gains most; None where none gains anything."""
    used = np.flatnonzero(gains)
    if not len(used):
        return None
    some, kept = np.ascontiguousarray(codes[:, used]), gains[used]
    whole = float(kept.sum())
    gain, *alone = single(some, sizes, ordered, kept).tolist()
    pair = double(some, sizes, ordered, kept, gain).tolist()
    if whole > SMALL and whole >= max(gain, pair[0]) - SMALL:
        return Found(whole, -1, ANY, 0, -1, ANY, 0, AND)  # wherever the play is legal
    if pair[1] >= 0:
        one, one_compare, one_code, two, two_compare, two_code, join = (int(part) for part in pair[1:])
        return Found(pair[0], one, one_compare, one_code, two, two_compare, two_code, join)
    one, compare, code = (int(part) for part in alone)
    return Found(gain, one, compare, code, -1, ANY, 0, AND) if one >= 0 else None


@njit(cache=True)
def meets(codes: Codes, one: int, compare: int, code: int) -> NDArray[np.bool_]:
    """The situations that meet a comparison."""
    found = np.zeros(codes.shape[1], np.bool_)
    for row in range(codes.shape[1]):
        value = codes[one, row]
        found[row] = value >= code if compare == LEAST else value <= code if compare == MOST else value == code
    return found
