"""The general way of counting: a tree of situations up to suits, solved from the end of the round to its start."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds import charts
from houseway.odds.backward_induction import Payoff, Plan, Solved, Solver, View
from houseway.odds.cost import cost_of
from houseway.odds.endings import Endings
from houseway.odds.engine import AdvisedSituation, Combined, Odds, synchronized
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    Decider,
    ExtraKnowledge,
    G,
    Known,
    Outlook,
    Strategy,
)
from houseway.odds.lookup import FoundSituation, check_cards, find_situation
from houseway.odds.nodes import Chance, Choice, Node, Sample, Split
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import probe
from houseway.odds.prospects import Prospects
from houseway.odds.situations import SpotBuilder
from houseway.odds.sizes import BetsBetween
from houseway.odds.tree import Tree
from houseway.odds.universe import Ints
from houseway.odds.walk import choices as bet_extremes
from houseway.odds.walk import flat
from houseway.rules.game import Decision, Spot, find_offer
from houseway.rules.procedure import Decide

QUICK = 2.0  # seconds: if counting all hands takes longer, advice counts the one hand alone
KEPT_HANDS = 8
OWN_GROUPS = ("dealt", "held", "thrown")


class BySituation(Odds[G]):
    """How a game is counted as a tree of situations, up to suit isomorphism."""

    def __init__(self, game: G, *, sample: Sample | None = None, **named: Any) -> None:
        super().__init__(game, **named)
        decisions = sum(isinstance(step, Decide) for step in flat(game.procedure))
        if self.known.suits or (self.known.ranks_alone and (self.known.first is None or decisions > 1)):
            raise HousewayError(f"{game.name} cannot be counted for a player who knows ranks or suits alone.")
        self._sample = sample
        self._plans: dict[Any, Plan] = {}
        self._solved: dict[Any, Solved] = {}
        self._weights: dict[Choice, Any] = {}
        self._hands: dict[tuple[Card, ...], Odds[G]] = {}
        self._evaluated = False

    # --- the tree and its values ---

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.game, known=self.known, sample=self._sample)

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.game, self.tree, self.sheet)

    def outcomes(self) -> list[Outcome]:
        if not self._evaluated:
            for end in self.tree.ends:
                self.endings.of(end)
            if self.known == NOTHING and (self._sample is None or self._sample.probes):
                probe(self.game, self.endings)
            self._evaluated = True
        return self.endings.outcomes

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.tree, self.endings)

    @property
    @synchronized
    def value(self) -> Fraction:
        return self._knowing.mean(self.tree.root, 0)

    @property
    def _knowing(self) -> Solved:
        """The value of every situation to a player who decides by what he knows."""
        if not self.known.ranks_alone:
            return self.solved()
        return self._solver.values(_net, {choice: self._pooled(choice) for choice in self.choices})

    @property
    @synchronized
    def gain(self) -> Fraction:
        exposed, root, usual = len(self.known.dealer), self.tree.root, self.usual
        assert usual is not None

        def decide(known: Known) -> Decision:
            return usual.best(known._replace(dealer=known.dealer[exposed:]))

        self.outcomes()
        plain = self._solver.values(_net, {choice: self._answers(choice, decide) for choice in self.choices})
        return self.value - plain.mean(root, 0)

    def _pooled(self, choice: Choice) -> Ints:
        """The decision that is best for all situations together: cards that a hand knows by their ranks alone part
        them, and no others do."""
        rows, _ = self.solved().rows(choice)
        weights, sums, start = self.weights(choice), defaultdict[Any, int](int), 0
        places: dict[Any, dict[int, int]] = defaultdict(dict)
        for number, option in enumerate(choice.options):
            for index, state in enumerate(option.states.tolist()):
                made = number, option.thrown[index] if option.thrown is not None else ()
                sums[made] += int(rows[start + index]) * weights[state]
                places[made][state] = start + index
            start += len(option.states)
        best = places[max(sums, key=sums.__getitem__)]
        return np.array([best[state] for state in range(len(choice.level))], np.int64)

    def solved(self, stakes: Mapping[str, Fraction | int] | None = None) -> Solved:
        """The value of every situation for these stakes; by default, for the main wager alone."""
        given = {self.main: Fraction(1)} if stakes is None else {name: Fraction(stakes[name]) for name in stakes}
        key = tuple(sorted(given.items()))
        self.outcomes()
        if key not in self._solved:
            self._solved[key] = self._solver.values(lambda outcome: self._worth(outcome, given))
        return self._solved[key]

    @cached_property
    def choices(self) -> list[Choice]:
        """Every decision node, in the order of play."""
        found: list[Choice] = []

        def walk(node: Node) -> None:
            if isinstance(node, Chance):
                walk(node.valued[1])
            elif isinstance(node, Split):
                for _, child in node.parts:
                    walk(child)
            elif isinstance(node, Choice):
                found.append(node)
                for option in node.options:
                    walk(option.node)

        walk(self.tree.root)
        return found

    # --- strategies ---

    @cached_property
    def _decided_sides(self) -> frozenset[str]:
        """The side wagers that depend on what is decided."""
        if len(self.tree.ends) < 2 and not any(option.thrown for choice in self.choices for option in choice.options):
            return frozenset()
        return frozenset(side for side in self.sides if self._hangs_on_decisions(side))

    def _hangs_on_decisions(self, side: str) -> bool:
        solved = self._solver.values(lambda outcome: self._worth(outcome, {side: Fraction(1)}))
        for choice in self.choices:
            rows, _ = solved.rows(choice, View.HIGHEST)  # the same draws for every decision
            states = np.concatenate([option.states for option in choice.options])
            most = np.full(len(choice.level), rows.min() if len(rows) else 0, rows.dtype)
            least = np.full(len(choice.level), rows.max() if len(rows) else 0, rows.dtype)
            np.maximum.at(most, states, rows)
            np.minimum.at(least, states, rows)
            if (most != least).any():
                return True
        return False

    @property
    @synchronized
    def decided_sides(self) -> frozenset[str]:
        return self._decided_sides

    @synchronized
    def plan(self, strategy: Strategy) -> Plan:
        """What a strategy decides in every situation."""
        strategy = self._best_for(strategy)
        if strategy not in self._plans:
            self.check_strategy(strategy)
            if isinstance(strategy, BestFor):
                self._plans[strategy] = self._optimal(strategy)
            else:
                self._plans[strategy] = self._plan_of_function(self.decider(strategy))
        return self._plans[strategy]

    def check_bets(self, strategy: Strategy) -> None:
        self.plan(strategy)

    def _optimal(self, best: BestFor) -> Plan:
        stakes = dict(best.stakes)
        self.check_stakes(stakes)
        solved, main = self.solved(stakes), self.solved()
        return {choice: solved.best(choice, main, self._order(choice)) for choice in self.choices}

    def _order(self, choice: Choice) -> NDArray[np.int32]:
        """The rank of each row in the order that breaks ties."""
        ranks = [self.sheet.preference(choice.at, option.template) for option in choice.options]
        starts = list(accumulate((len(option.states) for option in choice.options), initial=0))
        found, first = np.empty(starts[-1], np.int32), 0
        for option in sorted(range(len(ranks)), key=ranks.__getitem__):
            rows = found[starts[option] : starts[option + 1]]
            rows[:] = np.arange(first, first + len(rows))
            first += len(rows)
        return found

    def _plan_of_function(self, decide: Decider) -> Plan:
        """A strategy's decisions, called once for each situation up to suit isomorphism."""
        return {choice: self._answers(choice, decide) for choice in self.choices}

    def _answers(self, choice: Choice, decide: Decider) -> Ints:
        legal: list[dict[tuple[Any, ...], int]] = [{} for _ in range(len(choice.level))]
        start = 0
        for option in choice.options:
            for index, state in enumerate(option.states.tolist()):
                row = choice.level.rows[state]
                thrown = tuple(sorted(row[list(option.thrown[index])].tolist())) if option.thrown is not None else ()
                legal[state][*option.template._replace(discard=None), thrown] = start + index
            start += len(option.states)
        builder = SpotBuilder(self.game, choice.level, choice.situation)
        found, between = np.empty(len(choice.level), np.int64), set[Any]()
        for state, row in enumerate(choice.level.rows.tolist()):
            spot, _ = builder(row)
            decision = decide(known_of(choice.at, spot))
            offers = tuple(self.game.offers(choice.at, spot))
            offer = find_offer(offers, decision)
            key = (*self._rounded(decision, offer.decision), self._faces(spot, decision.discard or ()))
            if key not in legal[state]:
                between.add(decision.multiple)
            else:
                found[state] = legal[state][key]
        if between:
            raise BetsBetween(self.game.name, choice.at, between)
        return found

    def _rounded(self, decision: Decision, legal: Decision) -> Decision:
        return legal._replace(multiple=decision.multiple or legal.multiple, discard=None)

    def _faces(self, spot: Spot, cards: Sequence[Card]) -> tuple[int, ...]:
        return tuple(sorted(self.tree.universe.faces(cards)))

    # --- situations and decisions, for charts and cards ---

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        solved = self.solved()
        for choice in self.choices:
            if choice.at != at:
                continue
            rows, ways = solved.rows(choice)
            builder = SpotBuilder(self.game, choice.level, choice.situation)
            weights = self.weights(choice)
            legal = self._legal(choice, builder)
            for state, row in enumerate(choice.level.rows.tolist()):
                spot, _ = builder(row)
                advice = [
                    Advice(decision, Fraction(int(rows[number]), ways * solved.scale))
                    for decision, number in legal[state]
                ]
                yield AdvisedSituation(spot, weights[state], advice)

    def played(self, strategy: Strategy, at: str) -> Iterator[tuple[Spot, int, Decision]]:
        odds, strategy = self.counting(strategy)
        if odds is not self:
            yield from odds.played(strategy, at)
            return
        plan = self.plan(strategy)
        for choice in self.choices:
            if choice.at == at:
                builder = SpotBuilder(self.game, choice.level, choice.situation)
                weights, legal = self.weights(choice), self._legal(choice, builder)
                for state, row in enumerate(choice.level.rows.tolist()):
                    decision = next(decision for decision, number in legal[state] if number == plan[choice][state])
                    yield builder(row)[0], weights[state], decision

    def _legal(self, choice: Choice, builder: SpotBuilder) -> list[list[tuple[Decision, int]]]:
        """For each situation: every decision with its number among all rows."""
        found: list[list[tuple[Decision, int]]] = [[] for _ in range(len(choice.level))]
        start = 0
        for option in choice.options:
            for index, state in enumerate(option.states.tolist()):
                decision = option.template
                if option.thrown is not None:
                    cards = builder.cards(choice.level.rows[state].tolist())
                    decision = decision._replace(discard=tuple(cards[column] for column in option.thrown[index]))
                found[state].append((decision, start + index))
            start += len(option.states)
        return found

    def weights(self, choice: Choice) -> list[int]:
        """The number of ways to deal the cards of each situation."""
        weights = self._weights.get(choice)
        if weights is None:
            self._solver.weigh(self._weights)
            weights = self._weights[choice]
        return [int(weight) for weight in weights]

    # --- several wagers on one hand ---

    @synchronized
    def combined(self, stakes: Mapping[str, Fraction]) -> Combined:
        self.check_stakes(stakes)
        best = BestFor.of(stakes)
        plan, deals, outcomes = self.plan(best), self.tally(best).items(), self.outcomes()
        value = sum((number * self._worth(outcomes[end], stakes) for end, number in deals), Fraction()) / self.total
        differs = {wager: self._differences(wager, plan) for wager in stakes}
        return Combined(value, self._as_function(plan), differs)

    def _differences(self, wager: str, plan: Plan) -> dict[str, tuple[Decision, Decision]]:
        found: dict[str, tuple[Decision, Decision]] = {}
        solved, alone = self.solved({wager: 1}), self.plan(BestFor.of({wager: 1}))
        for choice in self.choices:
            rows, _ = solved.rows(choice)
            builder = SpotBuilder(self.game, choice.level, choice.situation)
            legal = self._legal(choice, builder)
            for state, row in enumerate(choice.level.rows.tolist()):
                here, best = int(plan[choice][state]), int(alone[choice][state])
                if rows[here] < rows[best]:
                    by_number = {number: decision for decision, number in legal[state]}
                    found[charts.hand_words(self, builder, row)] = by_number[here], by_number[best]
        return found

    def _as_function(self, plan: Plan) -> Decider:
        def decide(known: Known) -> Decision:
            found = self._find(known)
            choice, state = found.choice, found.state
            builder = SpotBuilder(self.game, choice.level, choice.situation)
            taken = next(d for d, number in self._legal(choice, builder)[state] if number == plan[choice][state])
            if not taken.discard:
                return taken
            number = self.tree.universe.number
            left = {found.renamed(number[card]): card for card in found.spot.dealt}
            return taken._replace(discard=tuple(left[number[card]] for card in taken.discard))

        return decide

    # --- counts ---

    @synchronized
    def played_for(self, payoff: Payoff) -> dict[int, Fraction]:
        """How many deals end in each of the outcomes when every decision is the best for other payoffs of theirs."""
        self.outcomes()
        solved = self._solver.values(payoff)
        return self._solver.tally({choice: solved.best(choice) for choice in self.choices})

    def _tally(self, strategy: Strategy) -> dict[int, Fraction]:
        return self._solver.tally(self.plan(strategy))

    @property
    def total(self) -> int:
        return self.tree.total

    @synchronized
    def side_total(self, wager: str) -> int:
        """The number of ways to deal the cards that the wager looks at."""
        self.outcomes()
        looks = self.endings.looks[wager]
        size = self.tree.universe.size
        if looks == "dealt":
            return comb(size, max(len(end.level.columns(OWN_GROUPS)) for end in self.tree.ends))
        most = max(self.tree.ends, key=lambda end: end.level.width)
        return self.total // self.endings.of(most).ways if looks == "own" else self.total

    # --- decisions ---

    @synchronized
    def advise(self, known: Known) -> tuple[str, list[Advice]]:
        if self._by_hand:
            check_cards(self.game, self.deck, (*known.cards, *known.community, *known.dealer))
            return self._of_hand(known.cards).advise(known)
        situation = self._find(known)
        choice, state, spot, _ = situation
        solved = self.solved()
        rows, ways = solved.rows(choice)
        order = self._order(choice)
        found: list[tuple[Fraction, int, Decision]] = []
        start = 0
        held = situation.own_cards()
        for option in choice.options:
            for index in np.flatnonzero(option.states == state).tolist():
                value = Fraction(int(rows[start + index]), ways * solved.scale)
                decision = option.template
                if option.thrown is not None:
                    decision = decision._replace(discard=tuple(held[column] for column in option.thrown[index]))
                found.append((value, int(order[start + index]), decision))
            start += len(option.states)
        found.sort(key=lambda item: (-item[0], item[1]))
        return choice.at, [Advice(decision, value) for value, _, decision in self._every(choice, spot, found)]

    @property
    def quick(self) -> bool:
        return cost_of(self.game).seconds <= QUICK

    @property
    def _by_hand(self) -> bool:
        """Whether counting all hands takes long, and counting the deals of one does not."""
        return not self._evaluated and self.known == NOTHING and not self.quick

    def _of_hand(self, cards: Iterable[Card]) -> Odds[G]:
        """The deals of one hand alone; a hand decides more than once, so the last ones are kept."""
        held = tuple(cards)
        if held not in self._hands:
            self._hands[held] = BySituation(self.game, known=ExtraKnowledge(first=held), sheet=copy(self.sheet))
            self._hands[held].limit = self.limit
            while len(self._hands) > KEPT_HANDS:
                del self._hands[next(iter(self._hands))]
        return self._hands[held]

    @synchronized
    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        if self._by_hand:
            check_cards(self.game, self.deck, (*known.cards, *known.community, *known.dealer))
            return self._of_hand(known.cards).outlook(known)
        return self._prospects.outlook(self._find(known))

    @cached_property
    def _prospects(self) -> Prospects:
        self.outcomes()
        return Prospects(self.sheet, self._solver, self.plan(OPTIMAL))

    def _every(
        self, choice: Choice, spot: Spot, found: list[tuple[Fraction, int, Decision]]
    ) -> Iterable[tuple[Fraction, int, Decision]]:
        """Add the decisions that differ only in which of two equivalent cards is thrown."""
        by_faces = {
            (*decision._replace(discard=None), self._faces(spot, decision.discard or ())): (value, order)
            for value, order, decision in found
        }
        every = []
        for _, decision in bet_extremes(self.game.offers(choice.at, spot)):
            value, order = by_faces[*decision._replace(discard=None), self._faces(spot, decision.discard or ())]
            every.append((value, order, decision))
        return sorted(every, key=lambda item: (-item[0], item[1]))

    def _find(self, known: Known) -> FoundSituation:
        check_cards(self.game, self.deck, (*known.cards, *known.community, *known.dealer))
        return find_situation(self.game, self.choices, known)

    # --- for people ---

    def general_charts(self, strategy: Strategy) -> list[Chart]:
        odds, strategy = self.counting(strategy)
        if odds is not self:
            return odds.general_charts(strategy)
        plan = self.plan(strategy)
        found = [charts.chart(self, choice, plan[choice]) for choice in self.choices if len(choice.options) > 1]
        return list(dict.fromkeys(found))  # earlier decisions may make no difference

    def general_card(self) -> tuple[str, tuple[CardLine, ...]]:
        plan = self.plan(OPTIMAL)
        lines = [
            line
            for choice in self.choices
            if len(choice.options) > 1
            for line in charts.lines(self, choice, plan[choice])
        ]
        return OPTIMAL, tuple(CardLine(line) for line in dict.fromkeys(lines) or ["There is nothing to decide."])


def _net(outcome: Outcome) -> Fraction:
    return outcome.net


def known_of(at: str, spot: Spot) -> Known:
    """What a player knows, from the spot at the time of the decision."""
    return Known(at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)
