"""A player who decides by the exact values."""

from __future__ import annotations

from typing import Any

from houseway.odds.game_odds import Known
from houseway.odds.solver import odds_of
from houseway.rules.game import Decision, Game


class OptimalPlayer:
    """Takes the best decision for the main wager, from what the hand itself shows."""

    def __init__(self, game: Game[Any]) -> None:
        self._odds = odds_of(game)
        self._known: dict[Known, Decision] = {}

    def decide(self, known: Known) -> Decision:
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = self._odds.advise(known)[1][0].decision
        return found
