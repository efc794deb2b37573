"""Mini-Tex 3 Card Hold'em, against the dealer and among players, with Pocket Poker."""

from houseway.games.mini_tex.pvp import MiniTexPvp
from houseway.games.mini_tex.rules import MiniTex

__all__ = ["MiniTex", "MiniTexPvp"]
