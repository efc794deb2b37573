"""Clocks that run out over the real socket, on servers with short times; and what a person has time for on one without.

Only what a test waits to run out is short: `test_clocks_exactly` has the seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from tests.server.conftest import open_house
from tests.server.evenings import finish, leave, next_round, sit, table_of, visitors
from tests.server.server_process import ServerProcess
from tests.server.visitors import State

BRISK = {"betting_seconds": 0.5, "decision_seconds": 0.5, "time_bank_seconds": 0.7, "time_bank_refill": 0}
FLEETING = {"showing_seconds": 0.5, "between_hands_seconds": 0.5, "away_seconds": 0.5, "leave_seconds": 1.0}


@pytest.fixture(scope="module")
def brisk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Nobody has long to bet or to decide, but results stay."""
    with open_house("sqlite", request, tmp_path_factory, **BRISK) as house:
        yield house


@pytest.fixture(scope="module")
def fleeting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Results and people who are away do not stay, but everybody has time to bet and to decide."""
    with open_house("sqlite", request, tmp_path_factory, **FLEETING) as house:
        yield house


def to_decide(round_id: int, state: State) -> bool:
    return state["legal"] is not None and state["round"]["id"] == round_id


def test_who_does_not_decide_uses_the_time_bank_and_then_folds(brisk: ServerProcess) -> None:
    """First the clock and the bank, then the safe default; the next time the bank is empty."""

    async def evening() -> None:
        async with visitors(brisk, 2) as [ann, bob]:
            table = await table_of(ann, "high-card-flush")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)  # who is alone has no clock
            waited = []
            for _ in range(2):
                round_id, started = state["round"]["id"], time.monotonic()
                await ann.do("wager", table=number, round=round_id, stakes={"ante": 500})
                asked = await ann.told(number, partial(to_decide, round_id))
                assert asked["clock"]["seats"] == [1]
                over = await ann.seen_over(number, round_id)
                waited.append(time.monotonic() - started)
                assert over["view"]["seats"][0]["decisions"] == [{"at": "raise", "choice": "fold"}]
                assert over["result"]["net"] == -500
                state = await next_round(ann, number, round_id)
            assert waited[0] > 1.1  # the clock ran within what was measured here, from before the wager was sent
            assert waited[1] > 0.4
            assert state["you"]["time_bank"] == 0
            for person in (ann, bob):
                await leave(person, number)

    asyncio.run(evening())


def test_the_betting_window_ends_without_those_who_do_not_bet(brisk: ServerProcess) -> None:
    """Three rounds missed in a row and the seat sits out; a wager brings it back."""

    async def evening() -> None:
        async with visitors(brisk, 2) as [ann, bob]:
            table = await table_of(ann, "two-card-roo")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)
            for missed in range(3):
                round_id, started = state["round"]["id"], time.monotonic()
                await ann.do("wager", table=number, round=round_id, stakes={"roo": 500})
                if missed == 2:  # now the other sits out, and who is alone has no clock
                    await finish(ann, number, round_id)
                await ann.seen_over(number, round_id)
                assert time.monotonic() - started > 0.4
                state = await next_round(ann, number, round_id)
            assert [seat["sitting_out"] for seat in state["seats"][:2]] == [False, True]
            round_id = state["round"]["id"]
            await bob.do("wager", table=number, round=round_id, stakes={"roo": 500})
            await ann.do("ready", table=number, round=round_id)  # skips this one
            over = await bob.seen_over(number, round_id)
            assert [place["seat"] for place in over["view"]["seats"]] == [2]
            assert not over["you"]["sitting_out"]
            for person in (ann, bob):
                await leave(person, number)

    asyncio.run(evening())


def test_who_stays_away_loses_the_seat(fleeting: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(fleeting, 2) as [ann, bob]:
            table = await table_of(ann, "mini-tex")
            number = table["id"]
            await bob.watch(number)
            await sit(ann, table, 5)
            await bob.told(number, lambda state: state["seats"][4]["name"] is not None)
            await ann.close()
            await bob.told(number, lambda state: state["seats"][4]["name"] and not state["seats"][4]["connected"])
            await bob.until(number, lambda state: state["seats"][4]["name"] is None)

    asyncio.run(evening())


def test_the_last_to_leave_sees_how_it_ended(fleeting: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(fleeting, 1) as [ann]:
            table = await table_of(ann, "high-card-flush")
            state = await sit(ann, table, 1)
            order = {"table": table["id"], "round": state["round"]["id"], "stakes": {"ante": 500}}
            await ann.do("wager", **order)
            await ann.until(table["id"], lambda state: state["legal"] is not None)
            await leave(ann, table["id"])
            over = await ann.seen_over(table["id"], state["round"]["id"])
            assert over["view"]["net"] == {"1": -500}
            await ann.until(table["id"], lambda state: state["phase"] == "waiting")
            told = [event["event"] for f in ann.frames or () if f["type"] == "update" for event in f["events"]]
            assert told[-1] == "RoundClosed"

    asyncio.run(evening())


def test_a_hand_leaves_the_table_with_its_last_player(fleeting: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(fleeting, 1) as [ann]:
            table = await table_of(ann, "mini-tex-pvp")
            await sit(ann, table, 4)
            await ann.until(table["id"], lambda state: state["legal"] is not None)
            await leave(ann, table["id"])
            empty = await ann.until(table["id"], lambda state: not any(seat["name"] for seat in state["seats"]))
            assert (empty["phase"], empty["round"], empty["view"]) == ("waiting", None, None)

    asyncio.run(evening())


def test_who_comes_back_finds_the_seat_and_the_decision(live_house: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(live_house, 1) as [ann]:
            table = await table_of(ann, "three-card-roo")
            number = table["id"]
            state = await sit(ann, table, 1)
            while True:  # a dealt pair has nothing to decide
                round_id = state["round"]["id"]
                await ann.do("wager", table=number, round=round_id, stakes={"play": 500})
                state = await ann.until(number, lambda state: state["phase"] != "betting")
                if state["legal"] is not None:
                    break
                state = await next_round(ann, number, round_id)
            await ann.close()
            ann.states.clear()
            await ann.connect()
            again = await ann.watch(number)
            assert (again["legal"], again["view"], again["you"]["seat"]) == (state["legal"], state["view"], 1)
            order = {"table": number, "round": round_id, "at": "place", "decision": {"open": "high"}}
            await ann.do("act", **order)
            over = await ann.seen_over(number, round_id)
            assert over["view"]["seats"][0]["decisions"] == [{"at": "place", "open": "high"}]
            await leave(ann, number)

    asyncio.run(evening())


def test_who_leaves_in_a_round_has_the_hand_finished(live_house: ServerProcess) -> None:
    """The wagers stay; the hand is played by the safe default at once; then the seat is free."""

    async def evening() -> None:
        async with visitors(live_house, 2) as [ann, bob]:
            table = await table_of(ann, "high-card-draw")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)
            round_id = state["round"]["id"]
            for person in (ann, bob):
                await person.do("wager", table=number, round=round_id, stakes={"play": 500})
            await ann.until(number, lambda state: state["phase"] == "deciding")
            answer = await ann.do("leave", table=number)
            assert answer["leaving"] is True
            state = await bob.until(number, lambda state: state["phase"] == "deciding" and state["seats"][0]["leaving"])
            assert not state["seats"][0]["to_act"]
            await finish(bob, number, round_id)
            over = await bob.seen_over(number, round_id)
            assert [len(place["decisions"]) for place in over["view"]["seats"]] == [1, 1]
            await ann.until(number, lambda state: state["you"]["seat"] is None)
            with_history: dict[str, Any] = await ann.get("/api/history")
            assert [item["id"] for item in with_history["rounds"]] == [round_id]
            await leave(bob, number)

    asyncio.run(evening())
