"""Ratings by Glicko-2, as Mark Glickman published it: a person plays against spots, and both are rated."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5  # how much volatility may change
CLOSE_ENOUGH = 1e-6
LEAST_DEVIATION = 45.0  # nobody is ever known better than this, or a rating would hardly move again


class Rating(NamedTuple):
    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


class Result(NamedTuple):
    """Against whom, and with what score from 0 to 1."""

    opponent: Rating
    score: float


def rated(player: Rating, results: Iterable[Result], *, least_deviation: float = 0.0) -> Rating:
    """The rating after a period with these results; without any, the deviation grows."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    information = moved = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.rating - 1500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        moved += weight * (score - expected)
    if not information:
        return player._replace(deviation=min(350.0, sqrt(phi**2 + player.volatility**2) * SCALE))
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * moved)
    before = phi**2 + volatility**2
    phi = 1 / sqrt(1 / before + information)
    mu += phi**2 * moved
    return Rating(1500 + SCALE * mu, max(least_deviation, SCALE * phi), volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    a = start
    if delta**2 > phi**2 + variance:
        b = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        b = start - steps * TAU
    at_a, at_b = f(a), f(b)
    while abs(b - a) > CLOSE_ENOUGH:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return exp(a / 2)


def answered(player: Rating, spot: Rating, score: float) -> tuple[Rating, Rating]:
    """Both ratings after one answer: the person wins by it what the spot loses."""
    return (
        rated(player, [Result(spot, score)], least_deviation=LEAST_DEVIATION),
        rated(spot, [Result(player, 1 - score)], least_deviation=LEAST_DEVIATION),
    )


def first_rating(gap: float, close: float) -> Rating:
    """Of a spot that nobody has answered: the closer the decision, the harder it is thought to be."""
    return Rating(1200 + 600 * exp(-gap / close), 200.0)
