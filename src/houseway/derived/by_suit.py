"""Games in which the strongest suit makes the hand: counted suit by suit, as products of small polynomials.

In each suit the dealer can hold any subset of the ranks that the player does not hold. The subsets up to a given
strength, counted by size, are the coefficients of a polynomial; the dealer's hands that are no stronger in any suit are
a coefficient of the product of four such polynomials. Strengths are visited in ascending order: each adds a few sets,
so the polynomials are updated incrementally at little cost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.derived.by_suit_loops import (
    count_hands,
    list_hands,
    pick_examples,
    split_by_comparison,
    subset_polynomials,
)
from houseway.derived.outcomes import Outcome, OutcomeRegistry
from houseway.derived.universe import Ints
from houseway.derived.walk import Piles, Walker, choices, flat, in_order
from houseway.errors import HousewayError
from houseway.rules.game import Decision, Game, HouseCards, Offer, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

SUITS = 4
MOST_TRIES = 5000
NO_PLAN: NDArray[np.int8] = np.zeros(0, np.int8)


class Shape(NamedTuple):
    """What is dealt: how many cards to the player, how many unseen to the dealer, and where the player decides."""

    player: int
    dealer: int
    at: str


def shape_of(game: Game[Any]) -> Shape | None:
    """The game's shape, if it can be counted by suits: one hand each, at most one decision, nothing shared or drawn."""
    if not game.by_suit or not game.has_classes or not game.suits_alike:
        return None
    player: list[int] = []
    dealer: list[int] = []
    decision_points: list[str] = []
    for step in flat(game.procedure):
        if isinstance(step, Deal):
            if step.when or step.to not in (PLAYERS, DEALER) or step.area != "dealt" or not step.count:
                return None
            if step.to == DEALER and step.face is Face.UP:
                return None
            (player if step.to == PLAYERS else dealer).append(step.count)
        elif isinstance(step, Decide):
            decision_points.append(step.at)
            if step.when:
                return None
        elif isinstance(step, Take) or (isinstance(step, Turn) and step.whose != PLAYERS and not decision_points):
            return None
    suits = [sorted(card.rank for card in game.deck if card.suit == suit) for suit in range(SUITS)]
    alike = all(ranks == suits[0] for ranks in suits) and len(set(suits[0])) == len(suits[0])
    if (
        len(player) != 1
        or len(dealer) != 1
        or len(decision_points) > 1
        or not alike
        or len(game.deck) != SUITS * len(suits[0])
    ):
        return None
    return Shape(player[0], dealer[0], decision_points[0] if decision_points else "")


class Kind(NamedTuple):
    """Hands that the rules treat alike except for strength: their fact, legal decisions and what side wagers pay."""

    fact: Hashable
    legal: tuple[tuple[Offer, Decision], ...]
    sides: tuple[Any, ...]


class Suits:
    """A game's hands, suit by suit."""

    def __init__(self, game: Game[Any], shape: Shape, registry: OutcomeRegistry) -> None:
        self.game, self.shape, self._registry = game, shape, registry
        self.ranks = sorted({card.rank for card in game.deck})
        self._cards = {(card.rank, card.suit): card for card in game.deck}
        self.walker: Walker = registry.walker
        self._classify()

    # --- sets of ranks, each in one suit ---

    def _classify(self) -> None:
        most = max(self.shape.player, self.shape.dealer)
        features: dict[int, tuple[Any, ...]] = {}
        for size in range(min(most, len(self.ranks)) + 1):
            for chosen in combinations(range(len(self.ranks)), size):
                ranks = tuple(self.ranks[index] for index in reversed(chosen))
                features[sum(1 << index for index in chosen)] = self.game.suit_class(ranks)
        self.strengths: list[Any] = sorted({found[0] for found in features.values()})
        order = {strength: index for index, strength in enumerate(self.strengths)}
        extras = len(next(iter(features.values()))) - 1
        values = [sorted({found[1 + extra] for found in features.values()}) for extra in range(extras)]
        # Sets in the order of strength; the indices of a set's further features are packed as digits of one number.
        self.sets: list[int] = sorted(features, key=lambda mask: (order[features[mask][0]], mask))
        self.strength: Ints = np.array([order[features[mask][0]] for mask in self.sets], np.int64)
        self.extra: Ints = np.array(
            [[values[extra].index(features[mask][1 + extra]) for extra in range(extras)] for mask in self.sets],
            np.int64,
        ).reshape(len(self.sets), extras)
        self.radix: Ints = np.array([len(found) for found in values], np.int64)
        self.index_of = {mask: index for index, mask in enumerate(self.sets)}
        self.masks: Ints = np.array(self.sets, np.int64)
        self.size: Ints = np.array([mask.bit_count() for mask in self.sets], np.int64)

    def _ranks(self, mask: int) -> list[int]:
        return [rank for index, rank in enumerate(self.ranks) if mask >> index & 1]

    def cards(self, sets: tuple[int, ...]) -> tuple[Card, ...]:
        """The cards of four sets, given by index, one for each suit."""
        return tuple(
            self._cards[rank, suit] for suit, index in enumerate(sets) for rank in self._ranks(self.sets[index])
        )

    # --- kinds of players' hands ---

    @cached_property
    def kinds(self) -> tuple[list[Kind], Ints, list[tuple[int, ...]]]:
        """The kinds, the kind by strength and further features (-1 if there is no such hand), a hand of each kind."""
        digits = int(np.prod(self.radix)) if len(self.radix) else 1
        examples = np.full((len(self.strengths), digits, SUITS), -1, np.int64)
        pick_examples(self._rows(), self.strength, self.extra, self.radix, examples)
        kinds: dict[Kind, int] = {}
        hands: list[tuple[int, ...]] = []
        number = np.full((len(self.strengths), digits), -1, np.int64)
        for strength, digit in np.argwhere(examples[:, :, 0] >= 0).tolist():
            sets = tuple(examples[strength, digit].tolist())
            kind = self._kind(self.cards(sets), strength)
            if kind not in kinds:
                hands.append(sets)
            number[strength, digit] = kinds.setdefault(kind, len(kinds))
        return list(kinds), number, hands

    def _kind(self, cards: tuple[Card, ...], strength: int) -> Kind:
        spot = Spot(1, self.walker.stakes, cards)
        found, fact = self.game.player_class(spot, HouseCards())
        if found != self.strengths[strength]:
            raise HousewayError(
                f"{self.game.name}: the strength of {' '.join(card.text for card in cards)} is not that of "
                "its best suit."
            )
        at = self.shape.at
        legal = tuple(choices(self.game.offers(at, spot))) if at else ()
        return Kind(fact, legal, tuple(self._registry.side_pay(side, spot) for side in self.game.side_wagers))

    def _by_size(self) -> tuple[Ints, Ints]:
        """The indices of the sets grouped by size, in order, and where each size starts."""
        most = int(self.size.max())
        indices = [np.flatnonzero(self.size == size) for size in range(most + 1)]
        starts = np.cumsum([0, *(len(found) for found in indices)]).astype(np.int64)
        return np.concatenate(indices).astype(np.int64), starts

    # --- the dealer ---

    @cached_property
    def dealer_facts(self) -> tuple[list[Hashable], Ints, Ints]:
        """The facts, and the strengths at which they change: the last strength of each run, and the run's fact."""
        facts: dict[Hashable, int] = {}
        ends: list[int] = []
        runs: list[int] = []
        for strength in range(len(self.strengths)):
            hand = self._dealers_hand((0,) * SUITS, strength, strength)
            if hand is None:
                number = runs[-1] if runs else 0
            else:
                found, fact = self.game.dealer_class(HouseCards(hand))
                if found != self.strengths[strength]:
                    raise HousewayError(
                        f"{self.game.name}: the strength of {' '.join(card.text for card in hand)} is not that of its "
                        "best suit."
                    )
                number = facts.setdefault(fact, len(facts))
            if runs and runs[-1] == number:
                ends[-1] = strength
            else:
                ends.append(strength)
                runs.append(number)
        return list(facts), np.array(ends, np.int64), np.array(runs, np.int64)

    def _dealers_hand(self, out: tuple[int, ...], low: int, high: int) -> tuple[Card, ...] | None:
        """A dealer's hand of a strength between low and high, given the sets that are out of play."""
        first, last = np.searchsorted(self.strength, [low, high + 1])
        for index in range(int(last) - 1, int(first) - 1, -1):
            mask = self.sets[index]
            for suit in range(SUITS):
                if not mask & self.sets[out[suit]]:
                    held = [mask if other == suit else 0 for other in range(SUITS)]
                    found = self._filled(out, held, int(self.strength[index]))
                    if found is not None:
                        return tuple(
                            [self._cards[rank, s] for s, ranks in enumerate(found) for rank in self._ranks(ranks)]
                        )
        return None

    def _filled(self, out: tuple[int, ...], held: list[int], strength: int) -> list[int] | None:
        """Add cards until the hand is complete, without exceeding the strength in any suit."""
        left = self.shape.dealer - sum(mask.bit_count() for mask in held)
        free = [
            (suit, 1 << index)
            for index in range(len(self.ranks))
            for suit in range(SUITS)
            if not (self.sets[out[suit]] | held[suit]) >> index & 1
        ]
        tries = 0

        def add(first: int, left: int) -> bool:
            nonlocal tries
            tries += 1
            if not left:
                return True
            for at in range(first, len(free) - left + 1):
                suit, card = free[at]
                index = self.index_of.get(held[suit] | card)
                if index is not None and self.strength[index] <= strength and tries < MOST_TRIES:
                    held[suit] |= card
                    if add(at + 1, left - 1):
                        return True
                    held[suit] ^= card
            return False

        return held if left >= 0 and add(0, left) else None

    # --- counting ---

    @property
    def ways(self) -> int:
        return comb(len(self.game.deck) - self.shape.player, self.shape.dealer)

    @property
    def total(self) -> int:
        return comb(len(self.game.deck), self.shape.player) * self.ways

    @cached_property
    def columns(self) -> list[tuple[int, int]]:
        """A dealer's fact, and how the player compares: above, equal, below."""
        return [(fact, stands) for fact in range(len(self.dealer_facts[0])) for stands in range(3)]

    def _outcome(self, decision: Decision | None, sets: tuple[int, ...], column: int) -> Outcome:
        """What the rules pay one witness: a player's hand against a dealer's hand of a column."""
        _, ends, runs = self.dealer_facts
        fact, stands = self.columns[column]
        mine = max(int(self.strength[index]) for index in sets)
        low, high = ((0, mine - 1), (mine, mine), (mine + 1, len(self.strengths) - 1))[stands]
        start = 0
        for end, run in zip(ends.tolist(), runs.tolist(), strict=True):
            if run == fact and max(low, start) <= min(high, end):
                hand = self._dealers_hand(sets, max(low, start), min(high, end))
                if hand is not None:
                    piles = Piles(dealt=self.cards(sets), dealer=hand)
                    return self._registry.outcome(self.walker.play(piles, in_order([decision] if decision else [])))
            start = end + 1
        raise AssertionError("a dealer's hand was counted that cannot be dealt")

    @cached_property
    def outcomes(self) -> dict[tuple[int, int, int], Outcome]:
        """What the rules pay, by kind, decision and column."""
        kinds, most, columns = self.kinds[0], self.most, len(self.columns)
        examples = np.full((len(kinds), columns, SUITS), -1, np.int64)
        none = np.zeros((len(kinds), most, columns), np.int64)
        self._count(none, np.zeros((len(kinds), most), np.int64), NO_PLAN, none.copy(), examples)
        found: dict[tuple[int, int, int], Outcome] = {}
        for kind, column in np.argwhere(examples[:, :, 0] >= 0).tolist():
            sets = tuple(examples[kind, column].tolist())
            for option, (_, decision) in enumerate(kinds[kind].legal or ((None, None),)):
                found[kind, option, column] = self._outcome(decision, sets, column)
        return found

    @property
    def most(self) -> int:
        """The largest number of decisions that any hand has."""
        return max((len(kind.legal) for kind in self.kinds[0]), default=0) or 1

    def tally(self, payoff: Callable[[Outcome], Fraction], order: Ints, plan: NDArray[np.int8] = NO_PLAN) -> Ints:
        """Deals by kind, decision and column; without a plan every hand is played optimally for the payoff."""
        worth = {index: payoff(outcome) for index, outcome in self.outcomes.items()}
        scale = lcm(*(value.denominator for value in worth.values()))
        nets = np.zeros((len(self.kinds[0]), self.most, len(self.columns)), np.int64)
        for index, value in worth.items():
            nets[index] = int(value * scale)
        counts = np.zeros_like(nets)
        self._count(nets, order, plan, counts, np.zeros((len(nets), nets.shape[2], SUITS), np.int64))
        return counts

    def _count(self, nets: Ints, order: Ints, plan: NDArray[np.int8], counts: Ints, examples: Ints) -> None:
        kinds, number, _ = self.kinds
        _, ends, runs = self.dealer_facts
        legal = np.array([len(kind.legal) or 1 for kind in kinds], np.int64)
        everything: Any = (
            *(self._rows(), self.shape.dealer, self.ways),
            *(self.masks, self.strength, self.extra, self.radix, self.size, len(self.ranks)),
            *(ends, runs, number, legal, nets, order, plan, counts, examples),
        )
        count_hands(*everything)

    def hands(self) -> Iterator[tuple[int, ...]]:
        """Every hand up to suit isomorphism, as the indices of four sets, in the order of counting."""
        return map(tuple, self._rows().tolist())

    def _rows(self) -> NDArray[np.int16]:
        indices, starts = self._by_size()
        count = list_hands(self.shape.player, indices, starts, self.size, np.zeros((0, SUITS), np.int16))
        rows = np.zeros((count, SUITS), np.int16)
        list_hands(self.shape.player, indices, starts, self.size, rows)
        return rows

    def standing(self, cards: tuple[Card, ...]) -> tuple[int, Ints]:
        """The kind of one hand, and the dealer's hands by column."""
        masks = [0] * SUITS
        for card in cards:
            masks[card.suit] |= 1 << self.ranks.index(card.rank)
        sets = sorted((self.index_of[mask] for mask in masks), reverse=True)
        _, of, _ = self.kinds
        _, ends, runs = self.dealer_facts
        found = np.zeros(len(self.columns), np.int64)
        mine = int(self.strength[sets[0]])
        polynomials = subset_polynomials(
            np.array([*ends[:-1].tolist(), mine - 1, mine], np.int64),
            self.masks,
            self.strength,
            self.size,
            len(self.ranks),
            self.shape.dealer,
        )
        whole = (1 << len(self.ranks)) - 1
        cumulative = []
        for table in polynomials:
            product = np.array([1], object)
            for index in sets:
                product = np.convolve(product, table[whole ^ self.sets[index]].astype(object))
            cumulative.append(int(product[self.shape.dealer]) if len(product) > self.shape.dealer else 0)
        split_by_comparison(mine, ends, runs, np.array(cumulative, np.int64), self.ways, found)
        digit = 0
        for extra in range(self.extra.shape[1]):
            digit = digit * int(self.radix[extra]) + int(self.extra[sets, extra].max())
        return int(of[mine, digit]), found
