"""Opponents by the program for games among players, in three kinds. They see their own view and nothing else."""

from __future__ import annotations

from typing import Any

from houseway.errors import HousewayError
from houseway.opponents.players import Careful, Careless, Opponent, Sharp
from houseway.rules.pot_game import PotGame

KINDS: dict[str, type[Opponent]] = {"careless": Careless, "careful": Careful, "sharp": Sharp}

__all__ = ["KINDS", "Opponent", "opponent"]


def opponent(kind: str, seed: str, game: PotGame[Any] | None = None) -> Opponent:
    """An opponent of a kind; the same seed plays the same way.

    Given the game, they prepare for it, so that the first decision takes no longer than the others.
    """
    if kind not in KINDS:
        raise HousewayError(f"There is no opponent {kind!r}: the kinds are {', '.join(KINDS)}.")
    if game is not None and KINDS[kind] is not Careless:
        from houseway.odds.equity import heads_up_equity  # brings numba

        heads_up_equity(game, game.deck[: game.hole_cards])
    return KINDS[kind](seed)
