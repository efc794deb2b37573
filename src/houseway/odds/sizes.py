"""Bets of a size between the smallest and the largest, for strategy functions that make them.

What a hand nets is linear in its bet, so the best bet is the smallest or the largest, and counting knows no others. For
a function that makes other bets, a variant of the game is counted that offers those separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from copy import copy

from houseway.odds.game_odds import G
from houseway.rules.game import Offer, Spot
from houseway.rules.pay_tables import Ratio


def offering(game: G, sizes: Set[Ratio]) -> G:
    """The same game, where bets of these sizes are offered beside the smallest and the largest."""

    def offers(at: str, spot: Spot) -> Iterator[Offer]:
        for offer in game.offers(at, spot):
            yield offer
            for size in sorted(sizes):
                if offer.decision.multiple < size < offer.most:
                    yield Offer(offer.decision._replace(multiple=size), offer.wager, takes_back=offer.takes_back)

    found = copy(game)
    found.offers = offers  # type: ignore[method-assign]
    return found
