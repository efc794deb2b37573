"""Other players' cards: known, they are out of the deck, and the game is counted with the rest of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.lab.protecting.given import gain
from houseway.lab.protecting.setting import Deals, Setting, value_of
from houseway.odds.by_situation import BySituation
from houseway.odds.cost import cost_of
from houseway.odds.engine import ExtraKnowledge
from houseway.odds.game_odds import Known
from houseway.odds.nodes import GivenCards
from houseway.rules.game import Decision

SMALL = 0.2  # seconds: such a game is counted whole, for all hands of the player's at once
COUNT_SECONDS = 0.05  # to set up a count, beside what it takes

Gains = Callable[[Deals], NDArray[np.float64]]


class OtherHands:
    """So many other hands, shown to the player before he decides."""

    def __init__(self, setting: Setting, hands: int) -> None:
        self.setting = setting
        self.cards = hands * setting.own
        self.small = cost_of(setting.bare).seconds <= SMALL
        self._ranks = Counter(card.rank for card in setting.deck)

    @property
    def cost(self) -> float:
        """Of an exact count, in seconds: one of the game for every set of ranks that may be out."""
        sets = comb(len(self._ranks) + self.cards - 1, self.cards)
        return sets * (COUNT_SECONDS + cost_of(self.setting.bare).seconds)

    def exact(self) -> Fraction:
        """The gain, where suits mean nothing: over all sets of ranks that the others may hold."""
        total = Fraction()
        for ranks in combinations_with_replacement(sorted(self._ranks), self.cards):
            out = Counter(ranks)
            ways = prod(comb(self._ranks[rank], count) for rank, count in out.items())
            if ways:
                total += ways * value_of(self.setting.bare, self._without(out))
        return total / comb(len(self.setting.deck), self.cards) - self.setting.plain

    def _without(self, out: Counter[int]) -> list[Card]:
        left, rest = [], out.copy()
        for card in self.setting.deck:
            if rest[card.rank]:
                rest[card.rank] -= 1
            else:
                left.append(card)
        return left

    def gains(self, deals: Deals) -> NDArray[np.float64]:
        one = self._whole if self.small else self._one_hand
        return np.array([one(deal) for deal in deals.tolist()])

    def _left(self, deal: Sequence[int]) -> list[Card]:
        first = self.setting.own + self.setting.dealers
        out = set(deal[first : first + self.cards])
        return [card for place, card in enumerate(self.setting.deck) if place not in out]

    def _whole(self, deal: Sequence[int]) -> float:
        """The others' cards are sampled; the best and the usual decisions are counted for every hand of the rest."""
        counted: BySituation[Any] = BySituation(self.setting.bare, known=ExtraKnowledge(tuple(self._left(deal))))
        best = counted.solved().mean(counted.tree.root, 0)
        usual = counted.count(self._usual)
        return float(best - sum(net * count for net, count in usual.distribution.items()) / Fraction(usual.total))

    def _usual(self, known: Known) -> Decision:
        decision = self.setting.usual(known.cards)
        assert decision is not None
        return decision

    def _one_hand(self, deal: Sequence[int]) -> float:
        """The others' cards and the player's are sampled."""
        own = self.setting.cards(deal[: self.setting.own])
        usual = self.setting.usual(own)
        if usual is None:
            return 0.0
        known = ExtraKnowledge(tuple(self._left(deal)), GivenCards("dealt", own))
        counted: BySituation[Any] = BySituation(self.setting.bare, known=known)
        return gain(counted, own, (), usual)
