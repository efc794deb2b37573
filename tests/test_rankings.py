"""Rankings: what hands are worth, and that compiled code ranks all of them alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import pytest

from houseway.cards import DECK, JOKERS, Card, parse_cards
from houseway.games.high_card_draw.rules import final_ranks
from houseway.games.high_card_flush.rules import best_suit, flush_rank
from houseway.odds.compiled_rankings import ranks
from houseway.odds.universe import subsets
from houseway.rankings import (
    BestOf,
    FiveCard,
    FiveCardCategory,
    HighCards,
    LongestSuit,
    LowHand,
    Ranking,
    SetRanking,
    ThreeCard,
    TotalModulo,
    WithJokers,
    three_card_rank,
)


def rows(hands: Sequence[Sequence[Card]]) -> Any:
    return np.array([[int(card) for card in hand] for hand in hands], np.uint8)


def dealt(sizes: tuple[int, ...], count: int, deck: Sequence[Card] = DECK) -> list[list[tuple[Card, ...]]]:
    rng = random.Random(str(sizes))
    found = []
    for _ in range(count):
        cards = rng.sample(list(deck), sum(sizes))
        found.append([tuple(cards[sum(sizes[:place]) : sum(sizes[: place + 1])]) for place in range(len(sizes))])
    return found


def assert_ranked_alike(ranking: Ranking, hands: Sequence[Sequence[tuple[Card, ...]]]) -> None:
    own, shared = rows([hand[0] for hand in hands]), rows([hand[1] for hand in hands])
    assert ranks(ranking, own, shared).tolist() == [ranking.rank(*hand) for hand in hands]


def test_all_three_card_hands() -> None:
    hands = list(combinations(DECK, 3))
    found = ranks(ThreeCard(), rows(hands)).tolist()
    assert found == [three_card_rank(*hand) for hand in hands]


@pytest.mark.parametrize("ranking", [FiveCard(), LowHand(5)])
def test_all_five_card_hands(ranking: SetRanking) -> None:
    """A hand's rank follows from its ranks and whether they are of one suit: each such kind is ranked once."""
    hands = subsets(52, 5)
    sorted_ranks, suits = (hands >> 2).astype(np.int64), hands & 3  # ascending, as the cards are
    suited = (suits == suits[:, :1]).all(axis=1)
    keys = sorted_ranks @ 13 ** np.arange(5) * 2 + suited
    kinds, first, number = np.unique(keys, return_index=True, return_inverse=True)
    assert len(kinds) == comb(17, 5) - 13 + comb(13, 5)  # no five of a kind
    expected = [ranking.rank([Card(card) for card in row]) for row in hands[first].tolist()]
    assert (ranks(ranking, hands) == np.array(expected)[number.reshape(-1)]).all()


def test_how_many_hands_of_each_category() -> None:
    found = np.bincount(ranks(FiveCard(), subsets(52, 5)) >> 20)
    straights, suits = 10, 4
    one_suit = comb(13, 5) * suits
    assert dict(zip(FiveCardCategory, found.tolist(), strict=True)) == {
        FiveCardCategory.STRAIGHT_FLUSH: straights * suits,
        FiveCardCategory.FOUR_OF_A_KIND: 13 * 48,
        FiveCardCategory.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
        FiveCardCategory.FLUSH: one_suit - straights * suits,
        FiveCardCategory.STRAIGHT: straights * (4**5 - suits),
        FiveCardCategory.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
        FiveCardCategory.TWO_PAIRS: comb(13, 2) * comb(4, 2) ** 2 * 44,
        FiveCardCategory.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
        FiveCardCategory.HIGH_CARD: (comb(13, 5) - straights) * (4**5 - suits),
    }


@pytest.mark.parametrize(
    ("ranking", "sizes"),
    [
        (BestOf(FiveCard()), (2, 5)),
        (BestOf(FiveCard()), (7, 0)),
        (BestOf(FiveCard(), own_least=2, own_most=2), (4, 5)),
        (BestOf(ThreeCard(), own_least=1), (2, 3)),
        (BestOf(ThreeCard(), own_least=1), (2, 0)),
        (HighCards(3, pairs_cancel=True, ace_low=True), (4, 0)),
        (HighCards(5), (5, 2)),
        (LongestSuit(), (7, 0)),
        (TotalModulo(), (3, 0)),
        (BestOf(LowHand(5)), (7, 0)),
    ],
)
def test_dealt_hands(ranking: Ranking, sizes: tuple[int, int]) -> None:
    assert_ranked_alike(ranking, dealt(sizes, 300))


@pytest.mark.parametrize("base", [ThreeCard(), BestOf(FiveCard())])
def test_jokers_stand_for_the_best_card(base: Ranking) -> None:
    size = 3 if isinstance(base, ThreeCard) else 6
    hands = [hand for hand in dealt((size, 0), 300, DECK + JOKERS * 4) if len(set(hand[0])) == size][:60]
    assert any(card.joker for hand in hands for card in hand[0])
    assert_ranked_alike(WithJokers(base), hands)


def test_jokers_in_words() -> None:
    ranking = WithJokers(FiveCard())
    for hand, words in (("As Ks Qs Js Xb", "royal flush"), ("9s 9h 9d 4c Xr", "four nines, four kicker")):
        assert ranking.words(ranking.rank(parse_cards(hand))) == words
    assert parse_cards("Ts")[0] in ranking.plays(parse_cards("As Ks Qs Js Xb"))


def test_rankings_of_the_games() -> None:
    mini, high, suit = BestOf(ThreeCard(), own_least=1), HighCards(3, pairs_cancel=True, ace_low=True), LongestSuit()
    for hole, board in dealt((2, 3), 500):
        three = [hand for hand in combinations(hole + board, 3) if set(hand) & set(hole)]
        assert mini.rank(hole, board) == max(three_card_rank(*hand) for hand in three)
        assert three_card_rank(*mini.plays(hole, board)) == mini.rank(hole, board)
    pairs = [(a[0], b[0]) for a, b in zip(dealt((4,), 400), dealt((4,), 800)[400:], strict=True)]
    for one, two in pairs:
        assert (high.rank(one) < high.rank(two)) == (final_ranks(one) < final_ranks(two))
    seven = [hand[0] for hand in dealt((7,), 400)]
    for one, two in pairwise(seven):
        assert (suit.rank(one) < suit.rank(two)) == (flush_rank(best_suit(one)) < flush_rank(best_suit(two)))


@pytest.mark.parametrize(
    ("ranking", "hands"),
    [
        (
            FiveCard(),
            {
                "As Ks Qs Js Ts": "royal flush",
                "5s 4s 3s 2s As": "straight flush, five high",
                "9s 9h 9d 9c 4s": "four nines, four kicker",
                "9s 9h 9d 4c 4s": "full house, nines over fours",
                "Kd Jd 8d 5d 2d": "flush, king-jack-eight-five-two",
                "Ts 9h 8d 7c 6s": "straight, ten high",
                "6s 6h 6d 5c 4s": "three sixes, five-four kickers",
                "9s 9h 4d 4c 2s": "two pairs, nines and fours, two kicker",
                "Js Jh 8d 4c 2s": "pair of jacks, eight-four-two kickers",
                "As Jh 8d 4c 2s": "ace-jack-eight-four-two high",
            },
        ),
        (ThreeCard(mini_royal=True), {"As Ks Qs": "mini royal", "Ks Qs Js": "straight flush, king high"}),
        (
            LowHand(5),
            {
                "5h 4d 3c 2c As": "five-four-three-two-ace low",
                "8s 5h 4d 3c 2c": "eight-five-four-three-two low",
                "2s 2d 3h 4h 5h": "pair of twos",
                "6s 6d 6h 4h 5h": "three sixes",
            },
        ),
        (HighCards(3, pairs_cancel=True), {"Ks Kd 8h 3c": "eight-three high", "Ks Kd 8h 8c": "no cards"}),
        (LongestSuit(), {"Ks 9s 2s Kd 8d Kh Kc": "three-card flush, king-nine-two"}),
        (TotalModulo(), {"9s Kd": "total of 9", "9s 4d": "total of 3"}),
    ],
)
def test_names_of_hands_from_the_best(ranking: Ranking, hands: dict[str, str]) -> None:
    found = [ranking.rank(parse_cards(hand)) for hand in hands]
    assert [ranking.words(rank) for rank in found] == list(hands.values())
    if not isinstance(ranking, TotalModulo):
        assert found == sorted(found, reverse=True)


def test_no_hand_before_enough_cards() -> None:
    assert BestOf(FiveCard()).rank(parse_cards("As Ks")) == -1
    assert BestOf(FiveCard()).plays(parse_cards("As Ks")) == ()
