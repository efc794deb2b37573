"""High Card Draw's kernel is the game's rules, only faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.simulate.kernel_proof import (
    Decider,
    check_agreement,
    check_cells,
    check_cutting,
    check_on_the_table,
    differences,
    nets_of_codes,
    z_scores,
)

from houseway.cards import DECK, Card
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import Decision, House, Spot
from houseway.games.high_card_draw.chances import FULL_DECK, possible_draws
from houseway.games.high_card_draw.kernel import CARD_OF, Kernel, sets
from houseway.games.high_card_draw.odds import STRATEGIES, Odds
from houseway.games.high_card_draw.rules import EDITIONS, HighCardDraw
from houseway.odds.player import OptimalPlayer


def throw_the_highest(known: Known) -> Decision:
    """No strategy that anybody would play: the highest card goes, and the lowest too if it is a seven or less."""
    low, _, high = sorted(known.cards, key=lambda card: card.low_rank)
    return Decision(discard=(low, high) if low.low_rank <= 7 else (high,))


CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    *((edition.name, {}, OPTIMAL) for edition in EDITIONS),
    ("v1", {"draw": "community"}, OPTIMAL),
    ("v5", {"draw": "community-best"}, OPTIMAL),
    ("rules-of-play", {"ties": "player", "three_tensup_pays": "3"}, "keep-pat"),
    ("v6", {"ties": "player", "draw": "community-best", "tensup": "30/4/2"}, "card"),
    ("v3", {"tensup": None, "draw": "community"}, throw_the_highest),
    ("v4", {"pat": "two-tensup-and-seven"}, throw_the_highest),
    ("rules-of-play", {"draw": "community-best", "three_tensup_pays": "0", "tensup": None}, "card"),
]


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    return Kernel(HighCardDraw.make(edition, options), strategy)


def by_plan(kernel: Kernel) -> Decider:
    draws = possible_draws(FULL_DECK)
    plan = Odds(kernel.game).plan(kernel.strategy)
    held = {draws.dealt[hand]: draws.draws[place].held for hand, place in enumerate(plan)}

    def decide(known: Known) -> Decision:
        keeps = list(held[tuple(sorted(card.low_rank for card in known.cards))])
        thrown = []
        for card in known.cards:
            if card.low_rank in keeps:
                keeps.remove(card.low_rank)
            else:
                thrown.append(card)
        return Decision(discard=tuple(thrown))

    return decide


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: the optimum by its advice, a function by itself, others by their plan."""
    if kernel.strategy == OPTIMAL:
        return OptimalPlayer(kernel.game).decide
    return kernel.strategy if callable(kernel.strategy) else by_plan(kernel)


def hands_of(kernel: Kernel) -> Any:
    decide = by_plan(kernel)
    thrown: dict[tuple[Card, ...], tuple[tuple[str, Decision], ...]] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)
    shared = kernel.game.options.draw != "deck"

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        dealer, rest = cards[3 * seats : 3 * seats + 5], cards[3 * seats + 5 :]
        house = House(dealer, rest[:2] if shared else ())
        for seat in range(seats):
            dealt = cards[3 * seat : 3 * seat + 3]
            if dealt not in thrown:
                thrown[dealt] = (("draw", decide(Known("draw", dealt))),)
            spot = Spot(seat + 1, stakes, dealt, decisions=thrown[dealt])
            wanted = len(spot.discards)
            yield spot._replace(drawn=kernel.game.takes(spot, house) if shared else rest[:wanted]), house
            rest = rest if shared else rest[wanted:]

    return hands


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(STRATEGIES)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    for seats, rounds in ((1, 70_000), (4, 1_000), (7, 1_000)):
        codes = np.empty((rounds, seats), np.uint16)
        kernel.fill(11, 0, codes)
        cards = kernel.cards(11, 0, rounds, seats)
        assert not differences(kernel, kernel.game, codes, cards, hands_of(kernel))


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_the_table_deals_the_same_rounds(edition: str, options: dict[str, Any], strategy: Strategy) -> None:
    kernel = kernel_of(edition, options, strategy)
    hands = 0
    for seats in range(1, kernel.game.seats + 1):
        hands += check_on_the_table(kernel, decider(kernel), seats=seats, rounds=range(25), key=5)
    assert hands == 25 * 28


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(
    edition: str, options: dict[str, Any], strategy: Strategy, seats: int
) -> None:
    check_agreement(kernel_of(edition, options, strategy), rounds=2_000_000 // seats, seats=seats, key=2024)


@pytest.mark.parametrize("seats", [1, 2])
def test_rounds_do_not_depend_on_how_they_are_cut(seats: int) -> None:
    check_cutting(kernel_of("rules-of-play", {}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("draw", ["deck", "community"])
@pytest.mark.parametrize("seats", [1, 7])
def test_no_card_comes_twice(seats: int, draw: str) -> None:
    cards = kernel_of("rules-of-play", {"draw": draw}, OPTIMAL).cards(3, 0, 20_000, seats)
    assert all(len(set(row)) == len(row) for row in cards.tolist())
    # Every card comes as often as any other, in every hand.
    parts = [cards[:, 3 * seat : 3 * seat + 3] for seat in range(seats)]
    parts += [cards[:, 3 * seats : 3 * seats + 5], *(cards[:, place] for place in range(3 * seats + 5, cards.shape[1]))]
    for part in parts:
        expected = part.size / 52
        chi_square = float(((np.bincount(part.ravel(), minlength=52) - expected) ** 2 / expected).sum())
        assert 18 < chi_square < 105  # 51 degrees of freedom at most: each end about once in a hundred thousand


def test_bits_stand_for_all_cards_and_sets_for_all_hands() -> None:
    assert sorted(CARD_OF.tolist()) == list(range(52))
    for bit, number in enumerate(CARD_OF.tolist()):
        assert (DECK[number].low_rank - 1, DECK[number].suit) == (bit % 13, bit // 13)
    threes, twos = sets()
    for table, size, count in ((threes & np.uint64(2**52 - 1), 3, 22_100), (twos, 2, 1_326)):
        assert len(set(table.tolist())) == count
        assert {entry.bit_count() for entry in table.tolist()} == {size}


@pytest.mark.parametrize(
    "change", [{"ties": "dealer"}, {"qualifier": "J"}, {"three_tensup_pays": "3/2"}, {"tensup": "20/5/2"}]
)
def test_a_wrong_rule_is_caught(change: dict[str, str]) -> None:
    kernel = kernel_of("rules-of-play", {}, OPTIMAL)
    codes = np.empty((5000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 5000, 1)
    wrong = HighCardDraw.make("rules-of-play", change)
    assert differences(kernel, wrong, codes, cards, hands_of(kernel))


def test_the_first_community_card_is_not_the_better_one() -> None:
    best = kernel_of("v1", {"draw": "community-best"}, throw_the_highest)
    first = kernel_of("v1", {"draw": "community"}, throw_the_highest)
    codes = np.empty((2000, 1), np.uint16)
    first.fill(1, 0, codes)
    cards = first.cards(1, 0, 2000, 1)
    assert not differences(first, first.game, codes, cards, hands_of(first))
    assert differences(first, best.game, codes, cards, hands_of(best))


def test_a_wrong_table_or_payout_is_caught() -> None:
    kernel = kernel_of("rules-of-play", {}, OPTIMAL)
    kernel._strength[0b1101000000000] -= 4 * 60  # king, queen, ten counts as a lower hand
    codes = np.empty((50_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 50_000, 1)
    assert differences(kernel, kernel.game, codes, cards, hands_of(kernel))

    sound = kernel_of("rules-of-play", {}, OPTIMAL)
    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 6 if tensup == 5 else tensup) for main, tensup in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
