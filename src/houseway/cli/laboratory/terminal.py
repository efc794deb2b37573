"""Blocks of a document on the terminal: tables as tables, charts as bars, curves and shades of characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log10
from typing import TYPE_CHECKING, assert_never

from houseway.cli.common import title, width
from houseway.cli.laboratory.plot import plotted
from houseway.document.blocks import (
    BarChart,
    Block,
    Cell,
    Column,
    Commands,
    Drawing,
    Facts,
    Heading,
    HeatMap,
    Items,
    LineChart,
    Mark,
    PageBreak,
    Paragraph,
    StrategyGrid,
    Table,
)
from houseway.document.chart_tables import as_table, column_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Shown
    from rich.text import Text

    from houseway.lab.result import Result

STYLES = {Mark.GOOD: "green", Mark.BAD: "bold red", Mark.STRONG: "bold", Mark.WEAK: "dim"}
BAR = 40  # characters of the longest bar
FEW = 12  # points of a line that are better read as numbers


def show(result: Result) -> None:
    """A finding, under the name of the exact rules it is about."""
    from rich.console import Console
    from rich.text import Text

    console = Console(width=width(110), highlight=False)
    console.rule(title(result.game))
    console.print(Text(result.title, "bold"))
    console.print()
    show_blocks(console, result.blocks())
    console.print(f"[dim]Fingerprint {result.game.fingerprint}[/]", soft_wrap=True)


def show_blocks(console: Console, blocks: Sequence[Block]) -> None:
    """Every block, and an empty line after it."""
    for block in blocks:
        _show(console, block)
        console.print()


def _show(console: Console, block: Block) -> None:
    from rich.text import Text

    match block:
        case Heading(text=text, level=level):
            console.print(Text(text, "bold" if level > 1 else "bold underline"))
        case Paragraph(text=text, note=note):
            console.print(Text(text, "dim" if note else ""))
        case Items():
            _items(console, block)
        case Facts(pairs=pairs):
            console.print(Text(" · ").join(Text(f"{name} ").append(value, "bold") for name, value in pairs))
        case Commands(lines=lines):
            for line in lines:
                console.print(Text(f"    {line}"), soft_wrap=True)
        case Table():
            _table(console, block)
        case BarChart():
            _bars(console, block)
        case LineChart():
            _lines(console, block)
        case HeatMap() | StrategyGrid():
            _grid(console, block)
        case Drawing(caption=caption, words=words):
            console.print(Text(caption, "bold"))
            console.print(Text(words))
        case PageBreak():
            pass
        case _:
            assert_never(block)


def _items(console: Console, block: Items) -> None:
    from rich.table import Table as Shown
    from rich.text import Text

    shown = Shown.grid(padding=(0, 1))
    for number, item in enumerate(block.items, 1):
        shown.add_row(f"{number}." if block.numbered else "·", Text(item))
    console.print(shown)


def _framed(console: Console, caption: str, columns: Sequence[Column]) -> Shown:
    """An empty table under its caption."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown
    from rich.text import Text

    if caption:
        console.print(Text(caption, "bold"))
    shown = Shown(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        shown.add_column(Text(column.title), justify="right" if column.number else "left")
    return shown


def _table(console: Console, table: Table) -> None:
    from rich.text import Text

    shown = _framed(console, table.caption, table.columns)
    first_total = len(table.rows) - table.totals
    for number, row in enumerate(table.rows):
        if number == first_total and table.totals:
            shown.add_section()
        shown.add_row(*map(_cell, row))
    console.print(shown)
    for note in table.notes:
        console.print(Text(note, "dim"))


def _cell(cell: str | Cell) -> Text:
    from rich.text import Text

    return Text(cell.text, STYLES[cell.mark]) if isinstance(cell, Cell) else Text(cell)


def _grid(console: Console, chart: HeatMap | StrategyGrid) -> None:
    """Cells on the ground that a drawing would give them; words that have no room are cut short, and told below."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Shown
    from rich.text import Text

    from houseway.document.colours import ink_on
    from houseway.document.drawing.grids import cell_grounds

    words = {text: text for texts in chart.texts for text in texts if text}
    room = (console.width - max(map(len, chart.rows), default=0) - 4) // max(len(chart.columns), 1) - 2
    if isinstance(chart, StrategyGrid) and max(map(len, words), default=0) > room:
        words = _shortened(words)
    names = Text(" by ").join(Text(name) for name in (chart.rows_title, chart.columns_title) if name)
    console.print(Text(chart.caption, "bold"))
    console.print(Text.assemble(names, style="dim"))
    shown = Shown(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)
    for number, column in enumerate(("", *chart.columns)):
        shown.add_column(Text(f" {column} "), justify="center" if number else "right")
    for row, texts, grounds in zip(chart.rows, chart.texts, cell_grounds(chart), strict=True):
        cells = [
            Text(f" {words[text]} ", f"{ink_on(ground)} on {ground}") if text else Text()
            for text, ground in zip(texts, grounds, strict=True)
        ]
        shown.add_row(Text(f"{row} "), *cells)
    console.print(shown)
    cut = [f"{short} {text}" for text, short in words.items() if short != text]
    if cut:
        console.print(Text(" · ".join(cut), "dim"))


def _shortened(words: Iterable[str]) -> dict[str, str]:
    """The fewest first letters that tell the words apart; those that begin alike have numbers."""
    found = list(words)
    for length in range(1, 4):
        short = {word: word[:length].rstrip() for word in found}
        if len(set(short.values())) == len(found):
            return short
    return {word: str(number) for number, word in enumerate(found, 1)}


def _bars(console: Console, chart: BarChart) -> None:
    """Bars to the right of zero; those below zero to its left."""
    from rich.text import Text

    names = [
        f"{label} ({group})" if group else label
        for (label, _), group in zip(chart.bars, chart.groups or ("",) * len(chart.bars), strict=True)
    ]
    room = max(map(len, names), default=0)
    sizes = [size for _, size in chart.bars]
    write = column_text(sizes, chart.y)
    lengths = _bar_lengths(sizes, log=chart.y.log)
    left = -min([0, *lengths])
    console.print(Text(chart.caption, "bold"))
    for name, size, length in zip(names, sizes, lengths, strict=True):
        line = Text(f"{name:>{room}} ")
        if left:
            line.append(("█" * -length).rjust(left), "red").append("│", "dim")
        console.print(line.append("█" * length, "blue").append(f" {write(size)}"))


def _bar_lengths(sizes: Sequence[float], *, log: bool) -> list[int]:
    """Characters of every bar, in proportion, the longest left and right filling BAR; any size but zero has one."""
    if log:
        shown = [abs(size) for size in sizes if size]
        longest, least = max(shown, default=1.0), min(shown, default=1.0)
        scaled = [(1 + log10(abs(size) / least)) / (1 + log10(longest / least)) if size else 0.0 for size in sizes]
    else:
        span = max([0.0, *sizes]) - min([0.0, *sizes])
        scaled = [size / span if span else 0.0 for size in sizes]
    return [(round(BAR * share) or (1 if share > 0 else -1)) if share else 0 for share in scaled]


def _lines(console: Console, chart: LineChart) -> None:
    """A few points as numbers; more as a curve."""
    from rich.text import Text

    if max((len(part) for part in _parts(chart)), default=0) <= FEW:
        _table(console, as_table(chart))
        return
    console.print(Text(chart.caption, "bold"))
    console.print(plotted(chart, min(console.width, 100)))


def _parts(chart: LineChart) -> list[tuple[object, ...]]:
    return [*(line.points for line in chart.series), *(band.points for band in chart.bands)]
