"""Charts as tables of their numbers, for wherever nothing can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor, isfinite, log10
from typing import assert_never

from houseway.document.blocks import Axis, BarChart, Chart, Column, HeatMap, LineChart, StrategyGrid, Table
from houseway.rounding import Number, exactly, fixed, short

MINUS = "−"
MOST_ROWS = 40  # of a line: nobody reads a thousand points, and the annex has them all


def as_table(chart: Chart) -> Table:
    match chart:
        case LineChart():
            return _lines(chart)
        case BarChart():
            return _bars(chart)
        case HeatMap() | StrategyGrid():
            return _grid(chart)
        case _:
            assert_never(chart)


def number_text(value: float, axis: Axis) -> str:
    """A number as an axis reads it.

    >>> number_text(0.0512345, Axis("Edge", percent=True)), number_text(1250000, Axis("Rounds"))
    ('5.123%', '1,250,000')
    """
    if not isfinite(value):
        return "–"
    if axis.percent:
        return f"{_plain(100 * exactly(value), 4)}%"
    return _plain(value, 6)


def _plain(value: Number, digits: int) -> str:
    """At least so many digits; whole numbers have all of theirs."""
    return _signed(short(value, digits, commas=True))


def _signed(text: str) -> str:
    """With the minus sign that the drawn charts have."""
    return MINUS + text[1:] if text.startswith("-") else text


def column_text(values: Iterable[float], axis: Axis) -> Callable[[float], str]:
    """How the numbers of a column are written: all with as many decimals as show four digits of the largest.

    >>> write = column_text([0.5, 0.0331], Axis("Hold", percent=True))
    >>> write(0.5), write(0.0331)
    ('50.00%', '3.31%')
    """
    scale = 100 if axis.percent else 1
    finite = [abs(scale * value) for value in values if isfinite(value)]
    largest = max(finite, default=0.0)
    if axis.log or not largest:
        return lambda value: number_text(value, axis)
    whole = all(value == floor(value) for value in finite)
    decimals = 0 if whole else max(0, min(8, 3 - floor(log10(largest))))
    sign = "%" if axis.percent else ""
    return lambda value: _signed(fixed(scale * value, decimals, commas=True) + sign) if isfinite(value) else "–"


def picked(count: int, most: int = MOST_ROWS) -> list[int]:
    """Which of so many points are shown: all, or evenly spread ones with the first and the last."""
    if count <= most:
        return list(range(count))
    return sorted({round(place * (count - 1) / (most - 1)) for place in range(most)})


def _lines(chart: LineChart) -> Table:
    places = sorted(
        {point[0] for line in chart.series for point in line.points}
        | {point[0] for band in chart.bands for point in band.points}
    )
    columns = [Column(chart.x.title, number=True)]
    values: list[dict[float, float]] = []
    for line in chart.series:
        columns.append(Column(line.name or chart.y.title, number=True))
        values.append(dict(line.points))
    for band in chart.bands:
        columns += [Column(f"{band.name}, from", number=True), Column(f"{band.name}, to", number=True)]
        values.append({x: low for x, low, _ in band.points})
        values.append({x: high for x, _, high in band.points})
    chosen = picked(len(places))
    write = column_text([y for value in values for y in value.values()], chart.y)
    rows = tuple(
        (
            number_text(x, chart.x),
            *(write(value[x]) if x in value else "" for value in values),
        )
        for x in (places[place] for place in chosen)
    )
    notes = (f"{len(chosen)} of {len(places):,} points.",) if len(chosen) < len(places) else ()
    return Table(chart.caption, tuple(columns), rows, notes=notes)


def _bars(chart: BarChart) -> Table:
    value = Column(chart.y.title, number=True)
    write = column_text([size for _, size in chart.bars], chart.y)
    if chart.groups:
        rows = tuple((label, group, write(size)) for (label, size), group in zip(chart.bars, chart.groups, strict=True))
        return Table(chart.caption, (Column(chart.x.title), Column("Group"), value), rows)
    rows_of_two = tuple((label, write(size)) for label, size in chart.bars)
    return Table(chart.caption, (Column(chart.x.title), value), rows_of_two)


def _grid(chart: HeatMap | StrategyGrid) -> Table:
    number = isinstance(chart, HeatMap)
    corner = " \\ ".join(title for title in (chart.rows_title, chart.columns_title) if title)
    columns = (Column(corner), *(Column(title, number=number) for title in chart.columns))
    rows = tuple((row, *texts) for row, texts in zip(chart.rows, chart.texts, strict=True))
    return Table(chart.caption, columns, rows)
