"""The compiled loops for games decided suit by suit: a deal of which the player knows more than his own cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.jit import njit
from houseway.odds.by_suit_loops import Facts, split_by_comparison
from houseway.odds.universe import Ints

SUITS = 4
Floats = NDArray[np.float64]


@njit(cache=True)
def _count_free(
    free: Ints,
    fixed: Ints,
    others: Ints,
    left: int,
    limits: Ints,
    strength: Ints,
    choose: Floats,
    cumulative: Floats,
) -> None:
    """The dealer's hands up to each limit: `left` more cards out of the free ranks of each suit, beside fixed ones.

    Of `others` cards of a suit it is known that somebody else holds them, but not which: a hand weighs as many ways as
    there are to choose them among the rest of the suit. The hands are a coefficient of a product of polynomials.
    """
    product = np.zeros((len(limits), left + 1))
    product[:, 0] = 1
    suit_sets = np.zeros((len(limits), left + 1))
    for suit in range(SUITS):
        suit_sets[:] = 0
        unseen = 0
        rest = free[suit]
        while rest:
            rest &= rest - 1
            unseen += 1
        part = free[suit]
        while True:
            size, bits = 0, part
            while bits:
                bits &= bits - 1
                size += 1
            found = strength[part | fixed[suit]]
            if size <= left and found >= 0:
                weight = choose[unseen - size, others[suit]]
                for limit in range(len(limits)):
                    if found <= limits[limit]:
                        suit_sets[limit, size] += weight
            if part == 0:
                break
            part = (part - 1) & free[suit]
        for limit in range(len(limits)):
            for n in range(left, -1, -1):
                value = 0.0
                for m in range(n + 1):
                    value += product[limit, m] * suit_sets[limit, n - m]
                product[limit, n] = value
    for limit in range(len(limits)):
        cumulative[limit] = product[limit, left]


@njit(cache=True)
def _count_marked(own: Ints, ranks: Ints, limits: Ints, strength: Ints, cumulative: Floats) -> None:
    """The dealer's hands up to each limit if their ranks are known, ascending, and their suits are not."""
    cumulative[:] = 0
    count = len(ranks)
    held = np.zeros(SUITS, np.int64)
    suits = np.full(count, -1, np.int64)
    at = 0
    while at >= 0:
        if suits[at] >= 0:
            held[suits[at]] ^= np.int64(1) << ranks[at]
        suit = suits[at] + 1
        if suits[at] < 0 and at > 0 and ranks[at] == ranks[at - 1]:
            suit = suits[at - 1] + 1  # two cards of a rank are one set, whichever is named first
        while suit < SUITS and own[suit] >> ranks[at] & 1:
            suit += 1
        if suit == SUITS:
            suits[at] = -1
            at -= 1
            continue
        suits[at] = suit
        held[suit] |= np.int64(1) << ranks[at]
        if at < count - 1:
            at += 1
            continue
        best = max(max(strength[held[0]], strength[held[1]]), max(strength[held[2]], strength[held[3]]))
        for limit in range(len(limits)):
            if best <= limits[limit]:
                cumulative[limit] += 1


@njit(cache=True)
def _masks(cards: Ints, rank: Ints, suit: Ints, found: Ints) -> None:
    found[:] = 0
    for card in cards:
        found[suit[card]] |= np.int64(1) << rank[card]


@njit(cache=True, nogil=True)
def gains_by_suit(
    deals: Ints,
    own: int,
    dealer: int,
    shared: int,
    counted: int,
    shown: int,
    marked: bool,
    rank: Ints,
    suit: Ints,
    ranks: int,
    strength: Ints,
    flags: Ints,
    digits: NDArray[np.int32],
    ends: Ints,
    runs: Ints,
    kinds: NDArray[np.int32],
    legal: Ints,
    nets: Floats,
    choose: Floats,
    found: Floats,
) -> None:
    """What knowledge adds to each deal: the best decision's value less that of the best one by the own cards alone.

    In a row of `deals` come the player's cards, the dealer's, then the others'. Of these `shared` are known; of
    `counted` more the suits are known. `shown` of the dealer's cards are known, or if `marked` the ranks of all.
    """
    whole = (np.int64(1) << ranks) - 1
    mine_masks, shown_masks = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    out, free, none = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    suits_of = np.zeros(SUITS, np.int64)
    last = len(ends) - 1
    limits = np.zeros(last + 3, np.int64)
    limits[:last] = ends[:-1]
    cumulative: Any = np.zeros(last + 3)
    columns = nets.shape[2]
    plainly: Any = np.zeros(columns)
    knowingly: Any = np.zeros(columns)
    for deal in range(deals.shape[0]):
        cards = deals[deal]
        _masks(cards[:own], rank, suit, mine_masks)
        mine, features = 0, 0
        for one in range(SUITS):
            mine = max(mine, strength[mine_masks[one]])
            features |= flags[mine_masks[one]]
            free[one] = whole ^ mine_masks[one]
        limits[last], limits[last + 1], limits[last + 2] = mine - 1, mine, len(kinds)
        kind = kinds[mine, digits[features]]
        _count_free(free, none, none, dealer, limits, strength, choose, cumulative)
        split_by_comparison(mine, Facts(ends, runs, cumulative[last + 2]), cumulative, plainly)
        usual = _best(plainly, nets[kind], legal[kind])
        if marked:
            theirs = np.sort(rank[cards[own : own + dealer]])
            _count_marked(mine_masks, theirs, limits, strength, cumulative)
        else:
            _masks(cards[own : own + shown], rank, suit, shown_masks)
            first = own + dealer
            _masks(cards[first : first + shared], rank, suit, out)
            suits_of[:] = 0
            for card in cards[first + shared : first + shared + counted]:
                suits_of[suit[card]] += 1
            for one in range(SUITS):
                free[one] = whole ^ mine_masks[one] ^ shown_masks[one] ^ out[one]
            _count_free(free, shown_masks, suits_of, dealer - shown, limits, strength, choose, cumulative)
        split_by_comparison(mine, Facts(ends, runs, cumulative[last + 2]), cumulative, knowingly)
        best = _best(knowingly, nets[kind], legal[kind])
        value = 0.0
        for column in range(columns):
            value += knowingly[column] * (nets[kind, best, column] - nets[kind, usual, column])
        found[deal] = value / cumulative[last + 2]


@njit(cache=True)
def _best(counts: Floats, nets: Floats, legal: int) -> int:
    best, worth = 0, -1e300
    for option in range(legal):
        value = 0.0
        for column in range(len(counts)):
            value += counts[column] * nets[option, column]
        if value > worth + 1e-9 * abs(worth):
            best, worth = option, value
    return best
