"""Houseway: the open laboratory and live table for casino table games."""

from houseway.cards import Card, parse_cards
from houseway.catalog import game, game_ids
from houseway.errors import HousewayError
from houseway.game import Decision, Game
from houseway.limits import Limit, Limits
from houseway.table import Round

__version__ = "0.1.0"
__all__ = ["Card", "Decision", "Game", "HousewayError", "Limit", "Limits", "Round", "game", "game_ids", "parse_cards"]
