"""The dispatcher: picks the general way of counting that suits a game."""

from __future__ import annotations

from typing import Any

from houseway.counting.game_odds import Labels, NotAccelerated
from houseway.derived.by_suit_odds import BySuit
from houseway.derived.cost import cost_of
from houseway.derived.estimated import Estimated
from houseway.derived.odds import Derived
from houseway.rules.game import Game

EXACT_SECONDS = 90.0  # the longest exact count that is made without an explicit request


def derived_odds(game: Game[Any], *, labels: Labels[Any] | None = None, exact: bool = False) -> Derived[Any]:
    """By suit where the game allows it, else situation by situation, or by sampling where that would take too long."""
    try:
        return BySuit(game, labels=labels)
    except NotAccelerated:
        pass
    cost = cost_of(game)
    if exact or cost.seconds <= EXACT_SECONDS:
        return Derived(game, labels=labels)
    return Estimated(game, cost, labels=labels)
