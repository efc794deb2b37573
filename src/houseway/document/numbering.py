"""Which number a chapter, a table or a figure has: the same in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from houseway.document.blocks import (
    BarChart,
    Block,
    Drawing,
    Heading,
    HeatMap,
    LineChart,
    StrategyGrid,
    Table,
)

FIGURES = (LineChart, BarChart, HeatMap, StrategyGrid, Drawing)


class Numbered(NamedTuple):
    """A block with what it is called: `2.1`, `Table 3`, `Figure 1`; empty for what has no number."""

    block: Block
    label: str


def numbered(blocks: Iterable[Block]) -> Iterator[Numbered]:
    """The blocks, with headings that go down one level at a time: a reader's outline has no holes."""
    sections: list[int] = []
    tables = figures = 0
    for block in blocks:
        if isinstance(block, Heading):
            level = max(1, min(block.level, len(sections) + 1))
            sections = [*sections, 0][:level]
            sections[-1] += 1
            yield Numbered(Heading(block.text, level), ".".join(map(str, sections)))
        elif isinstance(block, Table) and block.caption:
            tables += 1
            yield Numbered(block, f"Table {tables}")
        elif isinstance(block, FIGURES) and block.caption:
            figures += 1
            yield Numbered(block, f"Figure {figures}")
        else:
            yield Numbered(block, "")
