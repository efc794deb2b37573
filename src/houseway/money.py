"""Money is whole cents, and one rounding rule: what a payout wins is rounded down to the cent.

>>> winnings(5, Fraction(3, 2))
7
>>> dollars(123450), dollars(-500)
('$1,234.50', '-$5')
"""

from __future__ import annotations

import re
from fractions import Fraction

from houseway.errors import WagerError

# A comma stands before three digits: 7,50 is seven and a half to many people, and must not be read as 750.
AMOUNT = re.compile(r"[+-]?(([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,12})(\.[0-9]{1,2})?|\.[0-9]{1,2})")


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
    bare = text.strip().removeprefix("$")
    if not AMOUNT.fullmatch(bare):
        raise WagerError(f"{text.strip()!r} is not an amount of money: write dollars, such as 10 or 7.50.")
    return int(Fraction(bare.replace(",", "")) * 100)
