"""Simulated rounds a second, all wagers resolved, beside numpy alone and beside PokerKit."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

import houseway
from benchmarks.measure import per_second
from benchmarks.table import pokerkit_hand
from benchmarks.vectorised import Means, high_card_flush, two_card_roo
from houseway.odds import solve
from houseway.simulation import simulate
from houseway.simulation.engine import Prepared, play_rounds, prepare
from houseway.simulation.run import plan_of

BATCH = 2**17  # rounds: a few milliseconds, short enough to fall between what else the machine does
TRIES = 400
SIZES = (2**11, 2**13, 2**15, 2**17)  # rounds in an array of the numpy versions
VECTORISED: dict[str, tuple[str, Callable[[], Callable[[np.random.Generator, int], Means]]]] = {
    "two-card-roo": ("optimal", two_card_roo),
    "high-card-flush": ("t-8-6", high_card_flush),
}
MEMORY = """
import resource, houseway
from houseway.simulation import simulate
simulate(houseway.game("two-card-roo"), {rounds}, seed="memory")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def prepared(game_id: str, strategy: str = "optimal") -> Prepared:
    found = prepare(plan_of(houseway.game(game_id), strategy=strategy, seed="benchmark"))
    play_rounds(found, 0, 100)  # compiled before the clock starts
    return found


def rate(found: Prepared, *, tries: int = TRIES) -> float:
    """Rounds a second on one core, counted and all, in the quietest batch."""
    best = float("inf")
    for number in range(tries):
        start = time.perf_counter()
        play_rounds(found, number * BATCH, (number + 1) * BATCH)
        best = min(best, time.perf_counter() - start)
    return BATCH / best


def threads_rate(game_id: str, threads: int, *, rounds: int = 2**27, tries: int = 4) -> float:
    """Rounds a second as the engine itself reports them, in the quietest run."""
    game = houseway.game(game_id)
    return max(simulate(game, rounds, seed="threads", threads=threads).rounds_per_second for _ in range(tries))


def numpy_rate(game_id: str, *, seconds: float = 3.0) -> float:
    """The numpy version's rounds a second at the array size that suits it best.

    That it plays the same game is seen from its means.
    """
    strategy, make = VECTORISED[game_id]
    play, chance = make(), np.random.default_rng(1)
    solution = solve(houseway.game(game_id), strategy)
    rates, rounds, sums = [], 0, dict.fromkeys(play(chance, 1_000), 0.0)
    for batch in SIZES:
        best, end = float("inf"), time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            means = play(chance, batch)
            best = min(best, time.perf_counter() - start)
            rounds += batch
            for name, mean in means.items():
                sums[name] += mean * batch
        rates.append(batch / best)
    for name, total in sums.items():
        error = solution.wager(name).standard_deviation / rounds**0.5
        if abs(total / rounds - solution.wager(name).expected_value) > 5 * error:
            raise AssertionError(f"the numpy version of {game_id} does not play {name} as the rules do")
    return max(rates)


def memory(rounds: int) -> int:
    """The most memory of a process that simulates so many rounds, in kilobytes."""
    call = [sys.executable, "-c", MEMORY.format(rounds=rounds)]
    return int(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def rows() -> Iterator[tuple[str, str, str, str]]:
    few, many = memory(10**7), memory(10**8)
    size, before = f"{many / 1024:.0f} MB", f"10 million {few / 1024:.0f} MB"
    yield "most memory of a process, 100 million rounds", size, before, f"{many / few:.2f}x"
    peer = per_second(pokerkit_hand, batch=10)
    for game_id in houseway.banked_ids():
        ours = rate(prepared(game_id))
        yield (
            f"{game_id}, optimal, one core, million rounds/s",
            f"{ours / 1e6:.1f}",
            f"PokerKit {peer:,.0f} rounds/s",
            f"{ours / peer:,.0f}x",
        )
    for game_id, (strategy, _) in VECTORISED.items():
        ours, theirs = rate(prepared(game_id, strategy)), numpy_rate(game_id)
        yield (
            f"{game_id}, {strategy}, one core, million rounds/s",
            f"{ours / 1e6:.1f}",
            f"numpy {theirs / 1e6:.2f}",
            f"{ours / theirs:.1f}x",
        )
    for game_id in houseway.banked_ids():
        one, two = threads_rate(game_id, 1), threads_rate(game_id, 2)
        yield (
            f"{game_id}, two threads, million rounds/s",
            f"{two / 1e6:.1f}",
            f"one thread {one / 1e6:.1f}",
            f"{two / one:.2f}x",
        )
