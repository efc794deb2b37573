"""`houseway lab card`: the best strategy card of a few lines, with its exact cost."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game
from houseway.cli.laboratory.compare import working
from houseway.cli.laboratory.output import AsJson, Output, check_output, give

EXAMPLES = (
    "Examples: houseway lab card mini-tex --lines 6 · houseway lab card high-card-flush -o card.html · "
    "houseway lab card three-card-roo --lines 3 --save card.json, then "
    "houseway odds three-card-roo --strategy card.json"
)


def command(
    game: GameId,
    lines: Annotated[int, typer.Option(help="The most lines that the card may have.")] = 5,
    edition: Edition = None,
    set_: Sets = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Keep the card in a .json file, as a strategy that `houseway odds --strategy` counts."),
    ] = None,
    output: Output = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Search the strategy card of at most so many lines that costs least, and show what more lines would bring.

    The cost is exact: `houseway odds GAME --strategy card.json` counts the card that was saved, and prints the same.
    """
    from houseway.cli.odds import counting
    from houseway.lab import strategy_cards
    from houseway.lab.searching_cards.files import check_card_file, check_lines, write_card

    check_output(output)
    check_lines(lines)
    if save is not None:
        check_card_file(save)
    rules = make_game(game, edition, set_)
    with counting(rules), working() as say:
        found = strategy_cards(rules, lines, told=say)
    if save is not None:
        write_card(rules, found.found.card, save)
        print(f"The card is kept in {save}.", file=sys.stderr)
    give(found, output, as_json=as_json)
