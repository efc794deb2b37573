"""A strategy card as a strategy: asked with what a player knows, it gives the decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from houseway.errors import HousewayError
from houseway.lab.searching_cards.danger import Dangers
from houseway.lab.searching_cards.rules import (
    AT_LEAST,
    AT_MOST,
    DANGER,
    EITHER,
    HAND,
    NAME,
    POINTS,
    Condition,
    Example,
    PointRules,
    Rule,
    StrategyCard,
)
from houseway.odds.game_odds import Known
from houseway.odds.measures import NAMES, measure
from houseway.odds.probing import random_hands
from houseway.odds.walk import choices, opening_stakes
from houseway.rules.game import Decision, Game, HouseCards, Spot

HANDS, LARGEST = 60, 5  # so many hands are looked at to learn how many cards make one, and that many at most
NO_CARDS = np.zeros((1, 0), np.int8)


def straight_size(game: Game[Any]) -> int:
    """How many cards make a hand, and so a straight, in this game."""
    sizes = [len(game.display.hand(hand.spot, hand.house)) for hand in islice(random_hands(game), HANDS)]
    return min(max(sizes, default=0), LARGEST) or LARGEST


class CardPlayer:
    """Plays a game by a strategy card."""

    def __init__(self, game: Game[Any], card: StrategyCard, name: str = "card") -> None:
        self.game, self.card, self.__name__ = game, card, name
        self._stakes, self._size = opening_stakes(game), straight_size(game)
        self._borders: dict[Example, Any] = {}

    @cached_property
    def dangers(self) -> Dangers:
        return Dangers(self.game)

    def __call__(self, known: Known) -> Decision:
        point = self.card.points.get(known.at)
        if point is None:
            raise HousewayError(f"The strategy card says nothing of {known.at!r}.")
        seen = HouseCards(known.dealer, known.community)
        spot = Spot(1, self._stakes, known.cards, decisions=known.decisions, seen=seen)
        legal = [decision for _, decision in choices(self.game.offers(known.at, spot))]
        sight = _Sight(self, point, known, spot)
        for rule in point.rules:
            if sight.holds(rule):
                made = rule.play.made(legal, known.cards)
                if made is not None:
                    return made
        for play in point.otherwise:
            made = play.made(legal, known.cards)
            if made is not None:
                return made
        raise HousewayError(f"The strategy card names no legal decision at {known.at!r}.")

    def border(self, example: Example) -> Any:
        """How strong an example is."""
        if example not in self._borders:
            seen = HouseCards(example.dealer, example.board)
            spot = Spot(1, self._stakes, example.cards, seen=seen)
            self._borders[example] = self.game.player_class(spot, seen)[0]
        return self._borders[example]

    def measures(self, known: Known) -> Mapping[str, int]:
        """What can be seen in the cards."""
        out = np.zeros((1, len(NAMES)), np.int16)
        piles = (known.cards, known.community, known.dealer)
        own, board, dealer = (np.array([pile], np.int8) if pile else NO_CARDS for pile in piles)
        measure(own, board, dealer, self._size, out)
        return dict(zip(NAMES, out[0].tolist(), strict=True))


class _Sight:
    """One hand, measured as far as the lines ask."""

    def __init__(self, player: CardPlayer, point: PointRules, known: Known, spot: Spot) -> None:
        self.player, self.point, self.known, self.spot = player, point, known, spot
        self._known: dict[str, Any] = {}

    def holds(self, rule: Rule) -> bool:
        answers = (self._met(condition) for condition in rule.conditions)
        return any(answers) if rule.join == EITHER else all(answers)

    def _met(self, condition: Condition) -> bool:
        value = self.value(condition.measure)
        if condition.names:
            return value in condition.names
        border = condition.value if condition.example is None else self.player.border(condition.example)
        if condition.compare == AT_LEAST:
            return bool(value >= border)
        return bool(value <= border) if condition.compare == AT_MOST else bool(value == border)

    def value(self, name: str) -> Any:
        if name not in self._known:
            self._measure(name)
        return self._known[name]

    def _measure(self, name: str) -> None:
        game, spot = self.player.game, self.spot
        if name == HAND:
            self._known[HAND] = game.player_class(spot, spot.seen)[0]
        elif name == NAME:
            self._known[NAME] = game.names.hand(spot, spot.seen)
        elif name == DANGER:
            found = self.player.dangers.count(spot.dealt, spot.seen.community, self.value(HAND))
            self._known[DANGER] = found
        elif name == POINTS:
            self._known[POINTS] = sum(weight * self.value(term) for term, weight in self.point.points)
        else:
            self._known.update(self.player.measures(self.known))
