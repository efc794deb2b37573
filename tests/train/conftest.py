"""What the tests of training share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.odds import solver


@pytest.fixture(scope="package", autouse=True)
def all_kept() -> Iterator[None]:
    """Every game is counted once for all tests here."""
    before, solver.MOST_CACHED = solver.MOST_CACHED, 64
    yield
    solver.MOST_CACHED = before
