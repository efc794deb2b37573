"""High Card Flush: the dealer's hands against a player's, counted without enumerating them.

A hand is four sets of ranks, one for each suit, written as bits: the two is bit 0, the ace bit 12. Of two sets of one
size the larger number is then the higher flush.

The dealer's hand is below the player's flush exactly when each of its four suits is. If the cards that are left of suit
i allow f_i(k) sets of k cards below that flush, the dealer's hands below it are the coefficient of x^7 in the product
of the four polynomials f_i(0) + f_i(1) x + f_i(2) x^2 + ... The hands up to the flush, and those below the lowest one
that qualifies, are counted the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from houseway.cards import DECK, Card

# How a hand ends, whatever that pays: higher than the dealer's, equal or lower, the dealer being idle, with a hand that
# does not qualify, or playing.
IDLE_HIGHER, IDLE_EQUAL, IDLE_LOWER, HIGHER, EQUAL, LOWER = range(6)
ENDS = 6
BEYOND_ALL = (1 << 13) - 1  # higher than any flush that can be dealt: the lowest to qualify where none does


class Deal(NamedTuple):
    """What is dealt to the player and to the dealer; tests deal fewer cards from fewer ranks."""

    ranks: int = (1 << 13) - 1
    cards: int = 7

    @property
    def dealer_hands(self) -> int:
        """The dealer's hands when the player's cards are known: C(45, 7)."""
        return comb(4 * self.ranks.bit_count() - self.cards, self.cards)

    @property
    def player_hands(self) -> int:
        return comb(4 * self.ranks.bit_count(), self.cards)


FULL = Deal()


def bits(ranks: Iterable[int]) -> int:
    """A set of ranks as a number.

    >>> bits([14, 3, 2]) == 0b1_0000_0000_0011
    True
    """
    return sum(1 << rank - 2 for rank in ranks)


@cache
def ranks_of(suit: int) -> tuple[int, ...]:
    """The ranks of a set, highest first."""
    return tuple(rank for rank in range(14, 1, -1) if suit >> rank - 2 & 1)


@lru_cache(maxsize=16)
def flush_sets(deal: Deal = FULL) -> tuple[int, ...]:
    """All sets of ranks that a suit may hold, from the lowest flush up."""
    ranks = ranks_of(deal.ranks)
    by_size = [sorted(bits(chosen) for chosen in combinations(ranks, size)) for size in range(deal.cards + 1)]
    return tuple(chosen for group in by_size for chosen in group)


def below_rank(rank: int) -> int:
    """The set of all ranks below one."""
    return (1 << rank - 2) - 1


def suits_of(cards: Iterable[Card]) -> tuple[int, int, int, int]:
    """Four sets of ranks, the flush that plays first."""
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card.suit] |= 1 << card.rank - 2
    first, second, third, fourth = sorted(suits, key=flush_key, reverse=True)
    return first, second, third, fourth


def flush_key(suit: int) -> tuple[int, int]:
    """Longest first, then the ranks from the top."""
    return suit.bit_count(), suit


def cards_of(suits: Iterable[int]) -> tuple[Card, ...]:
    """A hand with these sets of ranks; the first is in spades, and so down to clubs."""
    return tuple(DECK[4 * (rank - 2) + 3 - index] for index, suit in enumerate(suits) for rank in ranks_of(suit))


def against(suits: Sequence[int], *, lowest: int, deal: Deal = FULL) -> tuple[int, ...]:
    """How many of the dealer's hands lead to each ending for a hand of these four sets of ranks.

    `lowest` is the lowest flush with which the dealer qualifies.
    """
    left = [deal.ranks & ~suit for suit in suits]

    def hands(flush: int, *, up_to: bool = False) -> int:
        """Of the dealer, in which all suits are below a flush, or up to it."""
        polynomials = [
            [
                *(comb(rest.bit_count(), cards) for cards in range(flush.bit_count())),
                sets_below(flush, rest) + (up_to and rest & flush == flush),
            ]
            for rest in left
        ]
        return coefficient(polynomials, deal.cards)

    flush = max(suits, key=flush_key)
    idle, below, equal = hands(lowest), hands(flush), hands(flush, up_to=True)
    idle_below, idle_equal = min(below, idle), min(equal, idle)
    return (
        idle_below,
        idle_equal - idle_below,
        idle - idle_equal,
        below - idle_below,
        equal - below - idle_equal + idle_below,
        deal.dealer_hands - max(equal, idle),
    )


def sets_below(flush: int, left: int) -> int:
    """How many sets of the flush's size, drawn from the ranks left, are lower than it.

    A lower set agrees with the flush in its highest cards down to some point and has a lower card there: the rest of it
    may be any of the ranks left below the flush's card at that point.
    """
    count, need = 0, flush.bit_count()
    for rank in ranks_of(flush):
        count += comb((left & below_rank(rank)).bit_count(), need)
        if not left >> rank - 2 & 1:
            break
        need -= 1
    return count


def coefficient(polynomials: Iterable[Sequence[int]], power: int) -> int:
    """The coefficient of x to this power in the product.

    >>> coefficient([(1, 1), (1, 2), (1, 3)], 2)  # (1 + x)(1 + 2x)(1 + 3x) = 1 + 6x + 11x^2 + 6x^3
    11
    """
    product = [1] + [0] * power
    for polynomial in polynomials:
        product = [
            sum(product[index - k] * factor for k, factor in enumerate(polynomial[: index + 1]))
            for index in range(power + 1)
        ]
    return product[power] if power >= 0 else 0
