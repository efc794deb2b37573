"""Running a simulation: on threads here, or on workers elsewhere; resumed or not, the counts are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple

import numpy as np

from houseway import __version__
from houseway.errors import HousewayError, OptionError
from houseway.odds.game_odds import OPTIMAL, Strategy
from houseway.rules.game import Game
from houseway.simulation.checkpoint import Checkpoint
from houseway.simulation.cluster import Cluster, Job
from houseway.simulation.engine import CHUNK, Outcome, Prepared, Sum, T, chunks, play_rounds, prepare, run_threads
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
    empty = Tally.nothing(plan.seats, prepared.kernel.codes)

    def read(stored: dict[str, Any]) -> Tally | None:
        total = Tally.from_json(stored)
        sound = total.counts.shape == empty.counts.shape and (total.counts.sum(axis=1) == total.rounds).all()
        return total if sound else None

    saved = None if checkpoint is None else Checkpoint(checkpoint, plan.identity)
    total = empty if saved is None else saved.resume(empty, read)
    if total.rounds > rounds:
        raise OptionError(f"The checkpoint holds {total.rounds:,} rounds already: ask for at least that many.")
    spans = chunks(total.rounds, rounds, CHUNK if cluster is None else SPAN)
    adding = Sum(total, Tally.__add__)
    if cluster is None:
        prepared.kernel.fill(plan.key, 0, np.empty((8, plan.seats), np.uint16))  # compiled before the clock starts
    work = Work(plan, play_span, lambda first, last: play_rounds(prepared, first, last))
    outcome = play_spans(work, spans, adding, saved, threads=threads, cluster=cluster, progress=progress)
    speed = outcome.played / outcome.seconds if outcome.seconds else 0.0
    return result_of(prepared, expectation(plan, prepared.kernel), outcome.total, requested=rounds, per_second=speed)


class Work(NamedTuple, Generic[T]):
    """What is played in spans: as a task that is sent to workers with its plan, and by a thread here."""

    plan: Job
    task: Callable[[Any, int, int], T]
    here: Callable[[int, int], T]


def play_spans(
    work: Work[T],
    spans: Iterator[tuple[int, int]],
    adding: Sum[T],
    saved: Checkpoint | None,
    *,
    threads: int | None,
    cluster: Cluster | None,
    progress: Callable[[int], None],
) -> Outcome[T]:
    """Add up all spans; the sum so far is written to the checkpoint now and then, and at the end."""

    def after(now: T) -> None:
        progress(now.rounds)
        if saved is not None and saved.due:
            saved.write(now.to_json())

    progress(adding.total.rounds)
    if cluster is not None:
        outcome = cluster.run(work.plan, work.task, spans, adding, after=after)
    else:
        outcome = run_threads(work.here, spans, adding, threads=thread_count(threads), after=after)
    if saved is not None:
        saved.write(outcome.total.to_json())
    return outcome


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
