"""What it means to count a game exactly: whole numbers of deals, values as fractions, strategies by name or function.

A game's `odds.py` has a class `Odds(GameOdds)`; engines see a game's mathematics through it alone. Nets and values of
the main wager are in units of the first wager (ante, play bet) and include every bet and bonus that hangs on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.errors import OptionError
from houseway.game import Decision, Game


class Known(NamedTuple):
    """What a player knows when deciding: the point of the round, the own cards and the shared cards so far."""

    at: str
    cards: tuple[Card, ...]
    community: tuple[Card, ...] = ()


# A strategy is a name (`optimal`, `printed`, ...) or a function. A function is asked once for each class of
# situations that the rules cannot tell apart (suits renamed, say), with one example of it.
Decider = Callable[[Known], Decision]
Strategy = str | Decider

OPTIMAL, PRINTED = "optimal", "printed"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an odds table. Bonus rows are paid on top: their deals are among those of the other rows."""

    label: str
    net: Fraction
    count: int
    bonus: bool = False


class MainCount(NamedTuple):
    """The main wager under a strategy, out of `total` equally likely deals."""

    total: int
    rows: tuple[Row, ...]  # in the order and with the labels that the manual prints
    distribution: Mapping[Fraction, int]  # every net result with the bonuses in it, and how many deals give it
    average_bet: Fraction  # the average of all that is bet, in units of the first wager


class Cell(NamedTuple):
    """Deals that are alike for every side wager. The weights of all cells add up to the main wager's total."""

    weight: int
    main: Fraction | int  # the main wager's net, added up over these deals
    rows: tuple[int, ...]  # for each side wager, in order: the place of its outcome in `side_outcomes`


class SideOutcome(NamedTuple):
    """One line of a side wager's table: the row of the pay table that it wins, or None for a loss."""

    label: str
    row: int | None


class Advice(NamedTuple):
    """One legal decision with its exact value in units of the first wager, bets already made included."""

    decision: Decision
    value: Fraction


class Chart(NamedTuple):
    """A strategy as a table that a person can look up."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class CardLine(NamedTuple):
    """One line of a strategy card."""

    text: str


G = TypeVar("G", bound=Game[Any])


class GameOdds(ABC, Generic[G]):
    """How one game, with its options, is counted."""

    main: ClassVar[str]  # the first wager

    def __init__(self, game: G) -> None:
        self.game = game

    @property
    def sides(self) -> tuple[str, ...]:
        """The side wagers that are offered, in the order of the layout."""
        return tuple(wager.id for wager in self.game.wagers if wager.opening and wager.id != self.main)

    # --- strategies ---

    @abstractmethod
    def strategies(self) -> Mapping[str, str]:
        """Named strategies and what they do in a line, `optimal` first. `printed` where the manual prints one."""

    def side_strategies(self, wager: str) -> Mapping[str, str]:
        """Strategies for a side wager that depends on decisions; empty where it does not."""
        return {}

    def side_cells(self, wager: str, strategy: Strategy) -> Iterable[Cell]:
        """The joint count when the hand is played by one of the side wager's own strategies."""
        return self.cells(strategy)

    def check_strategy(self, strategy: Strategy) -> None:
        known = {**self.strategies(), **{name: "" for side in self.sides for name in self.side_strategies(side)}}
        if isinstance(strategy, str) and strategy not in known:
            raise OptionError(f"{self.game.name} has no strategy {strategy!r}: the strategies are {', '.join(known)}.")

    # --- counts ---

    @abstractmethod
    def count(self, strategy: Strategy) -> MainCount:
        """The main wager under a strategy."""

    @abstractmethod
    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        """The joint count of main and side wagers under a strategy."""

    @abstractmethod
    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        """The lines of a side wager's table as the manual prints them, losing ones included."""

    @abstractmethod
    def side_total(self, wager: str) -> int:
        """The total that the manual counts a side wager out of, such as 1,326 two-card hands."""

    # --- decisions ---

    @abstractmethod
    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        """The point of the round that these cards belong to, and every legal decision there, best first.

        Equal values are in the order of a rule that the game states. Impossible cards are refused.
        """

    @abstractmethod
    def charts(self, strategy: Strategy) -> list[Chart]:
        """A strategy as tables."""

    @abstractmethod
    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """The strategy card: the name of a simple strategy, and the lines a person has to learn for it."""
