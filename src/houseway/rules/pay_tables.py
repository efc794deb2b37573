"""Pay tables: the hands that are paid, from the top row down, and what each pays to 1.

>>> aces = PaidHand("Pair of aces", "two aces", "As Ad")
>>> table = PayTable((aces, PaidHand("Pair", "two cards of one rank below the ace", "9h 9c")), {"20-3": "20/3"})
>>> table.parse("20-3"), table.parse("25/3:2")
(Pays('20/3'), Pays('25/3:2'))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.errors import OptionError
from houseway.money import dollars

Ratio = int | Fraction


def parse_ratio(text: str) -> Ratio:
    """Read what one row pays to 1: `30`, `3:2`, `3/2`, `1.5`."""
    # Only short numbers are accepted: one such as 1e999999999 would exhaust the memory.
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?|\d{1,9}[:/]\d{1,9}", text.strip()):
        raise ValueError(f"{text!r} is not a number")
    value = Fraction(text.strip().replace(":", "/"))
    return int(value) if value.denominator == 1 else value


def ratio_text(ratio: Ratio) -> str:
    """`30 to 1`, `3 to 2`."""
    return f"{ratio.numerator:,} to {ratio.denominator}"


class Pays(tuple[Ratio, ...]):
    """What the rows of a pay table pay to 1, from the top row down."""

    __slots__ = ()

    def __str__(self) -> str:
        return "/".join(str(ratio).replace("/", ":") for ratio in self)

    def __repr__(self) -> str:
        return f"Pays({str(self)!r})"


class PaidHand(NamedTuple):
    """One row of a pay table, so that somebody who has never seen the game pays it rightly.

    The example is dealt to the player in this order; the game pays it by this row.
    """

    name: str
    meaning: str
    example: str
    on_felt: str = ""  # what the printed felt calls the row, where it is another name


@dataclass(frozen=True)
class PayTable:
    """The rows of a wager's pay table and the printed sets of pays by name; the first is the default.

    `inferred` has the pays that cannot be read in the document a set of pays comes from: by the set's name and the
    hand's, where the figure is from.
    """

    rows: tuple[PaidHand, ...]
    printed: Mapping[str, str]
    inferred: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    preferred: str = ""  # the printed set that the manual recommends

    def __post_init__(self) -> None:
        if not all(isinstance(row, PaidHand) for row in self.rows):
            raise TypeError("The rows of a pay table are PaidHands: a name, what the hand is, and cards that make it.")

    @cached_property
    def hands(self) -> tuple[str, ...]:
        """The names of the rows."""
        return tuple(row.name for row in self.rows)

    def notes(self, pays: Pays) -> Mapping[str, str]:
        """By hand, where a pay is from that the document does not show."""
        return self.inferred.get(self.name(pays) or "", {})

    def parse(self, value: str | Pays) -> Pays:
        """Read a printed table's name, or the pays from the top row down: `30/20/5/3/2`."""
        text = str(value)
        text = self.printed.get(text, text)
        try:
            pays = Pays(parse_ratio(part) for part in text.split("/"))
        except (ValueError, ZeroDivisionError):
            pays = Pays()
        if len(pays) != len(self.hands) or any(ratio < 0 for ratio in pays):
            raise OptionError(f"{str(value)!r} is not a pay table here: {self.legal}.")
        return pays

    @property
    def legal(self) -> str:
        names = ", ".join(self.printed)
        example = next(iter(self.printed.values()))
        rows = "one pay" if len(self.hands) == 1 else f"{len(self.hands)} pays from the top row down"
        return f"take {names}, or give {rows}, such as {example}"

    def name(self, pays: Pays) -> str | None:
        """The printed name of these pays, or None."""
        return next((name for name, text in self.printed.items() if text == str(pays)), None)


class Prize(NamedTuple):
    """One row of a progressive: a share of the meter in percent, or a fixed number of cents."""

    percent: int = 0
    cents: int = 0

    def __str__(self) -> str:
        return f"{self.percent}%" if self.percent else dollars(self.cents).replace(",", "")


class Prizes(tuple[Prize, ...]):
    """What the rows of a progressive pay, from the top row down."""

    __slots__ = ()

    def __str__(self) -> str:
        return "/".join(str(prize) for prize in self)

    @classmethod
    def parse(cls, text: str, *, rows: int) -> Prizes:
        """Read `100%/10%/$1250/$250/$15`: shares of the meter in percent, fixed prizes in dollars."""
        prizes = []
        for part in text.split("/"):
            try:
                if part.strip().endswith("%"):
                    prize = Prize(percent=int(part.strip()[:-1]))
                else:
                    cents = parse_ratio(part.strip().removeprefix("$")) * 100
                    prize = Prize(cents=int(cents)) if cents.denominator == 1 else Prize(percent=-1)
            except (ValueError, ZeroDivisionError):
                prize = Prize(percent=-1)
            prizes.append(prize)
        legal = all(0 <= p.percent <= 100 and p.cents >= 0 for p in prizes)
        if len(prizes) != rows or not legal:
            raise OptionError(
                f"{text!r} is not a progressive table: give {rows} prizes from the top row down, shares of the meter "
                "in percent and fixed prizes in dollars, such as 100%/10%/$1250/$250/$15."
            )
        return cls(prizes)
