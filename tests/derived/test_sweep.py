"""Comparing hands by a sweep in order of strength: every count against deals made one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.odds.reading import only_these
from tests.wider.games.five_card_stud import FiveCardStud

from houseway.cards import DECK, JOKERS, Card
from houseway.odds import dealers, odds_of
from houseway.odds.by_situation import BySituation
from houseway.odds.cost import cost_of
from houseway.odds.dealers import Dealers
from houseway.odds.levels import Group, contexts, extend, start
from houseway.odds.situation_counts import count_situations
from houseway.odds.universe import Universe
from houseway.rules.game import HouseCards, Spot

TENS = tuple(card for card in DECK if card.rank >= 13)
MIXED = (*TENS[:5], *TENS[:3], TENS[0], *JOKERS)  # some cards twice or three times, suits not alike


def deals_one_by_one(
    deck: Sequence[Card], gone: Iterable[Card], sizes: Sequence[int]
) -> Iterable[tuple[tuple[Card, ...], ...]]:
    """Every way to deal the dealer these cards from the real cards of the shoe that are left."""
    left = list(deck)
    for card in gone:
        left.remove(card)

    def deal(left: list[Card], sizes: Sequence[int]) -> Iterable[tuple[tuple[Card, ...], ...]]:
        if not sizes:
            yield ()
            return
        for places in combinations(range(len(left)), sizes[0]):
            rest = [card for place, card in enumerate(left) if place not in places]
            for others in deal(rest, sizes[1:]):
                yield (tuple(left[place] for place in places), *others)

    return deal(left, sizes)


def by_rank(shared: tuple[Card, ...], deal: tuple[tuple[Card, ...], ...]) -> tuple[int, int]:
    """A class that depends on ranks alone, on which deal a card came by, and on the shared cards."""
    ranks = [[card.rank for card in cards] for cards in deal]
    whole = sum(map(sum, ranks)) + 3 * sum(card.rank for card in shared)
    return (whole * 7 + max(map(max, ranks))) % 11, sum(ranks[-1]) % 3


def by_suit(shared: tuple[Card, ...], deal: tuple[tuple[Card, ...], ...]) -> tuple[int, int]:
    cards = [*shared, *(card for cards in deal for card in cards)]
    return len({card.suit for card in cards}) + max(card.rank for card in cards) % 4, len(set(cards)) % 2


@pytest.mark.parametrize("class_of", [by_rank, by_suit])
@pytest.mark.parametrize(
    ("deck", "suits", "own", "shared", "sizes"),
    [
        (TENS, True, 2, 0, [3]),
        (TENS, True, 2, 1, [2]),
        (TENS, True, 1, 1, [2, 1]),
        (TENS, True, 2, 0, [1, 2]),
        (MIXED, True, 2, 1, [2]),
        (MIXED, True, 1, 1, [1, 2]),
        (DECK[:24], False, 2, 1, [3]),
        (MIXED, False, 3, 0, [1, 1, 1]),
        (TENS, True, 3, 2, []),
    ],
)
def test_counts_equal_deals_made_one_by_one(
    deck: Sequence[Card], suits: bool, own: int, shared: int, sizes: list[int], class_of: Any
) -> None:
    """By fact: the dealer's hands that a strength beats, ties and loses to, beside the cards out of play."""
    if class_of is by_suit and not suits:
        pytest.skip("a game without suits has no classes by suit")
    universe = Universe(deck, suits=suits, alike=class_of is by_rank or len(set(deck)) == len(deck))
    level, _ = extend(start(universe), "dealt", own)
    wheres = ["community"] if shared else []
    if shared:
        level, _ = extend(level, "community", shared)
    rows, number, out = contexts(level, wheres)

    def classified(row: Sequence[int]) -> tuple[int, int]:
        cards = universe.real(row)
        deal, at = [], shared
        for size in sizes:
            deal.append(cards[at : at + size])
            at += size
        found: tuple[int, int] = class_of(cards[:shared], tuple(deal) or (cards[:1],))
        return found

    groups = [Group("community", shared)] if shared else []
    dealt = Dealers(universe, groups, rows, sizes, classified)
    rng = random.Random(1)
    strengths = [rng.choice([*dealt.strengths, -1, 2.5, 99]) for _ in range(len(level))]
    low, high = dealt.standing(strengths)
    counts = dealt.counts(number, out, low, high)
    for state in range(0, len(level), max(1, len(level) // 60)):
        board = universe.real(rows[number[state]].tolist())
        gone = universe.real([*rows[number[state]].tolist(), *out[state].tolist()])
        expected = Counter[tuple[int, int]]()
        real = [copies for cards in universe.cards for copies in cards]
        for deal in deals_one_by_one(real, gone, sizes):
            theirs, fact = class_of(board, deal or (board[:1],))
            stands = 0 if strengths[state] > theirs else 1 if strengths[state] == theirs else 2
            expected[dealt.facts.index(fact), stands] += 1
        assert {
            place: int(counts[state][place]) for place in np.ndindex(counts.shape[1:]) if counts[state][place]
        } == expected


def test_facts_swept_one_after_the_other_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a table of all facts together would be too large."""
    odds = BySituation(FiveCardStud.make(), known=only_these(SHORT))
    monkeypatch.setattr(dealers, "CELLS", 1)
    assert BySituation(FiveCardStud.make(), known=only_these(SHORT)).count("optimal") == odds.count("optimal")


SHORT = tuple(card for card in DECK if card.rank >= 9 and card.suit < 2)


# --- what it costs ---


@pytest.mark.parametrize(
    ("deck", "suits", "alike", "sizes"),
    [
        (DECK, True, True, [3]),
        (DECK, True, True, [2, 2]),
        (DECK, True, False, [2, 1]),
        (MIXED, True, True, [2, 1]),
        (DECK[:20] * 2, True, True, [2, 2]),
        (DECK * 2, False, True, [3, 2]),
        (DECK, True, True, []),
    ],
)
def test_situations_are_counted_without_making_them(
    deck: Sequence[Card], suits: bool, alike: bool, sizes: list[int]
) -> None:
    universe = Universe(deck, suits=suits, alike=alike)
    level = start(universe)
    for number, size in enumerate(sizes):
        level, _ = extend(level, f"pile {number}", size)
    assert count_situations(universe, sizes) == len(level)


class Asked(FiveCardStud):
    """Counts the questions to its rules; twenty cards."""

    asked: ClassVar = Counter[str]()

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECK[-20:]

    def player_class(self, spot: Spot, house: HouseCards) -> tuple[Any, Hashable]:
        self.asked["player"] += 1
        return super().player_class(spot, house)

    def dealer_class(self, house: HouseCards) -> tuple[Any, Hashable]:
        self.asked["dealer"] += 1
        return super().dealer_class(house)


def test_the_rules_are_asked_as_often_as_the_estimate_says() -> None:
    """About every five cards of the player's once, whatever the up card, and about every up card with four more."""
    game = Asked.make()
    cost = cost_of(game)
    universe = Universe(game.deck, suits=True)
    Asked.asked.clear()
    BySituation(game).count("optimal")
    hands, dealt = count_situations(universe, [5]), count_situations(universe, [1, 4])
    assert cost.questions == hands + dealt
    assert hands <= Asked.asked["player"] <= hands + 1000  # and the probe of its promises
    assert dealt <= Asked.asked["dealer"] <= dealt + 1000
    assert cost.situations == count_situations(universe, [5, 1])


def test_five_cards_against_an_up_card_are_counted_and_not_sampled() -> None:
    """A step for every set of up to four of a hand's cards, three times, and for every set within a dealer's hand."""
    cost = cost_of(FiveCardStud.make())
    sets = sum(comb(5, cards) for cards in range(5))
    up_cards, hands = 13, comb(52, 4)
    assert cost.situations == 5_649_150
    assert cost.comparisons == 3 * sets * cost.situations + up_cards * hands * 2**4
    assert not odds_of(FiveCardStud.make()).estimated
