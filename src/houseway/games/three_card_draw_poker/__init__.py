"""Three Card Draw Poker with Pair Plus."""

from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker

__all__ = ["ThreeCardDrawPoker"]
