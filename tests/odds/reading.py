"""What the tests of all games read off a count: means, lines of side wagers, advice as a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from houseway.exact import Advice, Decider, GameOdds, Known, MainCount, Strategy
from houseway.game import Decision


def mean(count: MainCount) -> Fraction:
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def worth(advice: Iterable[Advice], decision: Decision) -> Fraction:
    return next(item.value for item in advice if item.decision == decision)


def advised(odds: GameOdds[Any], asked: list[Known]) -> Decider:
    """The best advice as a function, which writes down what it is asked."""

    def follow(known: Known) -> Decision:
        asked.append(known)
        return odds.advise(known.cards, known.community)[1][0].decision

    return follow


def net(odds: GameOdds[Any], side: str, line: int) -> Fraction:
    row, pays = odds.side_outcomes(side)[line].row, odds.game.wager[side].pays
    assert pays is not None
    return Fraction(-1) if row is None else Fraction(pays[row])


def side_rows(odds: GameOdds[Any], wager: str, strategy: Strategy, *, played_for: str) -> dict[str, int]:
    """The lines of a side wager's table, out of its own total."""
    place, outcomes = odds.sides.index(wager), odds.side_outcomes(wager)
    counts = [0] * len(outcomes)
    for cell in odds.side_cells(played_for, strategy):
        counts[cell.rows[place]] += cell.weight
    each = sum(counts) // odds.side_total(wager)
    assert all(count % each == 0 for count in counts)
    return {outcome.label: count // each for outcome, count in zip(outcomes, counts, strict=True)}


def side_mean(odds: GameOdds[Any], wager: str, rows: Mapping[str, int]) -> Fraction:
    total = sum((net(odds, wager, line) * count for line, count in enumerate(rows.values())), Fraction())
    return total / sum(rows.values())


def value_of_stakes(odds: GameOdds[Any], stakes: Mapping[str, Fraction], wager: str, strategy: Strategy) -> Fraction:
    """What these stakes bring under a strategy of one of the wagers, counted from its cells."""
    total, weight = Fraction(), 0
    for cell in odds.side_cells(wager, strategy):
        weight += cell.weight
        total += stakes[odds.main] * cell.main
        for side, row in zip(odds.sides, cell.rows, strict=True):
            total += stakes[side] * net(odds, side, row) * cell.weight
    return total / weight
