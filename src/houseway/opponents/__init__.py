"""Opponents by the program for games among players, in three kinds. They see their own view and nothing else."""

from __future__ import annotations

from houseway.errors import HousewayError
from houseway.opponents.players import Careful, Careless, Opponent, Sharp

KINDS: dict[str, type[Opponent]] = {"careless": Careless, "careful": Careful, "sharp": Sharp}

__all__ = ["KINDS", "Opponent", "opponent"]


def opponent(kind: str, seed: str) -> Opponent:
    """An opponent of a kind; the same seed plays the same way."""
    if kind not in KINDS:
        raise HousewayError(f"There is no opponent {kind!r}: the kinds are {', '.join(KINDS)}.")
    return KINDS[kind](seed)
