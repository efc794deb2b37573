"""Visitors' connections: what each of them watches, and one sender for each that nobody else waits for.

A table marks the connections that watch it; the connection's sender then asks for everything since what it sent last.
A slow reader gets fewer and larger updates that way, and one that reads nothing for a while is disconnected.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from houseway.server.metrics import SOCKETS
from houseway.server.protocol import socket_messages as messages
from houseway.server.protocol.socket_messages import ServerMessage
from houseway.server.refusals import Refusal
from houseway.server.tables import clocks
from houseway.server.tables.json_parts import as_text
from houseway.server.tables.publisher import Watched

MOST_QUEUED = 512
MOST_WATCHED = 20
MOST_OF_A_PERSON = 8
SEND_SECONDS = 20.0
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013


class Connection:
    """One socket."""

    def __init__(
        self, others: Connections, socket: WebSocket, person_id: int | None, session: str | None, address: str
    ) -> None:
        self.person_id = person_id
        self.session = session
        self.address = address
        self.watching: dict[int, tuple[Watched, int]] = {}  # with the number of the update sent last, -1 before any
        self.lobby = False
        self.closing: tuple[int, str] | None = None
        self.gone = False
        self._connections = others
        self._socket = socket
        self._queue: deque[str | int] = deque()  # texts, and the ids of tables to tell of
        self._marked: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}  # marked, but told only after a while
        self._balance_due = False
        self._balance_sent: tuple[int, int] | None = None
        self._seats_due = False
        self._lobby_due = False
        self._updated = 0.0  # when a table was last told of
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[Any] | None = None
        self._sending: float | None = None  # since when a message has been on its way

    # --- what others put in ---

    def send(self, message: ServerMessage) -> None:
        self.send_text(as_text(message))

    def send_text(self, text: str) -> None:
        if len(self._queue) >= MOST_QUEUED:
            self.close(POLICY, "The messages were not read.")
            return
        self._queue.append(text)
        self._wake.set()

    def watch(self, table: Watched, sent: int) -> None:
        """From now on, tell what happens at a table."""
        self.watching[table.id] = table, sent

    def unwatch(self, table_id: int) -> None:
        self.watching.pop(table_id, None)

    def mark(self, table_id: int) -> None:
        """Something happened at a table: tell it now, or a moment later if something was told just before."""
        if table_id in self._marked or table_id not in self.watching:
            return
        self._marked.add(table_id)
        loop = asyncio.get_running_loop()
        wait = self._updated + self._connections.update_seconds - loop.time()
        if wait > 0:
            self._later[table_id] = loop.call_later(wait, self._tell, table_id)
        else:
            self._tell(table_id)

    def hurry(self, table_id: int) -> None:
        """This visitor has just done something there: tell them at once what came of it."""
        if table_id in self._later:
            self._tell(table_id)

    def _tell(self, table_id: int) -> None:
        if (timer := self._later.pop(table_id, None)) is not None:
            timer.cancel()
        self._queue.append(table_id)
        self._wake.set()

    def mark_balance(self) -> None:
        self._balance_due = True
        self._wake.set()

    def mark_seats(self) -> None:
        """The visitor may have other seats now."""
        self._seats_due = True
        self._wake.set()

    def mark_lobby(self) -> None:
        self._lobby_due = True
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Send what is there, say why, and close."""
        if self.closing is None:
            self.closing = code, reason
            self._wake.set()

    # --- the sender ---

    async def pump(self) -> None:
        """Send until the connection closes; told to close, this closes it."""
        self._sender = asyncio.current_task()
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while (text := self._next()) is not None:
                    self._sending = clocks.now()
                    await self._socket.send_text(text)
                self._sending = None
                if self.closing is not None:
                    code, reason = self.closing
                    goodbye: messages.Closing = {"type": "closing", "reason": reason}
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._socket.send_text(as_text(goodbye))
                        await self._socket.close(code, reason)
                    return
        except WebSocketDisconnect:
            return
        except (TimeoutError, RuntimeError, OSError):  # too slow, or gone
            return

    def drop_if_stuck(self) -> None:
        """Disconnect a visitor who reads nothing. One look a second costs less than a timeout for every message."""
        if self._sender is not None and self._sending is not None and clocks.now() - self._sending > SEND_SECONDS:
            self._sender.cancel()

    def _next(self) -> str | None:
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, str):
                return item
            self._marked.discard(item)
            if (text := self._update(item)) is not None:
                return text
        if self._balance_due:
            self._balance_due = False
            if (text := self._balance()) is not None:
                return text
        if self._seats_due:
            self._seats_due = False
            if self.person_id is not None:
                message: messages.OwnSeats = {"type": "seats", "seats": self._connections.seats_of(self.person_id)}
                return as_text(message)
        if self._lobby_due:
            self._lobby_due = False
            if self.lobby:
                return self._connections.lobby_text()
        return None

    def _update(self, table_id: int) -> str | None:
        if table_id not in self.watching:
            return None
        table, sent = self.watching[table_id]
        number, text = table.text_for(self, sent)
        self.watching[table_id] = table, number
        if text is not None:
            self._updated = asyncio.get_running_loop().time()
        return text

    def _balance(self) -> str | None:
        if self.person_id is None:
            return None
        found = self._connections.balance_of(self.person_id)
        if found == self._balance_sent:
            return None
        self._balance_sent = found
        message: messages.Balance = {"type": "balance", "balance": found[0], "at_tables": found[1]}
        return as_text(message)


class Connections:
    """All connections."""

    def __init__(self, most: int, most_of_an_address: int, update_seconds: float) -> None:
        self.update_seconds = update_seconds
        self._most = most
        self._most_of_an_address = most_of_an_address
        self.all: set[Connection] = set()
        self._people: dict[int, set[Connection]] = {}
        self._addresses: Counter[str] = Counter()
        self.balance_of: Callable[[int], tuple[int, int]] = lambda person_id: (0, 0)
        self.seats_of: Callable[[int], list[messages.OwnSeat]] = lambda person_id: []
        self.lobby_text: Callable[[], str] = lambda: ""

    def check(self, person_id: int | None, address: str) -> None:
        """Refuse a connection too many."""
        if len(self.all) >= self._most:
            raise Refusal("too_many", "The house is full: try again later.", 503)
        if self._addresses[address] >= self._most_of_an_address:
            raise Refusal("too_many", "Too many connections from this address.", 429)
        if person_id is not None and len(self._people.get(person_id, ())) >= MOST_OF_A_PERSON:
            raise Refusal("too_many", f"One person has at most {MOST_OF_A_PERSON} connections.", 429)

    def add(self, connection: Connection) -> None:
        self.all.add(connection)
        self._addresses[connection.address] += 1
        if connection.person_id is not None:
            self._people.setdefault(connection.person_id, set()).add(connection)
        SOCKETS.set(len(self.all))

    def remove(self, connection: Connection) -> None:
        """It is gone: no table tells it anything any more."""
        connection.gone = True
        for table, _ in list(connection.watching.values()):
            table.part(connection)
        self.all.discard(connection)
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]
        if connection.person_id is not None:
            of_person = self._people.get(connection.person_id, set())
            of_person.discard(connection)
            if not of_person:
                self._people.pop(connection.person_id, None)
        SOCKETS.set(len(self.all))

    def of_person(self, person_id: int) -> Iterable[Connection]:
        return self._people.get(person_id, ())

    def balance_changed(self, person_id: int) -> None:
        for connection in self.of_person(person_id):
            connection.mark_balance()

    def seats_changed(self, person_id: int) -> None:
        for connection in self.of_person(person_id):
            connection.mark_seats()

    def close_session(self, session: str) -> None:
        """Somebody has signed out: their connections end."""
        for connection in self.all:
            if connection.session == session:
                connection.close(POLICY, "Signed out.")

    async def drop_stuck(self) -> None:
        """Once a second, disconnect everybody who reads nothing."""
        while True:
            await asyncio.sleep(1)
            for connection in list(self.all):
                connection.drop_if_stuck()

    async def close_all(self, reason: str) -> None:
        """Tell every visitor why, and close their connections."""
        for connection in list(self.all):
            connection.close(GOING_AWAY, reason)
        for _ in range(10):
            if not self.all:
                return
            await asyncio.sleep(0.05)
