"""The round as a state machine: seats, wagers, decisions, events, views, shuffle, replay."""

from houseway.table.round import Round

__all__ = ["Round"]
