"""Mini-Tex's kernel beyond what all kernels are tested for."""

from __future__ import annotations

import numpy as np
import pytest
from tests.simulation.kernel_proof import differences
from tests.simulation.proofs.mini_tex import PROOF

from houseway.games.mini_tex.kernel import BET, QUALIFIES
from houseway.games.mini_tex.odds import Odds


def test_suited_hole_cards_that_win_nothing_are_told_apart() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    codes = np.empty((20_000, 1), np.uint16)
    kernel.fill(4, 0, codes)
    outcomes = [outcome.label for outcome in Odds(kernel.game).side_outcomes("pocket-poker")]
    for code, (one, two) in zip(codes[:, 0].tolist(), kernel.cards(4, 0, 20_000, 1)[:, :2].tolist(), strict=True):
        label = outcomes[kernel.outcome(code).side_rows[0]]
        if label in ("Flush", "Other"):
            assert (label == "Flush") == (one % 4 == two % 4)


@pytest.mark.parametrize(
    ("name", "step", "flaw"),
    [
        ("hands", 3000, BET),
        ("hands", 3000, QUALIFIES),
        ("hands", 3000, 64),
        ("flops", 1000, 0xFFFF),
        ("holes", 300, 1 << 15),
    ],
)
def test_a_wrong_table_is_caught(name: str, step: int, flaw: int) -> None:
    """Some play bets, some dealers that qualify, some places, some bets on the flop, some in the hole are not as they should be."""
    kernel = PROOF.make(PROOF.cases[0])
    table = getattr(kernel._betting, name).copy()
    table.reshape(-1)[::step] ^= table.dtype.type(flaw)
    kernel._betting = kernel._betting._replace(**{name: table})
    assert differences(kernel, PROOF.hands(kernel), rounds=50_000, key=1)
