"""Deals laid out so that rare endings come: the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from houseway.cards import Card, parse_cards
from houseway.odds.walk import Piles, Walker
from houseway.rules.game import Game
from houseway.rules.procedure import DEALER, PLAYERS, Deal

TRIES = 30  # deals of the other cards around each example of a pay table
ORDER = ("dealt", "drawn", "community", "dealer")  # where the cards of an example lie, from the player's own on


def laid_deals(game: Game[Any], wagers: Sequence[str]) -> Iterator[Piles]:
    """Piles without end, those for these wagers first."""
    deals = Deals(game)
    order = sorted(game.wagers, key=lambda wager: wager.id not in wagers)
    examples = [parse_cards(row.example) for wager in order for row in wager.paid_hands]
    for cards in examples:
        for start in range(len(ORDER)):
            for _ in range(TRIES):
                yield from deals.with_example(cards, ORDER[start:])
                yield from deals.mirrored(cards)
    while True:
        yield deals.from_a_part()
        yield from deals.mirrored(())


class Deals:
    """Deals cards to the piles of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._random = random.Random(f"deals of {game.fingerprint}")  # noqa: S311 - the same deals every time
        self._deck = tuple(game.deck)
        self._sizes = dict.fromkeys(Piles._fields, 0)
        for step in Walker(game).steps:
            if isinstance(step, Deal):
                pile = step.area if step.to == PLAYERS else "dealer" if step.to == DEALER else "community"
                self._sizes[pile] += step.count or self._sizes["dealt"]  # no more than a hand holds are replaced

    def with_example(self, cards: tuple[Card, ...], order: Sequence[str]) -> Iterator[Piles]:
        """The cards laid to these piles one after the other; nothing if they do not fit."""
        left, placed = list(cards), dict[str, list[Card]]()
        for pile in order:
            placed[pile] = left[: self._sizes[pile]]
            del left[: self._sizes[pile]]
        if not left and set(cards) <= set(self._deck):
            yield self._filled(placed, self._shuffled())

    def mirrored(self, cards: tuple[Card, ...]) -> Iterator[Piles]:
        """A player's hand, and the same in other suits for the dealer: hands that tie."""
        size = self._sizes["dealt"]
        mine = (list(cards) + [card for card in self._shuffled() if card not in cards])[:size]
        turn = self._random.randrange(1, 4)
        theirs = [card if card.joker else Card(card - card.suit + (card.suit + turn) % 4) for card in mine]
        theirs = theirs[: self._sizes["dealer"]]
        if theirs and set(mine) <= set(self._deck) and not set(mine) & set(theirs) and set(theirs) <= set(self._deck):
            yield self._filled({"dealt": mine, "dealer": theirs}, self._shuffled())

    def from_a_part(self) -> Piles:
        """Cards mostly of a few ranks and suits: rare hands come often there."""
        ranks = sorted({card.rank for card in self._deck})
        first, many = self._random.randrange(len(ranks)), self._random.randint(2, 7)
        kept = {ranks[(first + index) % len(ranks)] for index in range(many)}
        suits = set(self._random.sample(range(4), self._random.randint(1, 4)))
        cards = self._shuffled()
        cards.sort(key=lambda card: card.rank not in kept or card.suit not in suits, reverse=True)
        return self._filled({}, cards)

    def _shuffled(self) -> list[Card]:
        return self._random.sample(self._deck, len(self._deck))

    def _filled(self, placed: dict[str, list[Card]], cards: list[Card]) -> Piles:
        """The piles with what is placed in them, and with cards from the end of the list."""
        left = list(cards)
        for cards_there in placed.values():
            for card in cards_there:
                left.remove(card)
        found = {}
        for pile, size in self._sizes.items():
            there = placed.get(pile, [])
            found[pile] = (*there, *(left.pop() for _ in range(min(size - len(there), len(left)))))
        return Piles(**found)
