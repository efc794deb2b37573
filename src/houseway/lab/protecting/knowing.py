"""Cards that a player knows beside his own: what they are worth, counted with them as the engine's extra knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.lab.protecting.setting import Deals, Setting
from houseway.odds.cost import CLASS_SECONDS, cost_of
from houseway.odds.game_odds import ExtraKnowledge
from houseway.odds.levels import extend, start
from houseway.odds.situation_counts import count_situations
from houseway.odds.universe import Universe, sets_of
from houseway.rules.game import Game

COUNT_SECONDS, HAND_SECONDS = 0.05, 0.02  # to set up a count of all hands, and of one
SUIT_SECONDS = 1e-4  # of one hand, suit by suit
FOLLOWED = 1.5  # how much longer it takes to count the usual decisions, too
Gains = Callable[[Deals], NDArray[np.float64]]


class Knowing:
    """Some of the dealer's first cards, or cards in other hands, that a player knows.

    Where `one_hand`, the player's cards are sampled, too; else all hands are counted for each set of known cards.
    `game` may deal cards face up that are not known otherwise.
    """

    def __init__(
        self,
        setting: Setting,
        game: Game[Any] | None = None,
        *,
        dealer: int = 0,
        others: int = 0,
        one_hand: bool = False,
        ranks_alone: bool = False,
        suits_alone: bool = False,
    ) -> None:
        self.setting, self.game = setting, game or setting.bare
        self.one_hand, self.ranks_alone, self.suits_alone = one_hand, ranks_alone, suits_alone
        self._dealer, self.count = dealer, dealer + others
        self._first = setting.own + (0 if dealer else setting.dealers)  # where the known cards are in a deal

    def known(self, cards: Sequence[Card], own: Sequence[Card] | None = None) -> ExtraKnowledge:
        first = None if own is None else tuple(own)
        if self._dealer:
            return ExtraKnowledge(None, first, tuple(sorted(cards)), self.ranks_alone)
        if self.suits_alone:
            return ExtraKnowledge(
                first=first, suits=tuple([sum(card.suit == suit for card in cards) for suit in range(4)])
            )
        return ExtraKnowledge(self.setting.without(cards), first)

    # --- every set of known cards, up to suits ---

    @property
    def cost(self) -> float:
        """Of an exact count, in seconds: the game is counted for each set."""
        return count_situations(self._universe, [self.count]) * self._each

    def exact(self) -> Fraction:
        level, link = extend(start(self._universe), "known", self.count)
        ways = np.zeros(len(level), np.int64)
        np.add.at(ways, link.children, link.ways)
        total = Fraction()
        for row, times in zip(level.rows.tolist(), ways.tolist(), strict=True):
            total += times * self.setting.bare_odds.knowing(self.known(self._universe.real(row))).value
        return total / link.each - self.setting.plain

    @property
    def _universe(self) -> Universe:
        game = self.game
        return Universe(game.deck, suits=game.suits_count, alike=game.suits_alike)

    @property
    def _each(self) -> float:
        """Of the game with one set of cards known."""
        deck = self.setting.deck
        some = deck[:: len(deck) // self.count][: self.count]
        return COUNT_SECONDS + cost_of(self.game, self.known(some)).seconds

    # --- sampled ---

    @property
    def each(self) -> float:
        """Of one deal, in seconds."""
        if self.setting.shape is not None:
            return SUIT_SECONDS
        if not self.one_hand:
            return FOLLOWED * self._each
        unseen = self.setting.dealers - self._dealer
        return HAND_SECONDS + CLASS_SECONDS * sets_of(self._universe, unseen)

    def gains(self, deals: Deals) -> NDArray[np.float64]:
        setting, last = self.setting, self._first + self.count
        asked = []
        for deal in deals[:, :last].tolist():
            own = setting.cards(deal[: setting.own]) if self.one_hand else None
            asked.append(self.known(setting.cards(deal[self._first : last]), own))
        different = list(dict.fromkeys(asked))
        game = None if self.game is setting.bare else self.game
        found = dict(zip(different, setting.bare_odds.gains(different, game), strict=True))
        return np.array([found[one] for one in asked])
