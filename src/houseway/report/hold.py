"""How far the house's win may lie from what is expected, by the number of rounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from houseway.odds.solution import WagerOdds

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
SHARES = (0.95, 0.99)
MOST_CELLS = 2**20  # of an exact distribution


class Spread(NamedTuple):
    """The house's win over a number of rounds of one unit each."""

    rounds: int
    expected: float  # units
    deviation: float  # units
    bands: dict[float, tuple[float, float]]  # by the normal distribution
    exact: dict[float, tuple[float, float]] | None  # by adding up all results; None where they are too many
    behind: float  # the chance that the house has lost, exact where `exact` is there


def spreads(odds: WagerOdds) -> Iterator[Spread]:
    """For each number of rounds."""
    mean, deviation = float(odds.house_edge), odds.standard_deviation
    for rounds in ROUNDS:
        expected, spread = mean * rounds, deviation * math.sqrt(rounds)
        bands = {share: normal_band(expected, spread, share) for share in SHARES}
        found = distribution(odds, rounds)
        if found is None:
            behind = NormalDist(expected, spread).cdf(0) if spread else float(expected < 0)
            yield Spread(rounds, expected, spread, bands, None, behind)
        else:
            exact = {share: exact_band(*found, share) for share in SHARES}
            first, step, chances = found
            lost = max(0, min(len(chances), math.ceil(-first / step)))  # wins below nothing
            yield Spread(rounds, expected, spread, bands, exact, float(chances[:lost].sum()))


def normal_band(expected: float, spread: float, share: float) -> tuple[float, float]:
    reach = NormalDist().inv_cdf(0.5 + share / 2) * spread
    return expected - reach, expected + reach


def distribution(odds: WagerOdds, rounds: int) -> tuple[Fraction, Fraction, np.ndarray] | None:
    """The house's win over so many rounds: the smallest, the step from one to the next, and the chance of each.

    The results of one round lie on a grid; the chances of a sum are a power of their transform. None where the grid is
    too large.
    """
    wins = {-net: count for net, count in odds.distribution.items() if count}
    step = Fraction(1, math.lcm(*(win.denominator for win in wins)))
    low, high = min(wins), max(wins)
    cells = int((high - low) / step)
    if cells * rounds + 1 > MOST_CELLS:
        return None
    one = np.zeros(cells + 1)
    for win, count in wins.items():
        one[int((win - low) / step)] = count / odds.total
    size = cells * rounds + 1
    room = 1 << (size - 1).bit_length()  # a transform of such a length is quick
    chances = np.fft.irfft(np.fft.rfft(one, room) ** rounds, room)[:size]
    return low * rounds, step, np.maximum(chances, 0)


def exact_band(first: Fraction, step: Fraction, chances: np.ndarray, share: float) -> tuple[float, float]:
    """Between the wins below and above which half of the rest lies."""
    below = np.cumsum(chances) / chances.sum()
    tail = (1 - share) / 2
    low, high = np.searchsorted(below, tail), np.searchsorted(below, 1 - tail)
    return float(first + int(low) * step), float(first + int(high) * step)
