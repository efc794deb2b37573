"""What a player can see and count on a Mini-Tex flop or board, for every hole hand at once.

A straight rank is a rank that makes the player a straight on the river; a flush draw is two of the player's four cards
in one suit; at least one hole card plays in both. A danger card is an unseen card with which, and two of the board, the
dealer has a hand that qualifies and beats the player's.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK
from houseway.jit import njit
from houseway.odds.board_odds import NO_PLAN
from houseway.odds.boards import Boards
from houseway.odds.three_card_hands import POSITIONS, Cards, Flags, Indices, Ints, pairs, ranking
from houseway.rankings import Category, category, three_card_rank

Small = NDArray[np.int8]

NO_PAIR, PAIR, FLUSH_OR_BETTER = range(3)
APART, GAP, TOUCHING = range(3)  # how many ranks make a straight with two flop cards


HOLES = 1326


class Choices(NamedTuple):
    """Where the player bets: for each hole hand; for each class of flops and of boards, and hole hand."""

    hole: Flags
    flop: Flags
    river: Flags


class Tables:
    """Flops and boards up to suits, and every hole hand on them."""

    def __init__(self, boards: Boards) -> None:
        self.counted = boards
        self.flops, self.boards = boards.geometry.street(2), boards.last
        self.flop_hands, self.river_hands = boards.possible(2), boards.possible(3)
        self.qualifies: Flags = np.array([bool(fact) for fact in boards.dealer_facts])[boards.facts.dealer]
        nets = np.zeros((len(boards.leaves), len(boards.player_facts), boards.columns), np.int64)
        ranked = boards.hands(nets, NO_PLAN, [0, 0, 1]) >> 1
        self.positions: Indices = np.where(self.river_hands, ranked, POSITIONS).astype(np.int16)

    def reach(self, choices: Choices) -> Flags:
        """The boards that a hole hand comes to when bets are made in the hole and on one of their flops."""
        counted = self.counted
        paths = {0: 1 - choices.hole[None].astype(np.int64), 1: 1 - choices.flop.astype(np.int64)}
        here: dict[int, Ints] = {}
        for line in range(3):
            here[line] = counted.reach_here(line, counted.reach(line, paths, here))
        reached: Flags = here[2] > 0
        return reached


class FlopFeatures(NamedTuple):
    """A row for each class of flops and a column for each hole hand. Ranks are 2 to 14."""

    made: Small  # no pair, a pair, a flush or better
    straight_ranks: Small
    flush_draws: Small
    flush_card: Ints  # the highest hole card in a flush draw
    low: Ints  # the hole cards
    top: Ints
    under: Ints  # the flop cards; a column
    over: Ints
    suited: Flags  # the flop; a column
    touch: Small  # a column
    above: Small  # how often a hole card is above a flop card, 0 to 4

    @property
    def draws(self) -> Small:
        return self.straight_ranks + self.flush_draws

    @property
    def pocket(self) -> Flags:
        same: Flags = self.low == self.top
        return same

    @property
    def paired(self) -> Flags:
        same: Flags = self.under == self.over
        return same


class BoardFeatures(NamedTuple):
    """A row for each class of boards and a column for each hole hand."""

    made: Small
    pair: Small  # the rank of the pair, where it is one, and of the card beside it
    kicker: Small
    danger: Small
    suits: Small  # of the board; columns from here on
    bottom: Small
    twin: Small  # the rank of the board's pair, or 0


@cache
def makes_straight() -> Flags:
    """Whether three ranks (0 to 12) are a straight."""
    found = np.zeros((13, 13, 13), np.bool_)
    for a, b, c in permutations(range(13), 3):
        found[a, b, c] = category(three_card_rank(DECK[4 * a], DECK[4 * b + 1], DECK[4 * c])) is Category.STRAIGHT
    return found


def kinds(positions: Indices) -> Small:
    """No pair, a pair, a flush or better."""
    first = [ranking().position(kind << 12) for kind in (Category.PAIR, Category.FLUSH)]
    return np.searchsorted(first, positions, side="right").astype(np.int8)


@cache
def hole_classes() -> Ints:
    """The class of every hole hand, a square of the 13 by 13 chart: suited above the pairs, others below."""
    low, high = pairs().cards.T
    suited = low % 4 == high % 4
    classes: Ints = np.where(suited, high // 4 * 13 + low // 4, low // 4 * 13 + high // 4)
    return classes


@lru_cache(maxsize=8)
def flop_features(count: Tables) -> FlopFeatures:
    a, b = pairs().cards.T
    x, y = (card[:, None] for card in count.flops.boards.astype(np.int64).T)
    table, straight = ranking().table, makes_straight()
    positions = np.maximum(np.maximum(table[a, b, x], table[a, b, y]), np.maximum(table[a, x, y], table[b, x, y]))
    ranks = straight[a // 4, b // 4]
    for hole in (a, b):
        for card in (x, y):
            ranks = ranks | straight[hole // 4, card // 4]
    draws = np.zeros(positions.shape, np.int8)
    flush_card = np.zeros(positions.shape, np.int64)
    for suit in range(4):
        held = [card % 4 == suit for card in (a, b)]
        in_suit = held[0] * 1 + held[1] + (x % 4 == suit) + (y % 4 == suit)
        draw = (held[0] | held[1]) & (in_suit >= 2)
        draws += draw
        highest = np.maximum(held[0] * (a // 4 + 2), held[1] * (b // 4 + 2))
        flush_card = np.maximum(flush_card, draw * highest)
    low, top = a // 4 + 2, b // 4 + 2  # cards are in order of their ranks
    under, over = np.minimum(x, y) // 4 + 2, np.maximum(x, y) // 4 + 2
    above = sum((hole > card).astype(np.int8) for hole in (low, top) for card in (under, over))
    return FlopFeatures(
        kinds(positions),
        ranks.sum(axis=2).astype(np.int8),
        draws,
        flush_card,
        low,
        top,
        under,
        over,
        x % 4 == y % 4,
        straight[x // 4, y // 4].sum(axis=2).astype(np.int8),
        np.asarray(above, np.int8),
    )


@lru_cache(maxsize=8)
def board_features(count: Tables) -> BoardFeatures:
    boards = count.boards.boards.astype(np.int64)
    positions = count.positions
    danger = _dangers(boards, positions, np.ones(52, np.bool_), pairs().cards, ranking().table, count.qualifies)
    ranks = ranking().ranks[np.minimum(positions, POSITIONS - 1)]
    sorted_ranks = np.sort(boards // 4 + 2, axis=1)
    suits = np.array([len(set(row)) for row in (boards % 4).tolist()])
    twin = np.where((sorted_ranks[:, :-1] == sorted_ranks[:, 1:]).any(axis=1), sorted_ranks[:, 1], 0)
    columns = (column[:, None].astype(np.int8) for column in (suits, sorted_ranks[:, 0], twin))
    return BoardFeatures(
        kinds(positions), (ranks >> 4 & 15).astype(np.int8), (ranks & 15).astype(np.int8), danger, *columns
    )


@njit(cache=True)
def _dangers(boards: Cards, positions: Indices, deck: Flags, holes: Cards, table: Indices, qualifies: Flags) -> Small:
    """The number of danger cards of every hole hand."""
    danger = np.zeros((len(boards), HOLES), np.int8)
    alone = np.empty(52, np.int64)  # what a card makes with two of the board; -1 where that does not qualify
    for number in range(len(boards)):
        a, b, c = boards[number]
        left = deck.copy()
        left[a] = left[b] = left[c] = False
        at_least = np.zeros(POSITIONS + 1, np.int64)  # how many cards make this position or better
        for card in range(52):
            alone[card] = max(table[a, b, card], table[a, c, card], table[b, c, card])
            if left[card] and qualifies[alone[card]]:
                at_least[alone[card]] += 1
            else:
                alone[card] = -1
        for position in range(POSITIONS - 1, -1, -1):
            at_least[position] += at_least[position + 1]
        for hole in range(HOLES):
            if positions[number, hole] < POSITIONS:
                needs = int(positions[number, hole]) + 1
                own = (alone[holes[hole, 0]] >= needs) + (alone[holes[hole, 1]] >= needs)
                danger[number, hole] = at_least[needs] - own
    return danger
