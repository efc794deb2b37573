"""Houseway: the open laboratory and live table for casino table games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.cards import Card, parse_cards
from houseway.catalog import banked_ids, game, game_ids, pot_game
from houseway.errors import HousewayError
from houseway.rules.game import Decision, Game
from houseway.rules.limits import Limit, Limits
from houseway.table import Round

if TYPE_CHECKING:
    from houseway.table import PotRound

__version__ = "0.1.0"
__all__ = [
    "Card",
    "Decision",
    "Game",
    "HousewayError",
    "Limit",
    "Limits",
    "PotRound",
    "Round",
    "banked_ids",
    "game",
    "game_ids",
    "parse_cards",
    "pot_game",
]


def __getattr__(name: str) -> Any:
    """Hands among players are loaded when they are first asked for."""
    if name != "PotRound":
        raise AttributeError(f"module 'houseway' has no attribute {name!r}")
    from houseway.table.pot_round import PotRound

    return PotRound
