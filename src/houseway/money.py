"""Money is whole cents, and one rounding rule: what a payout wins is rounded down to the cent.

>>> winnings(5, Fraction(3, 2))
7
>>> dollars(123450), dollars(-500)
('$1,234.50', '-$5')
"""

from __future__ import annotations

from fractions import Fraction

from houseway.errors import WagerError


def winnings(amount: int, odds: int | Fraction) -> int:
    """What `amount` wins at `odds` to 1, rounded down to the cent."""
    return amount * odds.numerator // odds.denominator


def dollars(cents: int) -> str:
    """Cents as people write them, without the cents when there are none."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def parse_dollars(text: str) -> int:
    """Read an amount a person typed: `10`, `$7.50`, `1,000`."""
    bare = text.strip().removeprefix("$").replace(",", "")
    try:
        cents = Fraction(bare) * 100 if "/" not in bare else None
    except (ValueError, ZeroDivisionError):
        cents = None
    if cents is None or cents.denominator != 1:
        raise WagerError(f"{text.strip()!r} is not an amount of money: write dollars, such as 10 or 7.50.")
    return int(cents)
