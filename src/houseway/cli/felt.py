"""Cards and felts drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.rules.procedure import Area

if TYPE_CHECKING:
    from rich.text import Text

UNIT = 7  # columns of one grid unit
HEIGHT = 3  # lines of one grid row

RED, BLACK, BACK = "bold #c00000 on #f4f4f4", "bold #101010 on #f4f4f4", "#8fa8d8 on #23395d"


def card_text(card: Card | None) -> Text:
    """One card; a card face down shows its back."""
    from rich.text import Text

    if card is None:
        return Text(" ▒▒ ", style=BACK)
    return Text(f" {card.pretty} ", style=RED if card.suit in (1, 2) or card.text == "Xr" else BLACK)


def cards_text(cards: Iterable[Card | None], *, playing: Iterable[Card] = ()) -> Text:
    """Cards in a row; those that play are underlined."""
    from rich.text import Text

    row, playing = Text(), list(playing)
    for card in cards:
        text = card_text(card)
        if card is not None and card in playing:
            text.stylize("underline")
        row.append_text(text).append(" ")
    return row


def draw(areas: Iterable[Area]) -> list[str]:
    """The areas as boxes: round ones for bets, square ones for cards."""
    areas = tuple(areas)
    width = max(area.x + area.width for area in areas) * UNIT
    height = (max(area.y for area in areas) + 1) * HEIGHT
    canvas = [[" "] * width for _ in range(height)]
    for area in areas:
        corners = "╭╮╰╯" if area.kind == "bet" else "┌┐└┘"
        inner = area.width * UNIT - 2
        label = f"{area.label} ({area.cards} cards)" if area.cards > 1 else area.label
        label = label if len(label) <= inner else area.label
        top, left = area.y * HEIGHT, area.x * UNIT
        rows = (
            corners[0] + "─" * inner + corners[1],
            "│" + label[:inner].center(inner) + "│",
            corners[2] + "─" * inner + corners[3],
        )
        for offset, row in enumerate(rows):
            canvas[top + offset][left : left + len(row)] = row
    return ["".join(row).rstrip() for row in canvas]
