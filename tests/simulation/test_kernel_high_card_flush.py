"""High Card Flush's kernel beyond what all kernels are tested for."""

from __future__ import annotations

import numpy as np
import pytest
from tests.simulation.kernel_proof import Case, check_on_the_table, differences
from tests.simulation.proofs.high_card_flush import PROOF
from tests.sizes import sized

from houseway.cards import DECK
from houseway.counting.game_odds import OPTIMAL, Known
from houseway.games.high_card_flush import raise_plans
from houseway.games.high_card_flush.counting import HANDS, RAISED, given_plan, tally
from houseway.games.high_card_flush.probed_rules import probe_rules
from houseway.games.high_card_flush.rules import RAISE, best_suit
from houseway.odds.player import OptimalPlayer
from houseway.rules.game import FOLD, Decision


@pytest.mark.slow
@pytest.mark.parametrize("case", PROOF.cases, ids=str)
def test_decisions_on_all_hands_are_those_that_are_counted(case: Case) -> None:
    kernel = PROOF.make(case)
    probed = probe_rules(kernel.game)
    played = tally(given_plan(kernel._raising.raises.tobytes()), probed)
    assert isinstance(case.strategy, str)
    counted = raise_plans.named(case.strategy, probed)
    assert (played.results == counted.results).all()
    assert (played.flushes[..., [HANDS, RAISED]] == counted.flushes[..., [HANDS, RAISED]]).all()


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in PROOF.cases if case.strategy == OPTIMAL], ids=str)
def test_the_optimum_is_the_best_advice(case: Case) -> None:
    """Where the flush alone does not decide, hand after hand."""
    kernel = PROOF.make(case)
    decide = OptimalPlayer(kernel.game).decide
    codes = np.empty((60_000, 1), np.uint16)
    kernel.fill(7, 0, codes)
    decided: dict[tuple[int, ...], int] = {}
    judged = 0
    for code, cards in zip(codes[:, 0].tolist(), kernel.cards(7, 0, len(codes), 1)[:, :7].tolist(), strict=True):
        hand = tuple(DECK[card] for card in cards)
        ranks = best_suit(hand)
        multiple = int(kernel.outcome(code).main_bet) - 1
        if decided.setdefault(ranks, multiple) != multiple or (len(ranks) == 3 and ranks[0] in (9, 10, 11)):
            judged += 1
            if judged <= 4000:
                assert decide(Known("raise", hand)).multiple == multiple, hand
    assert judged > 1000


def test_rounds_that_need_more_words_are_dealt_alike() -> None:
    """About one round in ten thousand finds fewer than 14 cards in its first words."""
    kernel = PROOF.make(Case("standard", {}, "never-fold"))
    cards = kernel.cards(3, 0, 200_000, 1)
    codes = np.empty((200_000, 1), np.uint16)
    kernel.fill(3, 0, codes)
    suited = np.stack([(cards[:, :7] % 4 == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    rows = np.array([kernel.outcome(code).side_rows[0] for code in range(kernel.codes)])[codes[:, 0]]
    assert (rows == np.minimum(7 - suited, 4)).all()


@pytest.mark.slow
def test_a_function_is_asked_and_followed() -> None:
    raises, folds = Decision(RAISE, 1), Decision(FOLD)

    def by_highest(known: Known) -> Decision:
        """No strategy that anybody would play; it does not look at suits."""
        return raises if max(known.cards) // 4 % 3 else folds

    kernel = PROOF.make(Case("standard", {}, by_highest))
    assert kernel.multiples == [1]
    assert not differences(kernel, PROOF.hands(kernel), rounds=sized(quick=10_000, test=10_000, thorough=50_000))
    assert check_on_the_table(kernel, by_highest, seats=3, rounds=range(20), key=6) == 60


@pytest.mark.parametrize(
    ("part", "name", "flaw"),
    [("_flush_tables", "sets", 8 * 64), ("_flush_tables", "sets", 4), ("_raising", "flushes", 1)],
)
def test_a_wrong_table_is_caught(part: str, name: str, flaw: int) -> None:
    """Some flushes are higher, some straight flushes longer, some decisions others than they should be."""
    kernel = PROOF.make(Case("standard", {}, "eleven"))
    table = getattr(getattr(kernel, part), name).copy()
    table[3::40] ^= flaw
    setattr(kernel, part, getattr(kernel, part)._replace(**{name: table}))
    assert differences(kernel, PROOF.hands(kernel), rounds=20_000)
