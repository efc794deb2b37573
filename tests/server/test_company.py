"""Whom a table waits for: never long for people who are not there, and nobody who is alone has to hurry.

The clock is set by hand. Who is there has a line to the house; hanging it up is what closing the tab does, and to look
at the lobby alone is not to be at the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.hands import Hands, act, facts, phase_of
from tests.server.within import Inside, Line, inside, until

from houseway.server.people.people import COOKIE, Entered
from houseway.server.tables import table_view
from houseway.server.tables.live_table import LiveTable

FOLD = {"choice": "fold"}
TIMES = {"grace_seconds": 3, "betting_seconds": 15, "decision_seconds": 30, "time_bank_seconds": 60}
LATER = {"showing_seconds": 15, "between_hands_seconds": 5, "away_seconds": 60, "leave_seconds": 300}


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


class Guest:
    """Somebody with a line to the house."""

    def __init__(self, house: Inside, entered: Entered) -> None:
        self.house = house
        self.entered = entered
        self.line = Line(house.app, entered.token)

    @property
    def id(self) -> int:
        return self.entered.person.id

    async def say(self, **message: Any) -> dict[str, Any]:
        number = f"{message['do']} {len(self.line.said)} {id(message)}"
        self.line.send(id=number, **message)
        return await self.line.hear("ack", number)

    async def sit(self, table: LiveTable, seat: int, **facts: Any) -> None:
        await self.say(do="sit", table=table.id, seat=seat, **facts)

    async def bet(self, table: LiveTable, **stakes: int) -> None:
        await self.house.wager(self.entered, table, stakes)

    async def decide(self, table: LiveTable, **decision: Any) -> None:
        await act(self.house, self.entered, table, **decision)

    async def close_tab(self, table: LiveTable) -> None:
        await self.line.hang_up()
        await self._gone(table)

    async def go_to_lobby(self, table: LiveTable) -> None:
        await self.say(do="watch", table="lobby")
        await self.say(do="unwatch", table=table.id)
        await self._gone(table)

    async def _gone(self, table: LiveTable) -> None:
        seat = table.seats.of(self.id)
        await until(lambda: seat is None or table.seats[seat].away_since is not None)
        async with table.held():  # everybody has been told
            pass

    async def history(self) -> list[dict[str, Any]]:
        """The guest's rounds, newest first."""
        line, cookies = httpx.ASGITransport(self.house.app), {COOKIE: self.entered.token}
        async with httpx.AsyncClient(transport=line, base_url="http://localhost", cookies=cookies) as client:
            found: list[dict[str, Any]] = (await client.get("/api/history")).json()["rounds"]
            return found

    def sees(self, table: LiveTable) -> dict[str, Any]:
        return facts(table, self.entered)


@asynccontextmanager
async def evening(tmp_path: Path, people: int, **settings: Any) -> AsyncIterator[tuple[Inside, list[Guest]]]:
    async with inside(tmp_path, **TIMES | LATER | settings) as house:
        guests = [Guest(house, await house.people.make_guest()) for _ in range(people)]
        yield house, guests
        for guest in guests:
            if not guest.line.task.done():
                await guest.line.hang_up()


def waits_for(table: LiveTable) -> list[tuple[int, bool]]:
    """Seats, and whether nobody is connected there."""
    return [(one["seat"], one["away"]) for one in table_view._waits_for(table)]


def test_who_closes_the_tab_in_mid_decision_is_waited_for_for_a_moment_only(tmp_path: Path, hands: Hands) -> None:
    """The bet stands, the safe default is played, the time bank is kept, and so is the seat."""

    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await bob.sit(table, 2)
            await ann.bet(table, ante=500)
            await bob.bet(table, ante=500)
            await bob.decide(table, **FOLD)
            await ann.close_tab(table)
            assert waits_for(table) == [(1, True)]
            await hands.forward(2.9, table)
            assert phase_of(table) == "deciding"
            await hands.forward(0.1, table)
            assert phase_of(table) == "showing"
            assert ann.sees(table)["view"]["net"] == {"1": -500, "2": -500}
            assert (table.seats[1].time_bank, table.seats[1].sitting_out) == (60, False)
            name = house.people.name(ann.id)
            assert [one["text"] for one in bob.sees(table)["acted_for"]] == [f"{name} is away: the hand was folded."]
            assert [one["text"] for one in ann.sees(table)["acted_for"]] == ["You were away: the hand was folded."]
            await bob.say(do="ready", table=table.id)
            assert phase_of(table) == "betting"
            await bob.bet(table, ante=500)  # nobody is waited for
            assert phase_of(table) == "deciding"
            assert sorted(table.seats) == [1, 2]

    asyncio.run(night())


def test_who_is_away_may_come_back_while_others_think(tmp_path: Path, hands: Hands) -> None:
    """The table decides for them only when it would wait for nobody else."""

    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await bob.sit(table, 2)
            await ann.bet(table, ante=500)
            await bob.bet(table, ante=500)
            await ann.go_to_lobby(table)
            await hands.forward(10, table)
            assert (phase_of(table), waits_for(table)) == ("deciding", [(1, True), (2, False)])
            await ann.say(do="watch", table=table.id)
            await bob.decide(table, **FOLD)
            assert (phase_of(table), waits_for(table)) == ("deciding", [(1, False)])
            await ann.decide(table, **FOLD)
            assert not ann.sees(table)["acted_for"]

    asyncio.run(night())


def test_the_deal_does_not_wait_for_who_has_gone_to_the_lobby(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await bob.sit(table, 2)
            await ann.go_to_lobby(table)
            await bob.bet(table, ante=500)
            assert (phase_of(table), waits_for(table)) == ("betting", [(1, True)])
            await hands.forward(3, table)
            assert phase_of(table) == "deciding"
            assert (table.seats[1].missed, table.seats[1].sitting_out) == (0, False)
            await bob.decide(table, **FOLD)
            await bob.say(do="ready", table=table.id)
            await bob.bet(table, ante=500)
            assert phase_of(table) == "deciding"
            await ann.say(do="watch", table=table.id)
            await bob.decide(table, **FOLD)
            await bob.say(do="ready", table=table.id)
            await bob.bet(table, ante=500)  # she is back, and waited for as before
            assert (phase_of(table), waits_for(table)) == ("betting", [(1, False)])

    asyncio.run(night())


def test_another_tab_at_the_table_is_as_good_as_this_one(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await bob.sit(table, 2)
            other = Line(house.app, ann.entered.token)
            other.send(id="look", do="watch", table=table.id)
            await other.hear("ack", "look")
            await ann.line.hang_up()
            assert table.seats[1].away_since is None
            await bob.bet(table, ante=500)
            await hands.forward(10, table)
            assert phase_of(table) == "betting"
            other.send(id="away", do="unwatch", table=table.id)
            await other.hear("ack", "away")
            await hands.forward(3, table)
            assert phase_of(table) == "deciding"
            await other.hang_up()

    asyncio.run(night())


def test_who_is_alone_has_no_clock(tmp_path: Path, hands: Hands) -> None:
    """Nor has somebody whose neighbours sit out or are away. Results stay until one goes on."""

    async def night() -> None:
        async with evening(tmp_path, 3) as (house, [ann, bob, carl]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await bob.sit(table, 2)
            await carl.sit(table, 3)
            await bob.say(do="sit_out", table=table.id)
            await carl.go_to_lobby(table)
            await hands.forward(5, table)
            for _ in range(2):
                await ann.bet(table, ante=500)
                assert (phase_of(table), ann.sees(table)["clock"], waits_for(table)) == ("deciding", None, [(1, False)])
                await hands.forward(100_000, table)
                assert phase_of(table) == "deciding"
                await ann.decide(table, **FOLD)
                assert (phase_of(table), ann.sees(table)["clock"]) == ("showing", None)
                await hands.forward(100_000, table)
                assert phase_of(table) == "showing"
                await ann.say(do="ready", table=table.id)
                assert phase_of(table) == "betting"

    asyncio.run(night())


def test_clocks_begin_with_the_phase_after_somebody_has_come(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await ann.bet(table, ante=500)
            await hands.forward(500, table)
            await bob.sit(table, 2)
            await hands.forward(59, table)
            assert (phase_of(table), ann.sees(table)["clock"]) == ("deciding", None)
            await ann.decide(table, **FOLD)
            assert ann.sees(table)["clock"]["seconds"] == 15
            await hands.forward(15, table)
            assert phase_of(table) == "betting"
            await ann.bet(table, ante=500)
            assert ann.sees(table)["clock"]["seconds"] == 15
            await bob.say(do="leave", table=table.id)
            assert (phase_of(table), ann.sees(table)["clock"]) == ("deciding", None)

    asyncio.run(night())


def test_who_does_nothing_at_all_does_not_keep_a_newcomer_for_ever(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("high-card-flush")
            await ann.sit(table, 1)
            await ann.bet(table, ante=500)
            await bob.sit(table, 2)
            await hands.forward(60, table)
            assert ann.sees(table)["clock"]["seconds"] == 30  # all of it, and the time bank after that
            await hands.forward(30, table)
            assert ann.sees(table)["clock"]["bank"]
            await hands.forward(60, table)
            assert phase_of(table) == "showing"
            assert [one["text"] for one in ann.sees(table)["acted_for"]] == ["Your time was up: the hand was folded."]

            def told(guest: Guest) -> list[str]:
                updates = [frame for frame in guest.line.said if frame["type"] == "update"]
                return [event["text"] for frame in updates for event in frame["events"] if "acted_for" in event]

            name = house.people.name(ann.id)
            await until(lambda: told(bob) == [f"{name}’s time was up: the hand was folded. Seat 1 folds"])
            await until(lambda: told(ann) == ["Your time was up: the hand was folded. Seat 1 folds"])

    asyncio.run(night())


def test_a_round_is_kept_for_who_is_alone_and_loses_the_line(tmp_path: Path, hands: Hands) -> None:
    """Nobody waits for it. It ends when they sit out, so that the seat can be given up; or when somebody comes."""

    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table, other = house.table("high-card-flush"), house.table("mini-tex")
            await ann.sit(table, 1)
            await ann.bet(table, ante=500)
            await ann.close_tab(table)
            await hands.forward(59, table)
            assert phase_of(table) == "deciding"
            await hands.forward(1, table)
            assert phase_of(table) == "showing"
            [line] = await ann.history()
            assert line["played_for"] == "You were away, so the table decided for you."
            await hands.pass_by(240, house, table)
            assert not table.seats

            await bob.sit(other, 1)
            await bob.bet(other, ante=500)
            await bob.go_to_lobby(other)
            await hands.forward(5, other)
            assert phase_of(other) == "deciding"
            carl = Guest(house, await house.people.make_guest())
            await carl.sit(other, 2)  # by hand: "play now" leads elsewhere
            assert phase_of(other) == "betting"
            [line] = await bob.history()
            assert line["played_for"] == "You were away while others waited, so the table decided for you."
            await carl.bet(other, ante=500)
            assert phase_of(other) == "deciding"
            await carl.line.hang_up()

    asyncio.run(night())


def test_play_now_leads_to_people_who_are_there_or_to_an_empty_table(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 3) as (house, [ann, bob, carl]):
            floor, game = house.floor, "high-card-flush"
            first = (await floor.play_now(game, ann.id))["table"]
            await ann.sit(floor.table(first), 1)
            assert (await floor.play_now(game, bob.id))["table"] == first
            await ann.go_to_lobby(floor.table(first))
            assert (await floor.play_now(game, bob.id))["table"] == first  # nobody waits for her
            await ann.bet(floor.table(first), ante=500)
            second = (await floor.play_now(game, bob.id))["table"]
            assert second != first
            assert (await floor.play_now(game, ann.id)) == {"table": first, "seat": 1}
            await bob.sit(floor.table(second), 1)
            assert (await floor.play_now(game, carl.id))["table"] == second
            await bob.bet(floor.table(second), ante=500)
            assert (await floor.play_now(game, carl.id))["table"] == second  # for the next round
            opened = await floor.open_table({"game": game, "name": "Empty"}, 0)
            assert (await floor.play_now(game, carl.id))["table"] == opened["id"]  # one can bet at once there

    asyncio.run(night())


def test_the_house_tells_everybody_where_they_sit(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 1) as (house, [ann]):
            one, other = house.table("high-card-flush"), house.table("mini-tex")
            await ann.sit(one, 2)
            await ann.sit(other, 1)

            def last() -> Any:
                return [frame["seats"] for frame in ann.line.said if frame["type"] == "seats"][-1:]

            await until(lambda: last() == [[{"table": one.id, "seat": 2}, {"table": other.id, "seat": 1}]])
            await ann.say(do="leave", table=one.id)
            await until(lambda: last() == [[{"table": other.id, "seat": 1}]])
            again = Line(house.app, ann.entered.token)
            assert (await again.hear("seats"))["seats"] == [{"table": other.id, "seat": 1}]
            await again.hang_up()

    asyncio.run(night())


# --- among players ---


async def sit_among(guest: Guest, table: LiveTable, seat: int) -> None:
    bounds = table.publisher.summary()["buy_in"]
    assert bounds is not None
    await guest.sit(table, seat, buy_in=bounds["least"])


def test_among_players_who_is_away_checks_or_folds_and_keeps_the_time_bank(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2, program_seconds=1000) as (house, [ann, bob]):
            opened = await house.floor.open_table({"game": "mini-tex-pvp", "name": "Two", "opponents": False}, 0)
            table = house.floor.table(opened["id"])
            await sit_among(ann, table, 1)
            await sit_among(bob, table, 2)
            for guest in (ann, bob):
                await guest.say(do="ready", table=table.id)
            assert table.log is not None
            assert phase_of(table) == "deciding"
            (seat, _), *_ = waits_for(table)
            away, stays = (ann, bob) if seat == 1 else (bob, ann)
            assert stays.sees(table)["clock"]["seconds"] == 30
            await away.close_tab(table)
            await hands.forward(2.9, table)
            assert waits_for(table) == [(seat, True)]
            await hands.forward(0.1, table)
            assert [one["seat"] for one in stays.sees(table)["acted_for"]] == [seat]
            assert [one["why"] for one in stays.sees(table)["acted_for"]] == ["away"]
            assert (table.seats[seat].time_bank, table.seats[seat].sitting_out) == (60, False)

    asyncio.run(night())


async def play_hand(guest: Guest, table: LiveTable, hands: Hands) -> None:
    """Check or fold through a hand against programs, thinking for a day at every turn."""
    await until(lambda: guest.house.floor._programs.ready(table.game))
    await hands.forward(5, table)
    assert phase_of(table) == "deciding"
    while phase_of(table) == "deciding":
        told = guest.sees(table)
        if told["legal"] is None:
            await hands.forward(2, table)
            continue
        assert told["clock"] is None
        await hands.forward(100_000, table)
        assert guest.sees(table)["legal"] == told["legal"]
        assert table.log is not None
        action = "check" if told["legal"]["check"] else "fold"
        await guest.say(do="bet", table=table.id, round=table.log.round_id, turn=told["legal"]["turn"], action=action)


def test_among_programs_alone_nobody_is_hurried(tmp_path: Path, hands: Hands) -> None:
    """The first hand begins by itself; the next one when the player wants it."""

    async def night() -> None:
        async with evening(tmp_path, 1) as (house, [ann]):
            table = house.table("mini-tex-pvp")
            await sit_among(ann, table, 1)
            assert sum(bool(seat.program) for seat in table.seats.values()) == 3
            await play_hand(ann, table, hands)
            await hands.forward(100_000, table)
            assert (phase_of(table), ann.sees(table)["clock"]) == ("showing", None)
            await ann.say(do="ready", table=table.id)
            assert phase_of(table) == "deciding"

    asyncio.run(night())


def told_last(guest: Guest) -> dict[str, Any]:
    """The table as the guest was last told."""
    state: dict[str, Any] = [frame["state"] for frame in guest.line.said if "state" in frame][-1]
    return state


def stack_shown(state: dict[str, Any], seat: int) -> int:
    stack: int = next(one["stack"] for one in state["seats"] if one["seat"] == seat)
    return stack


def test_newcomer_has_no_part_in_the_hand_of_the_player_who_left(tmp_path: Path, hands: Hands) -> None:
    """The hand leaves the table with its last player; the next one is dealt without a click."""

    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("mini-tex-pvp")
            await sit_among(ann, table, 1)
            await play_hand(ann, table, hands)
            await bob.say(do="watch", table=table.id)
            await ann.say(do="leave", table=table.id)
            await until(lambda: not any(seat["name"] for seat in told_last(bob)["seats"]))
            empty = told_last(bob)
            assert (empty["phase"], empty["view"], empty["round"]) == ("waiting", None, None)
            await sit_among(bob, table, 1)
            await until(lambda: told_last(bob)["you"]["seat"] == 1)
            state = told_last(bob)
            assert (state["view"], state["result"], state["clock"]["seconds"]) == (None, None, 5)
            assert stack_shown(state, 1) == state["you"]["stack"] == state["table"]["buy_in"]["least"]
            await hands.forward(5, table)
            assert phase_of(table) == "deciding"

    asyncio.run(night())


@pytest.mark.parametrize("ann_goes", [True, False], ids=["first player away", "first player still looking"])
def test_newcomer_is_dealt_in_without_a_click(tmp_path: Path, hands: Hands, ann_goes: bool) -> None:
    async def night() -> None:
        async with evening(tmp_path, 2) as (house, [ann, bob]):
            table = house.table("mini-tex-pvp")
            await sit_among(ann, table, 1)
            await play_hand(ann, table, hands)
            if ann_goes:
                await ann.close_tab(table)
                await hands.forward(3, table)
            await sit_among(bob, table, 9)
            await hands.forward(5, table)
            assert phase_of(table) == "deciding"

    asyncio.run(night())


def test_taking_over_a_seat_does_not_show_the_hand_played_from_it(tmp_path: Path, hands: Hands) -> None:
    """The others still see the hand that they played."""

    async def night() -> None:
        async with evening(tmp_path, 3) as (house, [ann, bob, carl]):
            opened = await house.floor.open_table({"game": "mini-tex-pvp", "name": "Two", "opponents": False}, 0)
            table = house.floor.table(opened["id"])
            await sit_among(ann, table, 1)
            await sit_among(bob, table, 2)
            for guest in (ann, bob):
                await guest.say(do="ready", table=table.id)
            assert table.log is not None
            (seat, _), *_ = waits_for(table)
            folds, wins = (ann, bob) if seat == 1 else (bob, ann)
            await folds.say(do="bet", table=table.id, round=table.log.round_id, turn=0, action="fold")
            assert phase_of(table) == "showing"
            await wins.say(do="leave", table=table.id)
            await sit_among(carl, table, 3 - seat)
            await until(lambda: told_last(carl)["you"]["seat"] == 3 - seat)
            state = told_last(carl)
            assert [player["seat"] for player in state["view"]["players"]] == [seat]
            assert (state["view"]["you"], state["result"], state["counts"]) == (None, None, {})
            assert stack_shown(state, 3 - seat) == state["table"]["buy_in"]["least"]
            assert folds.sees(table)["result"]["net"] < 0

    asyncio.run(night())


def test_no_hand_is_dealt_to_programs_and_somebody_who_is_away(tmp_path: Path, hands: Hands) -> None:
    async def night() -> None:
        async with evening(tmp_path, 1) as (house, [ann]):
            table = house.table("mini-tex-pvp")
            await sit_among(ann, table, 1)
            await ann.go_to_lobby(table)
            await hands.forward(3, table)
            await hands.forward(50, table)
            assert phase_of(table) == "waiting"
            await ann.say(do="watch", table=table.id)
            await table.mailbox.tick()
            await hands.forward(5, table)
            assert phase_of(table) == "deciding"

    asyncio.run(night())
