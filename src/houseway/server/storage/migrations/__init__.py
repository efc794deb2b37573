"""The schema as it grew; the server brings a database up to date when it starts."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from houseway.server.refusals import ServerError
from houseway.server.storage.damage import columns_there
from houseway.server.storage.schema import metadata


def config(connection: Connection) -> Config:
    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    found.attributes["connection"] = connection
    return found


def migrate(connection: Connection) -> None:
    """Bring the schema to the newest version, in one transaction."""
    if not is_current(connection):
        command.upgrade(config(connection), "head")
        _check_columns(connection)


def is_current(connection: Connection) -> bool:
    """Whether the schema is the newest; refused where no server could open the database."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    scripts = ScriptDirectory.from_config(config(connection))
    try:
        present = MigrationContext.configure(connection).get_current_revision()
    except CommandError:
        raise ServerError("The database has two schemas at once: this is not a house's, or not a whole one.") from None
    if present is not None and present not in {script.revision for script in scripts.walk_revisions()}:
        raise ServerError(
            f"The database was made by a newer Houseway (its schema is {present}): update this one first."
        )
    if present is None and metadata.tables.keys() & columns_there(connection).keys():
        raise ServerError("The database has a house's tables, but does not say of which version.")
    if present == scripts.get_current_head():
        _check_columns(connection)
        return True
    return False


def _check_columns(connection: Connection) -> None:
    """Refuse a database that says it is up to date, and is not: every change to it would fail some time later."""
    if lacking := missing_columns(connection):
        raise ServerError(f"The database is not a whole house's: {lacking}.")


def missing_columns(connection: Connection, /) -> str:
    """The first table that lacks columns of the newest schema, and which; nothing where all are there."""
    there = columns_there(connection)
    for table in metadata.sorted_tables:
        lacking = sorted(set(table.columns.keys()) - there.get(table.name, set()))
        if lacking:
            return f"{table.name} has no {', '.join(lacking)}"
    return ""
