"""The database: SQLite in a file, or PostgreSQL; one server at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import IO, Any

import orjson
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql.dml import UpdateBase

from houseway.server.refusals import ServerError
from houseway.server.storage.damage import read_json

ADVISORY_LOCK = 0x486F757365776179  # "Houseway"
ROWS_AT_ONCE = 500
_PATIENCE = 10_000  # milliseconds that another program's writing to an SQLite file is waited for
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def parse_url(text: str) -> URL:
    """The database that an address names, with the driver that we use."""
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    if url is None or url.drivername not in _DRIVERS or (url.drivername.startswith("sqlite") and not url.database):
        raise ServerError("A database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.")
    return url.set(drivername=_DRIVERS[url.drivername])


class Database:
    """An engine, and the lock that keeps a second server out."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.engine = _engine(url)
        self._lock_file: IO[bytes] | None = None
        self._writer: AsyncConnection | None = None  # PostgreSQL's
        self._file: sa.Connection | None = None  # SQLite's

    @property
    def name(self) -> str:
        return "SQLite" if self.is_sqlite else "PostgreSQL"

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one state of the database, for reading."""
        async with self.engine.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        """One unchanging state of the database, however long it is read and whoever writes meanwhile."""
        async with self.read() as connection:
            if self.is_sqlite:
                await connection.exec_driver_sql("BEGIN")  # the driver begins nothing before it writes
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield Snapshot(self, connection)

    async def open(self) -> None:
        """Take the database for this server alone, and bring its schema up to date."""
        from houseway.server.storage.migrations import migrate

        if self.is_sqlite:
            self._lock_sqlite()
        try:
            if self.is_sqlite:
                self._file = _file_engine(self.url).connect()
                migrate(self._file)
                self._file.commit()
            else:
                self._writer = await self.engine.connect()
                await self._lock_postgres(self._writer)
                await self._writer.run_sync(migrate)
                await self._writer.commit()
        except (DBAPIError, OSError) as error:
            await self.close()
            raise ServerError(f"The database cannot be opened: {reason(error)}.") from None
        except BaseException:
            await self.close()
            raise

    async def write(self, statements: Iterable[tuple[UpdateBase, list[dict[str, Any]]]]) -> None:
        """One transaction, durable when this returns; undone when the database refuses any of it.

        Both connections are the server's only ones that write; PostgreSQL's also holds the lock.
        """
        if self._file is not None:
            await self._write_file(self._file, statements)
            return
        assert self._writer is not None, "the database is not open"
        try:
            for statement, rows in statements:
                await self._writer.execute(statement, rows)
            await self._writer.commit()
        except SQLAlchemyError as error:
            if not (isinstance(error, DBAPIError) and error.connection_invalidated):
                await self._writer.rollback()
            raise

    async def _write_file(
        self, file: sa.Connection, statements: Iterable[tuple[UpdateBase, list[dict[str, Any]]]]
    ) -> None:
        """Rows go into memory at once, in this thread: every step in another would wait for this one's turn to end.
        Only the commit waits for the disk, and it does so in a thread of its own; and so is another program waited
        for that writes to the file, as somebody who looks after it may."""
        try:
            if not _begun_at_once(file):
                await asyncio.to_thread(_begin, file)
            for statement, rows in statements:
                for first in range(0, len(rows), ROWS_AT_ONCE):
                    file.execute(statement, rows[first : first + ROWS_AT_ONCE])
                    if len(rows) > ROWS_AT_ONCE:
                        await asyncio.sleep(0)  # the tables go on meanwhile; nobody else writes
            await asyncio.to_thread(file.commit)
        except SQLAlchemyError:
            file.rollback()
            # A commit that a deferred rule refused has ended for SQLAlchemy, but in SQLite it is still open.
            file.connection.rollback()
            raise

    async def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file.engine.dispose()
            self._file = None
        if self._writer is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self._writer.close()
            self._writer = None
        await self.engine.dispose()
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def _lock_sqlite(self) -> None:
        assert self.url.database is not None
        file = Path(self.url.database)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # password hashes and seeds: the owner's alone
            self._lock_file = Path(f"{file}.lock").open("ab")  # noqa: SIM115 - held until the server stops
        except OSError as error:
            raise ServerError(f"The database file {file} cannot be opened: {error.strerror}.") from None
        if not _locked(self._lock_file):
            self._lock_file.close()
            self._lock_file = None
            raise ServerError(f"Another server has {file} open: stop it first, or name another --database.")

    async def _lock_postgres(self, connection: AsyncConnection) -> None:
        free = await connection.scalar(sa.text("SELECT pg_try_advisory_lock(:lock)"), {"lock": ADVISORY_LOCK})
        await connection.commit()
        if not free:
            raise ServerError("Another server has this database open: stop it first, or name another --database.")


class Snapshot(Database):
    """A database as one open transaction sees it: every read shares that transaction, and nothing can be written."""

    def __init__(self, database: Database, connection: AsyncConnection) -> None:
        self.url = database.url
        self.is_sqlite = database.is_sqlite
        self._connection = connection

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        yield self._connection

    async def write(self, statements: Iterable[tuple[UpdateBase, list[dict[str, Any]]]]) -> None:
        raise ServerError("A snapshot of the database cannot be changed.")


def _begin(file: sa.Connection) -> None:
    """Take the right to write; whoever else has it is waited for."""
    file.exec_driver_sql("BEGIN IMMEDIATE")


def _begun_at_once(file: sa.Connection) -> bool:
    """The same without waiting: False where somebody else has it."""
    raw: Any = file.connection.dbapi_connection
    raw.execute("PRAGMA busy_timeout=0").close()
    try:
        _begin(file)
    except OperationalError as error:
        if getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_BUSY) & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    finally:
        raw.execute(f"PRAGMA busy_timeout={_PATIENCE}").close()
    return True


def _locked(file: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def reason(error: BaseException) -> str:
    """In short: what the database itself says, where it was the database."""
    cause = error.__cause__ if isinstance(error.__cause__, SQLAlchemyError) else error
    inner = getattr(cause, "orig", None) or cause
    return str(inner).strip().splitlines()[0].rstrip(".") if str(inner).strip() else type(inner).__name__


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


# Seeds and hashes are among the parameters, and errors are logged.
_ANY: dict[str, Any] = {"json_serializer": _dumps, "json_deserializer": read_json, "hide_parameters": True}


def _file_engine(url: URL) -> sa.Engine:
    """SQLite's writer: one connection, for whichever thread has its turn."""
    engine = sa.create_engine(
        url.set(drivername="sqlite"), poolclass=sa.StaticPool, connect_args={"check_same_thread": False}, **_ANY
    )
    sa.event.listen(engine, "connect", _pragmas)
    return engine


def _engine(url: URL) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=5, max_overflow=5, **_ANY)
    if url.get_backend_name() == "sqlite":
        sa.event.listen(engine.sync_engine, "connect", _pragmas)
    return engine


def _pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",  # a commit that was acknowledged survives a power cut
        "foreign_keys=ON",
        f"busy_timeout={_PATIENCE}",
        "cache_size=-32000",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
