"""Two thousand rounds at random, at all seven games at once: every frame that anybody got is searched."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.server.evenings import sit, table_of, visitors
from tests.server.house import House
from tests.server.visitors import PASSED, Refused, Visitor, command, wanted

from houseway.catalog import banked_ids, game_ids

ROUNDS = 2000  # on the two databases together
GAMES = game_ids()
SEATS = 2  # people at each table; one more only watches


class Count:
    def __init__(self) -> None:
        self.rounds: set[int] = set()


async def play(visitor: Visitor, table: dict[str, Any], seat: int, count: Count, rounds: int) -> None:
    """Play at random until enough rounds have been played in all; go to the bank when the chips are gone."""
    chance, number = random.Random(f"{table['game']} {seat}"), table["id"]
    while len(count.rounds) < rounds:
        state = visitor.states[number]
        if state["phase"] == "showing":
            count.rounds.add(state["round"]["id"])
        place = visitor.places[number]
        try:
            if state["you"]["seat"] is None:
                free = [item["seat"] for item in state["seats"] if item["name"] is None]
                await sit(visitor, table, chance.choice(free))
            elif state["kind"] == "pot" and not state["you"]["stack"] and state["legal"] is None:
                await visitor.do("leave", table=number)
            elif state["you"]["sitting_out"]:
                await visitor.do("sit_in", table=number)
            elif wanted(state):
                await visitor.do(**command(state, chance))
        except Refused as error:
            if error.code == "not_enough_chips":
                await visitor.ask("/api/chips", {})
            elif error.code not in PASSED | {"seat_taken", "already_seated", "no_seat"}:
                raise
        if visitor.places[number] == place:
            try:
                await visitor.until(number, lambda _, place=place: visitor.places[number] != place, wait=1)  # type: ignore[misc]
            except TimeoutError:
                continue


async def many(house: House, rounds: int) -> None:
    count = Count()
    async with visitors(house, len(GAMES) * (SEATS + 1)) as people:
        playing = []
        for place, game in enumerate(GAMES):
            table = await table_of(people[0], game)
            company = people[place * (SEATS + 1) : (place + 1) * (SEATS + 1)]
            for visitor in company:
                await visitor.watch(table["id"])
            playing += [
                play(visitor, table, seat, count, rounds) for seat, visitor in enumerate(company[:SEATS], start=1)
            ]
        await asyncio.wait_for(asyncio.gather(*playing), 600)
        for place, game in enumerate(GAMES):
            table = await table_of(people[0], game)
            for visitor in people[place * (SEATS + 1) : place * (SEATS + 1) + SEATS]:
                if visitor.states[table["id"]]["you"]["seat"] is not None:
                    await visitor.do("leave", table=table["id"])
    assert len(count.rounds) >= rounds
    assert set(banked_ids()) < set(GAMES)


@pytest.mark.parametrize("rounds", [ROUNDS // 2])
def test_no_card_before_its_time(live_house: House, rounds: int) -> None:
    asyncio.run(many(live_house, rounds))
