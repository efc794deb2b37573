"""The best three cards with at least one from the hole: every deal of small decks, and a large sample of the full one.

The order of hands is written here a second time, from the words of the manual and the letters on the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from tests.sizes import sized

from houseway.cards import DECK, Card
from houseway.games.mini_tex.rules import HANDS
from houseway.rankings import three_card_rank

from .judge import CARDS, MiniTexHand

Cards = tuple[Card, ...]
Strength = tuple[int, ...]

KINDS = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
RUNS = ["A23", *("23456789TJQKA"[low : low + 3] for low in range(11))]  # straights, lowest first

SMALL_DECKS = {
    "five ranks in four suits": ("A23K4", "cdhs"),  # A-2-3 and 2-3-4, and the ace beside the king without a straight
    "six ranks in three suits": ("QKA239", "chs"),  # the highest and the lowest straight
}


# --- the order, a second time ---


@cache
def strength(cards: frozenset[Card]) -> Strength:
    """The kind of a three-card hand, then what decides between two of a kind, the first thing first."""
    letters = sorted((card.text[0] for card in cards), key="23456789TJQKA".index)
    values = ["23456789TJQKA".index(letter) for letter in letters]
    suited = len({card.text[1] for card in cards}) == 1
    runs = [index for index, run in enumerate(RUNS) if set(run) == set(letters)]
    match len(set(letters)):
        case 1:
            return KINDS.index("three of a kind"), values[0]
        case 2:
            pair = values[1]  # the middle one of three is in any pair
            return KINDS.index("pair"), pair, next(value for value in values if value != pair)
    if runs:
        return KINDS.index("straight flush" if suited else "straight"), runs[0]
    return KINDS.index("flush" if suited else "high card"), *reversed(values)


def by_brute_force(hole: Cards, community: Cards) -> tuple[Strength, list[frozenset[Card]]]:
    """The best strength of all three of five with a hole card among them, and all hands that have it."""
    hands = [frozenset(cards) for cards in combinations(hole + community, 3) if set(cards) & set(hole)]
    top = max(map(strength, hands))
    return top, [hand for hand in hands if strength(hand) == top]


def assert_same_order(pairs: Iterable[tuple[int, Any]]) -> None:
    """Equal where the other is equal, higher where the other is higher."""
    ordered = sorted(set(pairs))
    for (low, below), (high, above) in pairwise(ordered):
        assert low < high
        assert below < above


# --- deals ---


def every_deal(deck: Cards) -> Iterator[tuple[Cards, Cards]]:
    for hole in combinations(deck, 2):
        for community in combinations([card for card in deck if card not in hole], 3):
            yield hole, community


def random_deals(count: int, seed: str) -> Iterator[tuple[Cards, Cards]]:
    rng = Random(seed)
    for _ in range(count):
        cards = tuple(rng.sample(DECK, 5))
        yield cards[:2], cards[2:]


def check(deals: Iterable[tuple[Cards, Cards]]) -> int:
    """Our best hand of each deal against brute force: its place in the order, and the cards that play."""
    pairs, count = set(), 0
    for hole, community in deals:
        rank, cards = HANDS.rank(hole, community), HANDS.plays(hole, community)
        top, hands = by_brute_force(hole, community)
        assert frozenset(cards) in hands
        if any(hand >= set(hole) for hand in hands):
            assert set(cards) >= set(hole)  # both hole cards play where that is as good
        pairs.add((rank, top))
        count += 1
    assert_same_order(pairs)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL_DECKS)
def test_every_deal_of_a_small_deck(name: str) -> None:
    ranks, suits = SMALL_DECKS[name]
    deck = tuple(Card.parse(rank + suit) for rank in ranks for suit in suits)
    expected = {20: 190 * 816, 18: 153 * 560}  # C(20,2) C(18,3) and C(18,2) C(16,3)
    assert check(every_deal(deck)) == expected[len(deck)]


def test_many_deals_of_the_full_deck() -> None:
    deals = sized(quick=10_000, test=30_000, thorough=100_000)
    assert check(random_deals(deals, "full deck")) == deals


def test_three_community_cards_alone_never_play() -> None:
    hole, community = (Card.parse("2c"), Card.parse("7d")), tuple(map(Card.parse, ("Ah", "Kh", "Qh")))
    rank, cards = HANDS.rank(hole, community), HANDS.plays(hole, community)
    assert set(cards) == {Card.parse("7d"), Card.parse("Ah"), Card.parse("Kh")}
    assert rank == three_card_rank(*map(Card.parse, ("7d", "Ah", "Kh")))


# --- PokerKit's order ---


def test_every_hand_of_three_cards_ranks_as_in_pokerkit() -> None:
    hands = list(combinations(DECK, 3))
    assert len(hands) == 22_100
    assert_same_order(
        (three_card_rank(*hand), MiniTexHand([CARDS[card] for card in hand]).entry.index) for hand in hands
    )
    assert_same_order((three_card_rank(*hand), strength(frozenset(hand))) for hand in hands)


@pytest.mark.slow
def test_best_hands_rank_as_in_pokerkit() -> None:
    pairs = []
    for hole, community in random_deals(10_000, "PokerKit"):
        judged = MiniTexHand.from_game([CARDS[card] for card in hole], [CARDS[card] for card in community])
        pairs.append((HANDS.rank(hole, community), judged.entry.index))
    assert_same_order(pairs)
