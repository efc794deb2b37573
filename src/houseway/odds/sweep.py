"""How many of the dealer's hands a player's hand beats, ties and loses to, by one sweep over both in order of strength.

The dealer's hands are added one by one, the weakest first. For every set T of at most as many cards as the dealer has
unseen, N[T] is the number of hands added so far that contain T. Of these hands, the ones that avoid all cards P that
are out of play number

    sum over T within P of (-1)^|T| N[T]:

a hand that shares the cards S with P is counted once for every T within S, with the sign of T's size, and the signs of
all subsets of S add up to 0 unless S is empty (inclusion and exclusion). Taken when all hands below a strength have
been added, the sum is the number of hands that this strength beats. Hands with different facts have an N each.

With several copies of a card in the shoe, T is a multiset. Of a face that has c copies in the shoe, p of them out, a
hand's h cards are dealt in C(c - p, h) ways. This is the coefficient of x^h in (1 + x)^(c - p), that is, in (1 + x)^c
times (1 + x)^-p, and therefore

    C(c - p, h) = sum over t of (-1)^t C(p + t - 1, t) C(c, h - t).

So the same sum holds with N[T] = the sum over the hands of the product of C(c, h - t) over all faces, and with the
product of (-1)^t C(p + t - 1, t) instead of the sign. Where each card has one copy, all these factors are 0, 1 or -1.
Numbers that overflow do no harm: additions and multiplications are exact modulo 2^32, and so is a result that fits.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.universe import Faces, Ints


class SweptHands(NamedTuple):
    """The dealer's hands as the sweep adds them, with their class in each context."""

    hands: Faces  # ascending
    weights: Ints  # in how many ways the cards can be parted among the deals that the dealer gets them by
    contexts: Faces  # the cards that everybody sees, which the shoe lacks
    numbers: NDArray[np.int32]  # (contexts, hands): the class, -1 where the shoe cannot supply both
    strength: Ints  # of each class
    fact: Ints
    copies: Ints


class Sets(NamedTuple):
    """Numbers without gaps for all sets of at most so many faces: colexicographic, the smaller sizes first."""

    step: Ints  # (place, face): what a face adds to the number of a set in whose ascending order it has this place
    total: int


def sets_up_to(faces: int, size: int, *, single: bool) -> Sets:
    """Where the shoe has several copies of a face, multisets."""
    shift = 0 if single else 1  # adding its place to each face turns an ascending multiset into a set

    def total(cards: int) -> int:
        return comb(faces + shift * (cards - 1), cards) if cards else 1

    step = [[total(place) + comb(face + shift * place, place + 1) for face in range(faces)] for place in range(size)]
    return Sets(np.array(step, np.int64).reshape(size, faces), sum(map(total, range(size + 1))))


def subsets_within(cards: int, size: int, *, single: bool) -> int:
    """How many sets of at most `size` faces are within this many cards, at most."""
    return sum(comb(cards if single else max(cards + held - 1, held), held) for held in range(size + 1))


@njit(cache=True, nogil=True)
def sweep(
    first: int,
    last: int,
    order: Ints,
    starts: Ints,
    swept: Any,
    strengths: int,
    step: Ints,
    outs: Faces,
    low: Ints,
    high: Ints,
    facts_from: int,
    table: NDArray[Any],
    subsets: int,
    found: NDArray[Any],
) -> None:
    """Fill `found` (rows, facts, 3) for the rows of the contexts from `first` to `last`.

    A row beats the dealer's strengths below `low` and loses to those from `high` on.
    """
    size, facts = swept.hands.shape[1], table.shape[1]
    number, factor, held = np.zeros(subsets, np.int64), np.zeros(subsets, np.int64), np.zeros(subsets, np.int64)
    most = swept.copies.max()
    choose, signed = _binomials(most, size), _signed(outs.shape[1], size)
    strength_of, answer = np.zeros(len(swept.hands), np.int64), np.zeros(facts, np.int64)
    for context in range(first, last):
        rows = order[starts[context] : starts[context + 1]]
        if not len(rows):
            continue
        copies = swept.copies.copy()
        for face in swept.contexts[context]:
            copies[face] -= 1
        line = swept.numbers[context]
        for hand in range(len(line)):
            inside = line[hand] >= 0 and 0 <= swept.fact[line[hand]] - facts_from < facts
            strength_of[hand] = swept.strength[line[hand]] if inside else -1
        hands, hand_starts = by_value(strength_of, strengths)
        by_low, low_starts = by_value(low[rows], strengths + 1)
        by_high, high_starts = by_value(high[rows], strengths + 1)
        table[:] = 0
        for value in range(strengths + 1):
            for i in by_low[low_starts[value] : low_starts[value + 1]]:
                row = rows[i]
                _avoiding(outs[row], size, copies, step, signed, table, number, factor, held, answer)
                for fact in range(facts):
                    found[row, facts_from + fact, 0] = answer[fact]
                    found[row, facts_from + fact, 1] = answer[fact]
            for i in by_high[high_starts[value] : high_starts[value + 1]]:
                row = rows[i]
                if low[row] < value:
                    _avoiding(outs[row], size, copies, step, signed, table, number, factor, held, answer)
                    for fact in range(facts):
                        found[row, facts_from + fact, 1] = answer[fact]
            if value < strengths:
                for hand in hands[hand_starts[value] : hand_starts[value + 1]]:
                    fact, weight = swept.fact[line[hand]] - facts_from, swept.weights[hand]
                    _add(swept.hands[hand], weight, copies, step, choose, table, fact, number, factor, held)
        for row in rows:
            _avoiding(outs[row], size, copies, step, signed, table, number, factor, held, answer)
            for fact in range(facts_from, facts_from + facts):
                found[row, fact, 2] = answer[fact - facts_from] - found[row, fact, 1]
                found[row, fact, 1] -= found[row, fact, 0]


@njit(cache=True, nogil=True)
def by_value(values: Ints, count: int) -> tuple[Ints, Ints]:
    """Indices in the order of their values, and where each value starts; negative values are left out."""
    starts = np.zeros(count + 1, np.int64)
    for value in values:
        if value >= 0:
            starts[value + 1] += 1
    for value in range(count):
        starts[value + 1] += starts[value]
    order, place = np.empty(starts[count], np.int64), starts.copy()
    for i in range(len(values)):
        value = values[i]
        if value >= 0:
            order[place[value]] = i
            place[value] += 1
    return order, starts


@njit(cache=True, nogil=True)
def _binomials(most: int, size: int) -> Ints:
    choose = np.zeros((most + 1, size + 1), np.int64)
    choose[:, 0] = 1
    for n in range(1, most + 1):
        for k in range(1, size + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    return choose


@njit(cache=True, nogil=True)
def _signed(most: int, size: int) -> Ints:
    """(-1)^t C(p + t - 1, t) for p cards of a face that are out: the coefficients of (1 + x)^-p."""
    found = np.zeros((most + 1, size + 1), np.int64)
    found[:, 0] = 1
    for p in range(1, most + 1):
        for t in range(1, size + 1):
            found[p, t] = found[p - 1, t] - found[p, t - 1]
    return found


@njit(cache=True, nogil=True)
def _add(
    hand: Faces,
    weight: int,
    copies: Ints,
    step: Ints,
    choose: Ints,
    table: NDArray[Any],
    fact: int,
    number: Ints,
    factor: Ints,
    held: Ints,
) -> None:
    """Count a hand of the dealer's for every set that it contains."""
    number[0], factor[0], held[0] = 0, weight, 0
    count, i = 1, 0
    while i < len(hand):
        face, same = hand[i], 1
        while i + same < len(hand) and hand[i + same] == face:
            same += 1
        i += same
        for j in range(count):  # every set of the faces before, with 0, 1, ... copies of this one
            at, ways, cards = number[j], factor[j], held[j]
            factor[j] = ways * choose[copies[face], same]
            for t in range(1, same + 1):
                at += step[cards + t - 1, face]
                number[count], factor[count], held[count] = at, ways * choose[copies[face], same - t], cards + t
                count += 1
    for j in range(count):
        table[number[j], fact] += factor[j]


@njit(cache=True, nogil=True)
def _avoiding(
    out: Faces,
    size: int,
    copies: Ints,
    step: Ints,
    signed: Ints,
    table: NDArray[Any],
    number: Ints,
    factor: Ints,
    held: Ints,
    answer: Ints,
) -> None:
    """The hands added so far that can be dealt beside the cards that are out, by fact."""
    number[0], factor[0], held[0] = 0, 1, 0
    count, i = 1, 0
    while i < len(out):
        face, same = out[i], 1
        while i + same < len(out) and out[i + same] == face:
            same += 1
        i += same
        for j in range(count):
            at, sign, cards = number[j], factor[j], held[j]
            for t in range(1, min(size - cards, copies[face]) + 1):
                at += step[cards + t - 1, face]
                number[count], factor[count], held[count] = at, sign * signed[same, t], cards + t
                count += 1
    answer[:] = 0
    for j in range(count):
        for fact in range(len(answer)):
            answer[fact] += factor[j] * table[number[j], fact]
