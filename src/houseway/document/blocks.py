"""A document as data: what a reader sees, without a word on how a page or a terminal shows it.

Charts carry their numbers, so that a writer may draw them, a page may draw them itself, and a test may read them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple


class Mark(StrEnum):
    """What a reader should notice about a cell."""

    GOOD = "good"
    BAD = "bad"
    STRONG = "strong"
    WEAK = "weak"


class Cell(NamedTuple):
    """A cell of a table that is marked; a plain one is its text alone."""

    text: str
    mark: Mark


class Column(NamedTuple):
    """A column of a table; numbers stand at the right."""

    title: str
    number: bool = False


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 1  # 1 is a chapter; the title of the document stands above


@dataclass(frozen=True)
class Paragraph:
    """Plain text. A `note` is smaller: what a careful reader wants to know."""

    text: str
    note: bool = False


@dataclass(frozen=True)
class Items:
    """A list; each item is plain text."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Facts:
    """Names with values: house edge 3.2235%."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Commands:
    """What one types into a terminal, a line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Cell, ...], ...]
    totals: int = 0  # so many of the last rows add up the others
    notes: tuple[str, ...] = ()
    whole: bool = False  # not to be split across pages, as a chart that one looks things up in


class Axis(NamedTuple):
    title: str
    percent: bool = False  # values are shares: 0.05 reads 5%
    log: bool = False


class Series(NamedTuple):
    name: str
    points: tuple[tuple[float, float], ...]
    steps: bool = False  # the value holds from one point to the next


class Band(NamedTuple):
    """Between two lines: x, the lower and the upper value."""

    name: str
    points: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class LineChart:
    caption: str
    x: Axis
    y: Axis
    series: tuple[Series, ...] = ()
    bands: tuple[Band, ...] = ()  # wider ones first
    points: bool = False  # every point is a find of its own, and is marked


@dataclass(frozen=True)
class BarChart:
    """Bars in the given order; `colours` names a group for each bar where there are several."""

    caption: str
    x: Axis
    y: Axis
    bars: tuple[tuple[str, float], ...]
    groups: tuple[str, ...] = ()
    sideways: bool = False  # labels at the left: for long ones


@dataclass(frozen=True)
class HeatMap:
    """A value for each row and column, as colour and text; None is empty."""

    caption: str
    columns_title: str
    rows_title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]
    middle: float | None = None  # where colours change from one side to the other; none: light to dark


@dataclass(frozen=True)
class StrategyGrid:
    """Decisions as coloured cells, such as a chart of starting hands; equal texts have equal colours."""

    caption: str
    columns_title: str
    rows_title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Drawing:
    """A picture as SVG, with what it shows in words."""

    caption: str
    svg: str
    words: str


@dataclass(frozen=True)
class PageBreak:
    """What follows begins on a new page, where there are pages."""


Chart = LineChart | BarChart | HeatMap | StrategyGrid
Block = Heading | Paragraph | Items | Facts | Commands | Table | Chart | Drawing | PageBreak


@dataclass(frozen=True)
class Document:
    """A whole document. `annex` is the same for programs, as JSON."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]  # on the title: fingerprint, versions, date
    blocks: tuple[Block, ...]
    annex: dict[str, Any] = field(default_factory=dict)
    dated: date | None = None  # the day of the document, where it has one: no writer asks what day it is
    fingerprint: str = ""  # of the rules; empty for a document about no rules in particular
