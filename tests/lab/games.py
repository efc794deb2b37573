"""Small games that the lab's tests work on: quick to count, with one or several decisions."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.train.player_games import DUEL, class_of
from tests.wider.games import LetThemRide

from houseway.cards import DECK, Card
from houseway.rules.game import Game


class ShortRide(LetThemRide):
    """Two decisions, the second with a shared card that is face up, from a deck of ten to ace."""

    id: ClassVar[str] = "short-ride"

    @property
    def deck(self) -> tuple[Card, ...]:
        return tuple(card for card in DECK if card.rank >= 10)


def duel(**options: object) -> Game[Any]:
    """The documentation's example game."""
    return class_of(DUEL).make(None, options)


def ride(table: str) -> Game[Any]:
    return ShortRide.make(None, {"table": table})
