"""Puts a solution together: the odds of every wager from the joint counts of a strategy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.odds.game_odds import OPTIMAL, BestFor, JointCount, Row, Strategy
from houseway.odds.solution import BestPlay, OwnPlay, Solution, WagerOdds
from houseway.odds.walk import side_net

if TYPE_CHECKING:
    from houseway.odds.engine import Odds


def solution_of(
    odds: Odds[Any], strategy: Strategy, *, meter: int | None, stakes: Mapping[str, Fraction] | None
) -> Solution:
    """Every wager for a hand that is played by a strategy."""
    game = odds.game
    odds.check_strategy(strategy)
    odds.check_joint_stakes(strategy, stakes)
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "given")
    count = odds.count(strategy)
    interval = odds.interval(odds.main, strategy)
    main = WagerOdds(odds.main, name, count.total, count.rows, count.distribution, count.average_bet, interval)
    joint = list(odds.joint_counts(strategy))
    nets = {side: side_nets(odds, side, meter) for side in odds.sides}
    played = BestFor.of({odds.main: 1}) if strategy == OPTIMAL and odds.estimated else strategy
    counts_of = {side: odds.side_counts_alone(side, strategy) or joint for side in odds.sides}
    wagers = (
        main,
        *(_side(odds, side, name, counts_of[side], nets[side], odds.interval(side, played)) for side in odds.sides),
    )
    decided = [side for side in odds.sides if strategy == OPTIMAL and side in odds.decided_sides]
    if stakes is None and decided:
        stakes = dict.fromkeys((odds.main, *decided), Fraction(1))
    best = None
    if stakes is not None:  # what is best for the main wager is best for all, unless a side wager depends on it too
        play = BestFor.of(stakes) if decided else strategy
        counts = odds.joint_counts(play) if decided else joint
        best = BestPlay(stakes, _means(odds, counts, nets, (odds.main, *decided, *stakes), play))
    sampled_means = _means(odds, joint, nets, (odds.main, *odds.sides))
    return Solution(
        game.id,
        game.edition,
        game.options.values(),
        game.fingerprint,
        wagers,
        _products(odds, wagers, joint, nets, sampled_means),
        any(wager.interval for wager in wagers),
        {side: _own_play(odds, side, nets, decided) for side in decided},
        best,
    )


def _own_play(odds: Odds[Any], side: str, nets: Mapping[str, list[Fraction]], decided: Iterable[str]) -> OwnPlay:
    played = BestFor.of({side: 1})
    joint = list(odds.joint_counts(played))
    counts = odds.side_counts_alone(side, played) or joint
    own = _side(odds, side, OPTIMAL, counts, nets[side], odds.interval(side, played))
    return OwnPlay(own, _means(odds, joint, nets, (odds.main, *decided), played))


def _means(
    odds: Odds[Any],
    joint: Iterable[JointCount],
    nets: Mapping[str, list[Fraction]],
    wagers: Iterable[str],
    played: Strategy | None = None,
) -> dict[str, Fraction]:
    """The expected values of these wagers, each in units of itself.

    A side wager that is counted apart has its exact value when the hand is `played` so; without, that of the joint
    count.
    """
    sums, total = dict.fromkeys((odds.main, *odds.sides), Fraction()), 0
    for joint_count in joint:
        total += joint_count.weight
        sums[odds.main] += joint_count.main
        for side, row in zip(odds.sides, joint_count.rows, strict=True):
            sums[side] += nets[side][row] * joint_count.weight
    means = {wager: sums[wager] / total for wager in wagers}
    if played is None:
        return means
    for side in means.keys() & nets.keys():
        alone = list(odds.side_counts_alone(side, played) or ())
        if alone:
            index = odds.sides.index(side)
            paid = sum((nets[side][count.rows[index]] * count.weight for count in alone), Fraction())
            means[side] = paid / sum(count.weight for count in alone)
    return means


def side_nets(odds: Odds[Any], side: str, meter: int | None = None) -> list[Fraction]:
    """What each line of a side wager's table nets, in units of the wager."""
    return [side_net(odds.game, side, *line[1:4], meter=meter) for line in odds.side_outcomes(side)]


def _side(
    odds: Odds[Any],
    side: str,
    strategy: str,
    joint: Iterable[JointCount],
    nets: list[Fraction],
    interval: tuple[float, float] | None,
) -> WagerOdds:
    counts, index = [0] * len(nets), odds.sides.index(side)
    for joint_count in joint:
        counts[joint_count.rows[index]] += joint_count.weight
    total = odds.side_total(side)
    scale = Fraction(total, sum(counts))
    if any((count * scale).denominator != 1 for count in counts):  # it looks at more than its natural total says
        total, scale = sum(counts), Fraction(1)
    rows = tuple(
        Row(outcome.label, net, _whole(count * scale), case=outcome.case)
        for outcome, net, count in zip(odds.side_outcomes(side), nets, counts, strict=True)
    )
    distribution: dict[Fraction, int] = defaultdict(int)
    for row in rows:
        distribution[row.net] += row.count
    return WagerOdds(side, strategy, total, rows, dict(distribution), interval=interval)


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "a side wager's natural total must divide the deals"
    return value.numerator


def _products(
    odds: Odds[Any],
    wagers: Iterable[WagerOdds],
    joint: list[JointCount],
    nets: Mapping[str, list[Fraction]],
    joint_means: Mapping[str, Fraction],
) -> dict[tuple[str, str], Fraction]:
    """E[XY] for all pairs of wagers on one hand.

    The covariance is that of the joint count, with its own means. Where a wager's table is counted apart, the product
    is moved to the means of the tables.
    """
    total = sum(joint_count.weight for joint_count in joint)
    means = {wager.wager: wager.expected_value for wager in wagers}
    names = list(nets)
    sums: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for joint_count in joint:
        values = [nets[name][row] for name, row in zip(names, joint_count.rows, strict=True)]
        for index, (name, value) in enumerate(zip(names, values, strict=True)):
            sums[odds.main, name] += value * joint_count.main
            for other, other_value in zip(names[index + 1 :], values[index + 1 :], strict=True):
                sums[name, other] += value * other_value * joint_count.weight
    return {
        (one, two): product / total - joint_means[one] * joint_means[two] + means[one] * means[two]
        for (one, two), product in sums.items()
    }
