"""Which tests of the page `make test` does on PostgreSQL too: a few that write to it in every way there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., None])
SAMPLES: dict[Callable[..., None], dict[str, Any]] = {}


def also_on_postgresql(**parameters: Any) -> Callable[[Test], Test]:
    """Marks a test, with these parameters alone; all others are done there by `make thorough`."""

    def mark(test: Test) -> Test:
        SAMPLES[test] = parameters
        return test

    return mark
