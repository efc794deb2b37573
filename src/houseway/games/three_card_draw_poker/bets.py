"""Strategy functions that bet between the smallest and the largest multiple, in a game of one decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from houseway.cards import Card
from houseway.odds.by_situation import BySituation, known_of
from houseway.odds.game_odds import BestFor, Decider, G, JointCount, Known, Labels, MainCount, Strategy
from houseway.odds.situations import SpotBuilder
from houseway.odds.sizes import offering
from houseway.rules.game import Decision, Spot, find_offer


class AnyBet(BySituation[G]):
    """A function is called once for each hand up to suit isomorphism."""

    def __init__(self, game: G, *, labels: Labels[Any] | None = None, deck: Iterable[Card] | None = None) -> None:
        super().__init__(game, labels=labels, deck=deck)
        self._answered: dict[Decider, dict[Known, Decision]] = {}
        self._counted: dict[Decider, tuple[AnyBet[G], Strategy]] = {}

    def count(self, strategy: Strategy) -> MainCount:
        odds, strategy = self._counts(strategy)
        return odds.counted(strategy)

    def counted(self, strategy: Strategy) -> MainCount:
        """Count a strategy whose bets are all in the tree."""
        return super().count(strategy)

    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        odds, strategy = self._counts(strategy)
        return super().joint_counts(strategy) if odds is self else odds.joint_counts(strategy)

    def played(self, strategy: Strategy, at: str, wager: str = "") -> Iterator[tuple[Spot, int, Decision]]:
        if isinstance(strategy, str | BestFor) or len(self.choices) != 1:
            yield from super().played(strategy, at, wager)
            return
        answers = self._answers_of(strategy)
        for spot, weight in zip(self._spots(), self.weights(self.choices[0]), strict=True):
            yield spot, weight, answers[known_of(at, spot)]

    def _spots(self) -> Iterator[Spot]:
        (choice,) = self.choices
        builder = SpotBuilder(self.game, choice.level, choice.situation)
        for row in choice.level.rows.tolist():
            yield builder(row)[0]

    def _answers_of(self, decide: Decider) -> dict[Known, Decision]:
        """What a function decides; illegal decisions are refused."""
        if decide not in self._answered:
            at, found = self.choices[0].at, {}
            for spot in self._spots():
                known = known_of(at, spot)
                decision = decide(known)
                legal = find_offer(tuple(self.game.offers(at, spot)), decision).decision
                found[known] = legal._replace(multiple=decision.multiple, discard=decision.discard or legal.discard)
            self._answered[decide] = found
        return self._answered[decide]

    def _counts(self, strategy: Strategy) -> tuple[AnyBet[G], Strategy]:
        """The odds that can count a strategy, and the strategy to give them."""
        if isinstance(strategy, str | BestFor) or len(self.choices) != 1:
            return self, strategy
        if strategy not in self._counted:
            answers = self._answers_of(strategy)
            offered = {option.template.multiple for option in self.choices[0].options}
            between = {decision.multiple for decision in answers.values()} - offered
            odds = type(self)(offering(self.game, between), deck=self._deck) if between else self
            self._counted[strategy] = odds, answers.__getitem__
        return self._counted[strategy]
