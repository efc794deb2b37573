"""The general way of counting: a tree of situations up to suits, solved from the end of the round to its start."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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
from houseway.odds.engine import AdvisedSituation, Odds, synchronized
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
    Stakes,
    Strategy,
)
from houseway.odds.lookup import FoundSituation, check_cards, find_situation
from houseway.odds.nodes import Chance, Choice, Node, Sample, Split
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import probe
from houseway.odds.prospects import chances_of, outlook_of
from houseway.odds.situations import SpotBuilder
from houseway.odds.sizes import BetsBetween
from houseway.odds.tree import Tree
from houseway.odds.universe import Ints
from houseway.odds.walk import choices as bet_extremes
from houseway.odds.walk import flat, kind_of
from houseway.rules.game import Decision, Spot, find_offer
from houseway.rules.procedure import COMMUNITY, Decide

MOST_SOLVED = 16  # stakes that the value of every situation is kept for
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
        them, and no others do. Cards in sight would part them too."""
        if any(group.where.startswith(COMMUNITY) for group in choice.level.groups):
            raise HousewayError(f"{self.game.name}: cards are not counted by ranks alone beside shared cards in sight.")
        rows, _ = self.solved().rows(choice)
        weights, sums = self.weights(choice), defaultdict[Any, int](int)
        places: dict[Any, dict[int, int]] = defaultdict(dict)
        for state, number, option, row in choice.legal():
            made = kind_of(option.template), option.thrown[row] if option.thrown is not None else ()
            sums[made] += int(rows[number]) * weights[state]
            places[made][state] = number
        best = places[max(sums, key=sums.__getitem__)]
        return np.array([best[state] for state in range(len(choice.level))], np.int64)

    def solved(self, stakes: Mapping[str, Fraction | int] | None = None) -> Solved:
        """The value of every situation for these stakes; by default, for the main wager alone."""
        given = {self.main: Fraction(1)} if stakes is None else {name: Fraction(stakes[name]) for name in stakes}
        key = tuple(sorted(given.items()))
        self.outcomes()
        if key not in self._solved:
            self._solved[key] = self._solver.values(lambda outcome: self._worth(outcome, given))
            while len(self._solved) > MOST_SOLVED:
                del self._solved[next(iter(self._solved))]
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
        for state, number, option, index in choice.legal():
            row = choice.level.rows[state]
            thrown = tuple(sorted(row[list(option.thrown[index])].tolist())) if option.thrown is not None else ()
            legal[state][*kind_of(option.template), thrown] = number
        builder = SpotBuilder(self.game, choice.level, choice.situation)
        found, between = np.empty(len(choice.level), np.int64), set[Any]()
        for state, row in enumerate(choice.level.rows.tolist()):
            spot, _ = builder(row)
            decision = decide(known_of(choice.at, spot))
            offers = tuple(self.game.offers(choice.at, spot))
            offer = find_offer(offers, decision)
            bet = offer.decision._replace(multiple=decision.multiple or offer.decision.multiple)
            key = (*kind_of(bet), self._faces(decision))
            if key not in legal[state]:
                between.add(decision.multiple)
            else:
                found[state] = legal[state][key]
        if between:
            raise BetsBetween(self.game.name, choice.at, between)
        return found

    def _faces(self, decision: Decision) -> tuple[int, ...]:
        """What a decision throws, as the rules distinguish it."""
        return tuple(sorted(self.tree.universe.faces(decision.discard or ())))

    # --- situations and decisions, for charts and cards ---

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        solved = self.solved()
        for choice in self.choices:
            if choice.at != at:
                continue
            rows, ways = solved.rows(choice)
            builder = SpotBuilder(self.game, choice.level, choice.situation)
            weights = self.weights(choice)
            legal = self.legal(choice, builder)
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
                weights, legal = self.weights(choice), self.legal(choice, builder)
                for state, row in enumerate(choice.level.rows.tolist()):
                    decision = next(decision for decision, number in legal[state] if number == plan[choice][state])
                    yield builder(row)[0], weights[state], decision

    def legal(self, choice: Choice, builder: SpotBuilder) -> list[list[tuple[Decision, int]]]:
        """For each situation: every decision with its number among all rows."""
        found: list[list[tuple[Decision, int]]] = [[] for _ in range(len(choice.level))]
        for state, number, option, index in choice.legal():
            cards = builder.cards(choice.level.rows[state].tolist()) if option.thrown is not None else ()
            found[state].append((option.decision(index, cards), number))
        return found

    def weights(self, choice: Choice) -> list[int]:
        """The number of ways to deal the cards of each situation."""
        weights = self._weights.get(choice)
        if weights is None:
            self._solver.weigh(self._weights)
            weights = self._weights[choice]
        return [int(weight) for weight in weights]

    def decision(self, strategy: Strategy, known: Known) -> Decision:
        if not isinstance(strategy, BestFor):
            return super().decision(strategy, known)
        situation = self._find(known)
        number = self.plan(strategy)[situation.choice][situation.state]
        return next(made for made, row, _ in self._worth_of(situation, self.solved()) if row == number)

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
    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        if self._by_hand:
            check_cards(self.game, self.deck, (*known.cards, *known.community, *known.dealer))
            return self._of_hand(known.cards).advise(known, beside)
        decided = {side: stake for side, stake in (beside or {}).items() if stake and side in self.decided_sides}
        situation = self._find(known)
        order, solved = self._order(situation.choice), self.solved({self.main: 1, **decided})
        worth = sorted(self._worth_of(situation, solved), key=lambda item: (-item[2], order[item[1]]))
        return situation.choice.at, [Advice(decision, value) for decision, _, value in worth]

    def _worth_of(self, situation: FoundSituation, solved: Solved) -> Iterator[tuple[Decision, int, Fraction]]:
        """Every legal decision in a situation, also those that differ only in which of two equivalent cards is thrown,
        with the number of its row and its value."""
        choice, state, spot, _ = situation
        (rows, ways), held = solved.rows(choice), situation.own_cards()
        numbers = {}
        for _, number, option, index in choice.legal(state):
            numbers[*kind_of(option.template), self._faces(option.decision(index, held))] = number
        for _, decision in bet_extremes(self.game.offers(choice.at, spot)):
            number = numbers[*kind_of(decision), self._faces(decision)]
            yield decision, number, Fraction(int(rows[number]), ways * solved.scale)

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
        situation = self._find(known)
        shares: dict[Decision, list[Fraction]] = {}
        for solved in self._chances:
            for decision, _, share in self._worth_of(situation, solved):
                shares.setdefault(decision, []).append(share)
        return {decision: outlook_of(found) for decision, found in shares.items()}

    @cached_property
    def _chances(self) -> list[Solved]:
        """What `chances_of` asks, under the best play."""
        plan = self.plan(OPTIMAL)
        return [
            self._solver.values(lambda outcome, holds=holds: Fraction(holds(outcome)), plan)  # type: ignore[misc]
            for holds in chances_of(self.sheet, self.outcomes())
        ]

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
