"""3 Card Roo's kernel beyond what all kernels are tested for."""

from __future__ import annotations

from tests.simulate.kernel_proof import differences, nets_of_codes
from tests.simulate.proofs.three_card_roo import PROOF

from houseway.cards import parse_cards
from houseway.exact import Known
from houseway.odds.player import OptimalPlayer


def test_every_royal_of_one_suit_is_told_from_the_others() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    numbers, player, _, _ = kernel._tables
    nets = nets_of_codes(kernel)
    for text, pocket in (("Ah 7h Kh", 100), ("Kh Ah 7h", 100), ("7s Ks As", 100), ("Ah 7h Ks", 45), ("Ah 7s Kh", 45)):
        one, two, third = parse_cards(text)
        kind = int(player[numbers[52 * one + two] + third]) >> 9
        codes = {int(code) for code in kernel._tables[3][9 * kind : 9 * kind + 9]}
        made = OptimalPlayer(kernel.game).decide(Known("place", (one, two))).choice
        opened = {1: "low", 7: "middle", 13: "high"}[third.low_rank]
        assert {nets[code][1] for code in codes} == {pocket if made == opened else -1}


def test_a_wrong_table_is_caught() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    one, two, _, _, third, _ = (int(card) for card in kernel.cards(1, 0, 1, 1)[0])
    kernel._tables[1][kernel._tables[0][52 * one + two] + third] ^= 512  # one hand with one third card is another
    assert differences(kernel, PROOF.hands(kernel), rounds=50_000, key=1)
