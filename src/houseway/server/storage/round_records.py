"""Rounds as they are stored: a header, then one row for each action; together they are the round's record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from houseway.cards import texts
from houseway.errors import HousewayError, RecordError
from houseway.server.storage.damage import DamagedRow, object_or_nothing
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
_PIECE = 500  # actions that are read at once
_ALWAYS = ("format", "game", "edition", "rules_version", "options", "server_seed")  # in every header there ever was
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
    damage: str = ""  # what of it cannot be what was written

    def play(self) -> Round | PotRound:
        """The round played again, as far as it went."""
        if self.damage:
            raise DamagedRow(f"round {self.number} cannot be read: {self.damage}")
        return from_record({**self.header, "actions": list(self.actions), "events": []})

    @property
    def dealt_in(self) -> frozenset[int]:
        """The seats of a hand among players, as far as its header can be read."""
        return frozenset(int(seat) for seat in object_or_nothing(self.header.get("stacks")) if seat.isdecimal())

    @property
    def shoe_before(self) -> ShoeState | None:
        """The shoe that the round began with, where its game keeps one."""
        if "shoe" not in self.header:
            return None
        try:
            return ShoeState.from_json(self.header["shoe"])
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise RecordError(f"This is not the record of a round: {error!s} is missing or not valid.") from None

    def shoe_after(self) -> ShoeState | None:
        """The shoe for the next round at the table, where its game keeps one."""
        before = self.shoe_before
        if before is None:
            return None
        if self.void is not None:
            return before.after_void(dealt=any(action.get("do") == "deal" for action in self.actions))
        played = self.play()
        return played.shoe_after if isinstance(played, Round) else None

    def record(self) -> dict[str, Any]:
        """The record that `houseway verify` reads; without its events where the installed rules cannot play it."""
        try:
            return to_record(self.play())
        except HousewayError:
            return {**self.header, "actions": list(self.actions)}


class _is_json(FunctionElement[bool]):  # noqa: N801 - a function of SQL
    """Whether a JSON column can be looked into: SQLite gives up the whole query where it holds other text."""

    type = sa.Boolean()
    inherit_cache = True


@compiles(_is_json)
def _any_is(element: _is_json, compiler: Any, **facts: Any) -> str:
    return f"{compiler.process(element.clauses, **facts)} IS NOT NULL"


@compiles(_is_json, "sqlite")
def _some_is(element: _is_json, compiler: Any, **facts: Any) -> str:
    return f"json_valid({compiler.process(element.clauses, **facts)})"


def looked_into(column: sa.Column[Any], within: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Something out of a JSON column; nothing where the column holds none."""
    return sa.case((_is_json(column), within))


def _told(name: str) -> sa.ColumnElement[str]:
    return looked_into(rounds.c.summary, rounds.c.summary[name].as_string())


WHY_PLAYED_FOR = _told("played_for").label("played_for")  # by seat, as JSON
WHY_VOID = _told("void").label("void")
VOIDED_BY = _told("by").label("voided_by")  # None: by the house itself
_UNDEALT = _told("undealt").label("undealt")
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
    done = await connection.stream(  # long rounds in pieces: the tables go on between two
        sa.select(actions.c.round_id, actions.c.number, actions.c.action)
        .where(actions.c.round_id.in_(wanted))
        .order_by(actions.c.round_id, actions.c.number)
        .execution_options(yield_per=_PIECE)
    )
    by_round: dict[int, list[tuple[int, Any]]] = {}
    async for round_id, number, action in done:
        by_round.setdefault(round_id, []).append((number, action))
    for row in rows:
        done_in = by_round.get(row.id, [])
        readable = tuple(object_or_nothing(action) for _, action in done_in)
        header_ = object_or_nothing(row.header)
        facts = (row.id, row.table_id, row.number, row.over, row.started, row.ended, header_, readable)
        void = None if row.void is None else str(row.void)
        damage = _damage(row.header, done_in)
        yield StoredRound(*facts, void=void, undealt=row.undealt is not None, damage=damage)


def _damage(header_: Any, done: Sequence[tuple[int, Any]]) -> str:
    """What of a round's rows cannot be what was written; nothing where they can be played or are of other rules."""
    if not isinstance(header_, dict):
        return "its header is no record"
    for name in _ALWAYS:
        if name not in header_:
            return f"its header has no {name.replace('_', ' ')}"
    for number, (stored_as, action) in enumerate(done):
        if stored_as != number:
            return f"its action {number + 1} is missing"
        if not isinstance(action, dict) or not isinstance(action.get("do"), str):
            return f"its action {number + 1} is none"
    return ""
