"""The dispatcher: picks the general way of counting that suits a game."""

from __future__ import annotations

from typing import Any

from houseway.counting.game_odds import Labels, NotAccelerated
from houseway.derived.board_odds import ByBoard
from houseway.derived.by_suit_odds import BySuit
from houseway.derived.cost import cost_of
from houseway.derived.estimated import Estimated
from houseway.derived.odds import Derived
from houseway.rules.game import Game

EXACT_SECONDS = 90.0  # the longest exact count that is made without an explicit request


def derived_odds(game: Game[Any], *, labels: Labels[Any] | None = None, exact: bool = False) -> Derived[Any]:
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
        counted = Derived(game, labels=labels)
        counted.limit = None if exact else counted.limit
        return counted
    return Estimated(game, labels=labels)
