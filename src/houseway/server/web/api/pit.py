"""For the pit: tables, what they take against theory, rounds to search and export, people and their roles."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from fractions import Fraction
from typing import Annotated, Any, cast

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.catalog import any_game_class
from houseway.rounding import exactly, rounded
from houseway.server.odds.house_edges import Edges
from houseway.server.people.people import People
from houseway.server.protocol.games import TableClosing
from houseway.server.protocol.people import PeopleFound, PersonWithChips
from houseway.server.protocol.pit import (
    CorrectionTakings,
    LastRound,
    PitRound,
    PitRounds,
    PitTables,
    RoundPerson,
    RoundUnderWay,
    TableTakings,
    WagerTakings,
)
from houseway.server.protocol.rounds import RoundRecord
from houseway.server.protocol.table_state import SeatState, TableSummary
from houseway.server.protocol.values import Role
from houseway.server.refusals import Refusal
from houseway.server.storage.damage import object_or_nothing
from houseway.server.storage.round_records import WHY_VOID, StoredRound, load_round, load_rounds
from houseway.server.storage.schema import pit_log, round_people, rounds, takings
from houseway.server.tables import clocks, table_view
from houseway.server.tables.floor import Floor
from houseway.server.web.api.dependencies import (
    LARGEST_ID,
    NO_NUL,
    PROBLEMS,
    Admin,
    GameQuery,
    IdPath,
    IdQuery,
    LimitQuery,
    PitStaff,
    RequestBody,
    Text,
    TimeQuery,
    floor_of,
    in_pieces,
    journal_of,
    people_of,
    person_with_chips,
    sent_as_built,
    sent_in_pieces,
)
from houseway.server.web.api.history import game_name

router = APIRouter(prefix="/api/pit", tags=["pit"], responses=PROBLEMS)
_CHUNK = 50
Amount = Annotated[int, Field(ge=0, le=10**12, description="Whole cents.")]


class NewLimit(RequestBody):
    """What a wager takes at a new table."""

    least: Amount
    most: Amount
    step: Amount = 100


class NewBuyIn(RequestBody):
    """What a player may bring to a new table."""

    least: Amount
    most: Amount


class NewTable(RequestBody):
    """A table to open. With `approved_fingerprint` it is locked: other rules than the approved ones are refused."""

    game: Text
    edition: Text | None = None
    options: dict[Text, Text | int] = Field(default_factory=dict, max_length=60)
    limits: dict[Text, NewLimit] = Field(default_factory=dict, max_length=60)
    jurisdiction: Text = "none"
    name: Annotated[str, StringConstraints(max_length=60, pattern=NO_NUL)] = ""
    seats: Annotated[int, Field(ge=1, le=50)] | None = None
    opponents: bool = False
    buy_in: NewBuyIn | None = None
    approved_fingerprint: Text | None = None


class NewRole(RequestBody):
    """What somebody may do from now on."""

    role: Role


@router.get("/tables")
@sent_as_built
async def pit_tables(request: Request, person: PitStaff) -> PitTables:
    """Every open table: who sits there and how things stand, its handle, win and hold against theory."""
    async with journal_of(request).database.read() as connection:
        rows = (await connection.execute(sa.select(takings))).all()
        counts = await connection.execute(
            sa.select(rounds.c.table_id, sa.func.count())
            .where(rounds.c.over, WHY_VOID.is_(None), sa.exists().where(round_people.c.round_id == rounds.c.id))
            .group_by(rounds.c.table_id)
        )
        played: dict[int, int] = {table_id: count for table_id, count in counts}  # noqa: C416 - no pairs to mypy
        corrected = await _corrections(connection)
        last = await _last_rounds(connection, list(floor_of(request).tables))
    by_table: dict[int, list[Any]] = {}
    for row in rows:
        by_table.setdefault(row.table_id, []).append(row)
    floor = floor_of(request)
    summaries = floor.summaries()
    return {
        "tables": [
            {
                **summary,
                **_takings(request, summary["id"], by_table.get(summary["id"], []), played, corrected),
                "people": _seated(floor, summary["id"], people_of(request)),
                "waited_for": _waited_for(floor, summary["id"]),
                "round": _under_way(floor, summary["id"]),
                "last_round": last.get(summary["id"]),
            }
            for summary in summaries
        ],
        "kept_closed": [kept.told for kept in floor.kept_closed],
    }


def _under_way(floor: Floor, table_id: int) -> RoundUnderWay | None:
    table = floor.tables.get(table_id)
    log = table.round_to_void if table is not None else None
    return None if log is None else {"id": log.round_id, "number": log.number}


def _seated(floor: Floor, table_id: int, people: People) -> list[SeatState]:
    table = floor.tables.get(table_id)
    return [] if table is None else list(table_view.seats(table, people.name).values())


def _waited_for(floor: Floor, table_id: int) -> list[int]:
    table = floor.tables.get(table_id)
    return [] if table is None else sorted(table.waited_for(clocks.now()))


async def _last_rounds(connection: AsyncConnection, tables: list[int]) -> dict[int, LastRound]:
    """The newest finished round of each of these tables."""
    newest = (
        sa.select(sa.func.max(rounds.c.id))
        .where(rounds.c.over, rounds.c.table_id.in_(tables))
        .group_by(rounds.c.table_id)
    )
    query = (
        sa.select(
            rounds.c.id,
            rounds.c.table_id,
            rounds.c.number,
            rounds.c.ended,
            WHY_VOID,
            sa.func.coalesce(sa.func.sum(round_people.c.staked), 0).label("staked"),
            sa.func.coalesce(sa.func.sum(round_people.c.returned), 0).label("returned"),
        )
        .outerjoin_from(rounds, round_people, round_people.c.round_id == rounds.c.id)
        .where(rounds.c.id.in_(newest))
        .group_by(rounds.c.id, rounds.c.table_id, rounds.c.number, rounds.c.ended, WHY_VOID)
    )
    found: dict[int, LastRound] = {}
    for row in await connection.execute(query):
        found[row.table_id] = {
            "id": row.id,
            "number": row.number,
            "ended": row.ended,
            "staked": int(row.staked),
            "returned": int(row.returned),
            "void": row.void is not None,
        }
    return found


async def _corrections(connection: AsyncConnection) -> dict[int, CorrectionTakings]:
    """What corrections came to, by table."""
    query = sa.select(
        pit_log.c.table_id,
        sa.func.count(),
        sa.func.sum(sa.case((pit_log.c.amount > 0, pit_log.c.amount), else_=0)),
        sa.func.sum(sa.case((pit_log.c.amount < 0, -pit_log.c.amount), else_=0)),
    ).where(pit_log.c.kind == "correction")
    found: dict[int, CorrectionTakings] = {}
    for table_id, made, paid, taken_back in await connection.execute(query.group_by(pit_log.c.table_id)):
        found[table_id] = {"made": made, "paid": int(paid), "taken_back": int(taken_back)}
    return found


def _takings(
    request: Request,
    table_id: int,
    rows: list[Any],
    played: dict[int, int],
    corrected: dict[int, CorrectionTakings],
) -> TableTakings:
    edges: Edges = request.app.state.edges
    game = floor_of(request).game_of(table_id)
    handle, returned = sum(row.staked for row in rows), sum(row.returned for row in rows)
    known = edges.wagers(game) if game is not None else {}
    theory, variance = Fraction(), 0.0
    for row in rows:
        if row.wager in known:
            theory += known[row.wager].edge * row.staked
            variance += known[row.wager].standard_deviation ** 2 * row.squares
    spread = exactly(1.96 * math.sqrt(variance))
    wagers: list[WagerTakings] = [
        {"wager": row.wager, "made": row.made, "staked": row.staked, "returned": row.returned} for row in rows
    ]
    corrections = corrected.get(table_id, {"made": 0, "paid": 0, "taken_back": 0})
    return {
        "handle": handle,
        "win": handle - returned,
        "hold_percent": 100 * (handle - returned) / handle if handle else None,
        "theoretical_win": int(rounded(theory, 0)) if known else None,
        "band": (int(rounded(theory - spread, 0)), int(rounded(theory + spread, 0))) if known else None,
        "wagers": wagers,
        "corrections": corrections,
        "win_corrected": handle - returned - corrections["paid"] + corrections["taken_back"],
        "rounds": played.get(table_id, 0),
    }


@router.post("/tables", status_code=201)
async def open_table(request: Request, person: PitStaff, body: NewTable) -> TableSummary:
    """Open a table; a fingerprint that is not the approved one is refused."""
    game = any_game_class(body.game).make(body.edition, body.options)
    if body.approved_fingerprint and body.approved_fingerprint != game.fingerprint:
        raise Refusal(
            "fingerprint_differs",
            f"The approved fingerprint is {body.approved_fingerprint}, but these rules have {game.fingerprint}.",
            409,
        )
    return await floor_of(request).open_table(body.model_dump(), person.id)


@router.post("/tables/{table_id}/close")
async def close_table(request: Request, person: PitStaff, table_id: IdPath) -> TableClosing:
    """Close a table when its round is over; everybody gets their chips back."""
    if floor_of(request).summary(table_id) is None:
        raise Refusal("unknown_table", "There is no such table, or it is closed.", 404)
    await floor_of(request).close_table(table_id, person.id)
    return {"table": table_id, "closing": True}


class RoundSearch:
    """Which rounds: one by its number of the house, or those of a table, a person, a game, a time."""

    def __init__(
        self,
        round_: Annotated[int | None, Query(alias="round", ge=1, le=LARGEST_ID)] = None,
        table: IdQuery = None,
        person: IdQuery = None,
        game: GameQuery = None,
        after: TimeQuery = None,
        before: TimeQuery = None,
        below: Annotated[int | None, Query(ge=1, le=LARGEST_ID, description="Rounds before this one.")] = None,
    ) -> None:
        self.conditions: list[sa.ColumnElement[bool]] = []
        if round_ is not None:
            self.conditions.append(rounds.c.id == round_)
        if table is not None:
            self.conditions.append(rounds.c.table_id == table)
        if person is not None:
            theirs = sa.select(round_people.c.round_id).where(round_people.c.person_id == person)
            self.conditions.append(rounds.c.id.in_(theirs))
        if game is not None:
            self.conditions.append(rounds.c.game == game)
        if after is not None:
            self.conditions.append(rounds.c.started >= after)
        if before is not None:
            self.conditions.append(rounds.c.started < before)
        if below is not None:
            self.conditions.append(rounds.c.id < below)


SearchQuery = Annotated[RoundSearch, Depends()]


@router.get("/rounds")
@sent_as_built
async def pit_rounds(request: Request, person: PitStaff, search: SearchQuery, limit: LimitQuery = 50) -> PitRounds:
    """Rounds, newest first; `next` is the `below` of the following page."""
    query = sa.select(rounds).where(*search.conditions).order_by(rounds.c.id.desc()).limit(limit + 1)
    async with journal_of(request).database.read() as connection:
        found = (await connection.execute(query)).all()
        seated = await connection.execute(
            sa.select(round_people).where(round_people.c.round_id.in_([row.id for row in found]))
        )
        by_round: dict[int, list[Any]] = {}
        for row in seated:
            by_round.setdefault(row.round_id, []).append(row)
    people = people_of(request)
    lines = [_line(row, by_round.get(row.id, []), people) for row in found[:limit]]
    return {"rounds": lines, "next": lines[-1]["id"] if len(found) > limit else None}


def _line(row: Any, seated: list[Any], people: People) -> PitRound:
    players: list[RoundPerson] = [
        {
            "seat": item.seat,
            "person": item.person_id,
            "name": known.name if (known := people.person(item.person_id)) else "",
            "staked": item.staked,
            "returned": item.returned,
        }
        for item in seated
    ]
    return {
        "id": row.id,
        "table": row.table_id,
        "game": row.game,
        "game_name": game_name(row.game),
        "number": row.number,
        "fingerprint": row.fingerprint,
        "over": row.over,
        "void": "void" in object_or_nothing(row.summary),
        "started": row.started,
        "ended": row.ended,
        "people": players,
        "staked": sum(item.staked for item in seated),
        "returned": sum(item.returned for item in seated),
    }


@router.get("/rounds.jsonl", response_class=StreamingResponse, responses={200: {"content": {"application/jsonl": {}}}})
async def export(request: Request, person: PitStaff, search: SearchQuery) -> StreamingResponse:
    """Every finished round that is searched for, oldest first, one record a line, as `houseway verify` reads them."""
    return StreamingResponse(
        _records(request, search),
        media_type="application/jsonl",
        headers={"content-disposition": 'attachment; filename="rounds.jsonl"'},
    )


async def _records(request: Request, search: RoundSearch) -> AsyncIterator[bytes]:
    last, database = 0, journal_of(request).database
    while True:
        wanted = (
            sa.select(rounds.c.id)
            .where(*search.conditions, rounds.c.over, rounds.c.id > last)
            .order_by(rounds.c.id)
            .limit(_CHUNK)
        )
        async with database.read() as connection:
            ids = list((await connection.execute(wanted)).scalars())
            stored = [item async for item in load_rounds(connection, ids)] if ids else []
        for item in stored:
            yield await asyncio.to_thread(_record_line, item)  # the tables go on meanwhile
        if not ids:
            return
        last = ids[-1]


def _record_line(stored: StoredRound) -> bytes:
    return in_pieces(stored.record()) + b"\n"


@router.get("/rounds/{round_id}")
@sent_in_pieces
async def pit_round(request: Request, person: PitStaff, round_id: IdPath) -> RoundRecord:
    """The whole record of a finished round. One under way stays closed to everybody: it holds the seed."""
    async with journal_of(request).database.read() as connection:
        stored = await load_round(connection, round_id)
    if stored is None:
        raise Refusal("unknown_round", "There is no such round.", 404)
    if not stored.over:
        raise Refusal("round_not_over", "The round is under way: its record can be read when it is over.", 409)
    return cast("RoundRecord", await asyncio.to_thread(stored.record))


@router.get("/people")
async def people(
    request: Request,
    person: PitStaff,
    q: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = "",
    limit: LimitQuery = 50,
) -> PeopleFound:
    """People by a part of their name, newest first."""
    found = people_of(request).search(q, limit)
    return {"people": [person_with_chips(request, item) for item in found]}


@router.post("/people/{person_id}/role")
async def set_role(request: Request, person: Admin, person_id: IdPath, body: NewRole) -> PersonWithChips:
    """Make somebody pit, admin or player."""
    return person_with_chips(request, await people_of(request).set_role(person_id, body.role, person.id))
