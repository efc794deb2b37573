"""Whose chips lie on a stored table. The ledger alone says it, so the rules it was played by are not needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.money import dollars
from houseway.server.money.ledger import Ledger, stack, wallet
from houseway.server.refusals import ServerError
from houseway.server.storage import schema
from houseway.server.storage.round_records import StoredRound
from houseway.server.storage.stored_tables import chips_on, open_rounds


class GivenBack(NamedTuple):
    """What somebody at the table gets: the wagers or bets of the void round, and what is still in the stack."""

    seat: int
    person_id: int
    name: str
    wagers: int
    stack: int


@dataclass(frozen=True)
class RoundMoves:
    """A round under way, and what its entries have moved by account."""

    id: int
    number: int
    moved: dict[str, int]
    dealt_in: frozenset[int]  # the seats of a hand among players, who may have put in nothing yet
    won_since: frozenset[str]  # progressive pools that have paid a prize since the round began


async def moves_of(connection: AsyncConnection, stored: StoredRound) -> RoundMoves:
    entries, postings, accounts = schema.entries, schema.postings, schema.accounts
    query = (
        sa.select(accounts.c.key, sa.func.sum(postings.c.amount))
        .select_from(entries.join(postings).join(accounts))
        .where(entries.c.round_id == stored.id)
        .group_by(accounts.c.key)
        .order_by(accounts.c.key)
    )
    moved = {key: int(amount) for key, amount in await connection.execute(query)}
    began = sa.select(sa.func.min(entries.c.id)).where(entries.c.round_id == stored.id).scalar_subquery()
    prizes = (
        sa.select(accounts.c.key)
        .select_from(entries.join(postings).join(accounts))
        .where(entries.c.id > began, entries.c.key.like("round:%:prizes"), accounts.c.kind == "pool")
    )
    won_since = frozenset(await connection.scalars(prizes))
    return RoundMoves(stored.id, stored.number, moved, stored.dealt_in, won_since)


async def seated_at(connection: AsyncConnection, table_id: int) -> dict[int, Any]:
    seats, people = schema.seats, schema.people
    query = sa.select(seats.c.seat, seats.c.person_id, people.c.name).join_from(seats, people)
    return {row.seat: row for row in await connection.execute(query.where(seats.c.table_id == table_id))}


async def chips_owed(connection: AsyncConnection, ledger: Ledger, table_id: int) -> tuple[GivenBack, ...]:
    """What everybody at a table would get if it were void now."""
    void = [await moves_of(connection, item) for item in await open_rounds(connection, table_id)]
    return owed(ledger, table_id, void, await seated_at(connection, table_id))


def owed(ledger: Ledger, table_id: int, void: Sequence[RoundMoves], seated: Mapping[int, Any]) -> tuple[GivenBack, ...]:
    """The same, of rounds and seats that were read already; refused where the ledger does not add up."""
    staked: dict[str, int] = {}  # by the account that it came from
    for round_ in void:
        for key, amount in round_.moved.items():
            staked[key] = staked.get(key, 0) - amount
    found = []
    for seat, row in sorted(seated.items()):
        own, chips = wallet(row.person_id), stack(table_id, seat)
        wagers = staked.get(own, 0) + staked.get(chips, 0)
        found.append(GivenBack(seat, row.person_id, row.name, wagers, ledger.balance(chips)))
    lies, goes = sum(chips_on(ledger, table_id).values()), sum(item.wagers + item.stack for item in found)
    if lies != goes:  # the server never leaves it so: somebody else has been at the ledger
        raise ServerError(
            f"On table {table_id} lie {dollars(lies)}, but those who sit there are owed {dollars(goes)}: nothing "
            "was changed; `houseway ledger check` looks for what is wrong."
        )
    return tuple(found)
