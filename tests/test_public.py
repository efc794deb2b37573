"""What `import houseway` gives: every name is there and described, and asking for none of them loads none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import houseway
from houseway import rules

WEB = Path(__file__).parents[1] / "web" / "src"


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_is_there_and_described(name: str) -> None:
    assert getattr(houseway, name).__doc__
    assert name in dir(houseway)


@pytest.mark.parametrize("name", rules.__all__)
def test_every_name_for_authors_of_games_is_there(name: str) -> None:
    assert hasattr(rules, name)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Roulette'"):
        _ = houseway.Roulette  # type: ignore[attr-defined]


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    loaded = "import sys, houseway; print(*(name for name in sys.modules if name.startswith(('houseway', 'num'))))"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert set(found) <= {"houseway", "numbers"}


def test_the_page_declares_no_message_of_its_own() -> None:
    """Its types are generated from the schemas that the server's own are written to."""
    assert not list(WEB.rglob("types.ts"))
    named = (WEB / "lib" / "server" / "protocol.ts").read_text()
    assert "export type" in named
    assert "interface " not in named
