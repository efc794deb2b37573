"""Clocks to the second, with a clock set by hand: betting windows, decisions, time banks, and people who are away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.hands import Hands, act, facts, phase_of, shown
from tests.server.within import Line, inside

FOLD = {"choice": "fold"}


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def test_first_the_clock_then_the_bank_then_the_safe_default(tmp_path: Path, hands: Hands) -> None:
    """A bank that is used up is empty the next time, but for what a round gives back."""

    async def evening() -> None:
        async with inside(tmp_path, decision_seconds=30, time_bank_seconds=60, time_bank_refill=5) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)  # who is alone has no clock
            for bank in (60, 5):
                assert table.seats[1].time_bank == bank
                await house.wager(ann, table, {"ante": 500})
                await house.do(bob, table, "ready")
                assert shown(table, ann) == (False, 30, [1])
                await hands.forward(29, table)
                assert shown(table, ann) == (False, 30, [1])
                await hands.forward(1, table)
                assert shown(table, ann) == (True, bank, [1])
                await hands.forward(bank - 1, table)
                assert phase_of(table) == "deciding"
                await hands.forward(1, table)
                assert phase_of(table) == "showing"
                assert facts(table, ann)["view"]["seats"][0]["decisions"] == [{"at": "raise", **FOLD}]
                await house.do(ann, table, "ready")
            await house.wager(ann, table, {"ante": 500})
            await house.wager(bob, table, {"ante": 500})  # or he would sit out by now
            await act(house, bob, table, **FOLD)
            await hands.forward(32, table)
            await act(house, ann, table, **FOLD)
            assert table.seats[1].time_bank == 5 - 2 + 5

    asyncio.run(evening())


def test_the_betting_window_waits_so_long_and_no_longer(tmp_path: Path, hands: Hands) -> None:
    """Before the first wager no clock runs. Who misses three rounds in a row sits out, until they bet."""

    async def evening() -> None:
        async with inside(tmp_path, betting_seconds=15) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)
            for missed in (1, 2, 3):
                await hands.forward(1000, table)
                assert phase_of(table) == "betting"
                await house.wager(ann, table, {"ante": 500})
                await hands.forward(14, table)
                assert phase_of(table) == "betting"
                await hands.forward(1, table)
                assert (table.phase, table.seats[2].sitting_out) == ("deciding", missed == 3)
                await act(house, ann, table, **FOLD)
                await house.do(ann, table, "ready")
            await house.wager(ann, table, {"ante": 500})  # nobody else is waited for now
            assert phase_of(table) == "deciding"
            await act(house, ann, table, **FOLD)
            await house.do(ann, table, "ready")
            await house.wager(bob, table, {"ante": 500})
            assert (table.phase, table.seats[2].sitting_out) == ("betting", False)
            await house.do(ann, table, "ready")
            assert [spot["seat"] for spot in facts(table, ann)["view"]["seats"]] == [2]

    asyncio.run(evening())


def test_a_result_is_shown_so_long_and_no_longer(tmp_path: Path, hands: Hands) -> None:
    async def evening() -> None:
        async with inside(tmp_path, showing_seconds=15) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)
            await house.wager(ann, table, {"ante": 500})
            await house.do(bob, table, "ready")
            await act(house, ann, table, **FOLD)
            await hands.forward(14, table)
            assert phase_of(table) == "showing"
            await hands.forward(1, table)
            assert phase_of(table) == "betting"

    asyncio.run(evening())


@pytest.mark.parametrize("game", ["mini-tex", "mini-tex-pvp"])
def test_seat_of_an_absent_player_is_given_up(tmp_path: Path, hands: Hands, game: str) -> None:
    """Without chips on the table after a minute; with chips it sits out first, and they go back to the wallet. Somebody
    who watches is not away, however long they do nothing."""

    async def evening() -> None:
        async with inside(tmp_path, away_seconds=60, leave_seconds=300) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            opened = await house.floor.open_table({"game": game}, 0)
            table, line, bounds = house.floor.table(opened["id"]), Line(house.app, bob.token), opened["buy_in"]
            buy_in: dict[str, Any] = {"buy_in": bounds["least"]} if bounds else {}
            line.send(id="sit", do="sit", table=table.id, seat=2, **buy_in)
            await line.hear("ack", "sit")
            await house.do(ann, table, "sit", seat=1, **buy_in)
            await hands.pass_by(59, house, table)
            assert not table.seats[1].sitting_out
            await hands.pass_by(1, house, table)
            if bounds:
                assert table.seats[1].sitting_out
                await hands.pass_by(239, house, table)
                assert {1, 2} <= table.seats.keys()
                await hands.pass_by(1, house, table)
            assert 1 not in table.seats
            assert house.floor.balance_of(ann.person.id) == (100_000, 0)
            assert not table.seats[2].sitting_out
            await line.hang_up()

    asyncio.run(evening())
