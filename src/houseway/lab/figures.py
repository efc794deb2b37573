"""The figures of a wager that rules are judged by, and how they and their differences are written."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from houseway import rounding
from houseway.odds.solution import Solution, WagerOdds

Number = Fraction | float
NONE = "–"  # where a wager is not offered


class Figure(NamedTuple):
    key: str
    title: str
    of: Callable[[WagerOdds], Number]
    percent: bool

    def text(self, odds: WagerOdds | None) -> str:
        if odds is None:
            return NONE
        value = self.of(odds)
        text = percent(value) if self.percent else rounding.fixed(value, 4)
        if self.key == "house_edge" and odds.interval is not None:
            return f"about {rounding.percent(value, 2)}"
        return text

    def difference(self, odds: WagerOdds | None, first: WagerOdds | None) -> str:
        """With its sign, and in percentage points where the figure is a percentage."""
        if odds is None or first is None:
            return NONE
        difference = self.of(odds) - self.of(first)
        text = rounding.fixed(100 * difference if self.percent else difference, 4, plus=True)
        return "0" if float(text) == 0 else text


EDGE = Figure("house_edge", "House edge", lambda odds: odds.house_edge, percent=True)
RISK = Figure("element_of_risk", "Element of risk", lambda odds: odds.element_of_risk, percent=True)
DEVIATION = Figure("standard_deviation", "Standard deviation", lambda odds: odds.standard_deviation, percent=False)
HITS = Figure("hit_frequency", "Wins", lambda odds: odds.hit_frequency, percent=True)
BET = Figure("average_bet", "Average bet", lambda odds: odds.average_bet, percent=False)
FIGURES = (EDGE, RISK, DEVIATION, HITS, BET)
OF_ONE_BET = (EDGE, DEVIATION, HITS)  # of a wager that is never raised: nothing but itself is at risk


def figures_of(odds: list[WagerOdds]) -> tuple[Figure, ...]:
    return OF_ONE_BET if all(item.average_bet == 1 for item in odds) else FIGURES


def percent(share: Number) -> str:
    """With four digits, or with those that a tiny share needs."""
    text = rounding.percent(share, 4)
    return text if not share or text.strip("-0.%") else f"{rounding.short(rounding.exactly(share) * 100, 2)}%"


def exact(number: Number) -> str | float:
    """As JSON writes it: fractions as text."""
    return str(number) if isinstance(number, Fraction) else number


def figures_json(solution: Solution, wager: str) -> dict[str, object]:
    """All figures of a wager, as `houseway odds --json` has them: played for itself, and `with_main` where a decision
    makes a difference."""

    def figures(odds: WagerOdds) -> dict[str, object]:
        return {figure.key: exact(figure.of(odds)) for figure in FIGURES}

    beside = {"with_main": figures(solution.wager(wager))} if wager in solution.own_plays else {}
    return {**figures(solution.played_for_itself(wager)), **beside}
