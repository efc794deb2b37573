"""The lab in the browser: the odds of any rules, and their report."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, cast

import orjson
from fastapi import APIRouter, Query, Request, Response

from houseway.rules.game import Game
from houseway.server.lab.lab import Lab
from houseway.server.lab.line import Asker
from houseway.server.lab.reports import MEDIA, formats, missing
from houseway.server.odds.house_edges import no_odds
from houseway.server.protocol.lab import LabReports, ReportFormat, WhatIf
from houseway.server.protocol.odds import OddsOfWagers
from houseway.server.refusals import Refusal
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    CurrentVisitor,
    GameQuery,
    SetQuery,
    Visitor,
    sent_as_built,
)
from houseway.server.web.api.games import named_game, rules_of_play
from houseway.server.web.security import Limiter

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=PROBLEMS)
NamedGame = Annotated[str, Query(max_length=80, pattern=NO_NUL)]
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The report, as a file.",
        "content": {media: {"schema": {"type": "string", "format": "binary"}} for media in MEDIA.values()},
    }
}


def lab_of(request: Request) -> Lab:
    found: Lab = request.app.state.lab
    return found


def asker_of(request: Request, visitor: Visitor, what: str = "counts") -> Asker:
    """Who asks: everybody at one address shares its turns and places."""
    limiter: Limiter = request.app.state.lab_limiters[what]
    person_id = None if visitor.person is None else visitor.person.id
    return Asker(
        visitor.address, person_id, request.is_disconnected, lambda: limiter.check(f"address {visitor.address}")
    )


def banked_game(game_id: str, edition: str | None, sets: list[str] | None) -> Game[Any]:
    """A game that has odds, with these options on top of the edition."""
    game = named_game(game_id, edition, sets)
    if not isinstance(game, Game):
        raise Refusal("no_odds", no_odds(game), 404)
    return game


@router.get("/what-if")
@sent_as_built
async def what_if(
    request: Request, visitor: CurrentVisitor, game: NamedGame, edition: GameQuery = None, set_: SetQuery = None
) -> WhatIf:
    """The odds of a game with any options, as `houseway odds --json` prints them, and what can be changed."""
    found = banked_game(game, edition, set_)
    odds = await lab_of(request).what_if(found, asker_of(request, visitor))
    printed = type(found).make(found.edition)
    return {
        "game": found.id,
        "name": found.name,
        "edition": found.edition,
        "edition_title": found.edition_title,
        "options": rules_of_play(printed)["options"],
        "wagers": [{"id": wager.id, "name": wager.name} for wager in found.wagers],
        "warnings": list(found.warnings()),
        "odds": cast("OddsOfWagers", orjson.Fragment(odds)),
    }


@router.get("/reports")
@sent_as_built
async def reports() -> LabReports:
    """The formats in which reports are made here."""
    return {"formats": formats(), "reason": missing()}


@router.get("/report", response_class=Response, responses=FILE)
async def report(
    request: Request,
    visitor: CurrentVisitor,
    game: NamedGame,
    format_: Annotated[ReportFormat, Query(alias="format")],
    edition: GameQuery = None,
    set_: SetQuery = None,
) -> Response:
    """What `houseway report` writes: the whole mathematics of a game with any options, as a file."""
    found = banked_game(game, edition, set_)
    if format_ not in formats():
        raise Refusal("no_report", missing(), 409)
    asker, today = asker_of(request, visitor, "reports"), datetime.now(UTC).date().isoformat()
    body = await lab_of(request).ask("report", found, asker, format=format_, date=today)
    name = f"{found.id}-{found.fingerprint[:8]}.{format_}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=MEDIA[format_], headers=headers)
