"""Exact odds of any game, derived from its rules: strategies, counts, advice, charts."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, wraps
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError, IllegalAction
from houseway.odds import charts
from houseway.odds.backward_induction import Payoff, Plan, Solved, Solver, View
from houseway.odds.cost import cost_of
from houseway.odds.endings import Endings
from houseway.odds.game_odds import (
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    Decider,
    G,
    GameOdds,
    History,
    JointCount,
    Known,
    Labels,
    MainCount,
    Outlook,
    Row,
    Settlement,
    SideOutcome,
    Strategy,
    joined,
)
from houseway.odds.limits import limited
from houseway.odds.lookup import FoundSituation, check_cards, find_situation
from houseway.odds.nodes import Chance, Choice, GivenCards, Node, Sample, Split
from houseway.odds.outcomes import Outcome
from houseway.odds.probing import probe
from houseway.odds.prospects import Prospects
from houseway.odds.situations import SpotBuilder
from houseway.odds.tree import Tree
from houseway.odds.universe import Ints
from houseway.odds.walk import NeedsCards
from houseway.odds.walk import choices as bet_extremes
from houseway.rounding import short
from houseway.rules.game import Decision, Spot, find_offer
from houseway.rules.settlement import row_id

MOST_SECONDS = 600.0  # CPU time after which a count gives up, unless it was asked for explicitly
QUICK = 2.0  # seconds: if counting all hands takes longer, advice counts the one hand alone
KEPT_HANDS = 8
OWN_GROUPS = ("dealt", "held", "thrown")
Line = tuple[str, Fraction, int, int]  # of a side wager: label, odds, share of the meter in percent, prize in cents


F = TypeVar("F", bound=Callable[..., Any])


def synchronized(method: F) -> F:
    """For methods that compute and cache: serialises calls from several threads, keeps to the limit, and turns errors
    in a game's own rules into a `HousewayError` with one sentence."""

    @wraps(method)
    def locked(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._lock, limited(self.game.name, self.limit):
            try:
                return method(self, *arguments, **named)
            except (HousewayError, AssertionError):
                raise
            except NeedsCards as error:
                raise HousewayError(
                    f"{self.game.name} cannot be counted: its rules look at cards that are not dealt ({error})."
                ) from error
            except (TypeError, LookupError, ValueError, AttributeError, ArithmeticError, NotImplementedError) as error:
                raise HousewayError(
                    f"{self.game.name} cannot be counted: its rules fail with {type(error).__name__}, {error}."
                ) from error

    return cast(F, locked)


class AdvisedSituation(NamedTuple):
    """A situation at a decision point, the number of ways to deal its cards, and the value of each decision."""

    spot: Spot
    weight: int
    advice: list[Advice]


class Combined(NamedTuple):
    """The best decisions for several wagers together."""

    value: Fraction  # expected net of all stakes together, in their unit
    strategy: Decider
    # wager -> hand -> the decision made here and the best for the wager alone, where the difference costs the wager
    differs: Mapping[str, Mapping[str, tuple[Decision, Decision]]]


class BySituation(GameOdds[G]):
    """How a game is counted that brings no counting of its own.

    A game may subclass this to name its rows, to add printed strategies and a strategy card. `labels` may be another
    way of counting the same game, so that both name their rows alike.
    """

    limit: float | None = MOST_SECONDS  # CPU seconds of one question; None for no limit

    def __init__(
        self,
        game: G,
        *,
        labels: Labels[Any] | None = None,
        deck: Iterable[Card] | None = None,
        sample: Sample | None = None,
        only: GivenCards | None = None,
    ) -> None:
        super().__init__(game)
        self._sample, self._only = sample, only
        self._lock = threading.RLock()  # while one thread computes something, the others wait for it
        self.main = game.wagers.main
        self._labels: Labels[Any] = labels or self
        self._deck = None if deck is None else tuple(deck)
        self._plans: dict[Any, Plan] = {}
        self._tallies: dict[Any, dict[int, Fraction]] = {}
        self._solved: dict[Any, Solved] = {}
        self._weights: dict[Choice, Any] = {}
        self._hands: dict[tuple[Card, ...], BySituation[G]] = {}
        self._evaluated = False

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.wagers.sides

    # --- the tree and its values ---

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.game, deck=self._deck, sample=self._sample, only=self._only)

    @cached_property
    def endings(self) -> Endings:
        return Endings(self.game, self.tree, self._labels)

    @property
    def outcomes(self) -> list[Outcome]:
        """Every way in which a hand can end."""
        if not self._evaluated:
            for end in self.tree.ends:
                self.endings.of(end)
            if self._deck is None and self._only is None and (self._sample is None or self._sample.probes):
                probe(self.game, self.endings)
            self._evaluated = True
        return self.endings.outcomes

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.tree, self.endings)

    def solved(self, stakes: Mapping[str, Fraction | int] | None = None) -> Solved:
        """The value of every situation for these stakes; by default, for the main wager alone."""
        given = {self.main: Fraction(1)} if stakes is None else {name: Fraction(stakes[name]) for name in stakes}
        key = tuple(sorted(given.items()))
        assert self.outcomes is not None
        if key not in self._solved:
            self._solved[key] = self._solver.values(lambda outcome: self._worth(outcome, given))
        return self._solved[key]

    def _worth(self, outcome: Outcome, stakes: Mapping[str, Fraction]) -> Fraction:
        found = stakes.get(self.main, Fraction()) * outcome.net
        for side, line in zip(self.sides, outcome.sides, strict=True):
            if stakes.get(side):
                found += stakes[side] * self._side_net(side, line, None)
        return found

    def _side_net(self, side: str, line: Line, meter: int | None) -> Fraction:
        _, odds, percent, cents = line
        if not percent and not cents:
            return odds
        prize = cents + Fraction(percent, 100) * (self.game.wagers.meter_seed if meter is None else meter)
        return prize / self.game.wager[side].fixed - 1  # the stake is not returned

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

    def strategies(self) -> Mapping[str, str]:
        return {OPTIMAL: "the decision with the highest value everywhere"}

    def follow(self, strategy: str, known: Known) -> Decision:
        """What a named strategy decides; for the strategies that a game adds."""
        raise NotImplementedError(strategy)

    @cached_property
    def _decided_sides(self) -> frozenset[str]:
        """The side wagers that depend on what is decided."""
        if len(self.tree.ends) < 2 and not any(option.thrown for choice in self.choices for option in choice.options):
            return frozenset()
        return frozenset(side for side in self.sides if self._hangs_on_decisions(side))

    def _hangs_on_decisions(self, side: str) -> bool:
        index = self.sides.index(side)
        solved = self._solver.values(lambda outcome: self._side_net(side, outcome.sides[index], None))
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
    def plan(self, strategy: Strategy, wager: str = "") -> Plan:
        """What a strategy decides in every situation; `optimal` maximises the given wager."""
        strategy = self._best_for(strategy, wager)
        if strategy not in self._plans:
            self.check_strategy(strategy)
            self._plans[strategy] = (
                self._optimal(strategy) if isinstance(strategy, BestFor) else self._plan_of_function(strategy)
            )
        return self._plans[strategy]

    def _best_for(self, strategy: Strategy, wager: str) -> Strategy:
        """The strategy itself, or what `optimal` means for a wager."""
        return BestFor.of({wager or self.main: 1}) if strategy == OPTIMAL else strategy

    def _optimal(self, best: BestFor) -> Plan:
        stakes = dict(best.stakes)
        self.check_stakes(stakes)
        solved, main = self.solved(stakes), self.solved()
        return {choice: solved.best(choice, main, self._order(choice)) for choice in self.choices}

    def _order(self, choice: Choice) -> NDArray[np.int32]:
        """The rank of each row in the order that breaks ties."""
        ranks = [self._labels.preference(choice.at, option.template) for option in choice.options]
        starts = list(accumulate((len(option.states) for option in choice.options), initial=0))
        found, first = np.empty(starts[-1], np.int32), 0
        for option in sorted(range(len(ranks)), key=ranks.__getitem__):
            rows = found[starts[option] : starts[option + 1]]
            rows[:] = np.arange(first, first + len(rows))
            first += len(rows)
        return found

    def _plan_of_function(self, strategy: str | Decider) -> Plan:
        """A strategy's decisions, called once for each situation up to suit isomorphism."""
        decide: Decider = (lambda known: self.follow(strategy, known)) if isinstance(strategy, str) else strategy
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
        found = np.empty(len(choice.level), np.int64)
        for state, row in enumerate(choice.level.rows.tolist()):
            spot, _ = builder(row)
            decision = decide(known_of(choice.at, spot))
            offers = tuple(self.game.offers(choice.at, spot))
            offer = find_offer(offers, decision)
            key = (*self._rounded(decision, offer.decision), self._faces(spot, decision.discard or ()))
            if key not in legal[state]:
                raise IllegalAction(
                    f"{self.game.name} is counted with the smallest and the largest bet at {choice.at}, not with "
                    f"{short(decision.multiple)}x: the value of a bet in between is interpolated."
                )
            found[state] = legal[state][key]
        return found

    def _rounded(self, decision: Decision, legal: Decision) -> Decision:
        return legal._replace(multiple=decision.multiple or legal.multiple, discard=None)

    def _faces(self, spot: Spot, cards: Sequence[Card]) -> tuple[int, ...]:
        return tuple(sorted(self.tree.universe.faces(cards)))

    # --- situations and decisions, for charts and cards ---

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        """Every situation at a decision point, up to suit isomorphism, with its weight and all legal decisions.

        Hands that would have folded earlier under the best decisions are included, weighted as if they had not.
        """
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

    def played(self, strategy: Strategy, at: str, wager: str = "") -> Iterator[tuple[Spot, int, Decision]]:
        """Every situation at a decision point with its weight and what a strategy decides there."""
        plan = self.plan(strategy, wager)
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
        """The best decisions for stakes on several wagers, such as 5 on the main wager and 1 on a side wager."""
        self.check_stakes(stakes)
        best = BestFor.of(stakes)
        plan, deals = self.plan(best), self._tally(best).items()
        value = (
            sum((number * self._worth(self.outcomes[end], stakes) for end, number in deals), Fraction()) / self.total
        )
        differs = {wager: self._differences(wager, plan) for wager in stakes}
        return Combined(value, self._as_function(plan), differs)

    def _differences(self, wager: str, plan: Plan) -> dict[str, tuple[Decision, Decision]]:
        found: dict[str, tuple[Decision, Decision]] = {}
        solved, alone = self.solved({wager: 1}), self.plan(OPTIMAL, wager)
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
            found = self._find(known.cards, known.community, known.dealer, known.decisions)
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
        assert self.outcomes is not None
        solved = self._solver.values(payoff)
        return self._solver.tally({choice: solved.best(choice) for choice in self.choices})

    def _tally(self, strategy: Strategy, wager: str = "") -> dict[int, Fraction]:
        strategy = self._best_for(strategy, wager)
        if strategy not in self._tallies:
            self._tallies[strategy] = self._solver.tally(self.plan(strategy))
        return self._tallies[strategy]

    @property
    def total(self) -> int:
        """The number of deals that are counted."""
        return self.tree.total

    @synchronized
    def count(self, strategy: Strategy) -> MainCount:
        rows: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
        bonuses: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
        nets: dict[Fraction, Fraction] = defaultdict(Fraction)
        bet = Fraction()
        for number, deals in self._tally(strategy).items():
            outcome = self.outcomes[number]
            plain = outcome.net - sum((net for _, net in outcome.bonuses), Fraction())
            rows[outcome.label, plain] += deals
            for bonus in outcome.bonuses:
                bonuses[bonus] += deals
            nets[outcome.net] += deals
            bet += outcome.bet * deals
        total = self.total
        cases = self._row_cases
        table_rows = [
            *_rows(rows, self._labels.labels(), cases),
            *_rows(bonuses, self._labels.bonus_labels(), cases, bonus=True),
        ]
        distribution = {net: _whole(deals) for net, deals in sorted(nets.items()) if deals}
        return MainCount(total, tuple(table_rows), distribution, bet / total)

    @cached_property
    def _row_cases(self) -> dict[tuple[bool, str], str]:
        """The cases that each row of the main wager's table combines, by whether it is a bonus and its label."""
        found: dict[tuple[bool, str], list[str]] = defaultdict(list)
        for outcome in self.outcomes:
            found[False, outcome.label].append(self._labels.main_case(outcome.hand))
            cases = dict(outcome.cases)
            for wager, label in self._labels.bonuses(outcome.hand):
                found[True, label].append(cases.get(wager, row_id(wager, None)))
        return {key: joined(cases) for key, cases in found.items()}

    @synchronized
    def settlements(self, strategy: Strategy) -> Iterable[Settlement]:
        return [
            Settlement(_whole(deals), self.outcomes[number].hand) for number, deals in self._tally(strategy).items()
        ]

    @synchronized
    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        return self._cells(self._tally(strategy))

    def _cells(self, tally: Mapping[int, Fraction]) -> Iterable[JointCount]:
        found: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        indices = [{line: index for index, line in enumerate(self.side_lines(side))} for side in self.sides]
        for number, deals in tally.items():
            outcome = self.outcomes[number]
            rows = tuple(index[line] for index, line in zip(indices, outcome.sides, strict=True))
            weight, main = found.get(rows, (Fraction(), Fraction()))
            found[rows] = weight + deals, main + outcome.net * deals
        return [JointCount(_whole(weight), main, rows) for rows, (weight, main) in sorted(found.items())]

    def side_lines(self, wager: str) -> list[Line]:
        """The rows of a side wager's table that can occur, in printed order."""
        lines = self._lines(wager)
        printed = list(self._labels.side_labels(wager))
        return sorted(
            lines,
            key=lambda line: (
                printed.index(line[0]) if line[0] in printed else len(printed),
                -self._side_net(wager, line, None),
                line[0],
            ),
        )

    def _lines(self, wager: str) -> Iterable[Line]:
        index = self.sides.index(wager)
        return {outcome.sides[index] for outcome in self.outcomes}

    @synchronized
    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        index, cases = self.sides.index(wager), defaultdict[Line, list[str]](list)
        for outcome in self.outcomes:
            cases[outcome.sides[index]].append(dict(outcome.cases)[wager])
        return tuple(SideOutcome(*line, joined(cases[line])) for line in self.side_lines(wager))

    @synchronized
    def side_total(self, wager: str) -> int:
        """The number of ways to deal the cards that the wager looks at."""
        assert self.outcomes
        looks = self.endings.looks[wager]
        size = self.tree.universe.size
        if looks == "dealt":
            return comb(size, max(len(end.level.columns(OWN_GROUPS)) for end in self.tree.ends))
        most = max(self.tree.ends, key=lambda end: end.level.width)
        return self.total // self.endings.of(most).ways if looks == "own" else self.total

    # --- decisions ---

    @synchronized
    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        if self._by_hand:
            check_cards(self.game, self.game.deck, (*cards, *community, *dealer))
            return self._of_hand(cards).advise(cards, community, dealer=dealer, decisions=decisions)
        situation = self._find(cards, community, dealer, decisions)
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
        return not self._evaluated and self._only is None and self._deck is None and not self.quick

    def _of_hand(self, cards: Iterable[Card]) -> BySituation[G]:
        """The deals of one hand alone; a hand decides more than once, so the last ones are kept."""
        held = tuple(cards)
        if held not in self._hands:
            self._hands[held] = BySituation(self.game, labels=self._labels, only=GivenCards("dealt", held))
            self._hands[held].limit = self.limit
            while len(self._hands) > KEPT_HANDS:
                del self._hands[next(iter(self._hands))]
        return self._hands[held]

    @synchronized
    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        if self._by_hand:
            check_cards(self.game, self.game.deck, (*known.cards, *known.community, *known.dealer))
            return self._of_hand(known.cards).outlook(known)
        return self._prospects.outlook(self._find(known.cards, known.community, known.dealer, known.decisions))

    @cached_property
    def _prospects(self) -> Prospects:
        assert self.outcomes is not None
        return Prospects(self._labels, self._solver, self.plan(OPTIMAL))

    def decision(self, strategy: str, known: Known) -> Decision:
        if strategy == OPTIMAL:
            return super().decision(strategy, known)
        self.check_strategy(strategy)
        return self.follow(strategy, known)

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

    def _find(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...],
        dealer: tuple[Card, ...],
        decisions: History | None,
    ) -> FoundSituation:
        deck = self.game.deck if self._deck is None else self._deck
        check_cards(self.game, deck, (*cards, *community, *dealer))
        return find_situation(self.game, self.choices, cards, community, dealer, decisions)

    # --- for people ---

    @synchronized
    def charts(self, strategy: Strategy) -> list[Chart]:
        plan = self.plan(strategy)
        found = [charts.chart(self, choice, plan[choice]) for choice in self.choices if len(choice.options) > 1]
        return list(dict.fromkeys(found))  # earlier decisions may make no difference

    @synchronized
    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        plan = self.plan(OPTIMAL)
        lines = [
            line
            for choice in self.choices
            if len(choice.options) > 1
            for line in charts.lines(self, choice, plan[choice])
        ]
        return OPTIMAL, tuple(CardLine(line) for line in dict.fromkeys(lines) or ["There is nothing to decide."])


def known_of(at: str, spot: Spot) -> Known:
    """What a player knows, from the spot at the time of the decision."""
    return Known(at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)


def _rows(
    found: Mapping[tuple[str, Fraction], Fraction],
    labels: Sequence[str],
    cases: Mapping[tuple[bool, str], str],
    *,
    bonus: bool = False,
) -> list[Row]:
    """Rows that can occur, in printed order; then those without a printed name, the best first."""

    def row(label: str, net: Fraction) -> Row:
        return Row(label, net, _whole(found[label, net]), bonus, cases.get((bonus, label), ""))

    rows = []
    for label in labels:
        rows += [row(label, net) for net in sorted(net for name, net in found if name == label)]
    others = sorted(((name, net) for name, net in found if name not in labels), key=lambda key: -key[1])
    return rows + [row(name, net) for name, net in others]


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "the deals of a class must be whole"
    return value.numerator
