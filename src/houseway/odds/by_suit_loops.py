"""The compiled loops of counting by suit; `by_suit` explains the method."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.universe import Ints

SUITS = 4
Small = NDArray[np.int32]


class Sets(NamedTuple):
    """All sets of ranks that a suit can hold, in the order of strength."""

    masks: Ints
    strength: Ints
    size: Ints
    flags: Ints  # the further features: each value as a row of ones, so that `or` gives the highest
    measure: Ints  # what is added up over the suits beside the best one; all 0 where nobody asks
    by_size: Ints  # indices grouped by size, ascending within a group
    starts: Ints  # where each size begins in `by_size`
    ranks: int
    player: int  # cards
    dealer: int
    weights: Ints  # by size and word: places of a mixed radix in which a polynomial is one exact number


class Tables(NamedTuple):
    """For each cut and each set of available ranks: the subsets up to the cut by size, and the same as exact numbers.

    The last two cuts lie just below and at the player's strength and move up as the best set does; the others are
    those where the dealer's fact changes. `progress` has how many sets these two contain.
    """

    polynomials: Small
    codes: Ints
    fixed: Ints  # a number for each set of available ranks: equal ones have the same polynomials at the fixed cuts
    progress: Ints


class Classes(NamedTuple):
    """The sets that can lie beside one best set, those of a size merged that nothing tells apart."""

    number: Small  # the class of each set among those of its size, -1 if it cannot lie beside
    counts: Small  # by size: how many classes
    example: Small  # by size and class: a set of it
    members: Ints  # by size and class: how many sets
    is_best: NDArray[np.bool_]  # by size and class: the best set itself
    keys: Ints  # of a hash table
    slots: Small


class States(NamedTuple):
    """Player's hands that nothing tells apart: all of a state meet the same hands of the dealer and are paid alike."""

    sets: Small  # an example: the best set, then the others
    flags: Small
    measure: Small
    weight: Ints  # how many hands
    columns: Ints  # by the dealer's fact and comparison: how many hands of the dealer there are against each


@njit(cache=True)
def add_set(mask: int, size: int, cut: int, sets: Sets, tables: Tables) -> None:
    """Count one more set up to a cut, as a subset of every set that contains it."""
    if size > sets.dealer:
        return
    others = ((1 << sets.ranks) - 1) ^ mask
    part = others
    while True:
        tables.polynomials[cut, mask | part, size] += 1
        for word in range(sets.weights.shape[1]):
            tables.codes[cut, mask | part, word] += sets.weights[size, word]
        if part == 0:
            return
        part = (part - 1) & others


@njit(cache=True)
def fill_cut(cut: int, limit: int, sets: Sets, tables: Tables) -> None:
    """Count all sets up to a limit."""
    for one in range(len(sets.masks)):
        if sets.strength[one] <= limit:
            add_set(sets.masks[one], sets.size[one], cut, sets, tables)


@njit(cache=True)
def raise_cuts(best: int, sets: Sets, tables: Tables) -> None:
    """Move the last two cuts up to just below and up to the strength of a best set."""
    cut, mine = len(tables.polynomials) - 2, sets.strength[best]
    for upper in range(2):
        done = tables.progress[upper]
        while done < len(sets.masks) and sets.strength[done] < mine + upper:
            add_set(sets.masks[done], sets.size[done], cut + upper, sets, tables)
            done += 1
        tables.progress[upper] = done


@njit(cache=True)
def classify(best: int, grouped: bool, sets: Sets, tables: Tables, classes: Classes) -> None:
    """The classes of sets beside a best one: one for each set, or one for all that nothing tells apart."""
    number, count, example, members, is_best, keys, slots = classes
    whole, cut = (1 << sets.ranks) - 1, len(tables.polynomials) - 2
    words, room = sets.weights.shape[1], len(slots) - 1
    own, left = sets.flags[best], sets.player - sets.size[best]
    number[:], count[:], slots[:] = -1, 0, -1
    for size in range(min(left, len(sets.starts) - 2) + 1):
        for position in range(sets.starts[size], sets.starts[size + 1]):
            one = sets.by_size[position]
            if one > best:
                break
            found = count[size]
            if grouped and one < best:
                rest = whole ^ sets.masks[one]
                for word in range(words):
                    keys[-1, word] = tables.codes[cut, rest, word]
                    keys[-1, words + word] = tables.codes[cut + 1, rest, word]
                keys[-1, -1] = (
                    (tables.fixed[rest] << 12 | sets.measure[one]) << 24 | sets.flags[one] | own
                ) << 4 | size
                mixed = np.uint64(0)
                for part in keys[-1]:
                    mixed = (mixed ^ np.uint64(part)) * np.uint64(0x9E3779B97F4A7C15)
                    mixed ^= mixed >> np.uint64(29)
                slot = np.int64(mixed >> np.uint64(32)) & room
                while slots[slot] >= 0:
                    if (keys[slot] == keys[-1]).all():
                        found = slots[slot]
                        break
                    slot = (slot + 1) & room
                if found == count[size]:
                    slots[slot] = found
                    keys[slot] = keys[-1]
            if found == count[size]:
                example[size, found], members[size, found] = one, 0
                is_best[size, found] = one == best
                count[size] += 1
            members[size, found] += 1
            number[one] = found


@njit(cache=True)
def state_count(left: int, count: Small) -> Any:
    """How many states there are with these classes."""
    found, most = np.int64(0), len(count) - 1
    for first in range(left // 3 + 1):
        for second in range(first, (left - first) // 2 + 1):
            third = left - first - second
            if third > most:
                continue
            a, b, c = np.int64(count[first]), np.int64(count[second]), np.int64(count[third])
            if first == third:
                found += a * (a + 1) * (a + 2) // 6
            elif first == second:
                found += a * (a + 1) // 2 * c
            elif second == third:
                found += a * (b * (b + 1) // 2)
            else:
                found += a * b * c
    return found


@njit(cache=True)
def suit_ways(one: int, two: int, three: int, special: Any) -> int:
    """How many ways there are to give four suits the best set, `special` more times among three classes of sets.

    The best set takes C(4, 1 + special) of the suits; the other classes are assigned to what is left of them.
    """
    ways = 24 if special == 0 else 12 if special == 1 else 4 if special == 2 else 1
    if special == 0 and one == two == three:
        return ways // 6
    if special < 2 and (one in (two, three) or two == three):
        return ways // 2
    return ways


class Facts(NamedTuple):
    """Where the dealer's fact changes as the strength grows."""

    ends: Ints  # the last strength of each run
    runs: Ints  # the fact of each run
    ways: Any  # all of the dealer's hands


@njit(cache=True)
def split_by_comparison(mine: int, facts: Facts, below: Any, found: Any) -> None:
    """The dealer's hands by fact and comparison, from cumulative counts.

    `below` has the hands up to each end but the last, then those below the player's strength, then those up to it.
    """
    found[:] = 0
    ends, runs, ways = facts
    last = len(ends) - 1
    lower, upto = below[last], below[last + 1]
    start, before = 0, 0
    for run in range(len(ends)):
        end = ends[run]
        here = ways if run == last else below[run]
        column = 3 * runs[run]
        if start <= mine - 1:
            found[column] += (here if end <= mine - 1 else lower) - before
        if start <= mine <= end:
            found[column + 1] += upto - lower
        if end > mine:
            found[column + 2] += here - (upto if start <= mine else before)
        start, before = end + 1, here


@njit(cache=True)
def list_states(
    first: int, grouped: bool, sets: Sets, tables: Tables, facts: Facts, classes: Classes, states: States
) -> tuple[int, int]:
    """Fill `states` with those of the best sets from `first` on, as far as there is room for all of a best set.

    Returns the next best set, and how many states there are.

    Three suits beside the best one are listed by size, and those of equal size in descending order of their classes.
    """
    cuts, power = len(tables.polynomials), sets.dealer
    whole = (1 << sets.ranks) - 1
    filled = 0
    one = np.zeros((cuts, power + 1), np.int64)
    two = np.zeros((cuts, power + 1), np.int64)
    below = np.zeros(cuts, np.int64)
    _, count, example, members, is_best, _, _ = classes
    for best in range(first, len(sets.masks)):
        left = sets.player - sets.size[best]
        if left < 0:
            continue
        mine = sets.strength[best]
        raise_cuts(best, sets, tables)
        classify(best, grouped, sets, tables, classes)
        if filled + state_count(left, count) > len(states.weight):
            return best, filled
        own = tables.polynomials[:, whole ^ sets.masks[best]]
        for s1 in range(left // 3 + 1):
            for s2 in range(s1, (left - s1) // 2 + 1):
                s3 = left - s1 - s2
                if s3 >= len(count):
                    continue
                for x in range(count[s1]):
                    a = example[s1, x]
                    multiply(own, tables.polynomials[:, whole ^ sets.masks[a]], one)
                    for y in range(x + 1 if s2 == s1 else count[s2]):
                        b = example[s2, y]
                        multiply(one, tables.polynomials[:, whole ^ sets.masks[b]], two)
                        ways = members[s1, x] * members[s2, y]
                        special = np.int64(is_best[s1, x]) + np.int64(is_best[s2, y])
                        flags = sets.flags[best] | sets.flags[a] | sets.flags[b]
                        measure = sets.measure[a] + sets.measure[b]
                        for z in range(y + 1 if s3 == s2 else count[s3]):
                            c = example[s3, z]
                            rest = whole ^ sets.masks[c]
                            for cut in range(cuts):
                                value = np.int64(0)
                                for m in range(power + 1):
                                    value += two[cut, m] * tables.polynomials[cut, rest, power - m]
                                below[cut] = value
                            split_by_comparison(mine, facts, below, states.columns[filled])
                            states.flags[filled] = flags | sets.flags[c]
                            states.measure[filled] = measure + sets.measure[c]
                            states.weight[filled] = (
                                ways
                                * members[s3, z]
                                * suit_ways(
                                    s1 << 20 | x, s2 << 20 | y, s3 << 20 | z, special + np.int64(is_best[s3, z])
                                )
                            )
                            states.sets[filled, 0] = best
                            states.sets[filled, 1] = a
                            states.sets[filled, 2] = b
                            states.sets[filled, 3] = c
                            filled += 1
    return len(sets.masks), filled


class Held(NamedTuple):
    """What hands know, by hand and suit, as bits of ranks."""

    own: Ints
    shown: Ints  # of the dealer's cards
    left: Ints  # what the dealer's other cards come from
    others: Ints  # of these, how many somebody else holds, no one knows which
    ranks: Ints  # or all of the dealer's ranks, ascending, where their suits are not known


class Worth(NamedTuple):
    """What decisions are worth, by the bits of a suit's ranks and by kind."""

    strength: Ints  # of a set, -1 where no suit can hold it
    flags: Ints
    digits: Small
    kinds: Small
    legal: Ints
    nets: NDArray[np.float64]
    choose: Ints


@njit(cache=True, nogil=True)
def count_dealers(
    left: Ints, shown: Ints, others: Ints, size: int, limits: Ints, strength: Ints, choose: Ints, below: Ints
) -> None:
    """The dealer's hands up to each limit: `size` cards out of those left in each suit, beside those shown.

    A hand weighs as many ways as there are to choose the others' cards among the rest of each suit.
    """
    product, suit_sets = np.zeros((2, len(limits), size + 1), np.int64)
    product[:, 0] = 1
    for suit in range(SUITS):
        suit_sets[:] = 0
        unseen, part = bits_in(left[suit]), left[suit]
        while True:
            cards, found = bits_in(part), strength[part | shown[suit]]
            if cards <= size and found >= 0:
                weight = choose[unseen - cards, others[suit]]
                for limit in range(len(limits)):
                    if found <= limits[limit]:
                        suit_sets[limit, cards] += weight
            if part == 0:
                break
            part = (part - 1) & left[suit]
        for limit in range(len(limits)):
            for n in range(size, -1, -1):
                value = np.int64(0)
                for m in range(n + 1):
                    value += product[limit, m] * suit_sets[limit, n - m]
                product[limit, n] = value
    below[:] = product[:, size]


@njit(cache=True, nogil=True)
def bits_in(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit(cache=True, nogil=True)
def count_marked(left: Ints, ranks: Ints, limits: Ints, strength: Ints, below: Ints) -> None:
    """The dealer's hands of these ranks up to each limit."""
    below[:] = 0
    held, suits, at = np.zeros(SUITS, np.int64), np.full(len(ranks), -1, np.int64), 0
    while at >= 0:
        if suits[at] >= 0:
            held[suits[at]] ^= np.int64(1) << ranks[at]
        suit = suits[at] + 1
        if suits[at] < 0 and at > 0 and ranks[at] == ranks[at - 1]:
            suit = suits[at - 1] + 1  # two cards of a rank are one set, whichever is named first
        while suit < SUITS and not left[suit] >> ranks[at] & 1:
            suit += 1
        if suit == SUITS:
            suits[at] = -1
            at -= 1
            continue
        suits[at] = suit
        held[suit] |= np.int64(1) << ranks[at]
        if at < len(ranks) - 1:
            at += 1
            continue
        best = max(max(strength[held[0]], strength[held[1]]), max(strength[held[2]], strength[held[3]]))
        for limit in range(len(limits)):
            if best <= limits[limit]:
                below[limit] += 1


@njit(cache=True, nogil=True)
def gains_by_suit(held: Held, dealer: int, whole: int, ends: Ints, runs: Ints, worth: Worth, found: Any) -> None:
    """What knowledge adds to each hand: the best decision's value less that of the best one by the own cards alone."""
    none, unseen, last = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), len(ends) - 1
    limits, below = np.zeros(last + 3, np.int64), np.zeros(last + 3, np.int64)
    limits[:last] = ends[:-1]
    plainly, knowingly = np.zeros((2, worth.nets.shape[2]), np.int64)
    for hand in range(len(held.own)):
        own, shown = held.own[hand], held.shown[hand]
        mine: Any = np.int64(0)
        known: Any = np.int64(0)
        features = np.int64(0)
        for suit in range(SUITS):
            mine = max(mine, worth.strength[own[suit]])
            features |= worth.flags[own[suit]]
            unseen[suit] = whole ^ own[suit]
            known += bits_in(shown[suit])
        limits[last], limits[last + 1], limits[last + 2] = mine - 1, mine, len(worth.kinds)
        kind = worth.kinds[mine, worth.digits[features]]
        count_dealers(unseen, none, none, dealer, limits, worth.strength, worth.choose, below)
        split_by_comparison(mine, Facts(ends, runs, below[-1]), below, plainly)
        usual = best_option(plainly, worth.nets[kind], worth.legal[kind])
        if held.ranks.shape[1]:
            count_marked(unseen, held.ranks[hand], limits, worth.strength, below)
        else:
            others, left = held.others[hand], held.left[hand]
            count_dealers(left, shown, others, dealer - known, limits, worth.strength, worth.choose, below)
        split_by_comparison(mine, Facts(ends, runs, below[-1]), below, knowingly)
        best = best_option(knowingly, worth.nets[kind], worth.legal[kind])
        for column in range(len(knowingly)):
            found[hand] += knowingly[column] * (worth.nets[kind, best, column] - worth.nets[kind, usual, column])
        found[hand] /= below[-1]


@njit(cache=True, nogil=True)
def best_option(counts: Ints, nets: NDArray[np.float64], legal: int) -> int:
    best, most = 0, -1e300
    for option in range(legal):
        value = 0.0
        for column in range(len(counts)):
            value += counts[column] * nets[option, column]
        if value > most + 1e-9 * abs(most):
            best, most = option, value
    return best


@njit(cache=True)
def multiply(factor: Any, other: Small, product: Ints) -> None:
    """The products of polynomials, cut off beyond the highest power."""
    power = product.shape[1] - 1
    for cut in range(len(product)):
        for n in range(power + 1):
            value = np.int64(0)
            for m in range(n + 1):
                value += np.int64(factor[cut, m]) * other[cut, n - m]
            product[cut, n] = value


@njit(cache=True)
def pick_examples(states: States, kinds: Small, found: Ints) -> None:
    """A state for each kind and column, -1 where there is none."""
    for i in range(len(kinds)):
        for column in range(found.shape[1]):
            if states.columns[i, column] and found[kinds[i], column] < 0:
                found[kinds[i], column] = i


class Pays(NamedTuple):
    """By kind: how many decisions there are, what each nets by column, and which of equal ones comes first."""

    legal: Ints
    nets: Ints
    order: Ints


class Spread(NamedTuple):
    """How a strategy plays, by best set and measure."""

    hands: Ints  # and by play: how many hands are played so
    gains: Ints  # and by decision: what it is worth more than the one before it, over all deals


@njit(cache=True)
def decide_states(
    states: States,
    kinds: Small,
    pays: Pays,
    options: NDArray[np.int8],
    decided: bool,
    counts: Ints,
    spread: Spread,
    plays: Ints,
) -> None:
    """Add up all deals by kind, decision and column; unless it was decided, find the best decision of each state."""
    legal, nets, order = pays
    wide = len(spread.hands) > 0
    for i in range(len(kinds)):
        kind, weight, found = kinds[i], states.weight[i], states.columns[i]
        if wide or not decided:
            best, most, before = 0, np.int64(0), np.int64(0)
            for option in range(legal[kind]):
                value = np.int64(0)
                for column in range(len(found)):
                    value += found[column] * nets[kind, option, column]
                if option == 0 or value > most or (value == most and order[kind, option] < order[kind, best]):
                    best, most = option, value
                if option and wide:
                    spread.gains[states.sets[i, 0], states.measure[i], option] += weight * (value - before)
                before = value
            if not decided:
                options[i] = best
        if wide:
            spread.hands[states.sets[i, 0], states.measure[i], plays[kind, options[i]]] += weight
        for column in range(len(found)):
            counts[kind, options[i], column] += weight * found[column]
