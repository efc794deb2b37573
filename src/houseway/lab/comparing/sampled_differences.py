"""Where the strategies of two games differ, on deals drawn at random: for games with too many situations to list.

The first game's strategy plays the deals in the other game. What it gives away by its decisions has the same mean as
what it costs as a whole, so that the deals estimate both how often the strategies differ and what that costs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, permutations
from math import sqrt
from statistics import fmean, pstdev
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError, OptionError
from houseway.lab.comparing.hand_words import kind_words
from houseway.lab.comparing.strategy_differences import (
    KEPT_HANDS,
    HandDifference,
    KindOfDifference,
    StrategyDifferences,
)
from houseway.odds.by_situation import known_of
from houseway.odds.game_odds import OPTIMAL, Advice, History, Known
from houseway.odds.solver import odds_of
from houseway.odds.walk import Piles, Walker
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal

DEALS = 10_000
FEW_DEALS = 100  # where the advice on one hand takes a count of its own
NORMAL = 1.960


@dataclass
class _Tally:
    """What the deals have shown."""

    hands: dict[Any, HandDifference] = field(default_factory=dict)
    costs: list[float] = field(default_factory=list)  # of each deal
    differing: int = 0
    illegal: int = 0
    unknown: int = 0


def sampled_differences(first: Game[Any], other: Game[Any], strategy: str = OPTIMAL) -> StrategyDifferences:
    """The first game's strategy in the other game, on deals that are the same at every call."""
    deals = DEALS if odds_of(first).quick and odds_of(other).quick else FEW_DEALS
    rng = random.Random(f"{first.fingerprint} {other.fingerprint}")  # noqa: S311 - the same deals every time
    found, walker = _Tally(), Walker(other)
    for _ in range(deals):
        hand = _Hand(first, other, strategy, found)
        walker.play(_piles(walker, rng), hand.decide)
        found.costs.append(float(hand.cost))
        found.differing += hand.differed
    return _summed(other, found, deals)


def _summed(game: Game[Any], found: _Tally, deals: int) -> StrategyDifferences:
    hands = [hand._replace(share=hand.share / deals) for hand in found.hands.values()]
    hands.sort(key=lambda hand: (-hand.share, -(hand.cost or 0)))
    share = Fraction(found.differing, deals)
    return StrategyDifferences(
        tuple(hands[:KEPT_HANDS]),
        _kinds(hands),
        len(hands),
        share,
        sum((hand.share * hand.cost for hand in hands if hand.cost is not None), Fraction()),
        Fraction(found.illegal, deals),
        Fraction(found.unknown, deals),
        deals,
        NORMAL * sqrt(float(share * (1 - share)) / deals),
        NORMAL * pstdev(found.costs, fmean(found.costs)) / sqrt(deals),
    )


class _Hand:
    """One deal, played by the first game's strategy."""

    def __init__(self, first: Game[Any], other: Game[Any], strategy: str, tally: _Tally) -> None:
        self._game, self._strategy, self._tally = other, strategy, tally
        self._first, self._other = odds_of(first), odds_of(other)
        self._meant: History = ()  # in the first game's own terms
        self._decided = 0
        self.cost, self.differed = Fraction(), False

    def decide(self, at: str, spot: Spot) -> Decision:
        known = known_of(at, spot)
        _, advice = self._other.advise(known)
        right = advice[0].decision
        if self._strategy != OPTIMAL:
            right = self._other.decision(self._strategy, known)
            if self._decided:
                raise OptionError(
                    f"{self._game.name} has too many situations to list, and more than one decision: "
                    f"only the strategy {OPTIMAL} can be compared on a sample."
                )
        self._decided += 1
        try:
            meant = self._first.decision(self._strategy, known._replace(decisions=self._meant))
        except HousewayError:
            self._tally.unknown += 1
            return right
        self._meant = (*self._meant, (at, meant))
        return self._compared(known, meant, right, advice)

    def _compared(self, known: Known, meant: Decision, right: Decision, advice: list[Advice]) -> Decision:
        legal = nearest(meant, advice)
        if legal is None:
            self._tally.illegal += 1
            self._differs(known, meant, right, None)
            return right
        value = {item.decision: item.value for item in advice}
        cost = value[right] - legal.value
        if cost:
            self.cost += cost
            self._differs(known, legal.decision, right, cost)
        return legal.decision

    def _differs(self, known: Known, first: Decision, right: Decision, cost: Fraction | None) -> None:
        self.differed = True
        key = up_to_suits(self._game, known)
        before = self._tally.hands.get(key, HandDifference(known, first, right, Fraction(), cost))
        self._tally.hands[key] = before._replace(share=before.share + 1)


def nearest(decision: Decision, advice: Iterable[Advice]) -> Advice | None:
    """The same decision among those that are legal, in the nearest size; None where there is none of its kind."""
    thrown = sorted(decision.discard or ())
    same = [
        item
        for item in advice
        if item.decision.choice == decision.choice and sorted(item.decision.discard or ()) == thrown
    ]
    sizes = sorted(same, key=lambda item: item.decision.multiple)
    for low, high in pairwise(sizes):
        if low.decision.multiple < decision.multiple < high.decision.multiple:  # what a bet is worth grows in a line
            span = Fraction(high.decision.multiple - low.decision.multiple)
            part = Fraction(decision.multiple - low.decision.multiple) / span
            size = low.decision._replace(multiple=decision.multiple)
            return Advice(size, low.value + part * (high.value - low.value))
    return min(same, key=lambda item: abs(Fraction(item.decision.multiple) - decision.multiple), default=None)


def up_to_suits(game: Game[Any], known: Known) -> Any:
    """A key that is the same for situations that differ only by suits, where the game's suits are alike."""
    if not game.suits_alike:
        return known
    names = permutations(range(4)) if game.suits_count else [(0, 0, 0, 0)]

    def renamed(cards: Iterable[Card], suits: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(sorted((card.rank, suits[card.suit] if not card.joker else card.suit) for card in cards))

    piles = known.cards, known.community, known.dealer
    return known.at, min(tuple(renamed(pile, suits) for pile in piles) for suits in names), known.decisions


def _kinds(hands: Iterable[HandDifference]) -> tuple[KindOfDifference, ...]:
    found: dict[Any, KindOfDifference] = {}
    for hand in hands:
        key = hand.known.at, kind_words(hand.first), kind_words(hand.other)
        before = found.get((*key, hand.cost is None), KindOfDifference(*key, 0, Fraction(), Fraction()))
        cost = None if hand.cost is None or before.cost is None else before.cost + hand.share * hand.cost
        found[*key, hand.cost is None] = KindOfDifference(*key, before.situations + 1, before.share + hand.share, cost)
    return tuple(sorted(found.values(), key=lambda kind: -kind.share))


def _piles(walker: Walker, rng: random.Random) -> Piles:
    """Cards for one hand and the house; as many to draw as were dealt."""
    counts: Mapping[str, int] = _needed(walker)
    cards = rng.sample(walker.game.deck, min(sum(counts.values()), len(walker.game.deck)))
    found, start = {}, 0
    for pile, count in counts.items():
        found[pile] = tuple(cards[start : start + count])
        start += count
    return Piles(**found)


def _needed(walker: Walker) -> dict[str, int]:
    counts = dict.fromkeys(Piles._fields, 0)
    for step in walker.steps:
        if isinstance(step, Deal):
            pile = step.area if step.to == PLAYERS else "dealer" if step.to == DEALER else "community"
            counts[pile] += step.count or counts["dealt"]
    return counts
