"""High Card Draw with the TensUp bonus."""

from houseway.games.high_card_draw.rules import HighCardDraw

__all__ = ["HighCardDraw"]
