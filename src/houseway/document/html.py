"""A document as one page of HTML, or blocks as a piece of one for a notebook: no script, nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

from houseway.document.annex import annex_text
from houseway.document.blocks import (
    BarChart,
    Block,
    Cell,
    Chart,
    Column,
    Commands,
    Document,
    Drawing,
    Facts,
    Heading,
    HeatMap,
    Items,
    LineChart,
    PageBreak,
    Paragraph,
    StrategyGrid,
    Table,
)
from houseway.document.chart_tables import as_table
from houseway.document.extra import has_charts
from houseway.document.numbering import Numbered, numbered

CONTENTS = 4  # chapters from which there is a table of contents


def fragment(blocks: Iterable[Block]) -> str:
    """Blocks for a notebook; charts are tables of their numbers where nothing is installed to draw them."""
    writer = _Writer(top=3, whole=False)
    return f'<div class="houseway"><style>{_style("page.css")}</style>\n{writer.all(numbered(blocks))}</div>\n'


def page(document: Document) -> str:
    """The whole document as one file."""
    parts = list(numbered(document.blocks))
    writer = _Writer(top=2, whole=True)
    body = writer.all(parts)
    date = f'<meta name="date" content="{document.dated.isoformat()}">\n' if document.dated else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="Houseway">\n{date}<title>{escape(document.title)}</title>\n'
        f"<style>\n{_style('page.css')}{_style('whole_page.css')}</style>\n</head>\n"
        f'<body>\n<div class="houseway">\n{_head(document)}{_contents(parts)}<main>\n{body}</main>\n</div>\n'
        f"{_annex(document)}</body>\n</html>\n"
    )


def _style(name: str) -> str:
    return files("houseway.document").joinpath(name).read_text(encoding="utf-8")


def _head(document: Document) -> str:
    subtitle = f'<p class="subtitle">{escape(document.subtitle)}</p>\n' if document.subtitle else ""
    return f"<header>\n<h1>{escape(document.title)}</h1>\n{subtitle}{_pairs(document.facts)}</header>\n"


def _contents(parts: list[Numbered]) -> str:
    chapters = [
        (part.block.text, part.label) for part in parts if isinstance(part.block, Heading) and part.block.level == 1
    ]
    if len(chapters) < CONTENTS:
        return ""
    items = "".join(
        f'<li><a href="#section-{label}"><span class="nr">{label}</span>{escape(text)}</a></li>\n'
        for text, label in chapters
    )
    return f'<nav aria-label="Contents">\n<ol>\n{items}</ol>\n</nav>\n'


def _annex(document: Document) -> str:
    """The annex for programs; `<` is written so that no text in it can end the element."""
    if not document.annex:
        return ""
    data = annex_text(document).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/json" id="annex">\n{data}</script>\n'


class _Writer:
    """Blocks as elements: `top` is the level of a chapter's heading; a whole document has numbers and its charts."""

    def __init__(self, *, top: int, whole: bool) -> None:
        self.top, self.whole = top, whole

    def all(self, parts: Iterable[Numbered]) -> str:
        return "".join(self.one(part) for part in parts)

    def one(self, part: Numbered) -> str:
        match part.block:
            case Heading(text=text, level=level):
                return self._heading(text, level, part.label)
            case Paragraph(text=text, note=note):
                return f'<p class="note">{escape(text)}</p>\n' if note else f"<p>{escape(text)}</p>\n"
            case Items(items=items, numbered=in_order):
                kind = "ol" if in_order else "ul"
                lines = "".join(f"<li>{escape(item)}</li>\n" for item in items)
                return f"<{kind}>\n{lines}</{kind}>\n"
            case Facts(pairs=pairs):
                return _pairs(pairs)
            case Commands(lines=commands):
                typed = escape("\n".join(commands))
                return f'<pre tabindex="0"><code>{typed}</code></pre>\n'
            case Table() as table:
                return self._table(table, part.label)
            case Drawing(caption=caption, svg=svg, words=words):
                source = b64encode(svg.encode()).decode()
                return self._figure(
                    f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{source}">', caption, part.label
                )
            case LineChart() | BarChart() | HeatMap() | StrategyGrid() as chart:
                return self._chart(chart, part.label)
            case PageBreak():
                return '<div class="page-break"></div>\n'

    def _heading(self, text: str, level: int, label: str) -> str:
        tag = f"h{min(self.top + level - 1, 6)}"
        if not self.whole:
            return f"<{tag}>{escape(text)}</{tag}>\n"
        return f'<{tag} id="section-{label}"><span class="nr">{label}</span>{escape(text)}</{tag}>\n'

    def _caption(self, caption: str, label: str) -> str:
        return f"<b>{label}.</b> {escape(caption)}" if label and self.whole else escape(caption)

    def _figure(self, inner: str, caption: str, label: str) -> str:
        under = f"<figcaption>{self._caption(caption, label)}</figcaption>\n" if caption else ""
        return f'<figure class="picture">\n{under}<div class="scroll">{inner}</div>\n</figure>\n'

    def _chart(self, chart: Chart, label: str) -> str:
        if not self.whole and not has_charts():
            return self._table(as_table(chart), label)
        from houseway.document.charts import svg

        named = f'<svg role="img" aria-label="{escape(chart.caption or "A chart.")}" '
        return self._figure(svg(chart).replace("<svg ", named, 1), chart.caption, label)

    def _table(self, table: Table, label: str) -> str:
        caption = f"<caption>{self._caption(table.caption, label)}</caption>\n" if table.caption else ""
        heads = "".join(_head_cell(column) for column in table.columns)
        rows = "".join(_row(table, number) for number in range(len(table.rows)))
        notes = "".join(f"<p>{escape(note)}</p>\n" for note in table.notes)
        under = f'<div class="notes">{notes}</div>\n' if notes else ""
        name = escape(f"{label + '. ' if label and self.whole else ''}{table.caption}" or "A table")
        return (
            f'<figure>\n<div class="scroll" role="region" aria-label="{name}" tabindex="0"><table>\n{caption}'
            f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n{under}</figure>\n"
        )


def _head_cell(column: Column) -> str:
    """A heading; an empty one heads nothing."""
    if not column.title:
        return "<td></td>"
    return f'<th scope="col"{_classes(column.number)}>{escape(column.title)}</th>'


def _row(table: Table, number: int) -> str:
    first_total = len(table.rows) - table.totals
    kind = ""
    if number >= first_total:
        kind = f' class="total{" first-total" if number == first_total else ""}"'
    cells = []
    for place, (cell, column) in enumerate(zip(table.rows[number], table.columns, strict=True)):
        text, mark = cell if isinstance(cell, Cell) else (cell, None)
        named = place == 0 and text
        start, end = ('th scope="row"', "th") if named else ("td", "td")
        cells.append(f"<{start}{_classes(column.number, mark)}>{escape(text)}</{end}>")
    return f"<tr{kind}>{''.join(cells)}</tr>\n"


def _classes(number: bool, mark: Any = None) -> str:
    names = " ".join(name for name in ("number" if number else "", str(mark or "")) if name)
    return f' class="{names}"' if names else ""


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>\n" for name, value in pairs)
    return f"<dl>\n{items}</dl>\n"
