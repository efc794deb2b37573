"""Odds and simulation from the rules alone, beside a game's own fast way and beside settling deals one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import houseway
from benchmarks.odds import YEAR, naive_rate
from benchmarks.outside import FiveCardBoard, ThreeCardAnte
from houseway.rules.game import Game

OUTSIDE: dict[str, type[Game[Any]]] = {game.id: game for game in (ThreeCardAnte, FiveCardBoard)}
# A process for each, so that memory is of one count alone; the first count compiles and is not timed.
COUNT = """
import json, resource, sys, time
from benchmarks.derived import made
from benchmarks.odds import forget
from houseway.odds import solve
name, derived = sys.argv[1], sys.argv[2] == "derived"
solve(made("three-card-ante"))
best = float("inf")
for _ in range(int(sys.argv[3])):
    forget()
    start = time.perf_counter()
    found = solve(made(name), derived=derived)
    best = min(best, time.perf_counter() - start)
rows = [[w.wager, w.total, [[r.label, str(r.net), r.count] for r in w.rows if r.count]] for w in found.wagers]
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": best, "rows": rows, "memory": memory}))
"""
SIMULATE = """
import json, sys, time
from benchmarks.derived import made
from benchmarks.simulate import rate
from houseway.derived.kernel import derived_kernel
from houseway.simulation.engine import play_rounds, prepare
from houseway.simulation.plan import counting_of
from houseway.simulation.run import plan_of
game = made(sys.argv[1])
found = prepare(plan_of(game, seed="benchmark"))
if sys.argv[2] == "derived":
    found.kernel = derived_kernel(game, "optimal", counting_of(game))
play_rounds(found, 0, 1000)
start = time.perf_counter()
play_rounds(found, 0, 1000)
slow = 1000 / (time.perf_counter() - start)
print(json.dumps(slow if slow < 50_000 else rate(found, tries=60)))
"""


def made(name: str) -> Game[Any]:
    return OUTSIDE[name].make() if name in OUTSIDE else houseway.game(name)


def asked(program: str, *arguments: str) -> Any:
    """What a program prints, run in a process of its own."""
    command = [sys.executable, "-c", program, *arguments]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def has_own(name: str, module: str) -> bool:
    """Whether a game brings a faster way."""
    from houseway.derived.odds import Derived
    from houseway.odds.solver import odds_of, own_modules

    game = made(name)
    if module == "odds":
        return not isinstance(odds_of(game), Derived)
    return name not in OUTSIDE and any(hasattr(found, "Kernel") for found in own_modules(game, "kernel"))


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for name in (*OUTSIDE, *houseway.banked_ids()):
        derived = asked(COUNT, name, "derived", "1")
        naive = derived["rows"][0][1] / naive_rate(made(name))
        span = f"{naive / YEAR:,.1f} years" if naive > YEAR else f"{naive / 3600:,.1f} hours"
        compared = f"one by one: {span}"
        ratio = f"{naive / derived['seconds']:,.0f}x"
        if has_own(name, "odds"):
            own = asked(COUNT, name, "own", "5")
            same = "the same in every row" if own["rows"] == derived["rows"] else "DIFFERENT"
            compared = f"its own way: {own['seconds'] * 1000:.0f} ms, {same}; {compared}"
            ratio = f"{own['seconds'] / derived['seconds']:.3f}x; {ratio}"
        what = f"{name}: derived odds, {derived['memory']:.0f} MB"
        found.append((what, f"{derived['seconds']:.2f} s", compared, ratio))
    for name in (*OUTSIDE, *houseway.banked_ids()):
        general = asked(SIMULATE, name, "derived")
        compared, ratio = "", ""
        if has_own(name, "kernel"):
            own = asked(SIMULATE, name, "own")
            compared, ratio = f"its own kernel: {own / 1e6:.1f} million", f"{general / own:.2f}x"
        found.append(
            (f"{name}: derived simulation, rounds/s on a core", f"{general / 1e6:.1f} million", compared, ratio)
        )
    return found
