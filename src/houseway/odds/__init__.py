"""Exact odds: every wager solved, any strategy valued, every decision priced, from the rules that deal the game."""

from houseway.odds.engine import Odds
from houseway.odds.game_odds import ExtraKnowledge
from houseway.odds.solution import Solution, WagerOdds
from houseway.odds.solver import advise, odds_of, solve

__all__ = ["ExtraKnowledge", "Odds", "Solution", "WagerOdds", "advise", "odds_of", "solve"]
