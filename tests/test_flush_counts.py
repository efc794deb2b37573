"""All 133,784,560 seven-card hands of High Card Flush, by suit: what a suit holds is counted once for each of the four.

A hand is four sets of ranks, seven cards in all. If a suit has n(k) sets of k cards with some property, the hands whose
four suits all have it are the coefficient of x^7 in (n(0) + n(1) x + n(2) x^2 + ...)^4.
"""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, prod
from random import Random

import pytest

from houseway.cards import DECK, Card
from houseway.games.high_card_flush.rules import (
    QUALIFIERS,
    best_suit,
    bonus_row,
    dealer_qualifies,
    flush_rank,
    straight_flush_length,
)

ALL = comb(52, 7)
RANKS = range(2, 15)
SUBSETS = [frozenset(ranks) for size in range(8) for ranks in combinations(RANKS, size)]
PATTERNS = [sizes for sizes in product(range(8), repeat=4) if sum(sizes) == 7]


def card(rank: int, suit: int) -> Card:
    return DECK[4 * (rank - 2) + suit]


def hand_of(*suits: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(card(rank, suit) for suit, ranks in enumerate(suits) for rank in ranks)


def hands(sets: list[int]) -> int:
    """The hands whose suits are all among n(k) sets of k cards: the coefficient of x^7."""
    power = [1]
    for _ in range(4):
        longer = [0] * (len(power) + len(sets) - 1)
        for (i, a), (j, b) in product(enumerate(power), enumerate(sets)):
            longer[i + j] += a * b
        power = longer
    return power[7] if len(power) > 7 else 0


@cache
def run_by_bits(ranks: frozenset[int]) -> int:
    """The longest run, ace high or low: shift the ranks onto themselves until nothing is left."""
    bits = sum(1 << rank for rank in ranks) | (2 if 14 in ranks else 0)
    length = 0
    while bits:
        bits &= bits >> 1
        length += 1
    return length


def test_hands_by_longest_suit() -> None:
    """Suit lengths decide the length of the flush; a longest suit of up to L cards has n(k) = C(13, k) for k to L."""
    counted: Counter[int] = Counter()
    for sizes in PATTERNS:
        length = len(best_suit(hand_of(*(tuple(range(14, 14 - size, -1)) for size in sizes))))
        counted[length] += prod(comb(13, size) for size in sizes)
    up_to = {most: hands([comb(13, size) for size in range(most + 1)]) for most in range(1, 8)}
    assert counted == {length: up_to[length] - up_to[length - 1] for length in range(2, 8)}
    assert counted[7] == 4 * comb(13, 7) == 6_864
    assert counted[6] == 4 * comb(13, 6) * 39 == 267_696
    assert counted[5] == 4 * comb(13, 5) * comb(39, 2) == 3_814_668
    assert counted[4] == 4 * comb(13, 4) * comb(39, 3) == 26_137_540  # the three others cannot be as long
    assert (counted[3], counted[2]) == (78_881_088, 24_676_704)
    assert counted.total() == up_to[7] == ALL == 133_784_560


def test_flush_rows() -> None:
    """Seven suited cards are the top row of four; three or fewer lose."""
    assert [bonus_row(length, 4) for length in range(7, 1, -1)] == [0, 1, 2, 3, None, None]
    assert [bonus_row(length, 5) for length in range(7, 0, -1)] == [0, 1, 2, 3, 4, None, None]


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_hands_with_which_the_dealer_qualifies(qualifier: str) -> None:
    """Not qualified: two suited cards at most, or three headed by a rank below the qualifying one."""
    counted = 0
    for sizes in PATTERNS:
        # Only the top of a three-card suit matters: it leaves two of the ranks below it.
        tops = [range(4, 15) if size == 3 else [14] for size in sizes]
        for heads in product(*tops):
            hand = hand_of(*(tuple(range(top, top - size, -1)) for top, size in zip(heads, sizes, strict=True)))
            if dealer_qualifies(qualifier, best_suit(hand)):
                parts = zip(heads, sizes, strict=True)
                counted += prod(comb(top - 2, 2) if size == 3 else comb(13, size) for top, size in parts)
    below = QUALIFIERS[qualifier] - 2  # ranks under the qualifying one
    assert counted == ALL - hands([1, 13, comb(13, 2), comb(below, 3)])
    if qualifier == "9":
        assert counted == 100_825_036  # as a loop over all hands in another language counts too


def test_the_lowest_hands_that_qualify() -> None:
    """9-3-2 qualifies and 8-7-6 does not; any four suited cards do, and no two."""
    assert dealer_qualifies("9", (9, 3, 2))
    assert not dealer_qualifies("9", (8, 7, 6))
    assert not dealer_qualifies("9", (14, 13))
    assert all(dealer_qualifies("9", sorted(ranks, reverse=True)) for ranks in SUBSETS if len(ranks) > 3)


def test_suits_are_ordered_by_length_then_from_the_top() -> None:
    """All 5,798 suits of two to seven cards, lowest first: each is above the one before."""
    ordered = sorted(
        (ranks for ranks in SUBSETS if len(ranks) >= 2),
        key=lambda ranks: (len(ranks), sum(1 << rank for rank in ranks)),
    )
    suits = [tuple(sorted(ranks, reverse=True)) for ranks in ordered]
    assert len(suits) == sum(comb(13, size) for size in range(2, 8)) == 5_798
    assert all(flush_rank(lower) < flush_rank(higher) for lower, higher in pairwise(suits))


def test_of_two_suits_of_three_the_higher_plays() -> None:
    """All 286 x 286 pairs of three-card suits: a set of ranks written as bits is the higher, the larger the number."""
    threes = [tuple(sorted(ranks, reverse=True)) for ranks in SUBSETS if len(ranks) == 3]
    bits = {ranks: sum(1 << rank for rank in ranks) for ranks in threes}
    for one, other in product(threes, threes):
        wanted = max(one, other, key=bits.__getitem__)
        assert best_suit(hand_of(one, (14,), other)) == wanted


def test_straight_flush_length_of_every_suit() -> None:
    """8,192 sets of ranks less those over seven cards; the run is counted a second time with bits."""
    assert len(SUBSETS) == sum(comb(13, size) for size in range(8)) == 5_812
    for suit in range(4):
        for ranks in SUBSETS:
            cards = tuple(card(rank, suit) for rank in sorted(ranks))
            assert straight_flush_length(cards) == run_by_bits(ranks), sorted(ranks)


def test_hands_by_straight_flush_length() -> None:
    """Exact counts for every length, from the run that the rules find in each suit."""
    runs = Counter((len(ranks), straight_flush_length(tuple(card(rank, 0) for rank in ranks))) for ranks in SUBSETS)
    up_to = {
        most: hands([sum(n for (k, run), n in runs.items() if k == size and run <= most) for size in range(8)])
        for most in range(8)
    }
    counted = {length: up_to[length] - up_to[length - 1] for length in range(1, 8)}
    # Seven: tops from the 7 (A-2-...-7) to the ace, 8 in each suit.
    assert counted[7] == 8 * 4 == 32
    # Six: A to 6 and 9 to A can be lengthened by one card only, the seven others by two; 46 cards are left.
    assert counted[6] == 4 * (2 * 45 + 7 * 44) == 1_592
    # Five or more is the straight flush of seven-card poker: 37,260 and 4,324 royal.
    assert counted[5] + counted[6] + counted[7] == 37_260 + 4_324
    assert counted[5] == 39_960
    # Four and three have no short formula; a loop over all hands in another language counts the same.
    assert (counted[4], counted[3]) == (676_196, 8_642_932)
    assert sum(counted.values()) == up_to[7] == ALL


def test_hands_of_four_suits_are_the_best_of_their_suits() -> None:
    """What the counts above take for granted, on 20,000 hands: a hand's length and run are those of its best suit."""
    random = Random("seven cards")
    for _ in range(20_000):
        hand = tuple(random.sample(DECK, 7))
        suits = [frozenset(c.rank for c in hand if c.suit == suit) for suit in range(4)]
        assert straight_flush_length(hand) == max(run_by_bits(ranks) for ranks in suits)
        longest = max(suits, key=lambda ranks: (len(ranks), sum(1 << rank for rank in ranks)))
        assert best_suit(hand) == tuple(sorted(longest, reverse=True))
