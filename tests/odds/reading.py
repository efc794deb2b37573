"""What the tests of all games read off a count: means, lines of side wagers, advice as a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.odds.engine import Odds
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    Decider,
    ExtraKnowledge,
    Known,
    MainCount,
    Strategy,
)
from houseway.rules.game import Decision


def mean(count: MainCount) -> Fraction:
    return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def worth(advice: Iterable[Advice], decision: Decision) -> Fraction:
    return next(item.value for item in advice if item.decision == decision)


def advised(odds: Odds[Any], asked: list[Known]) -> Decider:
    """The best advice as a function, which writes down what it is asked."""

    def follow(known: Known) -> Decision:
        asked.append(known)
        return odds.advise(known)[1][0].decision

    return follow


def net(odds: Odds[Any], side: str, line: int) -> Fraction:
    return Fraction(odds.side_outcomes(side)[line].odds)


def played(strategy: Strategy, wager: str) -> Strategy:
    """A strategy, or for a name that says no more than the best, that for a wager."""
    return BestFor.of({wager: 1}) if strategy == OPTIMAL else strategy


def side_rows(odds: Odds[Any], wager: str, strategy: Strategy, *, played_for: str) -> dict[str, int]:
    """The lines of a side wager's table, out of its own total."""
    index, outcomes = odds.sides.index(wager), odds.side_outcomes(wager)
    counts = [0] * len(outcomes)
    for joint_count in odds.joint_counts(played(strategy, played_for)):
        counts[joint_count.rows[index]] += joint_count.weight
    each = sum(counts) // odds.side_total(wager)
    assert all(count % each == 0 for count in counts)
    return {outcome.label: count // each for outcome, count in zip(outcomes, counts, strict=True)}


def side_mean(odds: Odds[Any], wager: str, rows: Mapping[str, int]) -> Fraction:
    total = sum((net(odds, wager, line) * count for line, count in enumerate(rows.values())), Fraction())
    return total / sum(rows.values())


def check_sums(odds: Odds[Any], total: int) -> None:
    """Of a game with one bet: rows, distribution and joint counts are three views of the same deals under every strategy."""
    best = mean(odds.count(OPTIMAL))
    for strategy in odds.strategies():
        count = odds.count(strategy)
        assert count.total == total
        assert sum(row.count for row in count.rows if not row.bonus) == total
        assert sum(count.distribution.values()) == total
        assert sum(row.net * row.count for row in count.rows) == mean(count) * total
        for wager in (odds.main, *odds.sides):
            joint = list(odds.joint_counts(played(strategy, wager)))
            assert sum(joint_count.weight for joint_count in joint) == total
            assert all(len(joint_count.rows) == len(odds.sides) for joint_count in joint)
        assert sum(joint_count.main for joint_count in odds.joint_counts(strategy)) == mean(count) * total
        assert mean(count) <= best
        assert count.average_bet == 1


def check_combined(odds: Any, stakes: Mapping[str, Fraction]) -> None:
    """The value counted from the joint counts of the strategy; no wager's own strategy does better for the same stakes."""
    best, value = BestFor.of(stakes), odds.solve(stakes=stakes).joint.expected_value
    assert value == value_of_stakes(odds, stakes, odds.main, lambda known: odds.decision(best, known))
    assert odds.decided_sides
    for wager in (odds.main, *odds.decided_sides):
        for strategy in odds.strategies():
            assert value_of_stakes(odds, stakes, wager, strategy) <= value


def value_of_stakes(odds: Odds[Any], stakes: Mapping[str, Fraction], wager: str, strategy: Strategy) -> Fraction:
    """What these stakes bring under a strategy of one of the wagers, counted from its joint counts."""
    total, weight = Fraction(), 0
    for joint_count in odds.joint_counts(played(strategy, wager)):
        weight += joint_count.weight
        total += stakes[odds.main] * joint_count.main
        for side, row in zip(odds.sides, joint_count.rows, strict=True):
            total += stakes[side] * net(odds, side, row) * joint_count.weight
    return total / weight


def only_these(cards: Iterable[Card] | None) -> ExtraKnowledge:
    """A shoe of these cards; that of the game without any."""
    return NOTHING if cards is None else ExtraKnowledge(tuple(cards))
