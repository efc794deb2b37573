"""Mini-Tex solved: what every hole hand is worth in the hole, on the flop and on the river, and any choices counted.

Nothing here depends on what side wagers pay. Counts are cached, so trying many pay tables in a loop costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from houseway.counting.three_card_hands import (
    RENAMINGS,
    Flags,
    Indices,
    Ints,
    SuitClasses,
    deck_of,
    key_of,
    pairs,
    ranking,
    renaming,
    suit_classes,
)
from houseway.games.mini_tex import counting
from houseway.games.mini_tex.counting import FOLD_FLOP, FOLD_HOLE, HOLES, Counts, Values

RANKS = tuple(range(13))


class Choices(NamedTuple):
    """Where the player bets: for each hole hand; for each class of flops and of boards, and hole hand."""

    hole: Flags
    flop: Flags
    river: Flags


class Solved(NamedTuple):
    """The best choices, and the net of the better one added up over all that may follow."""

    choices: Choices
    flop_values: Values  # of betting on the flop, over rivers and dealer's hands
    hole_values: Ints  # of betting in the hole, for each class of hole hands: over its hands and all that follows


@dataclass(frozen=True, eq=False)
class Counting:
    """All deals of a deck to a player and a dealer who qualifies with some hands."""

    flags: Flags  # for each position in the order of hands, whether the dealer qualifies with it
    deck: Flags
    flops: SuitClasses
    boards: SuitClasses
    positions: Indices  # for each board and hole hand

    @property
    def cards(self) -> int:
        return int(self.deck.sum())

    @property
    def flops_each(self) -> int:
        """How many flops a hole hand can meet."""
        return comb(self.cards - 2, 2)

    @property
    def rivers(self) -> int:
        return self.cards - 4

    @property
    def dealers(self) -> int:
        return comb(self.cards - 5, 2)

    @property
    def total(self) -> int:
        """Hole cards, flop, river and dealer's cards in every way."""
        return comb(self.cards, 2) * self.flops_each * self.rivers * self.dealers

    @cached_property
    def holes(self) -> Flags:
        """The hole hands of this deck."""
        low, high = pairs().cards.T
        held: Flags = self.deck[low] & self.deck[high]
        return held

    @cached_property
    def showdowns(self) -> tuple[Counts, Counts, Counts]:
        """For each board and hole hand, the dealer's hands that lose to it, tie it and beat it."""
        return counting.showdowns(self.positions, self.flags, pairs().cards)

    def solve(self, nets: tuple[int, ...], *, bet_river_ties: bool) -> Solved:
        """The best play where the lines of the printed table net so much, in any unit.

        A bet that is worth just as much as a fold is made in the hole and on the flop, and on the river if told so.
        """
        rivers, values = counting.solve_rivers(*self.showdowns, self.dealers, np.array(nets), bet_river_ties)
        flop_values = counting.add_rivers(
            self.flops.sets, self.deck, self.boards.numbers, RENAMINGS, pairs().renamed, values
        )
        fold = nets[FOLD_FLOP] * self.rivers * self.dealers
        flop_bets = (flop_values >= fold) & self.flop_hands
        sums = counting.add_flops(self.flops.sets, self.flops.weights, flop_values, fold, pairs().cards, self.deck)
        hole_values = by_class(sums)
        deals = self.flops_each * self.rivers * self.dealers * by_class(self.holes.astype(np.int64))
        holes = (hole_values >= nets[FOLD_HOLE] * deals)[hole_classes()] & self.holes
        return Solved(Choices(holes, flop_bets, rivers), flop_values, hole_values)

    @cached_property
    def flop_hands(self) -> Flags:
        """The hole hands that can meet each class of flops."""
        left = np.tile(self.deck, (len(self.flops.sets), 1))
        np.put_along_axis(left, self.flops.sets, False, axis=1)
        low, high = pairs().cards.T
        held: Flags = left[:, low] & left[:, high]
        return held

    def tally(self, choices: Choices) -> Ints:
        """Deals by class of hole hands and line of the printed table."""
        holes = choices.hole & self.holes
        folds = counting.tally_flops(holes, choices.flop, self.flops.sets, self.flops.weights, pairs().cards, self.deck)
        wins, ties, losses, played, folded = counting.tally_boards(
            holes,
            choices.flop & self.flop_hands,
            choices.river,
            *self.showdowns,
            self.boards.sets,
            self.boards.weights,
            self.flops.numbers,
            RENAMINGS,
            pairs().renamed,
        )
        idle = played * self.dealers - wins - ties - losses
        lines = (*(folds * self.rivers * self.dealers), folded * self.dealers, idle, wins, ties, losses)
        return np.stack([by_class(line) for line in lines], axis=1)

    def reach(self, choices: Choices) -> Flags:
        """The boards that a hole hand comes to when bets are made in the hole and on one of their flops."""
        reached = np.empty((len(self.boards.sets), HOLES), np.bool_)
        ways = np.empty(HOLES, np.int16)
        flop_bets = choices.flop & self.flop_hands & choices.hole
        for number, board in enumerate(self.boards.sets):
            counting.ways_to_board(board, flop_bets, self.flops.numbers, RENAMINGS, pairs().renamed, ways)
            reached[number] = (ways > 0) & (self.showdowns[0][number] != counting.NO_HAND)
        return reached


@cache
def positions_on_boards(ranks: tuple[int, ...], suits: int) -> Indices:
    """The position of every hole hand on every class of boards."""
    boards = suit_classes(3, ranks=ranks, suits=suits).sets
    return counting.positions_on(boards, deck_of(ranks=ranks, suits=suits), ranking().table)


@lru_cache(maxsize=16)
def counting_of(qualifies: bytes, *, ranks: tuple[int, ...] = RANKS, suits: int = 4) -> Counting:
    """Counting with a dealer who qualifies at the positions that have a 1, and a deck of these ranks and suits."""
    deck, flags = deck_of(ranks=ranks, suits=suits), np.frombuffer(qualifies, np.bool_).copy()
    two, three = (suit_classes(size, ranks=ranks, suits=suits) for size in (2, 3))
    return Counting(flags, deck, two, three, positions_on_boards(ranks, suits))


@lru_cache(maxsize=8)
def solved(qualifies: bytes, nets: tuple[int, ...], *, bet_river_ties: bool = True) -> Solved:
    return counting_of(qualifies).solve(nets, bet_river_ties=bet_river_ties)


@cache
def hole_classes() -> Ints:
    """The class of every hole hand, a square of the 13 by 13 chart: suited above the pairs, others below."""
    low, high = pairs().cards.T
    suited = low % 4 == high % 4
    classes: Ints = np.where(suited, high // 4 * 13 + low // 4, low // 4 * 13 + high // 4)
    return classes


def by_class(values: Ints) -> Ints:
    """Values of hole hands added up over the 169 classes."""
    sums = np.zeros(169, np.int64)
    np.add.at(sums, hole_classes(), values)
    return sums


def row_and_column(classes: SuitClasses, board: tuple[int, ...], hole: tuple[int, ...]) -> tuple[int, int]:
    """The row and column of a table for given cards."""
    cards = np.array(board)
    names = renaming(cards)
    number = pairs().numbers[hole]
    return int(classes.numbers[key_of(cards, RENAMINGS[names])]), int(pairs().renamed[names, number])


def first_alike(classes: SuitClasses) -> Indices:
    """For each board and hole hand, the first isomorphic hole hand."""
    return counting.alike(classes.sets, RENAMINGS, pairs().renamed)
