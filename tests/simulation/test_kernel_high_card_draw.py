"""High Card Draw's kernel beyond what all kernels are tested for."""

from __future__ import annotations

import pytest
from tests.simulation.kernel_proof import Case, differences
from tests.simulation.proofs.high_card_draw import PROOF, throw_the_highest


@pytest.mark.slow
def test_the_first_community_card_is_not_the_better_one() -> None:
    first = PROOF.make(Case("v1", {"draw": "community"}, throw_the_highest))
    best = PROOF.make(Case("v1", {"draw": "community-best"}, throw_the_highest))
    assert not differences(first, PROOF.hands(first), rounds=2_000, key=1)
    assert differences(first, PROOF.hands(best), rounds=2_000, key=1, rules=best.game)
