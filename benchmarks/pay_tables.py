"""Pay tables: whole spaces searched, beside looking at one table after the other; another price beside a solution."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import houseway
from benchmarks.measure import per_second
from benchmarks.odds import forget
from houseway.lab.repricing import counts_of, reprice
from houseway.lab.searching_pays.options import with_pays
from houseway.lab.searching_pays.search import pay_tables
from houseway.odds import solve
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays

HEADINGS = ("what", "houseway", "compared with, in the same run", "ratio")
EDGE = (Fraction(25, 1000), Fraction(4, 100))
SPACES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("mini-tex", "pocket-poker", {"edge": EDGE, "low": 1, "high": 170}),
    ("mini-tex", "pocket-poker", {"edge": EDGE, "low": 1, "high": 170, "sd": (2, 3)}),
    ("high-card-flush", "straight-flush", {"edge": (Fraction(3, 100), Fraction(8, 100))}),
)


def seconds(work: Callable[[], object], *, tries: int = 3) -> float:
    """The quickest of a few tries."""
    best = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def solve_seconds(game: Game[Any]) -> float:
    """A whole solution from nothing."""

    def work() -> None:
        forget()
        solve(game)

    return seconds(work, tries=2)


def blind_rate(game: Game[Any], wager: str, most: int, *, within: float = 2.0) -> float:
    """Tables a second when one after the other is made, its return added up and compared."""
    odds = solve(game).wager(wager)
    counts = [row.count for row in odds.rows if row.net > 0]
    lost = odds.total - sum(counts)
    tables = itertools.combinations_with_replacement(range(most, 0, -1), len(counts))
    found = done = 0
    start = time.perf_counter()
    while time.perf_counter() - start < within:
        for pays in itertools.islice(tables, 10_000):
            returned = sum(map(int.__mul__, counts, pays)) - lost
            found += -0.04 * odds.total <= returned <= -0.025 * odds.total
            done += 1
    return done / (time.perf_counter() - start)


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for name, wager, asked in SPACES:
        game = houseway.game(name)
        result = pay_tables(game, wager, **asked)
        took = seconds(lambda game=game, wager=wager, asked=asked: pay_tables(game, wager, **asked))  # type: ignore[misc]
        rate = blind_rate(game, wager, asked.get("high", 2000))
        blind = result.possible / rate
        what = " and deviation" if "sd" in asked else ""
        found.append(
            (
                f"{wager}, {result.possible:,} tables for an edge{what}: {result.meeting[0]:,} meet it",
                f"{took:.2f} s",
                f"{rate:,.0f} tables/s one by one: {blind / 3600:,.1f} hours",
                f"{blind / took:,.0f}x",
            )
        )
    return [*found, decided_row(), repriced_row()]


def decided_row() -> tuple[str, str, str, str]:
    """Where pays change decisions: a few tables are solved for all the others."""
    game, asked = houseway.game("three-card-roo"), {"edge": (Fraction(2, 100), Fraction(4, 100)), "most": 1}
    result = pay_tables(game, "pocket-roo", **asked)  # type: ignore[arg-type]

    def search() -> None:
        forget()
        pay_tables(game, "pocket-roo", **asked)  # type: ignore[arg-type]

    took, each = seconds(search), solve_seconds(game)
    blind = result.possible * each
    return (
        f"pocket-roo, {result.possible:,} tables, decisions change: {result.meeting[0]:,} meet it, "
        f"{result.solved} solved",
        f"{took:.2f} s",
        f"{each:.2f} s to solve one: {blind / 3600:,.1f} hours",
        f"{blind / took:,.0f}x",
    )


def repriced_row() -> tuple[str, str, str, str]:
    game = houseway.game("three-card-draw-poker")
    known = solve(game)
    counts_of(game)

    def other(number: int) -> Game[Any]:
        return with_pays(game, {"pair-plus": Pays((100, 40, 25, 5, 4, 1 + number % 50))})

    rate = per_second(lambda number: reprice(other(number), known, game), batch=20, seconds=3)
    each = solve_seconds(other(1))
    return (
        "three-card-draw-poker, another pay table of Pair Plus, whole solution",
        f"{1000 / rate:.1f} ms",
        f"{each:.2f} s solved again",
        f"{each * rate:,.0f}x",
    )
