"""The floor: more tables for more people, closing, and one wallet at several tables at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.evenings import finish, leave, sit, table_of, visitors
from tests.server.server_process import ServerProcess
from tests.server.visitors import Refused, Visitor


def test_one_wallet_cannot_be_bet_twice(live_house: ServerProcess) -> None:
    """Four wagers at four tables at the same moment, chips for three: one is refused, and its table goes on.

    The games all ask for a decision: none is over, and gives chips back, before the fourth wager comes.
    """

    async def evening() -> None:
        async with visitors(live_house, 1) as [ann]:
            games = ("high-card-flush", "mini-tex", "high-card-draw", "three-card-draw-poker")
            tables = [await table_of(ann, game) for game in games]
            others = [Visitor(live_house.address, ann.cookies, keep_frames=True) for _ in tables]
            orders = []
            for other, table in zip(others, tables, strict=True):
                await other.connect()
                state = await sit(other, table, 1)
                main = next(iter(table["limits"]))
                orders.append(
                    {
                        "table": table["id"],
                        "round": state["round"]["id"],
                        "stakes": {main: table["limits"][main]["most"]},
                    }
                )
            answers = await asyncio.gather(
                *(other.do("wager", **order) for other, order in zip(others, orders, strict=True)),
                return_exceptions=True,
            )
            refused = [answer for answer in answers if isinstance(answer, Refused)]
            assert [answer.code for answer in refused] == ["not_enough_chips"]
            for other, order, answer in zip(others, orders, answers, strict=True):
                number = order["table"]
                if isinstance(answer, Refused):
                    state = await other.watch(number)
                    assert state["phase"] == "betting"
                    assert state["view"]["seats"] == []
                else:
                    state = await other.until(number, lambda state: state["legal"] is not None)
                    assert state["round"]["id"] == order["round"]
                await leave(other, number)
                await other.close()
            await ann.until_balance(lambda balance: not balance["at_tables"])

    asyncio.run(evening())


def test_play_now_opens_another_table_when_all_seats_are_taken(live_house: ServerProcess) -> None:
    async def evening() -> None:
        async with visitors(live_house, 8) as people:
            taken = []
            for person in people:
                found = await person.ask("/api/play-now", {"game": "three-card-draw-poker"})
                await person.do("sit", table=found["table"], seat=found["seat"])
                taken.append((found["table"], found["seat"]))
            assert len(set(taken)) == 8
            assert [table for table, _ in taken].count(taken[0][0]) == 7
            for person, (table, _) in zip(people, taken, strict=True):
                await leave(person, table)

    asyncio.run(evening())


def test_a_table_closes_after_the_round_under_way(live_house: ServerProcess) -> None:
    """Nobody can sit down any more, the round is finished, everybody has their chips, and the table is gone."""
    pit = live_house.admin()
    request: dict[str, Any] = {"game": "high-card-flush", "edition": None, "options": {}, "name": "For an hour"}
    request |= {"limits": {"ante": {"least": 1000, "most": 2000, "step": 500}}, "jurisdiction": "none"}

    async def evening() -> None:
        async with visitors(live_house, 2) as [ann, bob]:
            answer = await asyncio.to_thread(pit.post, "/api/pit/tables", request)
            assert answer.status_code == 201, answer.text
            table = answer.json()
            number = table["id"]
            later = {"names": ["Raise"], "times": 1}
            assert table["limits"]["ante"] == {"least": 1000, "most": 2000, "step": 500, "later": later}
            state = await sit(ann, table, 1)
            round_id = state["round"]["id"]
            for stakes in ({"ante": 500}, {"ante": 1250}, {"ante": 2500}):
                with pytest.raises(Refused) as refused:
                    await ann.do("wager", table=number, round=round_id, stakes=stakes)
                assert refused.value.code == "wager_refused"
            await ann.do("wager", table=number, round=round_id, stakes={"ante": 1500})
            await ann.until(number, lambda state: state["legal"] is not None)
            (await asyncio.to_thread(pit.post, f"/api/pit/tables/{number}/close")).raise_for_status()
            with pytest.raises(Refused) as refused:
                await bob.do("sit", table=number, seat=2)
            assert refused.value.code == "table_closed"
            await finish(ann, number, round_id)
            await ann.do("ready", table=number, round=round_id)
            await ann.until(number, lambda state: state["phase"] == "closed")
            await ann.until_balance(lambda balance: not balance["at_tables"])
            assert number not in [item["id"] for item in await bob.tables()]
            with pytest.raises(Refused) as refused:
                await bob.do("watch", table=number)
            assert refused.value.code == "unknown_table"

    asyncio.run(evening())
