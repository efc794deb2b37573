"""High Card Flush with the Flush, Straight Flush and Progressive wagers."""

from houseway.games.high_card_flush.rules import HighCardFlush

__all__ = ["HighCardFlush"]
