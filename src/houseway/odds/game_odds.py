"""What it means to count a game exactly: whole numbers of deals, values as fractions, strategies by name or function.

A game's `odds.py` has a class `Odds(GameOdds)`; engines see a game's mathematics through it alone. Nets and values of
the main wager are in units of the first wager (ante, play bet) and include every bet and bonus that hangs on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError, WagerError
from houseway.rounding import short
from houseway.rules.game import Decision, Game, HouseCards, Pay, Spot
from houseway.rules.pay_tables import Ratio


class NotAccelerated(HousewayError):
    """This game's rules are not the ones its fast counting was written for: it must be counted another way."""


History = tuple[tuple[str, Decision], ...]  # what a hand decided, and where


class Known(NamedTuple):
    """What a player knows when deciding: the decision point, the player's own cards, the shared and the dealer's cards
    that are face up, and the hand's earlier decisions."""

    at: str
    cards: tuple[Card, ...]
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    decisions: History = ()


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
        return next((pay for pay in self.pays if pay.wager == wager), None)


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


class Labels(Generic[G]):
    """The names of outcomes as the manual prints them or, without a manual, the reasons that the rules give."""

    main: str  # the first wager

    def __init__(self, game: G) -> None:
        self.game = game

    def label(self, hand: Hand) -> str:
        """The row of the main wager's table that a hand ends in."""
        case = self.main_case(hand)
        rows = self.rows()
        if case in rows:
            return rows[case]
        text = sentence(self.game.case(case).reason) if case else "Nothing to settle"
        for at, decision in hand.spot.decisions[-1:]:
            if decision.folds:
                return f"{text} at {at}" if len(hand.spot.decisions) > 1 else text
        sizes = [f"{short(decision.multiple)}x" for _, decision in hand.spot.decisions if decision.multiple]
        if sizes:
            return f"{text}, bet {' and '.join(sizes)}"
        linked = [wager.id for wager in self.game.wagers if wager.linked or wager.id == self.main]
        left = sum(wager in hand.spot.stakes for wager in linked)
        return f"{text}, {left} of {len(linked)} bets" if left < len(linked) else text  # some were taken back

    def rows(self) -> Mapping[str, str]:
        """The row of the main wager's table that a case belongs to, by the case's id, as far as rows have names."""
        return {}

    def main_case(self, hand: Hand) -> str:
        """The case that decided the main wager; empty where nothing is settled."""
        pay = hand.pay(self.main) or next(iter(hand.pays), None)
        return pay.case if pay is not None else ""

    def labels(self) -> Sequence[str]:
        """The rows in printed order; those that are not named follow, the best first."""
        return tuple(dict.fromkeys(self.rows().values()))

    def sums(self) -> Mapping[str, Sequence[str]]:
        """Chances of the main wager that the manual prints as a sum of rows: a name, and the labels of those rows."""
        return {}

    def bonuses(self, hand: Hand) -> Sequence[tuple[str, str]]:
        """The bonus rows that a hand ends in: the wager and the row's label."""
        paid = [pay for pay in hand.pays if pay.wager in self.game.wagers.bonuses]
        return [(pay.wager, sentence(self.game.case(pay.case).reason)) for pay in paid]

    def bonus_labels(self) -> Sequence[str]:
        """Bonus rows in printed order."""
        return [sentence(hand.name) for bonus in self.game.wagers.bonuses for hand in self.game.wager[bonus].paid_hands]

    def side_label(self, wager: str, hand: Hand) -> str:
        """The row of a side wager's table that a hand ends in."""
        pay, offered = hand.pay(wager), self.game.wager[wager]
        assert pay is not None
        case = self.game.case(pay.case)
        if case.row is not None:
            return case.reason
        return "Other" if pay.odds == -1 and offered.paid_hands else sentence(case.reason)

    def side_labels(self, wager: str) -> Sequence[str]:
        """The rows of a side wager's table in printed order."""
        return [hand.name for hand in self.game.wager[wager].paid_hands]

    def preference(self, at: str, decision: Decision) -> int:
        """Breaks ties between decisions of equal value: the lowest number is taken, then the one offered first."""
        return 0


def joined(cases: Iterable[str]) -> str:
    """The ids of the cases that a row combines."""
    return ",".join(dict.fromkeys(case for case in cases if case))


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


class GameOdds(Labels[G], ABC):
    """How one game, with its options, is counted."""

    estimated = False  # whether deals are sampled instead of counted

    def interval(self, wager: str, strategy: Strategy = OPTIMAL) -> tuple[float, float] | None:
        """Where deals are sampled: the 95% confidence interval of the expected value.

        Under the best decisions it holds the value of the best play. What `count` says is the value of the decisions
        that the sample found, which is a little less.
        """
        return None

    @property
    def sides(self) -> tuple[str, ...]:
        """The side wagers that are offered, in the order of the layout."""
        return self.game.wagers.sides

    # --- strategies ---

    @abstractmethod
    def strategies(self) -> Mapping[str, str]:
        """Named strategies and what they do in a line, `optimal` first. `printed` where the manual prints one."""

    @property
    def decided_sides(self) -> frozenset[str]:
        """The side wagers whose result depends on a decision: `joint_counts` takes a `BestFor` with stakes on them."""
        return frozenset()

    def check_strategy(self, strategy: Strategy) -> None:
        known = self.strategies()
        if isinstance(strategy, str) and strategy not in known:
            raise OptionError(f"{self.game.name} has no strategy {strategy!r}: the strategies are {', '.join(known)}.")

    def check_stakes(self, stakes: Mapping[str, Fraction]) -> None:
        """Refuse stakes on unknown wagers and stakes below 0."""
        for wager, stake in stakes.items():
            self.check_wager(wager)
            if stake < 0:
                raise WagerError(f"A stake of {stake} on {wager} is not possible: use 0 or more.")

    def check_joint_stakes(self, strategy: Strategy, stakes: Mapping[str, Fraction] | None) -> None:
        """Refuse stakes that have no best joint play."""
        if stakes is None:
            return
        self.check_stakes(stakes)
        if not any(stakes.values()):
            raise WagerError("The best joint play needs a stake above 0 on at least one wager.")
        if strategy != OPTIMAL:
            raise OptionError("The best joint play is a strategy of its own: name stakes or a strategy, not both.")

    def check_wager(self, wager: str) -> None:
        if wager not in (self.main, *self.sides):
            legal = ", ".join((self.main, *self.sides))
            raise WagerError(f"{self.game.name} has no wager {wager!r} here: the wagers are {legal}.")

    # --- counts ---

    @abstractmethod
    def count(self, strategy: Strategy) -> MainCount:
        """The main wager under a strategy."""

    def settlements(self, strategy: Strategy) -> Iterable[Settlement]:
        """All deals, grouped so that every bet of the main wager has the same stake and the same odds in each group.
        Nothing where this way of counting does not keep that apart."""
        return ()

    @abstractmethod
    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        """The joint count of main and side wagers under a strategy."""

    def side_counts_alone(self, wager: str) -> Iterable[JointCount] | None:
        """The count of a side wager apart from the main game, in its own column, where that is exact and the joint
        count is not."""
        return None

    @abstractmethod
    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        """The lines of a side wager's table as the manual prints them, losing ones included."""

    @abstractmethod
    def side_total(self, wager: str) -> int:
        """The number of deals that the manual counts a side wager over, such as 1,326 two-card hands."""

    # --- decisions ---

    @property
    def quick(self) -> bool:
        """Whether advice on a hand is looked up, once the game has been counted; otherwise the hand is counted."""
        return True

    @abstractmethod
    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        """The point of the round that these cards belong to, and every legal decision there, best first.

        `dealer` are the dealer's cards that are face up. Without `decisions`, the first matching point is meant. The
        game states how equal values are ordered. Impossible cards are refused.
        """

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        """What comes of each decision that `advise` values; empty where it is not counted."""
        return {}

    def decision(self, strategy: str, known: Known) -> Decision:
        """What a named strategy decides with one hand."""
        self.check_strategy(strategy)
        if strategy != OPTIMAL:
            raise HousewayError(f"{self.game.name} does not say hand by hand what {strategy} decides.")
        return self.advise(known.cards, known.community, dealer=known.dealer, decisions=known.decisions)[1][0].decision

    @abstractmethod
    def charts(self, strategy: Strategy) -> list[Chart]:
        """A strategy as tables."""

    @abstractmethod
    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """The strategy card: the name of a simple strategy, and the lines a person has to learn for it."""
