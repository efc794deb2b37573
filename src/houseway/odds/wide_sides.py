"""Side wagers that look at more than the player's own cards, and whether classes of hands decide them."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from houseway.errors import HousewayError
from houseway.odds.endings import history_key
from houseway.odds.outcomes import NOT_SEEN, OutcomeRegistry
from houseway.odds.probing import random_hands
from houseway.odds.sheet import OddsSheet
from houseway.odds.walk import ASIDE, OWN, RULES_FAIL, NeedsCards
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import DEALER

HANDS = 100  # dealt at random to see what a side wager looks at


@lru_cache(maxsize=64)
def wide_sides(game: Game[Any]) -> frozenset[str]:
    """The side wagers that look at more than the cards first dealt to the player; none where the rules fail, which
    counting then reports."""
    if not game.wagers.sides:
        return frozenset()
    registry = OutcomeRegistry(game, OddsSheet(game))
    try:
        spots = [
            Spot(1, registry.walker.stakes, hand.spot.dealt, OWN, ASIDE, seen=NOT_SEEN)
            for hand in islice(random_hands(game), HANDS)
        ]
        return frozenset(
            side for side in game.wagers.sides if any(_needs(registry, side, spot) is not None for spot in spots)
        )
    except (HousewayError, *RULES_FAIL):
        return frozenset()


def _needs(registry: OutcomeRegistry, side: str, spot: Spot, house: HouseCards = NOT_SEEN) -> str | None:
    """The cards that a side wager looks at and that are not there."""
    try:
        registry.side_pay(side, spot, house)
    except NeedsCards as needs:
        return str(needs.args[0])
    return None


@lru_cache(maxsize=64)
def beyond_classes(game: Game[Any]) -> frozenset[str]:
    """The side wagers that look at the dealer's cards and at more than the classes of both hands say."""
    sides = _looking_at_the_dealer(game) if game.has_classes else []
    paid: dict[Any, Any] = {}
    beyond = set()
    for hand in random_hands(game) if sides else ():
        if hand.spot.folded:
            continue
        strength, fact = game.player_class(hand.spot, hand.house)
        theirs = game.dealer_class(hand.house)
        stands = (strength > theirs[0]) - (strength < theirs[0])
        for side in sides:
            pay = hand.pay(side)
            key = side, history_key(hand.spot.decisions), fact, theirs[1], stands
            found = pay and (pay.odds, pay.percent, pay.cents)
            if paid.setdefault(key, found) != found:
                beyond.add(side)
    return frozenset(beyond)


def _looking_at_the_dealer(game: Game[Any]) -> list[str]:
    registry = OutcomeRegistry(game, OddsSheet(game))
    hands = list(islice(random_hands(game), HANDS)) if wide_sides(game) else []
    return [
        side
        for side in wide_sides(game)
        if any(
            _needs(registry, side, hand.spot._replace(seen=NOT_SEEN), NOT_SEEN._replace(community=hand.house.community))
            == DEALER
            for hand in hands
        )
    ]
