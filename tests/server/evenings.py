"""What tests of live tables have in common: guests come, sit down, play, and leave; every frame they got is searched."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from tests.server.leaks import Truth, leaks
from tests.server.server_process import ServerProcess
from tests.server.visitors import Gone, Refused, State, Visitor
from websockets.exceptions import WebSocketException

from houseway.server.protocol.json_schema import checker
from houseway.server.protocol.socket_messages import ServerMessage

SENT = checker(ServerMessage)


async def table_of(visitor: Visitor, game: str) -> dict[str, Any]:
    """The house's table of a game."""
    found: dict[str, Any] = next(item for item in await visitor.tables() if item["game"] == game)
    return found


async def sit(visitor: Visitor, table: dict[str, Any], seat: int, buy_in: int = 0) -> State:
    if table["kind"] == "pot":
        await visitor.do("sit", table=table["id"], seat=seat, buy_in=buy_in or table["buy_in"]["least"])
    else:
        await visitor.do("sit", table=table["id"], seat=seat)
    return await visitor.until(table["id"], lambda state: state["you"]["seat"] == seat)


@contextlib.asynccontextmanager
async def visitors(house: ServerProcess, count: int) -> AsyncIterator[list[Visitor]]:
    """Guests with open sockets, whose frames are searched for leaks in the end."""
    people = [await Visitor.guest(house.address, keep_frames=True) for _ in range(count)]
    for person in people:
        await person.connect()
    try:
        yield people
    except Exception:
        for person in people:  # whoever comes next finds the seats free and no round under way
            await _give_up(person)
        raise
    finally:
        for person in people:
            await person.close()
    await house.quiet()
    truth = Truth(house)
    for person in people:
        assert person.frames
        for frame in person.frames:
            SENT(frame)
        found = list(leaks(truth, person.person, person.frames))
        assert not found, "\n".join(found[:5])


async def _give_up(person: Visitor) -> None:
    with contextlib.suppress(OSError, TimeoutError, WebSocketException):
        if not person.connected:
            await person.connect()
        for table, state in list(person.states.items()):
            with contextlib.suppress(Refused, Gone):
                if state["you"]["seat"] is not None:
                    await person.do("leave", table=table, wait=10)


async def leave(visitor: Visitor, table: int) -> None:
    await visitor.do("leave", table=table)


async def finish(player: Visitor, table: int, round_id: int) -> State:
    """Decide for the person as the first offer says until the round is over; gives the state that shows the result."""

    def mine(state: State) -> bool:
        if state["legal"] is not None or state["phase"] == "showing":
            return True
        return state["round"] is None or state["round"]["id"] != round_id

    while True:
        state = await player.until(table, mine)
        if state["legal"] is None:
            return state
        legal = state["legal"]
        decision = legal["offers"][-1]["decision"]
        await player.do("act", table=table, round=round_id, at=legal["at"], decision=decision)
        number = player.places[table]
        if player.states[table] is state:
            await player.until(table, lambda _, number=number: player.places[table] != number)  # type: ignore[misc]


async def next_round(player: Visitor, table: int, round_id: int) -> State:
    """Go on from a result; gives the table once it takes wagers for another round than this."""
    with contextlib.suppress(Refused):  # the table has gone on already
        await player.do("ready", table=table, round=round_id)
    return await player.until(table, lambda state: state["phase"] == "betting" and state["round"]["id"] != round_id)
