"""`houseway rng-test`: the shuffle's own statistics, and its raw bytes for an outside battery of tests."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.common import width
from houseway.cli.simulate import parse_count, progress_bar
from houseway.errors import OptionError
from houseway.rounding import fixed, short

if TYPE_CHECKING:
    from houseway.simulation.randomness import RandomnessTest, Source

EXAMPLES = (
    "Examples: houseway rng-test --shuffles 1e6 --seed 7 · houseway rng-test --source simulation --json · "
    "houseway rng-test --stream - | dieharder -g 200 -d 0"
)


def command(
    shuffles: Annotated[str, typer.Option(metavar="N", help="How many decks to shuffle.")] = "100000",
    seed: Annotated[str | None, typer.Option(help="The same seed shuffles the same decks.")] = None,
    source: Annotated[
        str, typer.Option(metavar="SOURCE", help="table: the shuffle of the table; simulation: its generator.")
    ] = "table",
    stream: Annotated[
        str | None,
        typer.Option(
            metavar="BYTES", help="Write so many raw bytes of the generator to standard output; - never ends."
        ),
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tests as JSON.")] = False,
) -> None:
    """Test the shuffle: position by card, serial pairs, runs. Exit status 1 if no fair shuffle looks like that."""
    import secrets

    from houseway.simulation.randomness import Source, examine

    if source not in set(Source):
        raise OptionError(f"There is no source {source!r}: the sources are {', '.join(Source)}.")
    if seed == "":
        raise OptionError("A seed is a text of at least one character.")
    text = secrets.token_hex(8) if seed is None else seed
    if stream is not None:
        _write(text, Source(source), None if stream == "-" else parse_count(stream, "bytes"))
        return
    count = parse_count(shuffles, "shuffles")
    with progress_bar(count) as report:
        found = examine(count, text, Source(source), progress=report)
    if as_json:
        data = {"source": source, "shuffles": count, "seed": text, "tests": [test.to_json() for test in found]}
        print(json.dumps(data, indent=1))
    else:
        _show(found, count, text, Source(source))
    if any(test.suspicious for test in found):
        print("houseway: no fair shuffle looks like that.", file=sys.stderr)
        raise typer.Exit(1)


def _write(seed: str, source: Source, most: int | None) -> None:
    from houseway.simulation.randomness import raw_bytes

    out, left = sys.stdout.buffer, most
    try:
        for block in raw_bytes(seed, source):
            part = block if left is None else block[:left]
            out.write(part)
            if left is not None:
                left -= len(part)
                if left <= 0:
                    break
        out.flush()
    except BrokenPipeError:  # the battery has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show(found: list[RandomnessTest], shuffles: int, seed: str, source: Source) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(width=width(110), highlight=False)
    table = Table(title=f"{shuffles:,} shuffles of the {source}, seed {seed}", box=SIMPLE_HEAD, title_style="bold")
    table.add_column("Test")
    table.add_column("What it holds against chance")
    for heading in ("Chi-square", "Degrees", "p"):
        table.add_column(heading, justify="right", no_wrap=True)
    for test in found:
        p = f"[bold red]{short(test.p_value, 3)}[/]" if test.suspicious else fixed(test.p_value, 4)
        table.add_row(test.name, test.text, fixed(test.statistic, 2, commas=True), f"{test.degrees:,}", p)
    console.print(table)
