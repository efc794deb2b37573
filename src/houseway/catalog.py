"""The games that are installed: ours and any other package's, found through the entry points `houseway.games`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from houseway.errors import UnknownGame
from houseway.rules.game import Game, TableGame
from houseway.rules.pot_game import PotGame

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
def any_game_class(game_id: str) -> type[TableGame[Any]]:
    """The game of that id, to be made with an edition and options."""
    entry = _entries().get(game_id)
    if entry is None:
        raise UnknownGame(f"There is no game {game_id!r}: the games are {', '.join(game_ids())}.")
    try:
        found: type[TableGame[Any]] = entry.load()
    except ImportError as error:
        raise UnknownGame(f"The game {game_id!r} is installed but cannot be loaded: {error}.") from error
    return found


def banked_ids() -> tuple[str, ...]:
    """The games against the house."""
    return tuple(game_id for game_id in game_ids() if issubclass(any_game_class(game_id), Game))


def game_class(game_id: str) -> type[Game[Any]]:
    """A game against the house, to be made with an edition and options."""
    found = any_game_class(game_id)
    if not issubclass(found, Game):
        raise UnknownGame(
            f"{found.name} is played among players: the games against the house are {', '.join(banked_ids())}."
        )
    return found


def pot_game_class(game_id: str) -> type[PotGame[Any]]:
    """A game among players, to be made with an edition and options."""
    found = any_game_class(game_id)
    if not issubclass(found, PotGame):
        raise UnknownGame(f"{found.name} is played against the house, not among players.")
    return found


def pot_game(game_id: str, edition: str | None = None, **options: object) -> PotGame[Any]:
    """A game among players with its options: `pot_game("mini-tex-pvp", "no-limit", big_blind=500)`."""
    return pot_game_class(game_id).make(edition, options)


def game(game_id: str, edition: str | None = None, **options: object) -> Game[Any]:
    """A game against the house with its options: `game("mini-tex", "ace-king", pocket_poker="35-15")`."""
    return game_class(game_id).make(edition, options)
