"""What of a table survives a restart: how it is read, and where its changes are committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.server.money.ledger import Entry
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.round_records import StoredRound, load_rounds
from houseway.server.storage.table_rows import CLOSE_TABLE, SET_ROOM
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.setup import TableSetup


class StoredTable(NamedTuple):
    """A table as the database has it."""

    closing: bool
    closed: bool
    room: Mapping[str, Any] | None
    seats: Sequence[Any]
    rounds_played: int
    round: StoredRound | None  # the one under way


class TableStore:
    """One table's rows."""

    def __init__(self, setup: TableSetup, journal: Journal) -> None:
        self._setup = setup
        self._journal = journal

    def next_round_id(self) -> int:
        return self._journal.next_id("rounds")

    async def commit(self, change: Change) -> None:
        """Wait until the change is durable."""
        if change.entries or change.writes:
            await self._journal.commit(change)

    async def load(self) -> StoredTable:
        table_id, rounds = self._setup.id, schema.rounds.c
        async with self._journal.database.read() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id))).one()
            seats = (await connection.execute(sa.select(schema.seats).where(schema.seats.c.table_id == table_id))).all()
            last = await connection.scalar(sa.select(sa.func.max(rounds.number)).where(rounds.table_id == table_id))
            open_ids = (
                await connection.scalars(sa.select(rounds.id).where(rounds.table_id == table_id, sa.not_(rounds.over)))
            ).all()
            under_way = [found async for found in load_rounds(connection, open_ids)] if open_ids else []
        return StoredTable(
            closing=bool(row.settings.get("closing")),
            closed=row.closed is not None,
            room=row.room,
            seats=seats,
            rounds_played=last or 0,
            round=under_way[-1] if under_way else None,
        )

    def close(self, change: Change, *, now: bool) -> None:
        """The table takes no more people; it is closed `now`, or when the round under way is over."""
        settings = {**self._setup.settings, "closing": True}
        change.update(
            CLOSE_TABLE, {"b_id": self._setup.id, "b_closed": now_ms() if now else None, "b_settings": settings}
        )

    def save_room(self, change: Change, room: Mapping[str, Any]) -> None:
        change.update(SET_ROOM, {"b_id": self._setup.id, "b_room": room})

    def round_entry(self, log: RoundLog, what: str, reason: str, postings: tuple[tuple[str, int], ...]) -> Entry:
        """An entry that a round makes; its key can be used once."""
        return Entry(f"round:{log.round_id}:{what}", reason, postings, log.round_id, self._setup.id)
