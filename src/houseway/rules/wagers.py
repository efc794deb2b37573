"""What can be bet on a layout, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from houseway.cards import Card, parse_cards
from houseway.money import dollars
from houseway.rules.pay_tables import PaidHand, Pays, PayTable, Prizes, ratio_text


class Kind(StrEnum):
    """How a wager comes onto the felt."""

    FIRST = "first"  # made before the deal to enter the game; linked if it must go with another first wager
    RAISE = "raise"  # made during the round, a multiple of a first wager
    SIDE = "side"  # optional, made before the deal
    BONUS = "bonus"  # needs no stake of its own: it is paid on another wager
    PROGRESSIVE = "progressive"  # a side wager of a fixed amount that feeds a meter


class PayRow(NamedTuple):
    """One row of a pay table as it is shown."""

    hand: str
    pays: str
    meaning: str
    example: tuple[Card, ...]
    note: str = ""  # where the pay is from, if the document does not show it
    on_felt: str = ""  # the name on the printed felt, if it is another one

    @property
    def felt_name(self) -> str:
        return self.on_felt or self.hand

    @property
    def meaning_with_name(self) -> str:
        """What the hand is, with its name on the felt where that is another one."""
        return f"{self.meaning}; on the felt: {self.on_felt}" if self.on_felt else self.meaning

    @property
    def pays_with_note(self) -> str:
        return f"{self.pays} ({self.note})" if self.note else self.pays


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
    hands: tuple[PaidHand, ...] = ()  # the rows of a progressive
    prizes: Prizes | None = None
    meter_seed: int = 0  # of a progressive: what its meter starts from, in cents
    meter_rate: Fraction = Fraction()  # and the share of each stake that goes into it

    @property
    def opening(self) -> bool:
        """Whether it is made before the deal."""
        return self.kind in (Kind.FIRST, Kind.SIDE, Kind.PROGRESSIVE)

    @property
    def linked(self) -> bool:
        """Whether it is made before the deal exactly when another first wager is, and in proportion to that one."""
        return self.kind is Kind.FIRST and bool(self.on)

    @property
    def paid_hands(self) -> tuple[PaidHand, ...]:
        """The hands of its pay table or of its prizes, from the top row down; none where it has neither."""
        return self.table.rows if self.table is not None else self.hands

    def rows(self) -> list[PayRow]:
        """The pay table as it is shown."""
        notes: Mapping[str, str] = {}
        if self.table is not None and self.pays is not None:
            pays, notes = [ratio_text(ratio) for ratio in self.pays], self.table.notes(self.pays)
        elif self.prizes is not None:
            pays = [f"{prize} of the meter" if prize.percent else dollars(prize.cents) for prize in self.prizes]
        else:
            return []
        return [
            PayRow(
                hand.name, text, hand.meaning, parse_cards(hand.example.split()), notes.get(hand.name, ""), hand.on_felt
            )
            for hand, text in zip(self.paid_hands, pays, strict=True)
        ]


def listed(names: Sequence[str]) -> str:
    """`Ante, Flush and Progressive`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def side_wager(id: str, name: str, table: PayTable, pays: Pays | None, *, text: str) -> Iterator[Wager]:
    """A side wager with a pay table, or none if the house does not offer it."""
    if pays is not None:
        yield Wager(id=id, name=name, kind=Kind.SIDE, text=text, table=table, pays=pays)
