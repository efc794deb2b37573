"""The pay tables among which is searched: whole pays between bounds, a better row never paying less than a worse one.

Rows stand here as they rank, the best first. That is the printed order where printed pays fall from the top row down;
otherwise rows rank by what the first printed table pays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.errors import OptionError
from houseway.rules.pay_tables import Pays, PayTable, Ratio, parse_ratio

SCALE = 10_000  # distances are whole numbers of ten-thousandths: equal ones are equal
ODD = 1500  # what a pay costs that is not round: nobody prints 29 for 30
MOST_PAY = 100_000


class Space(NamedTuple):
    """The lowest and the highest pay of each row."""

    low: tuple[int, ...]
    high: tuple[int, ...]

    def tightened(self) -> Space | None:
        """Without pays that no table in order has; None where there is no table at all."""
        low, high = list(self.low), list(self.high)
        for row in range(1, len(low)):
            high[row] = min(high[row], high[row - 1])
        for row in range(len(low) - 1, 0, -1):
            low[row - 1] = max(low[row - 1], low[row])
        return Space(tuple(low), tuple(high)) if all(map(int.__le__, low, high)) else None

    def from_(self, low: tuple[int, ...]) -> Space:
        """With other lowest pays; the highest are at least these."""
        return Space(low, tuple(map(max, low, self.high)))

    def up_to(self, high: tuple[int, ...], *, keep_low: bool) -> Space:
        """With other highest pays; unless they are to be kept, the lowest are at most these."""
        return Space(self.low if keep_low else tuple(map(min, self.low, high)), high)

    def with_top(self, least: Fraction, most: Fraction, *, keep_low: bool) -> Space:
        """With other pays of the best row; unless they are to be kept, the lowest of the others are at most these."""
        low, high = math.ceil(least), math.floor(most)
        if keep_low:
            return Space((max(low, self.low[0]), *self.low[1:]), (high, *self.high[1:]))
        return Space((low, *(min(bound, high) for bound in self.low[1:])), (high, *self.high[1:]))

    def size(self) -> int:
        """How many tables there are."""
        ways = [1]  # for the rows below: tables by the highest pay of their first row
        base = 0
        for low, high in zip(reversed(self.low), reversed(self.high), strict=True):
            total, found = 0, []
            for pay in range(low, high + 1):
                below = min(pay - base, len(ways) - 1)
                total += ways[below] if below >= 0 else 0
                found.append(total)
            ways, base = found or [0], low
        return ways[-1]


def rank_order(table: PayTable) -> tuple[int, ...]:
    """The rows of a table from the best down."""
    printed = table.parse(next(iter(table.printed)))
    return tuple(sorted(range(len(printed)), key=lambda row: -printed[row]))


def unpaid_parts(space: Space, may_be_unpaid: Sequence[bool]) -> Iterator[tuple[int, Space]]:
    """The space in parts by how many of the last rows pay nothing."""
    rows = len(space.low)
    for unpaid in range(rows + 1):
        paid = rows - unpaid
        if all(may_be_unpaid[paid:]):
            low = (*(max(low, 1) for low in space.low[:paid]), *[0] * unpaid)
            part = Space(low, (*space.high[:paid], *[0] * unpaid)).tightened()
            if part is not None:
                yield unpaid, part


# --- closeness and roundness ---


def distance(pay: int, wanted: Ratio) -> int:
    """How far a pay is from the wanted one: their difference as a share of the larger, and a little if it is odd."""
    one, other = pay * wanted.denominator, wanted.numerator
    larger = max(one, other)
    apart = (2 * SCALE * abs(one - other) + larger) // (2 * larger) if larger else 0
    return apart + (ODD if one != other and not is_round(pay) else 0)


def is_round(pay: int) -> bool:
    """Whether a pay is easy to pay: up to 10 any, up to 50 fives, up to 100 tens and 75, up to 1,000 multiples of 25,
    above that hundreds."""
    if pay <= 10:
        return True
    if pay <= 100:
        return pay % (5 if pay <= 50 else 10) == 0 or pay == 75
    return pay % (25 if pay <= 1000 else 100) == 0


# --- what a caller asks for ---


def usual_bounds(wanted: Pays) -> Space:
    """From half to double of what is wanted."""
    low = tuple(max(1, int(pay / 2)) for pay in wanted)
    return Space(low, tuple(min(MOST_PAY, max(int(2 * pay), int(pay) + 2)) for pay in wanted))


def row_bounds(text: str | int, rows: int, name: str) -> tuple[int, ...]:
    """Read one bound for all rows, or one for each: `1`, `20/10/5/2/1`."""
    try:
        found = [parse_ratio(part) for part in str(text).split("/")]
    except (ValueError, ZeroDivisionError):
        found = []
    if len(found) == 1:
        found *= rows
    if len(found) != rows or any(bound.denominator != 1 or bound > MOST_PAY for bound in found):
        raise OptionError(
            f"{str(text)!r} is not a bound for pays: {name} takes a whole number up to {MOST_PAY:,}, or {rows} of "
            "them, from the top row down."
        )
    return tuple(map(int, found))
