"""The example brings rules and procedure alone: its odds, strategy, advice and simulation follow from them."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.simulation.kernel_proof import check_on_the_table

from houseway.cards import parse_cards
from houseway.errors import OptionError
from houseway.odds import advise, odds_of, solve
from houseway.odds.cache import solved
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import FOLD, Decision, HouseCards, Pay, Spot
from houseway.rules.procedure import Settle
from houseway.simulation import kernel_of, simulate
from houseway.simulation.kernel import TableKernel

SOURCE = Path(__file__).resolve().parents[2] / "docs" / "example-game" / "src"
RAISE, FOLDS = Decision("raise"), Decision(FOLD)
TIES = {"push": 0, "dealer": -1, "player": 1}  # what equal cards pay


@pytest.fixture(scope="module")
def duel_class() -> Any:
    sys.path.insert(0, str(SOURCE))
    try:
        yield import_module("high_low_duel").HighLowDuel
    finally:
        sys.path.remove(str(SOURCE))


@pytest.fixture(scope="module")
def made(duel_class: Any) -> Callable[[str], Any]:
    class EqualCardsWin(duel_class):  # type: ignore[misc]
        def settle(self, step: Settle, wagers: tuple[str, ...], spot: Spot, house: HouseCards) -> Iterable[Pay]:
            for pay in super().settle(step, wagers, spot, house):
                yield pay._replace(odds=TIES["player"]) if pay.case == "tie" else pay

    return lambda ties: EqualCardsWin.make() if ties == "player" else duel_class.make(ties)


def raised(ties: str, rank: int) -> Fraction:
    """What a raise is worth with a card: 3 of the 51 others are equal to it, 4 of every other rank are not."""
    return Fraction(2 * (4 * (rank - 2) + 3 * TIES[ties] - 4 * (14 - rank)), 51)


def expected(ties: str) -> Fraction:
    return sum((max(raised(ties, rank), Fraction(-1)) for rank in range(2, 15)), Fraction()) / 13


def raise_from_nine(known: Known) -> Decision:
    return RAISE if known.cards[0].rank >= 9 else FOLDS


every_rule = pytest.mark.parametrize("ties", TIES)


def test_it_brings_nothing_but_rules(duel_class: Any) -> None:
    assert find_spec("high_low_duel.odds") is None
    assert isinstance(kernel_of(duel_class.make()), TableKernel)


@every_rule
def test_its_odds(made: Callable[[str], Any], ties: str) -> None:
    solution = solve(made(ties))
    main, court = solution.wagers
    assert main.expected_value == expected(ties)
    assert court.expected_value == Fraction(-4, 52)
    assert main.total == 52 * 51
    assert court.total == 52
    assert [row.label for row in court.rows] == ["Ace", "King, queen or jack", "Other"]


def test_rules_that_differ_have_odds_of_their_own(
    made: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also among those that are kept on disk."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    for _ in range(2):
        edges = {ties: solved(made(ties)).main.expected_value for ties in TIES}
        assert edges == {ties: expected(ties) for ties in TIES}
    assert len(set(edges.values())) == len(TIES)


@every_rule
def test_its_advice_and_its_chart(made: Callable[[str], Any], ties: str) -> None:
    game = made(ties)
    for rank, text in enumerate("23456789TJQKA", start=2):
        at, actions = advise(game, parse_cards(f"{text}h"))
        assert at == "duel"
        values = {action.decision: action.value for action in actions}
        assert values == {RAISE: raised(ties, rank), FOLDS: -1}
        assert actions[0].value == max(values.values())
    [chart] = odds_of(game).charts(OPTIMAL)
    assert [row[1] for row in chart.rows] == [FOLD, "raise"]


@every_rule
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_it_is_simulated_as_the_table_deals_it(made: Callable[[str], Any], ties: str, seats: int) -> None:
    kernel = kernel_of(made(ties), raise_from_nine)
    assert check_on_the_table(kernel, raise_from_nine, seats=seats, rounds=range(100), key=12345) == 100 * seats


@every_rule
def test_its_simulation(made: Callable[[str], Any], ties: str) -> None:
    result = simulate(made(ties), 400_000, seed="duel", bet=1000, sides={"court": 500})
    main, court = result.wagers
    assert main.estimate.exact == expected(ties)
    assert main.estimate.z is not None
    assert abs(main.estimate.z) < 4.5
    assert abs(float(court.estimate.mean) + 4 / 52) < 4.5 * court.estimate.standard_error
    assert math.isclose(float(result.overall.mean), 1000 * float(main.estimate.mean) + 500 * float(court.estimate.mean))


def test_a_strategy_that_it_does_not_have(duel_class: Any) -> None:
    with pytest.raises(OptionError, match="no strategy 'lucky'"):
        simulate(duel_class.make(), 10, strategy="lucky")
