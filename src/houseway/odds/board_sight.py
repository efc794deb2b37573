"""What players see of every hole on every board, as arrays, and where a strategy stays in by it, as charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import RANKS
from houseway.odds.board_loops import BLOCKED, rank_boards
from houseway.odds.boards import Boards, deck_of, geometry_of
from houseway.odds.compiled_rankings import board_table
from houseway.odds.game_odds import Chart
from houseway.odds.measures import COLUMN, NAMES, Measures, measure
from houseway.odds.universe import Faces, Ints
from houseway.rounding import percent

Flags = NDArray[np.bool_]
HALF_PERCENT = Fraction(1, 200)


class Sight:
    """What is seen when so many shared cards are there, of every hole on every board up to suits [board, hole].

    Any of `houseway.odds.measures` is an attribute; what all holes see alike has one column.
    """

    def __init__(self, boards: Boards, street: int) -> None:
        self._boards, self._size = boards, street
        self.boards = boards.geometry.street(street).boards
        self.weights = boards.geometry.street(street).weights[:, None]
        self.possible: Flags = boards.possible(street)

    @cached_property
    def rank(self) -> Ints:
        """The rank of the hand so far. Holes that share a card with the board have any."""
        found: Ints = self._boards.table.ranks[np.maximum(self._positions(self._boards.geometry.hole), 0)]
        return found

    @cached_property
    def danger(self) -> Ints:
        """How many unseen cards, each together with the board, give the dealer a hand that qualifies and is better."""
        own, alone, facts = self._positions(self._boards.geometry.hole), self._positions(1), self._boards.facts.dealer
        qualifies = np.array([fact is not False for fact in self._boards.dealer_facts])[facts]
        alone = np.where(qualifies[np.maximum(alone, 0)], alone, -1)
        above = np.zeros((len(alone), len(qualifies) + 1), np.int64)  # how many cards make this position or better
        np.add.at(above, (np.arange(len(alone))[:, None], np.where(alone < 0, len(qualifies), alone)), 1)
        above[:, -1] = 0
        above = above[:, ::-1].cumsum(axis=1)[:, ::-1]
        found: Ints = np.take_along_axis(above, own + 1, axis=1)
        for column in self._boards.geometry.holes.T:
            found -= alone[:, column] > own
        return found

    def _positions(self, cards: int) -> Ints:
        """The position of every so many own cards on every board; -1 where both share a card."""
        shape, geometry = self._boards.shape, geometry_of(self._boards.shape.deck, cards)
        table = board_table(shape.ranking, cards, self._size)
        found = np.empty((len(self.boards), len(geometry.holes)), np.uint16)
        deck = deck_of(geometry, table, geometry.hole_class)
        rank_boards(self.boards, np.arange(len(geometry.holes)), deck, table, found)
        return np.where(found == BLOCKED, -1, found.astype(np.int64))

    def __getattr__(self, name: str) -> Measures:
        column = COLUMN.get(name.replace("_", "-"))
        if column is None:
            raise AttributeError(name)
        if name.startswith("board_"):
            return self._of_boards[..., column]
        return self._of_hands[..., column]

    @cached_property
    def _of_boards(self) -> Measures:
        return self._measured(self._boards.geometry.holes[:1])

    @cached_property
    def _of_hands(self) -> Measures:
        return self._measured(self._boards.geometry.holes)

    def _measured(self, holes: Faces) -> Measures:
        cards = np.array([copies[0] for copies in self._boards.geometry.universe.cards], np.int8)
        own, board = np.tile(cards[holes], (len(self.boards), 1)), cards[self.boards].repeat(len(holes), axis=0)
        out = np.zeros((len(own), len(NAMES)), np.int16)
        measure(own, board, np.zeros((len(own), 0), np.int8), self._boards.shape.ranking.hand.size, out)
        return out.reshape(len(self.boards), len(holes), len(NAMES))


Rule = Callable[[Any], Any]  # what is seen: where the rule holds


class Stays(NamedTuple):
    """Where a strategy stays in on a street, of the hands that come there, and the words for it and for a fold."""

    sight: Sight
    reached: Flags
    stays: Flags
    words: tuple[str, str]


class Grid(NamedTuple):
    """A chart of how often a strategy stays in at a decision point: rows and columns of hands, the first that fits."""

    at: str
    title: str
    columns: Sequence[tuple[str, Rule]]
    rows: Sequence[tuple[str, Rule]]

    def chart(self, found: Stays) -> Chart:
        see, size = found.sight, len(self.columns)
        lines, fields = (
            np.select([rule(see) for _, rule in side], range(len(side)), default=-1)
            for side in (self.rows, self.columns)
        )
        where = found.reached & (lines >= 0) & (fields >= 0)
        into, weights = (lines * size + fields)[where], np.broadcast_to(see.weights, where.shape)[where]
        total = np.bincount(into, weights, len(self.rows) * size)
        some = np.bincount(into, weights * found.stays[where], len(self.rows) * size)
        cells = [_share(*pair, found.words) for pair in zip(some.tolist(), total.tolist(), strict=True)]
        rows = ((name, *cells[row * size : (row + 1) * size]) for row, (name, _) in enumerate(self.rows))
        return Chart(self.title, ("You have", *(name for name, _ in self.columns)), tuple(rows))


def starting_chart(title: str, boards: Boards, found: Stays) -> Chart:
    """Two hole cards: ranks against ranks, the ace first; suited hands above the diagonal of pairs."""
    row, column = _square(boards)
    cells = np.zeros((len(RANKS), len(RANKS)), np.int64)
    cells[row, column] = found.stays[0]
    names = RANKS[::-1]
    rows = [
        (name, *(found.words[0 if cell else 1] for cell in line))
        for name, line in zip(names, cells[::-1, ::-1].tolist(), strict=True)
    ]
    return Chart(title, ("", *names), tuple(rows))


def hole_names(boards: Boards, wanted: Flags) -> list[str]:
    """Two hole cards up to suits, the lowest first: `2-2`, `5-2 unsuited`, `5-2 suited`."""
    row, column = _square(boards)
    squares = sorted({*zip(row[wanted].tolist(), column[wanted].tolist(), strict=True)})
    suits = {1: " suited", 0: "", -1: " unsuited"}
    return [f"{RANKS[max(one, two)]}-{RANKS[min(one, two)]}{suits[(one > two) - (one < two)]}" for one, two in squares]


def _square(boards: Boards) -> tuple[Ints, Ints]:
    """The place of every hole in a square of ranks: suited hands have the higher one first."""
    low, high = boards.deck.rank[boards.deck.holes].T
    suits = boards.deck.suit[boards.deck.holes]
    suited = suits[:, 0] == suits[:, 1]
    return np.where(suited, high, low), np.where(suited, low, high)


def _share(some: float, total: float, words: tuple[str, str]) -> str:
    """One of the words or a share in percent, nothing where no hand comes there; a share that is not all is not called
    100%, nor one that is not nothing 0%."""
    if not total or some in (0, total):
        return words[0 if some else 1] if total else ""
    share = Fraction(int(some), int(total))
    if HALF_PERCENT <= share < 1 - HALF_PERCENT:
        return percent(share, 0)
    return "under 1%" if share < HALF_PERCENT else "over 99%"
