"""Solved games as JSON objects, for programs and pages."""

from __future__ import annotations

from typing import Any

from houseway.odds.solution import Solution, WagerOdds


def odds_json(solution: Solution, shown: tuple[WagerOdds, ...]) -> dict[str, Any]:
    """The odds of these wagers; exact numbers are texts."""
    return {
        "game": solution.game,
        "edition": solution.edition,
        "options": solution.options,
        "fingerprint": solution.fingerprint,
        "estimated": solution.estimated,
        "wagers": [_wager_json(solution, odds) for odds in shown],
    }


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
