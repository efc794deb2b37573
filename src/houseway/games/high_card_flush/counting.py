"""High Card Flush: every hand of the player against every hand of the dealer, compiled.

Hands that differ by a renaming of suits are counted once: 6,009,159 stand for C(52, 7) = 133,784,560, and each meets
C(45, 7) = 45,379,620 hands of the dealer. `dealer.py` says how those are counted: a coefficient in the product of four
polynomials P_i + n_i x^L, where P_i counts sets of fewer than L cards, as many as the player's flush has, and n_i the
sets of L cards that are low enough. P_i depends only on how many cards the player took from the suit, so for hands
whose suits have the same sizes the product is worked out once and for all:

    c + sum of c_i n_i + sum of c_ij n_i n_j + sum of c_ijk n_i n_j n_k + c_0123 n_0 n_1 n_2 n_3

with c, c_i, c_ij, ... the coefficients of x^7, x^(7-L), x^(7-2L), ... in the product of all P, of all but P_i, of all
but P_i and P_j, and so on. What is left for each hand is a few multiplications of whole numbers, all far below 2^63:
the 6,071,092,494,667,200 deals take 53 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.high_card_flush.dealer import (
    ENDS,
    EQUAL,
    FULL,
    HIGHER,
    IDLE_EQUAL,
    IDLE_HIGHER,
    IDLE_LOWER,
    LOWER,
    Deal,
    below_rank,
    coefficient,
    flush_sets,
)
from houseway.games.high_card_flush.probed_rules import MOST_RAISE, ProbedRules
from houseway.games.high_card_flush.strategies import HIGH_CARD
from houseway.jit import njit
from houseway.rules.pay_tables import Ratio

Counts = NDArray[np.int64]

# The order of c, c_i, c_ij, ...: first those without the last suit, then the same with it.
GROUPS = [group for size in range(4) for group in combinations(range(3), size)]
GROUPS += [(*group, 3) for group in GROUPS]
HIGH_CARDS = ~below_rank(HIGH_CARD) & FULL.ranks
MOST_CARDS = 8
DISTINCT_HANDS = 6_009_159

# How a hand is decided.
BEST, BY_FLUSH, GIVEN = 0, 1, 2


class RaisePlan(NamedTuple):
    """How every hand is decided: the BEST decision; BY_FLUSH, from the flush's index; or as GIVEN for each hand."""

    how: int
    raise_from: Counts  # by the number of high cards in the other suits: the lowest flush that is raised
    most_from: Counts  # and the lowest that is raised as much as is allowed; others as little
    given: NDArray[np.int8]  # the size of each hand's raise in the order of `distinct_hands`: an index, 0 for a fold


_NONE, _NOT_GIVEN = np.zeros(MOST_CARDS + 1, np.int64), np.zeros(0, np.int8)
BEST_PLAN = RaisePlan(BEST, _NONE, _NONE, _NOT_GIVEN)


def flush_plan(raise_from: Sequence[int], most_from: Sequence[int]) -> RaisePlan:
    """By the indices of flushes, for none, one, two, ... high cards in the other suits; the last for all beyond."""
    lowest, highest = (
        np.array([indices[min(outside, len(indices) - 1)] for outside in range(MOST_CARDS + 1)], np.int64)
        for indices in (raise_from, most_from)
    )
    return RaisePlan(BY_FLUSH, lowest, highest, _NOT_GIVEN)


def given_plan(raises: bytes | bytearray) -> RaisePlan:
    """By the size of each hand's raise, an index, 0 for a fold, in the order of `distinct_hands`."""
    return RaisePlan(GIVEN, _NONE, _NONE, np.frombuffer(bytearray(raises), np.int8))


# Raises are numbered by their sizes: whole multiples of the ante stand for themselves, other sizes follow them.
Sizes = tuple[Ratio, ...]
WHOLE: Sizes = tuple(range(MOST_RAISE + 1))


HANDS = 0  # the first count of both tables; the others are in deals against all hands of the dealer
FIRST_END = 1
# The dealer's hands are cut just below and just above the player's flush, and at the lowest flush that qualifies. How
# hands end in the four parts: for a player's flush below the lowest that qualifies, and for one that is not.
BETWEEN = (IDLE_HIGHER, IDLE_EQUAL, IDLE_LOWER, LOWER), (IDLE_HIGHER, HIGHER, EQUAL, LOWER)
CUTS = 4  # a number for all hands and one for each cut
RAISED, ONCE, MORE = 1, 2, 3


class Tally(NamedTuple):
    """What all deals come to."""

    # By flush length, straight flush length and size: HANDS, and how many of their deals end in each way.
    results: Counts
    # By the flush's index and the number of high cards in the other suits: HANDS, how many of them are RAISED; and,
    # whatever is decided, what the smallest raise gains over a fold, and what the largest gains over the smallest.
    flushes: Counts
    sizes: Sizes = WHOLE  # of the raises; a fold is the first


class Shapes(NamedTuple):
    """Everything about the sets of ranks of a deck that does not depend on the rules."""

    sets: Counts  # all sets of ranks, the shorter first, those of a size from the lowest flush up
    start: Counts  # where the sets of each size begin
    sizes: Counts  # how many cards the four suits may have: the flush that plays, then the others, shortest first
    twins: Counts  # for each suit the nearest one before it that has as many cards, or -1
    factors: Counts  # c, c_i, c_ij, ... for each of the sizes and the player's flush
    high: Counts  # jacks and better in each set
    choose: Counts  # binomial coefficients
    ones: Counts  # how many ranks a number has


@lru_cache(maxsize=16)
def shapes(deal: Deal = FULL) -> Shapes:
    """Worked out once for a deck."""
    if not 0 < deal.cards <= MOST_CARDS:
        raise ValueError(f"At most {MOST_CARDS} cards are dealt to a hand.")
    sets = flush_sets(deal)
    sizes = [
        (size, *others)
        for size in range(1, min(deal.cards, deal.ranks.bit_count()) + 1)
        for others in _others(size, deal.cards - size)
    ]
    return Shapes(
        sets=np.array(sets),
        start=np.cumsum([0, *(comb(deal.ranks.bit_count(), size) for size in range(deal.cards + 1))]),
        sizes=np.array(sizes),
        twins=np.array([[max((j for j in range(i) if s[j] == s[i]), default=-1) for i in range(4)] for s in sizes]),
        factors=np.array([_factors(suits, suits[0], deal) for suits in sizes]),
        high=np.array([(chosen & HIGH_CARDS).bit_count() for chosen in sets]),
        choose=np.array([[comb(n, k) for k in range(14)] for n in range(14)]),
        ones=np.array([number.bit_count() for number in range(1 << 13)]),
    )


def _others(most: int, cards: int) -> Iterator[tuple[int, int, int]]:
    """How the rest of a hand may be distributed over three suits, none longer than the one that plays."""
    for first in range(cards + 1):
        for second in range(first, cards + 1):
            third = cards - first - second
            if second <= third <= most:
                yield first, second, third


def _factors(sizes: Sequence[int], cut: int, deal: Deal) -> list[int]:
    """c, c_i, c_ij, ... of the polynomials cut off before x^cut."""
    left = [[comb(deal.ranks.bit_count() - size, k) for k in range(cut)] for size in sizes]
    return [coefficient([left[i] for i in range(4) if i not in gone], deal.cards - cut * len(gone)) for gone in GROUPS]


class RuleArrays(NamedTuple):
    """What the rules say, in arrays: by the lengths of flush and straight flush, then by decision."""

    lowest: int  # the lowest flush with which the dealer qualifies
    idle: Counts  # c, c_i, c_ij, ... for each of the sizes and that flush
    runs: Counts  # the longest straight flush of each set
    legal: Counts  # how many decisions there are
    multiples: Counts  # from the smallest bet up
    # A decision's value is a constant plus a factor for the dealer's hands below each cut: by whether the player's
    # flush would qualify, in a fraction of the ante that makes all of them whole.
    nets: Counts


@lru_cache(maxsize=64)
def rule_arrays(probed: ProbedRules, deal: Deal = FULL) -> RuleArrays:
    known, shape = shapes(deal), (MOST_CARDS + 1, MOST_CARDS + 1)
    legal = np.zeros(shape, np.int64)
    multiples = np.zeros((*shape, MOST_RAISE + 1), np.int64)
    for kind, decisions in probed.decisions.items():
        legal[kind] = len(decisions)
        multiples[kind][: len(decisions)] = list(decisions)
    by_end = np.zeros((*shape, MOST_RAISE + 1, ENDS), np.int64)
    for kind, multiple, end, witness in probed.witnesses():
        by_end[(*kind, list(probed.decisions[kind]).index(int(multiple)), end)] = int(witness.net * probed.whole)
    nets = np.stack([by_end[..., ends] for ends in BETWEEN])
    nets = np.concatenate([deal.dealer_hands * nets[..., 3:], nets[..., :3] - nets[..., 1:]], axis=-1)
    return RuleArrays(
        lowest=probed.lowest,
        idle=np.array([_factors(suits, probed.lowest.bit_count(), deal) for suits in known.sizes.tolist()]),
        runs=np.array([probed.runs[chosen] for chosen in flush_sets(deal)]),
        legal=legal,
        multiples=multiples,
        nets=np.ascontiguousarray(nets),
    )


def flush_index(flush: int, deal: Deal = FULL) -> int:
    """The index of a set of ranks among all, which are in the order of flushes."""
    known = shapes(deal)
    start, stop = known.start[flush.bit_count()], known.start[flush.bit_count() + 1]
    return int(start + np.searchsorted(known.sets[start:stop], flush))


def distinct_hands(deal: Deal = FULL) -> Iterator[tuple[int, int, int, int]]:
    """Each hand up to suit isomorphism, in the order in which `tally` counts them."""
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
    """Suits of equal size are enumerated in descending order only, so that no hand is counted twice."""
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
def _sum(f: Counts, first: int, n0: int, n1: int, n2: int) -> int:
    """The part of the product without the last suit's sets of L cards, or what each of these adds to it."""
    g = f[first : first + 8]
    alone = g[0] + g[1] * n0 + g[2] * n1 + g[3] * n2
    return int(alone + g[4] * n0 * n1 + g[5] * n0 * n2 + g[6] * n1 * n2 + g[7] * n0 * n1 * n2)


@njit(cache=True)
def _tally(
    ranks: int, rules: RuleArrays, plan: RaisePlan, known: Shapes, decided: NDArray[np.int8], sizes: int
) -> tuple[Counts, Counts]:
    """Results are the sums of hands, and of the dealer's hands below each cut, by whether the flush would qualify."""
    results = np.zeros((2, MOST_CARDS + 1, MOST_CARDS + 1, sizes, CUTS), np.int64)
    flushes = np.zeros((len(known.sets), MOST_CARDS + 1, 4), np.int64)
    sets, start, high, ones = known.sets, known.start, known.high, known.ones
    lowest, runs = rules.lowest, rules.runs
    low = np.zeros(len(sets), np.int64)
    for i in range(len(sets)):
        low[i] = _sets_below(lowest, ranks & ~sets[i], known.choose, ones)
    below, up_to = low.copy(), low.copy()
    number = 0
    for shape in range(len(known.sizes)):
        size, s1, s2, s3 = known.sizes[shape]
        _, t1, t2, t3 = known.twins[shape]
        f, g = known.factors[shape], rules.idle[shape]
        for a in range(start[size], start[size + 1]):
            flush = sets[a]
            for i in range(start[s3 + 1]):
                left = ranks & ~sets[i]
                below[i] = _sets_below(flush, left, known.choose, ones)
                up_to[i] = below[i] + (left & flush == flush)
            below_a = _sets_below(flush, ranks & ~flush, known.choose, ones)
            qualifies = size > ones[lowest] or (size == ones[lowest] and flush >= lowest)
            one, two, three = (low, below, up_to) if qualifies else (below, up_to, low)
            # One index each in the innermost loop.
            legal, multiples = rules.legal[size], rules.multiples[size].reshape(-1)
            nets, result = rules.nets[int(qualifies), size].reshape(-1), results[int(qualifies), size].reshape(-1)
            of_flush = flushes[a].reshape(-1)
            for b in range(start[s1], _stop(t1, a, a, a, start[s1 + 1])):
                for c in range(start[s2], _stop(t2, a, b, b, start[s2 + 1])):
                    first_cut = _sum(f, 0, below_a, below[b], below[c]), _sum(f, 8, below_a, below[b], below[c])
                    second_cut = _sum(f, 0, below_a, up_to[b], up_to[c]), _sum(f, 8, below_a, up_to[b], up_to[c])
                    third_cut = _sum(g, 0, low[a], low[b], low[c]), _sum(g, 8, low[a], low[b], low[c])
                    if qualifies:
                        first_cut, second_cut, third_cut = third_cut, first_cut, second_cut
                    run_before, high_before = max(runs[a], runs[b], runs[c]), high[b] + high[c]
                    # Four suits can be assigned in 24 ways, fewer if some of them hold the same ranks.
                    hands = 24 // ((1 + (b == a)) * (1 + (c == a) + (c == b)))
                    end = _stop(t3, a, b, c, start[s3 + 1])
                    for d in range(start[s3], end):
                        if t3 >= 0 and d == end - 1:
                            hands //= 1 + (d == a) + (d == b) + (d == c)
                        x = first_cut[0] + first_cut[1] * one[d]
                        y = second_cut[0] + second_cut[1] * two[d]
                        z = third_cut[0] + third_cut[1] * three[d]
                        run, outside = max(run_before, runs[d]), high_before + high[d]
                        at, last = run * (MOST_RAISE + 1), legal[run] - 1
                        chosen = 0
                        if plan.how == BEST:
                            # The values of all decisions, from the smallest bet up.
                            net = at * CUTS
                            first = nets[net] + nets[net + 1] * x + nets[net + 2] * y + nets[net + 3] * z
                            best = value = first
                            for i in range(1, last + 1):
                                net += CUTS
                                value = nets[net] + nets[net + 1] * x + nets[net + 2] * y + nets[net + 3] * z
                                if i == 1:
                                    of_flush[outside * 4 + ONCE] += hands * (value - first)
                                    first = value
                                if value > best:
                                    best, chosen = value, i
                            of_flush[outside * 4 + MORE] += hands * (value - first)
                        elif plan.how == BY_FLUSH and a >= plan.raise_from[outside]:
                            chosen = last if a >= plan.most_from[outside] else min(1, last)
                        multiple = multiples[at + chosen]
                        if plan.how == GIVEN:
                            multiple = np.int64(plan.given[number])
                        if len(decided) > 0:
                            decided[number] = multiple
                        number += 1
                        row = (run * sizes + multiple) * CUTS
                        result[row] += hands
                        result[row + 1] += hands * x
                        result[row + 2] += hands * y
                        result[row + 3] += hands * z
                        of_flush[outside * 4 + HANDS] += hands
                        of_flush[outside * 4 + RAISED] += hands * (multiple > 0)
    return results, flushes


def tally(plan: RaisePlan, probed: ProbedRules, deal: Deal = FULL, sizes: Sizes = WHOLE) -> Tally:
    """All deals under a plan that makes raises of these sizes."""
    sums, flushes = _tally(deal.ranks, rule_arrays(probed, deal), plan, shapes(deal), _NOT_GIVEN, len(sizes))
    results = np.zeros((*sums.shape[1:-1], FIRST_END + ENDS), np.int64)
    for ends, by_cut in zip(BETWEEN, sums, strict=True):
        hands, below = by_cut[..., 0], by_cut[..., 1:]
        results[..., HANDS] += hands
        cuts = np.concatenate([0 * hands[..., None], below, deal.dealer_hands * hands[..., None]], axis=-1)
        results[..., [FIRST_END + end for end in ends]] += np.diff(cuts, axis=-1)
    return Tally(results, flushes, sizes)


def decisions(plan: RaisePlan, probed: ProbedRules) -> NDArray[np.int8]:
    """The multiple that a plan decides for each hand in the order of `distinct_hands`, 0 for a fold."""
    decided = np.empty(DISTINCT_HANDS, np.int8)
    _tally(FULL.ranks, rule_arrays(probed), plan, shapes(), decided, len(WHOLE))
    return decided
