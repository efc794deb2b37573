"""Strategy cards that were found by search, beside the cards that the games bring."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import houseway
from houseway.lab import strategy_cards
from houseway.lab.searching_cards.search import CardSearch, percent
from houseway.odds.solver import forget

HEADINGS = ("game, lines", "cost of the card found, time of the whole search", "the game's own card", "ratio")
LINES = {"mini-tex": 8}
USUAL = 5


def rows() -> Iterator[tuple[str, ...]]:
    for name in houseway.game_ids():
        try:
            game = houseway.game(name)
        except houseway.UnknownGame:  # played among players
            continue
        forget()
        start = time.perf_counter()
        found = strategy_cards(game, LINES.get(name, USUAL))
        seconds = time.perf_counter() - start
        for lines, card in {len(card.lines): card for card in found.cards}.items():
            last = card is found.found
            yield (
                f"{name}, {lines} {'line' if lines == 1 else 'lines'}",
                f"{percent(card.cost)}, {seconds:.1f} s for all" if last else percent(card.cost),
                f"{found.own.lines} lines: {percent(found.own.cost)}" if last and found.own is not None else "",
                _ratio(lines, card.cost, found),
            )


def _ratio(lines: int, cost: Fraction, found: CardSearch) -> str:
    """Beside the game's own card of as many lines."""
    if found.own is None or found.own.lines != lines or not found.own.cost:
        return ""
    return f"{float(cost / found.own.cost):.2f}x"
