"""`houseway rules`: how a game is played, dealt and paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from houseway.cli.common import Edition, GameId, Sets, make_any_game, title, width
from houseway.cli.felt import draw
from houseway.rules.game import TableGame
from houseway.rules.procedure import EachSeat

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLES = "Examples: houseway rules high-card-flush · houseway rules mini-tex --edition ace-king"


def command(game: GameId, edition: Edition = None, set_: Sets = None) -> None:
    """Print a game's rules of play, dealing procedure, pay tables and felt."""
    from rich.console import Console

    show(make_any_game(game, edition, set_), Console(width=width(100), highlight=False))


def show(game: TableGame[Any], console: Console) -> None:
    console.rule(title(game))
    console.print(f"{game.blurb}\n")
    _heading(console, "Rules of play")
    _list(console, game.rules_of_play())
    _heading(console, "Wagers")
    _list(console, (f"[bold]{wager.name}[/] ({wager.kind.value}): {wager.text}" for wager in game.wagers))
    _pay_tables(game, console)
    _heading(console, "Dealing procedure")
    for number, step in enumerate(game.procedure, start=1):
        _list(console, [step.text], mark=f"{number:2}.")
        if isinstance(step, EachSeat):
            for letter, inner in zip("abcdefgh", step.steps, strict=False):
                _list(console, [inner.text], mark=f"    {letter}.")
    _heading(console, "The felt")
    for line in (*draw(game.layout.dealer), "", *draw(game.layout.player)):
        console.print(f"   {line}", markup=False)
    for line in game.layout.inscriptions:
        console.print(f"   [italic]{line}[/]")
    _options(game, console)
    console.print(f"\n[dim]From: {game.manual}. Fingerprint {game.fingerprint}[/]", soft_wrap=True)


def _heading(console: Console, text: str) -> None:
    console.print(f"\n[bold underline]{text}[/]")


def _list(console: Console, items: Iterable[str], mark: str = "•") -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    for item in items:
        grid.add_row(mark, item)
    console.print(grid)


def _pay_tables(game: TableGame[Any], console: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.columns import Columns
    from rich.table import Table

    tables = []
    for wager in game.wagers:
        if rows := wager.rows():
            table = Table(title=wager.name, box=SIMPLE_HEAD, title_style="bold", pad_edge=False)
            table.add_column("Hand")
            table.add_column("Pays", justify="right")
            for hand, pays in rows:
                table.add_row(hand, pays)
            tables.append(table)
    if tables:
        _heading(console, "Pay tables")
        console.print(Columns(tables, padding=(0, 3)))


def _options(game: TableGame[Any], console: Console) -> None:
    _heading(console, "Options")
    values = game.options.values()
    rows = game.options.described()
    _list(console, (f"[bold]{row['name']}[/] = {values[row['name']]}: {row['help']} ({row['legal']})" for row in rows))
