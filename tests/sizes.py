"""How much a run of the suite proves: `make quick`, `make test` or `make thorough` say so by `HOUSEWAY_SUITE`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

SUITES = ("quick", "test", "thorough")
SUITE = os.environ.get("HOUSEWAY_SUITE", "test")
if SUITE not in SUITES:
    raise ValueError(f"HOUSEWAY_SUITE is one of {', '.join(SUITES)}, not {SUITE!r}.")


def sized(*, quick: T, test: T, thorough: T) -> T:
    """The value for this run: how many rounds, kills, examples."""
    return {"quick": quick, "test": test, "thorough": thorough}[SUITE]


def databases() -> tuple[str, ...]:
    """The kinds of database for what depends on the database no more than through the server: both, when thorough."""
    return sized(quick=("sqlite",), test=("sqlite",), thorough=("sqlite", "postgresql"))
