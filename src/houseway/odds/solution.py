"""What a solved game is: odds tables with whole counts, and the figures that follow from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.errors import WagerError
from houseway.odds.game_odds import Row

VOLATILITY = 1.645  # standard deviations in a volatility index


@dataclass(frozen=True)
class WagerOdds:
    """One wager under one strategy, in units of itself (the main wager: of the first bet)."""

    wager: str
    strategy: str
    total: int
    rows: tuple[Row, ...]
    distribution: Mapping[Fraction, int]  # every net result and its number of deals
    average_bet: Fraction = Fraction(1)
    interval: tuple[float, float] | None = None  # where deals were sampled: holds the value, 95 in 100

    @cached_property
    def expected_value(self) -> Fraction:
        return sum((net * count for net, count in self.distribution.items()), Fraction()) / self.total

    @property
    def house_edge(self) -> Fraction:
        """The expected loss as a share of the first wager, or of the side wager itself."""
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a share of all that is bet."""
        return -self.expected_value / self.average_bet

    @cached_property
    def variance(self) -> Fraction:
        square = sum((net * net * count for net, count in self.distribution.items()), Fraction()) / self.total
        return square - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        return math.sqrt(self.variance)

    @cached_property
    def skewness(self) -> float:
        """How lopsided the results are: above nothing where a few large wins stand against many small losses."""
        mean = self.expected_value
        third = sum(((net - mean) ** 3 * count for net, count in self.distribution.items()), Fraction()) / self.total
        return float(third) / self.standard_deviation**3 if self.variance else 0.0

    @property
    def volatility_index(self) -> float:
        """`VOLATILITY` standard deviations: by the normal distribution, the average of n rounds lies within the index
        divided by the square root of n of the expected value, 9 times in 10."""
        return VOLATILITY * self.standard_deviation

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins."""
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.total)


class BestPlay(NamedTuple):
    """The best play for stakes on one or more wagers of a hand."""

    stakes: Mapping[str, Fraction]
    means: Mapping[str, Fraction]  # expected values, in units of each wager, when a hand is played so

    @property
    def expected_value(self) -> Fraction:
        """Of all stakes together, in their unit."""
        return sum((stake * self.means[wager] for wager, stake in self.stakes.items()), Fraction())


class OwnPlay(NamedTuple):
    """A side wager that depends on a decision, when the hand is played for this wager alone."""

    odds: WagerOdds
    means: Mapping[str, Fraction]  # the expected values of the main wager and of all that depend on a decision


@dataclass(frozen=True)
class Solution:
    """All wagers of a game on one hand that is played by one strategy, and how they move together.

    Under the best strategy for the main wager, a side wager that depends on a decision has other odds when the hand is
    played for it alone: these are in `own_plays`. `joint` is the best play of all such wagers and the main one
    together.
    """

    game: str
    edition: str
    options: Mapping[str, str | int]
    fingerprint: str
    wagers: tuple[WagerOdds, ...]
    products: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)  # E[XY]
    estimated: bool = False  # whether deals were sampled instead of counted
    own_plays: Mapping[str, OwnPlay] = field(default_factory=dict)
    joint: BestPlay | None = None

    @property
    def main(self) -> WagerOdds:
        return self.wagers[0]

    def wager(self, name: str) -> WagerOdds:
        for item in self.wagers:
            if item.wager == name:
                return item
        names = ", ".join(item.wager for item in self.wagers)
        raise WagerError(f"There are no odds of {name!r} here: the wagers are {names}.")

    def played_for_itself(self, name: str) -> WagerOdds:
        """The odds of a wager when the hand is played for this wager alone."""
        return self.own_plays[name].odds if name in self.own_plays else self.wager(name)

    def cost_to_main(self, side: str) -> Fraction:
        """What the main wager loses when the hand is played for a side wager alone, in units of the main wager."""
        return self.main.expected_value - self.own_plays[side].means[self.main.wager]

    def covariance(self, one: str, two: str) -> Fraction:
        """Of two wagers made on the same hand."""
        if one == two:
            return self.wager(one).variance
        product = self.products.get((one, two), self.products.get((two, one)))
        if product is None:
            self.wager(one), self.wager(two)
            raise WagerError(f"{one} and {two} were not counted together.")
        return product - self.wager(one).expected_value * self.wager(two).expected_value

    def correlation(self, one: str, two: str) -> float:
        spread = math.sqrt(self.covariance(one, one) * self.covariance(two, two))
        return float(self.covariance(one, two)) / spread if spread else 0.0

    def mix(self, amounts: Mapping[str, int | Fraction]) -> tuple[Fraction, float]:
        """Mean and standard deviation of several wagers on one hand, in the amounts' unit."""
        names = list(amounts)
        mean = sum((amounts[name] * self.wager(name).expected_value for name in names), Fraction())
        variance = sum((amounts[a] * amounts[b] * self.covariance(a, b) for a in names for b in names), Fraction())
        return mean, math.sqrt(variance)
