"""The rabbit hunt over the real socket: what would have come is shown when the hand is over, to everybody, and not one
frame earlier; every frame is searched."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import open_house
from tests.server.evenings import leave, sit, visitors
from tests.server.leaks import Truth, leaks
from tests.server.pit_crew import Crew
from tests.server.server_process import ServerProcess
from tests.server.test_live_pots import bet, by_turn, ready
from tests.server.visitors import State, Visitor
from tests.sizes import databases

from houseway.cards import Card
from houseway.server.storage.schema import rounds
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record
from houseway.table.seals import check_proof

GAME = "mini-tex-pvp"


@pytest.fixture(scope="module", params=databases())
def hunting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with open_house(request.param, request, tmp_path_factory, rabbit_hunt=True) as house:
        yield Crew(house)


def a_room(crew: Crew) -> dict[str, Any]:
    number = crew.open_table(GAME, edition="no-limit", opponents=False, seats=4)
    return crew.table(number)


def told(person: Visitor, table: int) -> list[tuple[str, list[str], list[str]]]:
    """The phase, the board and the hunted cards of every state of the table that a person was sent."""
    assert person.frames is not None
    return [
        (frame["state"]["phase"], frame["state"]["view"]["community"], frame["state"]["undealt"])
        for frame in person.frames
        if "state" in frame and frame["table"] == table and frame["state"]["view"]
    ]


async def first_hand(people: dict[int, Visitor], room: dict[str, Any], streets: int) -> State:
    """Two play heads-up until so many streets are dealt, then one folds; gives the state that shows the end."""
    table = room["id"]
    for seat, person in people.items():
        await sit(person, room, seat, 20_000)
    await ready(*people.values(), table=table)
    before = await people[1].until(table, lambda state: state["phase"] == "deciding")
    while True:
        seat, state = await by_turn(people, table)
        board, legal = state["view"]["community"], state["legal"]
        if len(board) >= streets and legal["fold"]:
            await bet(people[seat], table, "fold")
            break
        if len(board) >= streets:  # somebody has to bet before somebody folds
            await bet(people[seat], table, legal["verb"], legal["least"])
        else:
            await bet(people[seat], table, "check" if legal["check"] else "call")
    return await people[1].seen_over(table, before["round"]["id"])


def played(house: ServerProcess, round_id: int) -> tuple[PotRound, dict[str, Any]]:
    with house.engine() as connection:
        row = connection.execute(sa.select(rounds).where(rounds.c.id == round_id)).one()
        hand = from_record({**row.header, "actions": [], "events": []})
    assert isinstance(hand, PotRound)
    return hand, row.summary


@pytest.mark.parametrize(("streets", "come"), [(0, 3), (2, 1), (3, 0)])
def test_what_would_have_come_is_shown_at_the_end_and_never_before(hunting: Crew, streets: int, come: int) -> None:
    room = a_room(hunting)
    table = room["id"]

    async def evening() -> None:
        async with visitors(hunting.house, 3) as (one, other, fan):
            await fan.watch(table)
            over = await first_hand({1: one, 2: other}, room, streets)
            hunted = over["undealt"]
            assert len(over["view"]["community"]) == streets
            assert len(hunted) == come
            assert (await fan.seen_over(table, over["round"]["id"]))["undealt"] == hunted
            replay = await one.get(f"/api/history/{over['round']['id']}")
            assert replay["undealt"] == hunted
            opened = check_proof(over["round"]["seal"], replay["proof"])
            assert {Card.parse(card) for card in hunted} <= set(opened.values())
            assert replay["view_at_end"]["community"] == over["view"]["community"]
            await ready(one, other, table=table)  # with the next hand they are gone
            later = await one.until(table, lambda state: state["round"]["id"] != over["round"]["id"])
            assert later["undealt"] == []
            for person in (one, other, fan):
                early = [cards for phase, _, cards in told(person, table) if phase != "showing"]
                assert early
                assert not any(early)
            for person in (one, other):
                await leave(person, table)
            _, summary = played(hunting.house, over["round"]["id"])
            assert summary.get("undealt", []) == hunted

    asyncio.run(evening())


def test_the_search_finds_them_where_they_come_too_early(hunting: Crew) -> None:
    room = a_room(hunting)

    async def evening() -> list[dict[str, Any]]:
        async with visitors(hunting.house, 2) as (one, other):
            over = await first_hand({1: one, 2: other}, room, 0)
            for person in (one, other):
                await leave(person, room["id"])
            frames: list[dict[str, Any]] = copy.deepcopy(one.frames or [])
            early = next(frame["state"] for frame in frames if "state" in frame and frame["state"]["view"])
            early["undealt"] = over["undealt"]
            return frames

    frames = asyncio.run(evening())
    welcome = next(frame for frame in frames if frame["type"] == "welcome")
    found = list(leaks(Truth(hunting.house), welcome["person"]["id"], frames))
    assert any("before the end" in problem for problem in found)


def test_a_void_hand_shows_nothing(hunting: Crew) -> None:
    room = a_room(hunting)
    table = room["id"]

    async def evening() -> None:
        async with visitors(hunting.house, 2) as (one, other):
            for seat, person in enumerate((one, other), start=1):
                await sit(person, room, seat, 20_000)
            await ready(one, other, table=table)
            state = await one.until(table, lambda state: state["phase"] == "deciding")
            answer = await asyncio.to_thread(hunting.void, table, state["round"]["id"])
            assert answer.status_code == 200, answer.text
            await one.until(table, lambda state: state["voided"] is not None)
            replay = await one.get(f"/api/history/{state['round']['id']}")
            assert (replay["undealt"], replay["proof"]) == ([], None)
            for person in (one, other):
                assert not any(cards for _, _, cards in told(person, table))
                await leave(person, table)

    asyncio.run(evening())


def test_a_house_shows_nothing_unless_it_is_asked_to(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with open_house("sqlite", request, tmp_path_factory) as house:
        room = a_room(Crew(house))

        async def evening() -> None:
            async with visitors(house, 2) as (one, other):
                over = await first_hand({1: one, 2: other}, room, 0)
                replay = await one.get(f"/api/history/{over['round']['id']}")
                assert (over["undealt"], replay["undealt"]) == ([], [])
                assert len(replay["proof"]["cards"]) == 2  # one's own
                for person in (one, other):
                    await leave(person, room["id"])

        asyncio.run(evening())
