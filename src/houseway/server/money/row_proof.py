"""Proving that every row can be one that the server wrote: its values are of their kind, and what it names is there.

The schema says what must hold. PostgreSQL sees to most of it by itself; SQLite keeps any text in any column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.server.money.proved import MOST_TOLD, Proof
from houseway.server.storage import schema
from houseway.server.storage.damage import columns_there

TITLE = "Every row can be read, and names nothing that is not there"
_ANY_JSON = (schema.exam_answers.c.answer,)  # what somebody has answered: an object or not
_ARRAYS = (schema.exams.c.plan,)
_ACCOUNT = re.compile(r"mint|bonus|(wallet|bank|felt|pot):\d+|stack:\d+:\d+|pool:.+")
_WRONG = tuple[str, sa.ColumnElement[bool]]


async def rows_proof(connection: AsyncConnection) -> tuple[Proof, bool]:
    """The proof, and whether its rows can be counted with: every number is one."""
    proof, numbers = Proof(TITLE), True
    there = await connection.run_sync(columns_there)
    await _accounts(connection, proof)
    for table in schema.metadata.sorted_tables:
        if not there.get(table.name, set()) >= set(table.columns.keys()):  # not brought up to date by a server yet
            continue
        proof.looked_at += await connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        if await _found(connection, proof, table, [*_no_numbers(table, connection)]):
            numbers = False
        await _found(connection, proof, table, [*_no_json(table, connection), *_strangers(table), *_refused(table)])
    return proof, numbers


async def _found(connection: AsyncConnection, proof: Proof, table: sa.Table, wrong: list[_WRONG]) -> bool:
    """Look for rows of which one of these holds, and tell the first that does; whether there are any."""
    if not wrong:
        return False
    what = sa.case(*((condition, sa.literal(words)) for words, condition in wrong)).label("what")
    key = list(table.primary_key.columns)
    query = sa.select(*key, what).where(what.is_not(None)).order_by(*key).limit(MOST_TOLD)
    rows = (await connection.execute(query)).all()
    for row in rows:
        proof.found(f"In {table.name}, row {', '.join(map(str, row[:-1]))}: {row.what}.")
    return bool(rows)


def _no_numbers(table: sa.Table, connection: AsyncConnection) -> Iterator[_WRONG]:
    """Columns of numbers and of yes or no, which SQLite lets anything into."""
    if connection.dialect.name != "sqlite":
        return
    for column in table.columns:
        if isinstance(column.type, sa.Boolean):
            bits = sa.type_coerce(column, sa.Integer)
            yield f"{column.name} is neither yes nor no", sa.and_(column.is_not(None), bits.not_in((0, 1)))
        elif isinstance(column.type, sa.Integer | sa.Float):
            kinds = ("null", "integer", "real") if isinstance(column.type, sa.Float) else ("null", "integer")
            yield f"{column.name} is no number", sa.func.typeof(column).not_in(kinds)


def _no_json(table: sa.Table, connection: AsyncConnection) -> Iterator[_WRONG]:
    sqlite = connection.dialect.name == "sqlite"
    for column in table.columns:
        if not isinstance(column.type, sa.JSON) or column in _ANY_JSON:
            continue
        kind = "array" if column in _ARRAYS else "object"
        text = sa.type_coerce(column, sa.String)
        found: sa.ColumnElement[str] = sa.func.json_typeof(column)
        if sqlite:  # it gives up the whole query where it is asked for the type of other text
            found = sa.case((sa.func.json_valid(text) == 1, sa.func.json_type(text)), else_="none")
        yield f"{column.name} is no JSON {kind}", sa.and_(text.is_not(None), found != kind)


def _strangers(table: sa.Table) -> Iterator[_WRONG]:
    """Rows that name a person, table, round or account which is not there."""
    for column in table.columns:
        for key in column.foreign_keys:
            parent = key.column.table.alias()
            same = sa.select(1).where(parent.c[key.column.name] == column).correlate(table)
            yield f"{column.name} names nobody and nothing", sa.and_(column.is_not(None), sa.not_(sa.exists(same)))


def _refused(table: sa.Table) -> Iterator[_WRONG]:
    """What the schema's own rules refuse, should somebody have gone round them."""
    for rule in table.constraints:
        if isinstance(rule, sa.CheckConstraint):
            yield f"it breaks the rule {rule.name}", sa.literal_column(f"NOT ({rule.sqltext})", sa.Boolean)


async def _accounts(connection: AsyncConnection, proof: Proof) -> None:
    columns = schema.accounts.c
    for number, kind, key in await connection.execute(sa.select(columns.id, columns.kind, columns.key)):
        if not isinstance(key, str) or not _ACCOUNT.fullmatch(key) or kind != key.partition(":")[0]:
            proof.found(f"Account {number} ({kind}, {key}) is none that a house has.")
