"""What knowledge adds, as a fraction where every deal was counted, or else with a 95% interval."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NORMAL = 1.959964
SPARE = 1.1  # more deals than the spread of the first ones asks for: it is an estimate itself


class Estimate(NamedTuple):
    """A gain in units of the first wager, and half the width of its 95% interval: nothing where it is exact."""

    gain: Fraction
    half: float = 0.0
    deals: int = 0  # that were sampled
    needed: int = 0  # where the interval is wider than was aimed at: about how many deals make it narrow enough
    seconds: float = 0.0  # and about how long they take

    @property
    def exact(self) -> bool:
        return not self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """Knowledge is never worth less than nothing."""
        return max(0.0, float(self.gain) - self.half), float(self.gain) + self.half


def mean_of(gains: NDArray[np.float64]) -> Estimate:
    """The mean of sampled gains.

    Gains are rare and large: a sample that happens to have few of them shows too little spread, and one without any
    shows none. The interval is therefore made as if one more deal had been drawn that gains as much as any did or,
    where none did, the first wager.
    """
    count, mean = len(gains), float(gains.mean())
    cautious = np.append(gains, gains.max() or 1.0)
    half = float(cautious.mean()) - mean + student(count) * float(cautious.std(ddof=1)) / math.sqrt(count + 1)
    return Estimate(Fraction(mean), half, count)


def enough(estimate: Estimate, half: float) -> int:
    """About how many deals give an interval that is narrow enough; none more than were sampled if it is."""
    if estimate.half <= half:
        return estimate.deals
    return math.ceil(SPARE * estimate.deals * (estimate.half / half) ** 2)


def student(degrees: int) -> float:
    """The 97.5% quantile of Student's t, by the first terms of its expansion around the normal one."""
    if degrees < 1:
        return math.inf
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3
