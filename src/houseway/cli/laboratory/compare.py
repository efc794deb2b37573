"""`houseway lab compare`: what a change of rules does to the odds and to the strategy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from houseway.cli.common import GameId, Sets, make_game
from houseway.cli.laboratory.output import AsJson, Output, check_output, give
from houseway.errors import OptionError
from houseway.rules.game import Game

EXAMPLES = (
    "Examples: houseway lab compare high-card-draw --edition v1 --edition v3 · "
    "houseway lab compare two-card-roo --versus decks=6 --versus decks=6,house_way=5 · "
    "houseway lab compare three-card-draw-poker --versus play_most=3 -o play.html"
)


def command(
    game: GameId,
    edition: Annotated[
        list[str] | None, typer.Option(help="An edition to compare; given several times, the first is the measure.")
    ] = None,
    set_: Sets = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=VALUE[,…]", help="Compare with the first edition so changed; may be given several times."
        ),
    ] = None,
    strategy: Annotated[
        str, typer.Option(help="How hands are played; `houseway strategy GAME` lists them.")
    ] = "optimal",
    hands: Annotated[int, typer.Option(help="How many hands to show in which the strategies differ.")] = 25,
    output: Output = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Compare rules: every figure side by side, and the strategy hand by hand where it differs.

    The hands are those of the first rules' strategy played by the others' rules, with what its decisions cost there.
    """
    from houseway.cli.odds import counting
    from houseway.lab import compare

    check_output(output)
    editions: list[str | None] = [*edition] if edition else [None]
    games = [make_game(game, name, set_) for name in editions]
    games += [make_game(game, editions[0], [*(set_ or []), *_changes(text)]) for text in versus or []]
    if len({rules.fingerprint for rules in games}) < 2:
        raise OptionError(f"There is nothing to compare: {_hint(games[0])}.")
    with counting(games[0]), working() as say:
        found = compare(games, strategy=strategy, hands=hands, progress=say)
    give(found, output, as_json=as_json)


def _changes(text: str) -> list[str]:
    """`decks=6,ties=push` as the changes that it makes."""
    parts = [part.strip() for part in text.split(",")]
    if not all("=" in part for part in parts):
        raise OptionError(f"--versus takes OPTION=VALUE, several with commas between, not {text!r}.")
    return parts


def _hint(game: Game[Any]) -> str:
    editions = ", ".join(item.name for item in game.editions)
    return f"name at least two editions that differ ({editions}), or changed options with --versus OPTION=VALUE"


@contextmanager
def working() -> Iterator[Callable[[str], None]]:
    """A line on standard error that says what is under way; nothing where nobody watches."""
    from rich.console import Console

    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("") as status:
        yield lambda text: status.update(f"{text} …")
