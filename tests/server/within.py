"""The whole server in the test's own process, for what takes a moment that no client can hit: two things at once."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from tests.server.server_process import LONG, PATIENT

from houseway.server.app import create_app
from houseway.server.people.people import COOKIE, Entered, People
from houseway.server.protocol import commands as msg
from houseway.server.settings import Settings
from houseway.server.tables.floor import Floor
from houseway.server.tables.live_table import LiveTable

_IDS = itertools.count(1)


class Inside:
    """A running application and what is in it."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.floor: Floor = app.state.floor
        self.people: People = app.state.people

    def table(self, game: str) -> LiveTable:
        return next(table for table in self.floor.tables.values() if table.game.id == game)

    async def do(self, who: Entered, table: LiveTable, what: str, id_: str = "", **facts: Any) -> dict[str, Any]:
        """A command, past the socket."""
        data = {"id": id_ or f"command {next(_IDS)}", "do": what, "table": table.id, **facts}
        command: msg.Command = msg.COMMANDS.validate_python(data)
        return {**await table.mailbox.do(who.person, command)}

    async def wager(self, who: Entered, table: LiveTable, stakes: dict[str, int]) -> dict[str, Any]:
        assert table.log is not None
        return await self.do(who, table, "wager", round=table.log.round_id, stakes=stakes)


class Line:
    """A socket without a network: what is put in is received, `said` is what the server sent."""

    def __init__(self, app: FastAPI, token: str) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said: list[dict[str, Any]] = []
        self.reads = asyncio.Event()  # cleared: nothing more gets through
        self.reads.set()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": "/api/socket",
            "raw_path": b"/api/socket",
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"localhost"), (b"cookie", f"{COOKIE}={token}".encode())],
            "client": ("192.0.2.1", 1),
            "server": ("house", 80),
            "subprotocols": [],
            "app": app,
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(scope, self._in.get, self._take))

    async def _take(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "websocket.send":
            self.said.append(json.loads(message["text"]))

    def send(self, **message: Any) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hang_up(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task

    async def hear(self, kind: str, id_: str | None = None) -> dict[str, Any]:
        """Wait for a message of this kind."""
        async with asyncio.timeout(LONG):
            while True:
                for message in self.said:
                    if message["type"] == kind and (id_ is None or message.get("id") == id_):
                        return message
                await asyncio.sleep(0.005)


async def until(condition: Callable[[], object]) -> None:
    """Wait until something has come."""
    async with asyncio.timeout(LONG):
        while not condition():
            await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def inside(folder: Path, **settings: Any) -> AsyncIterator[Inside]:
    own = PATIENT | settings
    app = create_app(
        Settings(database=f"sqlite:///{folder / 'house.sqlite'}", data_dir=folder, count_odds=False, **own)
    )
    async with app.router.lifespan_context(app):
        yield Inside(app)
