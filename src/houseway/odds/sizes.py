"""Bets of a size between the smallest and the largest, for strategy functions that make them.

What a hand nets is linear in its bet, so the best bet is the smallest or the largest, and counting knows no others. For
a function that makes other bets, a variant of the game is counted that offers those separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from copy import copy

from houseway.errors import IllegalAction
from houseway.odds.game_odds import G
from houseway.rounding import short
from houseway.rules.game import Offer, Spot
from houseway.rules.pay_tables import Ratio


class BetsBetween(IllegalAction):
    """A strategy function makes bets that are not among those that are counted."""

    def __init__(self, name: str, at: str, sizes: Set[Ratio]) -> None:
        bets = ", ".join(f"{short(size)}x" for size in sorted(sizes))
        super().__init__(
            f"{name} is counted with the smallest and the largest bet at {at}, not with {bets}: the value of a bet in "
            "between is interpolated."
        )
        self.sizes = sizes


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
