"""A document as Markdown: text that a terminal, an editor and a forge all show; charts are tables of their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from houseway.document.blocks import (
    BarChart,
    Cell,
    Commands,
    Document,
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
from houseway.document.chart_tables import as_table
from houseway.document.numbering import Numbered, numbered

SPECIAL = re.compile(r"([\\`*_\[\]<>|~$])")
ENTITY = re.compile(r"&(?=#?\w+;)")
MARKS = {Mark.GOOD: "{}", Mark.BAD: "**{}**", Mark.STRONG: "**{}**", Mark.WEAK: "*{}*"}


def text(document: Document) -> str:
    parts = [f"# {escaped(document.title)}", line(document.subtitle), _facts(document.facts)]
    parts += [_block(part) for part in numbered(document.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(words: str) -> str:
    """Words that are read as words, whatever they hold."""
    return ENTITY.sub(r"\\&", SPECIAL.sub(r"\\\1", " ".join(words.split())))


def line(words: str) -> str:
    """Words at the start of a line, which may mean something more: a list, a heading, a rule."""
    return re.sub(r"^(\d+)([.)])(\s|$)", r"\1\\\2\3", re.sub(r"^([-+=#])", r"\\\1", escaped(words)))


def _block(part: Numbered) -> str:
    match part.block:
        case Heading(text=words, level=level):
            return f"{'#' * min(level + 1, 6)} {part.label} {escaped(words)}"
        case Paragraph(text=words, note=note):
            return f"*{escaped(words)}*" if note and words.strip() else line(words)
        case Items(items=items, numbered=in_order):
            return "\n".join(f"{f'{place}.' if in_order else '-'} {line(item)}" for place, item in enumerate(items, 1))
        case Facts(pairs=pairs):
            return _facts(pairs)
        case Commands(lines=lines):
            return _code(lines)
        case Table() as table:
            return _table(table, part.label)
        case Drawing(caption=caption, words=words):
            return f"{_caption(caption, part.label)}\n\n{line(words)}".strip()
        case LineChart() | BarChart() | HeatMap() | StrategyGrid() as chart:
            return _table(as_table(chart), part.label)
        case PageBreak():
            return ""


def _code(lines: Iterable[str]) -> str:
    """A block of code, fenced by more backticks than it holds."""
    held = [command.replace("\n", " ") for command in lines]
    fence = "`" * max(3, 1 + max((len(run) for command in held for run in re.findall("`+", command)), default=0))
    return "\n".join((f"{fence}sh", *held, fence))


def _facts(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {escaped(name)}: **{escaped(value)}**" for name, value in pairs)


def _caption(caption: str, label: str) -> str:
    return f"**{label}.** {escaped(caption)}" if label else line(caption)


def _table(table: Table, label: str) -> str:
    heads = [escaped(column.title) or " " for column in table.columns]
    rules = ["---:" if column.number else ":---" for column in table.columns]
    first_total = len(table.rows) - table.totals
    rows = [[_cell(cell, total=number >= first_total) for cell in row] for number, row in enumerate(table.rows)]
    lines = [f"| {' | '.join(row)} |" for row in (heads, rules, *rows)]
    notes = "\n\n".join(f"*{escaped(note)}*" for note in table.notes)
    return "\n\n".join(part for part in (_caption(table.caption, label), "\n".join(lines), notes) if part)


def _cell(cell: str | Cell, *, total: bool) -> str:
    if isinstance(cell, Cell):
        return MARKS[cell.mark].format(escaped(cell.text)) if cell.text.strip() else ""
    return f"**{escaped(cell)}**" if total and cell.strip() else escaped(cell)
