"""Cards and felts drawn in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from houseway.cards import Card
from houseway.rules.game import TableGame
from houseway.rules.procedure import Area
from houseway.rules.wagers import PayRow

if TYPE_CHECKING:
    from rich.text import Text

    from houseway.table.lay import Lay

UNIT = 7  # columns of one grid unit
HEIGHT = 3  # lines of one grid row
WIDTH = 96

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


def placed_text(placed: Mapping[str, Iterable[Card]]) -> Text:
    """Positions with the cards that lie on them; an open one is a gap."""
    from rich.text import Text

    row = Text()
    for name, cards in placed.items():
        row.append(f"{name} ", style="dim").append_text(cards_text(cards) if cards else Text(" ··  ", style="dim"))
        row.append(" ")
    return row


def lay_text(lay: Lay, *, playing: Iterable[Card]) -> Text:
    """The cards as the dealer lays them: those that play are underlined, a turned one is marked so."""
    from rich.text import Text

    row, turned, left = Text(), list(lay.turned), list(playing)
    for card in lay.cards:
        text = card_text(card)
        if card in turned:
            turned.remove(card)
            text = Text("⟲").append_text(text)
        elif card in left:
            left.remove(card)
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


def felt_lines(game: TableGame[Any]) -> list[str]:
    """The whole felt: the house's side, one player's spot, the pay tables and the inscriptions printed on it."""
    layout = game.layout
    paying = {wager.name: rows for wager in game.wagers if (rows := wager.rows())}
    tables = [box(name, rows) for name, rows in paying.items()]
    notes = [f"* {name}, {row.hand}: {row.note}" for name, rows in paying.items() for row in rows if row.note]
    told = [line for text in (*notes, *layout.inscriptions) for line in wrap(text, WIDTH, subsequent_indent="  ")]
    return ["The house", *draw(layout.dealer), "One player", *draw(layout.player), *beside(tables), *told]


def box(title: str, rows: Sequence[PayRow]) -> list[str]:
    """A pay table as it is printed on the felt."""
    paid = [f"{row.pays}*" if row.note else row.pays for row in rows]
    hands, pays = max(len(row.felt_name) for row in rows), max(map(len, paid))
    inner = max(hands + 2 + pays, len(title) + 2)
    lines = [f"│ {row.felt_name:<{inner - pays}}{text:>{pays}} │" for row, text in zip(rows, paid, strict=True)]
    return [f"┌ {title} {'─' * (inner - len(title))}┐", *lines, f"└{'─' * (inner + 2)}┘"]


def beside(boxes: Sequence[list[str]], width: int = WIDTH) -> list[str]:
    """Boxes from left to right, in as many rows as the width needs."""
    lines: list[str] = []
    row: list[list[str]] = []
    for item in boxes:
        if row and sum(len(other[0]) + 1 for other in row) + len(item[0]) > width:
            lines += _joined(row)
            row = []
        row.append(item)
    return lines + _joined(row)


def _joined(row: Sequence[list[str]]) -> list[str]:
    height = max((len(item) for item in row), default=0)
    padded = [item + [" " * len(item[0])] * (height - len(item)) for item in row]
    return [" ".join(parts).rstrip() for parts in zip(*padded, strict=True)]
