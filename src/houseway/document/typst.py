"""A document as PDF: set by typst with the fonts that it brings; the same document gives the same bytes."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from houseway.document.annex import annex_text
from houseway.document.blocks import (
    BarChart,
    Block,
    Cell,
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
from houseway.document.charts import FONT, svg
from houseway.document.extra import extra
from houseway.document.numbering import numbered

READERS = "ua-1"  # for screen readers
ARCHIVES = "a-3a"  # fonts inside, the annex as a file; asks for a date
PAGE_FONT = "Libertinus Serif"
CHART_SCALE = 1.0
TALL = 45  # rows of a grid that no page can show: it becomes a table
COMMAND_WIDTH = 86  # characters on a line of commands
WORD = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*"|['"])+""")  # of a command, with what is quoted in it
CONTENTS = 4  # chapters from which there is a table of contents


def pdf(document: Document) -> bytes:
    typst = extra("typst")
    template = files("houseway.document").joinpath("page.typ").read_bytes()
    inputs = {"document": json.dumps(_data(document))}
    if document.annex:
        inputs["annex"] = annex_text(document)
    always = {"sys_inputs": inputs, "timestamp": 0}
    standards = [READERS] if document.dated is None else [ARCHIVES, READERS]
    try:
        made: bytes = typst.compile(template, ignore_system_fonts=True, pdf_standards=standards, **always)
    except typst.TypstError:
        # A text that the fonts of typst cannot show: the machine's own may, and the standards ask for too much.
        made = typst.compile(template, **always)
    return made


def _data(document: Document) -> dict[str, Any]:
    """What the template reads."""
    blocks = [numbering.block for numbering in numbered(document.blocks)]
    day = document.dated
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "facts": document.facts,
        "fingerprint": document.fingerprint[:16],
        "dated": None if day is None else [day.year, day.month, day.day],
        "contents": sum(isinstance(block, Heading) and block.level == 1 for block in blocks) >= CONTENTS,
        "blocks": _with_headings(_kept_together([_block(block) for block in blocks])),
    }


def _kept_together(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mark what must not end a page: a paragraph that introduces what follows, a table before its facts or notes."""
    for above, block, below in zip([{"kind": ""}, *blocks], blocks, blocks[1:], strict=False):
        if block["kind"] == "paragraph":
            first = above["kind"] == "heading" and below["kind"] not in ("paragraph", "page break")
            block["sticky"] = first or block["text"].endswith(":")
        elif block["kind"] == "table":
            block["sticky"] = below["kind"] == "facts" or bool(below.get("note"))
    return blocks


def command_lines(command: str, width: int = COMMAND_WIDTH) -> list[str]:
    """A command on lines that fit the page, broken before options only, so that a shell takes what is copied.

    >>> command_lines("houseway odds mini-tex --edition pair --json", 32)
    ['houseway odds mini-tex \\\\', '  --edition pair --json']
    """
    parts: list[str] = []
    for word in WORD.findall(command):
        if parts and not word.startswith("-"):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(part if not lines else f"  {part}")
    return [f"{line} \\" for line in lines[:-1]] + (lines[-1:] or [command])


def _with_headings(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Headings right above a table belong to it: it may have to go to a page of its own."""
    found: list[dict[str, Any]] = []
    above: list[dict[str, Any]] = []
    for block in blocks:
        if block["kind"] == "heading":
            above.append(block)
            continue
        if "columns" in block:
            block["headings"], above = above, []
        found += [*above, block]
        above = []
    return found + above


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Heading(text=text, level=level):
            return {"kind": "heading", "text": text, "level": level}
        case Paragraph(text=text, note=note):
            return {"kind": "paragraph", "text": text, "note": note, "sticky": False}
        case Items(items=items, numbered=in_order):
            return {"kind": "items", "items": items, "numbered": in_order}
        case Facts(pairs=pairs):
            return {"kind": "facts", "pairs": pairs}
        case Commands(lines=lines):
            return {"kind": "commands", "lines": [line for command in lines for line in command_lines(command)]}
        case Table():
            return _table(block, "table")
        case Drawing(caption=caption, svg=picture, words=words):
            return {"kind": "picture", "caption": caption, "svg": picture, "words": words, "scale": 1.0}
        case LineChart() | BarChart() | HeatMap() | StrategyGrid():
            if isinstance(block, HeatMap | StrategyGrid) and len(block.rows) > TALL:
                return _table(as_table(block), "chart table")
            return {
                "kind": "picture",
                "caption": block.caption,
                "svg": svg(block).replace(FONT, PAGE_FONT),
                "words": block.caption or "A chart.",
                "scale": CHART_SCALE,
            }
        case PageBreak():
            return {"kind": "page break"}


def _table(table: Table, kind: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "caption": table.caption,
        "columns": [{"title": column.title, "number": column.number} for column in table.columns],
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
        "totals": table.totals,
        "notes": table.notes,
        "whole": table.whole,
    }


def _cell(cell: str | Cell) -> str | dict[str, str]:
    return {"text": cell.text, "mark": str(cell.mark)} if isinstance(cell, Cell) else cell
