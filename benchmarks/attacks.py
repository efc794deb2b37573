"""Attackers of a house on this machine, for `siege`: `python -m benchmarks.attacks PORT SECONDS` tells what they got.

They are a process of their own, so that their work is not taken for the house's slowness. Each kind comes from one
loopback address, as one attacker's machine would, and none goes anywhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import httpx
import orjson
from tests.server.visitors import Gone, Refused, Visitor, command, stakes, wanted

HEADERS_FROM, HALVES_FROM, WAGERS_FROM, GUESTS_FROM = (f"127.0.0.{number}" for number in (2, 3, 4, 5))
HALVES = 1100
LINES, CHANGERS, SEAT_TAKERS = 4, 4, 3
SOON, AGAIN, MUCH_LATER = 0.01, 0.05, 5.0  # seconds until one that was cut off, or sent away, comes again
TAKEN_BACK_AT, AT_ONCE = 21, 3  # changes of a wager: every so often it is taken back; so many sent together
GAMES = ("two-card-roo", "three-card-roo", "high-card-draw", "mini-tex", "high-card-flush")
START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
ENDLESS = (
    (START, b"X-More: and so on\r\n" * 500),
    (START + b"X-Endless: ", b"a" * 8000),
    (b"GET /", b"a" * 8000),
)
HALF = (
    b"",
    START,
    START + b"X-Half: ",
    b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{",
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2llZ2VzaWVnZXNpZWdlIQ==\r\n\r\n",
)
Got = Counter[str]
_LOST = (OSError, TimeoutError, Gone, httpx.HTTPError)


@contextlib.asynccontextmanager
async def line_from(local: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(local, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def send_headers(port: int, number: int, got: Got) -> None:
    """A request whose headers, or address, never end; when it is cut off, another."""
    begin, more = ENDLESS[number % len(ENDLESS)]
    while True:
        got["endless requests"] += 1
        with contextlib.suppress(*_LOST):
            async with line_from(HEADERS_FROM, port) as (_, writer):
                writer.write(begin)
                while not writer.is_closing():
                    writer.write(more)
                    await writer.drain()
                    got["endless bytes"] += len(more)
                    await asyncio.sleep(0)
        got["endless cut off"] += 1
        await asyncio.sleep(AGAIN)


async def send_half(port: int, number: int, got: Got) -> None:
    """Half a request, and then nothing; when it is closed, another."""
    while True:
        said, begun = b"", time.monotonic()
        with contextlib.suppress(*_LOST):
            async with line_from(HALVES_FROM, port) as (reader, writer):
                got["half opened"] += 1
                writer.write(HALF[number % len(HALF)])
                said = await reader.read(64)
                while await reader.read(4096):
                    pass
        refused = b" 503 " in said or b" 429 " in said or (not said and time.monotonic() - begun < 1)
        got["half refused at once" if refused else "half closed in time"] += 1
        await asyncio.sleep(MUCH_LATER if refused else AGAIN)


async def change_wagers(port: int, number: int, got: Got) -> None:
    """Wagers of one seat changed as fast as one visitor may send, and taken back before the deal. Somebody beside it
    never bets, so that the table waits."""
    visitor, beside = [await _arrived(port, WAGERS_FROM) for _ in range(2)]
    found = await visitor.ask("/api/play-now", {"game": GAMES[number % len(GAMES)]})
    table, chance = found["table"], random.Random(number)
    state = await visitor.watch(table)
    await visitor.do("sit", **found)
    with contextlib.suppress(Refused):  # where somebody is there already
        await beside.do("sit", table=table, seat=found["seat"] % len(state["seats"]) + 1)
    await visitor.until(table, lambda state: state["you"]["seat"] is not None)
    for sent in itertools.count(step=AT_ONCE):
        state = visitor.states[table]
        try:
            if state["phase"] == "betting" and state["round"]:
                bets = [stakes(state, chance) if (sent + n) % TAKEN_BACK_AT else {} for n in range(AT_ONCE)]
                facts = {"table": table, "round": state["round"]["id"]}
                answers = await asyncio.gather(
                    *(visitor.do("wager", **facts, stakes=bet) for bet in bets), return_exceptions=True
                )
                refused = sum(isinstance(answer, Exception) for answer in answers)
                got["wagers changed"] += AT_ONCE - refused
                got["wagers refused"] += refused
            elif wanted(state):
                await visitor.do(**command(state, chance))
            else:
                await asyncio.sleep(AGAIN)
        except Refused:
            got["wagers refused"] += 1
            await asyncio.sleep(SOON)


async def _arrived(port: int, local: str) -> Visitor:
    visitor = await Visitor.guest(f"http://127.0.0.1:{port}", local=local)
    await visitor.connect()
    return visitor


async def take_seats(port: int, got: Got) -> None:
    """Guests without end, each of whom takes a seat at every game and opens tables so."""
    people: list[Visitor] = []
    while True:
        try:
            people.append(await _arrived(port, GUESTS_FROM))
            got["guests made"] += 1
        except httpx.HTTPStatusError:
            got["guests refused"] += 1
        for game in GAMES if people else ():
            try:
                found = await people[-1].ask("/api/play-now", {"game": game})
                await people[-1].do("sit", **found)
                got["seats taken"] += 1
            except Refused:
                got["seats refused"] += 1
        await asyncio.sleep(AGAIN)


async def _without_end(attack: Callable[[], Awaitable[None]], got: Got) -> None:
    while True:
        try:
            await attack()
        except (*_LOST, Refused) as error:
            got[f"began again after: {error or type(error).__name__}"] += 1
        await asyncio.sleep(1)


async def attack(port: int, seconds: float, halves: int) -> Got:
    got: Got = Counter()
    kinds = [
        *(partial(send_headers, port, number, got) for number in range(LINES)),
        *(partial(send_half, port, number, got) for number in range(halves)),
        *(partial(change_wagers, port, number, got) for number in range(CHANGERS)),
        *(partial(take_seats, port, got) for _ in range(SEAT_TAKERS)),
    ]
    running = [asyncio.create_task(_without_end(kind, got)) for kind in kinds]
    await asyncio.sleep(seconds)
    told = Counter(got)
    for task in running:
        task.cancel()
    ended = await asyncio.gather(*running, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    return told


def main() -> None:
    port, seconds, halves = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * HALVES), most))
    sys.stdout.write(orjson.dumps(asyncio.run(attack(port, seconds, halves))).decode())


if __name__ == "__main__":
    main()
