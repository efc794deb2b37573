"""Games in which the strongest suit makes the hand: counted suit by suit, as products of small polynomials.

A hand is four sets of ranks, one for each suit, and `suit_class` gives the strength of each set; the hand's strength is
the greatest of the four. So a dealer's hand does not exceed a strength s exactly if none of its four sets does. Let
f_i(k) be the number of sets of k cards up to s among the ranks that the player leaves in suit i. Picking one set in
each suit picks one term in each factor of

    (f_1(0) + f_1(1) x + f_1(2) x^2 + ...) (f_2(0) + ...) (f_3(0) + ...) (f_4(0) + ...)

and the exponents add up as cards do: the coefficient of x^7 is the number of the dealer's hands of seven cards up to s.
This is exact for any order of the sets, since nothing is assumed of strength but that it compares sets. Three kinds of
cuts s are needed: just below the player's strength, at it, and where the dealer's fact changes. Differences of these
cumulative counts give the dealer's hands by fact and comparison.

The player's hands are listed best set by best set, from the weakest up, so that the tables of f grow by the few sets
that each step adds. Beside a best set, two sets are interchangeable if they have one size, leave the dealer the same
polynomials at every cut, and raise the further features alike: neither the product nor the rules can tell them apart.
Classes of sets are combined instead of sets: in High Card Flush some hundred thousand states stand for 133,784,560
hands. To compare polynomials, each is one whole number: its coefficients are digits in a mixed radix, where the digit
of x^k goes up to the number of all sets of k ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import CountTooLarge, HousewayError
from houseway.odds.by_suit_loops import (
    SUITS,
    Classes,
    Facts,
    Held,
    Pays,
    Sets,
    Spread,
    States,
    Tables,
    Worth,
    count_dealers,
    decide_states,
    fill_cut,
    gains_by_suit,
    list_states,
    pick_examples,
    split_by_comparison,
)
from houseway.odds.by_suit_sets import WHOLE, Numbers, Shape, SuitSets
from houseway.odds.game_odds import ExtraKnowledge
from houseway.odds.outcomes import Outcome, OutcomeRegistry
from houseway.odds.universe import Ints
from houseway.odds.walk import Piles, Walker, choices, in_order
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot

ROOM = 1 << 16  # states that are listed at a time
BITS = 15  # for the ranks of a suit, four suits in a word
Options = NDArray[np.int8]


class Kind(NamedTuple):
    """Hands that the rules treat alike except for strength: their fact, legal decisions and what side wagers pay."""

    fact: Hashable
    legal: tuple[tuple[Offer, Decision], ...]
    sides: tuple[Any, ...]


class Block(NamedTuple):
    """Some states in the order of listing and their kinds."""

    states: States
    kinds: Numbers
    start: int  # how many states come before


NO_SPREAD = Spread(np.zeros((0, 0, 0), np.int64), np.zeros((0, 0, 0), np.int64))
Plan = Callable[[Block], Options] | None  # the decision of each state; None for the best


def part_of(states: States, part: Any) -> States:
    """Some of the states."""
    columns: Any = [column[part] for column in states]
    return States(*columns)


class Suits(SuitSets):
    """A game's hands, suit by suit."""

    def __init__(self, game: Game[Any], shape: Shape, registry: OutcomeRegistry) -> None:
        super().__init__(game, shape)
        self._registry = registry
        self.walker: Walker = registry.walker
        self.kinds: list[Kind] = []
        self._kind_of: dict[Hashable, int] = {}
        self._outcomes: dict[tuple[int, int, int], Outcome] = {}
        self.kind_table: Numbers = np.full((len(self.strengths), int(self.digits.max()) + 1), -1, np.int32)

    # --- states ---

    def tables(self, sets: Sets) -> Tables:
        """The polynomials as they are before the first best set."""
        fixed = self.dealer_facts[1][:-1].tolist()
        shape = len(fixed) + 2, 1 << len(self.ranks)
        tables = Tables(
            np.zeros((*shape, self.shape.dealer + 1), np.int32),
            np.zeros((*shape, sets.weights.shape[1]), np.int64),
            np.zeros(shape[1], np.int64),
            np.zeros(2, np.int64),
        )
        for cut, limit in enumerate(fixed):
            fill_cut(cut, limit, sets, tables)
        codes = tables.codes[:-2].transpose(1, 0, 2).reshape(shape[1], -1)
        if fixed:
            tables.fixed[:] = np.unique(codes, axis=0, return_inverse=True)[1].reshape(-1)
        return tables

    def classes(self, sets: Sets) -> Classes:
        """Room for the classes of one best set."""
        width = len(sets.starts) - 1, int(np.diff(sets.starts).max())
        room = 1 << (len(self.masks) * 2).bit_length()
        return Classes(
            np.zeros(len(self.masks), np.int32),
            np.zeros(width[0], np.int32),
            np.zeros(width, np.int32),
            np.zeros(width, np.int64),
            np.zeros(width, np.bool_),
            np.zeros((room + 1, 2 * sets.weights.shape[1] + 1), np.int64),
            np.zeros(room, np.int32),
        )

    def blocks(self, *, grouped: bool = True, high: int = 0) -> Iterator[Block]:
        """All states in order, or without grouping all hands up to suit isomorphism, some at a time."""
        sets = self.sets(high)
        tables, classes = self.tables(sets), self.classes(sets)
        first, room, start = 0, ROOM, 0
        while first < len(self.masks):
            states = States(
                np.zeros((room, SUITS), np.int32),
                np.zeros(room, np.int32),
                np.zeros(room, np.int32),
                np.zeros(room, np.int64),
                np.zeros((room, len(self.columns)), np.int64),
            )
            after, filled = list_states(first, grouped, sets, tables, self._facts, classes, states)
            if after == first:
                room *= 2
                continue
            states = part_of(states, slice(filled))
            yield Block(states, self._kinds_of(states), start)
            first, start = after, start + filled

    @cached_property
    def states(self) -> list[Block]:
        """All states, grouped."""
        return list(self.blocks())

    def hands(self) -> Iterator[list[int]]:
        """Every hand up to suit isomorphism, as its sets, in the order of counting."""
        for block in self.blocks(grouped=False):
            yield from block.states.sets.tolist()

    def _kinds_of(self, states: States) -> Numbers:
        """The kind of each state: it follows from the strength and the further features."""
        strengths, digits = self.strength[states.sets[:, 0]], self.digits[states.flags]
        found: Numbers = self.kind_table[strengths, digits]
        unknown = np.flatnonzero(found < 0)
        if len(unknown):
            pairs = strengths[unknown] * self.kind_table.shape[1] + digits[unknown]
            for index in unknown[np.unique(pairs, return_index=True)[1]].tolist():
                sets, strength = states.sets[index].tolist(), int(strengths[index])
                self.kind_table[strength, digits[index]] = self.kind(self.cards(sets), strength)
            found = self.kind_table[strengths, digits]
        return found

    def kind(self, cards: tuple[Card, ...], strength: int) -> int:
        """The number of a hand's kind."""
        spot = Spot(1, self.walker.stakes, cards)
        fact = self._fact(self.game.player_class(spot, HouseCards()), cards, strength)
        number = self._kind_of.setdefault(fact, len(self.kinds))
        if number == len(self.kinds):
            legal = tuple(choices(self.game.offers(self.shape.at, spot))) if self.shape.at else ()
            sides = tuple(self._registry.side_pay(side, spot) for side in self.game.wagers.sides)
            self.kinds.append(Kind(fact, legal, sides))
        return number

    def _fact(self, found: tuple[Any, Hashable], cards: tuple[Card, ...], strength: int) -> Hashable:
        if found[0] != self.strengths[strength]:
            raise HousewayError(
                f"{self.game.name}: the strength of {' '.join(card.text for card in cards)} is not that of its best "
                "suit."
            )
        return found[1]

    # --- the dealer ---

    @cached_property
    def dealer_facts(self) -> tuple[list[Hashable], Ints, Ints]:
        """The facts, and the strengths at which they change: the last strength of each run, and the run's fact."""
        facts: dict[Hashable, int] = {}
        ends: list[int] = []
        runs: list[int] = []
        rest: dict[int, tuple[Card, ...]] = {}  # by the best set's size: other cards of a weaker hand, so of this too
        last = np.searchsorted(self.strength, range(1, len(self.strengths) + 1)) - 1
        largest = SUITS * np.maximum.accumulate(self.size)[last]  # more cards exceed the strength in some suit
        for strength, index in enumerate(last.tolist()):
            size, hand = self.masks[index].bit_count(), None
            if size in rest:
                hand = self._cards[0][index] + rest[size]
            elif largest[strength] >= self.shape.dealer:
                hand = self.hand_between((0,) * SUITS, strength, strength)
                if hand is not None and hand[:size] == self._cards[0][index]:
                    rest[size] = hand[size:]
            if hand is None:
                number = runs[-1] if runs else 0
            else:
                fact = self._fact(self.game.dealer_class(HouseCards(hand)), hand, strength)
                number = facts.setdefault(fact, len(facts))
            if runs and runs[-1] == number:
                ends[-1] = strength
            else:
                ends.append(strength)
                runs.append(number)
        return list(facts), np.array(ends, np.int64), np.array(runs, np.int64)

    # --- counting ---

    @property
    def _facts(self) -> Facts:
        return Facts(*self.dealer_facts[1:], self.ways)

    @cached_property
    def columns(self) -> list[tuple[int, int]]:
        """A dealer's fact, and how the player compares: above, equal, below."""
        return [(fact, stands) for fact in range(len(self.dealer_facts[0])) for stands in range(3)]

    def outcome(self, kind: int, option: int, column: int, sets: Sequence[int]) -> Outcome:
        """What the rules pay a kind of hand with a decision against a column: a witness with these sets is played."""
        found = self._outcomes.get((kind, option, column))
        if found is None:
            legal: list[Decision | None] = [*(decision for _, decision in self.kinds[kind].legal)] or [None]
            piles = Piles(dealt=self.cards(sets), dealer=self._met(sets, column))
            for number, decision in enumerate(legal):
                hand = self.walker.play(piles, in_order([] if decision is None else [decision]))
                self._outcomes[kind, number, column] = self._registry.outcome(hand)
            found = self._outcomes[kind, option, column]
        return found

    def _met(self, sets: Sequence[int], column: int) -> tuple[Card, ...]:
        """A dealer's hand of a column for a player's hand."""
        _, ends, runs = self.dealer_facts
        fact, stands = self.columns[column]
        mine = max(int(self.strength[index]) for index in sets)
        low, high = ((0, mine - 1), (mine, mine), (mine + 1, len(self.strengths) - 1))[stands]
        start = 0
        for end, run in zip(ends.tolist(), runs.tolist(), strict=True):
            if run == fact and max(low, start) <= min(high, end):
                hand = self.hand_between(sets, max(low, start), min(high, end))
                if hand is not None:
                    return hand
            start = end + 1
        raise AssertionError("a dealer's hand was counted that cannot be dealt")

    @cached_property
    def outcomes(self) -> dict[tuple[int, int, int], Outcome]:
        """What the rules pay, by kind, decision and column, as far as these occur."""
        for states, kinds, _ in self.states:
            found = np.full((len(self.kinds), len(self.columns)), -1, np.int64)
            pick_examples(states, kinds, found)
            for kind, column in np.argwhere(found >= 0).tolist():
                self.outcome(kind, 0, column, states.sets[found[kind, column]].tolist())
        return self._outcomes

    @property
    def most(self) -> int:
        """The largest number of decisions that any hand has."""
        return max((len(kind.legal) for kind in self.kinds), default=0) or 1

    def pays(self, payoff: Callable[[Outcome], Fraction], order: Ints, *, summed: bool = False) -> Pays:
        """What decisions net, in whole parts; `summed` over all deals it must fit into a word too."""
        worth = {index: payoff(outcome) for index, outcome in self.outcomes.items()}
        scale = lcm(*(value.denominator for value in worth.values()))
        largest = max((abs(value) * scale for value in worth.values()), default=0)
        if largest * (self.total if summed else self.ways) >= WHOLE:
            raise HousewayError(f"{self.game.name} pays too much, or in parts too small, to be added up exactly.")
        nets = np.zeros((len(self.kinds), self.most, len(self.columns)), np.int64)
        for index, value in worth.items():
            nets[index] = int(value * scale)
        return Pays(np.array([len(kind.legal) or 1 for kind in self.kinds], np.int64), nets, order)

    @property
    def plays(self) -> list[Decision]:
        """The decisions of all kinds, the smallest bet first."""
        assert self.states  # every kind is known then
        found = dict.fromkeys(decision for kind in self.kinds for _, decision in kind.legal)
        return sorted(found, key=lambda decision: decision.multiple)

    def play_numbers(self) -> Ints:
        """The number of the play, by kind and decision."""
        plays = {decision: number for number, decision in enumerate(self.plays)}
        found = np.zeros((len(self.kinds), self.most), np.int64)
        for kind, (_, legal, _) in enumerate(self.kinds):
            found[kind, : len(legal)] = [plays[decision] for _, decision in legal]
        return found

    def tally(self, pays: Pays, plan: Plan = None, blocks: Iterable[Block] | None = None) -> Ints:
        """Deals by kind, decision and column; without a plan every hand is played optimally."""
        counts = np.zeros(pays.nets.shape, np.int64)
        for block in self.states if blocks is None else blocks:
            self.decide(block, pays, plan, counts, NO_SPREAD)
        return counts

    def spread(self, pays: Pays, plan: Plan, blocks: Iterable[Block]) -> Spread:
        """How a plan plays by best set and measure."""
        shape = len(self.masks), 1 + self.shape.player
        found = Spread(np.zeros((*shape, len(self.plays) or 1), np.int64), np.zeros((*shape, self.most), np.int64))
        for block in blocks:
            self.decide(block, pays, plan, np.zeros(pays.nets.shape, np.int64), found)
        return found

    def decide(self, block: Block, pays: Pays, plan: Plan, counts: Ints, spread: Spread) -> Options:
        """The decision of each state; its deals are added to the counts."""
        options = np.zeros(len(block.kinds), np.int8) if plan is None else plan(block)
        states, kinds, _ = block
        decide_states(states, kinds, pays, options, plan is not None, counts, spread, self.play_numbers())
        return options

    def values(self, block: Block, pays: Pays) -> Ints:
        """What each decision of each state nets, in parts, against all of the dealer's hands."""
        found: Ints = np.einsum("sc,soc->so", block.states.columns, pays.nets[block.kinds])
        return found

    def standing(self, cards: tuple[Card, ...]) -> tuple[int, list[int], Ints]:
        """The kind of one hand, its sets, and the dealer's hands by column."""
        sets = self.sets_of(cards)
        mine, none = int(self.strength[sets[0]]), np.zeros(SUITS, np.int64)
        limits = np.array([*self.dealer_facts[1][:-1].tolist(), mine - 1, mine])
        below, found = np.zeros(len(limits), np.int64), np.zeros(len(self.columns), np.int64)
        left = np.array([(1 << len(self.ranks)) - 1 ^ self.masks[index] for index in sets])
        strength = self._by_mask(self.strength, -1)
        count_dealers(left, none, none, self.shape.dealer, limits, strength, self._choose, below)
        split_by_comparison(mine, self._facts, below, found)
        return self.kind(cards, mine), sets, found

    # --- hands that know more than their own cards ---

    def _by_mask(self, values: Ints, nothing: int) -> Ints:
        """Values of sets, by the bits of their ranks."""
        found = np.full(1 << len(self.ranks), nothing, np.int64)
        found[self.masks] = values
        return found

    @cached_property
    def _choose(self) -> Ints:
        most = len(self.ranks) + 1
        return np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.int64)

    @cached_property
    def _worth(self) -> Worth:
        nets = np.zeros((len(self.kinds), self.most, len(self.columns)))
        for index, outcome in self.outcomes.items():
            nets[index] = float(outcome.net)
        legal = np.array([len(kind.legal) or 1 for kind in self.kinds], np.int64)
        strength, flags = self._by_mask(self.strength, -1), self._by_mask(self.flags, 0)
        return Worth(strength, flags, self.digits, self.kind_table, legal, nets, self._choose)

    def gains(self, known: Sequence[ExtraKnowledge]) -> NDArray[np.float64]:
        """How much more the best decisions are worth to hands that know more than their own cards."""
        assert self.outcomes is not None  # every kind is known then
        place = {card: 1 << card.suit * BITS + self.ranks.index(card.rank) for card in self.game.deck}
        every = sum(place.values())

        def bits(cards: Iterable[Card]) -> int:
            return sum([place[card] for card in cards])

        rows = []
        for one in known:
            own, shown = bits(one.first or ()), 0 if one.ranks_alone else bits(one.dealer)
            rows.append((own, shown, (every if one.shoe is None else bits(one.shoe)) ^ own ^ shown))
        masks = np.array(rows, np.int64)[:, :, None] >> BITS * np.arange(SUITS) & (1 << BITS) - 1
        others = np.array([one.suits or (0,) * SUITS for one in known], np.int64)
        unseen = len(place) - self.shape.player
        beside = np.array([float(comb(unseen - out, self.shape.dealer)) for out in range(unseen + 1)])
        if (self._choose[-1, others].prod(axis=1, dtype=float) * beside[others.sum(axis=1)]).max() >= WHOLE:
            raise CountTooLarge(f"{self.game.name} has too many hands of which only the suits are known.")
        marked = [sorted(self.ranks.index(card.rank) for card in one.dealer) * one.ranks_alone for one in known]
        held = Held(masks[:, 0], masks[:, 1], masks[:, 2], others, np.array(marked, np.int64))
        found = np.zeros(len(rows))
        _, ends, runs = self.dealer_facts
        gains_by_suit(held, self.shape.dealer, (1 << len(self.ranks)) - 1, ends, runs, self._worth, found)
        return found
