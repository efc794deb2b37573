"""`houseway rules`: how a game is played, dealt and paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from houseway.cli.common import Edition, GameId, Sets, make_any_game, title, width
from houseway.cli.felt import felt_lines
from houseway.rules.game import Game, TableGame
from houseway.rules.options import OFF
from houseway.rules.procedure import SIDES, printed_ref, step_number, with_paths
from houseway.rules.wagers import Kind

if TYPE_CHECKING:
    from rich.console import Console

KINDS = {
    Kind.FIRST: "to play",
    Kind.RAISE: "during the round",
    Kind.SIDE: "optional",
    Kind.BONUS: "a bonus, no bet of its own",
    Kind.PROGRESSIVE: "optional",
}
EXAMPLES = "Examples: houseway rules high-card-flush · houseway rules mini-tex --edition ace-king"


def command(game: GameId, edition: Edition = None, set_: Sets = None) -> None:
    """Print a game's rules of play, dealing procedure, pay tables and felt."""
    from rich.console import Console

    show(make_any_game(game, edition, set_), Console(width=width(100), highlight=False))


def show(game: TableGame[Any], console: Console) -> None:
    console.rule(title(game))
    console.print(f"{game.blurb}\n")
    _heading(console, "Rules of play")
    _list(console, (*game.rules_of_play(), *(f"[bold]Warning:[/] {text}" for text in game.warnings())))
    _examples(game, console)
    _heading(console, "Wagers")
    told = [f"[bold]{wager.name}[/] ({KINDS[wager.kind]}): {wager.text}" for wager in game.wagers]
    _list(console, told or ["None against the house."])
    _pay_tables(game, console)
    _heading(console, "Dealing procedure")
    console.print(SIDES)
    _procedure(game, console)
    _heading(console, "The felt")
    for line in felt_lines(game):
        console.print(f"   {line}", markup=False)
    _options(game, console)
    if notices := game.notices():
        _heading(console, "Law and approval")
        _list(console, notices)
    console.print(f"\n[dim]From: {game.manual}. Fingerprint {game.fingerprint}[/]", soft_wrap=True)


def _examples(game: TableGame[Any], console: Console) -> None:
    """The manual's examples, each with what becomes of the wager."""
    if isinstance(game, Game) and (examples := list(game.examples())):
        _heading(console, "The manual's examples")
        _list(console, [example.sentence(game) for example in examples])


def _heading(console: Console, text: str) -> None:
    console.print(f"\n[bold underline]{text}[/]")


def _list(console: Console, items: Iterable[str], mark: str = "•") -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    for item in items:
        grid.add_row(mark, item)
    console.print(grid)


def _procedure(game: TableGame[Any], console: Console) -> None:
    """The dealer's steps, with their conditions, and where they stand in the manual."""
    from rich.markup import escape
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_column(style="dim", no_wrap=True)

    def add(number: str, mark: str, words: str, ref: str) -> None:
        inside = Table.grid(padding=(0, 1))
        inside.add_row(mark, escape(words))
        grid.add_row(number, inside if mark else escape(words), f"manual {printed_ref(ref)}" if ref else "")

    for path, step in with_paths(game.procedure):
        own = f"{step_number(path)}."
        first, mark = ("", own) if len(path) > 1 else (own, "")
        add(first, mark, step.words, step.ref)
        for case in step.alternatives:
            add("", f"{'   ' if mark else ''}•", case.sentence, case.ref)
    console.print(grid)


def _pay_tables(game: TableGame[Any], console: Console) -> None:
    """What every wager pays, and for which cards."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    paying = [wager for wager in game.wagers if wager.rows()]
    if not paying:
        return
    _heading(console, "Pay tables")
    for wager in paying:
        table = Table(title=wager.name, title_justify="left", box=SIMPLE_HEAD, title_style="bold", pad_edge=False)
        table.add_column("Hand")
        table.add_column("Pays", justify="right")
        table.add_column("What it is")
        table.add_column("For example, as dealt", no_wrap=True)
        for row in wager.rows():
            meaning = row.meaning_with_name + (f" [italic]({row.note})[/]" if row.note else "")
            cards = " ".join(card.pretty for card in row.example)
            table.add_row(row.hand, f"{row.pays}*" if row.note else row.pays, meaning, cards)
        console.print(table)


def _options(game: TableGame[Any], console: Console) -> None:
    _heading(console, "Options")
    for edition in game.editions:
        here = " (this one)" if edition.name == game.edition else ""
        _list(console, [f"edition [bold]{edition.name}[/]{here}: {edition.full_title}"])
    values = game.options.values()
    for row in game.options.described():
        told = f"[bold]{row['name']}[/] = {values[row['name']]}: {row['help']} ({row['legal']})"
        if "preferred" in row:
            told += f". The manual prefers {row['preferred']}"
        for table, hands in (row.get("inferred", {}) if values[row["name"]] != OFF else {}).items():
            told += "".join(f". In {table} the pay of the {hand} is {why}" for hand, why in hands.items())
        _list(console, [told])
