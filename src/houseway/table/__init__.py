"""The round as a state machine: seats, wagers, decisions, events, views, shuffle, replay."""

from houseway.table.pot_round import PotRound
from houseway.table.round import Round

__all__ = ["PotRound", "Round"]
