"""Mini-Tex's kernel is the game's rules, only faster."""

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
    check_deals,
    check_on_the_table,
    differences,
    nets_of_codes,
    z_scores,
)

from houseway import game
from houseway.cards import Card
from houseway.exact import OPTIMAL, Known, Strategy
from houseway.game import FOLD, Decision, House, Spot
from houseway.games.mini_tex.kernel import BET as PLAY_BET
from houseway.games.mini_tex.kernel import Kernel
from houseway.games.mini_tex.odds import Odds
from houseway.games.mini_tex.rules import BET, BETS, POINTS, MiniTex
from houseway.games.mini_tex.solving import place_of
from houseway.odds.player import OptimalPlayer
from houseway.three_cards import pairs

FOLDS, BETS_ON = Decision(FOLD), Decision(BET)


def by_sums(known: Known) -> Decision:
    """No strategy that anybody would play; it does not look at suits, nor at which card came last."""
    total = sum([card.rank for card in known.cards + known.community])
    return FOLDS if total % (5 + len(known.community)) == 2 else BETS_ON


# Edition, options and strategy, so that every option's every effect and every strategy is met.
CASES: list[tuple[str, dict[str, Any], Strategy]] = [
    ("pair", {}, OPTIMAL),
    ("ace-king", {}, OPTIMAL),
    ("pair", {"pocket-poker": "35-15"}, "printed"),
    ("ace-king", {"board": "face-down"}, "printed"),
    ("pair", {"bets": "2/3/5"}, OPTIMAL),
    ("ace-king", {"bets": "1/2/1", "pocket_poker": None}, "card-4"),
    ("pair", {"folded_cards": "leave"}, "card-6"),
    ("ace-king", {}, "card"),
    ("pair", {"pocket_poker": None}, "card-19"),
    ("pair", {"board": "face-down", "bets": "3/1/4"}, by_sums),
    ("ace-king", {"pocket-poker": "20/10/4/3/2"}, "never-fold"),
]


MADE: dict[str, Kernel] = {}


def kernel_of(edition: str, options: dict[str, Any], strategy: Strategy) -> Kernel:
    """Made once: a function is asked more than a million questions."""
    name = f"{edition} {options} {strategy}"
    if name not in MADE:
        MADE[name] = Kernel(MiniTex.make(edition, options), strategy)
    return MADE[name]


def decider(kernel: Kernel) -> Decider:
    """The strategy at the table: by its choices for the classes of cards, or the function itself."""
    if not isinstance(kernel.strategy, str):
        return kernel.strategy
    odds = Odds(kernel.game)
    choices, count = odds.choices(kernel.strategy), odds.counting

    def decide(known: Known) -> Decision:
        if known.at == "hole":
            bets = choices.hole[pairs().numbers[known.cards]]
        elif known.at == "flop":
            bets = choices.flop[place_of(count.flops, known.community, known.cards)]
        else:
            bets = choices.river[place_of(count.boards, known.community, known.cards)]
        return Decision(BET if bets else FOLD)

    return decide


def hands_of(kernel: Kernel) -> Any:
    decide = decider(kernel)
    points = tuple(zip(POINTS, BETS, kernel.game.options.bets, (0, 2, 3), strict=True))
    opening = dict.fromkeys(("ante", *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], seats: int) -> Iterator[tuple[Spot, House]]:
        house = House(cards[2 * seats : 2 * seats + 2], cards[-3:])
        for seat in range(seats):
            hole = cards[2 * seat : 2 * seat + 2]
            stakes, folded = {**opening}, False
            for point, bet, multiple, shown in points:
                folded = decide(Known(point, hole, house.community[:shown])).folds
                if folded:
                    break
                stakes[bet] = multiple
            yield Spot(seat + 1, stakes, hole, folded=folded), house

    return hands


def test_strategies_are_all_among_the_cases() -> None:
    assert {case[2] for case in CASES if isinstance(case[2], str)} == set(Odds(MiniTex.make()).strategies())


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_a_million_rounds_settle_as_the_rules_settle_them(
    edition: str, options: dict[str, Any], strategy: Strategy
) -> None:
    kernel = kernel_of(edition, options, strategy)
    check_cells(kernel)
    for seats, rounds in ((1, 91_000), (4, 500), (7, 500)):
        codes = np.empty((rounds, seats), np.uint16)
        kernel.fill(11, 0, codes)
        assert not differences(kernel, kernel.game, codes, kernel.cards(11, 0, rounds, seats), hands_of(kernel))


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
def test_the_table_deals_the_same_rounds(edition: str, options: dict[str, Any], strategy: Strategy) -> None:
    kernel = kernel_of(edition, options, strategy)
    decide = OptimalPlayer(kernel.game).decide if strategy == OPTIMAL else decider(kernel)
    hands = 0
    for seats in range(1, kernel.game.seats + 1):
        hands += check_on_the_table(kernel, decide, seats=seats, rounds=range(30), key=5)
    assert hands == 30 * 28


@pytest.mark.parametrize(("edition", "options", "strategy"), CASES)
@pytest.mark.parametrize("seats", [1, 3])
def test_means_and_rows_agree_with_the_exact_count(
    edition: str, options: dict[str, Any], strategy: Strategy, seats: int
) -> None:
    check_agreement(kernel_of(edition, options, strategy), rounds=3_000_000 // seats, seats=seats, key=2024)


@pytest.mark.parametrize("seats", [1, 2])
def test_rounds_do_not_depend_on_how_they_are_cut(seats: int) -> None:
    check_cutting(kernel_of("pair", {}, OPTIMAL), seats=seats)


@pytest.mark.parametrize("seats", [1, 7])
def test_every_card_comes_as_often_as_any_other(seats: int) -> None:
    check_deals(kernel_of("pair", {}, OPTIMAL), rounds=40_000, seats=seats, key=3)


def test_suited_hole_cards_that_win_nothing_are_told_apart() -> None:
    kernel = kernel_of("pair", {}, OPTIMAL)
    codes = np.empty((20_000, 1), np.uint16)
    kernel.fill(4, 0, codes)
    outcomes = [outcome.label for outcome in Odds(kernel.game).side_outcomes("pocket-poker")]
    for code, (one, two) in zip(codes[:, 0].tolist(), kernel.cards(4, 0, 20_000, 1)[:, :2].tolist(), strict=True):
        label = outcomes[kernel.cell(code).side_rows[0]]
        if label in ("Flush", "Other"):
            assert (label == "Flush") == (one % 4 == two % 4)


def test_a_wrong_rule_is_caught() -> None:
    kernel = kernel_of("pair", {}, OPTIMAL)
    codes = np.empty((5_000, 1), np.uint16)
    kernel.fill(1, 0, codes)
    cards = kernel.cards(1, 0, 5_000, 1)
    for change in ({"qualifier": "ace-king"}, {"pocket-poker": "30/20/5/3/3"}):
        assert differences(kernel, game("mini-tex", **change), codes, cards, hands_of(kernel))


def test_a_wrong_table_or_payout_is_caught() -> None:
    codes = np.empty((50_000, 1), np.uint16)
    sound = kernel_of("pair", {}, OPTIMAL)
    cards, hands = sound.cards(1, 0, 50_000, 1), hands_of(sound)
    # Some play bets, some places, some bets on the flop, some in the hole are not as they should be.
    for name, step, flaw in (
        ("hands", 3000, PLAY_BET),
        ("hands", 3000, 64),
        ("flops", 1000, 0xFFFF),
        ("holes", 300, 1 << 15),
    ):
        kernel = Kernel(sound.game, OPTIMAL)
        table = getattr(kernel._plan, name).copy()
        table.reshape(-1)[::step] ^= table.dtype.type(flaw)
        kernel._plan = kernel._plan._replace(**{name: table})
        kernel.fill(1, 0, codes)
        assert differences(kernel, kernel.game, codes, cards, hands), name

    nets = nets_of_codes(sound)
    assert max(map(abs, z_scores(sound, OPTIMAL, nets, rounds=1_000_000, seats=1, key=9))) < 4.5
    wrong = [(main, 4 if pocket_poker == 3 else pocket_poker) for main, pocket_poker in nets]
    assert max(map(abs, z_scores(sound, OPTIMAL, wrong, rounds=1_000_000, seats=1, key=9))) > 4.5
