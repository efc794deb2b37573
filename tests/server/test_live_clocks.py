"""Clocks: betting windows, decisions that nobody makes, time banks, people who are away; on a server with short times."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.evenings import finish, leave, next_round, sit, table_of, visitors
from tests.server.house import House

SHORT = {
    "betting_seconds": 0.6,
    "decision_seconds": 0.5,
    "time_bank_seconds": 0.7,
    "time_bank_refill": 0,
    "showing_seconds": 0.3,
    "between_hands_seconds": 0.3,
    "away_seconds": 1.0,
    "leave_seconds": 2.0,
}


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("brisk")
    house = House(f"sqlite:///{folder / 'house.sqlite'}", folder, **SHORT).open()
    yield house
    house.kill()
    assert house.check_ledger() == 0


def test_who_does_not_decide_uses_the_time_bank_and_then_folds(brisk: House) -> None:
    """First the clock, then the bank, then the safe default; the next time the bank is empty."""

    async def evening() -> None:
        async with visitors(brisk, 1) as [ann]:
            table = await table_of(ann, "high-card-flush")
            number = table["id"]
            state = await sit(ann, table, 1)
            waited = []
            for _ in range(2):
                round_id = state["round"]["id"]
                await ann.do("wager", table=number, round=round_id, stakes={"ante": 500})
                state = await ann.until(number, lambda state: state["legal"] is not None)
                started = time.monotonic()
                assert (state["clock"]["bank"], state["clock"]["seats"]) == (False, [1])
                over = await ann.seen_over(number, round_id)
                waited.append(time.monotonic() - started)
                assert over["view"]["seats"][0]["decisions"] == [{"at": "raise", "choice": "fold"}]
                assert over["result"]["net"] == -500
                state = await next_round(ann, number, round_id)
            assert waited[0] > 1.0 > 0.4 < waited[1]
            assert any(f["type"] == "update" and (f["state"]["clock"] or {}).get("bank") for f in ann.frames or ())
            assert state["you"]["time_bank"] == 0
            await leave(ann, number)

    asyncio.run(evening())


def test_the_betting_window_ends_without_those_who_do_not_bet(brisk: House) -> None:
    """Three rounds missed in a row and the seat sits out; a wager brings it back."""

    async def evening() -> None:
        async with visitors(brisk, 2) as [ann, bob]:
            table = await table_of(ann, "two-card-roo")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)
            for _ in range(3):
                round_id = state["round"]["id"]
                started = time.monotonic()
                await ann.do("wager", table=number, round=round_id, stakes={"roo": 500})
                await ann.until(number, lambda state: state["phase"] != "betting")
                assert time.monotonic() - started > 0.4
                await finish(ann, number, round_id)
                state = await next_round(ann, number, round_id)
            assert [seat["sitting_out"] for seat in state["seats"][:2]] == [False, True]
            round_id = state["round"]["id"]
            await bob.do("wager", table=number, round=round_id, stakes={"roo": 500})
            await ann.do("ready", table=number, round=round_id)  # skips this one: dealt at once
            state = await bob.until(number, lambda state: state["phase"] != "betting")
            assert [place["seat"] for place in state["view"]["seats"]] == [2]
            assert not state["you"]["sitting_out"]
            await finish(bob, number, round_id)
            for person in (ann, bob):
                await leave(person, number)

    asyncio.run(evening())


def test_who_comes_back_finds_the_seat_and_the_decision(brisk: House) -> None:
    async def evening() -> None:
        async with visitors(brisk, 1) as [ann]:
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


def test_who_stays_away_sits_out_and_then_loses_the_seat(brisk: House) -> None:
    async def evening() -> None:
        async with visitors(brisk, 2) as [ann, bob]:
            table = await table_of(ann, "mini-tex")
            number = table["id"]
            await bob.watch(number)
            await sit(ann, table, 5)
            await bob.until(number, lambda state: state["seats"][4]["name"] is not None)
            await ann.close()
            state = await bob.until(number, lambda state: not state["seats"][4]["connected"])
            assert state["seats"][4]["name"]
            await bob.until(number, lambda state: state["seats"][4]["sitting_out"])
            await bob.until(number, lambda state: state["seats"][4]["name"] is None)
            await ann.connect()

    asyncio.run(evening())


def test_who_leaves_in_a_round_has_the_hand_finished(brisk: House) -> None:
    """The wagers stay; the hand is played by the safe default at once; then the seat is free."""

    async def evening() -> None:
        async with visitors(brisk, 2) as [ann, bob]:
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
            state = await bob.until(number, lambda state: not state["seats"][0]["to_act"])
            assert state["phase"] == "deciding"
            assert state["seats"][0]["leaving"]
            await finish(bob, number, round_id)
            over = await bob.seen_over(number, round_id)
            assert [len(place["decisions"]) for place in over["view"]["seats"]] == [1, 1]
            await ann.until(number, lambda state: state["you"]["seat"] is None)
            with_history: dict[str, Any] = await ann.get("/api/history")
            assert [item["id"] for item in with_history["rounds"]] == [round_id]
            await leave(bob, number)

    asyncio.run(evening())


def test_the_last_to_leave_sees_how_it_ended(brisk: House) -> None:
    async def evening() -> None:
        async with visitors(brisk, 1) as [ann]:
            table = await table_of(ann, "high-card-flush")
            state = await sit(ann, table, 1)
            order = {"table": table["id"], "round": state["round"]["id"], "stakes": {"ante": 500}}
            await ann.do("wager", **order)
            await ann.until(table["id"], lambda state: state["legal"] is not None)
            await leave(ann, table["id"])
            over = await ann.seen_over(table["id"], state["round"]["id"])
            assert over["view"]["net"] == {"1": -500}
            told = [event["event"] for f in ann.frames or () if f["type"] == "update" for event in f["events"]]
            assert told[-1] == "RoundClosed"
            await ann.until(table["id"], lambda state: state["phase"] == "waiting")

    asyncio.run(evening())
