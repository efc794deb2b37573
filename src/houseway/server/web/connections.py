"""Visitors' connections: what each of them watches, and one sender for each that nobody else waits for.

A table marks the connections that watch it; the connection's sender then puts together everything since what it sent
last. A slow reader so gets fewer, larger updates, and who reads nothing for long is dropped.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from houseway.server.metrics import SOCKETS
from houseway.server.refusals import Refusal
from houseway.server.tables import clocks

if TYPE_CHECKING:
    from houseway.server.tables.live_table import LiveTable

MOST_QUEUED = 512
MOST_WATCHED = 20
MOST_OF_A_PERSON = 8
SEND_SECONDS = 20.0
POLICY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013


def text_of(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()


class Connection:
    """One socket."""

    def __init__(self, hub: Hub, socket: WebSocket, person_id: int | None, session: str | None, address: str) -> None:
        self.hub = hub
        self.person_id = person_id
        self.session = session
        self.address = address
        self.watching: dict[int, tuple[LiveTable, int]] = {}  # with the number of the update sent last, -1 before any
        self.lobby = False
        self.closing: tuple[int, str] | None = None
        self.gone = False
        self._socket = socket
        self._queue: deque[str | int] = deque()  # texts, and the ids of tables to tell of
        self._marked: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}  # marked, but told only after a while
        self._balance_due = False
        self._balance_sent: tuple[int, int] | None = None
        self._lobby_due = False
        self._news_sent = 0.0  # when a table was told of last
        self._wake = asyncio.Event()
        self._sender: asyncio.Task[Any] | None = None
        self._sending: float | None = None  # since when a message has been on its way

    # --- what others put in ---

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(text_of(message))

    def send_text(self, text: str) -> None:
        if len(self._queue) >= MOST_QUEUED:
            self.close(POLICY, "The messages were not read.")
            return
        self._queue.append(text)
        self._wake.set()

    def mark(self, table: LiveTable) -> None:
        """There is news of a table: told at once, or with what comes meanwhile if something was told just now."""
        if table.id in self._marked or table.id not in self.watching:
            return
        self._marked.add(table.id)
        loop = asyncio.get_running_loop()
        wait = self._news_sent + self.hub.news_seconds - loop.time()
        if wait > 0:
            self._later[table.id] = loop.call_later(wait, self._tell, table.id)
        else:
            self._tell(table.id)

    def hurry(self, table_id: int) -> None:
        """Who has done something sees at once what came of it."""
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
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._socket.send_text(text_of({"type": "closing", "reason": reason}))
                        await self._socket.close(code, reason)
                    return
        except WebSocketDisconnect:
            return
        except (TimeoutError, RuntimeError, OSError):  # too slow, or gone
            return

    def drop_if_stuck(self) -> None:
        """Give up on who has read nothing for long. One look a second costs less than a clock for every message."""
        if self._sender is not None and self._sending is not None and clocks.now() - self._sending > SEND_SECONDS:
            self._sender.cancel()

    def _next(self) -> str | None:
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, str):
                return item
            self._marked.discard(item)
            if (text := self._news(item)) is not None:
                return text
        if self._balance_due:
            self._balance_due = False
            if (text := self._balance()) is not None:
                return text
        if self._lobby_due:
            self._lobby_due = False
            if self.lobby:
                return self.hub.lobby_text
        return None

    def _news(self, table_id: int) -> str | None:
        if table_id not in self.watching:
            return None
        table, sent = self.watching[table_id]
        number, text = table.news(self, sent)
        self.watching[table_id] = table, number
        if text is not None:
            self._news_sent = asyncio.get_running_loop().time()
        return text

    def _balance(self) -> str | None:
        if self.person_id is None:
            return None
        found = self.hub.balance_of(self.person_id)
        if found == self._balance_sent:
            return None
        self._balance_sent = found
        return text_of({"type": "balance", "balance": found[0], "at_tables": found[1]})


class Hub:
    """All connections."""

    def __init__(self, most: int, most_of_an_address: int, news_seconds: float) -> None:
        self.news_seconds = news_seconds
        self._most = most
        self._most_of_an_address = most_of_an_address
        self.connections: set[Connection] = set()
        self._people: dict[int, set[Connection]] = {}
        self._addresses: Counter[str] = Counter()
        self.balance_of: Callable[[int], tuple[int, int]] = lambda person_id: (0, 0)
        self.lobby_text = ""

    def check(self, person_id: int | None, address: str) -> None:
        """Refuse a connection too many."""
        if len(self.connections) >= self._most:
            raise Refusal("too_many", "The house is full: try again later.", 503)
        if self._addresses[address] >= self._most_of_an_address:
            raise Refusal("too_many", "Too many connections from this address.", 429)
        if person_id is not None and len(self._people.get(person_id, ())) >= MOST_OF_A_PERSON:
            raise Refusal("too_many", f"One person has at most {MOST_OF_A_PERSON} connections.", 429)

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._addresses[connection.address] += 1
        if connection.person_id is not None:
            self._people.setdefault(connection.person_id, set()).add(connection)
        SOCKETS.set(len(self.connections))

    def remove(self, connection: Connection) -> None:
        """It is gone: no table tells it anything any more."""
        connection.gone = True
        for table, _ in list(connection.watching.values()):
            table.part(connection)
        self.connections.discard(connection)
        self._addresses[connection.address] -= 1
        if not self._addresses[connection.address]:
            del self._addresses[connection.address]
        if connection.person_id is not None:
            of_person = self._people.get(connection.person_id, set())
            of_person.discard(connection)
            if not of_person:
                self._people.pop(connection.person_id, None)
        SOCKETS.set(len(self.connections))

    def of_person(self, person_id: int) -> Iterable[Connection]:
        return self._people.get(person_id, ())

    def balance_changed(self, person_id: int) -> None:
        for connection in self.of_person(person_id):
            connection.mark_balance()

    def close_session(self, session: str) -> None:
        """Somebody has signed out: their connections end."""
        for connection in self.connections:
            if connection.session == session:
                connection.close(POLICY, "Signed out.")

    def tell_lobby(self, text: str) -> None:
        self.lobby_text = text
        for connection in self.connections:
            if connection.lobby:
                connection.mark_lobby()
