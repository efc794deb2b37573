"""Counting in the background when something goes wrong: what is the rules' own is final, what is not is tried again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from houseway.catalog import game_class, pot_game
from houseway.odds.solver import solve
from houseway.rules.game import Game
from houseway.server.lab.jobs import answered_for
from houseway.server.odds.house_edges import Edges, Known, known_again, no_odds
from houseway.server.refusals import Refusal

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
if Path(__file__).with_name("large").exists():
    from houseway.errors import CountTooLarge
    raise CountTooLarge("10 hours")
if Path(__file__).with_name("memory").exists():
    raise MemoryError

from houseway.games.two_card_roo.odds import Sheet
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


def counted(game: Game[Any]) -> Known:
    """As the counting process does it."""
    answer = answered_for(game, {"kind": "edges", "most_seconds": 60})
    if answer.code:
        raise Refusal(answer.code, answer.sentence, answer.status if answer.lasts else 503)
    return known_again(answer.body)


async def count(game: Game[Any], _address: str) -> Known:
    return await asyncio.to_thread(counted, game)


async def done(edges: Edges) -> None:
    await asyncio.gather(*edges._waiting)


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

    async def story() -> None:
        edges = Edges(count, again_seconds=600)
        for _ in range(20):  # as a lobby asks: it is tried once
            assert edges.wagers(game) == {}
            await done(edges)
        assert (folder / "tried").read_text() == "x"
        (folder / "trouble").unlink()
        hands.moment += 600
        edges.ask(game)
        await done(edges)
        assert edges.shown(game)["house_edge_percent"] == pytest.approx(
            100 * edge_of(game_class("two-card-roo").make())
        )
        assert (folder / "tried").read_text() == "xx"

    asyncio.run(story())


def test_a_game_that_is_not_counted_is_asked_once(troubled: tuple[Game[Any], Path]) -> None:
    game, folder = troubled
    (folder / "never").touch()

    async def story() -> None:
        edges = Edges(count, again_seconds=0)
        for _ in range(20):
            assert edges.wagers(game) == {}
            await done(edges)
        assert (folder / "tried").read_text() == "x"

    asyncio.run(story())


@pytest.mark.parametrize("trouble", ["trouble", "never"])
def test_what_fails_in_one_game_stops_no_other(troubled: tuple[Game[Any], Path], trouble: str) -> None:
    """A visitor is told so, in a sentence without the reason."""
    game, folder = troubled
    other = game_class("two-card-roo").make(None, {"decks": 2})
    (folder / trouble).touch()

    async def story() -> None:
        edges = Edges(count)
        assert edges.shown(game)["odds"] == {"state": "counting", "reason": "", "estimated": False}
        assert edges.shown(other)["odds"]["state"] == "counting"
        await done(edges)
        assert edges.shown(game) == {
            "house_edge_percent": None,
            "odds": {"state": "none", "reason": no_odds(game), "estimated": False},
        }
        assert edges.sides(game) == {}
        assert (edges.shown(other)["house_edge_percent"] or 0) > 0
        assert edges.sides(other).keys() == edges.wagers(other).keys() - {"roo"}

    asyncio.run(story())


@pytest.mark.parametrize("trouble", ["large", "memory"])
def test_a_game_too_large_to_count_says_so_and_is_not_tried_again(
    troubled: tuple[Game[Any], Path], trouble: str
) -> None:
    game, folder = troubled
    (folder / trouble).touch()

    async def story() -> None:
        edges = Edges(count, again_seconds=0)
        for _ in range(3):
            edges.ask(game)
            await done(edges)
        assert "the calculation is too large" in edges.shown(game)["odds"]["reason"]
        assert (folder / "tried").read_text() == "x"

    asyncio.run(story())


def test_a_game_that_cannot_even_be_made_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @staticmethod
        def make() -> Any:
            raise ZeroDivisionError

    monkeypatch.setattr("houseway.server.odds.house_edges.banked_ids", lambda: ("broken", "two-card-roo"))
    monkeypatch.setattr(
        "houseway.server.odds.house_edges.game_class", lambda name: Broken if name == "broken" else game_class(name)
    )

    async def story() -> None:
        edges = Edges(count)
        edges.start()
        await done(edges)
        assert edges.shown(game_class("two-card-roo").make())["odds"]["state"] == "known"

    asyncio.run(story())


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


def test_odds_that_were_sampled_say_so() -> None:
    game = game_class("two-card-roo").make()

    async def sampled(game: Game[Any], _address: str) -> Known:
        return counted(game)._replace(estimated=True)

    async def story() -> None:
        edges = Edges(sampled)
        edges.ask(game)
        await done(edges)
        assert edges.shown(game)["odds"] == {"state": "known", "reason": "", "estimated": True}

    asyncio.run(story())


def test_games_that_are_not_counted_say_why() -> None:
    assert "among players" in Edges(count).shown(pot_game("mini-tex-pvp"))["odds"]["reason"]
    told = Edges(count, enabled=False).shown(game_class("mini-tex").make())["odds"]
    assert told["state"] == "none"
    assert told["reason"]


def edge_of(game: Game[Any]) -> float:
    return float(solve(game).main.house_edge)
