"""The round as a state machine: seats, wagers, decisions, events, views, shuffle, replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.table.round import Round

if TYPE_CHECKING:
    from houseway.table.pot_round import PotRound

__all__ = ["PotRound", "Round"]


def __getattr__(name: str) -> Any:
    """Hands among players are loaded when they are first asked for."""
    if name != "PotRound":
        raise AttributeError(f"module 'houseway.table' has no attribute {name!r}")
    from houseway.table.pot_round import PotRound

    return PotRound
