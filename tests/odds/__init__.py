"""Exact odds, game by game."""
