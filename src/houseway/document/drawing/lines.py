"""Lines and bands."""

from __future__ import annotations

from typing import Any

from houseway.document.blocks import LineChart
from houseway.document.colours import BANDS, DASHES, LINES
from houseway.document.drawing.axes import (
    WHOLE,
    Drawn,
    near_zero,
    number_format,
    scale,
    shown,
    ticks,
    upright,
    zero_rule,
)
from houseway.document.extra import extra


def layers(chart: LineChart) -> Drawn:
    altair = extra("altair")
    xs = [x for line in chart.series for x, _ in line.points] + [x for band in chart.bands for x, _, _ in band.points]
    ys = [y for line in chart.series for _, y in line.points]
    ys += [y for band in chart.bands for _, low, high in band.points for y in (low, high)]
    xs, ys = [x for x in xs if shown(x, chart.x)], [y for y in ys if shown(y, chart.y)]
    x = altair.X(
        "x:Q",
        title=chart.x.title or None,
        scale=altair.Scale(**scale(xs, chart.x, zero=False), **({"padding": 12} if chart.points else {})),
        axis=altair.Axis(format=number_format(xs, chart.x), grid=False, **ticks(xs, chart.x)),
    )
    y = altair.Y(
        "y:Q",
        title=upright(chart.y.title),
        scale=altair.Scale(**scale(ys, chart.y, zero=near_zero(ys) and not chart.y.log)),
        axis=altair.Axis(format=number_format(ys, chart.y), domain=False, ticks=False, **ticks(ys, chart.y)),
    )
    return Drawn([*_bands(chart, x, y), *zero_rule(ys, chart.y, "y"), *_series(chart, x, y)], WHOLE)


def _bands(chart: LineChart, x: Any, y: Any) -> list[Any]:
    altair = extra("altair")
    names = [band.name for band in chart.bands]
    colours = [BANDS[place % len(BANDS)] for place in range(len(names))]
    key = altair.Fill(
        "band:N", scale=altair.Scale(domain=names, range=colours), legend=altair.Legend(symbolType="square"), sort=None
    )
    return [
        altair.Chart(altair.InlineData(values)).mark_area().encode(x=x, y=y, y2="y2:Q", fill=key)
        for band in chart.bands
        if (
            values := [
                {"x": place, "y": low, "y2": high, "band": band.name}
                for place, low, high in band.points
                if shown(place, chart.x) and shown(low, chart.y) and shown(high, chart.y)
            ]
        )
    ]


def _series(chart: LineChart, x: Any, y: Any) -> list[Any]:
    altair = extra("altair")
    names = [line.name for line in chart.series]
    places = range(len(names))
    named = any(names) and (len(names) > 1 or bool(chart.bands))
    legend = altair.Legend(symbolType="stroke") if named else None
    colour = altair.Stroke(
        "series:N",
        scale=altair.Scale(domain=names, range=[LINES[place % len(LINES)] for place in places]),
        legend=legend,
        sort=None,
    )
    dash = altair.StrokeDash(
        "series:N",
        scale=altair.Scale(domain=names, range=[DASHES[place % len(DASHES)] for place in places]),
        legend=legend,
        sort=None,
    )
    drawn = []
    for number, line in enumerate(chart.series):
        values = [
            {"x": place, "y": value, "series": line.name}
            for place, value in line.points
            if shown(place, chart.x) and shown(value, chart.y)
        ]
        if not values:
            continue
        base = altair.Chart(altair.InlineData(values))
        how = {"interpolate": "step-after"} if line.steps else {}
        drawn.append(base.mark_line(strokeWidth=1.8, **how).encode(x=x, y=y, stroke=colour, strokeDash=dash))
        if chart.points:
            fill = LINES[number % len(LINES)]
            drawn.append(base.mark_point(size=28, filled=True, fill=fill, opacity=1).encode(x=x, y=y))
    return drawn
