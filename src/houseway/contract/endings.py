"""The last decision of a round, and all the deals that may follow it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.contract.hands import Hands, missing
from houseway.odds.game_odds import Hand
from houseway.odds.walk import UNIT, Piles, choices, in_order, net_of
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal, Decide, Face

MOST, SAMPLED = 1500, 400  # deals that are all looked at, and deals that are drawn where there are more
TRIED = 3  # decisions of a situation


class Value(NamedTuple):
    """What a decision is worth in units of the first wager: whether that is exact, its standard error, and a deal."""

    exact: bool
    mean: Fraction
    error: float
    example: Hand


class Completions:
    """Finds situations at the last decision of a game's round."""

    def __init__(self, game: Game[Any], label: str) -> None:
        self.game, self.hands = game, Hands(game, label)
        steps = self.hands.walker.steps
        self.last = next((step.at for step in reversed(steps) if isinstance(step, Decide)), "")

    def situations(self, count: int) -> Iterator[LastDecision]:
        """So many, or fewer where hands do not come that far."""
        found = 0
        for number in range(20 * count if self.last else 0):
            decision_point = self._reached(self.hands.piles(part=number % 2 == 1))
            if decision_point is not None:
                yield decision_point
                found += 1
                if found == count:
                    return

    def _reached(self, piles: Piles) -> LastDecision | None:
        decision_point: LastDecision | None = None

        def decide(at: str, spot: Spot) -> Decision:
            nonlocal decision_point
            legal = [decision for _, decision in choices(self.game.offers(at, spot))]
            if at == self.last:
                decision_point = LastDecision(self, at, spot, piles, self._some(legal))
                return legal[0]
            return self.hands.decide(at, spot)

        self.hands.walker.play(piles, decide)
        return decision_point

    def _some(self, legal: list[Decision]) -> list[Decision]:
        left, found = list(legal), list[Decision]()
        while left and len(found) < TRIED:
            found.append(left.pop(self.hands.numbers.below(len(left))))
        return found


class LastDecision(NamedTuple):
    """A situation in which the last decision is made."""

    of: Completions
    at: str
    spot: Spot
    piles: Piles
    decisions: list[Decision]  # some of the legal ones

    def value(self, decision: Decision) -> Value:
        """The mean net of all deals that may follow, or of some of them."""
        hidden = list(self._hidden(decision))
        known = [card for name, pile in self.piles._asdict().items() for card in self._seen(name, pile, hidden)]
        left = missing(self.of.game.deck, known)
        ways, rest = 1, len(left)
        for _, positions in hidden:
            ways, rest = ways * math.comb(rest, len(positions)), rest - len(positions)
        exact = ways <= MOST
        deals = _all(left, hidden) if exact else self._drawn(left, hidden)
        history = [made for _, made in self.spot.decisions]
        many, total, square = 0, Fraction(), 0.0
        for cards in deals:
            hand = self.of.hands.walker.play(self._filled(cards), in_order([*history, decision]))
            net = net_of(self.of.game, hand, self.of.game.wagers.main_group) / UNIT
            many, total, square = many + 1, total + net, square + float(net) ** 2
        mean = total / many
        error = math.sqrt(max(0.0, square / many - float(mean) ** 2) / many)
        # A sample in which a rare result is missing says too little of how far off it may be.
        return Value(exact, mean, max(error, 1 / many), hand)

    def _hidden(self, decision: Decision) -> Iterator[tuple[str, list[int]]]:
        """The positions of cards that the player has not seen, deal by deal."""
        sight = {"dealer": list(self.spot.seen.dealer), "community": list(self.spot.seen.community)}
        used = dict.fromkeys(Piles._fields, 0)
        for step in self.of.hands.walker.steps:
            if not isinstance(step, Deal):
                continue
            pile = step.area if step.to == PLAYERS else "dealer" if step.to == DEALER else "community"
            size = step.count or len(decision.discard or ())
            positions = []
            for position in range(used[pile], used[pile] + size):
                if step.to == PLAYERS:
                    there = {"dealt": self.spot.dealt, "drawn": self.spot.drawn, "aside": self.spot.aside}[pile]
                    if position >= len(there) or step.face is Face.BLIND:
                        positions.append(position)
                elif getattr(self.piles, pile)[position] in sight[pile]:
                    sight[pile].remove(getattr(self.piles, pile)[position])
                else:
                    positions.append(position)
            used[pile] += size
            if positions:
                yield pile, positions

    def _seen(self, name: str, pile: tuple[Card, ...], hidden: list[tuple[str, list[int]]]) -> list[Card]:
        """The cards of a pile that the player knows."""
        if name in ("dealer", "community"):
            return list(getattr(self.spot.seen, name))
        blind = {position for area, positions in hidden if area == name for position in positions}
        return [card for position, card in enumerate(getattr(self.spot, name)) if position not in blind]

    def _drawn(self, left: list[Card], hidden: list[tuple[str, list[int]]]) -> Iterator[dict[tuple[str, int], Card]]:
        for _ in range(SAMPLED):
            deck = list(left)
            yield {
                (pile, position): deck.pop(self.of.hands.numbers.below(len(deck)))
                for pile, positions in hidden
                for position in positions
            }

    def _filled(self, cards: dict[tuple[str, int], Card]) -> Piles:
        """The piles with other cards where the player sees none."""
        found = {name: list(pile) for name, pile in self.piles._asdict().items()}
        for (pile, position), card in cards.items():
            found[pile][position] = card
        return Piles(**{name: tuple(pile) for name, pile in found.items()})


def _all(left: list[Card], hidden: list[tuple[str, list[int]]]) -> Iterator[dict[tuple[str, int], Card]]:
    """Every way to fill the positions; within one deal the order is no matter."""
    if not hidden:
        yield {}
        return
    (pile, positions), *others = hidden
    for chosen in combinations(range(len(left)), len(positions)):
        mine = {(pile, position): left[card] for position, card in zip(positions, chosen, strict=True)}
        rest = [card for position, card in enumerate(left) if position not in chosen]
        for more in _all(rest, others):
            yield {**mine, **more}
