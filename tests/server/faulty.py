"""A server that kills itself, as a power cut would, at one exact moment of one command.

A file, while it is there, names the moment and the id of the command. The server is the real one and knows nothing of
this: in its process, what it calls to write and to send is wrapped here before it starts.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any

BEFORE_COMMIT = "its rows are written, and not committed"
AFTER_COMMIT = "it is committed, and nobody knows"
BEFORE_ANSWER = "everybody has been told, and the answer is about to be sent"
MOMENTS = (BEFORE_COMMIT, AFTER_COMMIT, BEFORE_ANSWER)


class Fault:
    """The moment that the server is to die at, read anew each time: a running server is told of it by the file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def due(self, moment: str, commands: Iterable[str]) -> bool:
        try:
            wanted, command = self._file.read_text().splitlines()
        except FileNotFoundError:
            return False
        return wanted == moment and command in commands

    def strike(self) -> None:
        self._file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)


def arm(file: Path, moment: str, command: str) -> None:
    """Have the server that reads this file die at a moment of the command with this id."""
    written = file.with_suffix(".new")
    written.write_text(f"{moment}\n{command}\n")
    written.replace(file)


def wrap(fault: Fault) -> None:
    import orjson
    import sqlalchemy as sa
    from starlette.websockets import WebSocket

    from houseway.server.storage.database import Database
    from houseway.server.storage.schema import requests

    write, send, doomed = Database.write, WebSocket.send_text, False

    async def writing(self: Database, statements: Iterable[Any]) -> None:
        nonlocal doomed
        found = list(statements)
        commands = [row.get("key", "") for statement, rows in found if statement.table is requests for row in rows]
        doomed = fault.due(BEFORE_COMMIT, commands)
        await write(self, found)
        if fault.due(AFTER_COMMIT, commands):
            fault.strike()

    def committing(connection: sa.Connection) -> None:
        if doomed:
            fault.strike()

    async def sending(self: WebSocket, data: str) -> None:
        if data.startswith('{"type":"ack"') and fault.due(BEFORE_ANSWER, [orjson.loads(data)["id"]]):
            fault.strike()
        await send(self, data)

    Database.write = writing  # type: ignore[method-assign]
    WebSocket.send_text = sending  # type: ignore[method-assign,assignment]
    sa.event.listen(sa.Engine, "commit", committing)
