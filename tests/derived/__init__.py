"""Odds derived from the rules, against every deal of small decks settled one by one."""
