"""Charts as SVG: drawn by Vega-Lite inside this process, without a network; the same numbers give the same bytes."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, assert_never

from houseway.document.blocks import BarChart, Chart, HeatMap, LineChart, StrategyGrid
from houseway.document.colours import INK, PAPER, QUIET, RULE
from houseway.document.extra import extra

FONT = "Liberation Sans"  # Vega-Lite's renderer brings it: what it measures does not depend on the machine
# The renderer does not survive these.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# What the renderer writes for scripts and for readers of single marks; here the picture as a whole is named.
TAG = re.compile("<[^>]*>")
FOR_SCRIPTS = re.compile(r' (?:class|role|aria-roledescription|aria-hidden|pointer-events)="[^"]*"')
LONGEST = 60  # characters of a label: the tables have the whole of it
STYLE: dict[str, Any] = {
    "aria": False,
    "background": PAPER,
    "font": FONT,
    "padding": 2,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "titleColor": QUIET,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "domainColor": QUIET,
        "tickColor": QUIET,
        "tickSize": 4,
        "gridColor": RULE,
        "gridWidth": 0.6,
        "labelLimit": 0,
        "labelOverlap": True,
    },
    "legend": {
        "orient": "top",
        "title": None,
        "direction": "horizontal",
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 260,  # pixels, so that long labels stay on the page
        "symbolSize": 120,
        "symbolStrokeWidth": 2,
        "columns": 4,
        "offset": 6,
    },
}


def svg(chart: Chart) -> str:
    """The chart as an SVG picture that brings everything it shows."""
    altair, vl_convert = extra("altair"), extra("vl_convert")
    version = "_".join(altair.SCHEMA_VERSION.split(".")[:2])
    spec = as_altair(_writable(chart)).to_dict(validate=False)
    picture: str = vl_convert.vegalite_to_svg(spec, vl_version=version, allowed_base_urls=[])
    return TAG.sub(lambda tag: FOR_SCRIPTS.sub("", tag[0]), picture)


def _writable(part: Any) -> Any:
    """The same with texts that the renderer can measure: without what XML has no way to write, and not without end."""
    if isinstance(part, str):
        text = UNWRITABLE.sub("", part)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    if isinstance(part, tuple):
        items = [_writable(item) for item in part]
        return part._make(items) if hasattr(part, "_make") else tuple(items)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{field.name: _writable(getattr(part, field.name)) for field in fields(part)})
    return part


def as_altair(chart: Chart) -> Any:
    """The chart as altair's own, for a notebook that would go on with it."""
    from houseway.document.drawing import bars, grids, lines

    match chart:
        case LineChart():
            drawn = lines.layers(chart)
        case BarChart():
            drawn = bars.layers(chart)
        case HeatMap() | StrategyGrid():
            drawn = grids.layers(chart)
        case _:
            assert_never(chart)
    altair = extra("altair")
    nothing = altair.Chart(altair.InlineData([{}])).mark_text(text="Nothing to show", fill=QUIET)
    whole = altair.layer(*(drawn.layers or [nothing]))
    return whole.properties(**drawn.size).configure(**STYLE)
