"""Three Card Draw Poker's kernel beyond what all kernels are tested for."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from tests.simulation.kernel_proof import Case, differences
from tests.simulation.proofs.three_card_draw_poker import PROOF

from houseway.errors import OptionError
from houseway.games.three_card_draw_poker.kernel import Kernel
from houseway.games.three_card_draw_poker.kernel_tables import KEEPS
from houseway.games.three_card_draw_poker.rules import PLAY
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.odds.solver import odds_of
from houseway.rules.game import Decision

pytestmark = pytest.mark.xdist_group("three-card-draw-poker counted")  # one worker counts it once


@pytest.mark.thorough
def test_a_function_that_plays_the_optimum_is_the_optimum() -> None:
    named = PROOF.make(PROOF.cases[0])
    requested = Kernel(named.game, odds_of(named.game).decider(OPTIMAL))
    codes = np.empty((2, 100_000, 1), np.uint16)
    named.fill(8, 0, codes[0])
    requested.fill(8, 0, codes[1])
    assert (codes[0] == codes[1]).all()


def test_more_bets_than_there_are_codes_for_are_refused() -> None:
    numbers = count()

    def each_its_own(known: Known) -> Decision:
        return Decision(PLAY, 1 + Fraction(next(numbers), 5040), ())

    with pytest.raises(OptionError, match="at most 780 different bets"):
        PROOF.make(Case("tcdppp-01", {}, each_its_own))


def test_a_wrong_decision_is_caught() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    plays = kernel._tables.plays.copy()
    plays[::500] ^= 1 << KEEPS  # one hand of 500 keeps where it should swap, or the other way
    kernel._tables = kernel._tables._replace(plays=plays)
    assert differences(kernel, PROOF.hands(kernel), rounds=100_000, key=1)


def test_a_wrong_table_is_caught() -> None:
    kernel = PROOF.make(PROOF.cases[0])
    fours = kernel._tables.fours.copy()
    fours[::100] += 60  # some of the dealer's hands are better than they are
    kernel._tables = kernel._tables._replace(fours=fours)
    assert differences(kernel, PROOF.hands(kernel), rounds=100_000, key=1)
