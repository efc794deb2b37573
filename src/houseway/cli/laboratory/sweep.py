"""`houseway lab sweep`: what every value of some options does to the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.laboratory.output import AsJson, Output, check_output, give
from houseway.errors import OptionError

EXAMPLES = (
    "Examples: houseway lab sweep two-card-roo --vary house_way --vary decks · "
    "houseway lab sweep mini-tex --vary bets --values bets=1/1/1,1/1/2,1/1/3 · "
    "houseway lab sweep high-card-flush --vary qualifier --vary raises --best -o sweep.html"
)


def command(
    game: GameId,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION", help="An option to vary; given twice, every value with every value."),
    ] = None,
    values: Annotated[
        list[str] | None,
        typer.Option(metavar="OPTION=VALUE,…", help="The values to try; else all, or a selection of them."),
    ] = None,
    wager: Annotated[str | None, typer.Option(help="A side wager to show; else those that change.")] = None,
    strategy: Annotated[
        str, typer.Option(help="How hands are played; `houseway strategy GAME` lists them.")
    ] = "optimal",
    edition: Edition = None,
    set_: Sets = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes to count on; one for each core if left out.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use a running dask scheduler, such as tcp://host:8786.")
    ] = None,
    output: Output = None,
    *,
    best: Annotated[bool, typer.Option("--best", help="The lowest house edge first, not in order.")] = False,
    as_json: AsJson = False,
) -> None:
    """Try every value of one or more options, and show what each does to the odds."""
    from houseway.cli.odds import counting
    from houseway.lab import sweep

    check_output(output)
    rules = make_game(game, edition, set_)
    if not vary:
        names = ", ".join(rules.options.values())
        raise OptionError(f"There is nothing to vary: name an option with --vary; the options are {names}.")
    with counting(rules), points_bar() as report:
        found = sweep(
            rules,
            vary,
            values=_values(values),
            wager=wager,
            strategy=strategy,
            best_first=best,
            workers=workers,
            cluster=cluster,
            progress=report,
        )
    give(found, output, as_json=as_json)


def _values(texts: list[str] | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts or []:
        name, equals, listed = text.partition("=")
        parts = [part.strip() for part in listed.split(",") if part.strip()]
        if not equals or not parts:
            raise OptionError(f"--values takes OPTION=VALUE,VALUE, such as --values decks=1,6, not {text!r}.")
        found.setdefault(name.strip(), []).extend(parts)
    return found


@contextmanager
def points_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error; nothing where nobody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("Rules"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
