"""High Card Draw's kernel beyond what all kernels are tested for."""

from __future__ import annotations

import numpy as np
from tests.simulate.kernel_proof import Case, differences
from tests.simulate.proofs.high_card_draw import PROOF, throw_the_highest

from houseway.cards import DECK
from houseway.games.high_card_draw.kernel import CARD_OF, sets


def test_bits_stand_for_all_cards_and_sets_for_all_hands() -> None:
    assert sorted(CARD_OF.tolist()) == list(range(52))
    for bit, number in enumerate(CARD_OF.tolist()):
        assert (DECK[number].low_rank - 1, DECK[number].suit) == (bit % 13, bit // 13)
    threes, twos = sets()
    for table, size, count in ((threes & np.uint64(2**52 - 1), 3, 22_100), (twos, 2, 1_326)):
        assert len(set(table.tolist())) == count
        assert {entry.bit_count() for entry in table.tolist()} == {size}


def test_the_first_community_card_is_not_the_better_one() -> None:
    first = PROOF.make(Case("v1", {"draw": "community"}, throw_the_highest))
    best = PROOF.make(Case("v1", {"draw": "community-best"}, throw_the_highest))
    assert not differences(first, PROOF.hands(first), rounds=2_000, key=1)
    assert differences(first, PROOF.hands(best), rounds=2_000, key=1, rules=best.game)


def test_a_wrong_table_is_caught() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    kernel._strength[0b1101000000000] -= 4 * 60  # king, queen, ten counts as a lower hand
    assert differences(kernel, PROOF.hands(kernel), rounds=50_000, key=1)
