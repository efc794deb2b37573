"""Wagers taken back over the real socket, on both databases: the chips, the clock, the record, and a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.evenings import finish, leave, next_round, sit, table_of, visitors
from tests.server.server_process import ServerProcess
from tests.server.visitors import Refused, State, Visitor
from tests.sizes import databases

from houseway.server.money.ledger import felt, wallet
from houseway.server.storage.schema import accounts, actions, entries, postings, rounds
from houseway.table.record import verify


async def _take_back(player: Visitor, table: int, round_id: int, **fields: Any) -> dict[str, Any]:
    return await player.do("wager", table=table, round=round_id, stakes={}, **fields)


def _on_the_felt(state: State) -> list[int]:
    return [place["seat"] for place in state["view"]["seats"]]


def _moved(house: ServerProcess, round_id: int, key: str) -> list[int]:
    """What the ledger moved on an account for a round, in order."""
    query = (
        sa.select(postings.c.amount)
        .select_from(entries.join(postings).join(accounts))
        .where(entries.c.round_id == round_id, accounts.c.key == key)
        .order_by(entries.c.id)
    )
    with house.engine() as connection:
        return list(connection.scalars(query))


def test_taken_back_and_bet_again(either_house: ServerProcess) -> None:
    """The table is as it was before the wagers; sent again, the command has no second effect; the record verifies."""

    async def evening() -> None:
        async with visitors(either_house, 2) as [ann, bob]:
            table = await table_of(ann, "high-card-flush")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)
            round_id = state["round"]["id"]
            order: dict[str, Any] = {"table": number, "round": round_id}
            await ann.do("wager", stakes={"ante": 1000, "flush": 500}, player_seed="7a6b", **order)
            assert ann.states[number]["clock"] is not None
            await ann.until_balance(lambda balance: balance["balance"] == 98_500)
            assert ann.balance["at_tables"] == 1500

            answer = await _take_back(ann, number, round_id, id_="back")
            state = await ann.until(number, lambda state: not _on_the_felt(state))
            assert (state["phase"], state["clock"], state["round"]["id"]) == ("betting", None, round_id)
            assert (state["you"]["ready"], state["you"]["last_stakes"]) == (False, {"ante": 1000, "flush": 500})
            await ann.until_balance(lambda balance: balance["balance"] == 100_000 and not balance["at_tables"])
            state = await bob.until(number, lambda state: not _on_the_felt(state))
            assert state["clock"] is None
            assert await _take_back(ann, number, round_id, id_="back") == answer
            with pytest.raises(Refused) as refused:
                await _take_back(ann, number, round_id)
            assert refused.value.code == "wager_refused"

            await ann.do("wager", stakes={"ante": 700}, **order)
            await bob.do("wager", stakes={"ante": 500}, player_seed="57a1", **order)  # all have bet: it is dealt
            state = await ann.until(number, lambda state: state["legal"] is not None)
            assert [place["stakes"] for place in state["view"]["seats"]] == [{"ante": 700}, {"ante": 500}]
            for person in (ann, bob):
                with pytest.raises(Refused) as refused:
                    await _take_back(person, number, round_id)
                assert refused.value.code == "not_now"
            await asyncio.gather(finish(ann, number, round_id), finish(bob, number, round_id))
            for person in (ann, bob):
                await leave(person, number)
                await person.until_balance(lambda balance: not balance["at_tables"])
                history = (await person.get("/api/history"))["rounds"]
                assert person.balance["balance"] == 100_000 + sum(item["net"] for item in history)
            record = await ann.get(f"/api/history/{round_id}/record")
            made = [action["stakes"] for action in record["actions"] if action["do"] == "wager"]
            assert made == [{"ante": 1000, "flush": 500}, {}, {"ante": 700}, {"ante": 500}]
            verify(record)
            shown = await ann.get(f"/api/history/{round_id}")
            assert shown["player_seeds"] == [[2, "57a1"]]
            assert ann.person is not None
            assert _moved(either_house, round_id, wallet(ann.person))[:3] == [-1500, 1500, -700]
            assert _moved(either_house, round_id, felt(number))[:3] == [1500, -1500, 700]

    asyncio.run(evening())


def test_others_go_on_without_who_took_back(either_house: ServerProcess) -> None:
    """The clock runs on for those with wagers; who took back is waited for as before, and need not bet."""

    async def evening() -> None:
        async with visitors(either_house, 2) as [ann, bob]:
            table = await table_of(ann, "two-card-roo")
            number = table["id"]
            state = await sit(ann, table, 1)
            round_id = state["round"]["id"]
            await sit(bob, table, 2)
            late = await Visitor.guest(either_house.address)
            await late.connect()
            await sit(late, table, 3)
            for person in (ann, bob):
                await person.do("wager", table=number, round=round_id, stakes={"roo": 500})
            await ann.do("ready", table=number, round=round_id)
            await _take_back(ann, number, round_id)
            state = await bob.until(number, lambda state: _on_the_felt(state) == [2])
            assert state["phase"] == "betting"
            assert state["clock"] is not None
            assert [seat["ready"] for seat in state["seats"][:3]] == [False, True, False]
            await leave(late, number)
            state = await bob.until(number, lambda state: state["seats"][2]["name"] is None)
            assert state["phase"] == "betting"  # it waits for who took back
            await ann.do("ready", table=number, round=round_id)
            state = await bob.until(number, lambda state: state["phase"] != "betting")
            assert _on_the_felt(state) == [2]
            await finish(bob, number, round_id)
            await bob.do("ready", table=number, round=round_id)  # who did not play need not look at the result
            await next_round(bob, number, round_id)
            for person in (ann, bob):
                await leave(person, number)
            await late.close()
            assert (await ann.get("/api/history"))["rounds"] == []

    asyncio.run(evening())


def test_who_said_no_is_asked_again_when_nobody_bets_any_more(either_house: ServerProcess) -> None:
    """Bob skipped a round that ann had bet on. It is as before the first wager again: her next one waits for him."""

    async def evening() -> None:
        async with visitors(either_house, 3) as [ann, bob, eve]:
            table = await table_of(ann, "three-card-roo")
            number = table["id"]
            state = await sit(ann, table, 1)
            round_id = state["round"]["id"]
            for seat, person in ((2, bob), (3, eve)):
                await sit(person, table, seat)
            await ann.do("wager", table=number, round=round_id, stakes={"play": 500})
            await bob.do("ready", table=number, round=round_id)
            await _take_back(ann, number, round_id)
            await leave(eve, number)
            await ann.do("wager", table=number, round=round_id, stakes={"play": 500})
            assert ann.states[number]["phase"] == "betting"
            await bob.do("ready", table=number, round=round_id)
            await finish(ann, number, round_id)
            for person in (ann, bob):
                await leave(person, number)

    asyncio.run(evening())


def test_a_round_that_nobody_plays_ends_in_the_record(either_house: ServerProcess) -> None:
    """Everybody takes back and leaves: the seat is free at once, and who comes next gets another round."""

    async def evening() -> None:
        async with visitors(either_house, 2) as [ann, bob]:
            table = await table_of(ann, "high-card-draw")
            number = table["id"]
            state = await sit(ann, table, 1)
            await sit(bob, table, 2)
            round_id = state["round"]["id"]
            await ann.do("wager", table=number, round=round_id, stakes={"play": 500})
            await _take_back(ann, number, round_id)
            for person in (ann, bob):
                assert not (await person.do("leave", table=number))["leaving"]
            await either_house.quiet()
            with either_house.engine() as connection:
                row = connection.execute(sa.select(rounds.c.over, rounds.c.number).where(rounds.c.id == round_id)).one()
                done = connection.scalars(
                    sa.select(actions.c.action).where(actions.c.round_id == round_id).order_by(actions.c.number)
                )
                assert (row.over, [action["do"] for action in done]) == (True, ["wager", "wager", "close"])
            state = await sit(bob, table, 1)
            assert state["round"]["id"] != round_id
            assert state["round"]["number"] == row.number + 1
            await bob.do("wager", table=number, round=state["round"]["id"], stakes={"play": 500})
            await finish(bob, number, state["round"]["id"])
            await leave(bob, number)
            await ann.until_balance(lambda balance: balance["balance"] == 100_000)

    asyncio.run(evening())


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_taken_back_before_kill_9(house: ServerProcess) -> None:
    """After the restart the felt is empty, no clock runs, and the same round is bet on again."""

    async def evening() -> None:
        await house.start()
        people = [await Visitor.guest(house.address) for _ in range(2)]
        for person in people:
            await person.connect()
        ann, bob = people
        table = await table_of(ann, "mini-tex")
        number = table["id"]
        state = await sit(ann, table, 2)
        await sit(bob, table, 3)
        round_id = state["round"]["id"]
        await ann.do("wager", table=number, round=round_id, stakes={"ante": 500})
        answer = await _take_back(ann, number, round_id, id_="back")

        await asyncio.to_thread(house.kill)
        house.settings["betting_seconds"] = 1.0
        await house.start()
        for person in people:
            person.address = house.address
            person.states.clear()
            await person.connect()
        state = await ann.watch(number)
        assert (_on_the_felt(state), state["round"]["id"], state["clock"]) == ([], round_id, None)
        assert await _take_back(ann, number, round_id, id_="back") == answer
        assert (await ann.get("/api/me"))["person"]["balance"] == 100_000
        await asyncio.sleep(1.3)  # longer than a betting window, had there been one
        state = await ann.watch(number)
        assert (state["phase"], state["round"]["id"]) == ("betting", round_id)
        await bob.watch(number)
        await bob.do("wager", table=number, round=round_id, stakes={"ante": 500})
        await finish(bob, number, round_id)
        for person in people:
            await leave(person, number)
            await person.close()
        await house.quiet()
        house.kill()
        assert house.check_ledger() == 0

    asyncio.run(evening())
