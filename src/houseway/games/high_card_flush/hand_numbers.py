"""High Card Flush: from the cards of a hand to its number among the hands up to suit isomorphism.

Counting takes hands in the order of `distinct_hands`: by the sizes of the suits, then by the flush that plays, then by
the other suits, the shortest first, those of one size from the highest down. A strategy's decisions are kept in that
order; most of them follow from the flush alone, so few hands have to be looked up.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.high_card_flush.counting import Counts, Shapes, shapes
from houseway.jit import njit
from houseway.kernels.philox import Word

Raises = NDArray[np.int8]  # by their sizes, 0 for a fold

BY_HAND = 7  # of a flush: the decision depends on the other suits, or its size has a higher number than fits
BY_FLUSH = 3  # bits for the decision of a flush; its length is above them


class Numbers(NamedTuple):
    """What is needed to number hands in that order."""

    start: Counts  # where the sets of ranks of each size begin among all sets
    shape: Counts  # the number of the sizes, by the flush's and those of the two shortest suits
    twin: Counts  # for each of the sizes: whether the last two suits have one size, or the last and the flush
    begin: Counts  # for each of the sizes: where the firsts of its flushes are in `firsts`
    firsts: Counts  # the number of the first hand with a flush and a shortest suit


LAST_TWO, LAST_AND_FLUSH = 1, 2


@cache
def numbers() -> Numbers:
    known = shapes()
    shape = np.full((8, 8, 8), -1, np.int64)
    twin = np.zeros(len(known.sizes), np.int64)
    for number, ((size, s1, s2, s3), (_, _, _, t3)) in enumerate(zip(known.sizes, known.twins, strict=True)):
        shape[size, s1, s2] = number
        twin[number] = LAST_TWO if s3 == s2 else LAST_AND_FLUSH if t3 == 0 else 0
    begin, firsts = _firsts(known)
    return Numbers(known.start, shape, twin, begin, firsts)


@njit(cache=True)
def _firsts(known: Shapes) -> tuple[Counts, Counts]:
    """The numbers of the first hands, counted as `distinct_hands` goes through them."""
    start, shape_count = known.start, len(known.sizes)
    begin = np.zeros(shape_count + 1, np.int64)
    for shape in range(shape_count):
        size, s1 = known.sizes[shape, 0], known.sizes[shape, 1]
        begin[shape + 1] = begin[shape] + (start[size + 1] - start[size]) * (start[s1 + 1] - start[s1])
    firsts = np.empty(begin[-1] + 1, np.int64)
    number = 0
    at = 0
    for shape in range(shape_count):
        size, s1, s2, s3 = known.sizes[shape]
        _, _, t2, t3 = known.twins[shape]
        for a in range(start[size], start[size + 1]):
            for b in range(start[s1], start[s1 + 1]):
                firsts[at] = number
                at += 1
                for c in range(start[s2], (a if t2 == 0 else b if t2 == 1 else start[s2 + 1] - 1) + 1):
                    number += (a if t3 == 0 else c if t3 == 2 else start[s3 + 1] - 1) + 1 - start[s3]
    firsts[at] = number
    return begin, firsts


@njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
def hand_number(a: Word, b: Word, c: Word, d: Word, flushes: NDArray[np.uint8], numbers: Numbers) -> Word:
    """The number of a hand, from the indices of its four suits among all sets of ranks, in any order."""
    # The highest first: x, y, z are the others.
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, z = max(b, d), min(b, d)
    x, y = max(b, c), min(b, c)
    size = flushes[a] >> BY_FLUSH
    first, second, third = flushes[x] >> BY_FLUSH, flushes[y] >> BY_FLUSH, flushes[z] >> BY_FLUSH
    # The shortest first, those of one size from the highest down.
    if first == third:
        pass
    elif first == second:
        x, y, z = z, x, y
    elif second == third:
        x, y, z = y, z, x
    else:
        x, z = z, x
    s1, s2, s3 = flushes[x] >> BY_FLUSH, flushes[y] >> BY_FLUSH, flushes[z] >> BY_FLUSH
    start = numbers.start
    shape = numbers.shape[size, s1, s2]
    twin = numbers.twin[shape]
    row = (a - start[size]) * (start[s1 + 1] - start[s1]) + x - start[s1]
    before = y - start[s2]
    if twin == LAST_TWO:
        before = before * (before + 1) >> 1
    elif twin == LAST_AND_FLUSH:
        before *= a - start[s3] + 1
    else:
        before *= start[s3 + 1] - start[s3]
    return numbers.firsts[numbers.begin[shape] + row] + before + z - start[s3]


@njit(cache=True)
def by_flush(raises: Raises, known: Shapes, numbers: Numbers) -> NDArray[np.uint8]:
    """For each set of ranks its size and, if it is the flush of a hand, the decision if it depends on the flush alone,
    else BY_HAND."""
    found = np.empty(len(known.sets), np.uint8)
    for flush in range(len(known.sets)):
        found[flush] = known.ones[known.sets[flush]] << BY_FLUSH
    lowest, highest = np.full(len(found), 127, np.int8), np.full(len(found), -1, np.int8)
    for shape in range(len(known.sizes)):
        size, s1 = known.sizes[shape, 0], known.sizes[shape, 1]
        others = known.start[s1 + 1] - known.start[s1]
        row = numbers.begin[shape]
        for flush in range(known.start[size], known.start[size + 1]):
            for number in range(numbers.firsts[row], numbers.firsts[row + others]):
                lowest[flush] = min(lowest[flush], raises[number])
                highest[flush] = max(highest[flush], raises[number])
            row += others
    for flush in range(len(found)):
        if highest[flush] >= 0:
            found[flush] |= lowest[flush] if lowest[flush] == highest[flush] < BY_HAND else BY_HAND
    return found
