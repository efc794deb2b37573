"""What is old is forgotten while the server runs: sessions that have ended, keys of commands of a day ago; nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from tests.server.server_process import LONG

from houseway.server.money.ledger import Ledger
from houseway.server.people.people import People
from houseway.server.settings import Settings
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.schema import people, requests, sessions

DAY = 86_400_000
OLD = 250  # more than are dropped at once


@asynccontextmanager
async def _running(url: str) -> AsyncIterator[tuple[Journal, People]]:
    database = Database(parse_url(url))
    await database.open()
    ledger = Ledger()
    journal = Journal(database, ledger)
    await journal.start()
    found = People(Settings(), journal, ledger)
    await found.start()
    try:
        yield journal, found
    finally:
        await journal.stop()
        await database.close()


async def _kept(journal: Journal) -> tuple[list[str], list[str], int]:
    async with journal.database.read() as connection:
        keys = (await connection.scalars(sa.select(requests.c.key).order_by(requests.c.made))).all()
        tokens = (await connection.scalars(sa.select(sessions.c.token_hash).order_by(sessions.c.expires))).all()
        known = await connection.scalar(sa.select(sa.func.count()).select_from(people))
    return list(keys), list(tokens), known or 0


async def _fill(journal: Journal, person_id: int) -> None:
    """An old session and old commands beside those of today."""
    change, now = Change(), now_ms()
    facts = {"person_id": person_id, "csrf": "", "created": 0}
    for token, expires in (("ended", now - 1000), ("lasting", now + DAY)):
        change.insert(sessions, {"token_hash": token, "expires": expires, **facts})
    for number in range(OLD):
        change.insert(requests, _command(person_id, f"old {number}", now - DAY - 60_000 - number))
    change.insert(requests, _command(person_id, "of today", now - DAY + 60_000))
    await journal.commit(change)


def _command(person_id: int, key: str, made: int) -> dict[str, object]:
    return {"person_id": person_id, "key": key, "answer": {"command": "", "answer": {}}, "made": made}


def test_what_is_old_is_forgotten_and_people_never(database: str) -> None:
    async def evening() -> None:
        async with _running(database) as (journal, found):
            guest = await found.make_guest()
            await _fill(journal, guest.person.id)
            assert len((await _kept(journal))[0]) == OLD + 1
            await found.forget_old()
            keys, tokens, known = await _kept(journal)
            assert (keys, tokens, known) == (["of today"], ["lasting", guest.session.token_hash], 1)

    asyncio.run(evening())


def test_it_is_done_again_and_again_until_the_server_closes(database: str) -> None:
    async def evening() -> None:
        async with _running(database) as (journal, found):
            guest = await found.make_guest()
            forgetting = asyncio.create_task(found.forget_hourly(0.02))
            for _ in range(2):
                change = Change()
                change.insert(requests, _command(guest.person.id, "old", 0))
                await journal.commit(change)
                async with asyncio.timeout(LONG):
                    while (await _kept(journal))[0]:
                        await asyncio.sleep(0.01)
            await journal.stop()
            async with asyncio.timeout(LONG):
                await forgetting  # a closed journal ends it

    asyncio.run(evening())
