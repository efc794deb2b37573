"""The answer to whether the server is well."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Health(TypedDict):
    """Whether the server is well."""

    status: Literal["ok"]
    version: str
    database: str
    tables: int
    sockets: int
