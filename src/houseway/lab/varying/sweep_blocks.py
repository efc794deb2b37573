"""A sweep for people: a table for every wager that changes, with a chart of one option or a heat map of two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway import rounding
from houseway.document.blocks import (
    Axis,
    BarChart,
    Block,
    Cell,
    Column,
    HeatMap,
    Items,
    LineChart,
    Mark,
    Paragraph,
    Series,
    Table,
)
from houseway.lab.figures import EDGE, NONE, Figure, figures_of
from houseway.odds.labels import odds_label
from houseway.odds.solution import WagerOdds

if TYPE_CHECKING:
    from houseway.lab.varying.sweeping import Point, Sweep

MOST_ROWS = 250  # of a table; programs get all
MOST_REFUSED = 10
MOST_BARS = 40


def sweep_blocks(sweep: Sweep) -> list[Block]:
    from houseway.lab.varying.sweeping import changes

    found: list[Block] = []
    for wager in sweep.wagers:
        name = _name(sweep, wager)
        if changes(sweep.counted, wager):
            found += _wager_blocks(sweep, wager, name)
        else:
            odds = sweep.counted[0].odds(wager)
            assert odds is not None
            figures = ", ".join(f"{figure.title.lower()} {figure.text(odds)}" for figure in figures_of([odds]))
            found.append(Paragraph(f"{name} is the same throughout: {figures}."))
    found += _refused(sweep)
    found += [Paragraph(text, note=True) for text in _notes(sweep)]
    return found


def _name(sweep: Sweep, wager: str) -> str:
    """The wager's name, with how it is played where it depends on a decision at some point of the sweep."""
    labels = [
        odds_label(point.game, point.solution, odds)
        for point in sweep.counted
        if point.game and point.solution and (odds := point.odds(wager))
    ]
    return max(labels, key=len)


def _wager_blocks(sweep: Sweep, wager: str, name: str) -> list[Block]:
    table = _table(sweep, wager, name)
    match len(sweep.options):
        case 1 if len(sweep.counted) <= MOST_BARS:
            return [_chart(sweep, wager, name), table]
        case 2:
            return [_heat_map(sweep, wager, name), table]
    return [table]


def _table(sweep: Sweep, wager: str, name: str) -> Table:
    odds = {point.values: found for point in sweep.counted if (found := point.odds(wager)) is not None}
    figures = figures_of(list(odds.values()))
    present = sweep.present
    first = None if present is None else present.odds(wager)
    columns = [Column(option.name, number=option.numbers) for option in sweep.options]
    columns += [Column(figures[0].title, number=True)]
    columns += [Column("Difference", number=True)] * (first is not None)
    columns += [Column(figure.title, number=True) for figure in figures[1:]]
    points = list(sweep.counted)
    if sweep.best_first:
        points.sort(key=lambda point: odds[point.values].house_edge if point.values in odds else Fraction(2))
    rows = []
    for point in points[:MOST_ROWS]:
        row = _row(point, odds.get(point.values), first, figures)
        rows.append(tuple(Cell(text, Mark.STRONG) for text in row) if point is present else row)
    notes = _table_notes(sweep, len(points) - len(rows), marked=first is not None)
    decided = any(point.solution and wager in point.solution.own_plays for point in sweep.counted)
    title = name if decided else f"{name}, strategy {sweep.strategy}"
    return Table(title, tuple(columns), tuple(rows), notes=notes)


def _row(point: Point, odds: WagerOdds | None, first: WagerOdds | None, figures: Sequence[Figure]) -> tuple[str, ...]:
    difference = () if first is None else (figures[0].difference(odds, first),)
    return (*point.values, figures[0].text(odds), *difference, *(figure.text(odds) for figure in figures[1:]))


def _table_notes(sweep: Sweep, left: int, *, marked: bool) -> tuple[str, ...]:
    notes = []
    if marked:
        notes.append(f"In bold: edition {sweep.game.edition} as given; differences to it are in percentage points.")
    if sweep.best_first:
        notes.append("The lowest house edge comes first.")
    if left:
        notes.append(f"{left:,} more combinations are in the JSON.")
    return tuple(notes)


def _chart(sweep: Sweep, wager: str, name: str) -> LineChart | BarChart:
    [option] = sweep.options
    edges = [(point.values[0], float(odds.house_edge)) for point in sweep.counted if (odds := point.odds(wager))]
    caption, y = f"House edge of {name}", Axis("House edge", percent=True)
    if not option.numbers:
        return BarChart(caption, Axis(option.name), y, tuple(edges), sideways=True)
    line = tuple((float(Fraction(value)), edge) for value, edge in edges)
    return LineChart(caption, Axis(option.name), y, (Series(name, line),), points=True)


def _heat_map(sweep: Sweep, wager: str, name: str) -> HeatMap:
    """The option with more values goes down, where there is more room."""
    one, two = sweep.options
    turned = len(two.values) > len(one.values)
    down, across = (two, one) if turned else (one, two)
    odds = {point.values: point.odds(wager) for point in sweep.points}

    def at(row: str, column: str) -> WagerOdds | None:
        return odds[(column, row) if turned else (row, column)]

    cells = [[at(row, column) for column in across.values] for row in down.values]
    edges = [float(cell.house_edge) for row in cells for cell in row if cell]
    return HeatMap(
        f"House edge of {name}",
        across.name,
        down.name,
        across.values,
        down.values,
        tuple(tuple(None if cell is None else float(cell.house_edge) for cell in row) for row in cells),
        tuple(tuple(NONE if cell is None else rounding.percent(cell.house_edge, 2) for cell in row) for row in cells),
        middle=0.0 if min(edges) < 0 < max(edges) else None,
    )


def _refused(sweep: Sweep) -> list[Block]:
    refused = sweep.refused
    if not refused:
        return []
    shown = [f"{_combination(sweep, point)}: {point.refused}" for point in refused[:MOST_REFUSED]]
    if len(refused) > MOST_REFUSED:
        shown.append(f"and {len(refused) - MOST_REFUSED:,} more")
    many = "combination" if len(refused) == 1 else "combinations"
    return [Paragraph(f"The rules refuse {len(refused):,} {many} of {len(sweep.points):,}:"), Items(tuple(shown))]


def _combination(sweep: Sweep, point: Point) -> str:
    return ", ".join(f"{option.name}={value}" for option, value in zip(sweep.options, point.values, strict=True))


def _notes(sweep: Sweep) -> list[str]:
    notes = []
    for option in sweep.options:
        if option.left_out is None:
            notes.append(f"{option.name} can have other values than these: --values names them.")
        elif option.left_out:
            notes.append(f"{option.left_out:,} legal values of {option.name} are left out: --values names others.")
    if any(point.solution and point.solution.estimated for point in sweep.counted):
        notes.append(f"{EDGE.title}s marked “about” are estimated from a sample of deals.")
    return notes
