"""What one person and one address may take of the house: changes of a wager, seats, tables; the pit has its own."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from tests.server.server_process import LONG
from tests.server.within import Inside, Line, inside, until

from houseway.rules.procedure import Decide
from houseway.server.people.people import COOKIE, Entered
from houseway.server.refusals import Refusal
from houseway.server.storage.round_records import StoredRound
from houseway.server.tables import clocks
from houseway.server.tables import floor as floors
from houseway.server.tables.banked_table import MOST_CHANGES, BankedTable
from houseway.server.tables.live_table import LiveTable
from houseway.server.web.api import dependencies, pit
from houseway.server.web.api.dependencies import PIECE, in_pieces

GAME = "two-card-roo"


async def play_now(house: Inside, who: Entered, address: str = "192.0.2.1", game: str = GAME) -> LiveTable:
    """As the page does it: find a seat, then take it over the socket."""
    found = await house.floor.play_now(game, who.person.id, address)
    table = house.floor.table(found["table"])
    if table.seats.of(who.person.id) is None:
        with house.floor.crowd.sitting(who.person, table, address):
            await house.do(who, table, "sit", seat=found["seat"])
    return table


async def leave_in_mid_round(house: Inside, who: Entered) -> LiveTable:
    """Bet and go away, so that a newcomer would wait."""
    table = await play_now(house, who)
    await house.wager(who, table, {"roo": 500})
    return table


async def guests(house: Inside, many: int) -> list[Entered]:
    return [await house.people.make_guest() for _ in range(many)]


async def supervisor(house: Inside) -> Entered:
    return await house.people.register("Ida", "a long password", None, role="pit")


def of_game(house: Inside, game: str = GAME) -> int:
    return sum(table.game.id == game for table in house.floor.tables.values())


# --- wagers ---


def test_a_wager_is_changed_so_often_and_then_again_in_another_round(tmp_path: Path) -> None:
    """One change too many changes nothing. What is taken back can be bet again, though nobody else bets."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann, bob = await guests(house, 2)
            table = house.table(GAME)
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)  # the deal waits for him
            for number in range(MOST_CHANGES):
                await house.wager(ann, table, {"roo": 500 + 100 * (number % 2)})
            log = table.log
            assert log is not None
            assert isinstance(table, BankedTable)
            before = len(log.played.actions), table.number, house.floor.balance_of(ann.person.id)
            with pytest.raises(Refusal, match=r"^Wagers can be changed 200 times in a round: bet in the next one\.$"):
                await house.wager(ann, table, {"roo": 700})
            assert (len(log.played.actions), table.number, house.floor.balance_of(ann.person.id)) == before
            await house.wager(ann, table, {})
            assert house.floor.balance_of(ann.person.id) == (100_000, 0)
            assert table.log is not None
            assert table.log.round_id != log.round_id
            await house.wager(ann, table, {"roo": 500})
            assert house.floor.balance_of(ann.person.id) == (99_500, 500)

    asyncio.run(evening())


def test_taking_back_what_is_not_there_adds_nothing(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann, bob = await guests(house, 2)
            table = house.table(GAME)
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)
            await house.wager(bob, table, {"roo": 500})
            assert table.log is not None
            before = len(table.log.played.actions)
            for nothing in ({}, {"roo": 0}):
                with pytest.raises(Exception, match="is needed to play"):
                    await house.wager(ann, table, nothing)
            assert len(table.log.played.actions) == before

    asyncio.run(evening())


# --- long answers ---


async def longest_round(house: Inside, who: list[Entered]) -> int:
    """A finished round in which every seat but the last changed its wager as often as it could."""
    table = house.table(GAME)
    for number, person in enumerate(who, start=1):
        await house.do(person, table, "sit", seat=number)
    assert table.log is not None
    round_id = table.log.round_id
    for person in who[:-1]:
        for number in range(MOST_CHANGES):
            await house.wager(person, table, {"roo": 500 + 100 * (number % 2)})
    await house.wager(who[-1], table, {"roo": 500})
    while table.phase == "deciding":
        assert isinstance(table, BankedTable)
        round_ = table.round
        assert round_ is not None
        assert isinstance(round_.step, Decide)
        seat = round_.to_act[0]
        legal = round_.offers(seat)[0].least.decision.to_json()
        await house.do(who[seat - 1], table, "act", round=round_id, at=round_.step.at, decision=legal)
    assert table.phase == "showing"
    return round_id


def as_client(house: Inside, token: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(house.app)
    return httpx.AsyncClient(transport=transport, base_url="http://localhost", cookies={COOKIE: token})


LONG_ANSWERS = ("/api/history/{}", "/api/history/{}/record", "/api/pit/rounds/{}", "/api/pit/rounds.jsonl?round={}")


def test_a_ping_is_answered_while_a_long_round_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is played again only after the ping is answered, and beside the loop: it stands in nobody's way."""
    begun, answered = threading.Event(), threading.Event()
    play, written_by = StoredRound.play, list[threading.Thread]()

    def patient(stored: StoredRound) -> Any:
        begun.set()
        if threading.current_thread() is not threading.main_thread():
            answered.wait(LONG)
        return play(stored)

    def noted(answer: Mapping[str, object]) -> bytes:
        written_by.append(threading.current_thread())
        return in_pieces(answer)

    async def evening() -> None:
        async with inside(tmp_path) as house:
            who = [await supervisor(house), await house.people.make_guest()]
            round_id = await longest_round(house, who)
            line = Line(house.app, who[0].token)
            await line.hear("welcome")
            monkeypatch.setattr(StoredRound, "play", patient)
            for module in (dependencies, pit):
                monkeypatch.setattr(module, "in_pieces", noted)
            async with as_client(house, who[0].token) as client:
                for path in LONG_ANSWERS:
                    begun.clear()
                    answered.clear()
                    asked = asyncio.create_task(client.get(path.format(round_id)))
                    await asyncio.to_thread(begun.wait, LONG)
                    line.send(id=path, do="ping")
                    await line.hear("ack", path)
                    assert not asked.done(), path
                    answered.set()
                    answer = await asked
                    assert answer.status_code == 200, answer.text
                    assert len(json.loads(answer.text)["events"]) > MOST_CHANGES
            assert len(written_by) == len(LONG_ANSWERS)
            assert threading.main_thread() not in written_by
            await line.hang_up()

    asyncio.run(evening())


def test_pieces_are_the_whole() -> None:
    answer = {
        "none": [],
        "one": [{"a": 1}],
        "many": list(range(PIECE * 2 + 1)),
        "text": 'a "word"',
        "in": {"deep": [1]},
    }
    assert json.loads(in_pieces(answer)) == answer
    assert in_pieces(answer) == orjson.dumps(answer)
    assert in_pieces({}) == b"{}"


# --- seats and tables ---


def test_one_person_sits_at_so_many_tables(tmp_path: Path) -> None:
    """The pit sits where it likes; who leaves one table can sit at another."""

    async def evening() -> None:
        async with inside(tmp_path, seats_per_person=2) as house:
            ann, ida = await house.people.make_guest(), await supervisor(house)
            games = [table.game.id for table in house.floor.tables.values() if table.kind == "banked"][:3]
            tables = [await play_now(house, ann, game=game) for game in games[:2]]
            refusal = r"^One person sits at no more than 2 tables: leave one first\.$"
            with pytest.raises(Refusal, match=refusal):
                await play_now(house, ann, game=games[2])
            line = Line(house.app, ann.token)
            third = house.table(games[2])
            line.send(id="third", do="sit", table=third.id, seat=1)
            assert re.search(refusal, (await line.hear("error", "third"))["sentence"])
            assert await play_now(house, ann, game=games[0]) is tables[0]
            await house.do(ann, tables[0], "leave")
            line.send(id="again", do="sit", table=third.id, seat=1)
            assert (await line.hear("ack", "again"))["seat"] == 1
            line.send(id="again", do="sit", table=third.id, seat=1)  # the answer was lost: it is given again
            await until(lambda: sum(said.get("id") == "again" for said in line.said) == 2)
            assert {said["type"] for said in line.said if said.get("id") == "again"} == {"ack"}
            await line.hang_up()
            assert len({(await play_now(house, ida, game=game)).id for game in games}) == 3

    asyncio.run(evening())


def test_one_address_has_so_many_seats(tmp_path: Path) -> None:
    """Whoever comes from elsewhere still gets one, and so does the pit."""

    async def evening() -> None:
        async with inside(tmp_path, seats_per_address=3) as house:
            crowd, ann = await guests(house, 4), await house.people.make_guest()
            for person in crowd[:3]:
                await play_now(house, person)
            with pytest.raises(Refusal, match="Too many seats are taken from this address: leave a table first"):
                await play_now(house, crowd[3])
            await play_now(house, ann, "198.51.100.7")
            await play_now(house, await supervisor(house))

    asyncio.run(evening())


def test_seats_that_are_asked_for_at_once_count(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path, seats_per_address=3) as house:
            lines = [Line(house.app, who.token) for who in await guests(house, 6)]
            table = house.table(GAME)
            for seat, line in enumerate(lines, start=1):
                line.send(id="sit", do="sit", table=table.id, seat=seat)
            await until(lambda: all(any(said.get("id") == "sit" for said in line.said) for line in lines))
            assert len(table.seats) == 3
            for line in lines:
                await line.hang_up()

    asyncio.run(evening())


def test_a_few_guests_do_not_fill_the_house(tmp_path: Path) -> None:
    """They go away in mid-round, so that the next is led to another table: as often as the house opens one for them.
    Then they get a seat beside those who are away, others still get a table of their own, and the pit opens one."""

    async def evening() -> None:
        async with inside(tmp_path, tables_per_address=3) as house:
            *first, fifth = await guests(house, 5)
            for person in first:
                await leave_in_mid_round(house, person)
            await play_now(house, fifth)
            assert of_game(house) == 4
            (newcomer,) = await guests(house, 1)
            table = await play_now(house, newcomer, "198.51.100.7")
            assert (of_game(house), list(table.seats)) == (5, [1])
            (ida,) = await guests(house, 1)
            await house.floor.open_table({"game": GAME, "name": "The pit's"}, ida.person.id)
            assert of_game(house) == 6

    asyncio.run(evening())


def test_all_seats_taken_is_said(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path, tables_per_address=0) as house:
            seats = house.table(GAME).seats.size
            *first, last = await guests(house, seats + 1)
            for person in first:
                await play_now(house, person)
            with pytest.raises(Refusal, match=r"^All seats at 2 Card Roo are taken: try again in a few minutes\.$"):
                await play_now(house, last)

    asyncio.run(evening())


def test_the_pit_has_a_reserve_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            monkeypatch.setattr(floors, "MOST_TABLES", len(house.floor.tables) + 3)
            monkeypatch.setattr(floors, "FOR_THE_PIT", 2)
            ann, bob, carl, ida = await guests(house, 4)
            first, second = await leave_in_mid_round(house, ann), await play_now(house, bob, "198.51.100.7")
            assert first is not second
            assert await play_now(house, carl, "203.0.113.9") in (first, second)  # no more tables of the house's
            for number in range(2):
                await house.floor.open_table({"game": GAME, "name": f"The pit's {number}"}, ida.person.id)
            with pytest.raises(Refusal, match="close one first"):
                await house.floor.open_table({"game": GAME, "name": "One more"}, ida.person.id)

    asyncio.run(evening())


def test_an_empty_table_closes_though_somebody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later than one that nobody watches, but it does: watchers could keep every table of the house open."""

    async def evening() -> None:
        async with inside(tmp_path, empty_table_seconds=30) as house:
            ann, bob = await guests(house, 2)
            await leave_in_mid_round(house, ann)
            extra = await play_now(house, bob)
            line = Line(house.app, bob.token)
            line.send(id="1", do="watch", table=extra.id)
            await line.hear("snapshot")
            await house.do(bob, extra, "leave")
            assert extra.empty_since is not None
            started, later = clocks.now(), 0.0
            monkeypatch.setattr(clocks, "now", lambda: started + later)
            later = 30.0
            await house.floor._look_after(extra)
            assert not extra.closed
            later = 300.0
            await house.floor._look_after(extra)
            assert extra.closed
            assert extra.id not in house.floor.tables
            await line.hang_up()

    asyncio.run(evening())
