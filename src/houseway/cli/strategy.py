"""`houseway strategy`: the chart, and a card a person can learn, with its exact cost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import Edition, GameId, Sets, make_game, title, width
from houseway.cli.odds import counting
from houseway.rounding import percent

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.odds.game_odds import Chart

EXAMPLES = "Examples: houseway strategy mini-tex · houseway strategy three-card-roo --strategy printed --json"
TALL = 30  # more rows than these are printed in blocks side by side


def command(
    game: GameId,
    strategy: Annotated[str, typer.Option(help="Whose chart to print.")] = "optimal",
    edition: Edition = None,
    set_: Sets = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print chart, card and costs as JSON.")] = False,
) -> None:
    """Print a strategy's chart, the strategy card, and what each named strategy costs."""
    from houseway.odds import odds_of

    rules = make_game(game, edition, set_)
    odds = odds_of(rules)
    odds.check_strategy(strategy)
    with counting(rules):
        best = _value(odds, "optimal")
        costs = {name: best - _value(odds, name) for name in odds.strategies()}
        charts = odds.charts(strategy)
        card_name, lines = odds.card()
    if as_json:
        print(
            json.dumps(
                {
                    "game": rules.id,
                    "edition": rules.edition,
                    "fingerprint": rules.fingerprint,
                    "strategies": [
                        {"name": name, "text": text, "cost": str(costs[name]), "cost_percent": float(costs[name] * 100)}
                        for name, text in odds.strategies().items()
                    ],
                    "card": {"strategy": card_name, "lines": [line.text for line in lines]},
                    "charts": [
                        {"title": chart.title, "columns": chart.columns, "rows": chart.rows} for chart in charts
                    ],
                },
                indent=1,
            )
        )
        return
    _show(rules, odds, charts, card_name, lines, costs)


def _value(odds: Any, strategy: str) -> Any:
    count = odds.count(strategy)
    return sum(net * deals for net, deals in count.distribution.items()) / count.total


def _show_chart(console: Console, chart: Chart) -> None:
    """The chart as a table; one that is long and narrow goes on beside itself, as far as there is room."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    def part(rows: Sequence[tuple[str, ...]]) -> Table:
        table = Table(box=SIMPLE_HEAD)
        for column in chart.columns:
            table.add_column(column)
        for row in rows:
            table.add_row(*row)
        return table

    wide = console.measure(part(chart.rows)).maximum
    blocks = max(1, min(console.width // wide, ceil(len(chart.rows) / TALL)))
    tall = ceil(len(chart.rows) / blocks)
    beside = Table.grid()
    beside.add_row(*(part(chart.rows[start : start + tall]) for start in range(0, len(chart.rows), tall)))
    console.print(f"\n[bold]{chart.title}[/]")
    console.print(beside)


def _show(rules: Any, odds: Any, charts: Any, card_name: str, lines: Any, costs: Any) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table

    console = Console(width=width(110), highlight=False)
    console.rule(title(rules))
    for chart in charts:
        _show_chart(console, chart)
    text = "\n".join(f"{number}. {line.text}" for number, line in enumerate(lines, start=1))
    console.print(Panel(text, title=f"Strategy card: costs {percent(costs[card_name], 4)}", expand=False))
    table = Table(box=SIMPLE_HEAD, title="Strategies", title_style="bold")
    table.add_column("Name", style="bold")
    table.add_column("What it does")
    table.add_column("Costs", justify="right")
    for name, words in odds.strategies().items():
        table.add_row(name, words, percent(costs[name], 4))
    console.print(table)
