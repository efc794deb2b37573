"""The games and the open tables, as the lobby and the rules pages show them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel

from houseway.catalog import any_game_class, game_ids
from houseway.errors import OptionError
from houseway.rules.game import Game, TableGame
from houseway.rules.limits import JURISDICTIONS
from houseway.rules.procedure import EachSeat, Step
from houseway.rules.wagers import Wager
from houseway.server.odds.house_edges import Edges
from houseway.server.refusals import Refusal
from houseway.server.web.api.dependencies import (
    PROBLEMS,
    AnyVisitor,
    Asked,
    GameQuery,
    IdPath,
    SetQuery,
    Text,
    floor_of,
)

router = APIRouter(prefix="/api", tags=["games and tables"], responses=PROBLEMS)
GamePath = Annotated[str, Path(max_length=80)]


class PlayNow(Asked):
    game: Text


class FreeSeat(BaseModel):
    table: int
    seat: int


class Law(BaseModel):
    """A jurisdiction whose limits a table can be opened under."""

    name: str
    title: str


class Games(BaseModel):
    games: list[dict[str, Any]]
    jurisdictions: list[Law]


class Tables(BaseModel):
    tables: list[dict[str, Any]]


def named_game(game_id: str, edition: str | None, sets: list[str] | None) -> TableGame[Any]:
    """The game with these options on top of the edition."""
    changes = {}
    for text in sets or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"set takes OPTION=VALUE, such as set=ties=push, not {text!r}.")
        changes[name.strip()] = value.strip()
    return any_game_class(game_id).make(edition, changes)


def game_facts(game: TableGame[Any], edges: Edges) -> dict[str, Any]:
    """A game as the lobby shows it."""
    return {
        "id": game.id,
        "name": game.name,
        "blurb": game.blurb,
        "kind": "banked" if isinstance(game, Game) else "pot",
        "seats": game.seats,
        "edition": game.edition,
        "editions": [{"name": item.name, "title": item.title} for item in type(game).editions],
        **edges.shown(game),
        "side_edges": edges.sides(game),
        "layout": asdict(game.layout),
        "wagers": [_wager(wager) for wager in game.wagers],
    }


def rules_facts(game: TableGame[Any]) -> dict[str, Any]:
    """Rules, procedure, pay tables and options, from the game's own data."""
    values = game.options.values()
    return {
        "options": [{**row, "value": values[row["name"]]} for row in game.options.described()],
        "rules": list(game.rules_of_play()),
        "procedure": [_step(step) for step in game.procedure],
        "wagers": [_wager(wager) for wager in game.wagers],
        "entry_wagers": list(game.entry_wagers) if isinstance(game, Game) else [],
        "layout": asdict(game.layout),
        "fingerprint": game.fingerprint,
        "warnings": game.warnings(),
        "manual": game.manual,
    }


def _wager(wager: Wager) -> dict[str, Any]:
    rows = [{"hand": hand, "pays": pays} for hand, pays in wager.rows()]
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


def _step(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"ref": step.ref, "text": step.text}
    if isinstance(step, EachSeat):
        told["steps"] = [_step(inner) for inner in step.steps]
    return told


@router.get("/games")
async def games(request: Request) -> Games:
    """Every game that is installed, in its default edition, and the jurisdictions that are known."""
    edges: Edges = request.app.state.edges
    return Games(
        games=[game_facts(any_game_class(game_id).make(), edges) for game_id in game_ids()],
        jurisdictions=[Law(name=law.name, title=law.title) for law in JURISDICTIONS.values()],
    )


@router.get("/games/{game_id}")
async def game(request: Request, game_id: GamePath, edition: GameQuery = None, set_: SetQuery = None) -> dict[str, Any]:
    """One game with the options asked for."""
    found = named_game(game_id, edition, set_)
    return game_facts(found, request.app.state.edges) | rules_facts(found)


@router.get("/tables")
async def tables(request: Request) -> Tables:
    return Tables(tables=floor_of(request).summaries())


@router.get("/tables/{table_id}")
async def table(request: Request, table_id: IdPath) -> dict[str, Any]:
    """A table with the rules of its exact options."""
    summary, found = floor_of(request).summary(table_id), floor_of(request).game_of(table_id)
    if summary is None or found is None:
        raise Refusal("unknown_table", "There is no such table, or it is closed.", 404)
    facts = game_facts(found, request.app.state.edges)
    return {name: facts[name] for name in ("blurb", "editions", "side_edges")} | rules_facts(found) | summary


@router.post("/play-now")
async def play_now(request: Request, who: AnyVisitor, asked: PlayNow) -> FreeSeat:
    """A free seat at a table of the game; one more table is opened when all are full."""
    any_game_class(asked.game)
    found = await floor_of(request).play_now(asked.game, who.person.id if who.person else None)
    return FreeSeat(table=found["table"], seat=found["seat"])
