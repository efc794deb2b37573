"""Results beside theory, worked out by hand; curves that lose no swing; counting that takes long."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any

import pytest

from houseway.catalog import game_class
from houseway.rules.game import Game
from houseway.server.money.results import GameSum, total_theory
from houseway.server.odds.house_edges import Edges, Known, WagerEdge
from houseway.server.protocol.rounds import BalancePoint
from houseway.server.protocol.table_state import OddsState
from houseway.server.web.api.results import thinned

ODDS = Known(
    "ante", {"ante": WagerEdge(Fraction(2, 100), 1.0), "flush": WagerEdge(Fraction(10, 100), 2.0)}, estimated=False
)


def settled(wager: str, amount: int, returned: int) -> dict[str, Any]:
    return {"wager": wager, "amount": amount, "returned": returned}


def test_theory_is_each_stake_times_its_edge() -> None:
    """$10 and $20 on the Ante at 2%, $5 on the Flush at 10%: 20, 40 and 50 cents are lost. A raise has no edge of its
    own: the Ante's covers it."""
    sums = GameSum("high-card-flush", "High Card Flush")
    sums.name_wagers(game_class("high-card-flush").make())
    sums.add(2500, 4000, [settled("ante", 1000, 2000), settled("raise", 1000, 2000), settled("flush", 500, 0)], ODDS)
    sums.add(2000, 0, [settled("ante", 2000, 0)], ODDS)
    told = sums.to_json()
    assert (told["rounds"], told["staked"], told["returned"], told["net"]) == (2, 4500, 4000, -500)
    assert told["theory"] == -110
    ante, flush = told["wagers"]
    assert (ante["name"], ante["includes"], ante["made"], ante["staked"], ante["net"]) == (
        "Ante",
        ["Raise"],
        2,
        4000,
        0,
    )
    assert (ante["theory"], flush["theory"]) == (-60, -50)


def test_half_a_cent_of_theory_is_rounded_away_from_zero() -> None:
    """50 cents at 1% and 250 cents at 1% lose half a cent and two and a half."""
    odds = Known("ante", {"ante": WagerEdge(Fraction(1, 100), 1.0)}, estimated=False)
    for staked, theory in ((50, -1), (250, -3)):
        sums = GameSum("high-card-flush", "High Card Flush")
        sums.add(staked, 0, [settled("ante", staked, 0)], odds)
        told = sums.to_json()
        assert (told["theory"], told["wagers"][0]["theory"]) == (theory, theory)


def test_no_theory_where_the_odds_of_some_rounds_are_not_known() -> None:
    sums = GameSum("high-card-flush", "High Card Flush")
    sums.add(1000, 0, [settled("ante", 1000, 0)], ODDS)
    sums.add(1000, 0, [settled("ante", 1000, 0)], None)
    told = sums.to_json()
    assert told["theory"] is None
    assert told["wagers"][0]["theory"] is None
    assert total_theory([told]) is None
    assert total_theory([]) is None


@pytest.mark.parametrize("many", [1, 2, 399, 400, 401, 5000])
def test_a_thinned_curve_keeps_its_ends_and_its_swings(many: int) -> None:
    balances = [100_000 + (at * 7919) % 1000 for at in range(many)]
    balances[many // 2] = 1
    points: list[BalancePoint] = [{"at": at, "balance": cents, "round": at} for at, cents in enumerate(balances)]
    kept = thinned(points, 400)
    assert len(kept) <= 400
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert {min(balances), max(balances)} <= {point["balance"] for point in kept}
    assert [point["at"] for point in kept] == sorted({point["at"] for point in kept})


@pytest.mark.parametrize(("seconds", "state"), [(600.0, "counting"), (-1.0, "none")])
def test_nobody_is_told_for_ever_that_odds_are_about_to_come(seconds: float, state: str) -> None:
    async def never(game: Game[Any], _address: str) -> Known:
        await asyncio.get_running_loop().create_future()
        return ODDS

    async def story() -> OddsState:
        edges = Edges(never, long_seconds=seconds)
        found = edges.shown(game_class("two-card-roo").make())["odds"]
        edges.stop()
        return found

    found = asyncio.run(story())
    assert found["state"] == state
    assert ("take long to count" in found["reason"]) == (state == "none")
