"""The felt as a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from xml.sax.saxutils import escape

from houseway.document.blocks import Block, Drawing, Heading
from houseway.report.study import Study
from houseway.rules.procedure import Area, Layout

UNIT, HEIGHT = 64, 92  # of a cell of the felt's grid
CARD, TALL = 40, 56
EDGE = 28
LETTERS = 84  # of an inscription, before it goes on in the next line
GREEN, LINE, GOLD = "#1d5c42", "#f4f1e6", "#e8cf8a"
FONT = 'font-family="Libertinus Serif, serif"'


def blocks(study: Study) -> Iterator[Block]:
    layout = study.game.layout
    yield Heading("The felt")
    yield Drawing(f"The layout of {study.game.name}", svg(layout), words(layout))


def words(layout: Layout) -> str:
    """What the drawing shows."""
    house = ", ".join(area.label for area in layout.dealer)
    player = ", ".join(area.label for area in layout.player)
    inscriptions = " ".join(layout.inscriptions)
    return f"The house's side: {house}. In front of each player: {player}. {inscriptions}".strip()


def svg(layout: Layout) -> str:
    """The house's side above, one player's spot below, and the inscriptions between them."""
    lines = [line for text in layout.inscriptions for line in wrap(text, LETTERS)]
    columns = max(area.x + area.width for area in (*layout.dealer, *layout.player))
    width = max(columns, 7) * UNIT + 2 * EDGE
    top = EDGE + 20
    middle = top + _rows(layout.dealer) * HEIGHT + 18
    bottom = middle + len(lines) * 24 + 30
    height = bottom + _rows(layout.player) * HEIGHT + EDGE - 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="22" fill="{GREEN}"/>',
        f'<rect x="9" y="9" width="{width - 18}" height="{height - 18}" rx="16" fill="none" stroke="{GOLD}" '
        'stroke-width="1.5"/>',
        _text(width / 2, top - 6, "THE HOUSE", size=12, colour=GOLD),
        *_areas(layout.dealer, top, width),
        *(_text(width / 2, middle + 24 * number + 8, line, size=17, colour=GOLD) for number, line in enumerate(lines)),
        _text(width / 2, bottom - 6, "ONE PLAYER", size=12, colour=GOLD),
        *_areas(layout.player, bottom, width),
        "</svg>",
    ]
    return "\n".join(parts)


def _rows(areas: Iterable[Area]) -> int:
    return max((area.y for area in areas), default=-1) + 1


def _areas(areas: tuple[Area, ...], top: float, width: float) -> Iterator[str]:
    columns = max((area.x + area.width for area in areas), default=0)
    left = (width - columns * UNIT) / 2
    for area in areas:
        x, y = left + area.x * UNIT, top + area.y * HEIGHT
        yield from _cards(area, x, y) if area.kind == "cards" else _bet(area, x, y)


def _bet(area: Area, x: float, y: float) -> Iterator[str]:
    wide = area.width * UNIT - 16
    yield (
        f'<rect x="{x + 8:g}" y="{y + 12:g}" width="{wide:g}" height="{TALL}" rx="{TALL / 2:g}" fill="none" '
        f'stroke="{LINE}" stroke-width="2.5"/>'
    )
    yield _text(x + area.width * UNIT / 2, y + 12 + TALL / 2 + 5, area.label, size=_size(area.label, wide - 14, 16))


def _cards(area: Area, x: float, y: float) -> Iterator[str]:
    many = max(1, area.cards)
    room = area.width * UNIT - 12
    step = min(CARD + 6, (room - CARD) / (many - 1)) if many > 1 else 0
    first = x + (area.width * UNIT - (CARD + step * (many - 1))) / 2
    for number in range(many):
        yield (
            f'<rect x="{first + number * step:g}" y="{y + 8:g}" width="{CARD}" height="{TALL}" rx="4" fill="{GREEN}" '
            f'stroke="{LINE}" stroke-width="1.5"/>'
        )
    yield _text(x + area.width * UNIT / 2, y + TALL + 24, area.label, size=_size(area.label, room, 13))


def _size(label: str, room: float, usual: int) -> float:
    """Smaller letters where a label would not fit."""
    return round(min(float(usual), room / (0.55 * max(1, len(label)))), 1)


def _text(x: float, y: float, words: str, *, size: float, colour: str = LINE) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" {FONT} font-size="{size:g}" fill="{colour}" text-anchor="middle">'
        f"{escape(words)}</text>"
    )
