"""Three Card Draw Poker counted in compiled code: the dealer's four cards against every hand and every draw.

The player's three cards, and the draw card where one is swapped, are dead: the dealer cannot have them. Dealer's hands
without the dead cards are all hands, less those with one of them, plus those with two, and so on; so it is enough to
know, for every set of up to three cards, how many four-card hands hold it and rank no higher than a place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from houseway.compiled import njit
from houseway.three_cards import PLACES, Cards, Flags, Ints, Places

HIGHER, EQUAL, LOWER = range(3)  # the player's final hand beside the dealer's
KEEP = 0  # the ways to play: keep the three, or swap the first, second or third of them
WAYS = 4

Small = NDArray[np.int8]
Counts = NDArray[np.int32]


@njit(cache=True)
def trio(a: int, b: int, c: int) -> int:
    """The number, 0 to 22,099, of three cards in any order."""
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(cache=True)
def duo(a: int, b: int) -> int:
    """The number, 0 to 1,325, of two cards in any order."""
    low, high = min(a, b), max(a, b)
    return high * (high - 1) // 2 + low


@njit(cache=True)
def dealer_tables(deck: Flags, table: Places) -> tuple[Ints, Counts, Counts, Small]:
    """How many four-card hands that hold no, one, two or three given cards make at most each place.

    Column p is for hands below the place p, so the last column has all of them.
    """
    every = np.zeros(PLACES + 1, np.int64)
    one = np.zeros((52, PLACES + 1), np.int32)
    two = np.zeros((1326, PLACES + 1), np.int32)
    three = np.zeros((22100, PLACES + 1), np.int8)  # 49 at most
    for d in range(52):
        for c in range(d):
            for b in range(c):
                for a in range(b):
                    if not (deck[a] and deck[b] and deck[c] and deck[d]):
                        continue
                    place = max(table[a, b, c], table[a, b, d], table[a, c, d], table[b, c, d]) + 1
                    every[place] += 1
                    for card in (a, b, c, d):
                        one[card, place] += 1
                    for pair in (duo(a, b), duo(a, c), duo(a, d), duo(b, c), duo(b, d), duo(c, d)):
                        two[pair, place] += 1
                    for others in (trio(a, b, c), trio(a, b, d), trio(a, c, d), trio(b, c, d)):
                        three[others, place] += 1
    for place in range(PLACES):
        every[place + 1] += every[place]
    for rows in range(len(one)):
        for place in range(PLACES):
            one[rows, place + 1] += one[rows, place]
    for rows in range(len(two)):
        for place in range(PLACES):
            two[rows, place + 1] += two[rows, place]
    for rows in range(len(three)):
        for place in range(PLACES):
            three[rows, place + 1] += three[rows, place]
    return every, one, two, three


@njit(cache=True)
def not_above(
    place: int, a: int, b: int, c: int, x: int, every: Ints, one: Counts, two: Counts, three: Small
) -> tuple[int, int]:
    """Dealer's hands below a place, and those below or at it, without the cards a, b, c and without x unless negative.

    Hands that hold all four are for the caller to add.
    """
    ab, ac, bc, abc = duo(a, b), duo(a, c), duo(b, c), trio(a, b, c)
    lower = every[place] - one[a, place] - one[b, place] - one[c, place]
    lower += two[ab, place] + two[ac, place] + two[bc, place] - three[abc, place]
    up_to = every[place + 1] - one[a, place + 1] - one[b, place + 1] - one[c, place + 1]
    up_to += two[ab, place + 1] + two[ac, place + 1] + two[bc, place + 1] - three[abc, place + 1]
    if x >= 0:
        ax, bx, cx = duo(a, x), duo(b, x), duo(c, x)
        abx, acx, bcx = trio(a, b, x), trio(a, c, x), trio(b, c, x)
        lower += two[ax, place] + two[bx, place] + two[cx, place] - one[x, place]
        lower -= three[abx, place] + three[acx, place] + three[bcx, place]
        up_to += two[ax, place + 1] + two[bx, place + 1] + two[cx, place + 1] - one[x, place + 1]
        up_to -= three[abx, place + 1] + three[acx, place + 1] + three[bcx, place + 1]
    return int(lower), int(up_to)


@njit(cache=True)
def showdowns(
    hands: Cards,
    deck: Flags,
    table: Places,
    bonus_rows: Small,
    every: Ints,
    one: Counts,
    two: Counts,
    three: Small,
) -> Ints:
    """For each hand dealt and way to play it: deals by row of the Ante Bonus (the last for none) and result.

    A deal is the draw card and the dealer's four, so a hand that keeps its three has each dealer's hand with every draw
    card that is left.
    """
    cards = deck.sum()
    dealers = (cards - 4) * (cards - 5) * (cards - 6) * (cards - 7) // 24
    counts = np.zeros((len(hands), WAYS, bonus_rows.max() + 1, 3), np.int64)
    for number in range(len(hands)):
        a, b, c = hands[number]
        place = int(table[a, b, c])
        lower, not_higher = not_above(place, a, b, c, -1, every, one, two, three)
        kept = counts[number, KEEP, bonus_rows[place]]
        draws = cards - 7  # left when the dealer has four of those that the player has not
        kept[HIGHER] = lower * draws
        kept[EQUAL] = (not_higher - lower) * draws
        kept[LOWER] = (cards - 3) * dealers - not_higher * draws
        for way in range(1, WAYS):
            first, second, thrown = hands[number, way % 3], hands[number, (way + 1) % 3], hands[number, way - 1]
            for draw in range(52):
                if not deck[draw] or draw in (a, b, c):
                    continue
                place = int(table[first, second, draw])
                lower, not_higher = not_above(place, first, second, draw, thrown, every, one, two, three)
                # The hand of all four dead cards holds the player's own, so it is never below that.
                others = max(table[first, second, thrown], table[first, draw, thrown], table[second, draw, thrown])
                not_higher += others <= place
                result = counts[number, way, bonus_rows[place]]
                result[HIGHER] += lower
                result[EQUAL] += not_higher - lower
                result[LOWER] += dealers - not_higher
    return counts
