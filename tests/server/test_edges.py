"""Counting in the background when something goes wrong: what is the rules' own is final, what is not is tried again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.server_process import LONG

from houseway.catalog import game_class, pot_game
from houseway.rules.game import Game
from houseway.server.lab.jobs import answered_for
from houseway.server.odds.house_edges import Edges, no_odds, solution_of

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
    monkeypatch.setattr("houseway.server.odds.house_edges.time", hands)
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
        assert edges.shown(game)["house_edge_percent"] == pytest.approx(float(_edge()))
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


def test_what_fails_in_one_game_stops_no_other(troubled: tuple[Game[Any], Path]) -> None:
    """A visitor is told so, in a sentence without the reason; the next game is counted by the same thread."""
    game, folder = troubled
    other = game_class("two-card-roo").make(None, {"decks": 2})
    for trouble in ("trouble", "never"):
        (folder / trouble).touch()
        edges, go = Edges(), threading.Event()
        try:
            edges._thread.submit(go.wait)
            assert edges.shown(game)["odds"] == {"state": "counting", "reason": "", "estimated": False}
            go.set()
            _wait(lambda edges=edges: edges.shown(game)["odds"]["state"] != "counting")  # type: ignore[misc]
            _wait(lambda edges=edges: edges.shown(other)["odds"]["state"] == "known")  # type: ignore[misc]
            told = edges.shown(game)
            assert told == {
                "house_edge_percent": None,
                "odds": {"state": "none", "reason": no_odds(game), "estimated": False},
            }
            assert edges.sides(game) == {}
            assert (edges.shown(other)["house_edge_percent"] or 0) > 0
            assert edges.sides(other).keys() == edges.wagers(other).keys() - {"roo"}
        finally:
            edges.stop()
        (folder / trouble).unlink()


def test_a_game_that_cannot_even_be_made_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @staticmethod
        def make() -> Any:
            raise ZeroDivisionError

    monkeypatch.setattr("houseway.server.odds.house_edges.banked_ids", lambda: ("broken", "two-card-roo"))
    monkeypatch.setattr(
        "houseway.server.odds.house_edges.game_class", lambda name: Broken if name == "broken" else game_class(name)
    )
    edges = Edges()
    try:
        edges.start()
        _wait(lambda: edges.shown(game_class("two-card-roo").make())["odds"]["state"] == "known")
    finally:
        edges.stop()


def test_the_odds_page_says_one_plain_sentence(troubled: tuple[Game[Any], Path]) -> None:
    game, folder = troubled
    for trouble in ("trouble", "never"):
        (folder / trouble).touch()
        told = answered_for(game, {"kind": "odds", "strategy": "optimal", "most_seconds": 60})
        assert (told.code, told.sentence) == ("no_odds", no_odds(game))
        assert told.lasts == (trouble == "never")
        (folder / trouble).unlink()
    told = answered_for(game, {"kind": "odds", "strategy": "by heart", "most_seconds": 60})
    assert told.code == "illegal"  # which is the visitor's mistake, and the sentence says what there is
    assert "optimal" in told.sentence


def test_odds_that_were_sampled_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = replace(solution_of(game_class("two-card-roo").make()), estimated=True)
    monkeypatch.setattr("houseway.server.odds.house_edges.solution_of", lambda game: found)
    game, edges = game_class("two-card-roo").make(), Edges()
    try:
        _wait(lambda: edges.shown(game)["odds"]["state"] == "known")
        assert edges.shown(game)["odds"]["estimated"]
    finally:
        edges.stop()


def test_games_that_are_not_counted_say_why() -> None:
    among, edges = pot_game("mini-tex-pvp"), Edges()
    try:
        assert "among players" in edges.shown(among)["odds"]["reason"]
        edges = Edges(enabled=False)
        told = edges.shown(game_class("mini-tex").make())["odds"]
        assert told["state"] == "none"
        assert told["reason"]
    finally:
        edges.stop()


def _edge() -> Any:
    return 100 * solution_of(game_class("two-card-roo").make()).main.house_edge
