"""The compiled loops of counting by suit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.derived.universe import Ints
from houseway.jit import njit


@njit(cache=True)
def subset_polynomials(limits: Ints, masks: Ints, strength: Ints, size: Ints, ranks: int, most: int) -> Ints:
    """For each limit and each set of available ranks: the number of its subsets up to that strength, by size."""
    found = np.zeros((len(limits), 1 << ranks, most + 1), np.int64)
    for limit in range(len(limits)):
        for index in range(len(masks)):
            if strength[index] <= limits[limit]:
                _add_set(masks[index], size[index], ranks, found[limit])
    return found


@njit(cache=True)
def _add_set(mask: int, size: int, ranks: int, table: Ints) -> None:
    """Count one more set that may be held, as a subset of every set that contains it."""
    if size >= table.shape[1]:
        return
    others = ((1 << ranks) - 1) ^ mask
    part = others
    while True:
        table[mask | part, size] += 1
        if part == 0:
            return
        part = (part - 1) & others


@njit(cache=True)
def split_by_comparison(mine: int, ends: Ints, runs: Ints, cumulative: Ints, ways: int, found: Ints) -> None:
    """The dealer's hands by fact and comparison, from cumulative counts.

    `cumulative` has the hands up to each end but the last, then those below the player's strength, then those up to it.
    """
    found[:] = 0
    last = len(ends) - 1
    lower, upto = cumulative[last], cumulative[last + 1]
    start, before = 0, 0
    for run in range(len(ends)):
        end = ends[run]
        here = ways if run == last else cumulative[run]
        column = 3 * runs[run]
        if start <= mine - 1:
            found[column] += (here if end <= mine - 1 else lower) - before
        if start <= mine <= end:
            found[column + 1] += upto - lower
        if end > mine:
            found[column + 2] += here - (upto if start <= mine else before)
        start, before = end + 1, here


@njit(cache=True)
def renamings(one: int, two: int, three: int, four: int) -> int:
    """The number of distinct ways to assign four sets to four suits."""
    if one == two:
        if two == three:
            return 1 if three == four else 4
        return 6 if three == four else 12
    if two == three:
        return 4 if three == four else 12
    return 12 if three == four else 24


@njit(cache=True)
def _digit(one: int, two: int, three: int, four: int, extra: Ints, radix: Ints) -> int:
    found = 0
    for i in range(extra.shape[1]):
        best = max(max(extra[one, i], extra[two, i]), max(extra[three, i], extra[four, i]))
        found = found * radix[i] + best
    return found


@njit(cache=True)
def pick_examples(hands: NDArray[np.int16], strength: Ints, extra: Ints, radix: Ints, found: Ints) -> None:
    """A hand for every strength and combination of further features. Sets are in descending order of index."""
    for hand in range(len(hands)):
        one, two, three, four = hands[hand]
        example = found[strength[one], _digit(one, two, three, four, extra, radix)]
        if example[0] < 0:
            example[:] = hands[hand]


@njit(cache=True)
def list_hands(cards: int, indices: Ints, starts: Ints, size: Ints, rows: NDArray[np.int16]) -> int:
    """Fill `rows` with the hands in the order of counting, as far as there is room; returns the number of hands."""
    sizes, count = len(starts) - 1, 0
    for one in range(len(size)):
        left_one = cards - size[one]
        if left_one < 0:
            continue
        for size_two in range(min(left_one, sizes - 1) + 1):
            left_two = left_one - size_two
            for i in range(starts[size_two], starts[size_two + 1]):
                two = indices[i]
                if two > one:
                    break
                for size_three in range(min(left_two, sizes - 1) + 1):
                    size_four = left_two - size_three
                    if size_four >= sizes:
                        continue
                    for j in range(starts[size_three], starts[size_three + 1]):
                        three = indices[j]
                        if three > two:
                            break
                        for k in range(starts[size_four], starts[size_four + 1]):
                            four = indices[k]
                            if four > three:
                                break
                            if count < len(rows):
                                rows[count, 0], rows[count, 1] = one, two
                                rows[count, 2], rows[count, 3] = three, four
                            count += 1
    return count


@njit(cache=True)
def _multiply(factor: Ints, tables: Ints, rest: int, product: Ints) -> None:
    """The product of polynomials, cut off at the highest power, with those of one more suit; a row for each limit."""
    for limit in range(product.shape[0]):
        for n in range(product.shape[1]):
            value = 0
            for m in range(n + 1):
                value += factor[limit, m] * tables[limit, rest, n - m]
            product[limit, n] = value


@njit(cache=True)
def _last_coefficients(factor: Ints, tables: Ints, rest: int, found: Ints) -> None:
    """The coefficient of the highest power in the product with the last suit's polynomials, for each limit."""
    power = factor.shape[1] - 1
    for limit in range(len(found)):
        value = 0
        for m in range(power + 1):
            value += factor[limit, m] * tables[limit, rest, power - m]
        found[limit] = value


@njit(cache=True)
def _best_option(found: Ints, kind: int, legal: Ints, nets: Ints, order: Ints) -> int:
    """The option with the highest sum of nets over the dealer's hands; ties go to the lowest in the order."""
    best, worth = 0, 0
    for option in range(legal[kind]):
        value = 0
        for column in range(len(found)):
            value += found[column] * nets[kind, option, column]
        better = value > worth or (value == worth and order[kind, option] < order[kind, best])
        if option == 0 or better:
            best, worth = option, value
    return best


@njit(cache=True)
def count_hands(
    hands: NDArray[np.int16],
    dealer: int,
    ways: int,
    masks: Ints,
    strength: Ints,
    extra: Ints,
    radix: Ints,
    size: Ints,
    ranks: int,
    ends: Ints,
    runs: Ints,
    number: Ints,
    legal: Ints,
    nets: Ints,
    order: Ints,
    plan: NDArray[np.int8],
    counts: Ints,
    examples: Ints,
) -> None:
    """Count every player's hand, as `list_hands` lists them, against every dealer's hand, with the best decision or the
    plan's.

    Neighbouring hands share their first suits, whose products are kept. The last two tables are those up to just below
    the player's strength and up to it: they grow with the strength.
    """
    whole = (1 << ranks) - 1
    fixed = len(ends) - 1
    limits = fixed + 2
    tables = np.zeros((limits, 1 << ranks, dealer + 1), np.int64)
    tables[:fixed] = subset_polynomials(ends[:-1], masks, strength, size, ranks, dealer)
    below, up_to = tables[fixed], tables[fixed + 1]
    sets_below, sets_up_to = 0, 0  # how many sets these two contain
    one_suit = np.zeros((limits, dealer + 1), np.int64)
    two_suits, three_suits = np.zeros_like(one_suit), np.zeros_like(one_suit)
    cumulative = np.zeros(limits, np.int64)
    found = np.zeros(counts.shape[2], np.int64)
    one, two, three, mine = -1, -1, -1, 0
    for hand in range(len(hands)):
        if hands[hand, 0] != one:
            one, two, three = int(hands[hand, 0]), -1, -1
            mine = strength[one]
            while sets_below < len(strength) and strength[sets_below] < mine:
                _add_set(masks[sets_below], size[sets_below], ranks, below)
                sets_below += 1
            while sets_up_to < len(strength) and strength[sets_up_to] <= mine:
                _add_set(masks[sets_up_to], size[sets_up_to], ranks, up_to)
                sets_up_to += 1
            one_suit[:] = tables[:, whole ^ masks[one]]
        if hands[hand, 1] != two:
            two, three = int(hands[hand, 1]), -1
            _multiply(one_suit, tables, whole ^ masks[two], two_suits)
        if hands[hand, 2] != three:
            three = int(hands[hand, 2])
            _multiply(two_suits, tables, whole ^ masks[three], three_suits)
        four = int(hands[hand, 3])
        _last_coefficients(three_suits, tables, whole ^ masks[four], cumulative)
        split_by_comparison(mine, ends, runs, cumulative, ways, found)
        kind = number[mine, _digit(one, two, three, four, extra, radix)]
        option = int(plan[hand]) if len(plan) else _best_option(found, kind, legal, nets, order)
        weight = renamings(one, two, three, four)
        for column in range(len(found)):
            if found[column]:
                counts[kind, option, column] += weight * found[column]
                if examples[kind, column, 0] < 0:
                    examples[kind, column] = hands[hand]
