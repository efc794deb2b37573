"""Pay tables of a wager that players decide for: where pays are others, so are the best decisions.

Whatever is decided, the return is a sum over the rows of how often a row comes up times its pay. The best decisions
give the largest of these sums, so the return of all pay tables together is a convex function made of flat pieces. The
best decisions for one table give every other at least what they come to there; and a table between others returns at
most what those return on average. A few tables, solved exactly, decide about most of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.errors import HousewayError, OptionError
from houseway.lab.repricing import MARK
from houseway.lab.searching_pays.linear import Limits
from houseway.lab.searching_pays.options import with_pays
from houseway.lab.searching_pays.space import Space
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.outcomes import Outcome
from houseway.odds.solver import odds_of
from houseway.odds.walk import UNIT, net_of
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays

MOST_TABLES = 3_000_000  # that are looked at together
MOST_SOLVED = 4_000  # tables that are solved to decide about the others
CLOSE = 1e-9  # a bound this near to a limit decides nothing: the table is solved

Tables = NDArray[np.int64]
Floats = NDArray[np.float64]
Progress = Callable[[int], None]


class Piece(NamedTuple):
    """The return of one table played as well as possible, and how often its rows then come up."""

    value: Fraction
    rates: tuple[Fraction, ...]


class Part(NamedTuple):
    """What an outcome nets: a fixed amount and, for rows of the table that are paid, so many times their pays."""

    fixed: Fraction
    rows: tuple[tuple[int, Fraction], ...] = ()

    def worth(self, pays: Sequence[int]) -> Fraction:
        return self.fixed + sum((times * pays[row] for row, times in self.rows), Fraction())


class Decided:
    """The return of any pay table of one wager, rows as they rank."""

    def __init__(self, game: Game[Any], wager: str, option: str, order: Sequence[int]) -> None:
        marks = [2 * MARK - place for place in range(len(order))]
        by_row = sorted(zip(order, marks, strict=True))
        marked = with_pays(game, {option: Pays(mark for _, mark in by_row)})
        odds = odds_of(marked)
        if not isinstance(odds, BySituation | ByBoard) or odds.estimated:
            raise OptionError(
                f"The pay table of {game.wager[wager].name} cannot be searched: its pays change what players decide, "
                f"and {game.name} is not counted in a way that tells how."
            )
        self._odds, self._wager = odds, wager
        parts = [self._part(outcome, marks) for outcome in odds.outcomes()]
        self._parts, self._by_outcome = parts, dict(zip(map(id, odds.outcomes()), parts, strict=True))
        self._rows = len(order)
        self._solved: dict[tuple[int, ...], Piece] = {}

    @property
    def solved(self) -> int:
        """How many tables were solved."""
        return len(self._solved)

    def _part(self, outcome: Outcome, marks: Sequence[int]) -> Part:
        odds = self._odds
        if self._wager in odds.sides:
            paid = outcome.sides[odds.sides.index(self._wager)][1]
            one = Fraction(1)
            return Part(Fraction(), ((marks.index(int(paid)), one),)) if paid in marks else Part(self._unmarked(paid))
        fixed, rows = outcome.net, []  # several wagers may be paid by one table
        for pay in outcome.hand.pays:
            if pay.wager in odds.game.wagers.main_group and pay.odds in marks:
                net = net_of(odds.game, outcome.hand, frozenset({pay.wager})) / UNIT
                fixed -= net
                rows.append((marks.index(int(pay.odds)), net / pay.odds))
        return Part(self._unmarked(fixed), tuple(rows))

    def _unmarked(self, net: Fraction) -> Fraction:
        if abs(net) >= MARK:
            raise HousewayError(
                f"The pay table of {self._wager} cannot be searched: the rules pay something else of it than its rows."
            )
        return net

    def at(self, pays: Iterable[int]) -> Piece:
        """A table, solved exactly."""
        key = tuple(pays)
        if key not in self._solved:
            self._solved[key] = self._piece(key)
        return self._solved[key]

    def _piece(self, pays: tuple[int, ...]) -> Piece:
        tally = self._odds.played_for(lambda outcome: self._by_outcome[id(outcome)].worth(pays))
        total, value, rates = self._odds.total, Fraction(), [Fraction()] * self._rows
        for number, deals in tally.items():
            part = self._parts[number]
            value += deals * part.worth(pays)
            for row, times in part.rows:
                rates[row] += deals * times
        return Piece(value / total, tuple(rate / total for rate in rates))


class Sorted(NamedTuple):
    """Tables with bounds of their returns; `within` are those that meet the limits, `open_` those not decided about."""

    tables: Tables
    least: Floats
    most: Floats
    within: NDArray[np.bool_]
    open_: NDArray[np.bool_]


def all_tables(spaces: Sequence[Space]) -> Tables:
    """Every table, one a line."""
    from houseway.lab.searching_pays.kernel import listed_tables

    size = sum(space.size() for space in spaces)
    if size > MOST_TABLES:
        raise OptionError(
            f"{size:,} pay tables are too many where pays change what players decide: narrow them down by --min, --max "
            f"or --top to {MOST_TABLES:,} at most."
        )
    return np.concatenate([listed_tables(np.array(space, np.int64), space.size()) for space in spaces])


def sort_out(decided: Decided, tables: Tables, edge: Limits, progress: Progress = lambda solved: None) -> Sorted:
    """Decide which tables have an edge within limits."""
    number = len(tables)
    found = Sorted(
        tables, np.full(number, -np.inf), np.full(number, np.inf), np.zeros(number, np.bool_), np.ones(number, np.bool_)
    )
    cells = [np.arange(number)]
    while cells:
        cell = cells.pop()
        low, high = tables[cell].min(axis=0), tables[cell].max(axis=0)
        corners = [sorted({int(a), int(b)}) for a, b in zip(low, high, strict=True)]
        if decided.solved >= MOST_SOLVED:
            continue
        if len(cell) <= prod(map(len, corners)):
            for one in cell.tolist():
                _settle(found, one, decided.at(tables[one].tolist()).value, edge)
        else:
            left = _bounded(found, decided, cell, corners, edge)
            cells += _halves(tables, left)
        progress(decided.solved)
    return found


def _settle(found: Sorted, one: int, value: Fraction, edge: Limits) -> None:
    found.least[one] = found.most[one] = float(value)
    found.within[one], found.open_[one] = edge[0] <= -value <= edge[1], False


def _bounded(
    found: Sorted, decided: Decided, cell: NDArray[np.intp], corners: list[list[int]], edge: Limits
) -> NDArray[np.intp]:
    """Bound the returns of the tables of a cell by its corners; what is still open then."""
    pays = found.tables[cell].astype(np.float64)
    shares = [
        (pays[:, row] - ends[0]) / (ends[-1] - ends[0]) if len(ends) > 1 else np.zeros(len(cell))
        for row, ends in enumerate(corners)
    ]
    most = np.zeros(len(cell))
    for corner in product(*(range(len(ends)) for ends in corners)):
        at = [ends[side] for ends, side in zip(corners, corner, strict=True)]
        piece = decided.at(at)
        weight = np.ones(len(cell))
        for side, share, ends in zip(corner, shares, corners, strict=True):
            if len(ends) > 1:
                weight *= share if side else 1 - share
        most += weight * float(piece.value)
        plane = float(piece.value) + (pays - np.array(at)) @ np.array([float(rate) for rate in piece.rates])
        found.least[cell] = np.maximum(found.least[cell], plane)
    found.most[cell] = np.minimum(found.most[cell], most)
    lowest, highest = -float(edge[1]), -float(edge[0])
    least, most = found.least[cell], found.most[cell]
    within = (least >= lowest + CLOSE) & (most <= highest - CLOSE)
    without = (least > highest + CLOSE) | (most < lowest - CLOSE)
    found.within[cell], found.open_[cell] = within, ~(within | without)
    return cell[found.open_[cell]]


def _halves(tables: Tables, cell: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """A cell in two, cut across its longest side."""
    if not len(cell):
        return []
    low, high = tables[cell].min(axis=0), tables[cell].max(axis=0)
    row = int(np.argmax((high - low) / np.maximum(high, 1)))
    below = tables[cell, row] <= (low[row] + high[row]) // 2
    return [part for part in (cell[below], cell[~below]) if len(part)]
