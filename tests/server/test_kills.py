"""The server is killed (`kill -9`) again and again, at any moment, while people play at every game.

Afterwards the ledger is balanced, everything acknowledged is there exactly once, and every round ends. What happens at
each single moment is in `test_faults`; here nobody knows which one it will be.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from typing import Any

import httpx
import sqlalchemy as sa
from tests.server.server_process import LONG, ServerProcess
from tests.server.visitors import PASSED, Gone, Refused, State, Visitor, command, wanted
from tests.sizes import sized
from websockets.exceptions import WebSocketException

from houseway.catalog import game_ids
from houseway.server.storage.schema import entries, requests, rounds

KILLS = sized(quick=1, test=1, thorough=25)  # on each of two databases
LEAST, MOST = 5, 60  # commands acknowledged between one kill and the next


class Regular:
    """A visitor who stays at one table, whatever happens to the server, and remembers what was acknowledged."""

    def __init__(self, visitor: Visitor, game: str, chance: random.Random) -> None:
        self.visitor = visitor
        self.game = game
        self.chance = chance
        self.table = 0
        self.acknowledged: list[str] = []
        self.unanswered: tuple[str, dict[str, Any]] | None = None  # was it done? sending it again must do no harm
        self.stop = False  # leave: what is under way is finished

    async def evening(self, address: str) -> None:
        """Play until the server is gone, or everything is finished."""
        try:
            self.visitor.address = address
            self.visitor.states.clear()
            await self.visitor.connect()
            await self._again()
            await self._sit()
            while await self._play():
                pass
        except (Gone, OSError, WebSocketException, httpx.TransportError):
            pass  # the server is gone
        finally:
            await self.visitor.close()

    async def _do(self, order: dict[str, Any]) -> None:
        number = self.visitor.new_id()
        self.unanswered = number, order
        try:
            await self.visitor.do(**order, id_=number)
        except Refused as error:
            self.unanswered = None
            gone = {"no_seat"} if order["command"] == "leave" else set()  # after a leave whose state came late
            if error.code not in PASSED | {"already_seated", "seat_taken", "not_enough_chips"} | gone:
                raise
            if error.code == "not_enough_chips":
                with contextlib.suppress(Refused):  # who has enough for something cheaper chooses again
                    await self.visitor.ask("/api/chips", {})
            return
        self.acknowledged.append(number)
        self.unanswered = None

    async def _again(self) -> None:
        """Send once more what had no answer, under the same id."""
        if self.unanswered is None:
            return
        number, order = self.unanswered
        try:
            await self.visitor.do("watch", table=order["table"])
            first = await self.visitor.do(**order, id_=number)
            second = await self.visitor.do(**order, id_=number)
            assert first == second, "the same id has the same answer"
            self.acknowledged.append(number)
        except Refused as error:
            if error.code not in PASSED | {"already_seated", "seat_taken", "no_seat", "not_enough_chips"}:
                raise
        self.unanswered = None

    async def _sit(self) -> None:
        if not self.table:
            self.table = (await self.visitor.ask("/api/play-now", {"game": self.game}))["table"]
        state = await self.visitor.watch(self.table)
        if state["you"]["seat"] is None and not self.stop:
            free = [seat["seat"] for seat in state["seats"] if seat["name"] is None]
            buy_in = {"buy_in": state["table"]["buy_in"]["least"]} if state["table"]["buy_in"] else {}
            if free:
                await self._do({"command": "sit", "table": self.table, "seat": self.chance.choice(free), **buy_in})

    async def _play(self) -> bool:
        state = self.visitor.states[self.table]
        seated = state["you"]["seat"] is not None
        if self.stop and not seated:
            return False
        if self.stop and not state["you"]["leaving"]:
            await self._do({"command": "leave", "table": self.table})
        elif seated and state["you"]["sitting_out"] and not self.stop:
            await self._do({"command": "sit_in", "table": self.table})
        elif seated and not self.stop and state["you"]["stack"] == 0 and not state["legal"]:
            await self._do({"command": "leave", "table": self.table})
        elif not seated and not self.stop:
            await self._sit()
        elif wanted(state):
            await self._do(command(state, self.chance))
        await self._change(state)
        return self.visitor.connected

    async def _change(self, state: State) -> None:
        """Wait for another state, a little: nobody else may be there to change anything."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5), self.visitor.changed:
                await self.visitor.changed.wait_for(
                    lambda: self.visitor.states[self.table] is not state or not self.visitor.connected
                )


async def _moment(regulars: list[Regular], chance: random.Random) -> None:
    """Some moment while they play: after a random number of acknowledgements, and a little later."""
    enough = said(regulars) + chance.randint(LEAST, MOST)
    async with asyncio.timeout(LONG):
        while said(regulars) < enough:
            await asyncio.sleep(0.02)
    await asyncio.sleep(chance.uniform(0, 0.05))


def said(regulars: list[Regular]) -> int:
    return sum(len(regular.acknowledged) for regular in regulars)


async def kills(house: ServerProcess) -> None:
    chance = random.Random(house.database.split(":")[0])
    await house.start()
    regulars = [
        Regular(await Visitor.guest(house.address), game, random.Random(f"{game} {number}"))
        for game in game_ids()
        for number in range(2)
    ]
    for _ in range(KILLS):
        playing = [asyncio.create_task(regular.evening(house.address)) for regular in regulars]
        await _moment(regulars, chance)
        await asyncio.to_thread(house.kill)
        await asyncio.gather(*playing)
        await house.start()
    for regular in regulars:
        regular.stop = True
    await asyncio.wait_for(asyncio.gather(*(regular.evening(house.address) for regular in regulars)), 5 * LONG)
    await house.quiet()
    await asyncio.to_thread(house.stop)
    assert house.check_ledger() == 0

    with house.engine() as connection:
        kept = {(person, key) for person, key in connection.execute(sa.select(requests.c.person_id, requests.c.key))}
        told = {(regular.visitor.person, number) for regular in regulars for number in regular.acknowledged}
        assert len(told) == said(regulars) >= LEAST * KILLS, "there was play under way when the server was killed"
        assert not told - kept, "something acknowledged is missing"
        keys = Counter(key for (key,) in connection.execute(sa.select(entries.c.key)))
        assert not [key for key, times in keys.items() if times > 1]
        left = connection.execute(sa.select(sa.func.count()).where(sa.not_(rounds.c.over))).scalar_one()
        assert left == 0, f"{left} rounds have not ended"


def test_killed_again_and_again(house: ServerProcess) -> None:
    asyncio.run(kills(house))
