"""What a simulation found, beside what the exact odds say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from houseway.simulation.chi_square import ChiSquare, chi_square
from houseway.simulation.engine import OVERALL, Prepared
from houseway.simulation.expected import Expectation, Expected
from houseway.simulation.plan import SimulationPlan
from houseway.simulation.sim_kernel import Line
from houseway.simulation.tally import Tally


@dataclass(frozen=True)
class Estimate:
    """A mean a hand with its error, beside the exact mean. Seats of one round are one sample of their total."""

    mean: Fraction
    standard_deviation: float  # of one hand
    standard_error: float  # of the mean
    exact: Fraction | None
    z: float | None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * self.standard_error
        return float(self.mean) - reach, float(self.mean) + reach

    def to_json(self) -> dict[str, Any]:
        return {
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "standard_deviation": self.standard_deviation,
            "confidence_interval": list(self.interval()),
            "exact": None if self.exact is None else str(self.exact),
            "z": self.z,
        }


@dataclass(frozen=True)
class OutcomeCount:
    """One line of a wager's table: how often it occurred, and how often it should have."""

    line: Line
    count: int
    expected: float | None

    def to_json(self) -> dict[str, Any]:
        line = self.line
        data: dict[str, Any] = {"label": line.label, "case": line.case, "net": str(line.net), "count": self.count}
        data["expected"] = self.expected
        return data | ({"bonus": True} if self.line.bonus else {})


@dataclass(frozen=True)
class WagerResult:
    """One wager in units of itself; the main wager with all that hangs on it, in units of the first bet."""

    wager: str
    estimate: Estimate
    outcomes: tuple[OutcomeCount, ...]
    chi_square: ChiSquare | None
    bonus_chi_square: ChiSquare | None

    def to_json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            **self.estimate.to_json(),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            "chi_square": _chi_json(self.chi_square),
            "bonus_chi_square": _chi_json(self.bonus_chi_square),
        }


def _chi_json(found: ChiSquare | None) -> dict[str, Any] | None:
    if found is None:
        return None
    statistic = found.statistic if math.isfinite(found.statistic) else None
    return {"statistic": statistic, "degrees_of_freedom": found.degrees, "p_value": found.p_value}


@dataclass(frozen=True)
class Result:
    """A whole simulation."""

    plan: SimulationPlan
    rounds: int
    requested: int
    wagers: tuple[WagerResult, ...]
    overall: Estimate  # all stakes of one hand together, in cents
    average_bet: float  # of all that was bet on the main wager, in units of the first bet
    rounds_per_second: float
    tally: Tally

    @property
    def main(self) -> WagerResult:
        return self.wagers[0]

    @property
    def interrupted(self) -> bool:
        return self.rounds < self.requested

    def wager(self, name: str) -> WagerResult:
        return next(item for item in self.wagers if item.wager == name)

    def to_json(self) -> dict[str, Any]:
        game = self.plan.game
        return {
            "game": game.id,
            "edition": game.edition,
            "options": game.options.values(),
            "fingerprint": game.fingerprint,
            "strategy": self.plan.strategy_name,
            "seats": self.plan.seats,
            "rounds": self.rounds,
            "seed": self.plan.seed,
            **{name: value for name, value in self.main.to_json().items() if name != "wager"},
            "rounds_per_second": self.rounds_per_second,
            "interrupted": self.interrupted,
            "average_total_bet": self.average_bet,
            "stakes": dict(self.plan.stakes),
            "overall_cents": self.overall.to_json(),
            "wagers": [wager.to_json() for wager in self.wagers],
        }


def result_of(prepared: Prepared, expected: Expectation, tally: Tally, *, requested: int, per_second: float) -> Result:
    """Everything that follows from the counts; sums are exact, and floats come last."""
    kernel, plan = prepared.kernel, prepared.plan
    outcomes = [kernel.outcome(code) for code in range(kernel.codes)]
    counts = tally.by_code
    first_seat = [int(count) for count in tally.counts[0]]
    nets = {kernel.main: [outcome.main_net for outcome in outcomes]}
    rows = {kernel.main: [outcome.main_rows for outcome in outcomes]}
    for line_index, side in enumerate(kernel.sides):
        lines = expected.wagers[side].lines
        nets[side] = [lines[outcome.side_rows[line_index]].net for outcome in outcomes]
        rows[side] = [(outcome.side_rows[line_index],) for outcome in outcomes]
    wagers = []
    for name, known in expected.wagers.items():
        estimate = _estimate(prepared, tally, name, nets[name], known.mean, known.variance)
        wagers.append(_wager_result(name, estimate, known, rows[name], counts, first_seat))
    stakes = [(plan.stakes.get(name, 0), nets[name]) for name in expected.wagers]
    cents = [sum((stake * values[code] for stake, values in stakes), Fraction()) for code in range(kernel.codes)]
    overall = _estimate(prepared, tally, OVERALL, cents, expected.mean, expected.variance)
    hands = max(1, tally.rounds * plan.seats)
    bet = sum((outcome.main_bet * count for outcome, count in zip(outcomes, counts, strict=True)), Fraction()) / hands
    return Result(plan, tally.rounds, requested, tuple(wagers), overall, float(bet), per_second, tally)


def _estimate(
    prepared: Prepared,
    tally: Tally,
    name: str,
    values: list[Fraction],
    exact: Fraction | None,
    exact_variance: Fraction | None,
) -> Estimate:
    rounds, seats = tally.rounds, prepared.plan.seats
    if not rounds:
        return Estimate(Fraction(), 0.0, 0.0, exact, None)
    counts = tally.by_code
    hands = rounds * seats
    mean = sum((value * count for value, count in zip(values, counts, strict=True)), Fraction()) / hands
    square = sum((value * value * count for value, count in zip(values, counts, strict=True)), Fraction()) / hands
    variance = square - mean**2
    spread = variance * seats  # of a round's total, were its seats independent
    if seats > 1:
        scale = prepared.scales[prepared.names.index(name)]
        spread = Fraction(tally.squares.get(name, 0), scale**2 * rounds) - (mean * seats) ** 2
    error = math.sqrt(spread / rounds) / seats
    # One seat has an exact variance; the covariance of seats at one table has to be measured.
    sure = math.sqrt(exact_variance / rounds) if seats == 1 and exact_variance is not None else error
    z = float(mean - exact) / sure if exact is not None and sure else None  # one round of several seats has no spread
    return Estimate(mean, math.sqrt(variance), error, exact, z)


def _wager_result(
    name: str,
    estimate: Estimate,
    known: Expected,
    rows: list[tuple[int, ...]],
    counts: list[int],
    first_seat: list[int],
) -> WagerResult:
    found, first = [0] * len(known.lines), [0] * len(known.lines)
    for lines_hit, count, own in zip(rows, counts, first_seat, strict=True):
        for line_index in lines_hit:
            found[line_index] += count
            first[line_index] += own
    chances = known.chances
    outcomes = tuple(
        OutcomeCount(line, count, None if chances is None else float(chances[line_index] * sum(counts)))
        for line_index, (line, count) in enumerate(zip(known.lines, found, strict=True))
    )
    if chances is None:
        return WagerResult(name, estimate, outcomes, None, None)
    plain = [line_index for line_index, line in enumerate(known.lines) if not line.bonus]
    bonus = [line_index for line_index, line in enumerate(known.lines) if line.bonus]
    rest = 1 - sum((chances[line_index] for line_index in bonus), Fraction())
    # Hands of one round share the dealer's cards, so only one seat's are independent from round to round.
    hands = sum(first_seat)
    extra = None
    if bonus and rest >= 0:
        left = hands - sum(first[line_index] for line_index in bonus)
        extra = chi_square([*(first[p] for p in bonus), left], [*(chances[p] for p in bonus), rest])
    return WagerResult(
        name,
        estimate,
        outcomes,
        chi_square([first[line_index] for line_index in plain], [chances[line_index] for line_index in plain]),
        extra,
    )
