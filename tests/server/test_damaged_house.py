"""What a house cannot be opened with is said in one sentence; another program's lock is waited for by nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from tests.server.conftest import damage
from tests.server.damages import REFUSED
from tests.server.player import Player
from tests.server.server_process import PATIENT, ServerProcess, free_port
from tests.sizes import sized

from houseway.cli.app import run
from houseway.server.storage import database as storage
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.schema import claims

# Every file ends after so many bytes: a disk that is full, for whoever cannot mount one.
FULL = """
import resource, sys
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
from houseway.cli.app import run
sys.exit(run(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house that was opened and closed once."""
    folder = tmp_path_factory.mktemp("closed")
    house = in_file(folder)
    house.open()
    house.guest()
    assert house.stop() == 0
    return folder / "house.sqlite"


def in_file(folder: Path) -> ServerProcess:
    found = ServerProcess(f"sqlite:///{folder / 'house.sqlite'}", folder, **PATIENT | {"house_tables": False})
    found.forked = True
    return found


@pytest.mark.parametrize(("statement", "told"), [rest for _, *rest in REFUSED], ids=[name for name, *_ in REFUSED])
def test_a_house_that_cannot_be_read_is_not_opened(statement: str, told: str, closed: Path, tmp_path: Path) -> None:
    shutil.copy(closed, tmp_path)
    house = in_file(tmp_path)
    damage(house.database, statement)
    with pytest.raises(RuntimeError, match="did not start"):
        house.open()
    assert house.ended() == 2
    said = house.err.read_text()
    assert "Traceback" not in said
    [sentence] = [line for line in said.splitlines() if line.startswith("houseway: ")]
    assert told in sentence, sentence
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run(["ledger", "check", "--database", house.database]) == 1
    assert told in out.getvalue().replace("\n", " "), out.getvalue()


@pytest.mark.parametrize("most", sized(quick=[0], test=[0, 40_000], thorough=[0, 1000, 20_000, 40_000, 60_000]))
@pytest.mark.parametrize("begun", [False, True])
def test_a_start_on_a_full_disk_ends_in_a_sentence(most: int, begun: bool, closed: Path, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    if begun:
        shutil.copy(closed, tmp_path)
    house = in_file(tmp_path)
    house.settings["house_tables"] = True  # which is more than fits into what is left
    house.port = free_port()
    command = [sys.executable, "-c", FULL, str(most), *house.command()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("houseway: The "), done.stderr
    assert "is open at" not in done.stdout


@contextlib.contextmanager
def held(file: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has begun to write to the file."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()


def test_everybody_else_is_answered_while_another_program_writes(tmp_path: Path) -> None:
    house = in_file(tmp_path)
    house.open()
    try:
        ann, bob = Player(house), Player(house)
        ann.sit("two-card-roo")
        state = ann.until(lambda state: state["phase"] == "betting" and state["round"])
        with held(tmp_path / "house.sqlite") as other:
            ann.send("wager", number := ann.new_id("wager"), round=state["round"]["id"], stakes={"roo": 500})
            for _ in range(20):
                bob.socket.send(json.dumps({"id": "ping", "do": "ping"}))
                assert bob.until_told("ack")["id"] == "ping"
            other.execute("ROLLBACK")
        while (answer := ann.until_told("ack"))["id"] != number:
            pass
        assert answer["table"] == ann.table
    finally:
        house.kill()
    assert house.wrong() == {}


def row(name: str) -> list[Any]:
    return [(sa.insert(claims), [{"token_hash": name, "created": 1, "used": None}])]


def test_the_loop_goes_on_while_the_lock_is_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "house.sqlite"
        database = Database(parse_url(f"sqlite:///{file}"))
        await database.open()
        try:
            with held(file) as other:
                writing = asyncio.create_task(database.write(row("first")))
                for _ in range(100):
                    await asyncio.sleep(0)
                assert not writing.done()
                other.execute("ROLLBACK")
                await writing
            await database.write(row("second"))
            async with database.read() as connection:
                found = (await connection.scalars(sa.select(claims.c.token_hash).order_by(claims.c.created))).all()
                assert set(found) == {"first", "second"}
        finally:
            await database.close()

    asyncio.run(story())


def test_a_lock_that_is_never_let_go_refuses_one_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_PATIENCE", 20)

    async def story() -> None:
        file = tmp_path / "house.sqlite"
        database = Database(parse_url(f"sqlite:///{file}"))
        await database.open()
        try:
            with held(file), pytest.raises(OperationalError, match="locked"):
                await database.write(row("first"))
            await database.write(row("second"))
        finally:
            await database.close()

    asyncio.run(story())
