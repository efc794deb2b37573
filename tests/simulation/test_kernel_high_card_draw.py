"""High Card Draw's kernel beyond what all kernels are tested for."""

from __future__ import annotations

from copy import copy

import pytest
from tests.simulation.kernel_proof import Case, differences
from tests.simulation.proofs.high_card_draw import PROOF, throw_the_highest

from houseway.games.high_card_draw.rules import HighCardDraw


@pytest.mark.slow
def test_the_first_community_card_is_not_the_better_one() -> None:
    first = PROOF.make(Case("v1", {"draw": "community"}, throw_the_highest))
    best = copy(first)  # for its hands: only the game differs
    best.game = HighCardDraw.make("v1", {"draw": "community-best"})
    assert not differences(first, PROOF.hands(first), rounds=2_000, key=1)
    assert differences(first, PROOF.hands(best), rounds=2_000, key=1, rules=best.game)
