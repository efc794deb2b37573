"""`houseway advise`: what to do with these cards, and what every other choice would cost."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Annotated, Any

import typer

from houseway.cards import parse_cards
from houseway.cli.common import Edition, GameId, Sets, make_game, title
from houseway.cli.odds import counting, parse_stakes
from houseway.errors import CardError, OptionError
from houseway.rounding import fixed
from houseway.rules.game import Decision, Game
from houseway.rules.procedure import Decide

EXAMPLES = (
    'Examples: houseway advise high-card-flush --cards "Th 8h 6h Js Ad Qd Jc" · '
    'houseway advise mini-tex --cards "9c 9d" --community "Qs 4h"'
)


def _history(rules: Game[Any], decided: list[str]) -> tuple[tuple[str, Decision], ...]:
    """Past decisions with the points of the round that they were made at."""
    points = [step.at for step in rules.procedure if isinstance(step, Decide)]
    if len(decided) >= max(1, len(points)):
        raise OptionError(f"{rules.name} has {len(points)} decisions: before one of them there are fewer.")
    try:
        made = [Decision.from_json(json.loads(text)) for text in decided]
    except json.JSONDecodeError:
        raise OptionError('A decision is written as JSON, such as {"choice": "check"}.') from None
    return tuple(zip(points, made, strict=False))


def _beside(rules: Game[Any], stakes: dict[str, Fraction]) -> dict[str, Fraction]:
    """The stakes on side wagers, in units of the main wager."""
    main = rules.wagers.main
    if not stakes.get(main, 0) > 0:
        raise OptionError(f"--stakes needs a stake on {main}, such as {main}=1: values are in its units.")
    return {wager: stake / stakes[main] for wager, stake in stakes.items() if wager != main}


def command(
    game: GameId,
    cards: Annotated[str, typer.Option(help='The player\'s cards, such as "Th 8h 6h".')],
    community: Annotated[str, typer.Option(help="The shared cards seen so far.")] = "",
    dealer: Annotated[str, typer.Option(help="The dealer's cards that lie face up.")] = "",
    decided: Annotated[
        list[str] | None,
        typer.Option(help='What the hand decided before, in order, such as \'{"choice": "check"}\'; once for each.'),
    ] = None,
    stakes: Annotated[
        str | None,
        typer.Option(help="Value these bets together, such as play=1,pocket-roo=1."),
    ] = None,
    edition: Edition = None,
    set_: Sets = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the exact values as JSON.")] = False,
) -> None:
    """Give every legal action its exact value, best first."""
    from houseway.odds import advise, odds_of

    rules = make_game(game, edition, set_)
    odds_of(rules)
    own, shared, shown = parse_cards(cards), parse_cards(community), parse_cards(dealer)
    both = set(own) & set(shared)
    if both and len(set(rules.deck)) == len(rules.deck):
        raise CardError(f"{next(iter(both))} cannot be in the hand and on the board at once.")
    history = None if decided is None else _history(rules, decided)
    beside = {} if stakes is None else _beside(rules, parse_stakes(stakes))
    with counting(rules):
        at, actions = advise(rules, own, shared, dealer=shown, decisions=history, beside=beside)
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
    for index, item in enumerate(actions):
        words = ", ".join(
            f"{' '.join(value) or 'nothing' if isinstance(value, list) else value}"
            if key in ("choice", "open", "position")
            else f"{key} {' '.join(value) or 'nothing' if isinstance(value, list) else value}"
            for key, value in item.decision.to_json().items()
        )
        cost = actions[0].value - item.value
        table.add_row(
            f"[bold]{words}[/]" if index == 0 else words,
            fixed(item.value, 6, plus=True),
            fixed(cost, 6) if cost else "",
        )
    console = Console(highlight=False)
    held = " ".join(card.pretty for card in own) + (" on " + " ".join(card.pretty for card in shared) if shared else "")
    held += f" against {' '.join(card.pretty for card in shown)}" if shown else ""
    console.print(f"{title(rules)}: [bold]{held}[/], at the decision {at}.")
    with_sides = f", for these bets together: {stakes}" if beside else ""
    console.print(f"[dim]Values are in units of the first wager, bets already made included{with_sides}.[/]")
    console.print(table)
