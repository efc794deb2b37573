"""Who has won whose chips at tables among players: losing on purpose moves chips as a gift would, and here it is seen.

The ledger says what each seat won or lost through the pots of a hand; wagers against the house are apart from it. What
a winner has won comes from all who lost in that hand, in proportion to what they lost; the rake is nobody's.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.server.money.ledger import stack
from houseway.server.storage.damage import object_or_nothing
from houseway.server.storage.database import Database
from houseway.server.storage.round_records import WHY_VOID, looked_into
from houseway.server.storage.schema import accounts, actions, entries, postings, round_people, rounds, tables

BETS_AND_POTS = "bets and pots"  # the reason of every entry that moves chips between stacks and pots
MOST_HANDS = 20_000  # the newest ones are looked at; a longer time is told to be incomplete
_CHUNK = 250  # hands; the tables go on in between

NEARLY_ALL = 0.9  # of somebody's losses
HARDLY_ANY = 0.1  # came back
SEVERAL = 3  # hands: one that is lost says nothing


class Hand(NamedTuple):
    """What everybody won or lost through the pots of a hand, and who of them gave up with half their chips in it."""

    round_id: int
    net: Mapping[int, int]  # by person
    gave_up: Collection[int] = ()


@dataclass
class Flow:
    """What went from one person to another."""

    lost: int = 0
    hands: int = 0
    given_up: int = 0  # hands that the loser folded with at least half of the chips in
    given: int = 0  # what was lost in those
    last_round: int = 0


@dataclass
class Transfers:
    """Hands added up, newest first."""

    hands: int = 0
    complete: bool = True
    flows: dict[tuple[int, int], Flow] = field(default_factory=dict)  # by loser and winner
    lost: Counter[int] = field(default_factory=Counter)  # what a person lost to anybody

    def add(self, hand: Hand) -> None:
        self.hands += 1
        for (loser, winner), amount in shares(hand.net).items():
            flow = self.flows.setdefault((loser, winner), Flow())
            flow.lost += amount
            flow.hands += 1
            if loser in hand.gave_up:
                flow.given_up += 1
                flow.given += amount
            flow.last_round = max(flow.last_round, hand.round_id)
            self.lost[loser] += amount

    def back(self, loser: int, winner: int) -> int:
        """What the loser has won from the winner in other hands."""
        other = self.flows.get((winner, loser))
        return other.lost if other is not None else 0

    def net(self, loser: int, winner: int) -> int:
        return self.flows[loser, winner].lost - self.back(loser, winner)

    def share(self, loser: int, winner: int) -> float:
        """How much of all that somebody lost went to this winner."""
        return self.flows[loser, winner].lost / self.lost[loser]

    def one_way(self, loser: int, winner: int) -> bool:
        """Whether nearly all losses of several hands went to one person, and hardly any came back."""
        flow = self.flows[loser, winner]
        nearly_all = self.share(loser, winner) >= NEARLY_ALL
        return flow.hands >= SEVERAL and nearly_all and self.back(loser, winner) <= HARDLY_ANY * flow.lost


def shares(net: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """Who lost how much to whom, in whole cents that come to exactly what the winners won."""
    lost = {person: -amount for person, amount in net.items() if amount < 0}
    total, found = sum(lost.values()), {}
    for winner, won in net.items():
        if won <= 0:
            continue
        upto = 0
        for loser, amount in lost.items():
            part = (upto + amount) * won // total - upto * won // total
            upto += amount
            if part:
                found[loser, winner] = part
    return found


async def transfers(database: Database, since: int) -> Transfers:
    """What went from whom to whom in the hands that ended since then."""
    found, below = Transfers(), None
    while found.hands < MOST_HANDS:
        async with database.read() as connection:
            rows = await _ended(connection, since, below)
            hands = await _hands(connection, rows) if rows else []
        for hand in hands:
            found.add(hand)
        if len(rows) < _CHUNK:
            return found
        below = rows[-1].id
        await asyncio.sleep(0)
    found.complete = False
    return found


async def _ended(connection: AsyncConnection, since: int, below: int | None) -> list[Any]:
    """The next hands, newest first: at tables that have a room, to their end."""
    among_players = sa.select(tables.c.id).where(tables.c.room.is_not(None))
    stacks = looked_into(rounds.c.header, rounds.c.header["stacks"].as_string()).label("stacks")
    query = (
        sa.select(rounds.c.id, rounds.c.table_id, stacks)
        .where(rounds.c.over, rounds.c.ended >= since, WHY_VOID.is_(None), rounds.c.table_id.in_(among_players))
        .order_by(rounds.c.id.desc())
        .limit(_CHUNK)
    )
    if below is not None:
        query = query.where(rounds.c.id < below)
    return list((await connection.execute(query)).all())


async def _hands(connection: AsyncConnection, rows: list[Any]) -> list[Hand]:
    ids = [row.id for row in rows]
    seated: dict[int, dict[int, int]] = {}  # person by seat, by round
    for row in await connection.execute(sa.select(round_people).where(round_people.c.round_id.in_(ids))):
        seated.setdefault(row.round_id, {})[row.seat] = row.person_id
    moved = await _moved(connection, ids)
    folded = await _folded(connection, ids)
    hands = []
    for row in rows:
        people, begun = seated.get(row.id, {}), _stacks(row.stacks)
        by_seat = {seat: moved.get((row.id, stack(row.table_id, seat)), 0) for seat in people}
        gave_up = {
            people[seat]
            for seat, amount in by_seat.items()
            if (row.id, seat) in folded and -2 * amount >= begun.get(str(seat), 0) > 0
        }
        hands.append(Hand(row.id, {people[seat]: amount for seat, amount in by_seat.items()}, gave_up))
    return hands


async def _moved(connection: AsyncConnection, ids: list[int]) -> dict[tuple[int, str], int]:
    """What each stack won or lost through the pots, by round and account."""
    query = (
        sa.select(entries.c.round_id, accounts.c.key, sa.func.sum(postings.c.amount))
        .join_from(entries, postings, postings.c.entry_id == entries.c.id)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(entries.c.round_id.in_(ids), entries.c.reason == BETS_AND_POTS, accounts.c.kind == "stack")
        .group_by(entries.c.round_id, accounts.c.key)
    )
    return {(round_id, key): int(amount) for round_id, key, amount in await connection.execute(query)}


async def _folded(connection: AsyncConnection, ids: list[int]) -> set[tuple[int, int]]:
    """The seats that folded, by round."""
    query = sa.select(actions.c.round_id, actions.c.seat, actions.c.action).where(actions.c.round_id.in_(ids))
    return {
        (round_id, seat)
        for round_id, seat, action in await connection.execute(query)
        if object_or_nothing(action).get("do") == "fold"
    }


def _stacks(text: str | None) -> Mapping[str, int]:
    """Everybody's chips before the hand, as its header has them."""
    try:
        found = object_or_nothing(orjson.loads(text or "{}"))
    except ValueError:
        return {}
    return {seat: chips for seat, chips in found.items() if isinstance(chips, int)}
