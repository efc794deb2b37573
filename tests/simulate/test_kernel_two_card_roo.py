"""2 Card Roo's kernel is the game's rules, only faster."""

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

from houseway import game
from houseway.cards import Card
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import Decision, House, Spot
from houseway.games.two_card_roo.kernel import Kernel
from houseway.games.two_card_roo.odds import ROO, STRATEGIES, Odds
from houseway.games.two_card_roo.rules import TwoCardRoo
from houseway.odds.player import OptimalPlayer


def odd_cards_low(known: Known) -> Decision:
    """No strategy that anybody would play."""
    return Decision("low" if known.cards[0].rank % 2 else "high", key="position")


# Edition, options and strategy, so that every option's every effect and every strategy is met.
CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    ("odds", {}, OPTIMAL),
    ("text", {}, OPTIMAL),
    ("odds", {"decks": 2, "ties": "push"}, "printed"),
    ("text", {"decks": 4, "ties": "dealer", "house_way": 2}, "copy-the-dealer"),
    ("odds", {"decks": 6, "aces": "push", "house_way": 13}, "card"),
    ("odds", {"decks": 8, "dealer_pair": "loses", "flush-roo": "20/5"}, odd_cards_low),
    ("text", {"flush_roo": None, "ties": "push"}, OPTIMAL),
    ("odds", {"pairs_pay": None, "ties": "dealer"}, odd_cards_low),
    ("odds", {"pairs_pay": None, "flush_roo": None, "aces": "push"}, "printed"),
    ("odds", {"pairs-pay": "7:2", "house_way": 5}, OPTIMAL),
]


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    return Kernel(TwoCardRoo.make(edition, options), strategy)


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: the optimum by its advice, others by their plan."""
    if kernel.strategy == OPTIMAL:
        return OptimalPlayer(kernel.game).decide
    plan = Odds(kernel.game).plan(kernel.strategy, ROO)
    return lambda known: Decision(plan[known.cards[0].rank], key="position")


def hands_of(kernel: Kernel) -> Any:
    decide, placed = decider(kernel), {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        house = House((cards[seats], cards[-1]))
        for seat in range(seats):
            card = cards[seat]
            if card not in placed:
                placed[card] = (("place", decide(Known("place", (card,)))),)
            yield Spot(seat + 1, stakes, (card,), (cards[seats + 1 + seat],), (), placed[card]), house

    return hands


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(STRATEGIES)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    for seats, rounds in ((1, 100_000), (4, 1_000), (7, 1_000)):
        codes = np.empty((rounds, seats), np.uint16)
        kernel.fill(11, 0, codes)
        cards = kernel.cards(11, 0, rounds, seats)
        assert not differences(kernel, kernel.game, codes, cards, hands_of(kernel))


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_the_table_deals_the_same_rounds(edition: str, options: dict[str, Any], strategy: Strategy) -> None:
    kernel = kernel_of(edition, options, strategy)
    hands = 0
    for seats in range(1, kernel.game.seats + 1):
        hands += check_on_the_table(kernel, decider(kernel), seats=seats, rounds=range(30), key=5)
    assert hands == 30 * 28


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(
    edition: str, options: dict[str, Any], strategy: Strategy, seats: int
) -> None:
    check_agreement(kernel_of(edition, options, strategy), rounds=2_000_000 // seats, seats=seats, key=2024)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("decks", [1, 8])
def test_rounds_do_not_depend_on_how_they_are_cut(decks: int, seats: int) -> None:
    check_cutting(kernel_of("odds", {"decks": decks}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("decks", [1, 2, 8])
@pytest.mark.parametrize("seats", [1, 7])
def test_no_card_comes_more_often_than_the_shoe_holds_it(decks: int, seats: int) -> None:
    cards = kernel_of("odds", {"decks": decks}, OPTIMAL).cards(3, 0, 20_000, seats)
    most = max(int((row == card).sum()) for row in cards[:2000] for card in row)
    assert most <= decks
    # Every card comes as often as any other, in every place.
    for place in cards.T:
        expected = len(place) / 52
        chi_square = float(((np.bincount(place, minlength=52) - expected) ** 2 / expected).sum())
        assert 18 < chi_square < 105  # 51 degrees of freedom: each end about once in a hundred thousand


def test_a_wrong_rule_is_caught() -> None:
    kernel = kernel_of("odds", {}, OPTIMAL)
    codes = np.empty((2000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 2000, 1)
    for change in ({"ties": "push"}, {"aces": "push"}, {"dealer_pair": "loses"}, {"flush-roo": "15/2"}):
        assert differences(kernel, game("two-card-roo", **change), codes, cards, hands_of(kernel))


def test_a_wrong_table_or_payout_is_caught() -> None:
    kernel = kernel_of("odds", {}, OPTIMAL)
    kernel._tables[1][52 * 4 + 30] ^= 512  # one of the dealer's 2,652 hands is another
    codes = np.empty((50_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 50_000, 1)
    assert differences(kernel, kernel.game, codes, cards, hands_of(kernel))

    sound = kernel_of("odds", {}, OPTIMAL)
    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 16 if flush == 15 else flush, pairs) for main, flush, pairs in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
