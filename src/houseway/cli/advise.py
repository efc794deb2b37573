"""`houseway advise`: what to do with these cards, and what every other choice would cost."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from houseway.cards import parse_cards
from houseway.cli.common import Edition, GameId, Sets, make_game, title
from houseway.cli.odds import counting
from houseway.errors import CardError

EXAMPLES = (
    'Examples: houseway advise high-card-flush --cards "Th 8h 6h Js Ad Qd Jc" · '
    'houseway advise mini-tex --cards "9c 9d" --community "Qs 4h"'
)


def command(
    game: GameId,
    cards: Annotated[str, typer.Option(help='The player\'s cards, such as "Th 8h 6h".')],
    community: Annotated[str, typer.Option(help="The shared cards seen so far.")] = "",
    edition: Edition = None,
    set_: Sets = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the exact values as JSON.")] = False,
) -> None:
    """Give every legal action its exact value, best first."""
    from houseway.odds import advise, odds_of

    rules = make_game(game, edition, set_)
    odds_of(rules)
    own, shared = parse_cards(cards), parse_cards(community)
    both = set(own) & set(shared)
    if both:
        raise CardError(f"{next(iter(both))} cannot be in the hand and on the board at once.")
    with counting(rules):
        at, actions = advise(rules, own, shared)
    if as_json:
        best = actions[0].decision.to_json()
        rows = [{"action": item.decision.to_json(), "expected_value": str(item.value)} for item in actions]
        print(json.dumps({"decision": at, "best": best, "actions": rows}, indent=1))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    table.add_column("Action")
    table.add_column("Value", justify="right")
    table.add_column("Costs", justify="right")
    for place, item in enumerate(actions):
        words = ", ".join(
            f"{' '.join(value) or 'nothing' if isinstance(value, list) else value}"
            if key in ("choice", "open", "position")
            else f"{key} {' '.join(value) or 'nothing' if isinstance(value, list) else value}"
            for key, value in item.decision.to_json().items()
        )
        cost = float(actions[0].value - item.value)
        table.add_row(
            f"[bold]{words}[/]" if place == 0 else words, f"{float(item.value):+.6f}", f"{cost:.6f}" if cost else ""
        )
    console = Console(highlight=False)
    held = " ".join(card.pretty for card in own) + (" on " + " ".join(card.pretty for card in shared) if shared else "")
    console.print(f"{title(rules)}: [bold]{held}[/], at the decision {at}.")
    console.print("[dim]Values are in units of the first wager, bets already made included.[/]")
    console.print(table)
