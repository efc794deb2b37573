"""Hands among players over the real socket: all-ins and side pots, people who come and go, and programs for company."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.server.evenings import leave, sit, table_of, visitors
from tests.server.server_process import Guest, ServerProcess
from tests.server.visitors import Refused, State, Visitor, play

BLINDS = {"small_blind": 100, "big_blind": 200}


@pytest.fixture(scope="module")
def pit(live_house: ServerProcess) -> Guest:
    return live_house.admin()


@pytest.fixture(scope="module")
def room(pit: Guest) -> dict[str, Any]:
    """A no-limit room without programs, with Pocket Poker against the house."""
    request = {
        "game": "mini-tex-pvp",
        "edition": "no-limit",
        "name": "The back room",
        "options": {**BLINDS, "pocket-poker": "35-15"},
        "limits": {},
        "jurisdiction": "none",
        "seats": 6,
        "opponents": False,
        "buy_in": {"least": 2000, "most": 50_000},
    }
    answer = pit.post("/api/pit/tables", request)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


async def bet(person: Visitor, table: int, action: str, to: int = 0) -> None:
    """Wait for the person's turn, then do it."""
    state = await person.until(table, lambda state: state["legal"] is not None)
    place = person.places[table]
    order = {"table": table, "round": state["round"]["id"], "turn": state["legal"]["turn"], "action": action}
    await person.do("bet", to=to, **order)
    if person.states[table] is state:
        await person.until(table, lambda _: person.places[table] != place)


async def ready(*people: Visitor, table: int) -> None:
    """The hand begins at once."""
    for person in people:
        await person.do("ready", table=table)


async def by_turn(people: dict[int, Visitor], table: int) -> tuple[int, State]:
    """Whose turn it is, as that person sees it."""
    waiting = {
        asyncio.ensure_future(person.until(table, lambda state: state["legal"] is not None)): seat
        for seat, person in people.items()
    }
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    task = done.pop()
    return waiting[task], task.result()


def test_three_people_all_in_with_a_side_pot(live_house: ServerProcess, room: dict[str, Any]) -> None:
    """A short stack makes a main pot that all three play for, and a side pot that two do."""

    async def evening() -> None:
        async with visitors(live_house, 3) as guests:
            number, people = room["id"], dict(enumerate(guests, start=1))
            buy_ins = {1: 4000, 2: 10_000, 3: 30_000}
            for seat, person in people.items():
                await sit(person, room, seat, buy_ins[seat])
            await ready(*guests, table=number)
            state = await people[1].until(number, lambda state: state["phase"] == "deciding")
            round_id = state["round"]["id"]
            assert (len(state["view"]["players"]), len(state["round"]["seal"])) == (3, 64)
            for _ in range(3):
                seat, state = await by_turn(people, number)
                legal = state["legal"]
                if legal["most"]:
                    await bet(people[seat], number, legal["verb"], legal["most"])
                else:
                    await bet(people[seat], number, "call")
                if any((number, round_id) in person.over for person in guests):
                    break
            over = await people[1].seen_over(number, round_id)
            pots = over["view"]["pots"]
            assert [(pot["amount"], pot["eligible"]) for pot in pots] == [(12_000, [1, 2, 3]), (12_000, [2, 3])]
            assert over["round"]["server_seed"] is None
            after = {player["seat"]: player["stack"] for player in over["view"]["players"]}
            assert sum(after.values()) == sum(buy_ins.values())
            assert over["result"]["net"] == after[1] - buy_ins[1]
            for person in guests:
                await leave(person, number)
            for seat, person in people.items():
                await person.until_balance(lambda balance: not balance["at_tables"])
                assert person.balance["balance"] >= 100_000 - buy_ins[seat]

    asyncio.run(evening())


def test_people_come_and_go(live_house: ServerProcess, room: dict[str, Any]) -> None:
    """Buy-ins and rebuys within bounds and between hands; who sits out is passed over; who leaves folds first."""

    async def evening() -> None:
        async with visitors(live_house, 3) as [ann, bob, cid]:
            number = room["id"]
            for buy_in, code in ((1999, "illegal"), (50_001, "illegal"), (-5, "illegal"), (None, "illegal")):
                with pytest.raises(Refused) as refused:
                    await ann.do("sit", table=number, seat=1, buy_in=buy_in)
                assert refused.value.code == code
            await sit(ann, room, 1, 5000)
            await sit(bob, room, 2, 5000)
            await ready(ann, bob, table=number)
            state = await ann.until(number, lambda state: state["phase"] == "deciding")
            with pytest.raises(Refused) as refused:
                await ann.do("rebuy", table=number, amount=1000)
            assert refused.value.code == "not_now"
            await cid.watch(number)
            assert all(player["cards"] == [None, None] for player in cid.states[number]["view"]["players"])
            await sit(cid, room, 4, 6000)  # waits for the next hand
            await cid.do("rebuy", table=number, amount=500)
            assert cid.states[number]["view"]["players"] == [
                {**player, "cards": [None, None], "words": ""} for player in state["view"]["players"]
            ]
            turn = state["view"]["turn"]
            other, acting = (bob, ann) if turn == 1 else (ann, bob)
            with pytest.raises(Refused) as refused:
                await other.do("bet", table=number, round=state["round"]["id"], turn=0, action="fold")
            assert refused.value.code == "not_your_turn"
            with pytest.raises(Refused) as refused:
                await acting.do("bet", table=number, round=state["round"]["id"], turn=7, action="fold")
            assert refused.value.code == "stale_turn"
            answer = await acting.do("leave", table=number)
            assert answer["leaving"] is True
            over = await other.seen_over(number, state["round"]["id"])
            assert next(p for p in over["view"]["players"] if p["seat"] == turn)["folded"]
            await acting.until(number, lambda state: state["you"]["seat"] is None)
            await acting.until_balance(lambda balance: not balance["at_tables"])
            await cid.do("sit_out", table=number)
            for person in (other, cid):
                await leave(person, number)
                await person.until(number, lambda state: state["you"]["seat"] is None)

    asyncio.run(evening())


def test_pocket_poker_is_settled_with_the_house(live_house: ServerProcess, room: dict[str, Any]) -> None:
    async def evening() -> None:
        async with visitors(live_house, 2) as [ann, bob]:
            number = room["id"]
            await sit(ann, room, 1, 20_000)
            with pytest.raises(Refused) as refused:
                await ann.do("side", table=number, amount=-100)
            assert refused.value.code == "wager_refused"
            await ann.do("side", table=number, amount=500)
            await sit(bob, room, 2, 20_000)
            await ready(ann, bob, table=number)
            seat, state = await by_turn({1: ann, 2: bob}, number)
            await bet(ann if seat == 1 else bob, number, "fold")
            over = await ann.seen_over(number, state["round"]["id"])
            for person in (ann, bob):
                await leave(person, number)
            [line] = [item for item in over["view"]["settled"] if item["seat"] == 1]
            assert line["amount"] == 500
            chips = sum(player["stack"] for player in over["view"]["players"])
            assert chips == 40_000 - 500 + line["returned"]

    asyncio.run(evening())


def test_pocket_poker_keeps_to_the_limits_of_the_table(live_house: ServerProcess, pit: Guest) -> None:
    """The table's own and the law's; bets among players are not their affair."""
    request = {
        "game": "mini-tex-pvp",
        "edition": "no-limit",
        "name": "A room with limits",
        "options": {"big_blind": 500, "max_bet": 60_000, "pocket-poker": "35-15"},
        "limits": {"pocket-poker": {"least": 700, "most": 90_000, "step": 100}},
        "jurisdiction": "washington-2023",
        "seats": 2,
        "opponents": False,
        "buy_in": {"least": 2000, "most": 100_000},
    }
    answer = pit.post("/api/pit/tables", request)
    assert answer.status_code == 201, answer.text
    room = answer.json()

    async def evening() -> None:
        async with visitors(live_house, 2) as [ann, bob]:
            number = room["id"]
            await sit(ann, room, 1, 100_000)
            for amount, told in ((100, "$1"), (750, "$7.50"), (40_100, "$401")):
                with pytest.raises(Refused) as refused:
                    await ann.do("side", table=number, amount=amount)
                assert refused.value.code == "wager_refused"
                assert f"takes $7 to $400 in steps of $1, not {told}." in str(refused.value)
            await ann.do("side", table=number, amount=40_000)
            await sit(bob, room, 2, 100_000)
            await ready(ann, bob, table=number)
            state = await ann.until(number, lambda state: state["phase"] == "deciding")
            assert state["table"]["blinds"] == {"small": 250, "big": 500, "ante": 0}
            seat, state = await by_turn({1: ann, 2: bob}, number)
            assert state["legal"]["most"] == min(60_500, 60_000 if seat == 1 else 100_000)
            await bet(ann if seat == 1 else bob, number, "raise", state["legal"]["most"])
            await leave(bob if seat == 1 else ann, number)
            over = await ann.seen_over(number, state["round"]["id"])
            await leave(ann if seat == 1 else bob, number)
            [line] = over["view"]["settled"]
            assert (line["seat"], line["amount"]) == (1, 40_000)

    asyncio.run(evening())


def test_programs_keep_a_person_company(live_house: ServerProcess) -> None:
    """They come when somebody sits alone, play by themselves, and go with the last person."""

    async def evening() -> None:
        async with visitors(live_house, 1) as [ann]:
            table = await table_of(ann, "mini-tex-pvp")
            assert table["opponents"]
            await sit(ann, table, 3, table["buy_in"]["most"])
            await ready(ann, table=table["id"])
            state = await ann.told(table["id"], lambda state: state["phase"] == "deciding")
            assert sum(seat["program"] for seat in state["seats"]) == 3
            await play(ann, table["id"], random.Random(7), rounds=3)
            await leave(ann, table["id"])
            await ann.until(table["id"], lambda state: all(not seat["name"] for seat in state["seats"]))

    asyncio.run(evening())


def test_who_changes_seats_watches_the_hand_that_is_shown(live_house: ServerProcess, room: dict[str, Any]) -> None:
    """A hand's secrets stay with the seat it was played from: from another seat it is seen as everybody sees it."""

    async def evening() -> None:
        async with visitors(live_house, 2) as guests:
            number, people = room["id"], dict(enumerate(guests, start=1))
            for seat, person in people.items():
                await sit(person, room, seat, 4000)
            await ready(*guests, table=number)
            seat, state = await by_turn(people, number)
            round_id = state["round"]["id"]
            await bet(people[seat], number, "fold")
            await people[seat].seen_over(number, round_id)
            assert seen_cards(people[seat].states[number], seat) != [None, None]
            await leave(people[seat], number)
            await sit(people[seat], room, 5, 4000)
            state = people[seat].states[number]
            assert (state["round"]["id"], state["phase"]) == (round_id, "showing"), "the hand is still shown"
            assert seen_cards(state, seat) == [None, None]
            for person in guests:
                await leave(person, number)

    asyncio.run(evening())


def seen_cards(state: State, seat: int) -> list[str | None]:
    """A player's cards as somebody sees them."""
    cards: list[str | None] = next(player["cards"] for player in state["view"]["players"] if player["seat"] == seat)
    return cards
