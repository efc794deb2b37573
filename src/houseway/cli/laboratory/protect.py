"""`houseway lab protect`: what extra knowledge is worth to a player, and what dealer errors cost."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.laboratory.output import AsJson, Output, check_output, give
from houseway.errors import OptionError

EXAMPLES = (
    "Examples: houseway lab protect high-card-flush · houseway lab protect two-card-roo --only dealer · "
    "houseway lab protect high-card-flush --only others --only suits --precision 0.05% · "
    "houseway lab protect high-card-draw --seconds 2 -o protection.html"
)


def command(
    game: GameId,
    edition: Edition = None,
    set_: Sets = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            help="One kind of knowledge (dealer, shared, draw, others, suits, marked) or one study by its name in "
            "--json; may be given several times. Dealer errors are left out then."
        ),
    ] = None,
    precision: Annotated[
        str,
        typer.Option(
            help="Half of the 95% interval that is aimed at where there are too many deals to count: deals are drawn "
            "until it is reached, for about 30 seconds a study at most."
        ),
    ] = "0.1%",
    seconds: Annotated[
        float | None,
        typer.Option(help="About how long one study may take, counted exactly or by drawing deals."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The deals that are drawn: the same for the same seed.")] = 1,
    *,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Rank what a player could get to know by what it is worth, and dealer errors by what they cost."""
    from houseway.cli.odds import counting
    from houseway.lab.protecting.protection import protect

    rules = make_game(game, edition, set_)
    check_output(output)
    with counting(rules), _Working() as working:
        found = protect(rules, seed=seed, precision=_share(precision), seconds=seconds, only=only, progress=working.on)
    give(found, output, as_json=as_json)


def _share(text: str) -> float:
    """`0.1%`, or the same without the sign."""
    try:
        return float(text.removesuffix("%")) / 100
    except ValueError as error:
        raise OptionError(f"{text!r} is no precision: write it such as 0.1%.") from error


class _Working:
    """Says on standard error what is being counted, on a terminal."""

    def __enter__(self) -> _Working:
        from rich.console import Console

        self._status = Console(stderr=True).status("Counting the game") if sys.stderr.isatty() else None
        if self._status:
            self._status.start()
        return self

    def on(self, text: str) -> None:
        if self._status:
            self._status.update(f"Counting: {text}")

    def __exit__(self, *error: object) -> None:
        if self._status:
            self._status.stop()
