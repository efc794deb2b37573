"""A derived kernel that says which cards it dealt, so that its rounds can be settled again by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.odds.game_odds import Decider, G, Strategy
from houseway.odds.solver import odds_of
from houseway.rules.game import Game
from houseway.simulation.kernel import TableKernel


class DealtKernel(TableKernel[G]):
    """The dealer's cards come first, then those of one seat after the other: a hand that needs fewer leaves the rest to
    the next."""

    def __init__(self, game: G, strategy: Strategy) -> None:
        odds: Any = odds_of(game)
        super().__init__(game, strategy, odds)

    def cards(self, key: int, first: int, rounds: int, seats: int) -> NDArray[np.uint16]:
        return np.array([self._dealt(key, first + number, seats) for number in range(rounds)], np.uint16)


def followed(game: Game[Any], strategy: str) -> Decider:
    """A named strategy, asked with the cards themselves."""
    odds: Any = odds_of(game)
    return lambda known: odds.decision(strategy, known)
