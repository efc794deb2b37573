"""What of a table survives a restart: how it is read, and where its changes are committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import sqlalchemy as sa
import structlog

from houseway.errors import HousewayError
from houseway.rules.game import Game
from houseway.server.money import voids
from houseway.server.money.ledger import Entry
from houseway.server.money.owed import RoundMoves, moves_of
from houseway.server.storage import schema
from houseway.server.storage.damage import an_object
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.round_records import VOIDED_BY, WHY_VOID, StoredRound, load_round, load_rounds
from houseway.server.storage.stored_tables import one_at_a_time
from houseway.server.storage.table_rows import CLOSE_TABLE, SET_ROOM
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.setup import TableSetup
from houseway.server.tables.voided import RoundVoided
from houseway.table.kept_shoe import ShoeState, full

logger = structlog.get_logger("tables")


class StoredTable(NamedTuple):
    """A table as the database has it."""

    closing: bool
    closed: bool
    room: Mapping[str, Any] | None
    seats: Sequence[Any]
    rounds_played: int
    round: StoredRound | None  # the one under way
    voided: RoundVoided | None  # the last one that ended, where the pit has made it void
    shoe: ShoeState | None  # what that one has left of a shoe that is kept


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
            ended = await connection.execute(
                sa.select(rounds.id, rounds.number, WHY_VOID, VOIDED_BY)
                .where(rounds.table_id == table_id, rounds.over)
                .order_by(rounds.number.desc())
                .limit(1)
            )
            before = ended.first()
            keeps = isinstance(self._setup.game, Game) and self._setup.game.kept_shoe is not None
            left = await load_round(connection, before.id) if before and keeps else None
        return StoredTable(
            closing=bool(an_object(row.settings, "what it was opened with").get("closing")),
            closed=row.closed is not None,
            room=row.room,
            seats=seats,
            rounds_played=last or 0,
            round=one_at_a_time(under_way),
            voided=RoundVoided(before.id, before.number, str(before.void)) if before and before.voided_by else None,
            shoe=self._shoe_left_by(left) if left is not None else None,
        )

    def _shoe_left_by(self, ended: StoredRound) -> ShoeState | None:
        """The shoe for the next round. Where a round that is settled cannot be played again, by rules or limits that
        have changed since, nobody's chips depend on it: a new shoe begins."""
        assert isinstance(self._setup.game, Game)
        kept = self._setup.game.kept_shoe
        try:
            shoe = ended.shoe_after()
            if shoe is not None:
                shoe.check(self._setup.game)
            return shoe
        except HousewayError as error:
            logger.warning("a new shoe: the last round cannot be played again", table=ended.table_id, round=ended.id,
                        reason=str(error))  # fmt: skip
            return None if kept is None else replace(full(kept), number=_number_of_shoe(ended) + 1)

    async def stored_round(self, round_id: int) -> StoredRound | None:
        """A round of this table."""
        async with self._journal.database.read() as connection:
            found = await load_round(connection, round_id)
        return found if found is not None and found.table_id == self._setup.id else None

    async def moved_by(self, stored: StoredRound) -> RoundMoves:
        """What the entries of a round under way have moved: all that a void round gives back."""
        async with self._journal.database.read() as connection:
            return await moves_of(connection, stored)

    def make_void(
        self, change: Change, moved: RoundMoves, people: Mapping[int, int], reason: str, by: int | None
    ) -> None:
        voids.make_void(self._journal, change, self._setup.id, moved, people, reason, by=by)

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


def _number_of_shoe(ended: StoredRound) -> int:
    """Which shoe of the table a round was dealt from, as far as its record can be read."""
    try:
        before = ended.shoe_before
    except HousewayError:
        return 0
    return 0 if before is None else before.number
