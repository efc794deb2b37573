"""`houseway chances`: how often a hand wins among players."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cards import parse_cards
from houseway.catalog import pot_game_class
from houseway.cli.common import GameId
from houseway.errors import CardError
from houseway.rounding import fixed, percent

if TYPE_CHECKING:
    from houseway.rules.pot_game import PotGame

EXAMPLES = (
    'Examples: houseway chances mini-tex-pvp · houseway chances mini-tex-pvp --cards "Kh Qh" --community "Qs 4h" · '
    'houseway chances mini-tex-pvp --cards "9c 9d" --against "AA,KQs" --against any'
)


def command(
    game: GameId,
    cards: Annotated[str, typer.Option(help="Your hole cards; without them, all starting hands are ranked.")] = "",
    community: Annotated[str, typer.Option(help="The board so far.")] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(help="An opponent's range, such as AA,KQs,T9o,22+, or any; one for each opponent."),
    ] = None,
    opponents: Annotated[int, typer.Option(min=1, help="How many opponents with any cards.")] = 1,
    seed: Annotated[int, typer.Option(help="Where sampling is needed: the same seed gives the same estimate.")] = 0,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print whole counts as JSON.")] = False,
) -> None:
    """The exact chance to win, tie and lose against unknown hands or ranges; several opponents may need sampling."""
    from houseway.odds.equity import Equity, equity

    rules = pot_game_class(game).make()
    if not cards:
        _starting_hands(rules, as_json=as_json)
        return
    own, board = parse_cards(cards), parse_cards(community)
    if set(own) & set(board):
        raise CardError("A card cannot be in the hand and on the board at once.")
    ranges: list[str | None] = [None if text == "any" else text for text in against] if against else [None] * opponents
    found = equity(rules, own, board, ranges, seed=seed)
    if isinstance(found, Equity):
        text = ", ".join(
            f"{name} {percent(Fraction(count, found.total), 4)} ({count:,})"
            for name, count in (("wins", found.wins), ("ties", found.ties), ("loses", found.losses))
        )
        text += f" of {found.total:,} deals; share of the pot {percent(found.share, 4)}"
    else:
        interval = f"95%: {percent(found.low, 2)} to {percent(found.high, 2)}, {found.samples:,} samples"
        text = f"share of the pot about {percent(found.share, 2)} ({interval})"
    print(json.dumps(found.to_json()) if as_json else text)


def _starting_hands(rules: PotGame[Any], *, as_json: bool) -> None:
    from houseway.odds.equity import starting_hands

    ranked = starting_hands(rules)
    if as_json:
        rows = [
            {"hand": name, "wins": str(c.wins), "ties": str(c.ties), "losses": str(c.losses), "share": str(c.share)}
            for name, c in ranked
        ]
        print(json.dumps(rows, indent=1))
        return
    from rich.columns import Columns
    from rich.console import Console

    texts = [f"{rank:3}. [bold]{name:3}[/] {fixed(c.share, 4)}" for rank, (name, c) in enumerate(ranked, start=1)]
    console = Console(highlight=False)
    console.print("Every starting hand by its share of the pot against one unknown hand:")
    console.print(Columns(texts, padding=(0, 3), column_first=True, equal=True))
