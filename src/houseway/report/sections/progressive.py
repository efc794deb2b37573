"""A progressive: what it returns at each height of its meter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.document.blocks import (
    Axis,
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    LineChart,
    Mark,
    Paragraph,
    Series,
    Table,
)
from houseway.money import dollars
from houseway.report.figures import percent
from houseway.report.progressive import Meter, meter_of
from houseway.report.study import Study
from houseway.rounding import rounded

STEPS = 8


def blocks(study: Study) -> Iterator[Block]:
    meter = meter_of(study.game, study.odds, study.solution)
    if meter is None:
        return
    name = study.wager_name(meter.wager)
    yield Heading(f"{name}: return against the meter")
    yield Paragraph(
        f"A wager on {name} is {dollars(meter.stake)} and is not returned with a prize. What it returns grows with the "
        "meter in a straight line, so that two numbers say all. Where two winners share a meter, each gets less."
    )
    yield Facts(tuple(_facts(meter)))
    yield _chart(name, meter)
    yield _table(name, meter)


def _facts(meter: Meter) -> Iterator[tuple[str, str]]:
    yield "Return without the meter", percent(1 + meter.fixed)
    yield "Each $1,000 on the meter adds", percent(meter.slope * 100_000)
    yield f"House edge at the seed of {dollars(meter.seed)}", percent(-meter.value(meter.seed))
    even = meter.break_even
    yield "Break-even meter", "none" if even is None else _whole_dollars(even)
    yield "Into the meter of each wager", percent(meter.fed, 2)
    yield "House edge in the long run", percent(-meter.long_run)


def _whole_dollars(cents: Fraction) -> str:
    return dollars(100 * int(rounded(cents / 100, 0)))


def _heights(meter: Meter) -> list[int]:
    """Whole dollars from the seed to somewhat above the break-even."""
    even = meter.break_even
    top = max(2 * meter.seed, int(even * 5 / 4) if even is not None and even > 0 else 0, 100_000)
    step = 10 ** (len(str(top // STEPS)) - 1)
    step *= -(-(top // STEPS) // step)
    return sorted({meter.seed, *(step * number for number in range(STEPS + 1))})


def _chart(name: str, meter: Meter) -> LineChart:
    heights = _heights(meter)
    line = tuple((cents / 100, float(1 + meter.value(cents))) for cents in heights)
    whole = tuple((cents / 100, 1.0) for cents in heights)
    series = (Series("Return", line), Series("All that is bet", whole))
    return LineChart(f"{name}: return against the meter", Axis("Meter, dollars"), Axis("Return", percent=True), series)


def _table(name: str, meter: Meter) -> Table:
    rows: list[tuple[str | Cell, ...]] = []
    for cents in _heights(meter):
        value = meter.value(cents)
        told = ", the seed" if cents == meter.seed else ""
        edge = Cell(percent(-value), Mark.BAD) if value > 0 else percent(-value)
        rows.append((f"{dollars(cents)}{told}", percent(1 + value), edge))
    columns = (Column("Meter", number=True), Column("Return", number=True), Column("House edge", number=True))
    notes = (
        "In the long run the meter pays out what is fed into it and what the house seeds it with; the house edge in "
        "the long run counts both.",
    )
    return Table(f"{name} by its meter", columns, tuple(rows), notes=notes)
