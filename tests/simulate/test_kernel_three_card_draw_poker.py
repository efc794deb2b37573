"""Three Card Draw Poker's kernel is the game's rules, only faster."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.simulate.kernel_proof import (
    Decider,
    check_agreement,
    check_cells,
    check_cutting,
    check_deals,
    check_on_the_table,
    differences,
    nets_of_codes,
    z_scores,
)

from houseway import game
from houseway.cards import Card
from houseway.errors import OptionError
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import FOLD, Decision, House, Spot
from houseway.games.three_card_draw_poker.kernel import KEEPS, Kernel
from houseway.games.three_card_draw_poker.odds import TEXTS, Odds
from houseway.games.three_card_draw_poker.odds import decision as decision_of
from houseway.games.three_card_draw_poker.rules import PLAY, ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.solving import Play, counting_of
from houseway.odds.player import OptimalPlayer


def quarters(known: Known) -> Decision:
    """No strategy that anybody would play: odd bets, and the highest card swapped; it does not look at suits."""
    ranks = sorted(card.rank for card in known.cards)
    if ranks[0] == 4:
        return Decision(FOLD)
    throws = ranks[2] > ranks[1] and ranks[1] % 2
    highest = max(known.cards)
    return Decision(PLAY, 1 + Fraction(ranks[1] % 4, 4), (highest,) if throws else ())


# Edition, options and strategy, so that every option's every effect and every strategy is met.
CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    ("tcdppp-01", {}, OPTIMAL),
    ("tcdppp-02", {}, "card"),
    ("tcdppp-03", {}, "never-fold"),
    ("tcdppp-01-corrected", {"play_most": 1}, OPTIMAL),
    ("tcdppp-01", {"play_most": 5, "ante_bonus": "3:2/1/1"}, OPTIMAL),
    ("tcdppp-01", {"pair_plus": None}, OPTIMAL),
    ("tcdppp-02", {"pair_plus": None, "play_most": 3}, quarters),
    ("tcdppp-03", {"pair-plus": "50/30/20/6/3/1"}, quarters),
]


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    return Kernel(ThreeCardDrawPoker.make(edition, options), strategy)


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: the optimum by its advice, others by their plan."""
    return OptimalPlayer(kernel.game).decide if kernel.strategy == OPTIMAL else by_plan(kernel)


def by_plan(kernel: Kernel) -> Decider:
    """As the strategy is counted, which for the optimum is quicker than its advice; another test judges that."""
    if not isinstance(kernel.strategy, str):
        return kernel.strategy
    plan = Odds(kernel.game).plan(kernel.strategy)

    def decide(known: Known) -> Decision:
        number, ways = counting_of().find(known.cards)
        play = plan[number]
        return decision_of(Play(play.multiple, 1 + ways.index(play.way) if play.way else 0), known.cards)

    return decide


def hands_of(kernel: Kernel) -> Any:
    decide = by_plan(kernel)
    decided: dict[tuple[Card, ...], tuple[Decision, dict[str, Any]]] = {}

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        house = House(cards[-4:])
        for seat in range(seats):
            hand, aside = cards[4 * seat : 4 * seat + 3], cards[4 * seat + 3 : 4 * seat + 4]
            if hand not in decided:
                decision = decide(Known("play", hand))
                stakes: dict[str, Any] = dict.fromkeys(("ante", *kernel.sides), 1)
                decided[hand] = decision, stakes if decision.folds else {**stakes, "play": decision.multiple}
            decision, stakes = decided[hand]
            drawn = aside if decision.discard else ()
            yield Spot(seat + 1, stakes, hand, drawn, aside, (("play", decision),), decision.folds), house

    return hands


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(TEXTS)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    hands = hands_of(kernel)
    for seats, rounds in ((1, 125_000), (4, 1_000), (7, 1_000)):
        codes = np.empty((rounds, seats), np.uint16)
        kernel.fill(11, 0, codes)
        assert not differences(kernel, kernel.game, codes, kernel.cards(11, 0, rounds, seats), hands)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_the_table_deals_the_same_rounds(edition: str, options: dict[str, Any], strategy: Strategy) -> None:
    kernel = kernel_of(edition, options, strategy)
    hands = 0
    for seats in range(1, kernel.game.seats + 1):
        hands += check_on_the_table(kernel, decider(kernel), seats=seats, rounds=range(40), key=5)
    assert hands == 40 * 28


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(
    edition: str, options: dict[str, Any], strategy: Strategy, seats: int
) -> None:
    check_agreement(kernel_of(edition, options, strategy), rounds=3_000_000 // seats, seats=seats, key=2024)


@pytest.mark.parametrize("seats", [1, 2])
def test_rounds_do_not_depend_on_how_they_are_cut(seats: int) -> None:
    check_cutting(kernel_of("tcdppp-01", {}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("seats", [1, 7])
def test_every_card_comes_as_often_as_any_other(seats: int) -> None:
    check_deals(kernel_of("tcdppp-01", {}, OPTIMAL), rounds=40_000, seats=seats, key=3)


def test_a_function_that_plays_the_optimum_is_the_optimum() -> None:
    named = kernel_of("tcdppp-01", {}, OPTIMAL)
    asked = Kernel(named.game, OptimalPlayer(named.game).decide)
    codes = np.empty((2, 100_000, 1), np.uint16)
    named.fill(8, 0, codes[0])
    asked.fill(8, 0, codes[1])
    assert (codes[0] == codes[1]).all()


def test_more_bets_than_there_are_codes_for_are_refused() -> None:
    def each_its_own(known: Known) -> Decision:
        return Decision(PLAY, 1 + Fraction(sum(card * 52**place for place, card in enumerate(known.cards)), 52**3), ())

    with pytest.raises(OptionError, match="at most 780 different bets"):
        kernel_of("tcdppp-01", {}, each_its_own)


def test_a_wrong_rule_is_caught() -> None:
    kernel = kernel_of("tcdppp-01", {}, OPTIMAL)
    codes = np.empty((10_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 10_000, 1)
    for change in ({"ante_bonus": "10/7/6"}, {"pair_plus": "100/40/25/5/4/2"}):
        assert differences(kernel, game("three-card-draw-poker", **change), codes, cards, hands_of(kernel))


def test_a_wrong_table_or_payout_is_caught() -> None:
    kernel = kernel_of("tcdppp-01", {}, OPTIMAL)
    codes = np.empty((100_000, 1), np.uint16)
    cards = kernel.cards(1, 0, 100_000, 1)
    kernel._plays = kernel._plays.copy()
    kernel._plays[::500] ^= 1 << KEEPS  # one hand of 500 keeps where it should swap, or the other way
    kernel.fill(1, 0, codes)
    assert differences(kernel, kernel.game, codes, cards, hands_of(kernel))
    kernel = kernel_of("tcdppp-01", {}, OPTIMAL)
    fours = kernel._tables.fours.copy()
    fours[::100] += 60  # some of the dealer's hands are better than they are
    kernel._tables = kernel._tables._replace(fours=fours)
    kernel.fill(1, 0, codes)
    assert differences(kernel, kernel.game, codes, cards, hands_of(kernel))

    sound = kernel_of("tcdppp-01", {}, OPTIMAL)
    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 6 if pair_plus == 5 else pair_plus) for main, pair_plus in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
