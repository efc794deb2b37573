"""Houseway: the open laboratory and live table for casino table games.

>>> import houseway
>>> game = houseway.game("high-card-flush")
>>> game.name
'High Card Flush'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.cards import Card as Card
    from houseway.cards import parse_cards as parse_cards
    from houseway.catalog import banked_ids as banked_ids
    from houseway.catalog import game as game
    from houseway.catalog import game_ids as game_ids
    from houseway.catalog import pot_game as pot_game
    from houseway.errors import CardError as CardError
    from houseway.errors import HousewayError as HousewayError
    from houseway.errors import IllegalAction as IllegalAction
    from houseway.errors import OptionError as OptionError
    from houseway.errors import RecordError as RecordError
    from houseway.errors import UnknownGame as UnknownGame
    from houseway.errors import WagerError as WagerError
    from houseway.odds.solution import Solution as Solution
    from houseway.odds.solver import advise as advise
    from houseway.odds.solver import solve as solve
    from houseway.rules.game import Decision as Decision
    from houseway.rules.game import Game as Game
    from houseway.rules.limits import Limit as Limit
    from houseway.rules.limits import Limits as Limits
    from houseway.rules.pot_game import PotGame as PotGame
    from houseway.simulation.result import Result as Result
    from houseway.simulation.run import simulate as simulate
    from houseway.table.pot_round import PotRound as PotRound
    from houseway.table.room import Room as Room
    from houseway.table.round import Round as Round

__version__ = "0.1.0"

# Where each name lives: a module is imported when one of its names is first asked for, so that `import houseway` costs
# next to nothing.
_HOMES = {
    "houseway.cards": ("Card", "parse_cards"),
    "houseway.catalog": ("banked_ids", "game", "game_ids", "pot_game"),
    "houseway.errors": (
        *("CardError", "HousewayError", "IllegalAction", "OptionError", "RecordError", "UnknownGame", "WagerError"),
    ),
    "houseway.odds.solution": ("Solution",),
    "houseway.odds.solver": ("advise", "solve"),
    "houseway.rules.game": ("Decision", "Game"),
    "houseway.rules.limits": ("Limit", "Limits"),
    "houseway.rules.pot_game": ("PotGame",),
    "houseway.simulation.result": ("Result",),
    "houseway.simulation.run": ("simulate",),
    "houseway.table.pot_round": ("PotRound",),
    "houseway.table.room": ("Room",),
    "houseway.table.round": ("Round",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
__all__ = [
    *("game", "pot_game", "game_ids", "banked_ids"),
    *("Game", "PotGame", "Decision", "Limit", "Limits"),
    *("Card", "parse_cards"),
    *("Round", "PotRound", "Room"),
    *("solve", "advise", "Solution"),
    *("simulate", "Result"),
    *("HousewayError", "CardError", "UnknownGame", "OptionError", "WagerError", "IllegalAction", "RecordError"),
]


if not TYPE_CHECKING:  # a type checker knows every name from above, and that there are no others

    def __getattr__(name: str) -> Any:
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module 'houseway' has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(home), name)
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__", "__all__", "__doc__", "__name__", "__path__"})
