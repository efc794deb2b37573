"""Points: a sum of a few measures with small whole weights, as a card may have one count before it decides.

The weights are found by going from one measure to the next, and taking the weight with which a line `from so many
points on` gains most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.lab.searching_cards.conditions import SMALL

Floats = NDArray[np.float64]
Values = NDArray[np.int64]
TERMS = 6  # the most measures that are added up
WEIGHTS = tuple(range(1, 13))
SAMPLED = 20_000  # situations that are looked at
SWEEPS = 6
LARGEST = (3, 5, 10)  # the heaviest weights to begin with


@njit(cache=True)
def _best_border(points: Values, gains: Floats) -> float:
    """What the best line `from so many points on` gains, or `up to so many`; whichever is more."""
    low, high = points.min(), points.max()
    sums = np.zeros(high - low + 1)
    for row in range(len(points)):
        sums[points[row] - low] += gains[row]
    best, total = 0.0, 0.0
    for number in range(len(sums) - 1, -1, -1):
        total += sums[number]
        best = max(best, total)
    return best


@njit(cache=True)
def _trials(points: Values, values: Values, weights: Values, gains: Floats) -> Floats:
    """What each weight of one more measure gains."""
    found = np.zeros(len(weights))
    for number in range(len(weights)):
        found[number] = _best_border(points + weights[number] * values, gains)
    return found


def best_points(
    measures: Sequence[NDArray[np.int16]], gains: Floats, start: Mapping[int, int] | None = None
) -> dict[int, int]:
    """The measures, by number, with the weights with which a line `from so many points on` gains most."""
    used = np.flatnonzero(gains)
    used = used[:: len(used) // SAMPLED + 1]
    values, kept = [measure[used].astype(np.int64) for measure in measures], gains[used]
    if not len(used) or len(values) < TERMS:
        return {}
    starts = [_fitted(values, kept, largest) for largest in LARGEST] if start is None else [dict(start)]
    tries = [_climbed(values, kept, begin) for begin in starts]
    return dict(sorted(max(tries, key=lambda tried: tried[0])[1].items()))


def _climbed(values: Sequence[Values], gains: Floats, chosen: dict[int, int]) -> tuple[float, dict[int, int]]:
    """Each measure exchanged for the one that gains most, with its weight, as long as that gains."""
    weights = np.array([sign * weight for weight in WEIGHTS for sign in (1, -1)], np.int64)
    best = _best_border(_added(values, chosen), gains)
    for _ in range(SWEEPS):
        before = best
        for number in list(chosen):
            left = {other: weight for other, weight in chosen.items() if other != number}
            rest = _added(values, left)
            for measure in [other for other in range(len(values)) if other not in left]:
                found = _trials(rest, values[measure], weights, gains)
                if found.max() > best + SMALL:
                    best, chosen = float(found.max()), {**left, measure: int(weights[found.argmax()])}
        if best <= before + SMALL:
            break
    return best, chosen


def _added(values: Sequence[Values], chosen: Mapping[int, int]) -> Values:
    return sum((weight * values[number] for number, weight in chosen.items()), np.zeros(len(values[0]), np.int64))


def _fitted(values: Sequence[Values], gains: Floats, heaviest: int) -> dict[int, int]:
    """To begin with: the measures from which the gain itself can be told best, weighted by least squares."""
    table = np.stack([*values, np.ones(len(gains), np.int64)]).astype(np.float64)
    products, with_gains = table @ table.T, table @ gains
    last = len(values)
    chosen: list[int] = []
    found: NDArray[Any] = np.zeros(1)
    for _ in range(TERMS):
        best, most = -1, -1.0
        for number in range(last):
            if number not in chosen:
                some = [*chosen, number, last]
                fit = np.linalg.lstsq(products[np.ix_(some, some)], with_gains[some], rcond=None)[0]
                if float(fit @ with_gains[some]) > most + SMALL:
                    best, most, found = number, float(fit @ with_gains[some]), fit
        chosen.append(best)
    largest = max(abs(found[:-1]).max(), SMALL)
    return {number: round(heaviest * weight / largest) or 1 for number, weight in zip(chosen, found, strict=False)}
