"""The games that are installed: ours and any other package's, found through the entry points `houseway.games`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from houseway.errors import UnknownGame
from houseway.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "houseway.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # takes longer to import than all the rest together

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def game_ids() -> tuple[str, ...]:
    """The ids of all games installed, in order of their ids."""
    return tuple(sorted(_entries()))


@cache
def game_class(game_id: str) -> type[Game[Any]]:
    """The game of that id, to be made with an edition and options."""
    entry = _entries().get(game_id)
    if entry is None:
        raise UnknownGame(f"There is no game {game_id!r}: the games are {', '.join(game_ids())}.")
    found: type[Game[Any]] = entry.load()
    return found


def game(game_id: str, edition: str | None = None, **options: object) -> Game[Any]:
    """A game with its options: `game("mini-tex", "ace-king", pocket_poker="35-15")`."""
    return game_class(game_id).make(edition, options)
