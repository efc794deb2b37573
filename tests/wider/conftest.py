"""The test games are in the catalog for every test here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.wider.games import GAMES, POT_GAMES
from tests.wider.installing import installed


@pytest.fixture(autouse=True)
def wider_catalog() -> Iterator[None]:
    with installed(*GAMES, *POT_GAMES):
        yield
