"""The games that are trained. The same rules are the same object: what is worked out for it once is found again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from houseway.catalog import any_game_class
from houseway.rules.game import TableGame

AT_HAND = 64


def trained_game(game_id: str, edition: str | None, options: Mapping[str, str | int]) -> TableGame[Any]:
    """The game with these options on top of the edition."""
    return _made(game_id, edition, tuple(sorted(options.items())))


@lru_cache(maxsize=AT_HAND)
def _made(game_id: str, edition: str | None, options: tuple[tuple[str, str | int], ...]) -> TableGame[Any]:
    return any_game_class(game_id).make(edition, dict(options))
