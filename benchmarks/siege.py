"""The casino under siege: 100 honest players at its tables, and attackers from four other addresses of this machine.

At the same time: requests whose headers never end, 1,100 connections that send half a request or nothing, wagers that
are changed as fast as allowed, and guests who take seats and open tables as fast as allowed. The house has its default
settings. Server, honest people and attackers share this machine's cores.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
import orjson
import uvloop
from tests.server.server_process import FAST, ServerProcess
from tests.server.visitors import Gone, Refused, Visitor

from benchmarks import casino
from benchmarks.attacks import HALVES
from houseway.server.settings import Settings

HEADINGS = ("what", "before", "under siege", "must be")
HONEST, SEATS, AT_AN_ADDRESS = 100, 5, 10
THINKING = 1.0  # seconds on average
WARM_UP, BEFORE, ONSET, DURING = 4.0, 15.0, 3.0, 40.0
NEWCOMER_EVERY = 2.0
USUAL = {name: Settings.model_fields[name].default for name in FAST} | {
    "count_odds": False,  # once after a start; it is not what is measured
    "betting_seconds": 5,
}


class Spell(NamedTuple):
    """How honest people fared for a while."""

    latencies: list[float]
    seconds: float
    refused: int
    worked: float  # seconds of the server's CPU

    @property
    def latency(self) -> str:
        cuts = statistics.quantiles(self.latencies, n=100)
        return f"p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms"

    @property
    def busy(self) -> str:
        return f"{self.worked / self.seconds:.0%} of a core"

    @property
    def rate(self) -> str:
        return f"{len(self.latencies) / self.seconds:.0f} a second"


class Siege(NamedTuple):
    before: Spell
    during: Spell
    newcomers: list[str]  # what each was told: nothing, or why not
    memory: tuple[int, int]  # before, and the most ever; bytes
    tables: int
    got: dict[str, int]  # by the attackers


async def besiege(house: ServerProcess) -> Siege:
    gc.disable()  # the visitors' pauses are not the server's
    await house.start()
    tables = await asyncio.to_thread(open_tables, house)
    load, chance = casino.Load(), random.Random(1)
    load.thinking = THINKING
    people = [await seated(house, load, number, tables) for number in range(HONEST)]
    playing = [asyncio.create_task(load.play(person, random.Random(chance.random()))) for person in people]
    await asyncio.sleep(WARM_UP)
    before = await spell(house, load, playing, BEFORE)
    memory = resident(house, "VmRSS")
    attackers = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.attacks", str(house.port), str(ONSET + DURING), str(HALVES)),
        stdout=asyncio.subprocess.PIPE,
    )
    newcomers: list[str] = []
    coming = asyncio.create_task(come_and_go(house, newcomers))
    await asyncio.sleep(ONSET)
    during = await spell(house, load, playing, DURING)
    coming.cancel()
    output, _ = await attackers.communicate()
    found = Siege(
        before, during, newcomers, (memory, resident(house, "VmHWM")), await open_now(house), orjson.loads(output)
    )
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, coming, return_exceptions=True)
    await asyncio.to_thread(house.stop)
    await asyncio.gather(*(person.close() for person in people), return_exceptions=True)
    return found


def open_tables(house: ServerProcess) -> list[int]:
    """As many as honest people fill, so that nobody else sits down with them."""
    admin, found = house.admin(), []
    for number in range(-(-HONEST // SEATS)):
        game = casino.GAMES[number % len(casino.GAMES)]
        answer = admin.post("/api/pit/tables", {"game": game, "name": f"Table {number + 1}", "seats": SEATS})
        answer.raise_for_status()
        found.append(int(answer.json()["id"]))
    return found


async def seated(house: ServerProcess, load: casino.Load, number: int, tables: list[int]) -> casino.Player:
    """An honest player, at an address of a household's or an office's."""
    person = await casino.Player.guest(house.address, local=f"127.0.1.{1 + number // AT_AN_ADDRESS}")
    await person.connect()
    await load.sit(person, tables[number // SEATS], number % SEATS + 1)
    return person


async def spell(house: ServerProcess, load: casino.Load, playing: list[asyncio.Task[None]], seconds: float) -> Spell:
    """Measure for a while; whoever lost the connection was refused."""
    load.latencies, load.refused, load.measuring = [], 0, True
    start, worked = time.perf_counter(), casino.cpu_seconds(house)
    await asyncio.sleep(seconds)
    load.measuring = False
    elapsed, worked = time.perf_counter() - start, casino.cpu_seconds(house) - worked
    return Spell(load.latencies, elapsed, load.refused + sum(task.done() for task in playing), worked)


async def come_and_go(house: ServerProcess, results: list[str]) -> None:
    """Now and then somebody new comes from an address of their own, takes a seat, and leaves."""
    for number in range(1, 250):
        try:
            person = await Visitor.guest(house.address, local=f"127.0.2.{number}")
            await person.connect()
            table = await take_seat(person, casino.GAMES[number % len(casino.GAMES)])
            await person.do("leave", table=table)
            await person.close()
            results.append("")
        except (Refused, Gone, httpx.HTTPError, OSError, TimeoutError) as error:
            results.append(str(error) or type(error).__name__)
        await asyncio.sleep(NEWCOMER_EVERY)


async def take_seat(person: Visitor, game: str) -> int:
    """A seat at a game, or the next one where somebody was quicker; gives the table."""
    while True:
        found: dict[str, int] = await person.ask("/api/play-now", {"game": game})
        try:
            await person.do("sit", table=found["table"], seat=found["seat"])
            return found["table"]
        except Refused as refused:
            if refused.code != "seat_taken":
                raise


async def open_now(house: ServerProcess) -> int:
    async with httpx.AsyncClient(base_url=house.address, timeout=60) as client:
        return len((await client.get("/api/tables")).json()["tables"])


def resident(house: ServerProcess, which: str) -> int:
    """The server's memory in bytes: now (VmRSS), or the most that it ever had (VmHWM)."""
    assert house.process is not None
    lines = Path(f"/proc/{house.process.pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{which}:"))


def rows() -> Iterator[tuple[str, str, str, str]]:
    with TemporaryDirectory(prefix="houseway-siege-") as folder:
        house = ServerProcess(f"sqlite:///{folder}/houseway.sqlite", Path(folder), **USUAL)
        try:
            found = uvloop.run(besiege(house))
        finally:
            house.stop()
        with contextlib.redirect_stdout(io.StringIO()):
            status = house.check_ledger()
    before, during, got = found.before, found.during, found.got
    yield "honest players' latency", before.latency, during.latency, "p99 under 250 ms"
    yield "honest players' actions", before.rate, during.rate, ""
    yield "the server's CPU", before.busy, during.busy, ""
    yield "honest actions refused", str(before.refused), str(during.refused), "0"
    turned_away = [reason for reason in found.newcomers if reason]
    yield "newcomers turned away", "", f"{len(turned_away)} of {len(found.newcomers)} {turned_away[:1] or ''}", "0"
    yield "the server's memory", megabytes(found.memory[0]), f"{megabytes(found.memory[1])} at most", "under 600 MB"
    yield "tables open", "", str(found.tables), ""
    yield from attacks(got)
    yield "the books (`houseway ledger check`)", "", "wrong" if status else "balance", "balance"


def attacks(got: dict[str, int]) -> Iterator[tuple[str, str, str, str]]:
    """What the attackers tried, and how much of it was refused."""
    for what, names in {
        "attack: endless headers and addresses": ("requests", "cut off"),
        "attack: half requests, silent sockets": ("opened", "refused at once", "closed in time"),
        "attack: wagers changed without end": ("changed", "refused"),
        "attack: guests without end": ("made", "refused"),
        "attack: seats and tables without end": ("taken", "refused"),
    }.items():
        kind = what.removeprefix("attack: ").split()[0]
        yield what, "", ", ".join(f"{got.get(f'{kind} {name}', 0):,} {name}" for name in names), ""
    again = [name for name in got if name.startswith("began again")]
    if again:
        yield "attackers that had to begin again", "", f"{sum(got[name] for name in again)}, {again[0]}", ""


def megabytes(size: int) -> str:
    return f"{size / 1e6:.0f} MB"
