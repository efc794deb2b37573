"""For each game what proves its kernel equal to its rules."""

from __future__ import annotations

from typing import Any

from tests.simulation.kernel_proof import Proof
from tests.simulation.proofs import (
    high_card_draw,
    high_card_flush,
    mini_tex,
    three_card_draw_poker,
    three_card_roo,
    two_card_roo,
)

PROOFS: dict[str, Proof[Any]] = {
    game.PROOF.rules.id: game.PROOF
    for game in (high_card_draw, high_card_flush, mini_tex, three_card_draw_poker, three_card_roo, two_card_roo)
}
