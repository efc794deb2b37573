"""What sessions come to: for the player the spread of an evening, for the operator the table's win."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from statistics import NormalDist
from typing import Any

from houseway.errors import OptionError
from houseway.rounding import percent
from houseway.simulation.cluster import Cluster
from houseway.simulation.engine import Prepared
from houseway.simulation.expected import expectation
from houseway.simulation.sessions import SessionPlan, SessionTally, run_sessions

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
BANDS = (0.95, 0.99)


@dataclass(frozen=True)
class Operator:
    """The table as the house sees it. Amounts are cents.

    The drop is what players bring to the table: every session buys in once, with its bankroll. The handle is all that
    they bet. Theoretical win is the exact expectation, where the game is counted.
    """

    seats: int
    decisions_per_hour: float  # rounds dealt in an hour
    hours: float  # of a day
    hold: float  # win as a share of the drop
    win_of_handle: float  # win as a share of all that was bet
    theoretical: float  # win a round, all seats
    exact: bool  # whether that is counted, not measured
    deviation: float  # of a round, all seats

    @property
    def rounds_per_day(self) -> float:
        return self.decisions_per_hour * self.hours

    @property
    def win_per_hour(self) -> float:
        return self.theoretical * self.decisions_per_hour

    @property
    def win_per_day(self) -> float:
        return self.theoretical * self.rounds_per_day

    @property
    def day_deviation(self) -> float:
        return self.deviation * math.sqrt(self.rounds_per_day)

    def band(self, confidence: float) -> tuple[float, float]:
        """Where a day's actual win lies with this confidence."""
        reach = NormalDist().inv_cdf(0.5 + confidence / 2) * self.day_deviation
        return self.win_per_day - reach, self.win_per_day + reach

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "decisions_per_hour": self.decisions_per_hour,
            "hours": self.hours,
            "hold": self.hold,
            "win_of_handle": self.win_of_handle,
            "theoretical_is_exact": self.exact,
            "win_per_round_cents": self.theoretical,
            "standard_deviation_per_round_cents": self.deviation,
            "win_per_hour_cents": self.win_per_hour,
            "win_per_day_cents": self.win_per_day,
            "standard_deviation_per_day_cents": self.day_deviation,
            "variance_per_day_cents": self.day_deviation**2,
            "bands_per_day_cents": {percent(confidence, 0): list(self.band(confidence)) for confidence in BANDS},
        }


@dataclass(frozen=True)
class Evening:
    """All sessions together."""

    sessions: SessionPlan
    tally: SessionTally
    requested: int  # sessions of all seats
    rounds_per_second: float
    operator: Operator

    @property
    def interrupted(self) -> bool:
        return self.tally.sessions < self.requested

    def share(self, count: int) -> float:
        return count / max(1, self.tally.sessions)

    @property
    def ruin(self) -> float:
        return self.share(self.tally.ruined)

    @property
    def ahead(self) -> float:
        return self.share(sum(count for result, count in self.tally.results.items() if result > 0))

    @property
    def even(self) -> float:
        return self.share(self.tally.results.get(0, 0))

    @property
    def doubled(self) -> float:
        """Had twice the bankroll at some time."""
        return self.share(self.tally.doubled)

    @property
    def ended_doubled(self) -> float:
        bankroll = self.sessions.bankroll
        return self.share(sum(count for result, count in self.tally.results.items() if result >= bankroll))

    @property
    def mean(self) -> float:
        total = sum(result * count for result, count in self.tally.results.items())
        return total / max(1, self.tally.sessions)

    @property
    def deviation(self) -> float:
        sessions = max(1, self.tally.sessions)
        first = sum(result * count for result, count in self.tally.results.items())
        second = sum(result * result * count for result, count in self.tally.results.items())
        return math.sqrt(Fraction(second, sessions) - Fraction(first, sessions) ** 2)

    def percentile(self, percent: float) -> int:
        return percentile(self.tally.results, percent)

    def histogram(self, bars: int) -> list[tuple[int, int, int]]:
        return histogram(self.tally.results, bars)

    def to_json(self) -> dict[str, Any]:
        plan, tally, game = self.sessions.plan, self.tally, self.sessions.plan.game
        return {
            "game": game.id,
            "edition": game.edition,
            "options": game.options.values(),
            "fingerprint": game.fingerprint,
            "strategy": plan.strategy_name,
            "seed": plan.seed,
            "seats": plan.seats,
            "stakes": dict(plan.stakes),
            "session": self.sessions.length,
            "sessions": tally.sessions,
            "bankroll_cents": self.sessions.bankroll,
            "stop_win_cents": self.sessions.stop_win,
            "interrupted": self.interrupted,
            "rounds": tally.rounds,
            "rounds_per_second": self.rounds_per_second,
            "rounds_played_mean": tally.played / max(1, tally.sessions),
            "mean_cents": self.mean,
            "standard_deviation_cents": self.deviation,
            "percentiles_cents": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "worst_cents": min(tally.results, default=0),
            "best_cents": max(tally.results, default=0),
            "ruin": self.ruin,
            "ahead": self.ahead,
            "even": self.even,
            "doubled": self.doubled,
            "ended_doubled": self.ended_doubled,
            "stopped_at_win": self.share(tally.contented),
            "longest_drought": {
                "median": percentile(tally.droughts, 50),
                "95": percentile(tally.droughts, 95),
                "longest": max(tally.droughts, default=0),
            },
            "histogram_cents": [
                {"from": low, "below": high, "sessions": count} for low, high, count in self.histogram(40)
            ],
            "operator": self.operator.to_json(),
        }


def percentile(counts: Mapping[int, int], percent: float) -> int:
    """The smallest value that at least so many percent do not exceed."""
    values = sorted(counts)
    if not values:
        return 0
    sums = list(accumulate(counts[value] for value in values))
    return values[min(len(values) - 1, bisect_left(sums, percent / 100 * sums[-1]))]


def histogram(counts: Mapping[int, int], bars: int) -> list[tuple[int, int, int]]:
    """Bars of one width: from, below, how many. Widths are round amounts, and the far tails go into the end bars."""
    if not counts:
        return []
    low, high = percentile(counts, 0.1), percentile(counts, 99.9)
    width = _round_width((high - low) / bars)
    first, last = low // width, high // width
    found = dict.fromkeys(range(first, last + 1), 0)
    for value, count in counts.items():
        found[min(max(value // width, first), last)] += count
    return [(bar * width, (bar + 1) * width, count) for bar, count in sorted(found.items())]


def _round_width(least: float) -> int:
    """1, 2 or 5 times a power of ten, in cents."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= least:
                return step * power
        power *= 10


def evening(
    sessions: SessionPlan,
    count: int,
    *,
    decisions_per_hour: float = 60,
    hours: float = 8,
    threads: int | None = None,
    cluster: Cluster | None = None,
    checkpoint: Path | None = None,
    progress: Any = lambda rounds: None,
) -> Evening:
    """Play so many sessions a seat, and see them as player and operator do."""
    for what, number in (("decisions an hour", decisions_per_hour), ("hours of a day", hours)):
        if not 0 < number <= 1_000_000:
            raise OptionError(f"The number of {what} is above 0 and at most 1,000,000, not {number:g}.")
    prepared, outcome = run_sessions(
        sessions, count, threads=threads, cluster=cluster, checkpoint=checkpoint, progress=progress
    )
    speed = outcome.played / outcome.seconds if outcome.seconds else 0.0
    view = _operator(prepared, sessions, outcome.total, decisions_per_hour, hours)
    return Evening(sessions, outcome.total, count * sessions.plan.seats, speed, view)


def _operator(prepared: Prepared, sessions: SessionPlan, tally: SessionTally, rate: float, hours: float) -> Operator:
    plan = sessions.plan
    rounds = max(1, tally.rounds)
    exact = expectation(plan, prepared.kernel)
    measured = Fraction(tally.table_net, rounds)
    variance = Fraction(tally.table_square, rounds) - measured**2  # of all seats of a round together
    if exact.variance is not None and plan.seats == 1:
        variance = exact.variance
    win = -sum(result * count for result, count in tally.results.items())
    return Operator(
        seats=plan.seats,
        decisions_per_hour=rate,
        hours=hours,
        hold=win / max(1, tally.sessions * sessions.bankroll),
        win_of_handle=win / max(1, tally.handle),
        theoretical=float(-(exact.mean * plan.seats if exact.mean is not None else measured)),
        exact=exact.mean is not None,
        deviation=math.sqrt(variance),
    )
