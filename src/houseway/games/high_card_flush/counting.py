"""High Card Flush: every hand of the player against every hand of the dealer, compiled.

Hands that differ by a renaming of suits are counted once: 6,009,159 stand for C(52, 7) = 133,784,560, and each meets
C(45, 7) = 45,379,620 hands of the dealer. `dealer.py` says how those are counted: a coefficient in the product of four
polynomials P_i + n_i x^L, where P_i counts sets of fewer than L cards, as many as the player's flush has, and n_i the
sets of L cards that are low enough. P_i depends only on how many cards the player took from the suit, so for hands
whose suits have the same sizes the product is worked out once and for all:

    c + sum of c_i n_i + sum of c_ij n_i n_j

with c, c_i and c_ij the coefficients of x^7, x^(7-L) and x^(7-2L) in the product of all P, of all but P_i, of all but
P_i and P_j. Three suits of three cards or more do not fit into seven cards, and a flush shorter than three never
matters: it is below every hand that qualifies. What is left for each hand is a few multiplications of whole numbers,
all far below 2^63: the 6,071,092,494,667,200 deals take 53 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.compiled import njit
from houseway.games.high_card_flush.dealer import (
    FULL,
    SHORTEST,
    Deal,
    below_rank,
    bits,
    cards_of,
    coefficient,
    ranks_of,
)
from houseway.games.high_card_flush.rules import straight_flush_length
from houseway.games.high_card_flush.strategies import HIGH_CARD

Counts = NDArray[np.int64]

PAIRS = ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))  # the places of c_ij, after c and c_0 to c_3
HIGH_CARDS = ~below_rank(HIGH_CARD) & FULL.ranks
MOST_CARDS, MOST_RAISE = 8, 5
DISTINCT_HANDS = 6_009_159

# How a hand is decided.
BEST, BY_FLUSH, GIVEN = 0, 1, 2


class Plan(NamedTuple):
    """The decision on every hand: the BEST; BY_FLUSH, where it is among all flushes; or as GIVEN for each hand."""

    how: int
    raise_from: Counts  # by the number of high cards in the other suits: the lowest flush that is raised
    most_from: Counts  # and the lowest that is raised as much as is allowed; others once the ante
    given: NDArray[np.int8]  # the multiple of each hand in the order of `distinct_hands`, 0 for a fold


_NONE, _NOT_GIVEN = np.zeros(MOST_CARDS + 1, np.int64), np.zeros(0, np.int8)
BEST_PLAN = Plan(BEST, _NONE, _NONE, _NOT_GIVEN)


def flush_plan(raise_from: Sequence[int], most_from: Sequence[int]) -> Plan:
    """By the places of flushes, for none, one, two, ... high cards in the other suits; the last for all beyond."""
    lowest, highest = (
        np.array([places[min(outside, len(places) - 1)] for outside in range(MOST_CARDS + 1)], np.int64)
        for places in (raise_from, most_from)
    )
    return Plan(BY_FLUSH, lowest, highest, _NOT_GIVEN)


def given_plan(multiples: bytes | bytearray) -> Plan:
    """By the multiple of each hand, 0 for a fold, in the order of `distinct_hands`."""
    return Plan(GIVEN, _NONE, _NONE, np.frombuffer(bytearray(multiples), np.int8))


HANDS = 0  # the first count of both tables; the others are in deals against all hands of the dealer
NOT_QUALIFIED, WINS, LOSSES = 1, 2, 3
RAISED, SURPLUS, IDLE = 1, 2, 3


class Tally(NamedTuple):
    """What all deals come to."""

    # By flush length, straight flush length (0 below three) and multiple: HANDS and, if they are raised, how many of
    # their deals end NOT_QUALIFIED, as WINS, as LOSSES.
    results: Counts
    # By the flush's place among all and the number of high cards in the other suits: HANDS, how many of them are
    # RAISED; and whatever is decided, the SURPLUS of wins over losses, and deals where the dealer is IDLE: does not
    # qualify.
    flushes: Counts


class Shapes(NamedTuple):
    """Everything about the sets of ranks of a deck that does not depend on the rules."""

    sets: Counts  # all sets of ranks, the shorter first, those of a size from the lowest flush up
    start: Counts  # where the sets of each size begin
    sizes: Counts  # how many cards the four suits may have: the flush that plays, then the others, shortest first
    twins: Counts  # for each suit the nearest one before it that has as many cards, or -1
    factors: Counts  # c, c_i and c_ij for each of the sizes: for the player's flush, and for a dealer who is too low
    runs: Counts  # the longest straight flush of each set, 0 below three cards
    high: Counts  # jacks and better in each set
    choose: Counts  # binomial coefficients
    ones: Counts  # how many ranks a number has


@lru_cache(maxsize=16)
def shapes(deal: Deal = FULL) -> Shapes:
    """Worked out once for a deck."""
    if not 0 < deal.cards <= MOST_CARDS:
        raise ValueError(f"At most {MOST_CARDS} cards are dealt to a hand.")
    ranks = ranks_of(deal.ranks)
    by_size = [sorted(bits(chosen) for chosen in combinations(ranks, size)) for size in range(deal.cards + 1)]
    sizes = [
        (size, *others)
        for size in range(1, deal.cards + 1)
        for others in _others(size, deal.cards - size)
        if size <= len(ranks)
    ]
    sets = [chosen for group in by_size for chosen in group]
    return Shapes(
        sets=np.array(sets),
        start=np.cumsum([0, *(len(group) for group in by_size)]),
        sizes=np.array(sizes),
        twins=np.array([[max((j for j in range(i) if s[j] == s[i]), default=-1) for i in range(4)] for s in sizes]),
        factors=np.array(
            [[_factors(suits, cut, deal) for cut in (max(suits[0], SHORTEST), SHORTEST)] for suits in sizes]
        ),
        runs=np.array([_run(chosen) for chosen in sets]),
        high=np.array([(chosen & HIGH_CARDS).bit_count() for chosen in sets]),
        choose=np.array([[comb(n, k) for k in range(MOST_CARDS + 1)] for n in range(14)]),
        ones=np.array([number.bit_count() for number in range(1 << 13)]),
    )


def _others(most: int, cards: int) -> Iterator[tuple[int, int, int]]:
    """How the rest of a hand may lie in three suits, none longer than the one that plays."""
    for first in range(cards + 1):
        for second in range(first, cards + 1):
            third = cards - first - second
            if second <= third <= most:
                yield first, second, third


def _factors(sizes: tuple[int, ...], cut: int, deal: Deal) -> list[int]:
    """c, c_i and c_ij of the polynomials cut off before x^cut."""
    left = [[comb(deal.ranks.bit_count() - size, k) for k in range(cut)] for size in sizes]
    without: list[tuple[int, ...]] = [(), *((i,) for i in range(4)), *PAIRS]
    return [coefficient([left[i] for i in range(4) if i not in gone], deal.cards - cut * len(gone)) for gone in without]


def _run(suit: int) -> int:
    length = straight_flush_length(cards_of([suit])) if suit.bit_count() >= 3 else 0
    return length if length >= 3 else 0


def place(flush: int, deal: Deal = FULL) -> int:
    """Where a set of ranks is among all, which are in the order of flushes."""
    known = shapes(deal)
    start, stop = known.start[flush.bit_count()], known.start[flush.bit_count() + 1]
    return int(start + np.searchsorted(known.sets[start:stop], flush))


def distinct_hands(deal: Deal = FULL) -> Iterator[tuple[int, int, int, int]]:
    """Each hand that is not another one with the suits renamed, in the order in which `tally` counts them."""
    known = shapes(deal)
    sets, start = known.sets.tolist(), known.start.tolist()
    for sizes, twins in zip(known.sizes.tolist(), known.twins.tolist(), strict=True):
        (_, s1, s2, s3), (_, t1, t2, t3) = sizes, twins
        for a in range(start[sizes[0]], start[sizes[0] + 1]):
            for b in range(start[s1], a + 1 if t1 == 0 else start[s1 + 1]):
                for c in range(start[s2], (a, b)[t2] + 1 if t2 >= 0 else start[s2 + 1]):
                    first = sets[a], sets[b], sets[c]
                    for d in range(start[s3], (a, b, c)[t3] + 1 if t3 >= 0 else start[s3 + 1]):
                        yield *first, sets[d]


@njit(cache=True)
def _stop(twin: int, a: int, b: int, c: int, end: int) -> int:
    """Suits of one size are taken in one order only: each not above the one before."""
    if twin == 0:
        return a + 1
    if twin == 1:
        return b + 1
    return c + 1 if twin == 2 else end


@njit(cache=True)
def _sets_below(flush: int, left: int, choose: Counts, ones: Counts) -> int:
    """`dealer.sets_below`, compiled."""
    count, need, bit = 0, ones[flush], 1 << 12
    while need > 0:
        if flush & bit:
            count += choose[ones[left & (bit - 1)], need]
            if not left & bit:
                break
            need -= 1
        bit >>= 1
    return count


@njit(cache=True)
def _base(f: Counts, n0: int, n1: int, n2: int) -> int:
    """The product without the last suit's sets of L cards."""
    return int(f[0] + f[1] * n0 + f[2] * n1 + f[3] * n2 + f[5] * n0 * n1 + f[6] * n0 * n2 + f[7] * n1 * n2)


@njit(cache=True)
def _step(f: Counts, n0: int, n1: int, n2: int) -> int:
    """What each of the last suit's sets of L cards adds to it."""
    return int(f[4] + f[8] * n0 + f[9] * n1 + f[10] * n2)


@njit(cache=True)
def _tally(
    ranks: int,
    dealer_hands: int,
    unqualified: int,
    most: Counts,
    plan: Plan,
    known: Shapes,
    decided: NDArray[np.int8],
) -> Tally:
    results = np.zeros((MOST_CARDS + 1, MOST_CARDS + 1, MOST_RAISE + 1, 4), np.int64)
    flushes = np.zeros((len(known.sets), MOST_CARDS + 1, 4), np.int64)
    sets, start, runs, high, ones = known.sets, known.start, known.runs, known.high, known.ones
    low = np.zeros(len(sets), np.int64)
    for i in range(len(sets)):
        low[i] = known.choose[ones[ranks & ~sets[i] & unqualified], SHORTEST]
    below, up_to = low.copy(), low.copy()
    number = 0
    for shape in range(len(known.sizes)):
        size, s1, s2, s3 = known.sizes[shape]
        _, t1, t2, t3 = known.twins[shape]
        f, g = known.factors[shape, 0], known.factors[shape, 1]
        for a in range(start[size], start[size + 1]):
            flush = sets[a]
            lower, upper, lower_a = low, low, low[a]  # a flush that does not qualify beats no hand that does
            if size > SHORTEST or (size == SHORTEST and flush & ~unqualified != 0):
                for i in range(start[s3 + 1]):
                    left = ranks & ~sets[i]
                    below[i] = _sets_below(flush, left, known.choose, ones)
                    up_to[i] = below[i] + (left & flush == flush)
                lower, upper, lower_a = below, up_to, _sets_below(flush, ranks & ~flush, known.choose, ones)
            for b in range(start[s1], _stop(t1, a, a, a, start[s1 + 1])):
                for c in range(start[s2], _stop(t2, a, b, b, start[s2 + 1])):
                    below_base = _base(f, lower_a, lower[b], lower[c])
                    below_step = _step(f, lower_a, lower[b], lower[c])
                    up_to_base = _base(f, lower_a, upper[b], upper[c])
                    up_to_step = _step(f, lower_a, upper[b], upper[c])
                    idle_base = _base(g, low[a], low[b], low[c])
                    idle_step = _step(g, low[a], low[b], low[c])
                    run_before, high_before = max(runs[a], runs[b], runs[c]), high[b] + high[c]
                    # Four suits can be named in 24 ways, fewer if some of them hold the same ranks.
                    hands = 24 // ((1 + (b == a)) * (1 + (c == a) + (c == b)))
                    end = _stop(t3, a, b, c, start[s3 + 1])
                    for d in range(start[s3], end):
                        if t3 >= 0 and d == end - 1:
                            hands //= 1 + (d == a) + (d == b) + (d == c)
                        idle = idle_base + idle_step * low[d]
                        wins = below_base + below_step * lower[d] - idle
                        losses = dealer_hands - up_to_base - up_to_step * upper[d]
                        surplus = wins - losses
                        outside = high_before + high[d]
                        if plan.how == BEST:
                            multiple = most[size] if surplus > 0 else 1
                            if idle + (1 + multiple) * surplus <= -dealer_hands:
                                multiple = 0
                        elif plan.how == BY_FLUSH:
                            multiple = most[size] if a >= plan.most_from[outside] else 1
                            if a < plan.raise_from[outside]:
                                multiple = 0
                        else:
                            multiple = np.int64(plan.given[number])
                        if len(decided) > 0:
                            decided[number] = multiple
                        number += 1
                        run = max(run_before, runs[d])
                        results[size, run, multiple, HANDS] += hands
                        if multiple > 0:
                            results[size, run, multiple, NOT_QUALIFIED] += hands * idle
                            results[size, run, multiple, WINS] += hands * wins
                            results[size, run, multiple, LOSSES] += hands * losses
                            flushes[a, outside, RAISED] += hands
                        flushes[a, outside, HANDS] += hands
                        flushes[a, outside, SURPLUS] += hands * surplus
                        flushes[a, outside, IDLE] += hands * idle
    return Tally(results, flushes)


def tally(plan: Plan, *, unqualified: int, most: Sequence[int], deal: Deal = FULL) -> Tally:
    """All deals under a plan.

    `unqualified` are the ranks that cannot head three suited cards with which the dealer qualifies; `most` is the
    largest raise by the number of suited cards.
    """
    return _tally(deal.ranks, deal.dealer_hands, unqualified, np.array(most, np.int64), plan, shapes(deal), _NOT_GIVEN)


def decisions(plan: Plan, *, unqualified: int, most: Sequence[int]) -> NDArray[np.int8]:
    """The multiple that a plan decides for each hand in the order of `distinct_hands`, 0 for a fold."""
    decided = np.empty(DISTINCT_HANDS, np.int8)
    _tally(FULL.ranks, FULL.dealer_hands, unqualified, np.array(most, np.int64), plan, shapes(), decided)
    return decided
