"""Round figures for print: halves away from zero, as the printed manuals do.

Every figure that somebody may compare with another document goes through here, so that all of them round alike. Round
the exact `Fraction` where there is one. A float counts as the decimal number that it prints as: 2.675 is a half.

>>> one_in(4, 221), fixed(Fraction(-1, 8), 2), percent(Fraction(1, 32), 2)
('1 in 55.3', '-0.13', '3.13%')
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

Number = Fraction | float


def exactly(value: Number) -> Fraction:
    """Return the value as a fraction; a float is the shortest decimal number that reads back as the same float."""
    return Fraction(repr(float(value))) if isinstance(value, float) else Fraction(value)


def rounded(value: Number, decimals: int) -> Fraction:
    """Return the value rounded to this many decimals, halves away from zero."""
    scale = 10**decimals
    whole = (abs(exactly(value)) * scale * 2 + 1) // 2
    return Fraction(whole if value >= 0 else -whole, scale)


def fixed(value: Number, decimals: int, *, commas: bool = False, plus: bool = False) -> str:
    """Write the rounded value with exactly this many decimals; zero has no sign unless `plus` asks for one.

    >>> fixed(Fraction(-1, 10**9), 4), fixed(1234567.5, 0, commas=True), fixed(Fraction(1, 3), 2, plus=True)
    ('0.0000', '1,234,568', '+0.33')
    """
    short = rounded(value, decimals)
    whole, part = divmod(int(abs(short) * 10**decimals), 10**decimals)
    sign = "-" if short < 0 else "+" if plus else ""
    return f"{sign}{whole:{',' if commas else ''}}" + (f".{part:0{decimals}d}" if decimals else "")


def short(value: Number, digits: int = 6, *, commas: bool = False, plus: bool = False) -> str:
    """Write the value with at most so many significant digits and no zeros at the end; a whole number has all of its.

    >>> short(Fraction(3, 2)), short(0.00012345, 2), short(1234567), short(Fraction(2, 3), 3)
    ('1.5', '0.00012', '1234567', '0.667')
    """
    magnitude = floor(log10(abs(exactly(value)))) if value else 0
    text = fixed(value, max(0, digits - 1 - magnitude), commas=commas, plus=plus)
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: Number, decimals: int, *, plus: bool = False) -> str:
    """Write a share as a percentage: `3.2235%`."""
    return fixed(exactly(share) * 100, decimals, commas=True, plus=plus) + "%"


def one_in(count: int, total: int) -> str:
    """Write how often something comes: `1 in 18.4`."""
    return f"1 in {fixed(Fraction(total, count), 1, commas=True)}" if count else "never"
