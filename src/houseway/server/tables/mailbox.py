"""A table's mailbox: everything that changes the table happens here, one thing at a time.

A change is checked, made in memory and committed; only then is it answered and published. A change that cannot be
committed is undone by building the table again from what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Protocol

import orjson
import structlog

from houseway.errors import HousewayError
from houseway.server.background import BackgroundTasks
from houseway.server.people.people import Person
from houseway.server.protocol import commands as msg
from houseway.server.protocol.socket_messages import Done
from houseway.server.refusals import Refusal
from houseway.server.storage.idempotency import Replies, Reply
from houseway.server.storage.journal import Change, JournalStopped
from houseway.server.tables import clocks
from houseway.server.tables.alarm import Alarm

PAUSE = 0.2  # seconds until a table that was built again goes on
Handler = Callable[[Person, Any, Change], Done | Awaitable[Done]]  # it may wait for something out of the database
log = structlog.get_logger("tables")


class Changeable(Protocol):
    """What a mailbox needs of its table."""

    @property
    def id(self) -> int: ...
    @property
    def closed(self) -> bool: ...
    @property
    def number(self) -> int: ...
    @property
    def handlers(self) -> Mapping[type[msg.Command], Handler]: ...

    def begin(self, person_id: int | None) -> Change:
        """A new change, made by a person or by the table itself."""

    def advance(self, change: Change) -> None:
        """Go on as far as possible without waiting for anybody."""

    def on_time(self, moment: float, change: Change) -> bool: ...
    def next_time(self, moment: float) -> float | None: ...
    async def commit(self, change: Change) -> None: ...
    async def reload(self) -> None: ...
    def publish(self) -> None: ...
    def change_finished(self) -> None: ...


class Mailbox:
    """Hands what comes to its handler."""

    def __init__(self, table: Changeable, replies: Replies, tasks: BackgroundTasks) -> None:
        self._table = table
        self._replies = replies
        self._lock = asyncio.Lock()
        self._alarm = Alarm(tasks, self.tick)

    @property
    def busy(self) -> bool:
        """Whether a change is under way: what is in memory may not be durable yet."""
        return self._lock.locked()

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nothing changes meanwhile; viewers who had to wait are told afterwards."""
        async with self._lock:
            try:
                yield
            finally:
                self._table.change_finished()

    async def do(self, person: Person, command: msg.Command) -> Done:
        """Carry out a person's command. Its answer is durable when this returns; refusals are raised."""
        digest = _digest(command)
        await self._replies.load(person.id)
        async with self.held():
            known = self._replies.known(person.id, command.id, digest)
            if known is not None:
                return known
            change, answer = await self._handled(person, command)
            reply = Reply(digest, answer)
            self._replies.store(change, person.id, command.id, reply)
            try:
                await self._table.commit(change)
            except Refusal as refusal:
                self._advance_later()
                found = None
                if refusal.code == "already_done":
                    found = await self._replies.stored(person.id, command.id, digest)
                if found is None:
                    raise
                return found
            self._replies.remember(person.id, command.id, reply)
            self._table.publish()
            return answer

    async def _handled(self, person: Person, command: msg.Command) -> tuple[Change, Done]:
        """The change that a command makes in memory, and its answer."""
        table = self._table
        if table.closed:
            raise Refusal("table_closed", "This table is closed.")
        handler = table.handlers.get(type(command))
        if handler is None:
            raise Refusal("not_now", "There is nothing like that at this table.")
        change, done = table.begin(person.id), False
        try:
            came_of = handler(person, command, change)
            facts = await came_of if isinstance(came_of, Awaitable) else came_of
            answer: Done = {"table": table.id, "number": table.number + 1, **facts}
            done = True
            table.advance(change)
        except Exception as error:
            if done or not isinstance(error, HousewayError):  # a refusal comes before anything is done
                await table.reload()
                self._advance_later()
            raise
        return change, answer

    async def run(self, work: Callable[[Change], bool | Awaitable[bool]]) -> None:
        """Something that the house does at the table; `work` returns False if it did nothing."""
        table = self._table
        async with self.held():
            if table.closed:
                return
            change = table.begin(None)
            try:
                came_of = work(change)
                if await came_of if isinstance(came_of, Awaitable) else came_of:
                    table.advance(change)
                    await table.commit(change)
                    table.publish()
            except JournalStopped:
                return
            except Exception:
                await table.reload()
                raise

    async def tick(self) -> None:
        """The moment has come that the table was waiting for."""
        table = self._table
        async with self.held():
            if table.closed:
                return
            change = table.begin(None)
            try:
                if table.on_time(clocks.now(), change):
                    table.advance(change)
                    await table.commit(change)
                    table.publish()
            except JournalStopped:
                return
            except Exception as error:
                log.error("a table could not go on by itself", table=table.id, error=repr(error), exc_info=error)
                await table.reload()
                await asyncio.sleep(PAUSE)
                self._advance_later()
            self.schedule()

    def schedule(self) -> None:
        """Set the alarm to the next moment that something is due."""
        self._alarm.set(None if self._table.closed else self._table.next_time(clocks.now()))

    def _advance_later(self) -> None:
        """The table was built again, which undid what it was about to do by itself: let it try again."""
        self._alarm.retry(PAUSE, lambda: self.run(lambda change: True))


def _digest(command: msg.Command) -> str:
    """Tells one command from another that was sent under the same key."""
    sent = command.model_dump(exclude_unset=True)
    return hashlib.sha256(orjson.dumps(sent, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]
