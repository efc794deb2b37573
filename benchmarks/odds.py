"""Exact odds: how long a whole solution takes, beside settling deals one by one at the table.

A solution has every wager, the best strategy and the correlations. Compiled code is warm, caches of counts are empty,
and each game has a process of its own, whose most memory is shown. `houseway odds` estimates CPU time before it counts.
The games after the first six are of rules and procedure alone (`tests/wider/games`).
"""

from __future__ import annotations

import functools
import gc
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.wider.games import FiveCardStud, FrontAndBack, Holdem, JokerCut, RedDog, ThreeCardAnte, UpCard

import houseway
from benchmarks.measure import command_seconds, houseway_command
from houseway.odds.solver import forget as forget_counts
from houseway.rules.game import Game
from houseway.table.policy import RandomPlayer, play_out

HEADINGS = ("game and its deals", "whole solution, most memory", "CPU time, estimated", "one by one")
SHAPES = ThreeCardAnte, JokerCut, RedDog, UpCard, FrontAndBack, FiveCardStud, Holdem
OUTSIDE: dict[str, type[Game[Any]]] = {game.id: game for game in SHAPES}
YEAR = 365.25 * 24 * 3600
ENOUGH = 3.0  # seconds of tries
# The first count compiles what all games share; a game's first try may compile the rest, so there are two at least.
COUNT = """
import json, resource, sys, time
from benchmarks.odds import ENOUGH, forget, make_game
from houseway.odds import solve
from houseway.odds.cost import cost_of
game = make_game(sys.argv[1])
solve(make_game("three-card-ante"))
times, worked = [], []
while len(times) < 2 or (len(times) < 9 and sum(times) < ENOUGH):
    forget()
    start, work = time.perf_counter(), time.process_time()
    solution = solve(game)
    times.append(time.perf_counter() - start)
    worked.append(time.process_time() - work)
rows = [[w.wager, w.total, [[r.label, str(r.net), r.count] for r in w.rows if r.count]] for w in solution.wagers]
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": min(times), "total": solution.main.total, "rows": rows, "memory": memory,
    "work": min(worked), "estimate": cost_of(game).seconds}))
"""


def make_game(name: str) -> Game[Any]:
    return OUTSIDE[name].make() if name in OUTSIDE else houseway.game(name)


def forget() -> None:
    """Empty every cache of counts, so that the next solution is counted from nothing; compiled kernels stay."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and (thing.__module__ or "").startswith("houseway.games"):
            thing.cache_clear()
    forget_counts()


def count(name: str) -> Any:
    """Seconds, deals, rows and megabytes of a game's solution in a process of its own."""
    command = [sys.executable, "-c", COUNT, name]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def table_rate(game: Game[Any], *, seconds: float = 1.0) -> float:
    """Deals a second when each is dealt and settled at the table, as a plain enumeration would."""
    player = RandomPlayer("naive")
    stakes = {name: game.wagers.opening_limits(houseway.Limits())[name].least for name in game.wagers.entries[:1]}
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(50):
            table = houseway.Round(game, seed=str(done))
            table.wager(1, stakes)
            table.deal()
            play_out(table, player.decide)
            done += 1
    return done / (time.perf_counter() - start)


def rows() -> Iterator[tuple[str, ...]]:
    for name in (*houseway.banked_ids(), *OUTSIDE):
        game, solved = make_game(name), count(name)
        seconds = solved["total"] / table_rate(game)
        span = f"{seconds / YEAR:,.0f} years" if seconds > YEAR else f"{seconds / 3600:,.1f} hours"
        work = f"{solved['work']:.2f} s, {solved['estimate']:.2f} s"
        yield f"{name}, {solved['total']:,}", f"{solved['seconds']:.3f} s, {solved['memory']:.0f} MB", work, span
    audit = command_seconds(houseway_command(), "audit", tries=2)
    yield "`houseway audit`, all manuals, from its start", f"{audit:.1f} s", "", ""
