"""Running a simulation: on threads here, or on workers elsewhere; resumed or not, the counts are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from houseway import __version__
from houseway.errors import HousewayError, OptionError
from houseway.odds.game_odds import OPTIMAL, Strategy
from houseway.rules.game import Game
from houseway.simulation.checkpoint import Checkpoint
from houseway.simulation.cluster import Cluster
from houseway.simulation.engine import CHUNK, Outcome, Prepared, Sum, chunks, play_rounds, prepare, run_threads
from houseway.simulation.expected import expectation
from houseway.simulation.plan import MOST_ROUNDS, SimulationPlan, checked_stakes, played_strategy
from houseway.simulation.result import Result, result_of
from houseway.simulation.strategies import StrategyFile
from houseway.simulation.tally import Tally

SPAN = 16 * CHUNK  # what one task of a cluster plays
UNIT = 100  # cents on the first bet when nothing else is said


def plan_of(
    game: Game[Any],
    *,
    strategy: Strategy | StrategyFile = OPTIMAL,
    seed: str | None = None,
    seats: int = 1,
    bet: int = UNIT,
    sides: Mapping[str, int] | None = None,
    meter: int | None = None,
) -> SimulationPlan:
    """A plan with its stakes checked: cents on the first bet and on side wagers by name."""
    stakes = checked_stakes(game, bet, sides or {})
    played_strategy(game, strategy)
    drawn = {} if seed is None else {"seed": seed}
    return SimulationPlan(game=game, strategy=strategy, seats=seats, stakes=stakes, meter=meter, **drawn)


def simulate(
    game: Game[Any],
    rounds: int,
    *,
    strategy: Strategy | StrategyFile = OPTIMAL,
    seed: str | None = None,
    seats: int = 1,
    bet: int = UNIT,
    sides: Mapping[str, int] | None = None,
    meter: int | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    checkpoint: Path | None = None,
) -> Result:
    """Play `rounds` rounds and compare every wager with the exact odds. Stakes are in cents."""
    plan = plan_of(game, strategy=strategy, seed=seed, seats=seats, bet=bet, sides=sides, meter=meter)
    return run(plan, rounds, threads=threads, cluster=cluster, checkpoint=checkpoint)


def run(
    plan: SimulationPlan,
    rounds: int,
    *,
    threads: int | None = None,
    cluster: Cluster | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[int], None] = lambda rounds: None,
    prepared: Prepared | None = None,
) -> Result:
    """Play a plan; `progress` is called with the number of rounds done. `prepared` is the plan's, where it is there."""
    check_count("rounds", rounds, MOST_ROUNDS)
    prepared = prepare(plan) if prepared is None else prepared
    total = Tally.nothing(plan.seats, prepared.kernel.codes)
    kept = None if checkpoint is None else Checkpoint(checkpoint, plan.identity)
    if kept is not None and (stored := kept.read()) is not None:
        total = read_total(kept, stored, total)
    if total.rounds > rounds:
        raise OptionError(f"The checkpoint holds {total.rounds:,} rounds already: ask for at least that many.")

    def after(now: Tally) -> None:
        progress(now.rounds)
        if kept is not None and kept.due:
            kept.write(now.to_json())

    progress(total.rounds)
    outcome = _played(prepared, Sum(total, Tally.__add__), rounds, threads, cluster, after)
    if kept is not None:
        kept.write(outcome.total.to_json())
    speed = outcome.played / outcome.seconds if outcome.seconds else 0.0
    return result_of(prepared, expectation(plan, prepared.kernel), outcome.total, requested=rounds, per_second=speed)


def _played(
    prepared: Prepared,
    adding: Sum[Tally],
    rounds: int,
    threads: int | None,
    cluster: Cluster | None,
    after: Callable[[Tally], None],
) -> Outcome[Tally]:
    start = adding.total.rounds
    if cluster is not None:
        return cluster.run(prepared.plan, play_span, chunks(start, rounds, SPAN), adding, after=after)
    prepared.kernel.fill(prepared.plan.key, 0, _few(prepared.plan.seats))  # compiled before the clock starts
    return run_threads(
        lambda first, last: play_rounds(prepared, first, last),
        chunks(start, rounds, CHUNK),
        adding,
        threads=thread_count(threads),
        after=after,
    )


def _few(seats: int) -> Any:
    import numpy as np

    return np.empty((8, seats), np.uint16)


_ready: dict[str, Prepared] = {}


def prepared_here(plan: SimulationPlan) -> Prepared:
    """The plan's kernel in this worker process: built once for a run."""
    name = f"{plan.token} {plan.digest}"  # a plan that was made from another one may still have its token
    if name not in _ready:
        if plan.version != __version__:
            raise HousewayError(
                f"A worker has houseway {__version__}, not {plan.version}: install the same everywhere."
            )
        _ready.clear()
        _ready[name] = prepare(plan)
    return _ready[name]


def play_span(plan: SimulationPlan, first: int, last: int) -> Tally:
    """A task of a cluster."""
    return play_rounds(prepared_here(plan), first, last)


def thread_count(threads: int | None) -> int:
    found = (os.cpu_count() or 1) if threads is None else threads
    if not 1 <= found <= 1024:
        raise OptionError(f"There may be 1 to 1024 threads, not {found}.")
    return found


def check_count(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise OptionError(f"The number of {what} is from 1 to {most:,}, not {number:,}.")


def read_total(kept: Checkpoint, stored: dict[str, Any], empty: Tally) -> Tally:
    """What a checkpoint holds; damaged figures are refused."""
    from houseway.errors import RecordError

    try:
        total = Tally.from_json(stored)
        sound = total.counts.shape == empty.counts.shape and (total.counts.sum(axis=1) == total.rounds).all()
    except (KeyError, ValueError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise RecordError(f"The checkpoint {kept.path} is damaged: take another file, or remove it.")
    return total
