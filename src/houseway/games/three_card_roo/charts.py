"""3 Card Roo: the position to leave open with each hand, as a table to look up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houseway.cards import Card
from houseway.counting.game_odds import Chart


class TwoCards(NamedTuple):
    """Two cards of different ranks, the ace low."""

    low: int
    high: int
    suited: bool = False


OpenPositions = Mapping[TwoCards, str]  # the position left open
SHORT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def two_cards(cards: tuple[Card, ...]) -> TwoCards:
    first, second = cards
    low, high = sorted((first.low_rank, second.low_rank))
    return TwoCards(low, high, first.suit == second.suit)


def open_position_chart(open_positions: OpenPositions) -> Chart:
    """One row for each higher card; a suited hand is named where it is placed in another way."""
    rows = []
    for high in range(13, 1, -1):
        cells = []
        for low in range(12, 0, -1):
            position, suited = (
                open_positions.get(TwoCards(low, high), ""),
                open_positions.get(TwoCards(low, high, True), ""),
            )
            mark = position[:1].upper()
            cells.append(mark if suited in ("", position) else f"{mark} (suited {suited[0].upper()})")
        rows.append((SHORT[high], *cells))
    title = "The position to leave open (L, M, H), by the higher card (rows) and the lower (columns)"
    return Chart(title, ("", *(SHORT[low] for low in range(12, 0, -1))), tuple(rows))
