"""High Card Flush's kernel beyond what all kernels are tested for."""

from __future__ import annotations

import numpy as np
import pytest
from tests.simulation.kernel_proof import Case, differences
from tests.simulation.proofs.high_card_flush import PROOF

from houseway.cards import DECK
from houseway.games.high_card_flush.rules import best_suit
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.odds.solver import odds_of


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in PROOF.cases if case.strategy == OPTIMAL], ids=str)
def test_the_optimum_is_the_best_advice(case: Case) -> None:
    """Where the flush alone does not decide, hand after hand."""
    kernel = PROOF.make(case)
    decide = odds_of(kernel.game).decider(OPTIMAL)
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


@pytest.mark.parametrize(("name", "flaw"), [("sets", 64 << 7), ("sets", 64), ("strengths", 64)])
def test_a_wrong_table_is_caught(name: str, flaw: int) -> None:
    """Some flushes are higher, some straight flushes longer than they should be."""
    kernel = PROOF.make(Case("standard", {}, "eleven"))
    table = getattr(kernel.hands, name).copy()
    table[3::40] ^= flaw
    kernel.hands = kernel.hands._replace(**{name: table})
    assert differences(kernel, PROOF.hands(kernel), rounds=20_000)
