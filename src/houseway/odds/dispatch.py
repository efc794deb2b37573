"""The dispatcher: picks the general way of counting that suits a game."""

from __future__ import annotations

from typing import Any

from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.by_suit_odds import BySuit
from houseway.odds.cost import cost_of
from houseway.odds.estimated import Estimated
from houseway.odds.game_odds import Labels, NotAccelerated
from houseway.rules.game import Game

EXACT_SECONDS = 90.0  # the longest exact count that is made without an explicit request


def derived_odds(game: Game[Any], *, labels: Labels[Any] | None = None, exact: bool = False) -> BySituation[Any]:
    """By suit or by board where the game allows it, else situation by situation, or by sampling where that would take
    too long.

    `exact` counts whatever it takes.
    """
    for way in (BySuit, ByBoard):
        try:
            return way(game, labels=labels)
        except NotAccelerated:
            pass
    if exact or cost_of(game).seconds <= EXACT_SECONDS:
        counted = BySituation(game, labels=labels)
        counted.limit = None if exact else counted.limit
        return counted
    return Estimated(game, labels=labels)
