"""Arguments that several commands take, and how they become a game and its limits."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from houseway.catalog import any_game_class, game_class
from houseway.errors import OptionError, WagerError
from houseway.rules.game import Game, TableGame
from houseway.rules.limits import JURISDICTIONS, Limit, Limits, jurisdiction
from houseway.rules.options import Choice

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as `houseway games` lists them.")]
Edition = Annotated[str | None, typer.Option(help="A named set of options; the game's default when left out.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the edition; may be given several times."),
]
LimitTexts = Annotated[
    list[str] | None,
    typer.Option("--limit", metavar="WAGER=MIN-MAX/STEP", help="A wager's limits in dollars, such as ante=5-100/5."),
]
JurisdictionName = Annotated[
    str, typer.Option("--jurisdiction", help=f"Legal limits: {Choice(tuple(JURISDICTIONS)).legal}.")
]


def make_game(game_id: str, edition: str | None, sets: list[str] | None) -> Game[Any]:
    """The game against the house as the arguments describe it."""
    game_class(game_id)  # refuses games among players
    game = make_any_game(game_id, edition, sets)
    assert isinstance(game, Game)
    return game


def make_any_game(game_id: str, edition: str | None, sets: list[str] | None) -> TableGame[Any]:
    """The game as the arguments describe it; its warnings go to standard error."""
    changes = {}
    for text in sets or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--set takes OPTION=VALUE, such as --set ties=push, not {text!r}.")
        changes[name.strip()] = value.strip()
    game = any_game_class(game_id).make(edition, changes)
    for warning in game.warnings():
        print(f"Warning: {warning}", file=sys.stderr)
    return game


def make_limits(game: TableGame[Any], texts: list[str] | None, law: str) -> Limits:
    """The table's limits as the arguments describe them."""
    wagers = {}
    spots = [wager.id for wager in game.wagers if wager.opening]
    for text in texts or []:
        name, equals, bounds = text.partition("=")
        if not spots:
            raise WagerError("--limit has nothing to limit: no wager against the house is offered.")
        if not equals or name not in spots:
            raise WagerError(f"--limit takes WAGER=MIN-MAX/STEP for one of {', '.join(spots)}, not {text!r}.")
        wagers[name] = Limit.parse(bounds)
    limits = Limits(wagers, jurisdiction(law))
    limits.opening(game.wagers)  # refuses limits that contradict each other
    return limits


def title(game: TableGame[Any]) -> str:
    """The game as a heading: its name, edition, and what was changed on top."""
    named = type(game).make(game.edition).options.values()
    changed = [f"{name}={value}" for name, value in game.options.values().items() if named[name] != value]
    return f"[bold]{game.name}[/], edition {game.edition}" + (f" with {', '.join(changed)}" if changed else "")


def width(usual: int) -> int | None:
    """How wide to print: as the terminal or COLUMNS says, and otherwise, into a pipe, as usual."""
    return None if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit() else usual
