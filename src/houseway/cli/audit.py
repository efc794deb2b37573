"""`houseway audit`: every figure that the manuals print, counted again."""

from __future__ import annotations

import json
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.laboratory.output import Output, check_output
from houseway.cli.odds import counting
from houseway.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.audit import Finding

STATES = ("match", "differs", "not derivable")
ILLEGIBLE, NOT_PRINTED = "illegible", "not printed"
EXAMPLES = (
    "Examples: houseway audit · houseway audit --document 003 --differs · houseway audit --json · "
    "houseway audit -o audit.pdf"
)


def command(
    document: Annotated[
        list[str] | None, typer.Option(help="One document's figures only, such as 001; may be given several times.")
    ] = None,
    *,
    differs: Annotated[
        bool, typer.Option("--differs", help="Only the figures that differ or cannot be derived.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one row for every figure as JSON.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Count again instead of reading what was kept.")] = False,
    output: Output = None,
) -> None:
    """Count every figure that the manuals print again, and compare it to the digits printed."""
    if as_json and output is not None:
        raise OptionError("--json prints and --output writes: take one; a file that ends in .json has the rows too.")
    check_output(output)
    found = _counted(sorted(set(document)) if document else None, fresh=fresh)
    if output is not None:
        _write(found, output, differs=differs)
        return
    shown = [finding for finding in found if not differs or finding.state not in ("match", NOT_PRINTED)]
    if as_json:
        print(json.dumps([finding.to_json() for finding in shown], indent=1, ensure_ascii=False))
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 110, highlight=False)
    if not differs:
        _show_tables(console, found)
    _show_figures(console, shown)
    totals = Counter(finding.state for finding in found)
    figures = len(found) - totals[NOT_PRINTED]
    console.print(f"[bold]{figures} figures[/]: {_totals_text(totals)}. Each is compared to the digits printed.")


def _write(found: list[Finding], output: Path, *, differs: bool) -> None:
    from houseway.document.files import write
    from houseway.report.audit_report import audit_document

    write(audit_document(found, differs=differs), output)
    print(f"Written to {output}.")


def _counted(documents: list[str] | None, *, fresh: bool) -> list[Finding]:
    """The audit, with its progress on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from houseway.audit import audit, read_figures
    from houseway.catalog import any_game_class
    from houseway.rules.game import Game

    figures = read_figures(documents)
    tables = dict.fromkeys((figure.document, figure.table) for figure in figures)
    games = dict.fromkeys(any_game_class(figure.game) for figure in figures)
    screen = Console(stderr=True, highlight=False)
    bar = Progress(
        BarColumn(),
        TextColumn("{task.description}", markup=False),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )
    with ExitStack() as stack:
        for game in games:
            if issubclass(game, Game):
                stack.enter_context(counting(game.make()))
        stack.enter_context(bar)
        task = bar.add_task("", total=len(tables))

        def on_table(name: str, table: str) -> None:
            bar.update(task, advance=1, description=f"{name} {table}")

        return audit(documents, fresh=fresh, on_table=on_table)


def _show_tables(console: Console, found: list[Finding]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from houseway.audit.documents import titles

    names = titles()
    documents = dict.fromkeys(finding.figure.document for finding in found)
    for document in documents:
        table = Table(title=f"{document} {names[document]}", box=SIMPLE_HEAD, title_style="bold", title_justify="left")
        table.add_column("Table")
        counts: dict[str, Counter[str]] = {}
        for finding in found:
            if finding.figure.document == document:
                counts.setdefault(finding.figure.table, Counter())[finding.state] += 1
        seen = {state for states in counts.values() for state in states}
        headings = (*STATES, *(state for state in (ILLEGIBLE, NOT_PRINTED) if state in seen))
        for heading in headings:
            table.add_column(heading.capitalize(), justify="right")
        for name, states in counts.items():
            numbers = [str(states[heading] or "") for heading in headings]
            table.add_row(name, *numbers, style="" if set(states) <= {"match", NOT_PRINTED} else "bold yellow")
        console.print(table)


def _show_figures(console: Console, shown: list[Finding]) -> None:
    """The figures that do not match, each with what was counted and why."""
    from rich.padding import Padding
    from rich.text import Text

    for finding in shown:
        if finding.verdict == "match":
            continue
        figure = finding.figure
        where = f"{figure.document} {figure.table}: {figure.row.rstrip(':')}, {figure.column}"
        state = finding.state
        if state == ILLEGIBLE:
            text = f"{where}: illegible in print, here {finding.computed}"
        elif state == NOT_PRINTED:
            text = f"{figure.document} {figure.table}: {figure.row}: not printed, counted {finding.computed}"
        else:
            beside = f", counted {finding.computed}" if finding.computed else ""
            text = f"{where}: printed {figure.printed}{beside}: {finding.verdict}"
        console.print(text, markup=False, style="" if state == NOT_PRINTED else "yellow")
        if finding.note:
            console.print(Padding(Text(finding.note), (0, 0, 0, 4)))
    if any(finding.verdict != "match" for finding in shown):
        console.print()


def _totals_text(totals: Counter[str]) -> str:
    text = f"{totals['match']} match, {totals['differs']} differ, {totals['not derivable']} cannot be derived"
    return f"{text}, {totals[ILLEGIBLE]} cannot be read" if totals[ILLEGIBLE] else text
