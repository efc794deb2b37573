"""A progressive by its meter: what it returns is a straight line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from houseway.odds import Odds
from houseway.odds.assembling import side_nets
from houseway.odds.solution import Solution
from houseway.rules.game import Game


class Meter(NamedTuple):
    """The expected value of a progressive wager, in units of it: `fixed` and so much for each cent on the meter."""

    wager: str
    stake: int  # cents
    seed: int
    fixed: Fraction
    slope: Fraction
    fed: Fraction  # the share of a wager that goes into the meter
    top: Fraction  # how likely a wager takes the whole meter

    def value(self, cents: int | Fraction) -> Fraction:
        return self.fixed + self.slope * cents

    @property
    def break_even(self) -> Fraction | None:
        """The meter, in cents, from which the player has the edge."""
        return -self.fixed / self.slope if self.slope else None

    @property
    def long_run(self) -> Fraction:
        """The expected value over time: fixed prizes, and of the meter what is fed into it and what seeds it anew."""
        return self.fixed + self.fed + self.top * self.seed / self.stake


def meter_of(game: Game[Any], odds: Odds[Any], solution: Solution) -> Meter | None:
    """The game's progressive, where it has one."""
    wager = game.wagers.progressive
    if wager is None:
        return None
    found = solution.wager(wager.id)
    counts = [row.count for row in found.rows]

    def value(meter: int) -> Fraction:
        nets = side_nets(odds, wager.id, meter)
        return sum((net * count for net, count in zip(nets, counts, strict=True)), Fraction()) / found.total

    fixed, slope = value(0), (value(1_000_000) - value(0)) / 1_000_000
    lines = odds.side_outcomes(wager.id)
    top = sum((count for line, count in zip(lines, counts, strict=True) if line.percent == 100), 0)
    fed = Fraction(game.wagers.meter_share(wager.fixed), wager.fixed)
    return Meter(wager.id, wager.fixed, game.wagers.meter_seed, fixed, slope, fed, Fraction(top, found.total))
