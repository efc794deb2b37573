"""The table that a player is trained at: one seat with the first wager alone."""

from __future__ import annotations

from typing import Any

from houseway.cards import Card
from houseway.rules.game import Game
from houseway.rules.limits import Limits
from houseway.table.round import Round

SEAT = 1
STAKE = 1000  # cents on the first wager, where the limits take it


def dealt(game: Game[Any], seed: str, *, stacked: tuple[Card, ...] = ()) -> Round:
    """A hand for one player with the first wager alone, up to the first decision."""
    round_ = Round(game, seats=1, seed=seed, stacked=stacked)
    limits = game.wagers.opening_limits(Limits())
    stakes: dict[str, int] = {}
    for name in dict.fromkeys((game.wagers.main, *game.wagers.entries[:1])):
        if not round_.can_wager(SEAT, stakes):
            limit = limits[name]
            stakes[name] = min(limit.most, max(limit.least, STAKE - STAKE % limit.step))
    round_.wager(SEAT, stakes)
    round_.deal()
    return round_


def words_of(round_: Round) -> str:
    """What the player holds, in words."""
    return round_.view(SEAT).words(SEAT)
