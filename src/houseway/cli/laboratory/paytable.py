"""`houseway lab paytable`: pay tables that meet an edge, a hit frequency, a deviation."""

from __future__ import annotations

from typing import Annotated

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.laboratory.output import AsJson, Output, check_output, give

EXAMPLES = (
    "Examples: houseway lab paytable mini-tex pocket-poker --edge 2.5..4 · "
    "houseway lab paytable mini-tex pocket-poker --edge 2.5..4 --top 50..100 --sd ..3.5 --like 40/25/5/3/2 · "
    "houseway lab paytable high-card-flush flush --edge 3..5 --hit 20..30 --min 50/20/5/1 --max 500/100/20/2 · "
    "houseway lab paytable three-card-draw-poker ante-bonus --edge 1..2 --json"
)


def command(
    game: GameId,
    wager: Annotated[str, typer.Argument(help="A wager or bonus with a pay table.")],
    edge: Annotated[str, typer.Option(metavar="LOW..HIGH", help="The house edge in percent; either end may be open.")],
    hit: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="How often it wins, in percent; rows may then pay nothing.")
    ] = None,
    sd: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="The standard deviation, in units of the wager.")
    ] = None,
    top: Annotated[str | None, typer.Option(metavar="LOW..HIGH", help="What the best row pays.")] = None,
    like: Annotated[
        str | None, typer.Option(metavar="PAYS", help="The pays wanted, such as 30/20/5/3/2; those in use if left out.")
    ] = None,
    low: Annotated[
        str | None, typer.Option("--min", help="The lowest pay, of all rows or row by row; half of those wanted.")
    ] = None,
    high: Annotated[
        str | None, typer.Option("--max", help="The highest pay, of all rows or row by row; double of those wanted.")
    ] = None,
    most: Annotated[int, typer.Option(help="How many are listed.")] = 20,
    edition: Edition = None,
    set_: Sets = None,
    *,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Find all pay tables of a wager that meet a house edge, and list those nearest to the pays wanted."""
    from rich.console import Console

    from houseway.cli.odds import counting
    from houseway.lab.searching_pays.question import parse_between
    from houseway.lab.searching_pays.search import pay_tables

    check_output(output)
    rules = make_game(game, edition, set_)
    shares = {
        name: parse_between(text, f"--{name}", percent=True)
        for name, text in {"edge": edge, "hit": hit}.items()
        if text is not None
    }
    numbers = {
        name: parse_between(text, f"--{name}") for name, text in {"sd": sd, "top": top}.items() if text is not None
    }
    with counting(rules), Console(stderr=True).status("Searching pay tables") as status:
        found = pay_tables(
            rules,
            wager,
            edge=shares["edge"],
            hit=shares.get("hit"),
            sd=numbers.get("sd"),
            top=numbers.get("top"),
            like=like,
            low=low,
            high=high,
            most=most,
            progress=lambda text: status.update(f"Searching pay tables: {text}"),
        )
    give(found, output, as_json=as_json)
