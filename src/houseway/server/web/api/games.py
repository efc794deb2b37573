"""The games and the open tables, as the lobby and the rules pages show them."""

from __future__ import annotations

from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Request

from houseway.catalog import any_game_class, game_ids
from houseway.errors import OptionError
from houseway.rules.game import Game, TableGame
from houseway.rules.limits import JURISDICTIONS
from houseway.rules.procedure import Area, EachSeat, Step, StepPath, step_number
from houseway.rules.wagers import Wager
from houseway.server.odds.house_edges import Edges
from houseway.server.protocol import games as sent
from houseway.server.refusals import Refusal
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    CurrentVisitor,
    GameQuery,
    IdPath,
    RequestBody,
    SetQuery,
    Text,
    floor_of,
    sent_as_built,
)

router = APIRouter(prefix="/api", tags=["games and tables"], responses=PROBLEMS)
GamePath = Annotated[str, Path(max_length=80)]


class PlayNow(RequestBody):
    """The game to play."""

    game: Text


def named_game(game_id: str, edition: str | None, sets: list[str] | None) -> TableGame[Any]:
    """The game with these options on top of the edition."""
    changes = {}
    for text in sets or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"set takes OPTION=VALUE, such as set=ties=push, not {text!r}.")
        changes[name.strip()] = value.strip()
    return any_game_class(game_id).make(edition, changes)


def game_summary(game: TableGame[Any], edges: Edges, address: str = "") -> sent.GameSummary:
    """A game as the lobby shows it, or as the visitor at an address asks for it."""
    edge = edges.shown(game, address)
    return {
        "id": game.id,
        "name": game.name,
        "blurb": game.blurb,
        "kind": "banked" if isinstance(game, Game) else "pot",
        "seats": game.seats,
        "edition": game.edition,
        "editions": editions(game),
        **edge,
        "side_edges": edges.sides(game),
        **game_felt(game),
    }


def game_felt(game: TableGame[Any]) -> sent.GameFelt:
    """The layout and the wagers on it."""
    layout = game.layout
    return {
        "layout": {
            "dealer": [_area(area) for area in layout.dealer],
            "player": [_area(area) for area in layout.player],
            "inscriptions": list(layout.inscriptions),
        },
        "wagers": [_wager(wager) for wager in game.wagers],
    }


def rules_of_play(game: TableGame[Any]) -> sent.RulesOfPlay:
    """Rules, procedure and options, from the game's own data."""
    values = game.options.values()
    options = [{**row, "value": values[row["name"]]} for row in game.options.described()]
    return {
        "options": cast("list[sent.GameOption]", options),
        "rules": list(game.rules_of_play()),
        "examples": [example.sentence(game) for example in game.examples()] if isinstance(game, Game) else [],
        "notices": game.notices(),
        "procedure": procedure_steps(game),
        "entry_wagers": list(game.wagers.entries) if isinstance(game, Game) else [],
        "warnings": list(game.warnings()),
        "manual": game.manual,
    }


def procedure_steps(game: TableGame[Any]) -> list[sent.ProcedureStep]:
    """The steps of the procedure with their numbers."""
    return [_step((index,), step) for index, step in enumerate(game.procedure)]


def editions(game: TableGame[Any]) -> list[sent.Edition]:
    return [{"name": item.name, "title": item.full_title} for item in type(game).editions]


def _area(area: Area) -> sent.Area:
    return {
        "id": area.id,
        "label": area.label,
        "kind": area.kind,
        "x": area.x,
        "y": area.y,
        "width": area.width,
        "cards": area.cards,
    }


def _wager(wager: Wager) -> sent.Wager:
    rows: list[sent.PayTableRow] = [
        {
            "hand": row.hand,
            "pays": row.pays,
            "meaning": row.meaning,
            "example": [card.text for card in row.example],
            "note": row.note,
            "on_felt": row.on_felt,
        }
        for row in wager.rows()
    ]
    return {
        "id": wager.id,
        "name": wager.name,
        "kind": wager.kind.value,
        "text": wager.text,
        "opening": wager.opening,
        "on": wager.on,
        "least": wager.least,
        "most": wager.most,
        "fixed": wager.fixed,
        "pay_table": {"title": wager.name, "rows": rows} if rows else None,
    }


def _step(path: StepPath, step: Step) -> sent.ProcedureStep:
    told: sent.ProcedureStep = {
        "number": step_number(path),
        "ref": step.ref,
        "condition": step.condition,
        "text": step.text,
        "cases": [
            {"id": case.id, "ref": case.ref, "condition": case.condition, "text": case.text}
            for case in step.alternatives
        ],
    }
    if isinstance(step, EachSeat):
        told["steps"] = [_step((*path, at), inner) for at, inner in enumerate(step.steps)]
    return told


@router.get("/games")
@sent_as_built
async def games(request: Request) -> sent.Games:
    """Every game that is installed, in its default edition, and the jurisdictions that are known."""
    edges: Edges = request.app.state.edges
    return {
        "games": [game_summary(any_game_class(game_id).make(), edges) for game_id in game_ids()],
        "jurisdictions": [{"name": law.name, "title": law.title} for law in JURISDICTIONS.values()],
    }


@router.get("/games/{game_id}")
@sent_as_built
async def game(
    request: Request, visitor: CurrentVisitor, game_id: GamePath, edition: GameQuery = None, set_: SetQuery = None
) -> sent.GameDetail:
    """One game with the options asked for."""
    found = named_game(game_id, edition, set_)
    summary = game_summary(found, request.app.state.edges, visitor.address)
    return {**summary, **rules_of_play(found), "fingerprint": found.fingerprint}


@router.get("/tables")
@sent_as_built
async def tables(request: Request) -> sent.Tables:
    """Every open table."""
    return {"tables": floor_of(request).summaries()}


@router.get("/tables/{table_id}")
@sent_as_built
async def table(request: Request, table_id: IdPath) -> sent.TableDetail:
    """A table with the rules of its exact options."""
    summary, found = floor_of(request).summary(table_id), floor_of(request).game_of(table_id)
    if summary is None or found is None:
        raise Refusal("unknown_table", "There is no such table, or it is closed.", 404)
    edges: Edges = request.app.state.edges
    return {
        **summary,
        **game_felt(found),
        **rules_of_play(found),
        "blurb": found.blurb,
        "editions": editions(found),
        "side_edges": edges.sides(found),
    }


@router.post("/play-now")
async def play_now(request: Request, visitor: CurrentVisitor, body: PlayNow) -> sent.FreeSeat:
    """A free seat at a table of the game; one more table is opened when all are full."""
    any_game_class(body.game)
    found = await floor_of(request).play_now(body.game, visitor.person.id if visitor.person else None, visitor.address)
    return {"table": found["table"], "seat": found["seat"]}
