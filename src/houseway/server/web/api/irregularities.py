"""For the pit: rounds made void at a running table, corrections by two supervisors, and the log of all that it does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Annotated, Any

import orjson
import sqlalchemy as sa
import structlog
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import AfterValidator, ConfigDict, Field, StringConstraints
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.server.money.corrections import IS_OPEN, Corrections, Wanted
from houseway.server.people.names import can_be_seen
from houseway.server.people.people import People
from houseway.server.protocol.commands import Id, VoidRound
from houseway.server.protocol.irregularities import (
    EarlierCorrection,
    OpenProposals,
    PitLog,
    PitLogLine,
    RoundMadeVoid,
    Supervisor,
)
from houseway.server.storage.schema import pit_log, rounds
from houseway.server.web.api.dependencies import (
    LARGEST_ID,
    PROBLEMS,
    IdPath,
    IdQuery,
    LimitQuery,
    PitStaff,
    RequestBody,
    floor_of,
    journal_of,
    people_of,
    sent_as_built,
)
from houseway.server.web.api.history import game_name

router = APIRouter(prefix="/api/pit", tags=["pit"], responses=PROBLEMS)
_CHUNK = 200
logger = structlog.get_logger("pit")


def _checked_reason(text: str) -> str:
    if not can_be_seen(text):
        raise ValueError("A reason is made of letters, digits, spaces and signs that can be seen.")
    return text


Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=3, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(_checked_reason),
]
RowId = Annotated[int, Field(ge=1, le=LARGEST_ID)]


class PitRequest(RequestBody):
    """Strictly typed: what is asked for here moves chips, and true is not one cent."""

    model_config = ConfigDict(strict=True)


class RoundToVoid(PitRequest):
    """The round under way at a table, and why it is void. `id` is the supervisor's own, different for every request:
    sent again, it has no second effect."""

    id: Id
    round: RowId
    reason: Reason


class NewCorrection(PitRequest):
    """What somebody is to get for a round that has ended, or below 0 to give back; the seat or the person is enough.
    `id` is as in `RoundToVoid`."""

    id: Id
    round: RowId
    seat: Annotated[int, Field(ge=1, le=100)] | None = None
    person: RowId | None = None
    amount: Annotated[int, Field(ge=-(10**12), le=10**12, description="Whole cents, not 0.")]
    reason: Reason


class CorrectionRefused(PitRequest):
    """Why a proposal is refused."""

    reason: Reason


@router.post("/tables/{table_id}/void")
async def void_round(request: Request, person: PitStaff, table_id: IdPath, body: RoundToVoid) -> RoundMadeVoid:
    """Make the round under way void: everybody has back what they staked, in one entry, and the next round opens."""
    command = VoidRound.model_construct(id=body.id, table=table_id, round=body.round, reason=body.reason)
    await floor_of(request).table(table_id).make_void(person, command)
    logger.info("a round was made void", table=table_id, round=body.round, by=person.id)
    return {"table": table_id, "round": body.round}


@router.post("/corrections", status_code=201)
async def propose(request: Request, person: PitStaff, body: NewCorrection) -> PitLogLine:
    """Propose a correction of a round that has ended; another supervisor has to confirm it."""
    wanted = Wanted(body.round, body.seat, body.person, body.amount, body.reason)
    number = await _corrections(request).propose(person.id, body.id, wanted)
    return await _one(request, number)


@router.get("/corrections")
@sent_as_built
async def proposals(request: Request, person: PitStaff, after: IdQuery = None, limit: LimitQuery = 50) -> OpenProposals:
    """The corrections that wait for a second supervisor, oldest first; `next` is the `after` of the following page."""
    query = _LINES.where(IS_OPEN).order_by(pit_log.c.id).limit(limit + 1)
    if after is not None:
        query = query.where(pit_log.c.id > after)
    async with journal_of(request).database.read() as connection:
        lines = await _told(connection, query, people_of(request))
    return {"proposals": lines[:limit], "next": lines[limit - 1]["id"] if len(lines) > limit else None}


@router.post("/corrections/{correction_id}/confirm")
async def confirm(request: Request, person: PitStaff, correction_id: IdPath) -> PitLogLine:
    """Confirm another supervisor's proposal: one entry is made, with both names on it."""
    await _corrections(request).confirm(person.id, correction_id)
    logger.info("a correction was confirmed", correction=correction_id, by=person.id)
    return await _one(request, correction_id)


@router.post("/corrections/{correction_id}/refuse")
async def refuse(request: Request, person: PitStaff, correction_id: IdPath, body: CorrectionRefused) -> PitLogLine:
    """Refuse another supervisor's proposal: nothing is moved."""
    await _corrections(request).refuse(person.id, correction_id, body.reason)
    return await _one(request, correction_id)


@router.post("/corrections/{correction_id}/withdraw")
async def withdraw(request: Request, person: PitStaff, correction_id: IdPath) -> PitLogLine:
    """Withdraw one's own proposal while nobody has decided it: nothing is moved."""
    await _corrections(request).withdraw(person.id, correction_id)
    return await _one(request, correction_id)


@router.get("/log")
@sent_as_built
async def log(request: Request, person: PitStaff, before: IdQuery = None, limit: LimitQuery = 50) -> PitLog:
    """All that the pit did, newest first; `next` is the `before` of the following page."""
    query = _LINES.order_by(pit_log.c.id.desc()).limit(limit + 1)
    if before is not None:
        query = query.where(pit_log.c.id < before)
    async with journal_of(request).database.read() as connection:
        lines = await _told(connection, query, people_of(request))
    return {"lines": lines[:limit], "next": lines[limit - 1]["id"] if len(lines) > limit else None}


@router.get("/log.jsonl", response_class=StreamingResponse, responses={200: {"content": {"application/jsonl": {}}}})
async def export(request: Request, person: PitStaff) -> StreamingResponse:
    """The whole log, oldest first, one line a line."""
    return StreamingResponse(
        _all(request),
        media_type="application/jsonl",
        headers={"content-disposition": 'attachment; filename="pit-log.jsonl"'},
    )


async def _all(request: Request) -> AsyncIterator[bytes]:
    last = 0
    while True:
        query = _LINES.where(pit_log.c.id > last).order_by(pit_log.c.id).limit(_CHUNK)
        async with journal_of(request).database.read() as connection:
            lines = await _told(connection, query, people_of(request))
        for line in lines:
            yield orjson.dumps(line) + b"\n"
        if not lines:
            return
        last = lines[-1]["id"]


# --- lines of the log ---

_asked = pit_log.alias("asked")
_LINES = (
    sa.select(pit_log, rounds.c.number, rounds.c.game, _asked.c.by_id.label("asked_by"), IS_OPEN.label("open"))
    .select_from(pit_log)
    .outerjoin(rounds, rounds.c.id == pit_log.c.round_id)
    .outerjoin(_asked, _asked.c.id == pit_log.c.proposal_id)
)


def _corrections(request: Request) -> Corrections:
    found: Corrections = request.app.state.corrections
    return found


async def _one(request: Request, proposal_id: int) -> PitLogLine:
    """What became of a proposal: the line of its decision, or the proposal itself while it is open."""
    query = _LINES.where(sa.or_(pit_log.c.id == proposal_id, pit_log.c.proposal_id == proposal_id))
    async with journal_of(request).database.read() as connection:
        return (await _told(connection, query.order_by(pit_log.c.id), people_of(request)))[-1]


async def _told(connection: AsyncConnection, query: sa.Select[Any], people: People) -> list[PitLogLine]:
    rows = (await connection.execute(query)).all()
    made = await _corrections_of(connection, {row.round_id for row in rows if row.seat is not None})
    return [_line(row, people, made.get((row.round_id, row.seat), ())) for row in rows]


async def _corrections_of(connection: AsyncConnection, round_ids: set[int]) -> Mapping[tuple[int, int], list[Any]]:
    """The corrections that were made in these rounds, by round and seat."""
    found: dict[tuple[int, int], list[Any]] = defaultdict(list)
    if round_ids:
        made = sa.select(pit_log).where(pit_log.c.kind == "correction", pit_log.c.round_id.in_(round_ids))
        for row in await connection.execute(made.order_by(pit_log.c.id)):
            found[row.round_id, row.seat].append(row)
    return found


def _line(row: Any, people: People, made: Sequence[Any]) -> PitLogLine:
    earlier: list[EarlierCorrection] = [
        {"id": other.id, "made": other.made, "amount": other.amount, "reason": other.reason}
        for other in made
        if row.open or other.id < row.id
    ]
    return {
        "id": row.id,
        "kind": row.kind,
        "made": row.made,
        "by": _supervisor(row.by_id, people),
        "proposed_by": _supervisor(row.asked_by, people),
        "table": row.table_id,
        "round": row.round_id,
        "number": row.number,
        "game_name": game_name(row.game) if row.game is not None else "",
        "seat": row.seat,
        "person": row.person_id,
        "name": people.name(row.person_id) if row.person_id is not None else None,
        "amount": row.amount,
        "reason": row.reason,
        "proposal": row.proposal_id,
        "open": bool(row.open),
        "earlier": earlier,
    }


def _supervisor(person_id: int | None, people: People) -> Supervisor | None:
    return None if person_id is None else {"id": person_id, "name": people.name(person_id)}
