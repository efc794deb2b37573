"""What a game among players is to the engines: betting rules as options, and how hands are ranked."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError
from houseway.rules.equity import Equity, Estimate
from houseway.rules.game import Pay, TableGame
from houseway.rules.options import Options, choice, multiples, whole

MOST = 10**9


@dataclass(frozen=True)
class PotOptions(Options):
    """House rules of betting among players. Amounts are cents."""

    structure: str = choice("fixed-limit", "pot-limit", "no-limit", help="how much may be bet")
    small_blind: int = whole(100, least=1, most=MOST, help="the small blind, in cents")
    big_blind: int = whole(200, least=1, most=MOST, help="the big blind, which is the smallest bet, in cents")
    ante: int = whole(0, least=0, most=MOST, help="what everybody puts in before the deal, in cents")
    bets: tuple[int, ...] = multiples("1/1/2", most=10, help="fixed limit: the bet of each round, in big blinds")
    raises: int = whole(3, least=0, most=100, help="fixed limit: how many raises a round takes after the bet")
    heads_up_cap: str = choice("no", "yes", help="whether the cap on raises holds with two players left in the hand")
    button: str = choice("moving", "dead", help="how the button moves when players come and go")
    rake_percent: int = whole(0, least=0, most=100, help="the house's share of each pot, none without a flop")
    rake_cap: int = whole(0, least=0, most=MOST, help="the most the house takes of a hand, in cents")

    def check(self) -> None:
        if self.small_blind > self.big_blind:
            raise OptionError("Option small_blind: it cannot be larger than big_blind.")
        if bool(self.rake_percent) != bool(self.rake_cap):
            raise OptionError("Options rake_percent and rake_cap go together: set both, or neither.")


O_co = TypeVar("O_co", bound=PotOptions, covariant=True)


class PotGame(TableGame[O_co], Generic[O_co]):
    """A game in which players bet against each other for pots."""

    @abstractmethod
    def rank(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        """The rank of a hand at the showdown; the highest wins, equal ones split."""

    @abstractmethod
    def best(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards that play."""

    @abstractmethod
    def describe(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> str:
        """A hand in words, of the cards dealt so far."""

    @abstractmethod
    def heads_up_equity(self, hole: tuple[Card, ...], community: tuple[Card, ...]) -> float:
        """The equity against one unknown hand: the chance to win, plus half the chance to tie."""

    def equity(
        self, hole: tuple[Card, ...], community: tuple[Card, ...], opponents: list[str | None], *, seed: int = 0
    ) -> Equity | Estimate:
        """The equity against opponents with any cards (None) or a range each; not every game supports it."""
        raise HousewayError(f"{self.name} does not say how chances are counted.")

    def starting_hands(self) -> list[tuple[str, Equity]]:
        """Every starting hand, ordered by its equity against one unknown hand; not every game supports it."""
        raise HousewayError(f"{self.name} does not say how chances are counted.")

    hole_cards: ClassVar[int] = 2
    phh_code: ClassVar[str] = ""  # the game's letters in the PHH format, after the structure's

    side_wager: str = ""  # a wager against the house on the hole cards, where it is offered

    def settle_side(self, hole: tuple[Card, ...]) -> Pay:
        """How the wager against the house ends."""
        raise NotImplementedError
