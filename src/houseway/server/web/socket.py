"""The socket `/api/socket`: reads a visitor's commands one by one and answers each exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import time
from contextlib import AbstractContextManager
from typing import Any, cast

import orjson
import structlog
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from houseway.errors import HousewayError, WagerError
from houseway.server.background import BackgroundTasks
from houseway.server.odds.coach import coach
from houseway.server.people.people import COOKIE, People, Person
from houseway.server.protocol import commands as msg
from houseway.server.protocol import socket_messages as messages
from houseway.server.protocol import values
from houseway.server.protocol.coach import CoachAdvice, PotAdvice
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.journal import now_ms
from houseway.server.tables.floor import Floor
from houseway.server.tables.live_table import LiveTable
from houseway.server.web.connections import MOST_WATCHED, POLICY, TRY_LATER, Connection, Connections
from houseway.server.web.security import address_of, same_origin

TOO_LARGE = 1009
PATIENCE = 200  # messages over the rate before the connection is closed
MOST_COACHED = 2  # questions to the coach that one connection need not wait for
router = APIRouter()
log = structlog.get_logger("socket")


class Bucket:
    """So many messages a second, and twice as many at once."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._left = 2.0 * rate
        self._then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(2.0 * self._rate, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@router.websocket("/api/socket")
async def socket(websocket: WebSocket) -> None:
    floor: Floor = websocket.app.state.floor
    settings, people = websocket.app.state.settings, websocket.app.state.people
    connections: Connections = websocket.app.state.connections
    if not same_origin(websocket.headers, settings):
        await websocket.close(POLICY, "Another page cannot use this socket.")
        return
    token = websocket.cookies.get(COOKIE)
    session = await people.session(token) if token else None
    person_id = session.person_id if session else None
    address = address_of(websocket.client.host) if websocket.client else ""
    await websocket.accept()
    try:
        connections.check(person_id, address)
    except Refusal as refusal:
        await websocket.close(TRY_LATER, refusal.sentence)
        return
    connection = Connection(connections, websocket, person_id, session.token_hash if session else None, address)
    connections.add(connection)
    sender = asyncio.create_task(connection.pump())
    visitor = Visitor(floor, people, settings, websocket.app.state.tasks, connection)
    try:
        visitor.welcome()
        reader = asyncio.create_task(visitor.read(websocket))
        await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        if not reader.done():
            reader.cancel()
        elif connection.closing is not None:
            await asyncio.wait({sender}, timeout=5)  # it has the last word
        with contextlib.suppress(asyncio.CancelledError):
            await reader
    finally:
        sender.cancel()
        connections.remove(connection)
        floor.lobby.changed()


class Visitor:
    """One connection's commands."""

    def __init__(
        self, floor: Floor, people: People, settings: Settings, tasks: BackgroundTasks, connection: Connection
    ) -> None:
        self.floor = floor
        self.connection = connection
        self._people = people
        self._settings = settings
        self._tasks = tasks
        self._bucket = Bucket(settings.socket_messages)
        self._over = 0
        self._coaching: set[asyncio.Task[None]] = set()

    @property
    def person(self) -> Person | None:
        number = self.connection.person_id
        return self._people.person(number) if number is not None else None

    def welcome(self) -> None:
        person = self.person
        known: values.Person | None = None
        if person is not None:
            known = {"id": person.id, "name": person.name, "role": person.role, "guest": person.guest}
        self.connection.send({"type": "welcome", "protocol": 1, "person": known, "now": now_ms()})
        self.connection.mark_balance()
        self.connection.mark_seats()

    async def read(self, websocket: WebSocket) -> None:
        """Read until the visitor is gone or must go."""
        most = self._settings.socket_bytes
        patience: float | None = self._settings.first_message_seconds
        while self.connection.closing is None:
            try:
                async with asyncio.timeout(patience):
                    message = await websocket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            except TimeoutError:
                self.connection.close(TRY_LATER, "Nothing was asked for.")
                return
            patience = None
            if message["type"] == "websocket.disconnect":
                return
            text: str | None = message.get("text")
            size = len(text.encode()) if text is not None else len(message.get("bytes") or b"")
            if size > most:
                self._refuse(None, Refusal("too_large", f"A message has at most {most} bytes."))
                self.connection.close(TOO_LARGE, "The message is too large.")
            elif not self._bucket.take():
                self._too_fast()
            elif text is None:
                self._refuse(None, Refusal("bad_message", "Messages are JSON objects in text frames."))
            else:
                await self._take(text)

    def _too_fast(self) -> None:
        self._over += 1
        rate = self._settings.socket_messages
        self._refuse(None, Refusal("too_fast", f"At most {rate} messages a second: wait a little."))
        if self._over > PATIENCE:
            self.connection.close(POLICY, "Too many messages.")

    async def _take(self, text: str) -> None:
        """One message: exactly one answer."""
        number: str | None = None
        try:
            try:
                data = orjson.loads(text)
            except orjson.JSONDecodeError:
                raise Refusal("bad_message", "A message is a JSON object.") from None
            if isinstance(data, dict) and isinstance(data.get("id"), str) and len(data["id"]) <= 64:
                number = data["id"]
            command = _command(data)
        except HousewayError as error:
            self._refuse(number, error)
            return
        # The command is carried out even if the connection closes meanwhile.
        answering = self._tasks.spawn(self._do(command))
        if not isinstance(command, msg.Coach):
            await asyncio.shield(answering)
        elif len(self._coaching) < MOST_COACHED:  # counting may take long, and the decision's clock runs
            self._coaching.add(answering)
            answering.add_done_callback(self._coaching.discard)
        else:
            await asyncio.shield(asyncio.gather(answering, *self._coaching))

    async def _do(self, command: msg.Command) -> None:
        try:
            answer = await self._answer(command)
            self.connection.send(cast(messages.ServerMessage, {"type": "ack", "id": command.id, **answer}))
        except HousewayError as error:
            self._refuse(command.id, error)
        except Exception:
            log.exception("a command failed")
            self._refuse(command.id, Refusal("server_error", "That could not be done; nothing has changed."))

    def _refuse(self, number: str | None, error: HousewayError) -> None:
        sentence = str(error)[:500]
        self.connection.send({"type": "error", "id": number, "code": code_of(error), "sentence": sentence})

    async def _answer(self, command: msg.Command) -> messages.Done | CoachAdvice | PotAdvice:
        match command:
            case msg.Ping():
                return {"now": now_ms()}
            case msg.Watch():
                return await self._watch(command)
            case msg.Unwatch():
                return self._unwatch(command)
        person = self.person
        if person is None:
            raise Refusal("sign_in_first", "Take a name as a guest or log in first: spectators only watch.")
        table = self.floor.table(command.table)  # type: ignore[attr-defined]  # every other command has one
        if isinstance(command, msg.Coach):
            return await coach(table, person)
        if isinstance(command, msg.Say):
            return table.chat.say(person, command)
        if isinstance(command, msg.Sit) and table.id not in self.connection.watching:
            await self._look_at(table, None, None)
        # Chips that are asked for meanwhile are reckoned before this or after it, never while they are on their way.
        async with self._people.lock(person.id):
            with self._within_seats(person, table, command):
                answer = await table.mailbox.do(person, command)
        self.connection.hurry(table.id)
        return answer

    def _within_seats(self, person: Person, table: LiveTable, command: msg.Command) -> AbstractContextManager[None]:
        if isinstance(command, msg.Sit):
            return self.floor.crowd.sitting(person, table, self.connection.address)
        return contextlib.nullcontext()

    async def _watch(self, command: msg.Watch) -> messages.Done:
        if command.table == "lobby":
            self.floor.lobby.show(self.connection)
            return {"table": "lobby"}
        table = self.floor.table(command.table)
        return {"table": table.id, "number": await self._look_at(table, command.after, command.epoch)}

    async def _look_at(self, table: LiveTable, after: int | None, epoch: str | None) -> int:
        if table.id not in self.connection.watching and len(self.connection.watching) >= MOST_WATCHED:
            raise Refusal("too_many", f"One connection watches at most {MOST_WATCHED} tables.")
        number = await table.join(self.connection, after, epoch)
        if table.chat.on and self.connection.person_id is not None:
            self.connection.send(table.chat.whole())
        self.connection.hurry(table.id)
        self.floor.lobby.changed()
        return number

    def _unwatch(self, command: msg.Unwatch) -> messages.Done:
        if command.table == "lobby":
            self.connection.lobby = False
        elif command.table in self.connection.watching:
            self.connection.watching[command.table][0].part(self.connection)
            self.floor.lobby.changed()
        return {"table": command.table}


def _command(data: Any) -> msg.Command:
    try:
        command: msg.Command = msg.COMMANDS.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"][1:])[:60]
        what = f"{field}: {first['msg']}" if field else first["msg"]
        raise Refusal("bad_message", f"That is no command: {what[:200]}.") from None
    return command


def code_of(error: HousewayError) -> str:
    if isinstance(error, Refusal):
        return error.code
    return "wager_refused" if isinstance(error, WagerError) else "illegal"
