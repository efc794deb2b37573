"""2 Card Roo's kernel beyond what all kernels are tested for."""

from __future__ import annotations

from tests.simulate.kernel_proof import differences
from tests.simulate.proofs.two_card_roo import PROOF


def test_a_wrong_table_is_caught() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    kernel._tables[1][52 * 4 + 30] ^= 512  # one of the dealer's 2,652 hands is another
    assert differences(kernel, PROOF.hands(kernel), rounds=50_000, key=1)
