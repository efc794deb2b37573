"""Backward induction from the end of a round to its start: values, best decisions, and the outcomes of a plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.endings import Endings
from houseway.odds.levels import Link
from houseway.odds.nodes import Chance, Choice, End, Node, Split
from houseway.odds.outcomes import Outcome
from houseway.odds.tree import Tree
from houseway.odds.universe import Ints

Payoff = Callable[[Outcome], Fraction]
MOST = 2**62
# The decision taken in every situation, as a row number over all options of the node in order.
Plan = dict[Choice, Ints]


class View(Enum):
    """Which draws of a sample a value rests on; without a sample all three are the same.

    Decisions rest on one draw and are valued by another, so that `VALUE` is the value of a strategy that a player could
    follow: at most that of the best play. `HIGHEST` decides and values with the same draws: at least that of the best
    play. Both hold for the mean over all samples.
    """

    VALUE = "value"
    DECIDE = "decide"
    HIGHEST = "highest"


@dataclass
class Values:
    """The net result of every situation, summed over its `ways` completions and multiplied by `Solved.scale`."""

    sums: NDArray[Any]
    ways: int


class Reached(NamedTuple):
    """An end of the tree, and how many of `ways` deals lead to each of its situations."""

    end: End
    weights: NDArray[Any]
    ways: int


class Solver:
    """Solves a tree for given payoffs."""

    def __init__(self, tree: Tree, endings: Endings) -> None:
        self.tree, self.endings = tree, endings

    # --- values ---

    def values(self, payoff: Payoff, plan: Plan | None = None) -> Solved:
        """The value of every situation when all further decisions follow a plan or, without one, are optimal."""
        return Solved(self, payoff, plan)

    # --- the outcomes of a plan ---

    def tally(self, plan: Plan) -> dict[int, Fraction]:
        """The number of deals, out of the tree's total, that end in each outcome."""
        found: dict[int, Fraction] = {}
        for reached in self.reached(plan):
            self._ended(reached, found)
        return found

    def reached(self, plan: Plan) -> list[Reached]:
        """How many deals lead to each end when a plan is followed."""
        found: list[Reached] = []
        self._reach(self.tree.root, np.ones(1, object), 1, plan, found, {})
        return found

    def visited(self, plan: Plan) -> dict[Choice, tuple[NDArray[Any], int]]:
        """How many of so many deals lead to each situation of the nodes at which a hand that follows a plan decides.

        A row number of -1 in the plan ends the hand there.
        """
        found: dict[Choice, tuple[NDArray[Any], int]] = {}
        self._reach(self.tree.root, np.ones(1, object), 1, plan, [], found)
        return found

    def _reach(
        self,
        node: Node,
        weights: NDArray[Any],
        ways: int,
        plan: Plan,
        found: list[Reached],
        visited: dict[Choice, tuple[NDArray[Any], int]],
    ) -> None:
        """Propagate the number of deals that lead to each situation down the tree."""
        if not weights.any():
            return
        if isinstance(node, Chance):
            link, child = node.valued
            self._reach(child, _dealt(weights, link, child), ways * link.each, plan, found, visited)
        elif isinstance(node, Split):
            for states, child in node.parts:
                self._reach(child, weights[states], ways, plan, found, visited)
        elif isinstance(node, Choice):
            visited[node] = weights, ways
            taken, start = plan[node], 0
            for option in node.options:
                rows = np.arange(start, start + len(option.states))
                start += len(option.states)
                moved = np.where(taken[option.states] == rows, weights[option.states], 0)
                after = _added(moved, option.children, len(option.node.level))
                self._reach(option.node, after, ways, plan, found, visited)
        else:
            assert isinstance(node, End)
            found.append(Reached(node, weights, ways))

    def _ended(self, reached: Reached, found: dict[int, Fraction]) -> None:
        end, weights, ways = reached
        ending = self.endings.of(end)
        scale = Fraction(self.tree.total, ways * ending.ways)
        each = weights.astype(np.int64 if ways * ending.ways < MOST else object)  # no sum is larger than all deals
        for kind in range(len(ending.outcomes)):
            states = np.flatnonzero((ending.kinds == kind) & (weights != 0))
            if not len(states):
                continue
            leads = each[states]
            sums = [
                int((ending.counted[states, column].astype(each.dtype) * leads).sum())
                for column in range(ending.counted.shape[1])
            ]
            for outcome, deals in zip(ending.outcomes[kind].tolist(), sums, strict=True):
                if deals:
                    found[outcome] = found.get(outcome, Fraction()) + deals * scale

    def weigh(self, found: dict[Choice, NDArray[Any]]) -> None:
        """The number of ways to deal the cards of every situation at a decision node, whatever was decided before."""
        self._weigh(self.tree.root, np.ones(1, object), found)

    def _weigh(self, node: Node, weights: NDArray[Any], found: dict[Choice, NDArray[Any]]) -> None:
        if isinstance(node, Chance):
            link, child = node.valued
            self._weigh(child, _dealt(weights, link, child), found)
        elif isinstance(node, Split):
            for states, child in node.parts:
                self._weigh(child, weights[states], found)
        elif isinstance(node, Choice):
            found[node] = weights
            for option in node.options:
                after = np.zeros(len(option.node.level), object)
                np.maximum.at(after, option.children, weights[option.states])
                self._weigh(option.node, after, found)


class Solved:
    """The values of a tree for one payoff."""

    def __init__(self, solver: Solver, payoff: Payoff, plan: Plan | None) -> None:
        self._solver, self._plan = solver, plan
        self._payoff = payoff
        self._nets: list[Fraction] = []
        self._known: dict[tuple[Node, View], Values] = {}
        self._evaluate_all()
        self.scale = math.lcm(*(net.denominator for net in self._nets)) if self._nets else 1

    def _evaluate_all(self) -> None:
        endings = self._solver.endings
        for end in self._solver.tree.ends:
            endings.of(end)
        self._nets = [self._payoff(outcome) for outcome in endings.outcomes]

    def of(self, node: Node, view: View = View.VALUE) -> Values:
        if self._solver.tree.sample is None:
            view = View.VALUE
        if (node, view) not in self._known:
            self._known[node, view] = self._worth(node, view)
        return self._known[node, view]

    def mean(self, node: Node, state: int) -> Fraction:
        values = self.of(node)
        return Fraction(int(values.sums[state]), values.ways * self.scale)

    def _worth(self, node: Node, view: View) -> Values:
        if isinstance(node, Chance):
            link, child = node.valued if view is View.VALUE else (node.link, node.child)
            # What is decided further on has draws of its own.
            below = self.of(child, View.VALUE if node.valuing is not None and view is View.DECIDE else view)
            sums = _ints(below.sums, link.each)
            times = link.ways if sums.dtype != object else link.ways.astype(object)
            return Values(_by_parent(sums[link.children] * times, link.starts), below.ways * link.each)
        if isinstance(node, Split):
            parts = [(states, self.of(child, view)) for states, child in node.parts]
            ways = math.lcm(*(values.ways for _, values in parts))
            sums = np.zeros(len(node.level), object)
            for states, values in parts:
                sums[states] = values.sums.astype(object) * (ways // values.ways)
            return Values(_narrow(sums), ways)
        if isinstance(node, Choice):
            rows, ways = self.rows(node, view)
            deciding = View.HIGHEST if view is View.HIGHEST else View.DECIDE
            taken = self._plan[node] if self._plan is not None else self.best(node, view=deciding)
            return Values(rows[taken], ways)
        assert isinstance(node, End)
        ending = self._solver.endings.of(node)
        nets = np.array(
            [
                [0 if number < 0 else int(self._nets[number] * self.scale) for number in row]
                for row in ending.outcomes.tolist()
            ],
            object,
        )
        most = max((abs(net) for net in nets.ravel().tolist()), default=0)
        exact: Any = object if most * ending.ways >= MOST else np.int64
        sums = np.zeros(len(node.level), exact)
        counts = ending.counted if view is View.VALUE else ending.counts
        for column in range(nets.shape[1]):
            sums += counts[:, column].astype(exact) * nets[:, column].astype(exact)[ending.kinds]
        return Values(sums, ending.ways)

    def rows(self, node: Choice, view: View = View.DECIDE) -> tuple[NDArray[Any], int]:
        """The value of every legal decision, all options' rows in order, over a common number of ways."""
        values = [self.of(option.node, view) for option in node.options]
        ways = math.lcm(*(value.ways for value in values))
        parts = []
        for option, value in zip(node.options, values, strict=True):
            sums = _ints(value.sums, ways // value.ways)[option.children]
            parts.append(sums * (ways // value.ways))
        if any(part.dtype == object for part in parts):
            parts = [part.astype(object) for part in parts]
        return np.concatenate(parts), ways

    def best(
        self,
        node: Choice,
        then: Solved | None = None,
        order: NDArray[np.int32] | None = None,
        *,
        view: View = View.DECIDE,
    ) -> Ints:
        """The decision with the highest value in each situation; ties are broken by `then`, then by `order`."""
        rows, _ = self.rows(node, view)
        states = np.concatenate([option.states for option in node.options])
        second = rows if then is None or then is self else then.rows(node)[0]
        ranks = order if order is not None else np.arange(len(rows), dtype=np.int32)
        best = np.full(len(node.level), -1, np.int64)
        if rows.dtype != object and second.dtype != object:
            _best(states, rows, second, ranks, best)
            return best
        for row in range(len(rows)):
            state = states[row]
            now = best[state]
            if now < 0 or (rows[row], second[row], -ranks[row]) > (rows[now], second[now], -ranks[now]):
                best[state] = row
        return best


def _dealt(weights: NDArray[Any], link: Link, child: Node) -> NDArray[Any]:
    """The number of deals that lead to each situation after more cards are dealt."""
    each = _ints(weights, int(link.each))
    parents = np.repeat(np.arange(len(weights)), np.diff(link.starts))
    moved = each[parents] * (link.ways if each.dtype != object else link.ways.astype(object))
    return _added(moved, link.children, len(child.level))


@njit(cache=True)
def _best(states: Ints, rows: Ints, second: Ints, ranks: NDArray[np.int32], best: Ints) -> None:
    for row in range(len(rows)):
        state = states[row]
        now = best[state]
        if now >= 0:
            if rows[row] < rows[now]:
                continue
            if rows[row] == rows[now]:
                if second[row] < second[now]:
                    continue
                if second[row] == second[now] and ranks[row] >= ranks[now]:
                    continue
        best[state] = row


def _ints(values: NDArray[Any], times: int) -> NDArray[Any]:
    """As 64-bit integers if the product cannot overflow, else as Python integers."""
    if values.dtype == object:
        values = _narrow(values)
    if values.dtype != object and len(values) and int(np.abs(values).max()) * times < MOST:
        return values
    return values.astype(object)


def _narrow(values: NDArray[Any]) -> NDArray[Any]:
    most = max((abs(value) for value in values.tolist()), default=0)
    return values.astype(np.int64) if most < MOST else values


def _added(values: NDArray[Any], indices: Ints, size: int) -> NDArray[Any]:
    """Sum the values that share an index."""
    total = sum(values.tolist()) if values.dtype == object else int(np.abs(values).sum(dtype=np.float64))
    if values.dtype != object and total < MOST:
        found = np.zeros(size, np.int64)
        _add(values.astype(np.int64, copy=False), indices, found)
        return found
    wide = np.zeros(size, object)
    np.add.at(wide, indices, values.astype(object))
    return wide


@njit(cache=True)
def _add(values: Ints, indices: Ints, found: Ints) -> None:
    for i in range(len(values)):
        found[indices[i]] += values[i]


def _by_parent(values: NDArray[Any], starts: Ints) -> NDArray[Any]:
    """Sum the values over the rows of each parent."""
    if values.dtype != object:
        return np.add.reduceat(values, starts[:-1]) if len(values) else np.zeros(len(starts) - 1, np.int64)
    return np.array([sum(values[low:high].tolist()) for low, high in pairwise(starts)], object)
