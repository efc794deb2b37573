"""How figures are printed, and when a counted value is what is printed.

>>> reads = Printed.parse("1 in 3.5")
>>> reads.value, reads.decimals
(Fraction(7, 2), 1)
>>> reads.is_rounded(Fraction(345, 100)), reads.is_rounded(Fraction(344, 100))
(True, False)
>>> Printed.parse("2.41%").write(Fraction(1, 3))
'33.333333333333%'
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from houseway.errors import HousewayError
from houseway.rounding import fixed, rounded

FULL = 12  # decimals shown of a value that does not end before

NUMBER = re.compile(r"(?P<lead>1 in )?(?P<sign>[+-]?)(?P<digits>[\d,]*)(?:\.(?P<decimals>\d+))?(?P<unit>%|[xX])?")
RATIO = re.compile(r"(?P<won>\d+)(?P<word> to | TO |-)(?P<staked>\d+)")

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")  # from the lowest


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed number: its value, how many decimals it shows, and the form it is printed in."""

    value: Fraction
    decimals: int = 0
    lead: str = ""
    unit: str = ""
    ratio: str = ""  # what stands between the two numbers of `20 to 1`
    plus: bool = False

    @classmethod
    def parse(cls, text: str) -> Printed:
        """Read `84,284,272,800`, `-0.013575`, `+.253%`, `1 in 3.5`, `20 to 1`, `3-2`, `10x`, `½`, `even money`."""
        if text == "even money":
            return cls(Fraction(1), ratio=" to ")
        if len(text) == 1 and not text.isdigit() and (share := unicodedata.numeric(text, 0.0)):
            return cls(Fraction(share))
        if match := RATIO.fullmatch(text):
            return cls(Fraction(int(match["won"]), int(match["staked"])), ratio=match["word"])
        match = NUMBER.fullmatch(text)
        if not match or not (match["digits"] or match["decimals"]):
            raise HousewayError(f"{text!r} is not a printed number that can be read.")
        decimals = match["decimals"] or ""
        value = Fraction(int(match["digits"].replace(",", "") + decimals), 10 ** len(decimals))
        if match["sign"] == "-":
            value = -value
        return cls(value, len(decimals), match["lead"] or "", match["unit"] or "", plus=match["sign"] == "+")

    def in_print(self, value: Fraction) -> Fraction:
        """A counted value in the unit of print."""
        return value * 100 if self.unit == "%" else value

    def is_equal(self, value: Fraction) -> bool:
        return self.in_print(value) == self.value

    def is_rounded(self, value: Fraction) -> bool:
        """Whether the counted value, rounded to the printed digits, is what is printed."""
        return rounded(self.in_print(value), self.decimals) == self.value

    def write(self, value: Fraction, decimals: int = FULL) -> str:
        """A counted value in the form of print, at full precision or rounded; long numbers without separators."""
        if self.ratio:
            return f"{value.numerator}{self.ratio}{value.denominator}"
        text = decimal_text(self.in_print(value), decimals)
        return f"{self.lead}{'+' if self.plus and value > 0 else ''}{text}{self.unit}"

    def write_rounded(self, value: Fraction) -> str:
        """A counted value as it would be printed."""
        if self.ratio:
            return self.write(value)
        text = fixed(self.in_print(value), self.decimals)
        return f"{self.lead}{'+' if self.plus and value > 0 else ''}{text}{self.unit}"


def decimal_text(value: Fraction, decimals: int = FULL) -> str:
    """A decimal number without zeros at its end.

    >>> decimal_text(Fraction(-1, 8)), decimal_text(Fraction(84284272800)), decimal_text(Fraction(2, 3), 4)
    ('-0.125', '84284272800', '0.6667')
    """
    text = fixed(value, decimals)
    return text.rstrip("0").rstrip(".") if decimals else text


# --- ranks, the ace lowest ---


def parse_ranks(text: str) -> frozenset[int]:
    """Read `7-9`, `A-6` or `7 to 10`, as ranks from 1."""
    first, _, last = text.replace(" to ", "-").partition("-")
    try:
        low, high = RANKS.index(first), RANKS.index(last or first)
    except ValueError:
        raise HousewayError(f"{text!r} is not a range of ranks, such as 7-9.") from None
    return frozenset(range(low + 1, high + 2))


def ranks_text(ranks: frozenset[int]) -> str:
    """`7-9`; ranks that are not next to each other are all named."""
    found = sorted(ranks)
    if len(found) > 1 and found == list(range(found[0], found[-1] + 1)):
        return f"{RANKS[found[0] - 1]}-{RANKS[found[-1] - 1]}"
    return ", ".join(RANKS[rank - 1] for rank in found) or "none"
