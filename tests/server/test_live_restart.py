"""`kill -9` in the middle of rounds: every table goes on where it stood."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.evenings import finish, leave, sit, table_of
from tests.server.leaks import Truth, leaks
from tests.server.server_process import ServerProcess
from tests.server.visitors import Visitor
from tests.sizes import databases


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_round_and_a_hand_go_on_after_kill_9(house: ServerProcess) -> None:
    """The same cards, the same decision, the same chips; a command sent again is answered as before."""

    house.forked = False  # the command itself

    async def evening() -> None:
        await house.start()
        people = [await Visitor.guest(house.address, keep_frames=True) for _ in range(2)]
        for person in people:
            await person.connect()
        ann, bob = people
        banked = await table_of(ann, "mini-tex")
        room = await table_of(ann, "mini-tex-pvp")
        state = await sit(ann, banked, 2)
        round_id = state["round"]["id"]
        order = {"table": banked["id"], "round": round_id, "stakes": {"ante": 500, "pocket-poker": 100}}
        answer = await ann.do("wager", id_="the wager", **order)
        state = await ann.until(banked["id"], lambda state: state["legal"] is not None)
        await sit(bob, room, 4, room["buy_in"]["least"])  # the first to act in a room's first hand
        await bob.do("ready", table=room["id"])
        hand = await bob.until(room["id"], lambda state: state["legal"] is not None)

        await asyncio.to_thread(house.kill)
        await house.start()
        for person in people:
            person.address = house.address
            person.states.clear()
            await person.connect()
        assert await ann.do("wager", id_="the wager", **order) == answer
        again = await ann.watch(banked["id"])
        assert (again["view"], again["legal"], again["round"]) == (state["view"], state["legal"], state["round"])
        assert again["you"]["last_stakes"] == {"ante": 500, "pocket-poker": 100}
        hand_again = await bob.watch(room["id"])
        assert (hand_again["view"], hand_again["round"]) == (hand["view"], hand["round"])
        assert [seat["name"] for seat in hand_again["seats"]] == [seat["name"] for seat in hand["seats"]]
        assert (hand_again["you"]["stack"], hand_again["legal"]) == (hand["you"]["stack"], hand["legal"])

        await finish(ann, banked["id"], round_id)
        await leave(ann, banked["id"])
        await leave(bob, room["id"])
        await bob.until(room["id"], lambda state: state["you"]["seat"] is None)
        await house.quiet()
        for person in people:
            await person.until_balance(lambda balance: not balance["at_tables"])
            net = sum(item["net"] for item in (await person.get("/api/history"))["rounds"])
            assert person.balance["balance"] == 100_000 + net
            await person.close()
        truth = Truth(house)
        for person in people:
            assert list(leaks(truth, person.person, person.frames or ())) == []
        house.kill()
        assert house.check_ledger() == 0

    asyncio.run(evening())
