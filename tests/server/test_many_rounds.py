"""Rounds at random, at all seven games at once, on each database: every frame that anybody got is searched."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from tests.server.evenings import sit, table_of, visitors
from tests.server.leaks import Truth
from tests.server.server_process import ServerProcess
from tests.server.visitors import PASSED, Refused, Visitor, command, wanted
from tests.sizes import sized

from houseway.catalog import banked_ids, game_ids
from houseway.server.storage.schema import round_people, rounds

EACH = sized(quick=5, test=20, thorough=150)  # rounds of every game, on each database; two thousand when thorough
GAMES = game_ids()
SEATS = 2  # people at each table; one more only watches


async def play(visitor: Visitor, table: dict[str, Any], seat: int, shown: set[int]) -> int:
    """Play at random until enough rounds were shown; gives the chips that the bank had to give meanwhile."""
    chance, number, given = random.Random(f"{table['game']} {seat}"), table["id"], 0
    while len(shown) < EACH:
        state = visitor.states[number]
        if state["phase"] == "showing":
            shown.add(state["round"]["id"])
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
                with contextlib.suppress(Refused):  # who has enough for something cheaper chooses again
                    given += (await visitor.ask("/api/chips", {}))["added"]
                continue
            if error.code not in PASSED | {"seat_taken", "already_seated", "no_seat"}:
                raise
        if visitor.places[number] == place:
            with contextlib.suppress(TimeoutError):
                await visitor.until(number, lambda _, place=place: visitor.places[number] != place, wait=1)  # type: ignore[misc]
    return given


async def many(house: ServerProcess) -> None:
    async with visitors(house, len(GAMES) * (SEATS + 1)) as people:
        playing, players, tables = [], [], {}
        for place, game in enumerate(GAMES):
            tables[game] = table = await table_of(people[0], game)
            company, shown = people[place * (SEATS + 1) : (place + 1) * (SEATS + 1)], set[int]()
            for visitor in company:
                await visitor.watch(table["id"])
            for seat, visitor in enumerate(company[:SEATS], start=1):
                playing.append(play(visitor, table, seat, shown))
                players.append((visitor, table["id"]))
        given = await asyncio.wait_for(asyncio.gather(*playing), 1800)
        for visitor, number in players:
            with contextlib.suppress(Refused):  # whose stack was gone may have left just now
                await visitor.do("leave", table=number)
        for (visitor, number), more in zip(players, given, strict=True):
            await visitor.until(number, lambda state: state["you"]["seat"] is None)
            check_chips(house, (await visitor.get("/api/me"))["person"], more)
    check_rounds(house, tables)
    check_frames(people, {table["id"]: game for game, table in tables.items()})


def check_rounds(house: ServerProcess, tables: dict[str, dict[str, Any]]) -> None:
    """Enough rounds of every game were played to their end, and the search knew each of them."""
    with house.engine() as connection:
        counted = sa.select(rounds.c.game, sa.func.count().label("rounds")).where(rounds.c.over).group_by(rounds.c.game)
        over = {row.game: row.rounds for row in connection.execute(counted)}
        left = connection.scalar(sa.select(sa.func.count()).select_from(rounds).where(~rounds.c.over))
    assert set(over) == set(tables) == set(GAMES)
    assert min(over.values()) >= EACH, over
    assert left == 0
    assert len(Truth(house)) == sum(over.values())


def check_frames(people: list[Visitor], games: dict[int, str]) -> None:
    """Of every game, players were shown every phase, and enough rounds to their end.

    Who only watches is told of several things at once when they follow closely, so that no phase of theirs is sure.
    """
    phases, ends = defaultdict(set), defaultdict(set)
    for visitor in people:
        for frame in visitor.frames or ():
            if frame["type"] in ("snapshot", "update"):
                seen = games[frame["table"]], frame["state"]["you"]["seat"] is None
                phases[seen].add(frame["state"]["phase"])
                if frame["state"]["phase"] == "showing":
                    ends[seen].add(frame["state"]["round"]["id"])
    for game in GAMES:
        some = {"betting", "deciding", "showing"} if game in banked_ids() else {"deciding", "showing"}
        assert phases[game, False] >= some, game
        assert phases[game, True], game
        assert len(ends[game, False]) >= EACH, game


def check_chips(house: ServerProcess, person: dict[str, Any], given: int) -> None:
    """A player has what the rounds gave, to the cent."""
    moved = sa.select(sa.func.coalesce(sa.func.sum(round_people.c.returned - round_people.c.staked), 0))
    with house.engine() as connection:
        net = connection.scalar(moved.where(round_people.c.person_id == person["id"]))
    assert net is not None
    assert (person["balance"], person["at_tables"]) == (100_000 + given + int(net), 0)


def test_no_card_before_its_time(live_house: ServerProcess) -> None:
    asyncio.run(many(live_house))
