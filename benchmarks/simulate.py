"""Simulated rounds a second, every wager resolved and counted, by the best strategy.

Compiled kernels with one seat on one core and on two threads, and with every seat taken. Beside them is the table,
where rounds of one player are dealt and settled one by one by the same rules.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import houseway
from benchmarks.odds import OUTSIDE, make_game, table_rate
from houseway.simulation import simulate
from houseway.simulation.engine import Prepared, play_rounds, prepare
from houseway.simulation.run import plan_of

HEADINGS = ("game", "one core", "two threads", "one core, every seat", "the table, one by one")
BATCH, SHORTEST = 2**17, 0.002  # rounds and seconds: short enough to fall between what else the machine does
THREADED = 2**25  # rounds


def batch_rate(prepared: Prepared, *, seconds: float = 2.0) -> float:
    """Rounds a second on one core, in the quietest of many short batches."""
    rounds = 500
    play_rounds(prepared, 0, rounds)  # compiled before the clock starts
    while rounds < BATCH and _seconds(prepared, 0, rounds) < SHORTEST:
        rounds *= 2
    best, first, end = float("inf"), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        best = min(best, _seconds(prepared, first, rounds))
        first += rounds
    return rounds / best


def _seconds(prepared: Prepared, first: int, rounds: int) -> float:
    start = time.perf_counter()
    play_rounds(prepared, first, first + rounds)
    return time.perf_counter() - start


def rows() -> Iterator[tuple[str, ...]]:
    for name in (*houseway.banked_ids(), *OUTSIDE):
        game = make_game(name)
        one, every = (batch_rate(prepare(plan_of(game, seed="benchmark", seats=seats))) for seats in (1, game.seats))
        two = max(simulate(game, THREADED, seed="threads", threads=2).rounds_per_second for _ in range(2))
        yield name, _millions(one), _millions(two), _millions(every), f"{table_rate(game):,.0f}"


def _millions(rate: float) -> str:
    return f"{rate / 1e6:.2g} million" if rate < 1e6 else f"{rate / 1e6:.1f} million"
