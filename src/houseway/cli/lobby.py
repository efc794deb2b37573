"""The lobby: choose a game, sit down."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from houseway.catalog import any_game_class, game_ids
from houseway.cli import play
from houseway.cli.prompt import LeaveTable, ask
from houseway.rules.game import Game, TableGame
from houseway.rules.pot_game import PotGame

if TYPE_CHECKING:
    from rich.console import Console


def open_lobby() -> None:
    """Show the games and play the chosen one, until the visitor leaves."""
    from rich.console import Console

    console = Console(highlight=False)
    ids = game_ids()
    console.print("[bold]Houseway[/]: take a seat. Play money only.\n")
    try:
        while True:
            for number, game_id in enumerate(ids, start=1):
                kind = any_game_class(game_id)
                console.print(f" [bold]{number}[/]  {kind.name}: {kind.blurb}")
            answer = ask(f"\nWhich game (1 to {len(ids)}, q to leave)? ", [str(n) for n in range(1, len(ids) + 1)])
            with suppress(LeaveTable):  # from a table back to the lobby, from the lobby out
                _sit_down(any_game_class(ids[int(answer) - 1]).make(), console)
            console.print()
    except LeaveTable:
        console.print("Goodbye.")


def _sit_down(game: TableGame[Any], console: Console) -> None:
    if isinstance(game, PotGame):
        from houseway.cli import play_pots

        play_pots.sit_down(game, console, kinds=play_pots.choose_kinds())
    else:
        assert isinstance(game, Game)
        play.sit_down(game, console)
