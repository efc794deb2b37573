"""A round at a table with several seats, played slowly: the order in which cards are dealt, and where they end up.

The same steps as at the real table, without chips and events; callbacks supply the cards and the decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.walk import flat, opening_stakes
from houseway.rules.game import Decision, Game, HouseCards, Pay, Spot, find_offer
from houseway.rules.procedure import (
    COMMUNITY,
    DEALER,
    PLAYERS,
    Burn,
    Deal,
    Decide,
    EachSeat,
    Face,
    Settle,
    Side,
    Take,
    Turn,
)
from houseway.rules.settlement import dealer_holds, holds, open_wagers

BURNT = "burnt"
Draw = Callable[[int, str, int, int], tuple[Card, ...]]  # the seat, where to, the first index there, how many
SeatDecider = Callable[[int, str, Spot], Decision]  # the seat, the point of the round, what is known


class Felt:
    """Plays a round; afterwards `cards` are in the order of dealing."""

    def __init__(self, game: Game[Any], seats: int, draw: Draw, decide: SeatDecider) -> None:
        self.game, self._draw, self._decide = game, draw, decide
        stakes = opening_stakes(game)
        self.spots = [Spot(seat, dict(stakes)) for seat in range(1, seats + 1)]
        self.house = HouseCards()
        self.cards: list[Card] = []
        self.paid: list[list[Pay]] = [[] for _ in self.spots]
        self._lies = {DEALER: 0, COMMUNITY: 0}  # cards that could have been dealt, conditional ones included
        self._up: dict[str, set[int]] = {DEALER: set(), COMMUNITY: set()}

    def play(self) -> None:
        for step in self.game.procedure:
            if isinstance(step, EachSeat):
                for seat in self._order(step.side):
                    for inner in step.steps:
                        self._of_seat(inner, seat)
            elif isinstance(step, Deal) and step.to != PLAYERS:
                self._deal_house(step)
            elif isinstance(step, Burn):
                self._drawn(0, BURNT, 0, step.count)
            elif isinstance(step, Turn) and step.whose != PLAYERS:
                last = len(getattr(self.house, step.whose)) if step.count is None else step.first + step.count
                self._up[step.whose] |= set(range(step.first, last))
            else:
                side = step.side if isinstance(step, Deal | Turn | Take | Settle | Decide) else None
                for seat in self._order(side):
                    self._of_seat(step, seat)

    def _order(self, side: Side | None) -> range:
        return range(len(self.spots)) if side is Side.LEFT else range(len(self.spots) - 1, -1, -1)

    def _drawn(self, seat: int, where: str, index: int, count: int) -> tuple[Card, ...]:
        cards = self._draw(seat, where, index, count)
        if len(cards) < count:
            raise HousewayError(f"{self.game.name}: the shoe is too small for {len(self.spots)} seats.")
        self.cards += cards
        return cards

    def _deal_house(self, step: Deal) -> None:
        index = self._lies[step.to]
        self._lies[step.to] += step.count
        if not dealer_holds(self.game, step.when, self.house):
            return
        cards = self._drawn(0, step.to, index, step.count)
        before = getattr(self.house, step.to)
        if step.face is Face.UP:
            self._up[step.to] |= set(range(len(before), len(before) + step.count))
        self.house = self.house._replace(**{step.to: before + cards})

    def _of_seat(self, step: Any, seat: int) -> None:
        spot = self.spots[seat]
        if not isinstance(step, Deal | Decide | Take | Settle) or not holds(self.game, step.when, spot, self.house):
            return
        if isinstance(step, Deal):
            count = step.count or len(spot.discards)
            if count:
                lies = len(getattr(spot, step.area))
                self.spots[seat] = spot.with_cards(step.area, self._drawn(seat, step.area, lies, count))
        elif isinstance(step, Take):
            taken = self.game.takes(spot, self.house)
            if taken:
                self.spots[seat] = spot.with_cards("drawn", taken)
        elif isinstance(step, Settle):
            wagers = open_wagers(self.game, step, spot)
            if wagers:
                self.paid[seat] += self.game.settle(step, wagers, spot, self.house)
                self.spots[seat] = spot._replace(settled=spot.settled.union(wagers))
        elif not spot.folded:
            self._ask(step, seat, spot)

    def _ask(self, step: Decide, seat: int, spot: Spot) -> None:
        seen = HouseCards(*(tuple(self._seen(whose)) for whose in (DEALER, COMMUNITY)))
        facing = spot._replace(seen=seen)
        decision = self._decide(seat, step.at, facing)
        offer = find_offer(tuple(self.game.offers(step.at, facing)), decision)
        if decision.discard is None:
            decision = decision._replace(discard=offer.decision.discard)
        stakes = {**spot.stakes, **self.game.wagers.stake(offer, decision, spot)}
        if offer.takes_back:
            del stakes[offer.takes_back]
        decisions = (*spot.decisions, (step.at, decision))
        self.spots[seat] = spot._replace(stakes=stakes, decisions=decisions, folded=decision.folds)

    def _seen(self, whose: str) -> list[Card]:
        return [card for index, card in enumerate(getattr(self.house, whose)) if index in self._up[whose]]


def turning_order(game: Game[Any]) -> list[int]:
    """The indices of the community cards in the order in which they are turned; those never turned come last."""
    found: list[int] = []
    lies = 0
    for step in flat(game.procedure):
        if isinstance(step, Deal) and step.to == COMMUNITY:
            if step.face is Face.UP:
                found += range(lies, lies + step.count)
            lies += step.count
        elif isinstance(step, Turn) and step.whose == COMMUNITY:
            last = lies if step.count is None else step.first + step.count
            found += [index for index in range(step.first, last) if index not in found]
    return [*found, *(index for index in range(lies) if index not in found)]
