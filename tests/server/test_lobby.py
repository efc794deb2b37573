"""The lobby: tables have names of their own, stand by game, and close when the visitors they were opened for are gone."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import damage
from tests.server.hands import Hands
from tests.server.within import Inside, inside, until

from houseway.rules.game import Game
from houseway.server.odds.house_edges import Known, WagerEdge
from houseway.server.people.people import Entered

GAME = "two-card-roo"


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def names(house: Inside) -> list[str]:
    return [table["name"] for table in house.floor.summaries() if table["game"] == GAME]


async def abandoned_visits(house: Inside, many: int) -> list[Entered]:
    """Visitors press "Play now", bet, and close the page."""
    guests = []
    for _ in range(many):
        guest = await house.people.make_guest()
        found = await house.floor.play_now(GAME, guest.person.id)
        table = house.floor.table(found["table"])
        await house.do(guest, table, "sit", seat=found["seat"])
        await house.wager(guest, table, {"roo": 500})
        guests.append(guest)
    return guests


def test_a_new_table_gets_a_name_that_no_open_table_has(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            [_, second, _] = await abandoned_visits(house, 3)
            assert names(house) == ["2 Card Roo 1", "2 Card Roo 2", "2 Card Roo 3"]
            [seat] = house.floor.seats_of(second.person.id)
            await house.do(second, house.floor.table(seat["table"]), "leave")
            await house.floor.close_table(seat["table"], 0)
            await abandoned_visits(house, 1)
            assert names(house) == ["2 Card Roo 1", "2 Card Roo 3", "2 Card Roo 2"]
            for wanted in ("2 card roo 1", "High  stakes", "High stakes", "x" * 80, "x" * 80):
                await house.floor.open_table({"game": GAME, "name": wanted}, 0)
            assert names(house)[3:] == ["2 card roo 4", "High stakes", "High stakes 2", "x" * 80, "x" * 78 + " 2"]

    asyncio.run(evening())


def test_tables_stored_under_one_name_are_renamed_at_the_start(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            await abandoned_visits(house, 3)
        await asyncio.to_thread(
            damage,
            f"sqlite:///{tmp_path / 'house.sqlite'}",
            "UPDATE tables SET name = '2 Card Roo 3' WHERE name = '2 Card Roo 2'",
        )
        for _ in range(2):
            async with inside(tmp_path) as house:
                assert names(house) == ["2 Card Roo 1", "2 Card Roo 3", "2 Card Roo 4"]

    asyncio.run(evening())


def test_abandoned_visits_leave_no_tables_behind(tmp_path: Path, hands: Hands) -> None:
    """The house's own table and the pit's stay. Nothing is lost: what was at stake is settled by the safe default."""

    async def evening() -> None:
        async with inside(tmp_path, grace_seconds=3, away_seconds=60, empty_table_seconds=30) as house:
            await house.floor.open_table({"game": "three-card-roo", "name": "The pit's"}, 0)
            before = len(house.floor.tables)
            await abandoned_visits(house, 5)
            assert len(house.floor.tables) == before + 4
            for seconds, left in ((60, before + 4), (29, before + 4), (1, before)):
                tables = list(house.floor.tables.values())
                await hands.forward(seconds, tables[0])
                for table in tables:
                    await hands.forward(0, table)
                    await hands.pass_by(0, house, table)
                assert len(house.floor.tables) == left
            assert not any(table.seats for table in house.floor.tables.values())

    asyncio.run(evening())


def test_visitors_share_a_table_with_somebody_who_is_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            for _ in range(3):
                guest = await house.people.make_guest()
                found = await house.floor.play_now(GAME, guest.person.id)
                await house.do(guest, house.floor.table(found["table"]), "sit", seat=found["seat"])
            assert names(house) == ["2 Card Roo 1"]

    asyncio.run(evening())


def test_edge_is_shown_once_it_is_counted(tmp_path: Path) -> None:
    """Also where nobody plays, and nobody looks at the lobby."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            table, edges = house.table(GAME), house.app.state.edges
            counted = asyncio.Event()

            async def count(game: Game[Any], address: str) -> Known:
                await counted.wait()
                return Known("roo", {"roo": WagerEdge(Fraction(3, 100), 1.0)}, estimated=False)

            edges._enabled, edges._counted = True, count
            table.publisher.forget()
            assert table.publisher.summary()["odds"]["state"] == "counting"
            counted.set()
            await until(lambda: table.publisher.summary()["house_edge_percent"] == 3)

    asyncio.run(evening())


def test_lobby_lists_tables_by_game(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            for game in ("mini-tex", "high-card-draw", "mini-tex"):
                await house.floor.open_table({"game": game, "name": "Another"}, 0)
            told = [(table["game"], table["id"]) for table in house.floor.summaries()]
            assert told == sorted(told)

    asyncio.run(evening())
