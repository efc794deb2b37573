"""3 Card Roo with Pocket Roo and Pairs Pay."""

from houseway.games.three_card_roo.rules import ThreeCardRoo

__all__ = ["ThreeCardRoo"]
