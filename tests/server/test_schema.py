"""The migrations lead to the schema that the program thinks it has, and a database from the future is left alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection
from tests.server.server_process import sync_url

from houseway.server.refusals import ServerError
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.migrations import config
from houseway.server.storage.schema import APPEND_ONLY, metadata, people, pit_log, round_people, rounds, tables


async def opened(url: str) -> None:
    database = Database(parse_url(url))
    await database.open()
    await database.close()


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def test_migrations_and_models_agree(database: str) -> None:
    asyncio.run(opened(database))
    asyncio.run(opened(database))  # a second start changes nothing
    engine = sa.create_engine(sync_url(database))
    with engine.connect() as connection:
        assert differences(connection) == []
        checks = {table: sa.inspect(connection).get_check_constraints(table) for table in ("accounts", "people")}
        assert all(checks.values())
        if engine.dialect.name == "sqlite":
            triggers = connection.execute(sa.text("SELECT tbl_name FROM sqlite_master WHERE type = 'trigger'"))
        else:
            triggers = connection.execute(sa.text("SELECT event_object_table FROM information_schema.triggers"))
        assert {name for (name,) in triggers} == set(APPEND_ONLY)
    engine.dispose()


def test_void_rounds_from_before_there_was_a_log(database: str) -> None:
    """What was refunded by an older Houseway is in the pit's log, and the ledger can be proved."""
    engine = sa.create_engine(sync_url(database))
    with engine.begin() as connection:
        command.upgrade(config(connection), "0002")
        person = {"id": 1, "name": "Ann", "name_key": "ann", "role": "player", "guest": True, "program": False}
        connection.execute(sa.insert(people).values(**person, created=1))
        words = dict.fromkeys(("name", "game", "edition", "jurisdiction", "fingerprint"), "x")
        json: dict[str, Any] = {"options": {}, "limits": {}, "settings": {}}
        connection.execute(sa.insert(tables).values(id=1, **words, **json, locked=False, opened=1, closed=9))
        played = {"table_id": 1, "game": "x", "fingerprint": "x", "header": {}, "over": True, "started": 1, "ended": 5}
        for number, summary in enumerate(({"seats": {}}, {"void": "the game x is not installed"}), start=1):
            connection.execute(sa.insert(rounds).values(id=number, number=number, summary=summary, **played))
            staked = {"round_id": number, "seat": 1, "person_id": 1, "staked": 700, "returned": 700}
            connection.execute(sa.insert(round_people).values(**staked))
    engine.dispose()
    asyncio.run(opened(database))
    with engine.connect() as connection:
        [line] = connection.execute(sa.select(pit_log)).all()
        facts = (line.kind, line.round_id, line.amount, line.reason, line.made, line.by_id)
        assert facts == ("void", 2, 700, "the game x is not installed", 5, None)
        with pytest.raises(sa.exc.DBAPIError, match="never changed"):
            connection.execute(sa.delete(pit_log))
    engine.dispose()


def test_a_log_from_before_proposals_could_be_withdrawn(database: str) -> None:
    """What it says is kept, line by line, and it is still only ever added to."""
    line: dict[str, Any] = {
        "table_id": 1,
        "round_id": 1,
        "seat": 1,
        "person_id": 1,
        "by_id": 1,
        "reason": "x",
        "made": 1,
    }
    lines: list[dict[str, Any]] = [
        {"id": 1, "key": "a", "kind": "proposal", "amount": 5, "proposal_id": None, **line},
        {"id": 2, "key": "b", "kind": "correction", "amount": 5, "proposal_id": 1, **line},
        {"id": 3, "key": "c", "kind": "proposal", "amount": -7, "proposal_id": None, **line},
    ]
    engine = sa.create_engine(sync_url(database))
    with engine.begin() as connection:
        command.upgrade(config(connection), "0003")
        person = {"id": 1, "name": "Ann", "name_key": "ann", "role": "player", "guest": True, "program": False}
        connection.execute(sa.insert(people).values(**person, created=1))
        words = dict.fromkeys(("name", "game", "edition", "jurisdiction", "fingerprint"), "x")
        json: dict[str, Any] = {"options": {}, "limits": {}, "settings": {}}
        connection.execute(sa.insert(tables).values(id=1, **words, **json, locked=False, opened=1, closed=9))
        played = {"table_id": 1, "game": "x", "fingerprint": "x", "header": {}, "over": True, "started": 1, "ended": 5}
        connection.execute(sa.insert(rounds).values(id=1, number=1, summary={}, **played))
        connection.execute(sa.insert(pit_log), lines)
    asyncio.run(opened(database))
    with engine.begin() as connection:
        withdrawn = {"id": 4, "key": "d", "kind": "withdrawal", "amount": -7, "proposal_id": 3, **line}
        connection.execute(sa.insert(pit_log), [withdrawn])
        told = connection.execute(sa.select(pit_log).order_by(pit_log.c.id)).mappings().all()
        assert [dict(row) for row in told] == [*lines, withdrawn]
    with engine.begin() as connection, pytest.raises(sa.exc.IntegrityError, match="decides_a_proposal"):
        connection.execute(sa.insert(pit_log), [{**withdrawn, "id": 5, "key": "e", "proposal_id": None}])
    for statement in (sa.delete(pit_log), sa.update(pit_log).values(amount=1)):
        with engine.begin() as connection, pytest.raises(sa.exc.DBAPIError, match="never changed"):
            connection.execute(statement)
    engine.dispose()


def test_a_mute_is_of_a_person_and_of_no_round(database: str) -> None:
    asyncio.run(opened(database))
    mute: dict[str, Any] = {"id": 1, "key": "a", "kind": "mute", "person_id": 1, "by_id": 1, "amount": 0, "reason": "x"}
    engine = sa.create_engine(sync_url(database))
    with engine.begin() as connection:
        person = {"id": 1, "name": "Ann", "name_key": "ann", "role": "player", "guest": True, "program": False}
        connection.execute(sa.insert(people).values(**person, created=1))
        connection.execute(sa.insert(pit_log).values(**mute, made=1))
    wrong: list[dict[str, Any]] = [{"person_id": None}, {"round_id": 1, "table_id": 1}, {"kind": "void"}]
    for number, change in enumerate(wrong, start=2):
        row = {**mute, "id": number, "key": f"{number}", **change}
        with engine.begin() as connection, pytest.raises(sa.exc.IntegrityError, match=r"mutes_somebody|is_of_a_round"):
            connection.execute(sa.insert(pit_log).values(**row, made=1))
    engine.dispose()


def test_a_database_of_a_newer_houseway_is_refused(database: str) -> None:
    asyncio.run(opened(database))
    engine = sa.create_engine(sync_url(database))
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(ServerError, match="newer Houseway"):
        asyncio.run(opened(database))


@pytest.mark.parametrize("url", ["mysql://here/there", "sqlite://", "nonsense", "sqlite:///", ""])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(ServerError, match="A database is"):
        parse_url(url)
