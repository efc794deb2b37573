"""What a simulation found, beside what the exact odds say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

from houseway.kernels.sim_kernel import Line
from houseway.simulate.chi_square import ChiSquare, chi_square
from houseway.simulate.engine import OVERALL, Prepared
from houseway.simulate.expected import Expectation, Expected
from houseway.simulate.plan import Plan
from houseway.simulate.tally import Tally


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
    """One line of a wager's table: how often it came, and how often it should."""

    line: Line
    count: int
    expected: float | None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"label": self.line.label, "net": str(self.line.net), "count": self.count}
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

    plan: Plan
    rounds: int
    asked: int
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
        return self.rounds < self.asked

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


def result_of(prepared: Prepared, expected: Expectation, tally: Tally, *, asked: int, per_second: float) -> Result:
    """Everything that follows from the counts; sums are exact, and floats come last."""
    kernel, plan = prepared.kernel, prepared.plan
    cells = [kernel.cell(code) for code in range(kernel.codes)]
    counts = tally.by_code
    first_seat = [int(count) for count in tally.counts[0]]
    nets = {kernel.main: [cell.main_net for cell in cells]}
    rows = {kernel.main: [cell.main_rows for cell in cells]}
    for place, side in enumerate(kernel.sides):
        lines = expected.wagers[side].lines
        nets[side] = [lines[cell.side_rows[place]].net for cell in cells]
        rows[side] = [(cell.side_rows[place],) for cell in cells]
    wagers = []
    for name, known in expected.wagers.items():
        estimate = _estimate(prepared, tally, name, nets[name], known.mean, known.variance)
        wagers.append(_wager_result(name, estimate, known, rows[name], counts, first_seat))
    stakes = [(plan.stakes.get(name, 0), nets[name]) for name in expected.wagers]
    cents = [sum((stake * values[code] for stake, values in stakes), Fraction()) for code in range(kernel.codes)]
    overall = _estimate(prepared, tally, OVERALL, cents, expected.mean, expected.variance)
    hands = max(1, tally.rounds * plan.seats)
    bet = sum((cell.main_bet * count for cell, count in zip(cells, counts, strict=True)), Fraction()) / hands
    return Result(plan, tally.rounds, asked, tuple(wagers), overall, float(bet), per_second, tally)


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
    for places, count, own in zip(rows, counts, first_seat, strict=True):
        for place in places:
            found[place] += count
            first[place] += own
    chances = known.chances
    outcomes = tuple(
        OutcomeCount(line, count, None if chances is None else float(chances[place] * sum(counts)))
        for place, (line, count) in enumerate(zip(known.lines, found, strict=True))
    )
    if chances is None:
        return WagerResult(name, estimate, outcomes, None, None)
    plain = [place for place, line in enumerate(known.lines) if not line.bonus]
    bonus = [place for place, line in enumerate(known.lines) if line.bonus]
    rest = 1 - sum((chances[place] for place in bonus), Fraction())
    # Hands of one round share the dealer's cards, so only one seat's are independent from round to round.
    hands = sum(first_seat)
    extra = None
    if bonus and rest >= 0:
        left = hands - sum(first[place] for place in bonus)
        extra = chi_square([*(first[p] for p in bonus), left], [*(chances[p] for p in bonus), rest])
    return WagerResult(
        name,
        estimate,
        outcomes,
        chi_square([first[place] for place in plain], [chances[place] for place in plain]),
        extra,
    )
