"""What is common to all solved games: tables add up, values agree two ways, pay tables are free to change."""

from __future__ import annotations

import math
import os
from fractions import Fraction
from typing import Any

import pytest
from tests.sizes import sized

import houseway
from houseway.errors import HousewayError
from houseway.odds import odds_of, solve
from houseway.odds.cache import solved
from houseway.odds.game_odds import OPTIMAL, Decider, Known
from houseway.rules.game import Decision

EVERY = sized(quick=8, test=8, thorough=1)  # of a game's editions one in so many, the first always
GAMES = [(game_id, e.name) for game_id in houseway.banked_ids() for e in type(houseway.game(game_id)).editions[::EVERY]]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(names, id="/".join(names), marks=pytest.mark.xdist_group(f"{names[0]} counted")) for names in GAMES
    ],
)
def game(request: pytest.FixtureRequest) -> Any:
    return houseway.game(*request.param)


def test_tables_add_up(game: Any) -> None:
    """Rows that are not bonuses cover every deal once, and rows, distribution and joint counts give one expected value."""
    odds, solution = odds_of(game), solve(game)
    for item in solution.wagers:
        assert sum(row.count for row in item.rows if not row.bonus) == item.total
        assert sum(item.distribution.values()) == item.total
        assert sum((row.net * row.count for row in item.rows), Fraction()) / item.total == item.expected_value
    joint = list(odds.joint_counts(OPTIMAL))
    assert sum(joint_count.weight for joint_count in joint) == solution.main.total
    assert (
        sum((Fraction(joint_count.main) for joint_count in joint), Fraction()) / solution.main.total
        == solution.main.expected_value
    )


def test_no_strategy_beats_the_optimal_one(game: Any) -> None:
    best = solve(game).main.expected_value
    for name in odds_of(game).strategies():
        assert solve(game, name).main.expected_value <= best


def test_mixing_one_wager_is_that_wager(game: Any) -> None:
    solution = solve(game)
    mean, deviation = solution.mix({solution.main.wager: 3})
    assert mean == 3 * solution.main.expected_value
    assert math.isclose(deviation, 3 * solution.main.standard_deviation)
    for item in solution.wagers[1:]:
        assert -1 <= solution.correlation(solution.main.wager, item.wager) <= 1


@pytest.mark.parametrize(
    "game_id",
    [
        pytest.param(game_id, marks=pytest.mark.xdist_group(f"{game_id} counted"))
        for game_id in ("high-card-draw", "three-card-roo", "two-card-roo")
    ],
)
def test_a_function_that_follows_the_advice_is_the_optimal_strategy(game_id: str) -> None:
    """In the games with few situations; the others value functions in tests of their own."""
    game = houseway.game(game_id)
    odds = odds_of(game)

    def follow(known: Known) -> Decision:
        return odds.advise(known)[1][0].decision

    decider: Decider = follow
    assert solve(game, decider).main.expected_value == solve(game).main.expected_value


def test_kept_solutions_are_the_counted_ones(game: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first, second = solved(game), solved(game)
    assert first.wagers == second.wagers == solve(game).wagers
    assert first.products == second.products
    [kept] = tmp_path.glob("*.json")
    kept.write_text("{}")
    assert solved(game).wagers == first.wagers


def test_kept_solutions_fill_no_disk(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those used last are left, whatever was counted first."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    games = [houseway.game("two-card-roo", pairs_pay=str(pays)) for pays in range(10, 18)]
    solved(games[0])
    [first] = tmp_path.glob("*.json")
    monkeypatch.setattr("houseway.odds.cache.MOST_BYTES", 4 * first.stat().st_size + 500)
    for game in games[1:]:
        solved(game)
        assert first.exists()
        os.utime(first, ns=(0, 0))
        solved(games[0])  # asked for again, so it is not the next to go
    assert len(list(tmp_path.glob("*.json"))) == 4
    os.utime(first, ns=(0, 0))
    solved(houseway.game("two-card-roo", pairs_pay="20"))
    assert not first.exists()


def test_unknown_strategies_are_refused_by_name(game: Any) -> None:
    with pytest.raises(HousewayError, match="optimal"):
        solve(game, "lucky")


def test_side_pays_change_no_count() -> None:
    """Pocket Poker at 40 to 1 instead of 30: the same 4 hands of 1,326, 40 more on 1,326."""
    before, after = (solve(houseway.game("mini-tex", pocket_poker=f"{top}/20/5/3/2")) for top in (30, 40))
    assert before.main == after.main
    gain = after.wager("pocket-poker").expected_value - before.wager("pocket-poker").expected_value
    assert gain == Fraction(10 * 4, 1326)
