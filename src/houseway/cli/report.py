"""`houseway report`: a game's mathematics as one document that a regulator reads."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.common import Edition, Sets, make_game
from houseway.cli.simulate import parse_count, simulating
from houseway.errors import OptionError

EXAMPLES = (
    "Examples: houseway report mini-tex -o mini-tex.pdf · "
    "houseway report high-card-draw --edition v3 --set ties=dealer -o draw.html · "
    "houseway report two-card-roo --date 2026-11-16 -o roo.json · houseway report --all -o reports --format pdf"
)
USUAL_ROUNDS = "2e6"
MOST_ROUNDS = 10**10  # minutes to an hour: nobody watches a report for longer


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's id, as `houseway games` lists them.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="A .pdf, .html, .md or .json file; with --all a folder.")
    ] = None,
    edition: Edition = None,
    set_: Sets = None,
    date: Annotated[
        str | None,
        typer.Option(
            metavar="YYYY-MM-DD",
            help="The date on the report; SOURCE_DATE_EPOCH or else today when left out. "
            "The same rules, date and rounds give the same bytes.",
        ),
    ] = None,
    rounds: Annotated[
        str, typer.Option(metavar="N", help="Rounds of the simulation that checks it, up to 1e10.")
    ] = USUAL_ROUNDS,
    *,
    all_: Annotated[
        bool, typer.Option("--all", help="Write the reports of all games, and a page that lists them.")
    ] = False,
    format_: Annotated[
        str | None, typer.Option("--format", help="With --all: pdf, html, md or json; pdf if left out.")
    ] = None,
) -> None:
    """Write a game's mathematical report: rules, odds, strategy, options, the house's win, a simulation, the method."""
    day, count = _date(date), parse_count(rounds, "rounds")
    if count > MOST_ROUNDS:
        raise OptionError(
            f"A report simulates at most {MOST_ROUNDS:,} rounds, not {count:,}. `houseway simulate` plays more, and "
            "shows how long that takes."
        )
    path = _path(output)
    if all_:
        _write_all(game, path, edition, set_, format_, day, count)
        return
    if game is None:
        raise OptionError("Name a game, such as houseway report mini-tex -o mini-tex.pdf, or take --all.")
    if format_ is not None:
        raise OptionError("--format goes with --all: for one game the file's ending says it.")
    if path is None:
        raise OptionError(f"-o says where to write the report, such as -o {game}.pdf.")
    rules = make_game(game, edition, set_)
    from houseway.document.files import check_file, write
    from houseway.report.building import CHAPTERS, report

    check_file(path)
    with progress_bar(len(CHAPTERS) + 2) as step, simulating(rules):
        document = report(rules, date=day, rounds=count, workers=None, progress=step)
        step("Pages")
        write(document, path)
    if stopped := stopped_text(document.annex, count, path):
        print(stopped, file=sys.stderr)
    print(f"Written to {path}.")


def stopped_text(annex: Mapping[str, Any], rounds: int, path: Path) -> str:
    """What Ctrl-C kept out of a report; empty where it is whole."""
    missing = annex["report"].get("missing_chapters")
    if missing is not None:
        return f"Stopped: {path} lacks {', '.join([*missing, 'the annex'])}."
    done = annex["simulation"]["rounds"]
    if done == rounds:
        return ""
    return f"The simulation was stopped after {done:,} of {rounds:,} rounds; the rest of the report is complete."


def _write_all(
    game: str | None,
    output: Path | None,
    edition: str | None,
    sets: list[str] | None,
    ending: str | None,
    day: datetime.date | None,
    count: int,
) -> None:
    if game is not None or edition is not None or sets:
        raise OptionError("--all is for every game as it is: leave out the game, --edition and --set.")
    if output is None:
        raise OptionError("-o says which folder the reports go to, such as -o reports.")
    from houseway.catalog import banked_ids
    from houseway.report.building import CHAPTERS
    from houseway.report.collection import check_folder, write_all

    check_folder(output, ending or "pdf", [f"{name}.{ending or 'pdf'}" for name in banked_ids()])
    games = [make_game(name, None, None) for name in banked_ids()]
    with progress_bar((len(CHAPTERS) + 1) * len(games)) as step:
        files = write_all(
            games,
            output,
            ending=ending or "pdf",
            date=day,
            rounds=count,
            workers=None,
            progress=lambda name, chapter: step(f"{name}: {chapter}"),
        )
    if len(files) <= len(games):
        print(f"Stopped after {len(files) - 1} of {len(games)} reports.", file=sys.stderr)
    print(f"{len(files) - 1} reports and {files[0].parent / 'index.html'} written to {output}.")


def _path(text: str | None) -> Path | None:
    """An empty name is no path, though Path takes it for the folder that one is in."""
    if text is not None and not text.strip():
        raise OptionError("-o is empty: name the file to write, such as -o report.pdf, or with --all the folder.")
    return None if text is None else Path(text)


def _date(text: str | None) -> datetime.date | None:
    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"--date takes a day such as 2026-11-16, not {text!r}.") from None


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error that names what is under way; nothing where nobody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)
        begun = False

        def step(name: str) -> None:
            nonlocal begun
            progress.update(task, description=name, advance=1 if begun else 0)
            begun = True

        yield step
