"""Grids of coloured cells: values as shades, decisions as colours; the text of every cell is written in it."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from houseway.document.blocks import HeatMap, StrategyGrid
from houseway.document.colours import INK, PAPER, RULE, ground_of_value, ground_of_words, ink_on
from houseway.document.drawing.axes import Drawn
from houseway.document.extra import extra

ROW = 22  # height of a cell
ROOM = 600  # for the whole grid with the names of its rows
# The title of the rows stands above their names, where a table has its corner.
CORNER = {"titleAngle": 0, "titleAlign": "right", "titleBaseline": "middle", "titleX": -7, "titleY": -11}
LETTER = 0.52  # of the size of the text is the width of a usual letter


def layers(chart: HeatMap | StrategyGrid) -> Drawn:
    altair = extra("altair")
    grounds = cell_grounds(chart)
    values = [
        {"row": row, "column": column, "text": text, "ground": ground, "ink": ink_on(ground)}
        for row, (texts, colours) in enumerate(zip(chart.texts, grounds, strict=True))
        for column, (text, ground) in enumerate(zip(texts, colours, strict=True))
    ]
    longest = max((len(text) for texts in chart.texts for text in texts), default=1)
    width, size = _measures(chart, longest)
    x = altair.X("column:O", title=chart.columns_title or None, axis=_axis(chart.columns, "top"))
    y = altair.Y("row:O", title=chart.rows_title or None, axis=_axis(chart.rows, "left", **CORNER))
    base = altair.Chart(altair.InlineData(values)).encode(x=x, y=y)
    cells = base.mark_rect(stroke=RULE, strokeWidth=0.6).encode(fill=altair.Fill("ground:N", scale=None))
    words = base.mark_text(fontSize=size, baseline="middle").encode(
        text="text:N", fill=altair.Fill("ink:N", scale=None)
    )
    return Drawn([cells, words], {"width": {"step": width}, "height": {"step": ROW}})


def cell_grounds(chart: HeatMap | StrategyGrid) -> list[list[str]]:
    """The colour of every cell; empty ones stay as the paper."""
    if isinstance(chart, StrategyGrid):
        ground = ground_of_words(text for texts in chart.texts for text in texts)
        return [[ground[text] for text in texts] for texts in chart.texts]
    numbers = [value for row in chart.values for value in row if value is not None and isfinite(value)]
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    return [
        [
            PAPER if value is None or not isfinite(value) else ground_of_value(value, low, high, chart.middle)
            for value in row
        ]
        for row in chart.values
    ]


def _measures(chart: HeatMap | StrategyGrid, longest: int) -> tuple[float, float]:
    """The width of a cell, and the size of text that fits into it."""
    names = 12 * LETTER * max((len(name) for name in chart.rows), default=0) + 40
    most = (ROOM - min(names, 260)) / max(len(chart.columns), 1)
    headings = max((len(name) for name in chart.columns), default=1)
    wanted = 10 + 12 * LETTER * max(longest, min(headings, 14), 3)
    width = round(max(14.0, min(most, wanted)), 1)
    return width, round(max(5.0, min(12.0, (width - 4) / (LETTER * max(longest, 1)))), 1)


def _axis(names: tuple[str, ...], orient: str, **title: Any) -> Any:
    """An axis of names; cells are placed by number, because two rows may have one name."""
    altair = extra("altair")
    return altair.Axis(
        orient=orient,
        labelExpr=f"{json.dumps(list(names))}[datum.value]",
        labelAngle=0,
        ticks=False,
        domain=False,
        grid=False,
        labelColor=INK,
        labelOverlap=False,
        **title,
    )
