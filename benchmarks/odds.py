"""Exact odds: how long a whole solution takes, beside settling deals one by one."""

from __future__ import annotations

import functools
import gc
import resource
import time
from pathlib import Path
from typing import Any

import houseway
from benchmarks.measure import command_seconds, houseway_command
from houseway.odds import solve
from houseway.odds.solver import forget as forget_counts
from houseway.rules.game import Game
from houseway.table.policy import RandomPlayer, play_out

YEAR = 365.25 * 24 * 3600


def forget() -> None:
    """Empty every cache of counts, so that the next solution is counted from nothing; compiled kernels stay."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and (thing.__module__ or "").startswith("houseway.games"):
            thing.cache_clear()
    forget_counts()


def solve_seconds(game_id: str, *, tries: int = 9) -> float:
    """The quickest of several whole solutions: optimal strategy, all wagers, correlations."""
    game = houseway.game(game_id)
    solve(game)
    best = float("inf")
    for _ in range(tries):
        forget()
        start = time.perf_counter()
        solve(game)
        best = min(best, time.perf_counter() - start)
    return best


def naive_rate(game: Game[Any], *, seconds: float = 2.0) -> float:
    """Deals a second when each is dealt and settled at the table, as a plain enumeration would."""
    player = RandomPlayer("naive")
    stakes = {name: game.opening_limits(houseway.Limits())[name].least for name in game.entry_wagers[:1]}
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(50):
            table = houseway.Round(game, seed=str(done))
            table.wager(1, stakes)
            table.deal()
            play_out(table, player.decide)
            done += 1
    return done / (time.perf_counter() - start)


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for game_id in houseway.banked_ids():
        took, rate = solve_seconds(game_id), naive_rate(houseway.game(game_id))
        total = solve(houseway.game(game_id)).main.total
        naive = total / rate
        found.append(
            (
                f"{game_id}, {total:,} deals",
                f"{took * 1000:.0f} ms",
                f"{rate:,.0f} deals/s one by one: {naive / YEAR:,.1f} years"
                if naive > YEAR
                else f"{rate:,.0f} deals/s one by one: {naive / 3600:,.1f} hours",
                f"{naive / took:,.0f}x",
            )
        )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found.append(("all of the above in one process, memory", f"{memory:.0f} MB", "", ""))
    if Path(houseway_command()).exists():
        audit = command_seconds(houseway_command(), "audit", tries=3)
        found.append(("houseway audit, process start included", f"{audit:.1f} s", "", ""))
    return found
