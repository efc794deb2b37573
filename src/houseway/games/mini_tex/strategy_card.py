"""Mini-Tex played from a strategy card: a few lines to learn, as compiled rules over every flop and board.

Words of the cards. A danger card: an unseen card with which, and two of the board, the dealer has a hand that qualifies
and beats yours. A straight rank: a rank that makes you a straight on the river. A flush draw: two of your four cards in
one suit. At least one hole card plays in both. Two flop cards touch when two ranks make a straight with them, as in 8-9;
they have a gap when one does, as in 8-10 or ace-king.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.games.mini_tex.counting import HOLES, rank_holes
from houseway.three_cards import PLACES, Cards, Flags, Ints, Places

SMALL, MIDDLE, LARGE = range(3)


def straight_ranks() -> Ints:
    """For every two ranks (0 to 12), those that make a straight with them, as bits."""
    found = np.zeros((13, 13), np.int64)
    for low in range(-1, 11):  # the ace is below the two as well
        run = [(low + step) % 13 for step in range(3)]
        for one in run:
            for two in run:
                if one != two:
                    (third,) = set(run) - {one, two}
                    found[one, two] |= 1 << third
    return found


@njit(cache=True)
def bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@njit(cache=True)
def flush_draws(a: int, b: int, x: int, y: int) -> tuple[int, int]:
    """How many flush draws there are, and the rank (2 to 14) of the highest hole card in one."""
    draws, highest = 0, 0
    for suit in range(4):
        hole = (a & 3 == suit) + (b & 3 == suit)
        if hole and hole + (x & 3 == suit) + (y & 3 == suit) >= 2:
            draws += 1
            for card in (a, b):
                if card & 3 == suit:
                    highest = max(highest, (card >> 2) + 2)
    return draws, highest


@njit(cache=True)
def bets_flop(level: int, a: int, b: int, x: int, y: int, table: Places, first: Ints, straights: Ints) -> bool:
    """Whether to bet with hole cards a and b on the flop x y. `first` are the places where pairs and flushes begin."""
    place = max(table[a, b, x], table[a, b, y], table[a, x, y], table[b, x, y])
    if place >= first[1]:
        return True
    low, top = min(a >> 2, b >> 2) + 2, max(a >> 2, b >> 2) + 2
    under, over = min(x >> 2, y >> 2) + 2, max(x >> 2, y >> 2) + 2
    mask = straights[a >> 2, b >> 2]
    for hole in (a, b):
        for card in (x, y):
            mask |= straights[hole >> 2, card >> 2]
    ranks = bits(mask)
    draws, flush_card = flush_draws(a, b, x, y)
    suited = x & 3 == y & 3
    touch = bits(straights[x >> 2, y >> 2])
    above = (low > under) + (low > over) + (top > under) + (top > over)
    if place < first[0]:
        if level == SMALL:
            return bool(draws or ranks >= (2 if suited or touch == 2 else 1))
        if level == MIDDLE:
            points = 10 * ranks + 7 * draws + flush_card + 2 * above
            return bool(points >= ((20, 24, 28) if suited else (13, 15, 25))[touch])
        return bets_unpaired(suited, touch, ranks, draws, flush_card, low, top, under, over)
    if under == over:  # the flop is a pair
        if low == top:
            return bool(level == SMALL or low > over or draws or ranks)
        if level == SMALL:
            return True
        if level == MIDDLE:
            return bool(draws or ranks or top >= 13)
        return bool(top >= 13 or ranks + draws >= 2 or (ranks and top >= 11) or (draws and top >= 9))
    if level == SMALL:
        return True
    pocket = low == top
    pair = low if pocket else over if over in (low, top) else under
    if level == MIDDLE:
        return bool(not suited or pair >= over or draws or ranks)
    if pocket and pair < under:
        if suited:
            return bool(ranks >= 2 or (touch == 0 and ranks and pair >= 8))
        if draws or ranks:
            return bool(touch < 2 or ranks + draws >= 2 or pair >= 5)
        return bool(touch < 2 and pair >= (7, 9)[touch])
    if suited and pair == under:
        if ranks or draws:
            return bool(touch != 1 or ranks + draws >= 2 or pair >= 8)
        return False
    if suited and pocket and pair < over and not draws and not ranks:
        return bool(pair >= 9)
    return True


@njit(cache=True)
def bets_unpaired(
    suited: bool, touch: int, ranks: int, draws: int, flush_card: int, low: int, top: int, under: int, over: int
) -> bool:
    above = (low > under) + (low > over) + (top > under) + (top > over)
    if ranks + draws == 0:
        return False
    if ranks >= 3 or draws >= 2 or (ranks == 2 and draws):
        return True
    if not suited:
        if touch == 0:
            return bool(draws or ranks == 2 or top >= 11)
        if touch == 1:
            if draws:
                return bool(ranks or flush_card + top >= 16)
            return bool(ranks == 2 or low + top >= 18)
        if draws:
            return bool(flush_card + 2 * above >= 9 if ranks else flush_card + top >= 25)
        return bool(ranks == 2 and above == 4)
    if touch == 0:
        if draws:
            return bool(ranks or top > over)
        return ranks == 2
    if touch == 1:
        if draws:
            return bool(top > under if ranks else top >= 12)
        return bool(ranks == 2 and (low > under or abs(top - over) <= 2))
    if draws:
        return bool(ranks and top > over)
    return bool(ranks == 2 and above == 4)


@njit(cache=True)
def flop_card(
    level: int, flops: Cards, deck: Flags, holes: Cards, table: Places, first: Ints, straights: Ints
) -> Flags:
    bets = np.zeros((len(flops), HOLES), np.bool_)
    for flop in range(len(flops)):
        x, y = flops[flop]
        for hole in range(HOLES):
            a, b = holes[hole]
            if a != x and a != y and b != x and b != y:
                bets[flop, hole] = bets_flop(level, a, b, x, y, table, first, straights)
    return bets


@njit(cache=True)
def river_card(
    level: int, boards: Cards, deck: Flags, holes: Cards, table: Places, first: Ints, lowest: int, ranks: Ints
) -> Flags:
    """Whether to make the play bet, for every board and hole hand."""
    bets = np.zeros((len(boards), HOLES), np.bool_)
    places = np.empty(HOLES, np.int16)
    single = np.empty(52, np.int64)
    for number in range(len(boards)):
        a, b, c = boards[number]
        rank_holes(boards[number], deck, table, places)
        single[:] = -1
        higher = np.zeros(PLACES + 1, np.int64)  # of the cards left, how many alone make more than a place
        for card in range(52):
            if deck[card] and card != a and card != b and card != c:
                single[card] = max(table[a, b, card], table[a, c, card], table[b, c, card])
                higher[single[card]] += 1
        for place in range(PLACES - 1, -1, -1):
            higher[place] += higher[place + 1]
        suits = 3 - (a & 3 == b & 3) - (c & 3 == a & 3 or c & 3 == b & 3)
        bottom = min(a >> 2, b >> 2, c >> 2) + 2
        twin = (a >> 2 if a >> 2 == b >> 2 or a >> 2 == c >> 2 else b >> 2) + 2  # the rank of the board's pair
        paired = a >> 2 == b >> 2 or a >> 2 == c >> 2 or b >> 2 == c >> 2
        for hole in range(HOLES):
            place = places[hole]
            if place == PLACES:
                continue
            beaten = max(np.int64(place), lowest - 1)
            danger = higher[beaten + 1] - (single[holes[hole, 0]] > beaten) - (single[holes[hole, 1]] > beaten)
            if place < first[0]:
                bets[number, hole] = suits == 3 if level == SMALL else danger <= (19 if suits == 1 else 17)
            elif place >= first[1]:
                bets[number, hole] = level < LARGE or danger <= 22
            else:
                pair, kicker = ranks[place] >> 4 & 15, ranks[place] & 15
                if level == SMALL:
                    bets[number, hole] = not paired or kicker >= 10 or pair > twin
                elif level == MIDDLE:
                    bets[number, hole] = danger <= 20
                elif paired:
                    bets[number, hole] = danger <= (22 if bottom >= 8 or kicker >= 13 else 20)
                elif pair == bottom and suits == 2 and pair <= 7:
                    bets[number, hole] = danger <= (18 if pair <= 6 and kicker <= 12 else 19)
                else:
                    bets[number, hole] = danger <= 20
    return bets
