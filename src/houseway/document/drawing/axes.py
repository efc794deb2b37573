"""Axes: what numbers look like on them, and where they begin and end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, isfinite, log10
from typing import Any, NamedTuple

from houseway.document.blocks import Axis
from houseway.document.colours import QUIET
from houseway.document.extra import extra

# A chart as large as a page is wide, with its axes and legends, in pixels.
WHOLE: dict[str, Any] = {"width": 620, "height": 230, "autosize": {"type": "fit", "contains": "padding"}}


UPWARDS = 38  # letters of a title at the side


class Drawn(NamedTuple):
    """The layers of a chart, and how large it is."""

    layers: list[Any]
    size: dict[str, Any]


def upright(title: str) -> str | None:
    """A title that is written upwards, with room for it."""
    return (title if len(title) <= UPWARDS else f"{title[: UPWARDS - 1]}…") or None


def shown(value: float, axis: Axis) -> bool:
    """Whether the axis has a place for the value: a logarithm has none for zero."""
    return isfinite(value) and not (axis.log and value <= 0)


def number_format(values: Iterable[float], axis: Axis) -> str:
    """How d3 writes the axis's numbers: 5%, 1,250, 10M."""
    if axis.percent:
        return "~%"
    largest = max((abs(value) for value in values if isfinite(value)), default=1.0)
    return "~s" if largest >= 100_000 else ",.6~f"


def scale(values: Iterable[float], axis: Axis, *, zero: bool) -> dict[str, Any]:
    """The scale: logarithmic, or with a zero that bars stand on."""
    finite = [value for value in values if shown(value, axis)] or [1.0]
    low, high = min(finite), max(finite)
    if not axis.log:
        return {"zero": zero, "nice": True}
    if not zero:
        return {"type": "log", "nice": False}
    return {"type": "log", "domain": [decade_below(low), decade_above(high)]}


def decade_below(value: float) -> float:
    """The power of ten that a bar on a logarithmic axis stands on."""
    return float(10.0 ** floor(log10(value) - 1e-9))


def decade_above(value: float) -> float:
    return float(10.0 ** ceil(log10(value) - 1e-9))


def ticks(values: Iterable[float], axis: Axis) -> dict[str, Any]:
    """Where an axis has its numbers: a handful; on a logarithmic one powers of ten, once there are enough of them."""
    finite = [value for value in values if shown(value, axis)]
    if not axis.log or not finite:
        return {"tickCount": 6}
    first, last = floor(log10(min(finite)) - 1e-9), ceil(log10(max(finite)) + 1e-9)
    return {"values": [10.0**power for power in range(first, last + 1)]} if last - first > 2 else {"tickCount": 6}


def near_zero(values: Sequence[float]) -> bool:
    """Whether zero is near enough to be shown: it costs at most half of the room."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return 0 <= low <= high / 2


def zero_rule(values: Sequence[float], axis: Axis, channel: str) -> list[Any]:
    """The line of zero, where values lie on both sides of it."""
    if axis.log or not min(values, default=0.0) < 0 < max(values, default=0.0):
        return []
    altair = extra("altair")
    rule = altair.Chart(altair.InlineData([{"zero": 0}])).mark_rule(color=QUIET, strokeWidth=0.8)
    return [rule.encode(**{channel: "zero:Q"})]
