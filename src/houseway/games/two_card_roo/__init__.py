"""2 Card Roo with Flush Roo and Pairs Pay."""

from houseway.games.two_card_roo.rules import TwoCardRoo

__all__ = ["TwoCardRoo"]
