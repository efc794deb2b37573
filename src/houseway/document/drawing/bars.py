"""Bars, upright or lying, in one colour or in groups."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from houseway.document.blocks import BarChart
from houseway.document.colours import LINES
from houseway.document.drawing.axes import (
    WHOLE,
    Drawn,
    decade_below,
    number_format,
    scale,
    shown,
    ticks,
    upright,
    zero_rule,
)
from houseway.document.extra import extra

THICKNESS = 22  # of a lying bar with its gap
BROAD = 60  # of an upright bar with its gap, at most
CROWD = 14  # more upright labels than this are turned
LONG = 20  # letters of a label that would be turned: its bars lie
LETTER = 6.5  # width of a letter of a label


def layers(chart: BarChart) -> Drawn:
    altair = extra("altair")
    if _crowded(labels := list(dict.fromkeys(label for label, _ in chart.bars))) and max(map(len, labels)) > LONG:
        chart = replace(chart, sideways=True)
    groups = chart.groups or ("",) * len(chart.bars)
    values = [
        {"label": label, "size": size, "group": group}
        for (label, size), group in zip(chart.bars, groups, strict=True)
        if shown(size, chart.y)
    ]
    sizes = [size for _, size in chart.bars if shown(size, chart.y)]
    foot = decade_below(min(sizes, default=1.0)) if chart.y.log else 0.0
    beside = len(labels) < len(chart.bars)  # several bars under one label
    along, across = ("y", "x") if chart.sideways else ("x", "y")
    encoded = {
        along: _label_axis(chart, labels, below_zero=min(sizes, default=0.0) < 0),
        across: _size_axis(chart, sizes),
        f"{across}2": altair.datum(foot),
        "fill": _colour(list(dict.fromkeys(groups))),
    }
    if beside:
        offset = altair.YOffset if chart.sideways else altair.XOffset
        encoded[f"{along}Offset"] = offset("group:N", sort=list(dict.fromkeys(groups)))
    drawn = [altair.Chart(altair.InlineData(values)).mark_bar().encode(**encoded)]
    drawn += zero_rule(sizes, chart.y, across)
    rows = len(chart.bars) if beside else len(labels)
    if chart.sideways:
        return Drawn(drawn, WHOLE | {"height": 70 + THICKNESS * max(rows, 2)})
    return Drawn(drawn, WHOLE | {"width": min(WHOLE["width"], 160 + BROAD * rows)})


def _label_axis(chart: BarChart, labels: list[str], *, below_zero: bool) -> Any:
    altair = extra("altair")
    turned = {} if chart.sideways else {"labelAngle": -45 if _crowded(labels) else 0}
    return (altair.Y if chart.sideways else altair.X)(
        "label:N",
        sort=labels,
        title=None if chart.sideways else chart.x.title or None,  # lying bars say themselves what they are
        axis=altair.Axis(ticks=False, domain=not below_zero, **turned),
        scale=altair.Scale(domain=labels, paddingInner=0.25, paddingOuter=0.15),
    )


def _size_axis(chart: BarChart, sizes: list[float]) -> Any:
    altair = extra("altair")
    form = number_format(sizes, chart.y)
    return (altair.X if chart.sideways else altair.Y)(
        "size:Q",
        title=chart.y.title or None if chart.sideways else upright(chart.y.title),
        scale=altair.Scale(**scale(sizes, chart.y, zero=True)),
        axis=altair.Axis(format=form, domain=False, ticks=False, grid=True, **ticks(sizes, chart.y)),
    )


def _colour(names: list[str]) -> Any:
    altair = extra("altair")
    colours = [LINES[place % len(LINES)] for place in range(len(names))]
    legend = altair.Legend(symbolType="square") if len(names) > 1 else None
    return altair.Fill("group:N", scale=altair.Scale(domain=names, range=colours), sort=None, legend=legend)


def _crowded(labels: list[str]) -> bool:
    """Whether upright bars have too little room for their labels side by side."""
    longest = max(map(len, labels), default=0)
    room = (WHOLE["width"] - 80) / max(len(labels), 1) / LETTER
    return longest > 3 and len(labels) <= 60 and (len(labels) > CROWD or longest > room)
