"""The annex: every figure of the report for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway import __version__
from houseway.cards import texts
from houseway.odds.as_json import odds_json
from houseway.report.examples import Example
from houseway.report.hold import Spread
from houseway.report.options import Value
from houseway.report.progressive import meter_of
from houseway.report.sections.method import commands
from houseway.report.study import Study
from houseway.rounding import percent

LEFT_OUT = ("rounds_per_second", "interrupted")  # of the simulation: they differ from run to run
BEHIND_DIGITS = 9  # as far as a transform of a million rounds can be trusted


def unfinished_annex(study: Study, missing: Iterable[str]) -> dict[str, Any]:
    """The annex of a report that was stopped: the rules, the odds, and which chapters are missing."""
    found = _rules_and_odds(study)
    found["report"]["missing_chapters"] = list(missing)
    return found


def _rules_and_odds(study: Study) -> dict[str, Any]:
    game, solution = study.game, study.solution
    return {
        "report": {
            "game": game.id,
            "name": game.name,
            "edition": game.edition,
            "options": game.options.values(),
            "fingerprint": game.fingerprint,
            "rules_version": game.rules_version,
            "houseway": __version__,
            "date": study.date.isoformat(),
        },
        "odds": odds_json(game, solution, solution.wagers),
    }


def annex(study: Study) -> dict[str, Any]:
    """What the chapters tell, as one object; under `odds` the very one that `houseway odds --json` prints."""
    solution = study.solution
    simulated = {name: value for name, value in study.simulation.to_json().items() if name not in LEFT_OUT}
    found: dict[str, Any] = {
        **_rules_and_odds(study),
        # How the chapters below play the wagers that depend on a decision; `odds` has their other plays, too.
        "played": dict.fromkeys(solution.own_plays, "with_main"),
        "figures": {
            odds.wager: {"skewness": odds.skewness, "volatility_index": odds.volatility_index}
            for odds in solution.wagers
        },
        "correlations": [
            {"wagers": [one.wager, two.wager], "correlation": solution.correlation(one.wager, two.wager)}
            for index, one in enumerate(solution.wagers)
            for two in solution.wagers[index + 1 :]
        ],
        "strategy": _strategy(study),
        "options": [
            {"option": item.name, "values": [_value(value) for value in item.values], "reason": item.reason}
            for item in study.variations
        ],
        "hold": {wager: [_spread(item) for item in found] for wager, found in study.spreads.items()},
        "progressive": _progressive(study),
        "protection": None if study.protection is None else study.protection.to_json(),
        "simulation": simulated,
        "examples": [_example(study, example) for example in study.examples],
        "verification": {
            "estimated": solution.estimated,
        },
        "commands": list(commands(study)),
    }
    return found


def _strategy(study: Study) -> dict[str, Any]:
    name, lines = study.card
    return {
        "strategies": [
            {"name": name, "text": text, "cost": str(study.costs[name])}
            for name, text in study.odds.strategies().items()
        ],
        "card": {"strategy": name, "lines": list(lines)},
        "charts": [
            {"title": chart.title, "columns": list(chart.columns), "rows": [list(row) for row in chart.rows]}
            for chart in study.charts
        ],
    }


def _value(value: Value) -> dict[str, Any]:
    edges = {name: str(edge) for name, edge in value.edges.items()}
    return {"value": value.value, "current": value.current, "house_edges": edges, "reason": value.reason}


def _spread(item: Spread) -> dict[str, Any]:
    """By adding up all results where `exact`, else by the normal distribution; null where that would mislead."""
    return {
        "rounds": item.rounds,
        "expected": item.expected,
        "standard_deviation": item.deviation,
        "exact": item.exact,
        "bands": None if item.bands is None else {percent(share, 0): list(band) for share, band in item.bands.items()},
        "house_behind": None if item.behind is None else round(item.behind, BEHIND_DIGITS),
    }


def _progressive(study: Study) -> dict[str, Any] | None:
    meter = meter_of(study.game, study.odds, study.solution)
    if meter is None:
        return None
    even = meter.break_even
    return {
        "wager": meter.wager,
        "stake_cents": meter.stake,
        "seed_cents": meter.seed,
        "expected_value_without_meter": str(meter.fixed),
        "expected_value_per_cent": str(meter.slope),
        "break_even_cents": None if even is None else str(even),
        "long_run_expected_value": str(meter.long_run),
    }


def _example(study: Study, example: Example) -> dict[str, Any]:
    hand = example.hand
    found: dict[str, Any] = {"wager": example.wager, "outcome": example.label, "bonus": example.bonus}
    if hand is None:
        return {**found, "found": False}
    return {
        **found,
        "found": True,
        "dealt": texts(hand.spot.dealt),
        "drawn": texts(hand.spot.drawn),
        "aside": texts(hand.spot.aside),
        "dealer": texts(hand.house.dealer),
        "community": texts(hand.house.community),
        "decisions": [{"at": at, **decision.to_json()} for at, decision in hand.spot.decisions],
        "settled": [
            {
                "wager": item.wager,
                "stake_cents": item.stake,
                "net_cents": str(item.net),
                "case": item.case,
                "reason": item.reason,
            }
            for item in example.settled
        ],
    }
