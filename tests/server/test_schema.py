"""The migrations lead to the schema that the program thinks it has, and a database from the future is left alone."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.engine import Connection
from tests.server.server_process import sync_url

from houseway.server.refusals import ServerError
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.schema import APPEND_ONLY, metadata


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
