"""High Card Flush's kernel is the game's rules, only faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
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
from houseway.cards import DECK, Card
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import FOLD, Decision, House, Spot
from houseway.games.high_card_flush import plans
from houseway.games.high_card_flush.counting import given_plan, shapes
from houseway.games.high_card_flush.kernel import Kernel
from houseway.games.high_card_flush.odds import Odds
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush, best_suit, flush_rank, most_raise
from houseway.games.high_card_flush.strategies import BY_HIGH_CARDS, HIGH_CARD, RULES
from houseway.odds.player import OptimalPlayer

# Edition, options and strategy, so that every option's every effect and every strategy is met.
CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    ("standard", {}, OPTIMAL),
    ("standard", {"qualifier": "7", "raises": "2/2/4"}, OPTIMAL),
    ("standard", {"qualifier": "Q", "raises": "3/4/5", "flush": None}, OPTIMAL),
    ("standard", {"flush": "200-20", "straight-flush": "8000-1000"}, "eleven"),
    ("standard", {"qualifier": "J", "straight_flush": None}, BY_HIGH_CARDS),
    ("standard", {"raises": "2/3/5", "progressive": None}, BY_HIGH_CARDS),
    ("standard", {"qualifier": "8", "straight_flush": None, "progressive": None}, "t-8-6"),
    (
        "standard",
        {"qualifier": "10", "raises": "1/1/1", "flush": None, "straight_flush": None, "progressive": None},
        "never-fold",
    ),
]


BEYOND_ALL = (15,) * 8  # no flush is as high


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    return Kernel(HighCardFlush.make(edition, options), strategy)


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: the optimum by its advice, others by their lowest flushes as a person reads them."""
    if kernel.strategy == OPTIMAL:
        return OptimalPlayer(kernel.game).decide
    if not isinstance(kernel.strategy, str):
        return kernel.strategy
    options = kernel.game.options
    if kernel.strategy == BY_HIGH_CARDS:
        plan = plans.named_plan(BY_HIGH_CARDS, options.qualifier, options.raises)
        raise_from, most_from = plans.lowest_flushes(plan)
        beyond = [BEYOND_ALL if lowest == len(shapes().sets) else () for lowest in plan.most_from]
        most_from = [flush or above for flush, above in zip(most_from, beyond, strict=True)]
    else:
        raise_from, most_from = list(RULES[kernel.strategy].raise_from), [plans.FOUR_SUITED]

    def decide(known: Known) -> Decision:
        ranks = best_suit(known.cards)
        outside = sum(card.rank >= HIGH_CARD for card in known.cards) - sum(rank >= HIGH_CARD for rank in ranks)
        lowest, highest = (flushes[min(outside, len(flushes) - 1)] for flushes in (raise_from, most_from))
        if flush_rank(ranks) < flush_rank(lowest):
            return Decision(FOLD)
        most = flush_rank(ranks) >= flush_rank(highest)
        return Decision(RAISE, most_raise(options.raises, len(ranks)) if most else 1)

    return decide


def hands_of(kernel: Kernel, codes: NDArray[np.uint16]) -> Any:
    """The optimum takes long to work out: there the decision is the kernel's, and another test judges it."""
    decide = decider(kernel)
    bets = [int(kernel.cell(code).main_bet) - 1 for code in range(kernel.codes)]
    rows = iter(codes.tolist())
    opening = dict.fromkeys(("ante", *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        house, row = House(cards[-7:]), next(rows)
        for seat in range(seats):
            hand = cards[7 * seat : 7 * seat + 7]
            multiple = bets[row[seat]] if kernel.strategy == OPTIMAL else decide(Known("raise", hand)).multiple
            stakes = {**opening, "raise": int(multiple)} if multiple else opening
            yield Spot(seat + 1, stakes, hand, folded=not multiple), house

    return hands


def found_differences(kernel: Kernel, rules: HighCardFlush, rounds: int, seats: int) -> Any:
    codes = np.empty((rounds, seats), np.uint16)
    kernel.fill(11, 0, codes)
    return differences(kernel, rules, codes, kernel.cards(11, 0, rounds, seats), hands_of(kernel, codes))


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(Odds(HighCardFlush.make()).strategies())


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    for seats, rounds in ((1, 125_000), (3, 500), (6, 500)):
        assert not found_differences(kernel, kernel.game, rounds, seats)


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_decisions_on_all_hands_are_those_that_are_counted(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    played = plans.count(
        given_plan(kernel._plan.multiples.tobytes()), kernel.game.options.qualifier, kernel.game.options.raises
    )
    assert isinstance(strategy, str)
    counted = plans.named(strategy, kernel.game.options.qualifier, kernel.game.options.raises)
    assert (played.results == counted.results).all()
    assert (played.flushes == counted.flushes).all()


@pytest.mark.parametrize("case", [0, 1, 2])
def test_the_optimum_is_the_best_advice(case: int) -> None:
    """Where the flush alone does not decide, hand after hand."""
    kernel = kernel_of(*CASES[case])
    decide = decider(kernel)
    codes = np.empty((60_000, 1), np.uint16)
    kernel.fill(7, 0, codes)
    decided: dict[tuple[int, ...], int] = {}
    judged = 0
    for code, cards in zip(codes[:, 0].tolist(), kernel.cards(7, 0, len(codes), 1)[:, :7].tolist(), strict=True):
        hand = tuple(DECK[card] for card in cards)
        ranks = best_suit(hand)
        multiple = int(kernel.cell(code).main_bet) - 1
        if decided.setdefault(ranks, multiple) != multiple or (len(ranks) == 3 and ranks[0] in (9, 10, 11)):
            judged += 1
            if judged <= 4000:
                assert decide(Known("raise", hand)).multiple == multiple, hand
    assert judged > 1000


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_the_table_deals_the_same_rounds(edition: str, options: dict[str, Any], strategy: Strategy) -> None:
    kernel = kernel_of(edition, options, strategy)
    hands = 0
    for seats in range(1, kernel.game.seats + 1):
        hands += check_on_the_table(kernel, decider(kernel), seats=seats, rounds=range(40), key=5)
    assert hands == 40 * 21


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(
    edition: str, options: dict[str, Any], strategy: Strategy, seats: int
) -> None:
    check_agreement(kernel_of(edition, options, strategy), rounds=3_000_000 // seats, seats=seats, key=2024)


@pytest.mark.parametrize("seats", [1, 2])
def test_rounds_do_not_depend_on_how_they_are_cut(seats: int) -> None:
    check_cutting(kernel_of("standard", {}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("seats", [1, 6])
def test_every_card_comes_as_often_as_any_other(seats: int) -> None:
    check_deals(kernel_of("standard", {}, OPTIMAL), rounds=40_000, seats=seats, key=3)


def test_rounds_that_need_more_words_are_dealt_alike() -> None:
    """About one round in ten thousand finds fewer than 14 cards in its first words."""
    kernel = kernel_of("standard", {}, "never-fold")
    cards = kernel.cards(3, 0, 200_000, 1)
    codes = np.empty((200_000, 1), np.uint16)
    kernel.fill(3, 0, codes)
    suited = np.stack([(cards[:, :7] % 4 == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    rows = np.array([kernel.cell(code).side_rows[0] for code in range(kernel.codes)])[codes[:, 0]]
    assert (rows == np.minimum(7 - suited, 4)).all()


def test_a_function_is_asked_and_followed() -> None:
    raises, folds = Decision(RAISE, 1), Decision(FOLD)

    def by_highest(known: Known) -> Decision:
        """No strategy that anybody would play; it does not look at suits."""
        return raises if max(known.cards) // 4 % 3 else folds

    kernel = kernel_of("standard", {}, by_highest)
    assert kernel.multiples == [1]
    assert not found_differences(kernel, kernel.game, 50_000, 1)
    assert check_on_the_table(kernel, by_highest, seats=3, rounds=range(20), key=6) == 60


def test_a_wrong_rule_is_caught() -> None:
    kernel = kernel_of("standard", {}, "eleven")
    for change in (
        {"qualifier": "8"},
        {"flush": "100-20"},
        {"straight-flush": "1000/500/100/60/7"},
        {"progressive": "100%/10%/$1250/$250/$20"},
    ):
        rules = game("high-card-flush", **change)
        assert isinstance(rules, HighCardFlush)
        assert found_differences(kernel, rules, 5_000, 1)


def test_a_wrong_table_or_payout_is_caught() -> None:
    # Some flushes are higher, some straight flushes longer, some decisions others than they should be.
    for name, step, flaw in (("sets", 40, 8 * 64), ("sets", 40, 4), ("flushes", 40, 1)):
        kernel = kernel_of("standard", {}, "eleven")
        part = "_tables" if name == "sets" else "_plan"
        table = getattr(getattr(kernel, part), name).copy()
        table[3::step] ^= flaw
        setattr(kernel, part, getattr(kernel, part)._replace(**{name: table}))
        assert found_differences(kernel, kernel.game, 20_000, 1), name

    sound = kernel_of("standard", {}, OPTIMAL)
    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 2 if flush == 1 else flush, straight, progressive) for main, flush, straight, progressive in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
