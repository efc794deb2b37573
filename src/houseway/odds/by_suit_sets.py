"""The sets of ranks that a suit can hold, in games in which the strongest suit makes the hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.by_suit_loops import SUITS, Sets
from houseway.odds.universe import Ints
from houseway.odds.walk import flat
from houseway.rules.game import Game
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face, Take, Turn

MOST_TRIES = 5000
MOST_FLAGS = 20  # bits for the further features of a hand
WHOLE = 2**62  # sums of deals stay below
Numbers = NDArray[np.int32]


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


class SuitSets:
    """All sets of ranks of one suit, in the order of strength, and hands that are made of four of them."""

    def __init__(self, game: Game[Any], shape: Shape) -> None:
        self.game, self.shape = game, shape
        self.ranks = sorted({card.rank for card in game.deck})
        self._classify()

    @property
    def ways(self) -> int:
        return comb(len(self.game.deck) - self.shape.player, self.shape.dealer)

    @property
    def total(self) -> int:
        return comb(len(self.game.deck), self.shape.player) * self.ways

    def _classify(self) -> None:
        most = min(max(self.shape.player, self.shape.dealer), len(self.ranks))
        features: dict[int, tuple[Any, ...]] = {}
        for size in range(most + 1):
            for chosen in combinations(range(len(self.ranks)), size):
                ranks = tuple([self.ranks[index] for index in reversed(chosen)])
                features[sum([1 << index for index in chosen])] = self.game.suit_class(ranks)
        self.strengths: list[Any] = sorted({found[0] for found in features.values()})
        order = {strength: index for index, strength in enumerate(self.strengths)}
        self.masks: list[int] = sorted(features, key=lambda mask: (order[features[mask][0]], mask))
        self.strength: Ints = np.array([order[features[mask][0]] for mask in self.masks], np.int64)
        self.size: Ints = np.array([mask.bit_count() for mask in self.masks], np.int64)
        self.index_of = {mask: index for index, mask in enumerate(self.masks)}
        flags, self.flag_bits = [0] * len(self.masks), 0
        for extra in range(1, len(features[0])):
            values = sorted({found[extra] for found in features.values()})
            ones = {value: (1 << index) - 1 << self.flag_bits for index, value in enumerate(values)}
            flags = [flag | ones[features[mask][extra]] for flag, mask in zip(flags, self.masks, strict=True)]
            self.flag_bits += len(values) - 1
        self.flags: Ints = np.array(flags, np.int64)
        if self.flag_bits > MOST_FLAGS or self.total >= WHOLE:
            raise HousewayError(f"{self.game.name} is too large to be counted by suits.")
        reached = np.unique(self.flags)
        for _ in range(SUITS - 1):
            reached = np.unique(reached[:, None] | np.unique(self.flags))
        self.digits: Numbers = np.zeros(1 << self.flag_bits, np.int32)  # combinations of features, numbered
        self.digits[reached] = np.arange(len(reached))
        cards = {(card.rank, card.suit): card for card in self.game.deck}
        self._cards = [
            [tuple([cards[rank, suit] for rank in self._ranks(mask)]) for mask in self.masks] for suit in range(SUITS)
        ]

    def _ranks(self, mask: int) -> list[int]:
        return [rank for index, rank in enumerate(self.ranks) if mask >> index & 1]

    def ranks_of(self, index: int) -> tuple[int, ...]:
        """The ranks of a set, highest first."""
        return tuple(reversed(self._ranks(self.masks[index])))

    def weakest(self, strengths: Iterable[int]) -> list[tuple[int, ...]]:
        """A set of each strength; no ranks for one beyond all."""
        indices = np.searchsorted(self.strength, list(strengths)).tolist()
        return [self.ranks_of(index) if index < len(self.masks) else () for index in indices]

    def sets(self, high: int = 0) -> Sets:
        """The sets for the compiled loops; `high` is the lowest rank that is counted beside the best set, if any."""
        by_size = [np.flatnonzero(self.size == size) for size in range(int(self.size.max()) + 1)]
        above = self.above(high)
        return Sets(
            np.array(self.masks, np.int64),
            *(self.strength, self.size, self.flags),
            np.array([(mask & above).bit_count() for mask in self.masks], np.int64),
            np.concatenate(by_size).astype(np.int64),
            np.cumsum([0, *map(len, by_size)]).astype(np.int64),
            len(self.ranks),
            self.shape.player,
            self.shape.dealer,
            self._places(),
        )

    def _places(self) -> Ints:
        """The digits' places in the mixed radix, by size, in as few words as hold them."""
        found = np.zeros((self.shape.dealer + 1, 1), np.int64)
        place = 1
        for size in range(self.shape.dealer + 1):
            radix = comb(len(self.ranks), size) + 1
            if place * radix >= WHOLE:
                place, found = 1, np.column_stack([found, np.zeros_like(found[:, 0])])
            found[size, -1], place = place, place * radix
        return found

    def above(self, high: int) -> int:
        """The set of all ranks from one on; none for 0."""
        return sum(1 << index for index, rank in enumerate(self.ranks) if 0 < high <= rank)

    # --- hands ---

    def cards(self, sets: Iterable[int]) -> tuple[Card, ...]:
        """The cards of four sets, given by index, one for each suit."""
        return tuple([card for suit, index in enumerate(sets) for card in self._cards[suit][index]])

    def card(self, suit: int, rank: int) -> Card:
        """A card by its suit and the index of its rank."""
        return self._cards[suit][self.index_of[1 << rank]][0]

    def sets_of(self, cards: Iterable[Card]) -> list[int]:
        """The sets of a hand's suits, the best first."""
        masks = [0] * SUITS
        for card in cards:
            masks[card.suit] |= 1 << self.ranks.index(card.rank)
        return sorted((self.index_of[mask] for mask in masks), reverse=True)

    def hand_between(self, out: Sequence[int], low: int, high: int) -> tuple[Card, ...] | None:
        """A dealer's hand of a strength between low and high, given the sets that are out of play."""
        first, last = np.searchsorted(self.strength, [low, high + 1]).tolist()
        for index in range(last - 1, first - 1, -1):
            for suit in range(SUITS):
                if not self.masks[index] & self.masks[out[suit]]:
                    found = self._filled(out, [index if other == suit else 0 for other in range(SUITS)])
                    if found is not None:
                        return self.cards(found)
        return None

    def _filled(self, out: Sequence[int], held: list[int]) -> list[int] | None:
        """Add cards until the hand is complete, without exceeding the strength of the best set in any suit."""
        best = int(self.strength[max(held)])
        left = self.shape.dealer - sum(self.masks[index].bit_count() for index in held)
        free = [
            (suit, 1 << rank)
            for rank in range(len(self.ranks))
            for suit in range(SUITS)
            if not (self.masks[out[suit]] | self.masks[held[suit]]) >> rank & 1
        ]
        tries = 0

        def add(first: int, left: int) -> bool:
            nonlocal tries
            tries += 1
            if not left:
                return True
            for at in range(first, len(free) - left + 1):
                suit, card = free[at]
                before = held[suit]
                index = self.index_of.get(self.masks[before] | card)
                if index is not None and self.strength[index] <= best and tries < MOST_TRIES:
                    held[suit] = index
                    if add(at + 1, left - 1):
                        return True
                    held[suit] = before
            return False

        return held if left >= 0 and add(0, left) else None
