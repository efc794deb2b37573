"""What endpoints have in common: who makes the request, what its parts may be, and how answers are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import wraps
from typing import Annotated, Any, NamedTuple, ParamSpec

import orjson
from fastapi import Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from houseway.server.money.ledger import Ledger, wallet
from houseway.server.people.mutes import Mutes
from houseway.server.people.people import COOKIE, People, Person, Session
from houseway.server.protocol.people import PersonWithChips
from houseway.server.protocol.refusal_codes import Problem
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage.journal import Journal
from houseway.server.tables.floor import Floor
from houseway.server.web.security import CSRF_HEADER, VISITOR_COOKIE, address_of, check_csrf, same_origin, visitor_csrf

LARGEST_ID = 2**63 - 1
PIECE = 50  # items of a list that are written at once
SLICE = 65_536  # bytes that are sent at once
NO_NUL = r"^[^\x00]*$"  # PostgreSQL keeps no such character
Text = Annotated[str, StringConstraints(max_length=200, pattern=NO_NUL)]
IdPath = Annotated[int, Path(ge=1, le=LARGEST_ID)]
IdQuery = Annotated[int | None, Query(ge=1, le=LARGEST_ID)]
GameQuery = Annotated[str | None, Query(max_length=80, pattern=NO_NUL)]
SetQuery = Annotated[
    list[Annotated[str, StringConstraints(max_length=300, pattern=NO_NUL)]] | None,
    Query(alias="set", description="OPTION=VALUE, on top of the edition; may be given several times.", max_length=50),
]
LimitQuery = Annotated[int, Query(ge=1, le=200)]
TimeQuery = Annotated[int | None, Query(ge=0, le=LARGEST_ID, description="Milliseconds since 1970.")]


class RequestBody(BaseModel):
    """A request's body; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "The body is not JSON.",
        401: "Sign in first.",
        403: "Not allowed.",
        404: "Not found.",
        409: "Refused as things stand.",
        413: "The body is too large.",
        422: "The request is not valid.",
        429: "Too many attempts.",
        503: "Busy, closing, or without its database.",
    }.items()
}
P = ParamSpec("P")


def sent_as_built(endpoint: Callable[P, Awaitable[object]]) -> Callable[P, Awaitable[Response]]:
    """Write the answer at once. What the endpoint returns is proved by the type checker and described by its
    annotation; checking and copying it for every request would take longer than making it."""

    @wraps(endpoint)
    async def written(*args: P.args, **kwargs: P.kwargs) -> Response:
        return Response(orjson.dumps(await endpoint(*args, **kwargs)), media_type="application/json")

    return written


def sent_in_pieces(endpoint: Callable[P, Awaitable[Mapping[str, object]]]) -> Callable[P, Awaitable[Response]]:
    """The same for an answer that may be long: it is written beside the loop, and the tables go on meanwhile."""

    @wraps(endpoint)
    async def written(*args: P.args, **kwargs: P.kwargs) -> Response:
        text = await asyncio.to_thread(in_pieces, await endpoint(*args, **kwargs))
        if len(text) <= SLICE:
            return Response(text, media_type="application/json")
        return StreamingResponse(_sliced(text), media_type="application/json")

    return written


async def _sliced(text: bytes) -> AsyncIterator[bytes]:
    """The text bit by bit: what is sent is compressed on the way, on the loop."""
    for first in range(0, len(text), SLICE):
        yield text[first : first + SLICE]
        await asyncio.sleep(0)


def in_pieces(answer: Mapping[str, object]) -> bytes:
    """JSON, with long lists piece by piece: nothing else runs while one piece is written."""
    return b"{" + b",".join(orjson.dumps(name) + b":" + _piece(value) for name, value in answer.items()) + b"}"


def _piece(value: object) -> bytes:
    if not isinstance(value, list):
        return orjson.dumps(value)
    parts = (orjson.dumps(value[first : first + PIECE])[1:-1] for first in range(0, len(value), PIECE))
    return b"[" + b",".join(parts) + b"]"


class Visitor(NamedTuple):
    """Whoever makes a request: somebody signed in, or nobody yet."""

    person: Person | None
    session: Session | None
    csrf: str | None
    address: str


def settings_of(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def people_of(request: Request) -> People:
    found: People = request.app.state.people
    return found


def floor_of(request: Request) -> Floor:
    found: Floor = request.app.state.floor
    return found


def mutes_of(request: Request) -> Mutes:
    found: Mutes = request.app.state.mutes
    return found


def journal_of(request: Request) -> Journal:
    found: Journal = request.app.state.journal
    return found


async def current_visitor(request: Request) -> Visitor:
    """Who makes the request; one that may change something must come from our own page."""
    people, token = people_of(request), request.cookies.get(COOKIE)
    session = await people.session(token) if token and len(token) <= 100 else None
    person = people.person(session.person_id) if session else None
    visiting = request.cookies.get(VISITOR_COOKIE)
    csrf = session.csrf if session else visitor_csrf(visiting) if visiting else None
    if request.method not in ("GET", "HEAD"):
        if not same_origin(request.headers, settings_of(request)):
            raise Refusal("origin", "This request came from another site.", 403)
        check_csrf(request.headers.get(CSRF_HEADER), csrf)
    return Visitor(person, session, csrf, address_of(request.client.host) if request.client else "unknown")


CurrentVisitor = Annotated[Visitor, Depends(current_visitor)]


async def current_person(visitor: CurrentVisitor) -> Person:
    if visitor.person is None:
        raise Refusal("sign_in_first", "Come in as a guest or sign in first.", 401)
    return visitor.person


CurrentPerson = Annotated[Person, Depends(current_person)]


async def pit_staff(person: CurrentPerson) -> Person:
    if person.role not in ("pit", "admin"):
        raise Refusal("not_allowed", "That is for the pit.", 403)
    return person


PitStaff = Annotated[Person, Depends(pit_staff)]


async def admin(person: CurrentPerson) -> Person:
    if person.role != "admin":
        raise Refusal("not_allowed", "That is for an admin.", 403)
    return person


Admin = Annotated[Person, Depends(admin)]


def person_with_chips(request: Request, person: Person) -> PersonWithChips:
    ledger: Ledger = request.app.state.ledger
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "guest": person.guest,
        "balance": ledger.balance(wallet(person.id)),
        "at_tables": floor_of(request).at_tables(person.id),
        "muted": mutes_of(request).muted(person.id),
    }
