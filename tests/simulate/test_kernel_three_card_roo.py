"""3 Card Roo's kernel is the game's rules, only faster."""

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

from houseway.cards import Card, parse_cards
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import Decision, House, Spot
from houseway.games.three_card_roo.kernel import Kernel
from houseway.games.three_card_roo.odds import PLAY, STRATEGIES, Odds, class_of
from houseway.games.three_card_roo.rules import ThreeCardRoo
from houseway.odds.player import OptimalPlayer


def by_the_sum(known: Known) -> Decision:
    """No strategy that anybody would play; suits count where a Royal Flush Roo may come."""
    one, two = known.cards
    place = one.low_rank + two.low_rank + (one.suit == two.suit and {one.low_rank, two.low_rank} <= {1, 7, 13})
    return Decision(("low", "middle", "high")[place % 3], key="open")


CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    ("royal-10", {}, OPTIMAL),
    ("royal-8", {}, OPTIMAL),
    ("royal-5", {}, OPTIMAL),
    ("royal-10", {"pocket-roo": "70-45", "pairs-pay": "10-7"}, "printed"),
    ("royal-8", {"pocket-roo": "50-40", "house_way": 1}, "copy-the-dealer"),
    ("royal-5", {"house_way": 13}, "most-ranks"),
    ("royal-10", {"seven-roo-bonus": "7:2/1:2", "house_way": 6}, "card"),
    ("royal-10", {}, by_the_sum),
    ("royal-8", {"pocket_roo": None}, by_the_sum),
    ("royal-5", {"pairs_pay": None}, OPTIMAL),
    ("royal-10", {"pocket_roo": None, "pairs_pay": None}, OPTIMAL),
]


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    return Kernel(ThreeCardRoo.make(edition, options), strategy)


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: the optimum by its advice, others by their plan."""
    if kernel.strategy == OPTIMAL:
        return OptimalPlayer(kernel.game).decide
    plan = Odds(kernel.game).plan(kernel.strategy, PLAY)
    return lambda known: Decision(plan[class_of(known.cards)], key="open")


def hands_of(kernel: Kernel) -> Any:
    decide = decider(kernel)
    placed: dict[tuple[Card, ...], tuple[tuple[str, Decision], ...]] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        thirds = 2 * seats + 2
        dealer = cards[thirds - 2 : thirds]
        house = House(dealer if dealer[0].rank == dealer[1].rank else (*dealer, cards[-1]))
        for seat in range(seats):
            two = cards[2 * seat : 2 * seat + 2]
            if two[0].rank == two[1].rank:
                yield Spot(seat + 1, stakes, two), house
                continue
            if two not in placed:
                placed[two] = (("place", decide(Known("place", two))),)
            yield Spot(seat + 1, stakes, two, (cards[thirds + seat],), (), placed[two]), house

    return hands


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(STRATEGIES)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    for seats, rounds in ((1, 95_000), (4, 1_000), (7, 1_000)):
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
def test_rounds_do_not_depend_on_how_they_are_cut(seats: int) -> None:
    check_cutting(kernel_of("royal-10", {}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("seats", [1, 7])
def test_no_card_comes_twice(seats: int) -> None:
    cards = kernel_of("royal-10", {}, OPTIMAL).cards(3, 0, 20_000, seats)
    assert all(len(set(row)) == len(row) for row in cards.tolist())
    # Every card comes as often as any other, in every place.
    for place in cards.T:
        expected = len(place) / 52
        chi_square = float(((np.bincount(place, minlength=52) - expected) ** 2 / expected).sum())
        assert 18 < chi_square < 105  # 51 degrees of freedom: each end about once in a hundred thousand


def test_every_royal_of_one_suit_is_told_from_the_others() -> None:
    kernel = kernel_of("royal-10", {}, OPTIMAL)
    numbers, player, _, _ = kernel._tables
    nets = nets_of_codes(kernel)
    for text, pocket in (("Ah 7h Kh", 100), ("Kh Ah 7h", 100), ("7s Ks As", 100), ("Ah 7h Ks", 45), ("Ah 7s Kh", 45)):
        one, two, third = parse_cards(text)
        kind = int(player[numbers[52 * one + two] + third]) >> 9
        codes = {int(code) for code in kernel._tables[3][9 * kind : 9 * kind + 9]}
        made = OptimalPlayer(kernel.game).decide(Known("place", (one, two))).choice
        opened = {1: "low", 7: "middle", 13: "high"}[third.low_rank]
        assert {nets[code][1] for code in codes} == {pocket if made == opened else -1}


def test_a_wrong_rule_is_caught() -> None:
    kernel = kernel_of("royal-10", {}, OPTIMAL)
    codes = np.empty((20_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 20_000, 1)
    for change in (
        {"seven-roo-bonus": "10/2"},
        {"house_way": 8},
        {"pocket-roo": "100/45/8/2/3"},
        {"pairs-pay": "10-7"},
    ):
        wrong = ThreeCardRoo.make("royal-10", change)
        assert differences(kernel, wrong, codes, cards, hands_of(kernel)), change


def test_a_wrong_table_or_payout_is_caught() -> None:
    kernel = kernel_of("royal-10", {}, OPTIMAL)
    codes = np.empty((50_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 50_000, 1)
    one, two, _, _, third, _ = (int(card) for card in cards[0])
    kernel._tables[1][kernel._tables[0][52 * one + two] + third] ^= 512  # one hand with one third card is another
    kernel.fill(1, 0, codes)
    assert differences(kernel, kernel.game, codes, cards, hands_of(kernel))

    sound = kernel_of("royal-10", {}, OPTIMAL)
    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 3 if pocket == 2 else pocket, pairs) for main, pocket, pairs in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
