"""The game that is studied: its plain value, what a player holds when he first decides, and deals to try things on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError
from houseway.lab.protecting.changed import bare, first_decision, piles, steps_of
from houseway.odds import Odds, odds_of
from houseway.odds.by_suit_sets import Shape, shape_of
from houseway.odds.cache import solved
from houseway.odds.solution import Solution
from houseway.odds.walk import cards_needed
from houseway.rules.game import Game
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face, Step, Turn

Deals = NDArray[np.int64]  # a shuffled shoe in each row, as places in the game's deck
MOST_DEALT = 60_000_000  # cards of all deals together


class Setting:
    """A game, and what all studies of it need."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game, self.seed = game, seed
        self.deck: tuple[Card, ...] = tuple(game.deck)
        steps = steps_of(game)
        first = first_decision(steps)
        self.decisions = sum(isinstance(step, Decide) for step in steps)
        own = [
            step
            for step in steps[:first]
            if isinstance(step, Deal) and step.to == PLAYERS and step.face is not Face.BLIND
        ]
        self.own = sum(step.count for step in own)
        self.house_shows = any(_shows_house(step) for step in steps[:first])  # before the first decision
        self.cards_up = bool(own) and all(step.face is Face.UP for step in own)  # anybody may look at them
        self.dealers = sum(pile.count for pile in piles(game) if pile.to == DEALER and not pile.later)
        self._dealt: Deals = np.zeros((0, len(self.deck)), np.int64)

    @cached_property
    def solution(self) -> Solution:
        return solved(self.game)

    @property
    def plain(self) -> Fraction:
        """What the main wager is worth to a player who knows his own cards alone."""
        return self.solution.main.expected_value

    @cached_property
    def odds(self) -> Odds[Any]:
        return odds_of(self.game)

    @cached_property
    def shape(self) -> Shape | None:
        """How the game is counted suit by suit, where it can be."""
        return shape_of(self.game)

    @cached_property
    def ranks_alone(self) -> bool:
        """Whether suits mean nothing to the main wager, though they may to a side wager."""
        if self.shape is not None:
            return False
        if not self.game.suits_count:
            return True
        if not self.game.has_classes:
            return False
        try:
            return value_of(bare(self.game, suits=False)) == self.plain
        except HousewayError:  # two hands that differ in suits alone were paid differently
            return False

    @cached_property
    def bare(self) -> Game[Any]:
        """The main wager alone."""
        return bare(self.game, suits=self.game.suits_count and not self.ranks_alone)

    @cached_property
    def bare_odds(self) -> Odds[Any]:
        """The odds of a hand that knows its own cards alone."""
        return Odds(self.bare)

    @property
    def others(self) -> int:
        """How many other hands can be at the table."""
        if not self.own:
            return 0
        spare = len(self.deck) - cards_needed(steps_of(self.game))
        return max(0, min(self.game.seats - 1, spare // self.own))

    @property
    def most_deals(self) -> int:
        """How many deals fit into memory."""
        return MOST_DEALT // len(self.deck)

    def deals(self, count: int) -> Deals:
        """The first shuffled shoes of this seed: every study is made on the same ones."""
        if len(self._dealt) < count:
            if count > self.most_deals:
                raise OptionError(
                    f"{count:,} deals of {len(self.deck)} cards do not fit into memory: take {self.most_deals:,}."
                )
            random = np.random.default_rng(self.seed)
            self._dealt = random.random((count, len(self.deck))).argsort(axis=1)
        return self._dealt[:count]

    def cards(self, places: Sequence[int]) -> tuple[Card, ...]:
        return tuple(self.deck[place] for place in places)

    def without(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The deck without some cards."""
        out = Counter(cards)
        return tuple([card for card in self.deck if not out[card] or out.subtract((card,))])


def _shows_house(step: Step) -> bool:
    """Whether a step shows a card of the dealer's or a shared one."""
    if isinstance(step, Turn):
        return step.whose != PLAYERS
    return isinstance(step, Deal) and step.to != PLAYERS and step.face is Face.UP


def value_of(game: Game[Any]) -> Fraction:
    """What the main wager is worth to the best player, counted over every deal."""
    return Odds(game, exact=True).value
