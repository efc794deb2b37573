"""High Card Draw: every draw and every dealer's hand, counted on ranks.

Suits mean nothing, so three dealt cards are one of 455 hands of ranks, and a deck is how many cards it holds of each
rank. The deck is a parameter: the tests count a small one card by card through the table's own settlement.

How many of the dealer's five-card hands a final hand beats needs no list of hands. Give each card that the dealer takes
a factor x. A rank of which c cards are left adds an even number of them, E = 1 + C(c,2) x^2 + C(c,4) x^4, when its
cards cancel, and an odd number, O = c x + C(c,3) x^3, when one stays. The dealer's best card is below rank a when every
rank from a up cancels; it is a, and the second below b, when a stays and all others from b up cancel; and so on. What
is below that does not matter: (1 + x)^n for n cards. The answer is the coefficient of x^5. With U(r) the product of E
over the ranks from r up and q(r) = O/E as a power series (E starts with 1, so all coefficients are whole), the dealer
is lower than a-b-c in U(a) + q(a)U(b) + q(a)q(b)U(c) and equal in q(a)q(b)q(c)U(c), each times its (1 + x)^n.
Everything is even in x but for one x in each q, so three coefficients hold a series.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.high_card_draw.rules import (
    LOSS,
    NOT_QUALIFIED,
    TENSUP_WIN,
    TIE,
    WIN,
    HighCardDrawOptions,
    outcome,
    without_pairs,
)

Whole = NDArray[np.int64]
Series = tuple[Whole, Whole, Whole]  # coefficients of 1, x^2, x^4
Ranks = tuple[int, ...]  # ranks in rising order, the ace 1
Deck = tuple[int, ...]  # how many cards of each rank, the ace first

FULL_DECK: Deck = (4,) * 13
RESULTS = (NOT_QUALIFIED, TENSUP_WIN, WIN, TIE, LOSS)

# All ranks that none to three cards can have; the place in its list is the number of a hand.
HANDS: tuple[list[Ranks], ...] = tuple(list(combinations_with_replacement(range(1, 14), size)) for size in range(4))
NUMBER: dict[Ranks, int] = {ranks: number for hands in HANDS for number, ranks in enumerate(hands)}

CHOOSE: Whole = np.array([[comb(n, k) for k in range(6)] for n in range(53)], np.int64)
# O/E for a rank of which so many cards are left, without its factor x.
STAYS: Whole = np.array(
    [(c, comb(c, 3) - c * comb(c, 2), (c * comb(c, 2) - comb(c, 3)) * comb(c, 2) - c * comb(c, 4)) for c in range(5)],
    np.int64,
).T


class Draw(NamedTuple):
    """A dealt hand and what is held of it."""

    dealt: int  # place among the dealt hands
    held: Ranks
    thrown: Ranks


class Draws(NamedTuple):
    """What can be dealt from a deck, and what can be held of it: fewest discards first, then the higher cards."""

    dealt: tuple[Ranks, ...]
    ways: tuple[int, ...]  # how many three cards of the deck have these ranks
    draws: tuple[Draw, ...]
    each: int  # ordered replacements and dealer's hands that may follow three dealt cards


class Tally(NamedTuple):
    """Draws that hold equally many cards (rows), and all that may be drawn to them (columns)."""

    places: Whole  # the rows' places among the draws
    final: Whole  # number of the three final cards
    ways: tuple[Whole, Whole, Whole]  # in how many the final hand is better than the dealer's, equal, worse


@cache
def finals() -> tuple[Ranks, ...]:
    """What each three cards play when pairs cancel, highest first: three ranks or one."""
    return tuple(without_pairs(ranks) for ranks in HANDS[3])


@cache
def possible_draws(deck: Deck) -> Draws:
    """Every hand of ranks that the deck can deal, with all that may be held of it."""
    dealt = [ranks for ranks in HANDS[3] if all(ranks.count(rank) <= deck[rank - 1] for rank in ranks)]
    ways = [prod(comb(deck[rank - 1], ranks.count(rank)) for rank in set(ranks)) for ranks in dealt]
    draws: dict[tuple[int, Ranks], Draw] = {}
    for place, (low, middle, high) in enumerate(dealt):
        for held, thrown in (
            ((low, middle, high), ()),
            ((middle, high), (low,)),
            ((low, high), (middle,)),
            ((low, middle), (high,)),
            ((high,), (low, middle)),
            ((middle,), (low, high)),
            ((low,), (middle, high)),
        ):
            draws.setdefault((place, held), Draw(place, held, thrown))  # either card of a pair is the same to throw
    cards = sum(deck)
    each = (cards - 3) * (cards - 4) * comb(cards - 5, 5)
    return Draws(tuple(dealt), tuple(ways), tuple(draws.values()), each)


def counts_of(hands: list[Ranks]) -> Whole:
    """How many cards of each rank the hands have: a column for each rank, an empty one for rank 0."""
    counts = np.zeros((len(hands), 14), np.int64)
    for row, ranks in enumerate(hands):
        for rank in ranks:
            counts[row, rank] += 1
    return counts


@cache
def joined(size: int) -> Whole:
    """The number of the three cards that `size` held cards (rows) and the drawn ones (columns) make."""
    return np.array([[NUMBER[tuple(sorted(held + drawn))] for drawn in HANDS[3 - size]] for held in HANDS[size]])


def times(one: Series, other: Series) -> Series:
    """The product of two series, up to x^4."""
    (a, b, c), (d, e, f) = one, other
    return a * d, a * e + b * d, a * f + b * e + c * d


def beaten(deck: Deck, thrown: list[Ranks]) -> tuple[Whole, Whole]:
    """For each three final cards (rows) and other cards out of play (columns): the dealer's hands below, and equal.

    Where the deck cannot hold the cards together the numbers mean nothing; no way leads there.
    """
    counts, others = counts_of(HANDS[3]), counts_of(thrown)
    # The same cards out of play leave the same deck, so each deck is looked at once; a digit holds a rank's count.
    digits = 6 ** np.arange(14)
    _, example, number = np.unique((counts @ digits)[:, None] + others @ digits, return_index=True, return_inverse=True)
    number = number.reshape(len(counts), len(others))
    row, column = np.divmod(example, len(others))
    left = np.maximum(np.array((0, *deck)) - counts[row] - others[column], 0).T
    cancel_two, cancel_four = np.zeros((2, 15, len(example)), np.int64)  # U by rank: coefficients after the 1
    for rank in range(13, -1, -1):
        two, four = CHOOSE[left[rank], 2], CHOOSE[left[rank], 4]
        cancel_two[rank] = cancel_two[rank + 1] + two
        cancel_four[rank] = cancel_four[rank + 1] + cancel_two[rank + 1] * two + four
    under = left.cumsum(axis=0) - left  # cards below each rank

    none, one = np.zeros_like(number), np.ones_like(number)
    first, second, third = np.array([(*plays, 0, 0)[:3] for plays in finals()]).T[:, :, None]

    def stay(rank: Whole) -> Series:
        count = left[rank, number]
        return STAYS[0][count], STAYS[1][count], STAYS[2][count]

    def dealers(kept: Series, rank: Whole, more: int) -> Whole:
        """The dealer's hands of these kept cards and `more` others, those from `rank` up in cancelling numbers."""
        series = times(kept, (one, cancel_two[rank, number], cancel_four[rank, number]))
        below = under[rank, number]
        return sum((series[k] * CHOOSE[below, more - 2 * k] for k in range(more // 2 + 1)), start=none)

    top = stay(first)
    top_two = times(top, stay(second))
    lower = dealers((one, none, none), first, 5)
    second_lower = dealers(top, second, 4)
    # Below a lone card is rank 0, of which there are no cards: a dealer's second below that is a missing one, equal.
    lone = second == 0
    equal = np.where(lone, second_lower, dealers(times(top_two, stay(third)), third, 2))
    return np.where(lone, lower, lower + second_lower + dealers(top_two, third, 3)), equal


def ordered_ways(left: Whole, drawn: list[Ranks]) -> Whole:
    """In how many orders the drawn ranks (columns) can come from what is left of each rank (rows)."""
    if not drawn[0]:
        return np.ones((len(left), 1), np.int64)
    ranks = np.array(drawn).T
    if len(ranks) == 1:
        return left[:, ranks[0]]
    same = (ranks[0] == ranks[1]).astype(np.int64)
    ways: Whole = left[:, ranks[0]] * (left[:, ranks[1]] - same) * (2 - same)
    return ways


@cache
def better_of_two() -> tuple[Whole, Whole]:
    """Two held cards (rows) and two community cards (columns): the final three cards, and the rank not taken."""
    order = {plays: place for place, plays in enumerate(sorted(set(finals())))}
    strength = np.array([order[plays] for plays in finals()])
    one, other = np.array(HANDS[2]).T
    with_one, with_other = joined(2)[:, one - 1], joined(2)[:, other - 1]
    takes_one = strength[with_one] >= strength[with_other]
    return np.where(takes_one, with_one, with_other), np.where(takes_one, other, one)


@lru_cache(maxsize=8)
def tallies(deck: Deck, *, better_community: bool) -> tuple[Tally, ...]:
    """All draws and what they come to, out of `Draws.each` ways; nothing here depends on the other options.

    Replacement cards are two in order whether one is used or both, and the dealer gets five of the rest. When fewer are
    drawn, the dealer's five are counted first and the unused replacements come from what is left.
    """
    dealt, _, draws, _ = possible_draws(deck)
    cards = sum(deck)
    left = np.array((0, *deck)) - counts_of(list(dealt))
    two_thrown = beaten(deck, HANDS[2])
    found = []
    for size, unused in ((3, (cards - 8) * (cards - 9)), (2, cards - 9), (1, 1)):
        of_size = [(place, draw) for place, draw in enumerate(draws) if len(draw.held) == size]
        places = np.array([place for place, _ in of_size])
        held = np.array([NUMBER[draw.held] for _, draw in of_size])
        thrown = np.array([NUMBER[draw.thrown] for _, draw in of_size])[:, None]
        of_dealt = left[[draw.dealt for _, draw in of_size]]
        if size == 2 and better_community:
            made, not_taken = better_of_two()
            final_cards = made[held]
            pairs = np.array([[NUMBER[min(a, b), max(a, b)] for b in range(1, 14)] for a in range(1, 14)])
            out = pairs[thrown, not_taken[held] - 1]
            (lower, equal), ways = two_thrown, ordered_ways(of_dealt, HANDS[2])
            hands = comb(cards - 5, 5)
        else:
            final_cards, out = joined(size)[held], thrown
            lower, equal = two_thrown if size == 1 else beaten(deck, HANDS[3 - size])
            ways = ordered_ways(of_dealt, HANDS[3 - size]) * unused
            hands = comb(cards - 6 + size, 5)
        less, same = lower[final_cards, out], equal[final_cards, out]
        found.append(Tally(places, final_cards, (ways * less, ways * same, ways * (hands - less - same))))
    return tuple(found)


@lru_cache(maxsize=64)
def results(deck: Deck, qualifier: str, ties: str, *, better_community: bool) -> tuple[tuple[int, ...], ...]:
    """For each draw: in how many of `Draws.each` ways it ends in each of RESULTS."""
    options = HighCardDrawOptions(qualifier=qualifier, ties=ties)
    # By the rules, against a dealer with a card below the ace, the same cards and a card above the king.
    ends = [
        np.array([RESULTS.index(outcome(options, plays, dealer or plays)) for plays in finals()])
        for dealer in ((0,), (), (14,))
    ]
    counts = np.zeros((len(possible_draws(deck).draws), len(RESULTS)), np.int64)
    for tally in tallies(deck, better_community=better_community):
        for end, ways in zip(ends, tally.ways, strict=True):
            for result in range(len(RESULTS)):
                counts[tally.places, result] += np.where(end[tally.final] == result, ways, 0).sum(axis=1)
    return tuple(map(tuple, counts.tolist()))
