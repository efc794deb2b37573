"""The one place that writes: changes are committed in groups, and a change is acknowledged when it is durable.

Many tables and people hand in changes at once. One task takes all that wait, writes them in one transaction, row by row
grouped by table, and wakes those who wait. A change that the ledger or the database refuses is refused alone: the
others of its group are written again without it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.sql.dml import UpdateBase

from houseway.server.metrics import BATCH_SECONDS, BATCH_SIZE, COMMITTED, REFUSED
from houseway.server.money.ledger import Entry, Ledger, LedgerRefused, Staged
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.database import Database

MOST_IN_A_GROUP = 256
NO_RESOURCES = "53"  # PostgreSQL's class of errors for a full disk, memory or connections

_INSERTS: dict[sa.Table, UpdateBase] = {}
_ADD_TO_BALANCE = (
    sa.update(schema.accounts)
    .where(schema.accounts.c.id == sa.bindparam("b_id"))
    .values(balance=schema.accounts.c.balance + sa.bindparam("b_delta"))
)
log = structlog.get_logger("journal")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def insert_into(table: sa.Table) -> UpdateBase:
    """The table's insert, made once."""
    statement = _INSERTS.get(table)
    if statement is None:
        statement = _INSERTS[table] = sa.insert(table)
    return statement


class Change:
    """What belongs together: entries in the ledger, new rows, updates. All of it is done, or none."""

    __slots__ = ("entries", "writes")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.writes: list[tuple[UpdateBase, dict[str, Any]]] = []

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def insert(self, table: sa.Table, row: dict[str, Any]) -> None:
        self.writes.append((insert_into(table), row))

    def update(self, statement: UpdateBase, values: dict[str, Any]) -> None:
        """An update or delete with bound parameters; a statement used again and again is grouped and compiled once."""
        self.writes.append((statement, values))


class Groups:
    """Writes of many changes, put together by statement; the order within each table is kept."""

    def __init__(self) -> None:
        self.groups: list[tuple[UpdateBase, list[dict[str, Any]]]] = []
        self._last: dict[Any, UpdateBase] = {}  # the latest statement on each table
        self._open: dict[UpdateBase, list[dict[str, Any]]] = {}

    def add(self, statement: UpdateBase, row: dict[str, Any]) -> None:
        table = statement.table
        if self._last.get(table) is not statement:
            self._last[table] = statement
            self._open[statement] = []
            self.groups.append((statement, self._open[statement]))
        self._open[statement].append(row)


class JournalStopped(Refusal):
    """The server is closing or has lost its database; nothing more is written."""

    def __init__(self) -> None:
        super().__init__("closing", "The server is closing: nothing was changed.", 503)


class Journal:
    """Group commit over one connection."""

    def __init__(self, database: Database, ledger: Ledger) -> None:
        self.database = database
        self.ledger = ledger
        self.lost: Callable[[], object] | None = None  # called when the database is gone
        self._queue: asyncio.Queue[tuple[Change, asyncio.Future[None]] | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._ids: dict[str, int] = {}

    async def load(self) -> None:
        """Read the balances and the last ids; enough for a house that is only looked at."""
        async with self.database.read() as connection:
            await self.ledger.load(connection)
            for name, table in schema.COUNTED.items():
                self._ids[name] = await connection.scalar(sa.select(sa.func.max(table.c.id))) or 0

    async def start(self) -> None:
        await self.load()
        self._task = asyncio.create_task(self._write(), name="journal")

    async def stop(self) -> None:
        """Write what waits, then take no more."""
        if self._task is None or self._stopping:
            return
        self._stopping = True
        self._queue.put_nowait(None)
        await self._task

    def next_id(self, table: str) -> int:
        """A fresh id for a row of people, tables or rounds."""
        self._ids[table] += 1
        return self._ids[table]

    async def commit(self, change: Change) -> None:
        """Wait until the change is durable; raises LedgerRefused, with no effect, when it is refused."""
        if self._stopping or self._task is None:
            raise JournalStopped
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((change, done))
        # A caller that goes away (a closed socket) does not take its change back.
        await asyncio.shield(done)

    # --- the writer ---

    async def _write(self) -> None:
        while True:
            group = [await self._queue.get()]
            await asyncio.sleep(0)  # whoever has their turn now may hand in something that is written with it
            while len(group) < MOST_IN_A_GROUP and not self._queue.empty():
                group.append(self._queue.get_nowait())
            items = [item for item in group if item is not None]
            if items:
                try:
                    await self._commit_group(items)
                except Exception:
                    log.exception("the database is lost")
                    self._give_up(items)
                    return
            if None in group:
                self._give_up([])
                return

    async def _commit_group(self, items: list[tuple[Change, asyncio.Future[None]]]) -> None:
        started = time.perf_counter()
        staged, taken = self._stage(items)
        if not taken:
            return
        refused = await self._transaction(staged, [change for change, _ in taken])
        if refused is None:
            self.ledger.keep(staged)
            BATCH_SIZE.observe(len(taken))
            BATCH_SECONDS.observe(time.perf_counter() - started)
            COMMITTED.inc(len(taken))
            for _, done in taken:
                _answer(done, None)
        elif len(taken) == 1:
            REFUSED.inc()
            _answer(taken[0][1], refused)
        else:
            for item in taken:
                await self._commit_group([item])

    def _stage(
        self, items: list[tuple[Change, asyncio.Future[None]]]
    ) -> tuple[Staged, list[tuple[Change, asyncio.Future[None]]]]:
        """The group without what the ledger refuses at once."""
        staged, taken, now = Staged(), [], now_ms()
        for change, done in items:
            try:
                self.ledger.stage(staged, change.entries, now)
            except LedgerRefused as refusal:
                REFUSED.inc()
                _answer(done, refusal)
            else:
                taken.append((change, done))
        return staged, taken

    async def _transaction(self, staged: Staged, changes: list[Change]) -> LedgerRefused | None:
        """One transaction; gives the refusal when the database refuses a row."""
        try:
            await self.database.write(self._statements(staged, changes))
        except SQLAlchemyError as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                raise  # whether the commit went through is not known: only a restart can tell
            refusal = _refusal(error)
            refusal.__cause__ = error
            return refusal
        return None

    def _statements(self, staged: Staged, changes: list[Change]) -> list[tuple[UpdateBase, list[dict[str, Any]]]]:
        groups = Groups()
        for change in changes:
            for statement, row in change.writes:
                groups.add(statement, row)
        found = groups.groups
        if staged.opened:
            found.append((insert_into(schema.accounts), [_new_account(item) for item in staged.opened.values()]))
        if staged.entries:
            found.append((insert_into(schema.entries), staged.entries))
            found.append((insert_into(schema.postings), staged.postings))
        deltas = [
            {"b_id": self.ledger.account_id(staged, key), "b_delta": delta}
            for key, delta in staged.deltas.items()
            if delta
        ]
        if deltas:
            found.append((_ADD_TO_BALANCE, deltas))
        return [(statement, rows) for statement, rows in found if rows]

    def _give_up(self, items: list[tuple[Change, asyncio.Future[None]]]) -> None:
        self._stopping = True
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if item is not None:
                items.append(item)
        for _, done in items:
            _answer(done, JournalStopped())
        if items and self.lost is not None:
            self.lost()


def _answer(done: asyncio.Future[None], refusal: BaseException | None) -> None:
    if done.done():
        return
    if refusal is None:
        done.set_result(None)
    else:
        done.set_exception(refusal)
        done.exception()  # nobody may be waiting any more


def _new_account(account: Any) -> dict[str, Any]:
    return {"id": account.id, "kind": account.kind, "key": account.key, "balance": 0}


def _refusal(error: SQLAlchemyError) -> LedgerRefused:
    cause = getattr(error, "orig", error)
    text = str(cause).lower()
    if isinstance(error, IntegrityError) and "unique" in text:
        return LedgerRefused("already_done", "This was done already.")
    if isinstance(error, IntegrityError) and "below_zero" in text:
        return LedgerRefused("not_enough_chips", "There are not enough chips for that.")
    log.error("a change was refused by the database", reason=text.splitlines()[0] if text else type(error).__name__)
    if isinstance(error, OperationalError) or str(getattr(cause, "sqlstate", "")).startswith(NO_RESOURCES):
        return LedgerRefused("server_error", "The database can't store this now. Nothing was changed: try again.", 503)
    return LedgerRefused("books_refused", "The ledger does not take this.")
