"""Rows that cannot be what the server wrote: named where they are read, so that what they belong to stays closed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
import sqlalchemy as sa

from houseway.errors import HousewayError


class DamagedRow(HousewayError):
    """Something stored cannot be read; the words say what of it."""


class NoJson:
    """What stands in a JSON column that holds text which is none: SQLite keeps any. It is false, and nothing else."""

    def __bool__(self) -> bool:
        return False


def read_json(text: str | bytes) -> Any:
    """The value of a JSON column. One that cannot be read must not keep the rows beside it from being read."""
    try:
        return orjson.loads(text)
    except ValueError:
        return NoJson()


def an_object(value: Any, what: str) -> dict[str, Any]:
    """A JSON object; refused where anything else is stored in its place."""
    if not isinstance(value, dict):
        raise DamagedRow(f"{what} cannot be read")
    return value


def object_or_nothing(value: Any) -> Mapping[str, Any]:
    """A JSON object, for whoever can do without: nothing is in it where it cannot be read."""
    return value if isinstance(value, dict) else {}


def columns_there(connection: sa.Connection) -> dict[str, set[str]]:
    """The tables that a database has, with their columns."""
    found = sa.inspect(connection).get_multi_columns().items()
    return {name: {column["name"] for column in columns} for (_, name), columns in found}


@contextlib.contextmanager
def reading(what: str) -> Iterator[None]:
    """While something stored is read: whatever is missing or of another kind in it is damage."""
    try:
        yield
    except HousewayError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise DamagedRow(f"{what} cannot be read") from error
