"""Findings on protection in words, tables and charts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway import rounding
from houseway.document.blocks import Axis, BarChart, Block, Cell, Column, LineChart, Mark, Series, Table
from houseway.lab.protecting.dealer_errors import DealerError
from houseway.lab.protecting.estimates import Estimate

HUNDRED = 100
MAX_COLUMNS = 8  # ways to end that fit side by side
MINUS = "−"


def signed(share: Fraction | float, digits: int = 2) -> str:
    """`+7.37%` or `−7.37%`; a share that rounds to nothing is written with the digits it needs, zero as `0%`."""
    if not share:
        return "0%"
    text = rounding.percent(share, digits, plus=True)
    if not text.strip("+-0.%"):
        text = f"{rounding.short(rounding.exactly(share) * 100, 1, plus=True)}%"
    return _printed(text)


def _printed(text: str) -> str:
    """With a minus sign in place of the hyphen."""
    return MINUS + text[1:] if text.startswith("-") else text


def gain_text(estimate: Estimate) -> str:
    return signed(estimate.gain, 4 if estimate.exact else 2)


def spread_text(estimate: Estimate) -> str:
    """`exact`, or half the interval and the deals behind it."""
    return "exact" if estimate.exact else f"±{rounding.percent(estimate.half, 2)}"


def money(cost: Fraction) -> str:
    text = rounding.fixed(cost, 2, commas=True, plus=True)
    return _printed(text.rstrip("0").rstrip(".")) if cost else "0"


def cost_text(error: DealerError) -> str:
    """`+5`, `+3.1 (+2 to +4)`."""
    span = "" if error.span is None else f" ({money(error.span[0])} to {money(error.span[1])})"
    return f"{money(error.cost)}{span}"


def settlements_table(errors: Iterable[DealerError]) -> Table | None:
    """What it costs to settle the main wager's hands as each other, the most frequent first; None where there are too
    many ways to end for one table."""
    cells: dict[str, dict[str, DealerError]] = defaultdict(dict)
    right: dict[str, str] = {}
    for error in sorted(errors, key=lambda error: (-error.chance, error.hand)):
        cells[error.hand].update(dict.fromkeys(error.columns, error))
        right[error.hand] = error.column
    wrong = {name for row in cells.values() for name in row}
    columns = [name for name in dict.fromkeys((*right.values(), *sorted(wrong))) if name in wrong]
    if not 0 < len(columns) <= MAX_COLUMNS:
        return None
    rows = []
    for hand, row in cells.items():
        chance = next(iter(row.values())).chance
        costs = ["–" if name == right[hand] else _cost_cell(row[name]) if name in row else "" for name in columns]
        rows.append((hand, rounding.one_in(*chance.as_integer_ratio()), *costs))
    return Table(
        "Cost of settling a hand as another",
        (
            Column("How the hand ended"),
            Column("Can happen", number=True),
            *(Column(name, number=True) for name in columns),
        ),
        tuple(rows),
        notes=(
            "Each column is what the hand was settled as. Costs are the house's each time, for all the bets together, "
            "in units of the first bet; a negative cost is the player's loss. Where bets differ in size, the cost is "
            "an average with its range. An empty cell makes no difference, or the hand has too few bets for it.",
        ),
    )


def _cost_cell(error: DealerError) -> Cell:
    return Cell(cost_text(error), Mark.BAD if error.cost > 0 else Mark.WEAK)


def errors_table(errors: Iterable[DealerError], every: int) -> Table:
    rows = []
    for error in errors:
        per_hundred = rounding.fixed(error.always * HUNDRED / every, 4, commas=True, plus=True)
        can_happen = rounding.one_in(*error.chance.as_integer_ratio())
        rows.append((error.title, can_happen, _cost_cell(error), _printed(per_hundred)))
    return Table(
        "Most expensive dealer errors",
        (
            Column("Dealer error"),
            Column("Can happen", number=True),
            Column("Cost", number=True),
            Column(f"Per 100 rounds, 1 in {every} made", number=True),
        ),
        tuple(rows),
        notes=(
            "Costs are the house's, for all the bets together, in units of the wager: of the first bet for the main "
            "wager. A negative cost is the player's loss. The last column is for a dealer who makes the error once in "
            f"{every} times that it can happen.",
        ),
    )


def gains_chart(rows: Iterable[tuple[str, float]]) -> BarChart:
    return BarChart(
        "What knowledge adds to the player's edge",
        Axis("Knowledge"),
        Axis("Gain", percent=True),
        tuple(rows),
        sideways=True,
    )


def sharing_chart(series: Sequence[tuple[str, Sequence[tuple[int, float]]]], plain: float) -> Block:
    """The player's edge against the number of hands that he knows; none is plain play."""
    lines = tuple(Series(name, ((0.0, plain), *((float(x), y) for x, y in points))) for name, points in series)
    return LineChart(
        "The player's edge by the number of other hands known",
        Axis("Other hands known"),
        Axis("Player's edge", percent=True),
        lines,
        points=True,
    )
