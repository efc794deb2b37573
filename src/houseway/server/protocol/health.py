"""The answers of the health checks."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Health(TypedDict):
    """The server answers requests."""

    status: Literal["ok"]
    version: str
    database: str
    tables: int
    sockets: int


class DatabaseReady(TypedDict):
    """The server can store changes."""

    status: Literal["ready"]
