"""JSON that is written once and put into several messages."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import orjson

T = TypeVar("T")


def written(value: T) -> T:
    """The value, as JSON already; for a type checker it is still itself."""
    return cast(T, orjson.Fragment(orjson.dumps(value)))


def as_text(message: Any) -> str:
    return orjson.dumps(message).decode()
