"""Rounds as they are stored: a header, then one row for each action; together they are the round's record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.cards import texts
from houseway.errors import HousewayError, RecordError
from houseway.server.storage.journal import Change, now_ms
from houseway.server.storage.schema import Json, actions, rounds
from houseway.table.kept_shoe import ShoeState
from houseway.table.pot_round import PotRound
from houseway.table.record import actions_json, from_record, header, to_record
from houseway.table.round import Round

_END = (
    sa.update(rounds)
    .where(rounds.c.id == sa.bindparam("b_id"))
    .values(over=True, ended=sa.bindparam("b_ended"), summary=sa.bindparam("b_summary", type_=Json))
)
_SET_HEADER = (
    sa.update(rounds).where(rounds.c.id == sa.bindparam("b_id")).values(header=sa.bindparam("b_header", type_=Json))
)


class PlayedRound(Protocol):
    """A round that is to be stored."""

    @property
    def round_id(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def played(self) -> Round | PotRound: ...
    @property
    def played_for(self) -> Mapping[int, str]: ...


def begin(change: Change, log: PlayedRound, table_id: int) -> None:
    """A round goes into the database."""
    change.insert(
        rounds,
        {
            "id": log.round_id,
            "table_id": table_id,
            "number": log.number,
            "game": log.played.game.id,
            "fingerprint": log.played.game.fingerprint,
            "header": header(log.played),
            "over": False,
            "started": now_ms(),
            "ended": None,
            "summary": None,
        },
    )


def set_header(change: Change, log: PlayedRound) -> None:
    """The meter that a round is played for was read again, before the deal."""
    change.update(_SET_HEADER, {"b_id": log.round_id, "b_header": header(log.played)})


def add_actions(change: Change, log: PlayedRound, first: int, person_id: int | None) -> None:
    """What has been done in a round from its action `first` on; by nobody, where the house did it."""
    for number, action in enumerate(actions_json(log.played, first), start=first):
        change.insert(
            actions,
            {
                "round_id": log.round_id,
                "number": number,
                "person_id": person_id,
                "seat": action.get("seat"),
                "action": action,
                "made": now_ms(),
            },
        )


def played_for(log: PlayedRound) -> dict[str, Any]:
    """For the summary: why the table decided for a seat, where it did."""
    return {"played_for": {str(seat): why for seat, why in log.played_for.items()}} if log.played_for else {}


def showed_undealt(hand: PotRound) -> dict[str, Any]:
    """For the summary: the board cards that would have come, where the table has shown them."""
    return {"undealt": texts(hand.undealt)}


def end(change: Change, log: PlayedRound, summary: dict[str, Any]) -> None:
    change.update(_END, {"b_id": log.round_id, "b_ended": now_ms(), "b_summary": summary})


def void(change: Change, round_id: int, why: str, by: int | None) -> None:
    """The round ends before its time, and everything staked in it is returned; `by` is who of the pit did it."""
    change.update(_END, {"b_id": round_id, "b_ended": now_ms(), "b_summary": {"void": why, "by": by}})


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
    void: str | None = None  # why, of a round that was made void
    undealt: bool = False  # whether the table has shown the board cards that would have come

    def play(self) -> Round | PotRound:
        """The round played again, as far as it went."""
        return from_record({**self.header, "actions": list(self.actions), "events": []})

    @property
    def shoe_before(self) -> ShoeState | None:
        """The shoe that the round began with, where its game keeps one."""
        if "shoe" not in self.header:
            return None
        try:
            return ShoeState.from_json(self.header["shoe"])
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"This is not the record of a round: {error!s} is missing or not valid.") from None

    def shoe_after(self) -> ShoeState | None:
        """The shoe for the next round at the table, where its game keeps one."""
        before = self.shoe_before
        if before is None:
            return None
        if self.void is not None:
            return before.after_void(dealt=any(action["do"] == "deal" for action in self.actions))
        played = self.play()
        return played.shoe_after if isinstance(played, Round) else None

    def record(self) -> dict[str, Any]:
        """The record that `houseway verify` reads; without its events where the installed rules cannot play it."""
        try:
            return to_record(self.play())
        except HousewayError:
            return {**self.header, "actions": list(self.actions)}


WHY_PLAYED_FOR = rounds.c.summary["played_for"].as_string().label("played_for")  # by seat, as JSON
WHY_VOID = rounds.c.summary["void"].as_string().label("void")
VOIDED_BY = rounds.c.summary["by"].as_string().label("voided_by")  # None: by the house, with the server stopped
_UNDEALT = rounds.c.summary["undealt"].as_string().label("undealt")
_FACTS = (
    rounds.c.id,
    rounds.c.table_id,
    rounds.c.number,
    rounds.c.over,
    rounds.c.started,
    rounds.c.ended,
    WHY_VOID,
    _UNDEALT,
)


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
        facts = (row.id, row.table_id, row.number, row.over, row.started, row.ended, row.header, done_in)
        yield StoredRound(*facts, void=row.void, undealt=row.undealt is not None)
