"""Solved games as JSON objects, for programs and pages."""

from __future__ import annotations

from typing import Any

from houseway.odds.solution import BestPlay, Solution, WagerOdds
from houseway.rules.game import Game


def odds_json(game: Game[Any], solution: Solution, shown: tuple[WagerOdds, ...]) -> dict[str, Any]:
    """The odds of these wagers; exact numbers are texts. `notes` tell of pays that the manual does not show.

    A side wager that depends on a decision has the figures of a hand that is played for this wager alone; `with_main`
    has those of a hand that is played by the main wager's best strategy. `joint` is the best play of all such wagers
    and the main one together.
    """
    return {
        "game": solution.game,
        "edition": solution.edition,
        "options": solution.options,
        "fingerprint": solution.fingerprint,
        "estimated": solution.estimated,
        "wagers": [_wager_json(solution, odds) for odds in shown],
        **({} if solution.joint is None else {"joint": _joint_json(solution.joint)}),
        "notes": pay_notes(game, shown),
    }


def pay_notes(game: Game[Any], shown: tuple[WagerOdds, ...]) -> list[dict[str, str]]:
    """The pays that the manual does not show, and where they are from."""
    rows = [(odds.wager, row) for odds in shown for row in game.wager[odds.wager].rows() if row.note]
    return [{"wager": wager, "hand": row.hand, "pays": row.pays, "note": row.note} for wager, row in rows]


def _wager_json(solution: Solution, odds: WagerOdds) -> dict[str, Any]:
    found = {
        "wager": odds.wager,
        "strategy": odds.strategy,
        **_figures(solution.played_for_itself(odds.wager)),
        "correlation_with_main": solution.correlation(solution.main.wager, odds.wager),
    }
    if odds.wager in solution.own_plays:
        found |= {"with_main": _figures(odds), "cost_to_main": str(solution.cost_to_main(odds.wager))}
    return found


def _figures(odds: WagerOdds) -> dict[str, Any]:
    return {
        "total": str(odds.total),
        "outcomes": [
            {
                "label": row.label,
                "case": row.case,
                "net": str(row.net),
                "count": str(row.count),
                **({"bonus": True} if row.bonus else {}),
            }
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
        **({} if odds.interval is None else {"interval": list(odds.interval)}),
    }


def _joint_json(play: BestPlay) -> dict[str, Any]:
    return {
        "stakes": {wager: str(stake) for wager, stake in play.stakes.items()},
        "expected_value": str(play.expected_value),
        "wagers": [{"wager": wager, "expected_value": str(play.means[wager])} for wager in play.stakes],
    }
