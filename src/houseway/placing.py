"""Odds of games with one decision, in which position a card goes: what each position ends in is counted once, and
every strategy, for one wager or for several at once, is put together from that."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.errors import WagerError
from houseway.exact import Advice, Cell, Decider, GameOdds, Known, Strategy
from houseway.game import Decision, Game
from houseway.pay_tables import Odds as PayOdds

G = TypeVar("G", bound=Game[Any])
H = TypeVar("H", bound=Hashable)  # what is held when the position is chosen, such as a rank
E = TypeVar("E", bound=Hashable)  # how a deal ends, for all wagers


class Combined(NamedTuple):
    """The best placing when one decision serves several wagers."""

    value: Fraction  # expected net of all the stakes together, in their unit
    strategy: Decider
    # wager -> what is held -> the position here and for the wager alone, where that costs the wager something
    differs: Mapping[str, Mapping[str, tuple[str, str]]]


class PlacingOdds(GameOdds[G], Generic[G, H, E]):
    """How such a game is counted. Of positions with equal value for a wager the better for the main wager is taken,
    then the first of `choices`."""

    at: ClassVar[str] = "place"
    key: ClassVar[str]  # what a decision calls its position
    choices: ClassVar[tuple[str, ...]]

    def __init__(self, game: G) -> None:
        super().__init__(game)
        self._known: dict[str, dict[H, dict[str, Fraction]]] = {}

    # --- what each game says ---

    @property
    @abstractmethod
    def placings(self) -> Mapping[H, Mapping[str, Mapping[E, int]]]:
        """For everything that can be held, and each position, how often a deal ends how."""

    @abstractmethod
    def ends(self, plan: Mapping[H, str]) -> Iterable[tuple[E, int]]:
        """How all deals end that are played by a plan."""

    @abstractmethod
    def net(self, wager: str, end: E) -> PayOdds:
        """What a wager wins to 1."""

    @abstractmethod
    def side_row(self, wager: str, end: E) -> int:
        """The outcome of a side wager, as its place in `side_outcomes`."""

    @abstractmethod
    def held(self, cards: tuple[Card, ...]) -> H:
        """What these cards are, in the terms of a plan."""

    @abstractmethod
    def held_words(self, held: H) -> str: ...

    @abstractmethod
    def plan(self, strategy: Strategy, wager: str) -> Mapping[H, str]:
        """The position for everything that can be held; a name is looked up among the wager's strategies."""

    # --- what positions are worth ---

    def values(self, wager: str) -> dict[H, dict[str, Fraction]]:
        """What a wager is expected to net, for everything held and each position."""
        if wager not in self._known:
            self._known[wager] = {
                held: {position: self._mean(wager, ends) for position, ends in by_position.items()}
                for held, by_position in self.placings.items()
            }
        return self._known[wager]

    def _mean(self, wager: str, ends: Mapping[E, int]) -> Fraction:
        return Fraction(sum(self.net(wager, end) * ways for end, ways in ends.items())) / sum(ends.values())

    def best(self, stakes: Mapping[str, Fraction | int]) -> dict[H, str]:
        """The plan that is best for these stakes."""
        plan = {}
        for held, main in self.values(self.main).items():
            values = [(stake, self.values(wager)[held]) for wager, stake in stakes.items()]
            worth = {
                position: (sum(stake * value[position] for stake, value in values), main[position])
                for position in self.choices
            }
            plan[held] = max(worth, key=worth.__getitem__)
        return plan

    def check_wager(self, wager: str) -> None:
        if wager not in (self.main, *self.sides):
            legal = ", ".join((self.main, *self.sides))
            raise WagerError(f"{self.game.name} has no wager {wager!r} here: the wagers are {legal}.")

    def combined(self, stakes: Mapping[str, Fraction]) -> Combined:
        """The best placing for stakes on several wagers, such as 5 on the main wager and 1 on a side wager."""
        for wager, stake in stakes.items():
            self.check_wager(wager)
            if stake < 0:
                raise WagerError(f"A stake of {stake} on {wager} is not possible: take 0 or more.")
        plan = self.best(stakes)
        ends: Counter[E] = Counter()
        for end, ways in self.ends(plan):
            ends[end] += ways
        total = sum(
            stake * self.net(wager, end) * ways for wager, stake in stakes.items() for end, ways in ends.items()
        )
        differs: dict[str, dict[str, tuple[str, str]]] = {}
        for wager in stakes:
            alone, values = self.best({wager: 1}), self.values(wager)
            differs[wager] = {
                self.held_words(held): (position, alone[held])
                for held, position in plan.items()
                if values[held][position] < values[held][alone[held]]
            }

        def strategy(known: Known) -> Decision:
            return Decision(plan[self.held(known.cards)], key=self.key)

        return Combined(Fraction(total) / ends.total(), strategy, differs)

    # --- counts and decisions ---

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        return self.side_cells(self.main, strategy)

    def side_cells(self, wager: str, strategy: Strategy) -> Iterable[Cell]:
        weight: Counter[tuple[int, ...]] = Counter()
        worth: dict[tuple[int, ...], PayOdds] = {}
        for end, ways in self.ends(self.plan(strategy, wager)):
            key = tuple(self.side_row(side, end) for side in self.sides)
            weight[key] += ways
            worth[key] = worth.get(key, 0) + self.net(self.main, end) * ways
        return [Cell(weight[key], worth[key], key) for key in sorted(weight)]

    def ranked(self, cards: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        """Every position for these cards, best for the main wager first."""
        values = self.values(self.main)[self.held(cards)]
        best_first = sorted(self.choices, key=values.__getitem__, reverse=True)
        return self.at, [Advice(Decision(position, key=self.key), values[position]) for position in best_first]
