"""`houseway lab protect`: what extra knowledge is worth to a player, and what dealer errors cost."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.laboratory.output import AsJson, Output, check_output, give

EXAMPLES = (
    "Examples: houseway lab protect high-card-flush · houseway lab protect two-card-roo --only dealer · "
    "houseway lab protect high-card-flush --only others --only suits --samples 200000 · "
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
    samples: Annotated[
        int | None,
        typer.Option(
            help="How many deals are drawn where there are too many to count; by default as many as give ±0.1%, within "
            "about 30 seconds for each study."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="About how long one study may take: fewer deals are drawn, and less is counted exactly."),
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
        found = protect(rules, seed=seed, samples=samples, seconds=seconds, only=only, progress=working.on)
    give(found, output, as_json=as_json)


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
