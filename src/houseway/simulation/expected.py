"""What a simulation should show according to the exact odds, under the strategy that is played."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from houseway.odds.assembling import side_nets
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.solver import odds_of
from houseway.simulation.plan import SimulationPlan
from houseway.simulation.sim_kernel import AnyKernel, Line


@dataclass(frozen=True)
class Expected:
    """One wager: its lines and, if it is counted exactly, the probability of each, the mean and the variance."""

    lines: tuple[Line, ...]
    chances: tuple[Fraction, ...] | None = None
    mean: Fraction | None = None
    variance: Fraction | None = None


@dataclass(frozen=True)
class Expectation:
    """Every wager by its name, main wager first, and all stakes together in cents."""

    wagers: dict[str, Expected]
    mean: Fraction | None = None
    variance: Fraction | None = None  # of one hand
    average_bet: Fraction | None = None  # of the main wager, in units of the first bet


def expectation(plan: SimulationPlan, kernel: AnyKernel) -> Expectation:
    """From the game's exact count; for a game that is sampled instead, the lines alone."""
    if kernel.lines(kernel.main) is not None:
        return Expectation({name: Expected(kernel.lines(name) or ()) for name in (kernel.main, *kernel.sides)})
    odds = odds_of(plan.game)
    strategy = kernel.strategy or OPTIMAL
    count, joint = odds.count(strategy), list(odds.joint_counts(strategy))
    main = Expected(
        tuple(Line(row.label, row.net, row.bonus, row.case) for row in count.rows),
        tuple(Fraction(row.count, count.total) for row in count.rows),
        *_moments({net: Fraction(number, count.total) for net, number in count.distribution.items()}),
    )
    wagers, nets = {odds.main: main}, {}
    for index, side in enumerate(odds.sides):
        nets[side] = side_nets(odds, side, plan.meter)
        weights = [0] * len(nets[side])
        for joint_count in joint:
            weights[joint_count.rows[index]] += joint_count.weight
        chances = tuple(Fraction(weight, count.total) for weight in weights)
        distribution: dict[Fraction, Fraction] = defaultdict(Fraction)
        for net, chance in zip(nets[side], chances, strict=True):
            distribution[net] += chance
        outcomes = odds.side_outcomes(side)
        lines = tuple(Line(line.label, net, case=line.case) for line, net in zip(outcomes, nets[side], strict=True))
        wagers[side] = Expected(lines, chances, *_moments(distribution))
    # All stakes on one hand: a joint count fixes the side wagers, and the main wager by its sum over those deals.
    stake = plan.stakes.get(odds.main, 0)
    assert main.mean is not None
    assert main.variance is not None
    first, second = stake * main.mean, stake**2 * (main.variance + main.mean**2)
    for joint_count in joint:
        beside = sum(
            (plan.stakes.get(side, 0) * nets[side][joint_count.rows[index]] for index, side in enumerate(odds.sides)),
            Fraction(),
        )
        first += beside * joint_count.weight / count.total
        second += (2 * stake * beside * joint_count.main + beside**2 * joint_count.weight) / count.total
    return Expectation(wagers, first, second - first**2, count.average_bet)


def _moments(distribution: dict[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    mean = sum((net * chance for net, chance in distribution.items()), Fraction())
    square = sum((net * net * chance for net, chance in distribution.items()), Fraction())
    return mean, square - mean**2
