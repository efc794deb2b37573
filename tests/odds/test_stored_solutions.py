"""Whole solutions equal those stored when games still counted themselves by hand: all editions and random options.

`stored_solutions.jsonl` has a line for each set of options: expected value, edge in percent and number of deals of every
wager under the best strategy, the value of the best joint play and of named strategies, and digests of what takes more room.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.sizes import sized

from houseway.catalog import banked_ids, game
from houseway.odds import WagerOdds, odds_of, solve
from houseway.odds.game_odds import OPTIMAL, SideOutcome
from houseway.rules.game import Game

STORED = [json.loads(line) for line in (Path(__file__).parent / "stored_solutions.jsonl").read_text().splitlines()]
EVERY = sized(quick=0, test=8, thorough=1)  # of the sets of random options; 0: none


def chosen(game_id: str) -> list[dict[str, Any]]:
    stored = [item for item in STORED if item["game"] == game_id]
    editions, others = ([item for item in stored if ("options" in item) == some] for some in (False, True))
    return editions + (others[::EVERY] if EVERY else [])


@pytest.mark.parametrize("game_id", banked_ids())
def test_solutions_equal_the_stored_ones(game_id: str) -> None:
    for stored in chosen(game_id):
        rules = game(game_id, stored["edition"], **stored.get("options", {}))
        assert record(rules, stored) == stored


def record(rules: Game[Any], stored: dict[str, Any]) -> dict[str, Any]:
    """What is stored of a solution."""
    solution, odds = solve(rules), odds_of(rules)
    facts = {name: stored[name] for name in ("game", "edition", "options") if name in stored}
    found = facts | {"main": {**figures(solution.main), "bet": str(solution.main.average_bet)}}
    pays = {side: [pay_of(outcome) for outcome in odds.side_outcomes(side)] for side in odds.sides}
    cells: dict[tuple[str, ...], list[Any]] = defaultdict(lambda: [0, Fraction()])
    for joint in odds.joint_counts(OPTIMAL):
        cell = cells[tuple(pays[side][row] for side, row in zip(odds.sides, joint.rows, strict=True))]
        cell[0] += joint.weight
        cell[1] += joint.main
    found["joint"] = digest(f"{key}:{deals}:{net}" for key, (deals, net) in cells.items() if deals)
    found["products"] = digest(f"{min(pair)},{max(pair)}:{value}" for pair, value in solution.products.items())
    found["sides"] = {side: figures(solution.wager(side)) for side in odds.sides}
    for side, own in solution.own_plays.items():
        found["sides"][side]["own"] = figures(own.odds)
    if solution.joint is not None:
        found["best"] = str(solution.joint.expected_value)
    if "named" in stored:
        found["named"] = {name: figures(solve(rules, name).main) for name in stored["named"]}
    return found


def figures(odds: WagerOdds) -> dict[str, Any]:
    return {
        "ev": str(odds.expected_value),
        "edge": round(float(odds.house_edge) * 100, 6),
        "total": odds.total,
        "nets": digest(f"{net}:{deals}" for net, deals in odds.distribution.items() if deals),
        "rows": digest(f"{row.net}:{row.count}:{int(row.bonus)}" for row in odds.rows if row.count),
    }


def pay_of(outcome: SideOutcome) -> str:
    paid = outcome.percent or outcome.cents
    return str((outcome.percent, outcome.cents) if paid else Fraction(outcome.odds))


def digest(items: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(items)).encode()).hexdigest()[:16]
