"""Studies that several tests read: each is worked out once."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.wider.installing import installed

import houseway
from houseway.document.blocks import Document
from houseway.report import report
from houseway.report.study import Study

DAY = datetime.date(2026, 11, 16)
FEW = 20_000  # rounds of a simulation
SOURCE = Path(__file__).resolve().parents[2] / "docs" / "example-game" / "src"


@cache
def study_of(game_id: str) -> Study:
    return Study(houseway.game(game_id), date=DAY, rounds=FEW)


@pytest.fixture(scope="session")
def study() -> Callable[[str], Study]:
    """The study of a game by its id."""
    return study_of


@pytest.fixture
def duel_class() -> Iterator[Any]:
    """The example of the documentation: rules and procedure alone. It is installed for one test: others count games."""
    sys.path.insert(0, str(SOURCE))
    try:
        kind = import_module("high_low_duel").HighLowDuel
        with installed(kind):
            yield kind
    finally:
        sys.path.remove(str(SOURCE))


@cache
def _report_of(kind: Any) -> Document:
    return report(kind.make(), date=DAY, rounds=FEW)


@pytest.fixture
def duel_report(duel_class: Any) -> Document:
    return _report_of(duel_class)
