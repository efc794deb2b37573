"""Exact odds of any game, derived from its rules: strategies, counts, advice, charts."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, wraps
from math import comb
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from houseway.cards import Card
from houseway.counting.game_odds import (
    OPTIMAL,
    Advice,
    CardLine,
    Cell,
    Chart,
    Decider,
    G,
    GameOdds,
    History,
    Known,
    Labels,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.derived import charts
from houseway.derived.cost import cost_of
from houseway.derived.endings import Endings, Outcome
from houseway.derived.levels import merged
from houseway.derived.probing import probe
from houseway.derived.situations import Maker
from houseway.derived.solving import Plan, Solved, Solver
from houseway.derived.tree import Chance, Choice, Node, Only, Sample, Split, Tree
from houseway.derived.universe import Ints, keys
from houseway.derived.walk import NeedsCards
from houseway.errors import CardError, HousewayError, IllegalAction, WagerError
from houseway.rules.game import Decision, Spot, find_offer

QUICK = 2.0  # seconds that a question about one hand may wait for all hands to be counted
OWN_GROUPS = ("dealt", "held", "thrown")
Line = tuple[str, Fraction, int, int]  # of a side wager: label, odds, share of the meter in percent, prize in cents


F = TypeVar("F", bound=Callable[..., Any])


def one_at_a_time(method: F) -> F:
    """For methods that work things out and keep them: servers ask from several threads. What goes wrong in a game's own
    rules is told in a sentence."""

    @wraps(method)
    def locked(self: Any, *arguments: Any, **named: Any) -> Any:
        with self._lock:
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


class Asked(NamedTuple):
    """A situation at a point of the round, in how many ways its cards come, and what each decision is worth."""

    spot: Spot
    weight: int
    advice: list[Advice]


class Combined(NamedTuple):
    """The best decisions when they serve several wagers."""

    value: Fraction  # expected net of all the stakes together, in their unit
    strategy: Decider
    # wager -> hand -> the decision here and for the wager alone, where that costs the wager something
    differs: Mapping[str, Mapping[str, tuple[Decision, Decision]]]


class Derived(GameOdds[G]):
    """How a game is counted that brings no counting of its own.

    A game may subclass this to name its rows, to add printed strategies and a strategy card. `labels` may be another
    way of counting the same game, so that both name their rows alike.
    """

    def __init__(
        self,
        game: G,
        *,
        labels: Labels[Any] | None = None,
        deck: Iterable[Card] | None = None,
        sample: Sample | None = None,
        only: Only | None = None,
    ) -> None:
        super().__init__(game)
        self._sample, self._only = sample, only
        self._lock = threading.RLock()  # one thread works something out, others wait for it
        self.main = game.main_wager
        self._labels: Labels[Any] = labels or self
        self._deck = None if deck is None else tuple(deck)
        self._plans: dict[Any, Plan] = {}
        self._tallies: dict[Any, dict[int, Fraction]] = {}
        self._solved: dict[Any, Solved] = {}
        self._weights: dict[Choice, Any] = {}
        self._evaluated = False

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.side_wagers

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
            if self._deck is None and self._only is None:
                probe(self.game, self.endings)
            self._evaluated = True
        return self.endings.outcomes

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.tree, self.endings)

    def solved(self, stakes: Mapping[str, Fraction | int] | None = None) -> Solved:
        """What every situation is worth to these stakes, the main wager alone where nothing is said."""
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
        prize = cents + Fraction(percent, 100) * (self.game.meter_seed if meter is None else meter)
        return prize / self.game.wager[side].fixed - 1  # the stake is not returned

    @cached_property
    def choices(self) -> list[Choice]:
        """Every point of the round where something is decided, in the order of play."""
        found: list[Choice] = []

        def walk(node: Node) -> None:
            if isinstance(node, Chance):
                walk(node.child)
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
        """What a named strategy decides; only for strategies that a game adds."""
        raise NotImplementedError(strategy)

    @cached_property
    def _decided_sides(self) -> frozenset[str]:
        """The side wagers that depend on what is decided."""
        if len(self.tree.ends) < 2 and not any(option.thrown for choice in self.choices for option in choice.options):
            return frozenset()
        return frozenset(side for side in self.sides if self._hangs_on_decisions(side))

    def _hangs_on_decisions(self, side: str) -> bool:
        place = self.sides.index(side)
        solved = self._solver.values(lambda outcome: self._side_net(side, outcome.sides[place], None))
        for choice in self.choices:
            rows, _ = solved.rows(choice)
            states = np.concatenate([option.states for option in choice.options])
            most = np.full(len(choice.level), rows.min() if len(rows) else 0, rows.dtype)
            least = np.full(len(choice.level), rows.max() if len(rows) else 0, rows.dtype)
            np.maximum.at(most, states, rows)
            np.minimum.at(least, states, rows)
            if (most != least).any():
                return True
        return False

    @one_at_a_time
    def side_strategies(self, wager: str) -> Mapping[str, str]:
        if wager not in self._decided_sides:
            return {}
        return {**self.strategies(), OPTIMAL: "the decision with the highest value for this wager"}

    @one_at_a_time
    def plan(self, strategy: Strategy, wager: str = "") -> Plan:
        """What a strategy decides in every situation; `optimal` is the best for the wager."""
        wager = wager or self.main
        key = strategy, wager if strategy == OPTIMAL else ""
        if key not in self._plans:
            self.check_strategy(strategy)
            self._plans[key] = self._optimal({wager: 1}) if strategy == OPTIMAL else self._asked(strategy)
        return self._plans[key]

    def _optimal(self, stakes: Mapping[str, Fraction | int]) -> Plan:
        solved, main = self.solved(stakes), self.solved()
        return {choice: solved.best(choice, main, self._order(choice)) for choice in self.choices}

    def _order(self, choice: Choice) -> Ints:
        """Rows in the order that decides between equals."""
        ranks = np.concatenate(
            [
                np.full(len(option.states), self._labels.preference(choice.at, option.template), np.int64)
                for option in choice.options
            ]
        )
        found = np.empty(len(ranks), np.int64)
        found[np.argsort(ranks, kind="stable")] = np.arange(len(ranks))
        return found

    def _asked(self, strategy: Strategy) -> Plan:
        """A strategy's answers, asked once for each situation that differs in more than suits."""
        decide: Decider = (lambda known: self.follow(strategy, known)) if isinstance(strategy, str) else strategy
        return {choice: self._answers(choice, decide) for choice in self.choices}

    def _answers(self, choice: Choice, decide: Decider) -> Ints:
        legal: list[dict[tuple[Any, ...], int]] = [{} for _ in range(len(choice.level))]
        start = 0
        for option in choice.options:
            for place, state in enumerate(option.states.tolist()):
                row = choice.level.rows[state]
                thrown = tuple(sorted(row[list(option.thrown[place])].tolist())) if option.thrown is not None else ()
                legal[state][*option.template._replace(discard=None), thrown] = start + place
            start += len(option.states)
        maker = Maker(self.game, choice.level, choice.situation)
        found = np.empty(len(choice.level), np.int64)
        for state, row in enumerate(choice.level.rows.tolist()):
            spot, _ = maker(row)
            decision = decide(known_of(choice.at, spot))
            offers = tuple(self.game.offers(choice.at, spot))
            offer = find_offer(offers, decision)
            key = (*self._rounded(decision, offer.decision), self._faces(spot, decision.discard or ()))
            if key not in legal[state]:
                raise IllegalAction(
                    f"{self.game.name} is counted with the smallest and the largest bet at {choice.at}, not with "
                    f"{float(decision.multiple):g}x: bets between are worth what lies between."
                )
            found[state] = legal[state][key]
        return found

    def _rounded(self, decision: Decision, legal: Decision) -> Decision:
        return legal._replace(multiple=decision.multiple or legal.multiple, discard=None)

    def _faces(self, spot: Spot, cards: Sequence[Card]) -> tuple[int, ...]:
        return tuple(sorted(self.tree.universe.faces(cards)))

    # --- what is decided where, for charts and cards ---

    def situations(self, at: str) -> Iterator[Asked]:
        """Every situation at a point of the round, up to suits, with how often it comes and all that may be decided.

        Hands that do not come so far under the best decisions are among them; their weight is as if they had.
        """
        solved = self.solved()
        for choice in self.choices:
            if choice.at != at:
                continue
            rows, ways = solved.rows(choice)
            maker = Maker(self.game, choice.level, choice.situation)
            weights = self.weights(choice)
            legal = self._legal(choice, maker)
            for state, row in enumerate(choice.level.rows.tolist()):
                spot, _ = maker(row)
                advice = [
                    Advice(decision, Fraction(int(rows[number]), ways * solved.scale))
                    for decision, number in legal[state]
                ]
                yield Asked(spot, weights[state], advice)

    def played(self, strategy: Strategy, at: str, wager: str = "") -> Iterator[tuple[Spot, int, Decision]]:
        """Every situation at a point of the round with its weight and what a strategy decides there."""
        plan = self.plan(strategy, wager)
        for choice in self.choices:
            if choice.at == at:
                maker = Maker(self.game, choice.level, choice.situation)
                weights, legal = self.weights(choice), self._legal(choice, maker)
                for state, row in enumerate(choice.level.rows.tolist()):
                    decision = next(decision for decision, number in legal[state] if number == plan[choice][state])
                    yield maker(row)[0], weights[state], decision

    def _legal(self, choice: Choice, maker: Maker) -> list[list[tuple[Decision, int]]]:
        """For each situation: every decision with its number among all rows."""
        found: list[list[tuple[Decision, int]]] = [[] for _ in range(len(choice.level))]
        start = 0
        for option in choice.options:
            for place, state in enumerate(option.states.tolist()):
                decision = option.template
                if option.thrown is not None:
                    cards = maker.cards(choice.level.rows[state].tolist())
                    decision = decision._replace(discard=tuple(cards[column] for column in option.thrown[place]))
                found[state].append((decision, start + place))
            start += len(option.states)
        return found

    def weights(self, choice: Choice) -> list[int]:
        """In how many ways the cards of each situation can be dealt."""
        weights = self._weights.get(choice)
        if weights is None:
            self._solver.weigh(self._weights)
            weights = self._weights[choice]
        return [int(weight) for weight in weights]

    # --- several wagers on one hand ---

    def check_wager(self, wager: str) -> None:
        if wager not in (self.main, *self.sides):
            legal = ", ".join((self.main, *self.sides))
            raise WagerError(f"{self.game.name} has no wager {wager!r} here: the wagers are {legal}.")

    @one_at_a_time
    def combined(self, stakes: Mapping[str, Fraction]) -> Combined:
        """The best decisions for stakes on several wagers, such as 5 on the main wager and 1 on a side wager."""
        for wager, stake in stakes.items():
            self.check_wager(wager)
            if stake < 0:
                raise WagerError(f"A stake of {stake} on {wager} is not possible: take 0 or more.")
        plan = self._optimal(stakes)
        value = (
            sum(
                (
                    deals * self._worth(self.outcomes[number], stakes)
                    for number, deals in self._solver.tally(plan).items()
                ),
                Fraction(),
            )
            / self.total
        )
        differs = {wager: self._differences(wager, plan) for wager in stakes}
        return Combined(value, self._as_function(plan), differs)

    def _differences(self, wager: str, plan: Plan) -> dict[str, tuple[Decision, Decision]]:
        found: dict[str, tuple[Decision, Decision]] = {}
        solved, alone = self.solved({wager: 1}), self.plan(OPTIMAL, wager)
        for choice in self.choices:
            rows, _ = solved.rows(choice)
            maker = Maker(self.game, choice.level, choice.situation)
            legal = self._legal(choice, maker)
            for state, row in enumerate(choice.level.rows.tolist()):
                here, best = int(plan[choice][state]), int(alone[choice][state])
                if rows[here] < rows[best]:
                    by_number = {number: decision for decision, number in legal[state]}
                    found[charts.hand_words(self, maker, row)] = by_number[here], by_number[best]
        return found

    def _as_function(self, plan: Plan) -> Decider:
        def decide(known: Known) -> Decision:
            choice, state, spot, renaming = self._found(known.cards, known.community, known.dealer, known.decisions)
            maker = Maker(self.game, choice.level, choice.situation)
            taken = next(d for d, number in self._legal(choice, maker)[state] if number == plan[choice][state])
            if not taken.discard:
                return taken
            left = {renaming.get(face, face): card for card in spot.dealt for face in self.tree.universe.faces([card])}
            return taken._replace(discard=tuple(left[face] for face in self.tree.universe.faces(taken.discard)))

        return decide

    # --- counts ---

    def _tally(self, strategy: Strategy, wager: str = "") -> dict[int, Fraction]:
        key = strategy, (wager or self.main) if strategy == OPTIMAL else ""
        if key not in self._tallies:
            self._tallies[key] = self._solver.tally(self.plan(strategy, wager))
        return self._tallies[key]

    @property
    def total(self) -> int:
        """The deals that are counted: the natural number, or a multiple where some of them would not be whole."""
        return self.tree.total

    @one_at_a_time
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
        made = [*_rows(rows, self._labels.labels()), *_rows(bonuses, self._labels.bonus_labels(), bonus=True)]
        distribution = {net: _whole(deals) for net, deals in sorted(nets.items()) if deals}
        return MainCount(total, tuple(made), distribution, bet / total)

    @one_at_a_time
    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        return self._cells(self._tally(strategy))

    @one_at_a_time
    def side_cells(self, wager: str, strategy: Strategy) -> Iterable[Cell]:
        self.check_wager(wager)
        return self._cells(self._tally(strategy, wager))

    def _cells(self, tally: Mapping[int, Fraction]) -> Iterable[Cell]:
        found: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}
        places = [{line: place for place, line in enumerate(self.side_lines(side))} for side in self.sides]
        for number, deals in tally.items():
            outcome = self.outcomes[number]
            rows = tuple(place[line] for place, line in zip(places, outcome.sides, strict=True))
            weight, main = found.get(rows, (Fraction(), Fraction()))
            found[rows] = weight + deals, main + outcome.net * deals
        return [Cell(_whole(weight), main, rows) for rows, (weight, main) in sorted(found.items())]

    def side_lines(self, wager: str) -> list[Line]:
        """The rows of a side wager's table that can come, in printed order."""
        place = self.sides.index(wager)
        lines = {outcome.sides[place] for outcome in self.outcomes}
        printed = list(self._labels.side_labels(wager))
        return sorted(
            lines,
            key=lambda line: (
                printed.index(line[0]) if line[0] in printed else len(printed),
                -self._side_net(wager, line, None),
                line[0],
            ),
        )

    @one_at_a_time
    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return tuple(SideOutcome(label, odds, percent, cents) for label, odds, percent, cents in self.side_lines(wager))

    @one_at_a_time
    def side_total(self, wager: str) -> int:
        """The ways of dealing the cards that the wager looks at."""
        assert self.outcomes
        looks = self.endings.looks[wager]
        size = self.tree.universe.size
        if looks == "dealt":
            return comb(size, max(len(end.level.columns(OWN_GROUPS)) for end in self.tree.ends))
        most = max(self.tree.ends, key=lambda end: end.level.width)
        return self.total // self.endings.of(most).ways if looks == "own" else self.total

    # --- decisions ---

    @one_at_a_time
    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        if not self._evaluated and self._only is None and self._deck is None and cost_of(self.game).seconds > QUICK:
            # All hands take long; all deals of this one do not.
            one = Derived(self.game, labels=self._labels, only=Only("dealt", tuple(cards)))
            self._check_cards((*cards, *community, *dealer))
            return one.advise(cards, community, dealer=dealer, decisions=decisions)
        choice, state, spot, renaming = self._found(cards, community, dealer, decisions)
        solved = self.solved()
        rows, ways = solved.rows(choice)
        order = self._order(choice)
        found: list[tuple[Fraction, int, Decision]] = []
        start = 0
        held = self._thrown_cards(choice, state, spot, renaming)
        for option in choice.options:
            for place in np.flatnonzero(option.states == state).tolist():
                value = Fraction(int(rows[start + place]), ways * solved.scale)
                decision = option.template
                if option.thrown is not None:
                    decision = decision._replace(discard=tuple(held[column] for column in option.thrown[place]))
                found.append((value, int(order[start + place]), decision))
            start += len(option.states)
        found.sort(key=lambda item: (-item[0], item[1]))
        return choice.at, [Advice(decision, value) for value, _, decision in self._every(choice, spot, found)]

    def _every(
        self, choice: Choice, spot: Spot, found: list[tuple[Fraction, int, Decision]]
    ) -> Iterable[tuple[Fraction, int, Decision]]:
        """Also the decisions that are the same but for which of two like cards is thrown."""
        by_faces = {
            (*decision._replace(discard=None), self._faces(spot, decision.discard or ())): (value, order)
            for value, order, decision in found
        }
        made = []
        from houseway.derived.walk import choices as ends

        for _, decision in ends(self.game.offers(choice.at, spot)):
            value, order = by_faces[*decision._replace(discard=None), self._faces(spot, decision.discard or ())]
            made.append((value, order, decision))
        return sorted(made, key=lambda item: (-item[0], item[1]))

    def _thrown_cards(self, choice: Choice, state: int, spot: Spot, renaming: Mapping[int, int]) -> dict[int, Card]:
        """Which of the player's own cards stands for each column of a situation."""
        universe = self.tree.universe
        dealt = choice.level.columns([g.where for g in choice.level.groups if g.where.startswith("dealt")])
        left = list(spot.dealt)
        found = {}
        for column in dealt:
            face = int(choice.level.rows[state][column])
            card = next(card for card in left if renaming.get(universe.number[card], universe.number[card]) == face)
            left.remove(card)
            found[column] = card
        return found

    def _found(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...],
        dealer: tuple[Card, ...],
        decisions: History | None,
    ) -> tuple[Choice, int, Spot, dict[int, int]]:
        """The point of the round, the situation and the spot that these cards belong to, and how faces are renamed."""
        self._check_cards((*cards, *community, *dealer))
        asked = []
        for choice in self.choices:
            sizes = _sizes(choice)
            asked.append(sizes)
            if sizes != (len(cards), len(community), len(dealer)):
                continue
            if decisions is not None and not _same_history(choice.situation.decisions, decisions):
                continue
            state, renaming = self._state(choice, cards, community, dealer)
            if state is not None:
                maker = Maker(self.game, choice.level, choice.situation)
                spot, _ = maker(choice.level.rows[state].tolist())
                own = spot._replace(dealt=cards, seen=spot.seen._replace(dealer=dealer, community=community))
                if decisions is not None:
                    own = own._replace(decisions=decisions)
                return choice, state, own, renaming
        raise CardError(self._no_decision((len(cards), len(community), len(dealer)), asked))

    def _check_cards(self, cards: tuple[Card, ...]) -> None:
        deck = list(self.game.deck if self._deck is None else self._deck)
        for card in cards:
            if card not in deck:
                raise CardError(f"{card} is there more often than the shoe of {self.game.name} has it.")
            deck.remove(card)

    def _no_decision(self, given: tuple[int, int, int], asked: list[tuple[int, int, int]]) -> str:
        def words(sizes: tuple[int, int, int]) -> str:
            names = ("of your own", "shared", "of the dealer's")
            return ", ".join(f"{size} {name}" for size, name in zip(sizes, names, strict=True) if size) or "no cards"

        if given in asked:
            return f"{self.game.name} leaves nothing to decide with these cards."
        legal = "; or ".join(dict.fromkeys(words(sizes) for sizes in asked))
        return f"{self.game.name} is decided with {legal}: {words(given)} are given."

    def _state(
        self, choice: Choice, cards: tuple[Card, ...], community: tuple[Card, ...], dealer: tuple[Card, ...]
    ) -> tuple[int | None, dict[int, int]]:
        piles = {"dealt": list(cards), "community": list(community), "dealer": list(dealer)}
        row = []
        for group in choice.level.groups:
            pile = piles[group.where.split()[0]]
            row += [pile.pop(0) for _ in range(group.size)]
        universe = self.tree.universe
        faces = np.array([universe.faces(row)], np.uint8)
        before = faces[0].tolist()
        found, _, perms = merged(universe, choice.level.groups, faces)
        renaming = {
            face: int(universe.face_of[universe.rank[face], perms[0, universe.suit[face]]])
            if universe.suit[face] >= 0
            else face
            for face in before
        }
        match = np.flatnonzero(keys(choice.level.rows) == keys(found)[0])
        return int(match[0]) if len(match) else None, renaming

    # --- for people ---

    @one_at_a_time
    def charts(self, strategy: Strategy) -> list[Chart]:
        plan = self.plan(strategy)
        found = [charts.chart(self, choice, plan[choice]) for choice in self.choices if len(choice.options) > 1]
        return list(dict.fromkeys(found))  # what was decided before may make no difference

    @one_at_a_time
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
    """What a player knows, from the spot as it is when a decision is asked for."""
    return Known(at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)


def _sizes(choice: Choice) -> tuple[int, int, int]:
    sizes = {"dealt": 0, "community": 0, "dealer": 0}
    for group in choice.level.groups:
        kind = group.where.split()[0]
        sizes[kind] = sizes.get(kind, 0) + group.size
    return sizes["dealt"], sizes["community"], sizes["dealer"]


def _same_history(one: tuple[tuple[str, Decision], ...], other: tuple[tuple[str, Decision], ...]) -> bool:
    def plain(history: tuple[tuple[str, Decision], ...]) -> list[Any]:
        return [(at, decision.choice, decision.multiple, len(decision.discard or ())) for at, decision in history]

    return plain(one) == plain(other)


def _rows(found: Mapping[tuple[str, Fraction], Fraction], labels: Sequence[str], *, bonus: bool = False) -> list[Row]:
    """Rows that can come, in printed order; those without a printed name after them, the best first."""
    rows = []
    for label in labels:
        mine = [(net, deals) for (name, net), deals in found.items() if name == label]
        rows += [Row(label, net, _whole(deals), bonus) for net, deals in sorted(mine)]
    others = sorted(((name, net) for name, net in found if name not in labels), key=lambda key: -key[1])
    return rows + [Row(name, net, _whole(found[name, net]), bonus) for name, net in others]


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "the deals of a class must be whole"
    return value.numerator
