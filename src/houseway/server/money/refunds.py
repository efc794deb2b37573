"""Void and refund: what lies on a stored table goes back to whom it came from, and the table is closed.

The ledger alone says whose chips they are, so the rules that the table was played by need not be installed. A void
round's entries are reversed in one; what is in stacks then goes to their owners' wallets, as when somebody leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.server.money.ledger import Entry, Ledger, stack, wallet
from houseway.server.money.owed import GivenBack, RoundMoves, moves_of, owed, seated_at
from houseway.server.money.proof import begun
from houseway.server.money.voids import make_void
from houseway.server.refusals import ServerError
from houseway.server.storage import schema
from houseway.server.storage.damage import object_or_nothing, reading
from houseway.server.storage.database import Database
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.stored_tables import open_rounds, why_not_taken_up
from houseway.server.storage.table_rows import CLOSE_TABLE, DROP_SEAT, SET_ROOM

BY_THE_HOUSE = "the house has made the table void"


@dataclass(frozen=True)
class Refund:
    """Everything that a refund will do, before anything is done."""

    table_id: int
    name: str
    why: str
    rounds: tuple[RoundMoves, ...]
    given: tuple[GivenBack, ...]
    settings: dict[str, Any]
    room: Mapping[str, Any] | None

    @property
    def total(self) -> int:
        return sum(item.wagers + item.stack for item in self.given)


class Cage:
    """The cashier of a house that is closed: it has the database to itself, as a server would."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ledger = Ledger()
        self._journal = Journal(database, self._ledger)

    async def open(self) -> None:
        """Take the database; refused where a server has it, or where there is no ledger."""
        if not await begun(self._database):
            raise ServerError("There is no ledger in this database yet: `houseway serve` begins one.")
        await self._database.open()
        await self._journal.start()

    async def close(self) -> None:
        await self._journal.stop()
        await self._database.close()

    async def plan(self, table_id: int, *, force: bool = False) -> Refund:
        """What would be given back to whom; refused for a table that a server can go on with, unless forced."""
        with reading(f"Table {table_id}"):
            return await self._planned(table_id, force=force)

    async def _planned(self, table_id: int, *, force: bool) -> Refund:
        async with self._database.read() as connection:
            row = (await connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id))).first()
            if row is None:
                raise ServerError(f"There is no table {table_id} in this database.")
            if row.closed is not None:
                raise ServerError(f"Table {table_id} is closed and nothing lies on it: there is nothing to give back.")
            under_way = await open_rounds(connection, table_id)
            why = why_not_taken_up(row, under_way)
            if not (why or force):
                raise ServerError(
                    f"The installed rules can go on with table {table_id}: start the server, or make it void all the "
                    "same with --force."
                )
            void = tuple([await moves_of(connection, item) for item in under_way])
            given = owed(self._ledger, table_id, void, await seated_at(connection, table_id))
        settings, room = object_or_nothing(row.settings), object_or_nothing(row.room) or None
        return Refund(table_id, row.name, why or BY_THE_HOUSE, void, given, dict(settings), room)

    async def give_back(self, refund: Refund) -> None:
        """All of it in one transaction, durable when this returns; the keys of its entries can be used once."""
        change, table_id = Change(), refund.table_id
        people = {item.seat: item.person_id for item in refund.given}
        for round_ in refund.rounds:
            make_void(self._journal, change, table_id, round_, people, refund.why)
        for item in refund.given:
            account = stack(table_id, item.seat)
            staked = -sum(round_.moved.get(account, 0) for round_ in refund.rounds)
            if chips := item.stack + staked:
                postings = ((account, -chips), (wallet(item.person_id), chips))
                key = f"refund:{table_id}:{item.seat}"
                change.entry(Entry(key, "chips given back from a void table", postings, None, table_id))
            change.update(DROP_SEAT, {"b_table": table_id, "b_seat": item.seat})
        if refund.room is not None and "sitters" in refund.room:  # one among players
            room = {**refund.room, "sitters": {}, "bought": refund.room.get("house", 0)}
            change.update(SET_ROOM, {"b_id": table_id, "b_room": room})
        settings = {**refund.settings, "closing": True, "void": refund.why}
        change.update(CLOSE_TABLE, {"b_id": table_id, "b_closed": now_ms(), "b_settings": settings})
        await self._journal.commit(change)
