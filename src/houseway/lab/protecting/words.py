"""Findings on protection in words, tables and charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway import rounding
from houseway.document.blocks import Axis, BarChart, Block, Cell, Column, LineChart, Mark, Series, Table
from houseway.lab.protecting.dealer_errors import DealerError
from houseway.lab.protecting.estimates import Estimate

HUNDRED = 100
MINUS = "−"


def signed(share: Fraction | float, digits: int = 2) -> str:
    """`+7.37%` or `−7.37%`; a share that rounds to nothing is written with the digits it needs, zero as `0%`."""
    if not share:
        return "0%"
    text = rounding.percent(share, digits, plus=True)
    return _printed(text if text.strip("+-0.%") else f"{100 * float(share):+.1g}%")


def _printed(text: str) -> str:
    """With a minus sign in place of the hyphen, but for that of an exponent."""
    return MINUS + text[1:] if text.startswith("-") else text


def gain_text(estimate: Estimate) -> str:
    return signed(estimate.gain, 4 if estimate.exact else 2)


def spread_text(estimate: Estimate) -> str:
    """`exact`, or half the interval and the deals behind it."""
    return "exact" if estimate.exact else f"±{estimate.half:.2%}"


def one_in(chance: Fraction) -> str:
    """`1 in 35.1`."""
    if chance == 1:
        return "always"
    number = float(1 / chance)
    return f"1 in {number:,.0f}" if number >= HUNDRED else f"1 in {number:.3g}"


def money(cost: Fraction) -> str:
    return _printed(f"{float(cost):+,.4g}")


def cost_text(error: DealerError) -> str:
    """`+5`, `+3.1 (+2 to +4)`."""
    span = "" if error.span is None else f" ({money(error.span[0])} to {money(error.span[1])})"
    return f"{money(error.cost)}{span}"


def errors_table(errors: Sequence[DealerError], every: int) -> Table:
    rows = []
    for error in errors:
        per_hundred = error.always * HUNDRED / every
        mark = Mark.BAD if error.cost > 0 else Mark.WEAK
        per_text = _printed(f"{float(per_hundred):+,.4f}")
        rows.append((error.title, one_in(error.chance), Cell(cost_text(error), mark), per_text))
    return Table(
        "Cost of dealer errors",
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
