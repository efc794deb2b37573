"""Where the strategies of two games differ, hand by hand, and what playing by the wrong one costs.

The first game's strategy is played in the other game. The cost of a decision is what it is worth less than the right
one, all further decisions being right; summed over the situations that the wrong strategy comes to, as often as it
comes to them, that is exactly what the strategy costs as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.lab.comparing.hand_words import kind_words
from houseway.lab.comparing.same_situations import comparable, counterpart, translated
from houseway.lab.comparing.strategy_book import StrategyBook, option_numbers
from houseway.odds.backward_induction import Plan
from houseway.odds.by_situation import known_of
from houseway.odds.game_odds import Known
from houseway.odds.nodes import Choice
from houseway.odds.situations import SpotBuilder
from houseway.odds.universe import Ints
from houseway.rules.game import Decision

KEPT_HANDS = 1000  # the most frequent ones; the others are in the totals


class HandDifference(NamedTuple):
    """One situation up to suits in which the two strategies decide differently."""

    known: Known
    first: Decision
    other: Decision
    share: Fraction  # of all hands come to it
    cost: Fraction | None  # there, of the first strategy's decision, in first wagers; None where it is not legal


class KindOfDifference(NamedTuple):
    """All situations of a decision point in which one kind of decision takes the place of another."""

    at: str
    first: str
    other: str
    situations: int
    share: Fraction
    cost: Fraction | None  # in all, as a share of the first wager; None where the first's decision is not legal


@dataclass(frozen=True)
class StrategyDifferences:
    """What the first game's strategy does in the other game."""

    hands: tuple[HandDifference, ...]
    kinds: tuple[KindOfDifference, ...]
    situations: int  # that differ
    share: Fraction  # of hands that meet at least one of them
    cost: Fraction  # of playing by the first strategy, as a share of the first wager
    illegal: Fraction  # the share of hands in which the first's decision is not legal: there the other's is played
    unknown: Fraction  # the same where the first game has no such situation
    deals: int | None = None  # where deals were drawn: how many, and half of each 95% interval
    share_error: float = 0.0
    cost_error: float = 0.0


class _Played(NamedTuple):
    """The first strategy at one point of the other game."""

    rows: Ints  # what is played, by the other's numbers
    illegal: Ints  # the situations in which the first would decide what is not legal
    unknown: Ints  # and those that the first does not know
    meant: dict[int, Decision]  # what it would decide, by situation


class _Point(NamedTuple):
    """A point with all that the two strategies differ in."""

    choice: Choice
    played: _Played
    right: Ints
    differs: Ints  # the situations, with those in which the first's decision is not legal
    weights: NDArray[Any]
    ways: int
    costs: NDArray[Any]  # of each situation, `scale` times too large
    scale: int

    def share(self, state: int) -> Fraction:
        return Fraction(int(self.weights[state]), self.ways)

    def cost(self, state: int) -> Fraction | None:
        return None if state in self.played.meant else Fraction(int(self.costs[state]), self.scale)


def differences(first: StrategyBook, other: StrategyBook) -> StrategyDifferences | None:
    """The first book's strategy played in the other's game; None where their situations cannot be held together."""
    other = other.offering(first.sizes())
    if not comparable(first.odds.tree, other.odds.tree):
        return None
    played = {choice: _played(first, choice, other.plan[choice]) for choice in other.odds.choices}
    plan = {choice: found.rows for choice, found in played.items()}
    visited = other.solver.visited(plan)
    points = [_point(other, choice, played[choice], *visited[choice]) for choice in visited]
    met = other.solver.visited(_until_they_differ(plan, points))
    hands = [hand for point in points for hand in _hands(other, point)]
    return StrategyDifferences(
        tuple(sorted(hands, key=lambda hand: -hand.share)[:KEPT_HANDS]),  # equal ones as they are met in play
        _kinds(kind for point in points for kind in _kinds_of(point)),
        sum(len(point.differs) for point in points),
        sum((_share(met, point.choice, point.differs) for point in points), Fraction()),
        sum((_cost(point, point.differs) for point in points), Fraction()),
        sum((_share(visited, point.choice, point.played.illegal) for point in points), Fraction()),
        sum((_share(visited, point.choice, point.played.unknown) for point in points), Fraction()),
    )


def _played(first: StrategyBook, choice: Choice, right: Ints) -> _Played:
    theirs = counterpart(choice, first.odds.choices)
    if theirs is None:
        return _Played(right, np.zeros(0, np.int64), np.arange(len(choice.level)), {})
    rows, states = translated(choice, theirs, first.plan[theirs])
    illegal = np.flatnonzero((rows < 0) & (states >= 0))
    builder = SpotBuilder(first.game, theirs.level, theirs.situation)
    meant = {}
    for state in illegal.tolist():
        there = int(states[state])
        meant[state] = first.decision(theirs, builder, there, int(first.plan[theirs][there]))
    return _Played(np.where(rows < 0, right, rows), illegal, np.flatnonzero(states < 0), meant)


def _point(book: StrategyBook, choice: Choice, played: _Played, weights: NDArray[Any], ways: int) -> _Point:
    values, each = book.values.rows(choice)
    right = book.plan[choice]
    costs = values[right] - values[played.rows]
    differs = costs != 0  # decisions that are worth the same are no difference
    differs[played.illegal] = True
    found = np.flatnonzero(differs & (weights != 0))
    return _Point(choice, played, right, found, weights, ways, costs, each * book.values.scale)


def _until_they_differ(plan: Plan, points: list[_Point]) -> Plan:
    """The plan of hands that go no further than to the first difference."""
    found = dict(plan)
    for point in points:
        found[point.choice] = plan[point.choice].copy()
        found[point.choice][point.differs] = -1
    return found


def _share(visited: Mapping[Choice, tuple[NDArray[Any], int]], choice: Choice, states: Ints) -> Fraction:
    if choice not in visited:
        return Fraction()
    weights, ways = visited[choice]
    return Fraction(sum(weights[states].tolist()), ways)


def _cost(point: _Point, states: Ints) -> Fraction:
    costs = point.costs[states].tolist()
    total = sum(weight * cost for weight, cost in zip(point.weights[states].tolist(), costs, strict=True))
    return Fraction(total, point.ways * point.scale)


def _hands(book: StrategyBook, point: _Point) -> Iterator[HandDifference]:
    """The most frequent hands of a point, and among equally frequent ones the dearest, first."""
    builder = SpotBuilder(book.game, point.choice.level, point.choice.situation)
    states, costs = point.differs, point.costs[point.differs]
    for index in np.lexsort((states, -costs, -point.weights[states]))[:KEPT_HANDS].tolist():
        state = int(states[index])
        spot, _ = builder(point.choice.level.rows[state].tolist())
        known = known_of(point.choice.at, spot)
        played, right = (
            book.decision(point.choice, builder, state, int(rows[state])) for rows in (point.played.rows, point.right)
        )
        first = point.played.meant.get(state, played)
        yield HandDifference(known, first, right, point.share(state), point.cost(state))


def _kinds_of(point: _Point) -> Iterator[KindOfDifference]:
    option_of, options = option_numbers(point.choice), point.choice.options
    illegal = np.isin(point.differs, point.played.illegal)
    for state in point.differs[illegal].tolist():
        right = options[int(option_of[point.right[state]])].template
        first, other = kind_words(point.played.meant[state]), kind_words(right)
        yield KindOfDifference(point.choice.at, first, other, 1, point.share(state), None)
    legal = point.differs[~illegal]
    one, two = option_of[point.played.rows[legal]], option_of[point.right[legal]]
    for pair in sorted(set(zip(one.tolist(), two.tolist(), strict=True))):
        states = legal[(one == pair[0]) & (two == pair[1])]
        first, other = (kind_words(options[number].template) for number in pair)
        share = Fraction(sum(point.weights[states].tolist()), point.ways)
        yield KindOfDifference(point.choice.at, first, other, len(states), share, _cost(point, states))


def _kinds(found: Iterator[KindOfDifference]) -> tuple[KindOfDifference, ...]:
    """Kinds with the same words put together, the most frequent first."""
    together: dict[tuple[Any, ...], KindOfDifference] = {}
    for kind in found:
        key = *kind[:3], kind.cost is None
        before = together.get(key)
        if before is not None:
            cost = None if kind.cost is None or before.cost is None else before.cost + kind.cost
            kind = KindOfDifference(*kind[:3], before.situations + kind.situations, before.share + kind.share, cost)
        together[key] = kind
    return tuple(sorted(together.values(), key=lambda kind: -kind.share))
