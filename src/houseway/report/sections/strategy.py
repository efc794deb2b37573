"""The best strategy, a card that a person can learn, and what playing otherwise costs."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from houseway.document.blocks import Block, Cell, Column, Heading, Items, Mark, Paragraph, StrategyGrid, Table
from houseway.odds.game_odds import Chart
from houseway.report.figures import percent
from houseway.report.study import Study

MOST_WORDS, LONGEST = 6, 9  # different cells of a grid, and their letters
TALL, NARROW = 30, 4  # longer tables of few columns go on beside themselves
BESIDE = 3


def blocks(study: Study) -> Iterator[Block]:
    yield Heading("Optimal strategy")
    strategies = study.odds.strategies()
    best = next(iter(strategies))
    yield Paragraph(
        f"The best strategy takes, in every situation, the decision with the highest expected value for "
        f"{study.unit} and all that hangs on it ({strategies[best]}). Its house edge is "
        f"{percent(study.solution.main.house_edge)}{_how_sure(study)}."
    )
    for chart in study.charts:
        yield chart_block(chart)
    yield from _card(study)
    yield _costs(study)


def _how_sure(study: Study) -> str:
    if not study.solution.estimated:
        return ""
    main = study.solution.main
    if main.interval is None:
        return ", estimated from a sample of deals"
    low, high = (percent(-end, 2) for end in reversed(main.interval))
    return f", estimated from a sample of deals: that of the best play is {low} to {high}, 95 times in 100"


def chart_block(chart: Chart) -> Block:
    """A chart as coloured cells where it is one decision a cell, and as a table otherwise."""
    texts = [text for row in chart.rows for text in row[1:]]
    plain = {text for text in texts if text}
    grid = (
        len(chart.columns) > NARROW
        and len(chart.rows) <= TALL
        and all(len(text) <= LONGEST for text in texts)
        and 1 < len(plain) <= MOST_WORDS
        and not any("%" in text for text in plain)
    )
    if grid:
        names = tuple(row[0] for row in chart.rows)
        cells = tuple(row[1:] for row in chart.rows)
        return StrategyGrid(chart.title, "", chart.columns[0], chart.columns[1:], names, cells)
    return _beside(chart)


def _beside(chart: Chart) -> Table:
    """The chart as a table; a long and narrow one goes on beside itself."""
    parts = BESIDE if len(chart.rows) > TALL and len(chart.columns) <= NARROW else 1
    tall = ceil(len(chart.rows) / parts)
    empty = ("",) * len(chart.columns)
    rows = [
        tuple(
            cell
            for part in range(parts)
            for cell in (chart.rows[part * tall + line] if part * tall + line < len(chart.rows) else empty)
        )
        for line in range(tall)
    ]
    return Table(chart.title, tuple(Column(title) for title in chart.columns * parts), tuple(rows), whole=True)


def _card(study: Study) -> Iterator[Block]:
    name, lines = study.card
    cost = study.costs.get(name)
    if cost is None:
        return
    yield Heading("The strategy card", 2)
    yield Items(lines, numbered=True)
    edge = study.solution.main.house_edge + cost
    counted = "estimated from a sample of deals" if study.solution.estimated else "counted exactly"
    yield Paragraph(
        f"Played by these lines ({name}), the house edge is {percent(edge)}: the card costs {percent(cost)} of "
        f"{study.unit}, {counted}."
    )


def _costs(study: Study) -> Table:
    edge = study.solution.main.house_edge
    rows = tuple(
        (name, text, percent(edge + study.costs[name]), Cell(percent(study.costs[name]), Mark.STRONG))
        for name, text in study.odds.strategies().items()
    )
    columns = (
        Column("Strategy"),
        Column("What it does"),
        Column("House edge", number=True),
        Column("Costs", number=True),
    )
    sampled = " Both are estimated from a sample of deals." if study.solution.estimated else ""
    notes = (f"Costs are in units of {study.unit}, over the best strategy.{sampled}",)
    return Table("What each strategy costs", columns, rows, notes=notes)
