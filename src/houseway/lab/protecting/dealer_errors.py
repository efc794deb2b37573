"""A dealer error: what it is, how often it can happen, what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Mistake(StrEnum):
    """The kind of error."""

    BRANCH = "branch"  # a hand settled as if it had ended in another way
    ROW = "row"  # a hand paid by another row
    STANDING = "standing"  # a lost bet not collected
    PUSH = "push"  # a push paid or collected
    UNPAID = "unpaid"  # a win not paid
    QUALIFIER = "qualifier"  # the dealer's qualification misread
    PAT = "pat"  # a condition of the dealer's own hand misread
    OFFER = "offer"  # a hand allowed an action it does not have


@dataclass(frozen=True)
class DealerError:
    """An error of the dealer's. Costs are in units of the wager: of the first bet where it is the main wager."""

    key: str
    mistake: Mistake
    wager: str
    title: str
    chance: Fraction  # the share of all rounds in which it can be made
    cost: Fraction  # to the house each time, on average; negative where the player loses by it
    span: tuple[Fraction, Fraction] | None = None  # the least and the most it costs, where bets differ in size
    hand: str = ""  # how a hand ended that is settled as another; empty for a hand misread
    settled_as: tuple[str, ...] = ()  # the ways to end that settle its bets so
    likely: bool = True  # whether the two are easily confused, as neighbouring rows of a pay table are
    column: str = ""  # the column of a table in which the hand is settled rightly
    columns: tuple[str, ...] = ()  # those in which it is settled so

    @property
    def always(self) -> Fraction:
        """What the player's edge gains if it is made every time it can be."""
        return self.chance * self.cost
