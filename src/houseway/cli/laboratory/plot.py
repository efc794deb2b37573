"""A curve of characters: eight dots in each, as braille has them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING

from houseway.document.blocks import Axis, LineChart
from houseway.document.chart_tables import number_text
from houseway.document.drawing.axes import shown

if TYPE_CHECKING:
    from rich.text import Text

LINES = 14
COLOURS = ("blue", "yellow", "cyan", "magenta", "green", "red")
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a character: rows of two
EMPTY = 0x2800

Curve = list[tuple[float, float]]  # on its axes, logarithmic or not


def plotted(chart: LineChart, columns: int) -> Text:
    """The chart with its scales and the names of its lines; a band is its two edges, dim."""
    from rich.text import Text

    curves = list(_curves(chart))
    xs = [x for _, _, curve in curves for x, _ in curve]
    ys = [y for _, _, curve in curves for _, y in curve]
    if not xs:
        return Text("Nothing to show.", "dim")
    edge = [number_text(_back(value, chart.y), chart.y) for value in (max(ys), min(ys))]
    room = max(map(len, edge))
    canvas = _Canvas(columns - room - 3, (min(xs), max(xs)), (min(ys), max(ys)))
    for _, style, curve in curves:
        canvas.draw(curve, style)
    text = Text()
    for number, line in enumerate(canvas.lines()):
        name = edge[0] if number == 0 else edge[1] if number == LINES - 1 else ""
        text.append(f"{name:>{room}} │", "dim").append_text(line).append("\n")
    first, last = (number_text(_back(value, chart.x), chart.x) for value in (min(xs), max(xs)))
    text.append(f"{'':>{room}} └{'─' * canvas.columns}\n", "dim")
    text.append(f"{'':>{room}}  {first}{last:>{canvas.columns - len(first)}}\n", "dim")
    text.append(f"{'':>{room}}  {chart.x.title}", "dim")
    for name, style in dict.fromkeys((name, style) for name, style, _ in curves if name):
        text.append("   ").append("━━ ", style).append(name)
    return text


def _curves(chart: LineChart) -> Iterator[tuple[str, str, Curve]]:
    """Every line with its name and style; those of bands first, to be drawn over."""
    for band in chart.bands:
        for edge in (1, 2):
            yield band.name, "dim", _placed([(point[0], point[edge]) for point in band.points], chart)
    for number, line in enumerate(chart.series):
        points = list(line.points)
        if line.steps:
            points = [step for (x, y), (after, _) in pairwise(points) for step in ((x, y), (after, y))] + points[-1:]
        yield line.name, COLOURS[number % len(COLOURS)], _placed(points, chart)


def _placed(points: list[tuple[float, float]], chart: LineChart) -> Curve:
    return [(_on(x, chart.x), _on(y, chart.y)) for x, y in points if shown(x, chart.x) and shown(y, chart.y)]


def _on(value: float, axis: Axis) -> float:
    return log10(value) if axis.log else value


def _back(place: float, axis: Axis) -> float:
    return float(f"{10**place:.6g}") if axis.log else place


class _Canvas:
    """Dots in a frame; a character has the style of what was drawn in it last."""

    def __init__(self, columns: int, xs: tuple[float, float], ys: tuple[float, float]) -> None:
        self.columns = max(columns, 10)
        self.x, self.y = xs, ys
        self.dots = [[0] * self.columns for _ in range(LINES)]
        self.styles = [[""] * self.columns for _ in range(LINES)]

    def draw(self, curve: Curve, style: str) -> None:
        places = [self._place(x, y) for x, y in curve]
        for place in places[:1]:
            self._dot(*place, style)
        for (left, top), (right, bottom) in pairwise(places):
            steps = max(abs(right - left), abs(bottom - top), 1)
            for step in range(steps + 1):
                self._dot(
                    left + round((right - left) * step / steps), top + round((bottom - top) * step / steps), style
                )

    def _place(self, x: float, y: float) -> tuple[int, int]:
        across = (x - self.x[0]) / ((self.x[1] - self.x[0]) or 1.0)
        up = (y - self.y[0]) / ((self.y[1] - self.y[0]) or 1.0)
        return round(across * (2 * self.columns - 1)), round((1 - up) * (4 * LINES - 1))

    def _dot(self, across: int, down: int, style: str) -> None:
        row, column = down // 4, across // 2
        self.dots[row][column] |= DOTS[down % 4][across % 2]
        self.styles[row][column] = style

    def lines(self) -> Iterator[Text]:
        from rich.text import Text

        for dots, styles in zip(self.dots, self.styles, strict=True):
            line = Text()
            for dot, style in zip(dots, styles, strict=True):
                line.append(chr(EMPTY + dot) if dot else " ", style)
            yield line
