"""Danger cards: unseen ones with which the dealer has a better hand than the player's, whatever else he holds.

They tell how strong a hand is beside the cards that all share, and a person can count them. A danger card's weakest
hand must also qualify, where a dealer has to. The game's own ranking of hands says which hand is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.jit import njit
from houseway.odds.walk import NeedsCards, flat
from houseway.rules.game import Game, HouseCards
from houseway.rules.procedure import DEALER, Deal

MOST_CARDS = 2  # that the dealer has of his own: with more there are too many hands to look at
REFUSALS = (NeedsCards, LookupError, TypeError, ValueError, AttributeError, AssertionError, NotImplementedError)
SUITS = 4


def dealt_to_dealer(game: Game[Any]) -> int:
    return sum(step.count for step in flat(game.procedure) if isinstance(step, Deal) and step.to == DEALER)


def can_count(game: Game[Any], board: int, dealer: int) -> bool:
    """Whether danger cards mean something: the dealer shows nothing, and shares cards with the player."""
    alike = game.has_classes and game.suits_count and game.suits_alike and len(set(game.deck)) == len(game.deck)
    return alike and board > 0 and not dealer and 0 < dealt_to_dealer(game) <= MOST_CARDS


class Weakest(NamedTuple):
    """For each card, the weakest hand that a dealer who holds it can have on a board; None where that cannot win."""

    strengths: tuple[Any, ...]


class Dangers:
    """Finds the danger cards of a game; boards that differ by a renaming of suits are looked at once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.held = game, dealt_to_dealer(game)
        self.canonical = lru_cache(maxsize=None)(_canonical)
        self._weakest: dict[tuple[int, ...], list[Any]] = {}

    def weakest(self, board: Sequence[int]) -> list[Any]:
        """By card number: the weakest strength of a dealer with this card, where it qualifies."""
        plain, suits = self.canonical(tuple(sorted(board)))
        if plain not in self._weakest:
            self._weakest[plain] = self._look(tuple(Card(number) for number in plain))
        found = self._weakest[plain]
        return [found[number // SUITS * SUITS + suits[number % SUITS]] for number in range(len(found))]

    def _look(self, board: tuple[Card, ...]) -> list[Any]:
        game, left = self.game, [card for card in self.game.deck if card not in board]
        hands: dict[Card, tuple[Any, HouseCards]] = {}
        for cards in combinations(left, self.held):
            house = HouseCards(cards, board)
            strength = game.dealer_class(house)[0]
            for card in cards:
                if card not in hands or strength < hands[card][0]:
                    hands[card] = strength, house
        found: list[Any] = [None] * 52
        for card, (strength, house) in hands.items():
            if game.dealer_qualifies(house) is not False:
                found[card] = strength
        return found

    def count(self, own: Sequence[Card], board: Sequence[Card], strength: Any) -> int:
        """The danger cards of a hand of this strength."""
        found = self.weakest(board)
        for card in own:
            found[card] = None
        return sum(weakest is not None and weakest > strength for weakest in found)

    def counts(self, own: NDArray[np.int8], board: NDArray[np.int8], strengths: Sequence[Any]) -> NDArray[np.int16]:
        """The same for many hands."""
        boards, numbers = np.unique(np.sort(board, axis=1), axis=0, return_inverse=True)
        found = [self.weakest(row) for row in boards.tolist()]
        every = sorted({*strengths, *(one for row in found for one in row if one is not None)})
        order = {strength: number for number, strength in enumerate(every)}
        table = np.array([[-1 if one is None else order[one] for one in row] for row in found], np.int64)
        mine = np.array([order[strength] for strength in strengths], np.int64)
        out = np.zeros(len(own), np.int16)
        _count(own, numbers.reshape(-1).astype(np.int64), table, mine, out)
        return out


@njit(cache=True)
def _count(
    own: NDArray[np.int8],
    numbers: NDArray[np.int64],
    table: NDArray[np.int64],
    mine: NDArray[np.int64],
    out: NDArray[np.int16],
) -> None:
    for row in range(len(own)):
        weakest = table[numbers[row]]
        for card in range(len(weakest)):
            out[row] += weakest[card] > mine[row]
        for card in own[row]:
            out[row] -= weakest[card] > mine[row]


def _canonical(board: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first of the boards that differ by a renaming of suits, and the renaming: the new suit of each old one."""
    return min(
        (tuple(sorted(card // SUITS * SUITS + suits[card % SUITS] for card in board)), suits)
        for suits in permutations(range(SUITS))
    )
