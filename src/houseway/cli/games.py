"""`houseway games`: what can be played."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from houseway.cards import texts
from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Edition, Game, TableGame
from houseway.rules.wagers import Wager

EXAMPLES = "Examples: houseway games · houseway games --json"


def command(
    *, as_json: Annotated[bool, typer.Option("--json", help="Print ids, editions, options and wagers as JSON.")] = False
) -> None:
    """List the games with their editions and wagers."""
    classes = [any_game_class(game_id) for game_id in game_ids()]
    if as_json:
        print(json.dumps([describe(kind) for kind in classes], indent=1))
    else:
        show(classes)


def describe(kind: type[TableGame[Any]]) -> dict[str, Any]:
    """A game's facts as JSON: options with legal values, editions, wagers of the default edition."""
    game = kind.make()
    return {
        "id": kind.id,
        "name": kind.name,
        "blurb": kind.blurb,
        "manual": kind.manual,
        "rules_version": kind.rules_version,
        "seats": game.seats,
        "notices": game.notices(),
        "examples": [example.sentence(game) for example in game.examples()] if isinstance(game, Game) else [],
        "default_edition": kind.editions[0].name,
        "editions": [_edition(kind, edition) for edition in kind.editions],
        "options": kind.options_type.described(),
        "wagers": [_wager(wager) for wager in game.wagers],
    }


def _edition(kind: type[TableGame[Any]], edition: Edition) -> dict[str, Any]:
    game = kind.make(edition.name)
    return {
        "name": edition.name,
        "title": edition.full_title,
        "preferred": edition.preferred,
        "expected_hold": edition.expected_hold or None,
        "fingerprint": game.fingerprint,
        "options": game.options.values(),
    }


def _wager(wager: Wager) -> dict[str, Any]:
    return {
        "id": wager.id,
        "name": wager.name,
        "kind": wager.kind.value,
        "text": wager.text,
        "on": wager.on or None,
        "pays": [{**row._asdict(), "example": texts(row.example)} for row in wager.rows()],
    }


def show(classes: list[type[TableGame[Any]]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Game", style="bold", no_wrap=True)
    table.add_column("How it plays")
    table.add_column("Editions", style="dim")
    for kind in classes:
        editions = ", ".join(edition.name + edition.remark for edition in kind.editions)
        table.add_row(kind.id, f"[bold]{kind.name}[/]. {kind.blurb}", editions)
    console = Console()
    console.print(table)
    console.print("[dim]houseway play GAME to sit down, houseway rules GAME to read first.[/]")
