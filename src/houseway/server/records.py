"""Rounds as they are stored: a header, then one row for each action; together they are the round's record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.server.schema import actions, rounds
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, to_record
from houseway.table.round import Round


def header_of(played: Round | PotRound) -> dict[str, Any]:
    """What is stored when a round begins: its record without what happens in it."""
    record = to_record(played)
    del record["actions"], record["events"]
    return record


class StoredRound(NamedTuple):
    """A round out of the database."""

    id: int
    table_id: int
    number: int
    over: bool
    started: int
    ended: int | None
    header: Mapping[str, Any]
    actions: tuple[Mapping[str, Any], ...]

    def play(self) -> Round | PotRound:
        """The round played again, as far as it went."""
        return from_record({**self.header, "actions": list(self.actions), "events": []})

    def record(self) -> dict[str, Any]:
        """The record that `houseway verify` reads."""
        return to_record(self.play())


_FACTS = (rounds.c.id, rounds.c.table_id, rounds.c.number, rounds.c.over, rounds.c.started, rounds.c.ended)


async def load_round(connection: AsyncConnection, round_id: int) -> StoredRound | None:
    async for found in load_rounds(connection, [round_id]):
        return found
    return None


async def load_rounds(connection: AsyncConnection, ids: Iterable[int]) -> AsyncIterator[StoredRound]:
    """These rounds with their actions, in order of their ids."""
    wanted = list(ids)
    rows = (
        await connection.execute(
            sa.select(*_FACTS, rounds.c.header).where(rounds.c.id.in_(wanted)).order_by(rounds.c.id)
        )
    ).all()
    done = await connection.execute(
        sa.select(actions.c.round_id, actions.c.action)
        .where(actions.c.round_id.in_(wanted))
        .order_by(actions.c.round_id, actions.c.number)
    )
    by_round: dict[int, list[Mapping[str, Any]]] = {}
    for round_id, action in done:
        by_round.setdefault(round_id, []).append(action)
    for row in rows:
        done_in = tuple(by_round.get(row.id, ()))
        yield StoredRound(row.id, row.table_id, row.number, row.over, row.started, row.ended, row.header, done_in)
