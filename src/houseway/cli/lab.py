"""`houseway lab`: compare rules, sweep options, search pay tables and strategy cards, study exposed cards."""

from __future__ import annotations

import typer

from houseway.cli.laboratory import card, compare, paytable, protect, sweep

EXAMPLES = (
    "Examples: houseway lab compare high-card-draw --edition v1 --edition v3 · "
    "houseway lab sweep mini-tex --vary bets · houseway lab paytable mini-tex pocket-poker --edge 2.5..4 · "
    "houseway lab card mini-tex --lines 6 · houseway lab protect high-card-flush"
)

app = typer.Typer(help="The design lab.", no_args_is_help=True, rich_markup_mode="rich")
for module in (compare, sweep, paytable, card, protect):
    app.command(module.__name__.rpartition(".")[2], epilog=module.EXAMPLES)(module.command)
