"""The readiness check tells the truth about a database that can't store anything."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from httpx import ASGITransport, AsyncClient
from tests.server.server_process import LONG
from tests.server.test_ledger import moves, run

from houseway.server.app import create_app
from houseway.server.money.ledger import MINT, LedgerRefused, wallet
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.journal import Journal
from houseway.server.storage.readiness import FRESH_SECONDS, Readiness
from houseway.server.storage.schema import claims

SOON = 0.05
LOCKS = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "LOCK TABLE claims IN ACCESS EXCLUSIVE MODE"}


def test_a_database_that_stores_is_ready_and_keeps_nothing_of_the_probe(database: str) -> None:
    async def story(journal: Journal) -> None:
        for _ in range(2):
            await Readiness(journal).check()
        async with journal.database.read() as connection:
            assert await connection.scalar(sa.select(sa.func.count()).select_from(claims)) == 0

    run(database, story)


def test_a_success_is_reused_for_a_second(tmp_path: Path) -> None:
    async def story(journal: Journal) -> None:
        readiness = Readiness(journal)
        await readiness.check()
        probe = readiness._probe
        await readiness.check()
        assert readiness._probe is probe
        readiness._fresh_until -= FRESH_SECONDS  # a second later
        await readiness.check()
        assert readiness._probe is not probe

    run(f"sqlite:///{tmp_path / 'house.sqlite'}", story)


def test_a_frozen_database_is_not_ready_and_gets_one_probe(database: str) -> None:
    async def story(journal: Journal) -> None:
        readiness, patient = Readiness(journal, SOON), Readiness(journal, 60)
        async with journal.database.engine.connect() as other:
            await other.exec_driver_sql(LOCKS[database.partition(":")[0]])
            for _ in range(3):
                with pytest.raises(Refusal, match="has not stored a change within") as refused:
                    await readiness.check()
                assert refused.value.status == 503
            assert journal._queue.qsize() == 0  # the first probe is being written, and no other waits
            await other.rollback()
        await patient.check()

    run(database, story)


def test_the_readiness_page_refuses_while_nothing_can_be_stored_and_the_process_is_alive(tmp_path: Path) -> None:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'house.sqlite'}", count_odds=False, house_tables=False))

    async def story() -> None:
        async with (
            app.router.lifespan_context(app),
            AsyncClient(transport=ASGITransport(app), base_url="http://localhost", timeout=LONG) as visitor,
            app.state.journal.database.engine.connect() as other,
        ):
            app.state.readiness = Readiness(app.state.journal, SOON)
            await other.exec_driver_sql(LOCKS["sqlite"])
            refused = await visitor.get("/readyz")
            assert (refused.status_code, refused.json()["code"]) == (503, "not_ready")
            assert (await visitor.get("/healthz")).status_code == 200
            await other.rollback()
            app.state.readiness = Readiness(app.state.journal, LONG)
            assert (await visitor.get("/readyz")).json() == {"status": "ready"}

    asyncio.run(story())


@contextlib.contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond this size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_is_not_ready_and_is_no_fault_of_the_ledger(tmp_path: Path) -> None:
    file = tmp_path / "house.sqlite"

    async def story(journal: Journal) -> None:
        grant = [(MINT, -500), (wallet(1), 500)]
        with full_disk(Path(f"{file}-wal").stat().st_size):
            with pytest.raises(Refusal) as refused:
                await Readiness(journal).check()
            assert (refused.value.code, refused.value.status) == ("not_ready", 503)
            with pytest.raises(LedgerRefused, match="can't store this now") as told:
                await journal.commit(moves("a", *grant))
            assert told.value.code == "server_error"  # so that nothing is voided for it
        await Readiness(journal).check()
        await journal.commit(moves("a", *grant))  # it goes on by itself

    run(f"sqlite:///{file}", story)
