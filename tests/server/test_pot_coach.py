"""The coach among players says what `houseway chances` says, and what a call needs."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from tests.server.conftest import fresh_database
from tests.server.evenings import leave, sit, visitors
from tests.server.server_process import PATIENT, ServerProcess
from tests.server.visitors import Refused, State, Visitor

from houseway.catalog import pot_game_class
from houseway.server.odds.pot_coach import price
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView


@pytest.fixture
def room(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[tuple[ServerProcess, dict[str, Any]]]:
    """A house with a no-limit room without programs."""
    house = ServerProcess(fresh_database("sqlite", tmp_path, request), tmp_path, **PATIENT)
    house.forked = True
    house.open()
    order = {
        "game": "mini-tex-pvp",
        "edition": "no-limit",
        "name": "Chances",
        "jurisdiction": "none",
        "limits": {},
        "options": {"small_blind": 100, "big_blind": 200},
        "seats": 4,
        "opponents": False,
        "buy_in": {"least": 2000, "most": 50_000},
    }
    answer = house.admin().post("/api/pit/tables", order)
    assert answer.status_code == 201, answer.text
    yield house, answer.json()
    house.stop()
    assert house.check_ledger() == 0


async def counted(state: State, opponents: int) -> dict[str, Any]:
    """What the command says about the hand of the person who sees this."""
    own = next(player for player in state["view"]["players"] if player["seat"] == state["view"]["you"])
    command = [*(sys.executable, "-m", "houseway", "chances", "mini-tex-pvp", "--json")]
    command += ["--cards", " ".join(own["cards"]), "--opponents", str(opponents)]
    command += ["--community", " ".join(state["view"]["community"])]
    done = await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


async def act(people: dict[int, Visitor], table: int, action: str) -> None:
    """Whoever is in turn does this."""
    turn = next(iter(people.values())).states[table]["view"]["turn"]
    state = await people[turn].until(table, lambda state: state["legal"] is not None)
    number = state["legal"]["turn"]
    await people[turn].do("bet", table=table, round=state["round"]["id"], turn=number, action=action, to=0)
    for person in people.values():
        await person.until(table, lambda now: now["legal"] is None or now["legal"]["turn"] != number)
        await person.until(table, lambda now: now["view"]["turn"] != turn or now["legal"] is not None)


def test_the_chances_are_those_of_the_command(room: tuple[ServerProcess, dict[str, Any]]) -> None:
    house, table = room
    number = table["id"]

    async def evening() -> None:
        async with visitors(house, 3) as guests:
            people = dict(enumerate(guests, start=1))
            for seat, person in people.items():
                await sit(person, table, seat, 10_000)
            with pytest.raises(Refused) as refused:
                await guests[0].do("coach", table=number)
            assert refused.value.code == "not_your_turn"
            for person in guests:
                await person.do("ready", table=number)
            for person in guests:
                await person.until(number, lambda state: state["phase"] == "deciding")

            # Before the flop: two hands against the first to act, who calls a big blind into three.
            turn = guests[0].states[number]["view"]["turn"]
            for seat, person in people.items():
                if seat != turn:
                    with pytest.raises(Refused) as refused:
                        await person.do("coach", table=number)
                    assert refused.value.code == "not_your_turn"
            state = people[turn].states[number]
            answer = await people[turn].do("coach", table=number)
            assert (answer["at"], answer["opponents"]) == ("hole", 2)
            assert answer["turn"] == state["legal"]["turn"]
            assert answer["chances"] | await counted(state, 2) == answer["chances"]
            assert answer["call"] == {"amount": 200, "pot": 500, "needs": "2/5", "value": 0.4}
            told = answer["chances"]
            assert told["win"] + told["tie"] + told["lose"] == pytest.approx(1)
            assert told["value"] == pytest.approx(float(Fraction(told["share"])))

            # One folds: after the flop it is one hand, and a check costs nothing.
            for action in ("fold", "call", "check"):
                await act(people, number, action)
            turn = guests[0].states[number]["view"]["turn"]
            state = await people[turn].until(number, lambda state: state["legal"] is not None)
            answer = await people[turn].do("coach", table=number)
            assert (answer["at"], answer["opponents"], answer["call"]) == ("flop", 1, None)
            assert answer["chances"] | await counted(state, 1) == answer["chances"]
            for person in guests:
                await leave(person, number)

    asyncio.run(evening())


def test_who_is_nearly_broke_plays_for_less() -> None:
    """A call for the last $3 of a bet of $10 plays for what all three put in up to that."""
    game = pot_game_class("mini-tex-pvp").make("no-limit")
    hand = PotRound(game, {1: 10_000, 2: 300, 3: 10_000}, button=1, seed=bytes(32))
    hand.act(1, "raise", 1000)
    view: PotView = hand.view(2)
    bounds = hand.legal(2)
    assert bounds is not None
    assert bounds.call == 200
    assert price(view, 2, bounds.call) == {"amount": 200, "pot": 800, "needs": "1/4", "value": 0.25}
