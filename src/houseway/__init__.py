"""Houseway: the open laboratory and live table for casino table games."""

from houseway.cards import Card, parse_cards
from houseway.catalog import banked_ids, game, game_ids, pot_game
from houseway.errors import HousewayError
from houseway.game import Decision, Game
from houseway.limits import Limit, Limits
from houseway.table import PotRound, Round

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
