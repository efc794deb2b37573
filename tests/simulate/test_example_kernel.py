"""A game from another package is simulated through its kernel; one without a kernel says so."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.errors import HousewayError, OptionError
from houseway.exact import Known
from houseway.game import Decision
from houseway.games.two_card_roo import TwoCardRoo
from houseway.simulate import kernel_of, simulate

SOURCE = Path(__file__).resolve().parents[2] / "docs" / "example-game" / "src"


@pytest.fixture(scope="module")
def duel_class() -> Any:
    sys.path.insert(0, str(SOURCE))
    try:
        yield import_module("high_low_duel").HighLowDuel
    finally:
        sys.path.remove(str(SOURCE))


@pytest.mark.parametrize("edition", ["push", "dealer"])
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_the_kernel_plays_as_the_table_does(duel_class: Any, edition: str, seats: int) -> None:
    game = duel_class.make(edition)
    kernel = kernel_of(game, raise_from_nine)
    lines = kernel.lines("court")
    for number in range(150):
        dealt = kernel.play_one(12345, number, seats)
        table = houseway.Round(game, seats=seats, stacked=dealt.cards)
        for seat in range(1, seats + 1):
            table.wager(seat, {"ante": 500, "court": 500})
        table.deal()
        for seat in range(1, seats + 1):
            decision = raise_from_nine(Known("duel", (dealt.cards[seat - 1],)))
            table.act(seat, decision)
        nets = table.view().net or {}
        for seat, code in enumerate(dealt.codes, start=1):
            cell = kernel.cell(code)
            net = 500 * (cell.main_net + lines[cell.side_rows[0]].net)
            assert nets[seat] == net


def raise_from_nine(known: Known) -> Decision:
    return Decision("raise") if known.cards[0].rank >= 9 else Decision("fold")


def test_a_game_without_odds_is_simulated_all_the_same(duel_class: Any) -> None:
    result = simulate(duel_class.make(), 400_000, seed="duel", bet=1000, sides={"court": 500})
    main, court = result.wagers
    assert main.estimate.exact is None
    assert main.estimate.z is None
    assert main.chi_square is None
    assert [outcome.line.label for outcome in main.outcomes] == ["Fold", "Wins", "Ties", "Losses"]
    # A raise from the five up: 2 * (8r - 64) of 51 for each rank r, and -1 for the three ranks below.
    exact = (Fraction(sum(2 * (8 * rank - 64) for rank in range(5, 15)), 51) - 3) / 13
    assert abs(float(main.estimate.mean - exact)) < 4.5 * main.estimate.standard_error
    assert abs(float(court.estimate.mean) + 4 / 52) < 4.5 * court.estimate.standard_error
    assert math.isclose(float(result.overall.mean), 1000 * float(main.estimate.mean) + 500 * float(court.estimate.mean))


def test_a_strategy_that_the_kernel_does_not_know(duel_class: Any) -> None:
    with pytest.raises(OptionError, match="no strategy 'lucky'"):
        simulate(duel_class.make(), 10, strategy="lucky")


class Unsimulated(TwoCardRoo):
    """A game whose package has no kernel."""


def test_a_game_without_a_kernel_says_so() -> None:
    with pytest.raises(HousewayError, match="does not say how it is simulated: there is no module"):
        simulate(Unsimulated.make(), 10)
