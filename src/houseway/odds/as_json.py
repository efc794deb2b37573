"""Solved games as JSON objects, for programs and pages."""

from __future__ import annotations

from typing import Any

from houseway.odds.solution import Solution, WagerOdds
from houseway.rules.game import Game


def odds_json(game: Game[Any], solution: Solution, shown: tuple[WagerOdds, ...]) -> dict[str, Any]:
    """The odds of these wagers; exact numbers are texts. `notes` tell of pays that the manual does not show."""
    return {
        "game": solution.game,
        "edition": solution.edition,
        "options": solution.options,
        "fingerprint": solution.fingerprint,
        "estimated": solution.estimated,
        "wagers": [_wager_json(solution, odds) for odds in shown],
        "notes": pay_notes(game, shown),
    }


def pay_notes(game: Game[Any], shown: tuple[WagerOdds, ...]) -> list[dict[str, str]]:
    """The pays that the manual does not show, and where they are from."""
    rows = [(odds.wager, row) for odds in shown for row in game.wager[odds.wager].rows() if row.note]
    return [{"wager": wager, "hand": row.hand, "pays": row.pays, "note": row.note} for wager, row in rows]


def _wager_json(solution: Solution, odds: WagerOdds) -> dict[str, Any]:
    return {
        "wager": odds.wager,
        "strategy": odds.strategy,
        "total": str(odds.total),
        "outcomes": [
            {"label": row.label, "net": str(row.net), "count": str(row.count), **({"bonus": True} if row.bonus else {})}
            for row in odds.rows
        ],
        "expected_value": str(odds.expected_value),
        "house_edge_percent": float(odds.house_edge * 100),
        "standard_deviation": odds.standard_deviation,
        "average_total_bet": float(odds.average_bet),
        "element_of_risk_percent": float(odds.element_of_risk * 100),
        "hit_frequency": float(odds.hit_frequency),
        "distribution": [
            {"net": str(net), "count": str(count)} for net, count in sorted(odds.distribution.items()) if count
        ],
        "correlation_with_main": solution.correlation(solution.main.wager, odds.wager),
        **({} if odds.interval is None else {"interval": list(odds.interval)}),
    }
