"""What the tests of all games read off a count: means, lines of side wagers, advice as a strategy."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from houseway.counting.game_odds import OPTIMAL, Advice, Decider, GameOdds, Known, MainCount, Strategy
from houseway.rules.game import Decision

Nets = tuple[Fraction, ...]  # of the main wager, then of each side wager


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
    return Fraction(odds.side_outcomes(side)[line].odds)


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


def check_sums(odds: GameOdds[Any], total: int) -> None:
    """Of a game with one bet: rows, distribution and cells are three views of the same deals under every strategy."""
    best = mean(odds.count(OPTIMAL))
    for strategy in odds.strategies():
        count = odds.count(strategy)
        assert count.total == total
        assert sum(row.count for row in count.rows if not row.bonus) == total
        assert sum(count.distribution.values()) == total
        assert sum(row.net * row.count for row in count.rows) == mean(count) * total
        for wager in (odds.main, *odds.sides):
            cells = list(odds.side_cells(wager, strategy))
            assert sum(cell.weight for cell in cells) == total
            assert all(len(cell.rows) == len(odds.sides) for cell in cells)
        assert sum(cell.main for cell in odds.cells(strategy)) == mean(count) * total
        assert mean(count) <= best
        assert count.average_bet == 1


def check_combined(odds: Any, stakes: Mapping[str, Fraction]) -> None:
    """The value counted from the cells of the strategy; no wager's own strategy does better for the same stakes."""
    combined = odds.combined(stakes)
    assert combined.value == value_of_stakes(odds, stakes, odds.main, combined.strategy)
    decided = [side for side in odds.sides if odds.side_strategies(side)]
    assert decided
    for wager in (odds.main, *decided):
        for strategy in odds.strategies():
            assert value_of_stakes(odds, stakes, wager, strategy) <= combined.value


def value_of_stakes(odds: GameOdds[Any], stakes: Mapping[str, Fraction], wager: str, strategy: Strategy) -> Fraction:
    """What these stakes bring under a strategy of one of the wagers, counted from its cells."""
    total, weight = Fraction(), 0
    for cell in odds.side_cells(wager, strategy):
        weight += cell.weight
        total += stakes[odds.main] * cell.main
        for side, row in zip(odds.sides, cell.rows, strict=True):
            total += stakes[side] * net(odds, side, row) * cell.weight
    return total / weight


def check_joint(odds: GameOdds[Any], strategy: Strategy, wager: str, expected: Counter[Nets]) -> None:
    """The cells of a wager's strategy hold the same deals as these, by what all wagers net together."""
    weights: Counter[Nets] = Counter()
    mains: dict[Nets, Fraction] = defaultdict(Fraction)
    main: Counter[Fraction] = Counter()
    for nets, ways in expected.items():
        weights[nets[1:]] += ways
        mains[nets[1:]] += nets[0] * ways
        main[nets[0]] += ways
    found_weights: Counter[Nets] = Counter()
    found_mains: dict[Nets, Fraction] = defaultdict(Fraction)
    for cell in odds.side_cells(wager, strategy):
        key = tuple(net(odds, side, row) for side, row in zip(odds.sides, cell.rows, strict=True))
        found_weights[key] += cell.weight
        found_mains[key] += cell.main
    assert found_weights == weights
    assert found_mains == mains
    if wager == odds.main:
        count = odds.count(strategy)
        assert count.distribution == main
        assert count.total == main.total()
