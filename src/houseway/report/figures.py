"""Numbers as a report prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, log10

from houseway.counting.game_odds import Row

LEAST_DIGITS, MOST_DIGITS = 9, 12
MINUS = "−"


def percent(value: Fraction | float, digits: int = 4) -> str:
    """`3.2235%`."""
    return _signed(f"{float(value) * 100:.{digits}f}%")


def change(value: Fraction | float, digits: int = 4) -> str:
    """A difference in percentage points, with its sign."""
    return _signed(f"{float(value) * 100:+.{digits}f}%")


def number(value: Fraction | float, digits: int = 4) -> str:
    return _signed(f"{float(value):,.{digits}f}")


def whole(value: Fraction | float) -> str:
    return _signed(f"{round(float(value)):,}")


def units(value: Fraction | float) -> str:
    """A number of units as short as it can be: `1`, `1.5`, `1,999`."""
    return _signed(f"{float(value):,.10g}")


def _signed(text: str) -> str:
    """A minus sign as it is printed; nothing is never below nothing."""
    if text.startswith("-") and not text.strip("-0.,%"):
        return text[1:]
    return text.replace("-", MINUS)


def one_in(count: int, total: int) -> str:
    """`1 in 18.4`."""
    return f"1 in {total / count:,.1f}" if count else "never"


def rounds_text(count: int) -> str:
    """`1 round`, `20,000 rounds`."""
    return f"{count:,} round{'' if count == 1 else 's'}"


def digits_for(rows: Iterable[Row], total: int) -> int:
    """As many decimals as the rarest row needs to show two figures."""
    rarest = min((Fraction(row.count, total) for row in rows if row.count), default=Fraction(1))
    return min(MOST_DIGITS, max(LEAST_DIGITS, 2 - floor(log10(rarest))))


def adding_up(values: Sequence[Fraction], digits: int) -> list[str]:
    """The values with so many decimals, each rounded down or up so that they add up to their rounded total.

    Those that are closest to the next step are rounded up, as many as are needed: none is off by a whole step.
    """
    scale = 10**digits
    scaled = [value * scale for value in values]
    floors = [floor(value) for value in scaled]
    wanted = round(sum(scaled, Fraction())) - sum(floors)
    nearest = sorted(range(len(values)), key=lambda index: (floors[index] - scaled[index], index))
    for index in nearest[:wanted]:
        floors[index] += 1
    return [number(Fraction(value, scale), digits) for value in floors]
