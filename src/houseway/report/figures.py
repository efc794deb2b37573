"""Numbers as a report prints them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor, log10

from houseway import rounding
from houseway.odds.game_odds import Row

LEAST_DIGITS, MOST_DIGITS = 9, 12
MINUS = "−"


def percent(value: Fraction | float, digits: int = 4) -> str:
    """`3.2235%`."""
    return _signed(rounding.percent(value, digits))


def change(value: Fraction | float, digits: int = 4) -> str:
    """A difference in percentage points, with its sign."""
    return _signed(rounding.percent(value, digits, plus=True))


def number(value: Fraction | float, digits: int = 4) -> str:
    return _signed(rounding.fixed(value, digits, commas=True))


def units(value: Fraction | float) -> str:
    """A number of units as short as it can be: `1`, `1.5`, `1,999`."""
    return _signed(rounding.short(value, 10, commas=True))


def _signed(text: str) -> str:
    """Write a minus sign instead of a hyphen."""
    return text.replace("-", MINUS)


def rounds_text(count: int) -> str:
    """`1 round`, `20,000 rounds`."""
    return f"{count:,} round{'' if count == 1 else 's'}"


def digits_for(rows: Iterable[Row], total: int) -> int:
    """As many decimals as the rarest row needs to show two figures."""
    rarest = min((Fraction(row.count, total) for row in rows if row.count), default=Fraction(1))
    return min(MOST_DIGITS, max(LEAST_DIGITS, 2 - floor(log10(rarest))))
