"""The games that player's exercises are tried with: all that are installed, and the documentation's own example."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from houseway.catalog import banked_ids, game, game_class
from houseway.rules.game import Game

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-game" / "src"
DUEL = "high-low-duel"
GAMES = (DUEL, *sorted(set(banked_ids()) - {DUEL}))


def class_of(name: str) -> type[Game[Any]]:
    if name != DUEL:
        return game_class(name)
    if str(EXAMPLE) not in sys.path:
        sys.path.append(str(EXAMPLE))
    found: type[Game[Any]] = import_module("high_low_duel").HighLowDuel
    return found


def made(name: str) -> Game[Any]:
    return class_of(name).make() if name == DUEL else game(name)
