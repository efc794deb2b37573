"""Derived odds of games that are counted by suits: the same answers as `Derived`, without a tree of situations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.counting.game_odds import (
    OPTIMAL,
    Advice,
    CardLine,
    Chart,
    G,
    History,
    JointCount,
    Known,
    Labels,
    MainCount,
    NotAccelerated,
    Outlook,
    Strategy,
)
from houseway.derived.by_suit import NO_PLAN, Shape, Suits, shape_of
from houseway.derived.by_suit_loops import renamings
from houseway.derived.lookup import check_cards, no_decision
from houseway.derived.odds import AdvisedSituation, Combined, Derived
from houseway.derived.outcomes import Outcome, OutcomeRegistry
from houseway.derived.prospects import is_idle
from houseway.derived.sizes import offering
from houseway.derived.universe import Ints
from houseway.derived.walk import NeedsCards, choices
from houseway.errors import CardError, IllegalAction
from houseway.rounding import percent
from houseway.rules.game import Decision, Offer, Spot, find_offer
from houseway.rules.pay_tables import Ratio


class Answers(NamedTuple):
    """What a strategy decides for every hand."""

    decisions: list[Decision]
    offered: list[int]  # by which of the examples the same is offered
    examples: list[Spot]
    between: set[Ratio]  # sizes of bets between the smallest and the largest


class BySuit(Derived[G]):
    """How a game is counted in which the strongest suit makes the hand."""

    def __init__(self, game: G, *, labels: Labels[Any] | None = None, deck: Iterable[Card] | None = None) -> None:
        super().__init__(game, labels=labels, deck=deck)
        found = shape_of(game)
        if found is None or deck is not None:
            raise NotAccelerated(f"{game.name} cannot be counted by suits.")
        self._shape: Shape = found
        self._asked: dict[Strategy, Answers] = {}
        self._sized: dict[Strategy, BySuit[G]] = {}
        spot = Spot(1, self._registry.walker.stakes, tuple(game.deck[: found.player]))
        if any(isinstance(self._registry.side_pay(side, spot), NeedsCards) for side in game.side_wagers):
            raise NotAccelerated(f"{game.name} has a side wager that looks at more than the player's cards.")

    @cached_property
    def suits(self) -> Suits:
        return Suits(self.game, self._shape, self._registry)

    @cached_property
    def _registry(self) -> OutcomeRegistry:
        return OutcomeRegistry(self.game, self._labels)

    @property
    def outcomes(self) -> list[Outcome]:
        assert self.suits.outcomes is not None
        return self._registry.outcomes

    @property
    def total(self) -> int:
        return self.suits.total

    @property
    def _decided_sides(self) -> frozenset[str]:
        return frozenset()  # they are settled by the cards dealt, whatever was decided

    def side_total(self, wager: str) -> int:
        return comb(len(self.game.deck), self._shape.player)

    # --- counts ---

    def count(self, strategy: Strategy) -> MainCount:
        sized = self._with_sizes_of(strategy)
        return super().count(strategy) if sized is self else sized.count(strategy)

    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        sized = self._with_sizes_of(strategy)
        return super().joint_counts(strategy) if sized is self else sized.joint_counts(strategy)

    def _with_sizes_of(self, strategy: Strategy) -> BySuit[G]:
        """The odds that know all bets that a function makes."""
        if isinstance(strategy, str):
            return self
        if strategy not in self._sized:
            asked, sized = self._ask(strategy), self
            if asked.between:
                sized = type(self)(offering(self.game, asked.between), labels=self._labels)
                sized._asked[strategy], sized._sized[strategy] = asked, sized
            self._sized[strategy] = sized
        return self._sized[strategy]

    def _tally(self, strategy: Strategy, wager: str = "") -> dict[int, Fraction]:
        if strategy not in self._tallies:
            self.check_strategy(strategy)
            plan = NO_PLAN if strategy == OPTIMAL else self._answers_of(strategy)
            counts = self.suits.tally(lambda outcome: outcome.net, self._orders(), plan)
            numbers = {id(outcome): number for number, outcome in enumerate(self.outcomes)}
            found: dict[int, Fraction] = {}
            for kind, option, column in np.argwhere(counts).tolist():
                number = numbers[id(self.suits.outcomes[kind, option, column])]
                found[number] = found.get(number, Fraction()) + int(counts[kind, option, column])
            self._tallies[strategy] = found
        return self._tallies[strategy]

    def _orders(self) -> Ints:
        """For each kind, the order that breaks ties between decisions of equal value."""
        found = np.zeros((len(self.suits.kinds[0]), self.suits.most), np.int64)
        for kind, (_, legal, _) in enumerate(self.suits.kinds[0]):
            ranks = [self._labels.preference(self._shape.at, decision) for _, decision in legal] or [0]
            found[kind, : len(ranks)] = np.argsort(np.argsort(ranks, kind="stable"), kind="stable")
        return found

    def _answers_of(self, strategy: Strategy) -> Any:
        """What a strategy decides for every hand, as the number of the decision."""
        at, asked = self._shape.at, self._ask(strategy)
        legal = [
            {made: number for number, (_, made) in enumerate(choices(self.game.offers(at, spot)))}
            for spot in asked.examples
        ]
        answers = np.empty(len(asked.decisions), np.int8)
        for hand, (decision, offered) in enumerate(zip(asked.decisions, asked.offered, strict=True)):
            if decision not in legal[offered]:
                raise IllegalAction(f"{self.game.name} is not counted with {decision.to_json()} at {at}.")
            answers[hand] = legal[offered][decision]
        return answers

    def _ask(self, strategy: Strategy) -> Answers:
        """What a strategy decides for every hand, called once with one representative of each."""
        if strategy not in self._asked:
            at, suits = self._shape.at, self.suits
            decide = (lambda known: self.follow(strategy, known)) if isinstance(strategy, str) else strategy
            found = Answers([], [], [], set())
            numbers: dict[tuple[Offer, ...], int] = {}
            for cards in map(suits.cards, suits.hands()):
                spot, decision = Spot(1, suits.walker.stakes, cards), decide(Known(at, cards))
                offers = tuple(self.game.offers(at, spot))
                offer = find_offer(offers, decision)
                if offer.decision.multiple < decision.multiple < offer.most:
                    found.between.add(decision.multiple)
                if offers not in numbers:
                    numbers[offers] = len(numbers)
                    found.examples.append(spot)
                found.decisions.append(decision)
                found.offered.append(numbers[offers])
            self._asked[strategy] = found
        return self._asked[strategy]

    # --- decisions ---

    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        check_cards(self.game, self.game.deck, (*cards, *community, *dealer))
        given, expected = (len(cards), len(community), len(dealer)), (self._shape.player, 0, 0)
        if given != expected or decisions:
            raise CardError(no_decision(self.game, given, [expected]))
        kind, counts = self.suits.standing(cards)
        advice = []
        order = self._orders()[kind]
        for option, (_, decision) in enumerate(self.suits.kinds[0][kind].legal):
            total = Fraction()
            for column in np.flatnonzero(counts).tolist():
                total += int(counts[column]) * self.suits.outcomes[kind, option, column].net
            advice.append((total / self.suits.ways, int(order[option]), decision))
        advice.sort(key=lambda item: (-item[0], item[1]))
        return self._shape.at, [Advice(decision, value) for value, _, decision in advice]

    @property
    def quick(self) -> bool:
        return True

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        check_cards(self.game, self.game.deck, known.cards)
        kind, counts = self.suits.standing(known.cards)
        columns = np.flatnonzero(counts).tolist()
        found: dict[Decision, Outlook] = {}
        for option, (_, decision) in enumerate(self.suits.kinds[0][kind].legal):
            ends = [(int(counts[column]), self.suits.outcomes[kind, option, column]) for column in columns]
            found[decision] = Outlook(
                self.suits.ways,
                sum(deals for deals, outcome in ends if outcome.net > 0),
                sum(deals for deals, outcome in ends if outcome.net < 0),
                sum(deals for deals, outcome in ends if is_idle(self.game, outcome.hand)) or None,
            )
        return found

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        for sets in self.suits.hands():
            cards = self.suits.cards(sets)
            weight = renamings(*sets)
            yield AdvisedSituation(Spot(1, self.suits.walker.stakes, cards), weight, self.advise(cards)[1])

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        """How often each decision is right, by the hand's fact: there are too many hands for more detail."""
        counts = self.suits.tally(lambda outcome: outcome.net, self._orders()).sum(axis=2)
        rows = []
        for kind, (fact, legal, _) in enumerate(self.suits.kinds[0]):
            whole = int(counts[kind].sum())
            for option, (_, decision) in enumerate(legal):
                if counts[kind, option]:
                    share = percent(Fraction(int(counts[kind, option]), whole), 1)
                    rows.append((str(fact), " ".join(str(part) for part in decision.to_json().values()), share))
        return [Chart(f"At {self._shape.at}, by the hand's class", ("class", "decision", "of the hands"), tuple(rows))]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return OPTIMAL, (CardLine("Follow the advice for each hand: there are too many for a card."),)

    def combined(self, stakes: Mapping[str, Fraction]) -> Combined:
        """Side wagers do not depend on decisions here: what is best for the main wager is best for all."""
        for wager in stakes:
            self.check_wager(wager)
        deals = self._tally(OPTIMAL).items()
        value = sum((number * self._worth(self.outcomes[index], stakes) for index, number in deals), Fraction())
        return Combined(value / self.total, lambda known: self.advise(known.cards)[1][0].decision, {})
