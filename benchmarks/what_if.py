"""The tables while visitors ask for odd rules: players' latency alone, and beside 50 visitors who ask for counts.

Each of the 50 asks from an address of their own, for rules that nobody asked for before, and asks again as soon as
there is an answer. The limits on how often an address may ask are lifted, so that the queue of counts is never empty.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import uvloop
from tests.server.server_process import ServerProcess

from benchmarks.casino import GAMES, Load, Player
from houseway.catalog import game_class

HEADINGS = ("what", "acknowledged", "latency", "asked beside")
PLAYERS, SEATS = 60, 3
ASKERS = 50
THINKING = 0.5  # seconds on average
WARM_UP, MEASURED = 3.0, 12.0


def odd_rules(chance: random.Random) -> dict[str, Any]:
    """Some game with options that nobody has asked for before."""
    game = chance.choice(GAMES)
    changes = []
    for option in game_class(game).make().options.described():
        if "hands" in option:
            pays = sorted((chance.randint(1, 400) for _ in option["hands"]), reverse=True)
            changes.append(f"{option['name']}={'/'.join(map(str, pays))}")
        elif option.get("values") and "tables" not in option and chance.random() < 0.5:
            changes.append(f"{option['name']}={chance.choice(option['values'])}")
    return {"game": game, "set": changes}


async def keep_asking(address: str, number: int, answers: Counter[str]) -> None:
    """One visitor who always has something counted."""
    chance = random.Random(number)
    # There is nothing to verify; reading certificates would only stop the players, who are in the same loop.
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number + 1}", verify=False)
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=300) as http:
        while True:
            path = chance.choice(("/api/lab/what-if", "/api/odds"))
            answer = await http.get(path, params=odd_rules(chance))
            answers[{200: "answered", 422: "not legal together"}.get(answer.status_code, "sent away")] += 1
            if answer.status_code not in (200, 422):
                await asyncio.sleep(1.0)


async def players(house: ServerProcess, load: Load) -> list[Player]:
    admin = await asyncio.to_thread(house.admin)
    tables = []
    for number in range(-(-PLAYERS // SEATS)):
        body = {"game": GAMES[number % len(GAMES)], "name": f"Table {number + 1}", "seats": SEATS}
        answer = await asyncio.to_thread(admin.post, "/api/pit/tables", body)
        tables.append(int(answer.raise_for_status().json()["id"]))
    found = []
    for number in range(PLAYERS):
        visitor = await Player.guest(house.address)
        assert isinstance(visitor, Player)
        await visitor.connect()
        await load.sit(visitor, tables[number // SEATS], number % SEATS + 1)
        found.append(visitor)
    return found


async def measured(load: Load) -> tuple[float, float, float]:
    """Acknowledged actions a second, and their latency in ms: the middle, and the 99th of a hundred."""
    await asyncio.sleep(WARM_UP)
    load.latencies, load.measuring = [], True
    start = time.perf_counter()
    await asyncio.sleep(MEASURED)
    load.measuring = False
    cuts = statistics.quantiles(load.latencies, n=100)
    return len(load.latencies) / (time.perf_counter() - start), cuts[49] * 1000, cuts[98] * 1000


async def evening(house: ServerProcess) -> list[tuple[str, str, str, str]]:
    await house.start()
    load = Load()
    load.thinking = THINKING
    seated = await players(house, load)
    playing = [asyncio.create_task(load.play(visitor, random.Random(at))) for at, visitor in enumerate(seated)]
    alone = row(f"{PLAYERS} players alone", await measured(load), "")
    answers: Counter[str] = Counter()
    asking = [asyncio.create_task(keep_asking(house.address, number, answers)) for number in range(ASKERS)]
    figures = await measured(load)
    answered = ", ".join(f"{count} {answer}" for answer, count in answers.items())
    beside = row(f"{PLAYERS} players beside {ASKERS} askers", figures, answered)
    await ended(asking)
    await ended(playing)
    await asyncio.to_thread(house.stop)
    await asyncio.gather(*(visitor.close() for visitor in seated), return_exceptions=True)
    return [alone, beside]


async def ended(tasks: list[asyncio.Task[None]]) -> None:
    stopped = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if stopped:
        raise RuntimeError(f"{len(stopped)} visitors stopped: {stopped[0].exception()!r}")


def row(what: str, figures: tuple[float, float, float], beside: str) -> tuple[str, str, str, str]:
    rate, middle, late = figures
    return what, f"{rate:.0f} durable actions/s", f"p50 {middle:.1f} ms, p99 {late:.0f} ms", beside


def rows() -> Iterator[tuple[str, str, str, str]]:
    with TemporaryDirectory(prefix="houseway-what-if-") as folder:
        house = ServerProcess(
            f"sqlite:///{folder}/houseway.sqlite",
            Path(folder),
            betting_seconds=5,
            decision_seconds=60,
            updates_per_second=10,
            new_counts=1_000_000,
            count_niceness=19,
        )
        try:
            yield from uvloop.run(evening(house))
        finally:
            house.stop()
        with contextlib.redirect_stdout(io.StringIO()):
            status = house.check_ledger()
        if status:
            raise RuntimeError("The ledger is not in order.")
