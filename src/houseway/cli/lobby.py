"""The lobby: choose a game, sit down."""

from __future__ import annotations

from houseway.catalog import game_class, game_ids
from houseway.cli import play
from houseway.cli.ask import LeaveTable, ask


def open_lobby() -> None:
    """Show the games and play the chosen one, until the visitor leaves."""
    from rich.console import Console

    console = Console(highlight=False)
    ids = game_ids()
    console.print("[bold]Houseway[/]: take a seat. Play money only.\n")
    try:
        while True:
            for number, game_id in enumerate(ids, start=1):
                kind = game_class(game_id)
                console.print(f" [bold]{number}[/]  {kind.name}: {kind.blurb}")
            answer = ask(f"\nWhich game (1 to {len(ids)}, q to leave)? ", {str(n) for n in range(1, len(ids) + 1)})
            kind = game_class(ids[int(answer) - 1])
            play.sit_down(kind.make(), console)
    except LeaveTable:
        console.print("Goodbye.")
