"""3 Card Roo: every third card and every dealer's hand for each way to place two cards, counted on ranks.

A deck is how many cards it holds of each rank, the ace first, each rank in the first so many suits; it is a parameter,
so that the tests can count a small one card by card through the table's own settlement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cmp_to_key, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from houseway.games.three_card_roo.rules import (
    PAIRS_PAY,
    POCKET_ROO,
    POSITIONS,
    SEVEN_ROO_BONUS,
    Roo,
    compare,
    house_way,
    pairs_pay_row,
    pocket_roo_row,
    roo,
    seven_roo_row,
)

Deck = tuple[int, ...]
FULL_DECK: Deck = (4,) * 13
ROYAL = (1, 7, 13)

# The events of the printed table with what Play pays, in its order.
EVENTS = (
    ("Player Pair", 0),
    ("Player Does Not Qualify", -1),
    ("Dealer Pair", 1),
    ("Dealer Does Not Qualify", 1),
    ("Wins", 1),
    ("Ties", 0),
    ("Losses", -1),
)
PLAYER_PAIR, NO_ROO, DEALER_PAIR, DEALER_NO_ROO, WIN, TIE, LOSS = range(7)

# Places of what is not paid, after the rows of each pay table. Pocket Roo prints its losing sevens apart.
NO_BONUS = len(SEVEN_ROO_BONUS.hands)
SEVEN_ROO, NO_POCKET = len(POCKET_ROO.hands), len(POCKET_ROO.hands) + 1
NO_PAIR = len(PAIRS_PAY.hands)


class Hand(NamedTuple):
    """Two cards of different ranks. Suits are told apart only where a Royal Flush Roo may come of them."""

    low: int
    high: int
    suited: bool = False


class End(NamedTuple):
    """How a deal ends for every wager: the event of Play and the places in the tables of the others."""

    event: int
    bonus: int | None  # None where no bonus is looked at: no Roo straight, or a dealer's dealt pair
    pocket: int
    pairs: int


Ends = Mapping[End, int]


def hand_of(first: int, second: int, *, suited: bool) -> Hand:
    """The class of two ranks, in either order."""
    low, high = sorted((first, second))
    return Hand(low, high, suited and low in ROYAL and high in ROYAL)


def after_the_third(deck: Deck) -> int:
    """The dealer's two cards and a third, when the player has three."""
    cards = sum(deck)
    return comb(cards - 3, 2) * (cards - 5)


@lru_cache(maxsize=64)
def against_dealer(deck: Deck, limit: int) -> dict[Roo, tuple[int, ...]]:
    """For each Roo straight: in how many ways the dealer has a pair, no Roo, a lower, an equal and a higher one."""
    # How often a Roo straight comes of two of its cards, placed by the house way, and the third.
    made: Counter[Roo] = Counter()
    for low, high in combinations(range(1, 14), 2):
        way = house_way(limit, low, high)
        made.update(one for third in range(1, 14) if (one := roo(low, high, third, way)) is not None)
    ordered = sorted(combinations(range(1, 14), 3), key=cmp_to_key(compare))
    often = [(one - 1, two - 1, three - 1, made[one, two, three]) for one, two, three in ordered]
    cards = sum(deck)
    found: dict[Roo, tuple[int, ...]] = {}
    for place, player in enumerate(ordered):
        left = list(deck)
        for rank in player:
            left[rank - 1] -= 1
        if min(left) < 0:
            continue
        ways = [left[one] * left[two] * left[three] * times for one, two, three, times in often]
        pairs = sum(comb(count, 2) for count in left) * (cards - 5)
        lower, equal, higher = sum(ways[:place]), ways[place], sum(ways[place + 1 :])
        no_roo = after_the_third(deck) - pairs - lower - equal - higher
        found[player] = pairs, no_roo, lower, equal, higher
    return found


@lru_cache(maxsize=64)
def placings(deck: Deck, limit: int) -> dict[Hand, dict[str, Ends]]:
    """For each hand and open position: how all its deals end. Pay tables have no part in it."""
    found: dict[Hand, dict[str, Ends]] = {}
    for low, high in combinations(range(1, 14), 2):
        of_low, of_high = deck[low - 1], deck[high - 1]
        suited = min(of_low, of_high) if low in ROYAL and high in ROYAL else 0
        for hand, hands in ((Hand(low, high), of_low * of_high - suited), (Hand(low, high, True), suited)):
            if hands:
                found[hand] = {position: _ends(deck, limit, hand, hands, position) for position in POSITIONS}
    return found


def _ends(deck: Deck, limit: int, hand: Hand, hands: int, position: str) -> Ends:
    ends: Counter[End] = Counter()
    dealers = against_dealer(deck, limit)
    for third, count in enumerate(deck, start=1):
        ways = hands * (count - (third in hand[:2]))
        if not ways:
            continue
        pairs = pairs_pay_row(hand.low, hand.high, third)
        pairs = NO_PAIR if pairs is None else pairs
        made = roo(hand.low, hand.high, third, position)
        if made is None:
            ends[End(NO_ROO, None, NO_POCKET, pairs)] += ways * after_the_third(deck)
            continue
        bonus = seven_roo_row(made)
        # Two suited cards of a Royal have one card in each suit to come, as far as the third rank has the suit.
        flushes = min(deck[rank - 1] for rank in made) if hand.suited and made == ROYAL else 0
        for suited, share in ((True, flushes), (False, ways - flushes)):
            if not share:
                continue
            pocket = pocket_roo_row(made, suited=suited)
            if pocket is None:
                pocket = SEVEN_ROO if 7 in made else NO_POCKET
            for event, dealer in enumerate(dealers[made], start=DEALER_PAIR):
                paid = None if event == DEALER_PAIR else NO_BONUS if bonus is None else bonus
                ends[End(event, paid, pocket, pairs)] += share * dealer
    return {end: ways for end, ways in ends.items() if ways}


def dealt_pairs(deck: Deck) -> Ends:
    """The deals that leave nothing to decide."""
    ends: Counter[End] = Counter()
    each = (sum(deck) - 2) * after_the_third(deck)
    for rank, count in enumerate(deck, start=1):
        row = pairs_pay_row(rank, rank, None)
        assert row is not None
        ends[End(PLAYER_PAIR, None, NO_POCKET, row)] += comb(count, 2) * each
    return {end: ways for end, ways in ends.items() if ways}
