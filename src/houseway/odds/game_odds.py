"""What counts are made of: whole numbers of deals, values as fractions, strategies by name or function.

Nets and values of the main wager are in units of the first wager (ante, play bet) and include every bet and bonus that
hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.rules.game import Decision, Game, HouseCards, Pay, Spot
from houseway.rules.pay_tables import Ratio


class WrongShape(HousewayError):
    """A way of counting that does not fit the shape of a game."""


History = tuple[tuple[str, Decision], ...]  # what a hand decided, and where


class Known(NamedTuple):
    """What a player knows when deciding: the decision point, the player's own cards, the shared and the dealer's cards
    that are face up, and the hand's earlier decisions."""

    at: str
    cards: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    decisions: History = ()


class ExtraKnowledge(NamedTuple):
    """What is known of the cards beyond what the rules show."""

    shoe: tuple[Card, ...] | None = None  # the cards that are left, where some are out of it
    first: tuple[Card, ...] | None = None  # the player's own cards: the question is about one hand alone
    dealer: tuple[Card, ...] = ()  # the first of the dealer's cards, which the player has seen
    ranks_alone: bool = False  # whether he knows these by their ranks alone
    suits: tuple[int, ...] = ()  # how many cards of each suit others hold, where no more is known of them

    @property
    def by_name(self) -> tuple[Card, ...]:
        """The cards that are given: no other suit may be taken for theirs."""
        return (*(self.first or ()), *self.dealer)


NOTHING = ExtraKnowledge()


# A strategy is a name (`optimal`, `printed`, ...) or a function. A function is called once for each class of
# situations that the rules cannot tell apart (suit isomorphism, say), with a representative of the class.
Decider = Callable[[Known], Decision]


@dataclass(frozen=True)
class BestFor:
    """The strategy that is best for stakes on one or more wagers of a hand; the main wager breaks ties.

    `optimal` is the one for the main wager alone. Only a count from the rules knows what such a strategy decides.
    """

    stakes: tuple[tuple[str, Fraction], ...]

    @classmethod
    def of(cls, stakes: Mapping[str, Fraction | int]) -> BestFor:
        return cls(tuple(sorted((wager, Fraction(stake)) for wager, stake in stakes.items() if stake)))

    def __call__(self, known: Known) -> Decision:
        raise HousewayError("The best play for several wagers is counted from the rules; it is not known hand by hand.")


Strategy = str | Decider
Stakes = Mapping[str, Fraction]  # by wager

OPTIMAL, PRINTED = "optimal", "printed"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an odds table. Bonus rows are paid on top: their deals are among those of the other rows."""

    label: str
    net: Fraction
    count: int
    bonus: bool = False
    case: str = ""  # the id of the case that these deals end in; of several, separated by commas


class MainCount(NamedTuple):
    """The main wager under a strategy, out of `total` equally likely deals."""

    total: int
    rows: tuple[Row, ...]  # in the order and with the labels that the manual prints
    distribution: Mapping[Fraction, int]  # every net result, bonuses included, and how many deals give it
    average_bet: Fraction  # the average of all that is bet, in units of the first wager


class JointCount(NamedTuple):
    """The deals on which every side wager has a given outcome. All weights add up to the main wager's total."""

    weight: int  # how many deals
    main: Fraction | int  # the main wager's net, summed over these deals
    rows: tuple[int, ...]  # for each side wager, in order: the index of its outcome in `side_outcomes`


class SideOutcome(NamedTuple):
    """One line of a side wager's table, with what the rules pay for it."""

    label: str
    odds: Ratio
    percent: int = 0  # of a progressive: the share of the meter
    cents: int = 0  # and the fixed prize
    case: str = ""  # the id of the case that these deals end in; of several, separated by commas


class Advice(NamedTuple):
    """One legal decision with its exact value in units of the first wager, bets already made included."""

    decision: Decision
    value: Fraction


class Outlook(NamedTuple):
    """What comes of a decision when the best is decided from there on: of `total` deals, those in which the main wager
    with all that hangs on it gains, those in which it loses, and those in which the dealer does not qualify against a
    hand still in, None where that is not told."""

    total: int
    wins: int
    losses: int
    idle: int | None = None

    @property
    def pushes(self) -> int:
        return self.total - self.wins - self.losses


class Hand(NamedTuple):
    """A hand at the end of the round, with what each of its wagers was paid."""

    spot: Spot
    house: HouseCards
    pays: tuple[Pay, ...]

    def pay(self, wager: str) -> Pay | None:
        for pay in self.pays:
            if pay.wager == wager:
                return pay
        return None


class Settlement(NamedTuple):
    """How many deals settle every wager alike, and one hand as an example."""

    deals: int
    hand: Hand


class Chart(NamedTuple):
    """A strategy as a table that a person can look up."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CardLine(NamedTuple):
    """One line of a strategy card."""

    text: str


G = TypeVar("G", bound=Game[Any])
