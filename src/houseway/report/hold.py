"""How far the house's win may lie from what is expected, by the number of rounds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from houseway.odds.solution import WagerOdds

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.95, 0.99)
MOST_CELLS = 2**22  # of an exact distribution
LEFT_OUT = 1e-12  # the chance of wins beyond an end of it
SKEWED = 0.1  # the skewness of a sum from which the normal distribution misleads

Bands = Mapping[float, tuple[float, float]]
Grid = tuple[Fraction, Fraction, np.ndarray]  # the smallest win, the step from one to the next, and the chance of each


class Spread(NamedTuple):
    """The house's win over a number of rounds of one unit each."""

    rounds: int
    expected: float  # units
    deviation: float  # units
    exact: bool  # whether the rest is by adding up all results, or by the normal distribution
    bands: Bands | None  # by share; None where results are too many to add up and too lopsided to be taken as normal
    behind: float | None  # the chance that the house has lost


def spreads(odds: WagerOdds) -> Iterator[Spread]:
    """For each number of rounds."""
    return (spread(odds, rounds) for rounds in ROUNDS)


def spread(odds: WagerOdds, rounds: int) -> Spread:
    expected, deviation = float(odds.house_edge) * rounds, odds.standard_deviation * math.sqrt(rounds)
    found = distribution(odds, rounds)
    if found is not None:
        return Spread(rounds, expected, deviation, True, exact_bands(*found), chance_behind(*found))
    if abs(odds.skewness) / math.sqrt(rounds) > SKEWED:
        return Spread(rounds, expected, deviation, False, None, None)
    normal = NormalDist(expected, deviation)
    bands = {share: (normal.inv_cdf((1 - share) / 2), normal.inv_cdf((1 + share) / 2)) for share in SHARES}
    return Spread(rounds, expected, deviation, False, bands, normal.cdf(0))


def distribution(odds: WagerOdds, rounds: int) -> Grid | None:
    """The house's win over so many rounds.

    The results of one round lie on a grid; the chances of a sum are a power of their transform. A transform goes round
    in a circle, so that it need be no longer than the part of the grid where nearly all sums lie. None where even that
    is too long.
    """
    wins = {-net: count / odds.total for net, count in odds.distribution.items() if count}
    step = Fraction(1, math.lcm(*(win.denominator for win in wins)))
    low = min(wins)
    places = {int((win - low) / step): chance for win, chance in wins.items()}
    first, last = likely(places, rounds)
    if last - first >= MOST_CELLS:
        return None
    room = 1 << (last - first).bit_length()  # a transform of such a length is quick
    one = np.zeros(room)
    for place, chance in places.items():
        one[place % room] += chance
    circle = np.fft.irfft(np.fft.rfft(one) ** rounds, room) if room > 1 else one
    chances = np.roll(circle, -(first % room))[: last - first + 1]
    return low * rounds + first * step, step, np.maximum(chances, 0)


def likely(places: Mapping[int, float], rounds: int) -> tuple[int, int]:
    """Between which places a sum lies but for `LEFT_OUT` on either side, by Chernoff's bound."""
    at, chances = np.array(list(places), float), np.array(list(places.values()))
    mean = float(at @ chances)
    deviation = math.sqrt(float((at - mean) ** 2 @ chances))
    least, most = 0, max(places) * rounds
    if not deviation:
        return least, most

    def reach(away: np.ndarray) -> int:
        tilts = np.geomspace(1e-3, 1e3, 241)[:, None] / (deviation * math.sqrt(rounds))
        grown = tilts * away
        top = grown.max(axis=1)
        moments = top + np.log(np.exp(grown - top[:, None]) @ chances)
        return math.ceil(float(((rounds * moments - math.log(LEFT_OUT)) / tilts[:, 0]).min()))

    centre = mean * rounds
    return max(least, math.floor(centre) - reach(mean - at)), min(most, math.ceil(centre) + reach(at - mean))


def exact_bands(first: Fraction, step: Fraction, chances: np.ndarray) -> Bands:
    return {share: exact_band(first, step, chances, share) for share in SHARES}


def exact_band(first: Fraction, step: Fraction, chances: np.ndarray, share: float) -> tuple[float, float]:
    """Between the wins below and above which half of the rest lies."""
    below = np.cumsum(chances) / chances.sum()
    tail = (1 - share) / 2
    low, high = np.searchsorted(below, tail), np.searchsorted(below, 1 - tail)
    return float(first + int(low) * step), float(first + int(high) * step)


def chance_behind(first: Fraction, step: Fraction, chances: np.ndarray) -> float:
    """How likely the wins are that are below nothing."""
    lost = max(0, min(len(chances), math.ceil(-first / step)))
    return float(chances[:lost].sum())
