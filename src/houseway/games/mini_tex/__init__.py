"""Mini-Tex 3 Card Hold'em against the dealer, with Pocket Poker."""

from houseway.games.mini_tex.rules import MiniTex

__all__ = ["MiniTex"]
