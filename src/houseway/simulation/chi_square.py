"""Pearson's chi-square of counts against exact chances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

LEAST_EXPECTED = 5  # below this many expected, the distribution of the statistic is not chi-square's


class ChiSquare(NamedTuple):
    statistic: float
    degrees: int
    p_value: float


def chi_square(counts: Sequence[int], chances: Sequence[Fraction]) -> ChiSquare | None:
    """Counts against chances that add up to 1; rare rows are pooled. None where there is nothing to compare."""
    total = sum(counts)
    bins = _pooled([(chance * total, count) for count, chance in zip(counts, chances, strict=True)])
    if any(count and not expected for expected, count in bins):
        return ChiSquare(math.inf, max(1, len(bins) - 1), 0.0)  # what cannot happen has happened
    bins = [(expected, count) for expected, count in bins if expected]
    if len(bins) < 2:
        return None
    statistic = float(sum((count - expected) ** 2 / expected for expected, count in bins))
    return ChiSquare(statistic, len(bins) - 1, p_value(statistic, len(bins) - 1))


def _pooled(bins: list[tuple[Fraction, int]]) -> list[tuple[Fraction, int]]:
    """Rows below the least expected count are put together, with the next larger one if that is not enough."""
    impossible = [(expected, count) for expected, count in bins if not expected]
    pool, rest = (Fraction(), 0), []
    for expected, count in sorted(item for item in bins if item[0]):
        if pool[0] < LEAST_EXPECTED and (expected < LEAST_EXPECTED or pool[0]):
            pool = pool[0] + expected, pool[1] + count
        else:
            rest.append((expected, count))
    return [*([pool] if pool[0] else []), *rest, *impossible]


def p_value(statistic: float, degrees: int) -> float:
    """The chance of a statistic this large or larger: the incomplete gamma function, a finite sum here."""
    half = statistic / 2
    if half <= 0:
        return 1.0
    found = math.erfc(math.sqrt(half)) if degrees % 2 else 0.0
    for step in range(degrees // 2):
        power = step + (0.5 if degrees % 2 else 0.0)
        found += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, found)
