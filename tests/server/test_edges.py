"""Counting in the background when something goes wrong: what is the rules' own is final, what is not is tried again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.house import LONG

from houseway.catalog import game_class
from houseway.game import Game
from houseway.server.edges import Edges

RULES = """
from houseway.catalog import game_class

class Duel(game_class("two-card-roo")):
    pass
"""
ODDS = """
from pathlib import Path

tried = Path(__file__).with_name("tried")
tried.write_text(tried.read_text() + "x" if tried.exists() else "x")
if Path(__file__).with_name("trouble").exists():
    raise OSError("No space left on device")
if Path(__file__).with_name("never").exists():
    from houseway.errors import HousewayError
    raise HousewayError("This game is not counted.")

from houseway.games.two_card_roo.odds import Odds
"""


@pytest.fixture
def troubled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game[Any], Path]:
    """A game of another package, whose way of counting fails while a file lies there."""
    name = f"duel_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / name
    folder.mkdir()
    for file, text in (("__init__.py", ""), ("rules.py", RULES), ("odds.py", ODDS)):
        (folder / file).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    rules = __import__(f"{name}.rules", fromlist=["Duel"])
    return rules.Duel.make(), folder


def _wait(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Hands:
    """The clock that the counting looks at, set by hand."""

    def __init__(self) -> None:
        self.moment = 0.0

    def monotonic(self) -> float:
        return self.moment


def test_a_failure_that_may_pass_is_tried_again_later(
    troubled: tuple[Game[Any], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = troubled
    hands = Hands()
    monkeypatch.setattr("houseway.server.edges.time", hands)
    (folder / "trouble").touch()
    edges = Edges(again_seconds=600)

    def known_later() -> object:
        hands.moment += 600  # again and again: when the failure is noted is the other thread's to say
        return edges.wagers(game)

    try:
        _wait(lambda: edges.wagers(game) or (folder / "tried").exists())
        for _ in range(20):  # as a lobby asks: it was tried once
            assert edges.wagers(game) == {}
        assert (folder / "tried").read_text() == "x"
        (folder / "trouble").unlink()
        _wait(known_later)
        assert edges.main(game) == pytest.approx(float(_edge()))
        assert (folder / "tried").read_text() == "xx"
    finally:
        edges.stop()


def test_a_game_that_is_not_counted_is_asked_once(troubled: tuple[Game[Any], Path]) -> None:
    game, folder = troubled
    (folder / "never").touch()
    edges = Edges(again_seconds=0)
    try:
        _wait(lambda: edges.wagers(game) or (folder / "tried").exists())
        for _ in range(20):
            assert edges.wagers(game) == {}
            time.sleep(0.01)
        assert (folder / "tried").read_text() == "x"
    finally:
        edges.stop()


def _edge() -> Any:
    from houseway.server.edges import solution_of

    return 100 * solution_of(game_class("two-card-roo").make()).main.house_edge
