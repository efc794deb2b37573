"""What can be bet on a layout, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from houseway.money import dollars
from houseway.rules.pay_tables import Pays, PayTable, Prizes, ratio_text


class Kind(StrEnum):
    """How a wager comes onto the felt."""

    FIRST = "first"  # made before the deal to enter the game; linked if it must go with another first wager
    RAISE = "raise"  # made during the round, a multiple of a first wager
    SIDE = "side"  # optional, made before the deal
    BONUS = "bonus"  # needs no stake of its own: it is paid on another wager
    PROGRESSIVE = "progressive"  # a side wager of a fixed amount that feeds a meter


@dataclass(frozen=True, kw_only=True)
class Wager:
    """One betting spot, or a bonus that is paid on one."""

    id: str
    name: str
    kind: Kind
    text: str  # one line: what wins
    on: str = ""  # the wager that this is a multiple of, or paid on; a first wager that has one is linked to it
    least: int = 1  # smallest and largest multiple of that wager
    most: int = 1
    fixed: int = 0  # the only amount it takes, in cents; 0 if the limits decide
    table: PayTable | None = None
    pays: Pays | None = None
    hands: tuple[str, ...] = ()  # the rows of a progressive
    prizes: Prizes | None = None

    @property
    def opening(self) -> bool:
        """Whether it is made before the deal."""
        return self.kind in (Kind.FIRST, Kind.SIDE, Kind.PROGRESSIVE)

    @property
    def linked(self) -> bool:
        """Whether it is made before the deal exactly when another first wager is, and in proportion to that one."""
        return self.kind is Kind.FIRST and bool(self.on)

    def rows(self) -> list[tuple[str, str]]:
        """The pay table as printed: hand, what it pays."""
        if self.table is not None and self.pays is not None:
            return [(hand, ratio_text(ratio)) for hand, ratio in zip(self.table.hands, self.pays, strict=True)]
        if self.prizes is not None:
            return [
                (hand, f"{prize} of the meter" if prize.percent else dollars(prize.cents))
                for hand, prize in zip(self.hands, self.prizes, strict=True)
            ]
        return []


def side_wager(id: str, name: str, table: PayTable, pays: Pays | None, *, text: str) -> Iterator[Wager]:
    """A side wager with a pay table, or none if the house does not offer it."""
    if pays is not None:
        yield Wager(id=id, name=name, kind=Kind.SIDE, text=text, table=table, pays=pays)
