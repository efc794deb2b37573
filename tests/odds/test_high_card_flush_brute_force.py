"""High Card Flush: the count against every hand of the dealer, dealt and settled by the rules.

All 45,379,620 hands of the dealer against some hands of the player.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from houseway.cards import DECK, Card, parse_cards
from houseway.games.high_card_flush.rules import (
    QUALIFIERS,
    HighCardFlush,
    best_suit,
    dealer_qualifies,
    flush_rank,
)
from houseway.odds import Odds
from houseway.odds.game_odds import Known
from houseway.odds.walk import settle_each
from houseway.rules.game import Decision, HouseCards, Spot

DEALER_HANDS = 45_379_620
OUTCOMES = NOT_QUALIFIED, WIN, TIE, LOSS = ("not qualified", "wins", "ties", "loses")


def outcome(qualifier: str, player: tuple[int, ...], dealer: tuple[int, ...]) -> str:
    """How the player's best suit stands against the dealer's."""
    if not dealer_qualifies(qualifier, dealer):
        return NOT_QUALIFIED
    ours, theirs = flush_rank(player), flush_rank(dealer)
    return WIN if ours > theirs else TIE if ours == theirs else LOSS


def most_raise(game: HighCardFlush, suited: int) -> int:
    return game.options.raises[0 if suited <= 4 else 1 if suited == 5 else 2]


def flush_number(ranks: tuple[int, ...]) -> int:
    """Longer flushes and higher ones of a length have larger numbers."""
    return len(ranks) << 13 | sum(1 << rank - 2 for rank in ranks)


FLUSH_NUMBERS = np.array([number.bit_count() << 13 | number for number in range(1 << 13)])


@njit(cache=True)
def _all_dealer_hands(
    cards: NDArray[np.int64], numbers: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Deal every seven of these cards, each a bit among 52, thirteen to a suit; count how the hands end."""
    counts = np.zeros(max(4, ends.max() + 1), np.int64)
    many = len(cards)
    for a in range(many):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = cards[a] | cards[b] | cards[c] | cards[d]
                    for e in range(d):
                        for f in range(e):
                            six = four | cards[e] | cards[f]
                            for g in range(f):
                                hand = six | cards[g]
                                best = max(
                                    max(numbers[hand & 8191], numbers[hand >> 13 & 8191]),
                                    max(numbers[hand >> 26 & 8191], numbers[hand >> 39]),
                                )
                                counts[ends[best]] += 1
    return counts


def card_bit(card: Card) -> int:
    return 1 << 13 * card.suit + card.rank - 2


@cache
def flushes() -> list[tuple[int, ...]]:
    """Every set of ranks that a suit of seven cards can hold, highest first."""
    return [chosen for size in range(8) for chosen in combinations(range(14, 1, -1), size)]


def dealt(hand: tuple[Card, ...], qualifier: str) -> list[int]:
    """How the dealer's hands end against this one: the rules judge each flush that a dealer can have."""
    ends = np.zeros(1 << 16, np.int64)
    for ranks in flushes():
        if ranks:
            ends[flush_number(ranks)] = OUTCOMES.index(outcome(qualifier, best_suit(hand), ranks))
    left = np.array([card_bit(card) for card in DECK if card not in hand])
    return list(map(int, _all_dealer_hands(left, FLUSH_NUMBERS, ends)))


def check(hand: tuple[Card, ...], qualifier: str) -> None:
    """The advice is what all hands of the dealer come to."""
    game = HighCardFlush.make(changes={"qualifier": qualifier})
    counted = dealt(hand, qualifier)
    assert sum(counted) == DEALER_HANDS
    idle, wins, _, losses = counted
    at, advice = Odds(game).advise(Known("", hand))
    assert at == "raise"
    values = {Decision("fold"): Fraction(-1)}
    for multiple in range(1, most_raise(game, len(best_suit(hand))) + 1):
        values[Decision("raise", multiple)] = Fraction(idle + (1 + multiple) * (wins - losses), DEALER_HANDS)
    assert dict(advice) == values
    assert [item.value for item in advice] == sorted(values.values(), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("Th 8h 6h Js Ad Qd Jc", "9"),
        ("Th 8h 6h 7d 4d 2d 9c", "9"),
        ("9h 3h 2h Ks Qd 5d 4c", "9"),  # the lowest that qualifies
        ("8h 7h 6h As Kd Qd Jc", "9"),  # does not
        ("Th 9h 3h Tc 9c 3c As", "9"),  # two suits of one rank: no tie in them
        ("Ts 7s 4s Kd Jd Tc 2c", "8"),
        ("Jh 6h 5h Js 6s 4s 2d", "J"),
        ("7h 5h 4h 2h Ac Kc Qc", "9"),
        ("Qd 9d 8d 4d 2d Ah 3c", "Q"),
        ("Ac Kc 7c 6c 3c 2c 9d", "7"),
        ("9s 8s 7s 6s 4s 3s 2s", "10"),
        ("As Kh Ah Ks Qd Jd Qc", "9"),  # two suited cards
    ],
)
def test_every_hand_of_the_dealer(text: str, qualifier: str) -> None:
    check(parse_cards(text), qualifier)


def test_random_hands_against_every_hand_of_the_dealer() -> None:
    random = Random("flush")
    for _ in range(4):
        check(tuple(random.sample(DECK, 7)), random.choice(list(QUALIFIERS)))


def settled(game: HighCardFlush, hand: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
    """What the table's own settlement makes of ante and raise."""
    spot = Spot(1, {"ante": 100, "raise": 100}, hand, decisions=(("raise", Decision("raise", 1)),))
    pays = {pay.wager: pay.odds for pay in settle_each(game, ("ante", "raise"), spot, HouseCards(dealer))}
    ends: dict[tuple[Any, Any], str] = {(1, 0): NOT_QUALIFIED, (1, 1): WIN, (0, 0): TIE, (-1, -1): LOSS}
    return ends[pays["ante"], pays["raise"]]


def test_sampled_deals_end_as_the_table_settles_them() -> None:
    """What `dealt` takes for granted: a dealer's hand ends as its best flush does."""
    random = Random("deals")
    for qualifier in QUALIFIERS:
        game = HighCardFlush.make(changes={"qualifier": qualifier})
        for _ in range(500):
            cards = tuple(random.sample(DECK, 14))
            hand, dealer = cards[:7], cards[7:]
            suits = [sum(card_bit(card) for card in dealer) >> 13 * suit & 8191 for suit in range(4)]
            best = max(suits, key=lambda suit: FLUSH_NUMBERS[suit])
            assert settled(game, hand, dealer) == outcome(
                qualifier, best_suit(hand), tuple(rank for rank in range(14, 1, -1) if best >> rank - 2 & 1)
            )
