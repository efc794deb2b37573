"""Solving a game: its own counting, put together into odds of every wager."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.game_odds import (
    OPTIMAL,
    Advice,
    BestFor,
    GameOdds,
    History,
    JointCount,
    NotAccelerated,
    Row,
    Strategy,
)
from houseway.odds.solution import BestPlay, OwnPlay, Solution, WagerOdds
from houseway.rules.game import Game

KEPT = 4  # ways of counting that are kept: what a derived one has worked out serves the next question
_kept: OrderedDict[tuple[Any, ...], GameOdds[Any]] = OrderedDict()
_keeping = threading.Lock()


def odds_of(game: Game[Any], *, derived: bool = False, exact: bool = False) -> GameOdds[Any]:
    """How a game is counted: by the class `Odds` in the module `odds` next to its rules or those of its base class, if
    that supports these rules; otherwise derived from the rules. `derived` forces the latter; `exact` forces a full
    count where otherwise a sample would be taken."""
    if not isinstance(game, Game):
        raise HousewayError("Only games against the house are counted; this one is played among players.")
    key = type(game), game.fingerprint, derived, exact
    with _keeping:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    found = _counting(game, derived=derived, exact=exact)
    with _keeping:
        _kept[key] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def forget() -> None:
    """Let go of what was worked out."""
    with _keeping:
        _kept.clear()


def _counting(game: Game[Any], *, derived: bool, exact: bool) -> GameOdds[Any]:
    from houseway.odds.by_situation import BySituation
    from houseway.odds.dispatch import derived_odds

    labels = None
    for counting in own_modules(game, "odds"):
        made = getattr(counting, "Odds", None)
        if not (isinstance(made, type) and issubclass(made, GameOdds)):
            continue  # a module of that name that is about something else
        try:
            found: GameOdds[Any] = made(game)
        except NotAccelerated:
            continue
        if not derived or isinstance(found, BySituation):
            if exact and isinstance(found, BySituation):
                found.limit = None
            return found
        labels = labels or found
    return derived_odds(game, labels=labels, exact=exact)


def own_modules(game: Game[Any], name: str) -> Iterator[ModuleType]:
    """The modules of this name next to a game's rules, then next to those of its base classes."""
    for kind in type(game).__mro__:
        if kind is Game or not issubclass(kind, Game):
            continue
        package = package_of(kind)
        try:
            yield import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            if error.name not in (f"{package}.{name}", package):
                raise


def package_of(kind: type[Any]) -> str:
    """The package that contains a game's rules; a stand-alone module counts as its own package."""
    module = kind.__module__
    if hasattr(sys.modules.get(module), "__path__"):  # the class is in the package's own `__init__`
        return module
    return module.rpartition(".")[0] or module


def solve(
    game: Game[Any],
    strategy: Strategy = OPTIMAL,
    *,
    meter: int | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    derived: bool = False,
    exact: bool = False,
) -> Solution:
    """Every wager of the game, counted exactly, for a hand that is played by `strategy`.

    Under the best strategy for the main wager, side wagers that depend on a decision are also solved for themselves,
    and all of them together with the main wager for the best joint play: with these `stakes`, or 1 on each.
    `meter` is the progressive's in cents; its seed when left out. `derived` counts in the general way though the game
    has a faster one of its own; `exact` counts though it takes long.
    """
    odds = odds_of(game, derived=derived, exact=exact)
    odds.check_strategy(strategy)
    odds.check_joint_stakes(strategy, stakes)
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "given")
    count = odds.count(strategy)
    interval = odds.interval(odds.main, strategy)
    main = WagerOdds(odds.main, name, count.total, count.rows, count.distribution, count.average_bet, interval)
    joint = list(odds.joint_counts(strategy))
    nets = {side: side_nets(game, odds, side, meter) for side in odds.sides}
    played = BestFor.of({odds.main: 1}) if strategy == OPTIMAL and odds.estimated else strategy
    counts_of = {side: odds.side_counts_alone(side) or joint for side in odds.sides}
    wagers = (
        main,
        *(_side(odds, side, name, counts_of[side], nets[side], odds.interval(side, played)) for side in odds.sides),
    )
    decided = [side for side in odds.sides if strategy == OPTIMAL and side in odds.decided_sides]
    if stakes is None and decided:
        stakes = dict.fromkeys((odds.main, *decided), Fraction(1))
    best = None
    if stakes is not None:  # what is best for the main wager is best for all, unless a side wager depends on it too
        counts = odds.joint_counts(BestFor.of(stakes)) if decided else joint
        best = BestPlay(stakes, _means(odds, counts, nets, (odds.main, *decided, *stakes)))
    sampled_means = _means(odds, joint, nets, (odds.main, *odds.sides), joint_only=True)
    return Solution(
        game.id,
        game.edition,
        game.options.values(),
        game.fingerprint,
        wagers,
        _products(odds, wagers, joint, nets, sampled_means),
        odds.estimated,
        {side: _own_play(odds, side, nets, decided) for side in decided},
        best,
    )


def _own_play(odds: GameOdds[Any], side: str, nets: Mapping[str, list[Fraction]], decided: Iterable[str]) -> OwnPlay:
    played = BestFor.of({side: 1})
    joint = list(odds.joint_counts(played))
    own = _side(odds, side, OPTIMAL, joint, nets[side], odds.interval(side, played))
    return OwnPlay(own, _means(odds, joint, nets, (odds.main, *decided)))


def _means(
    odds: GameOdds[Any],
    joint: Iterable[JointCount],
    nets: Mapping[str, list[Fraction]],
    wagers: Iterable[str],
    *,
    joint_only: bool = False,
) -> dict[str, Fraction]:
    """The expected values of these wagers, each in units of itself.

    A side wager that is counted apart has its exact value, unless `joint_only` asks for that of the joint count.
    """
    sums, total = dict.fromkeys((odds.main, *odds.sides), Fraction()), 0
    for joint_count in joint:
        total += joint_count.weight
        sums[odds.main] += joint_count.main
        for side, row in zip(odds.sides, joint_count.rows, strict=True):
            sums[side] += nets[side][row] * joint_count.weight
    means = {wager: sums[wager] / total for wager in wagers}
    for side in () if joint_only else means.keys() & nets.keys():
        alone = list(odds.side_counts_alone(side) or ())
        if alone:
            index = odds.sides.index(side)
            paid = sum((nets[side][count.rows[index]] * count.weight for count in alone), Fraction())
            means[side] = paid / sum(count.weight for count in alone)
    return means


def side_nets(game: Game[Any], odds: GameOdds[Any], side: str, meter: int | None) -> list[Fraction]:
    """What each line of a side wager's table nets, in units of the wager."""
    found = []
    for _, odds_paid, percent, cents, _ in odds.side_outcomes(side):
        if percent or cents:
            prize = cents + Fraction(percent, 100) * (game.wagers.meter_seed if meter is None else meter)
            found.append(prize / game.wager[side].fixed - 1)  # the stake is not returned
        else:
            found.append(Fraction(odds_paid))
    return found


def _side(
    odds: GameOdds[Any],
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
    odds: GameOdds[Any],
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


def advise(
    game: Game[Any],
    cards: tuple[Card, ...],
    community: tuple[Card, ...] = (),
    *,
    dealer: tuple[Card, ...] = (),
    decisions: History | None = None,
) -> tuple[str, list[Advice]]:
    """The decision that these cards call for, and every legal action with its exact value, best first.

    `dealer` are the dealer's cards that lie face up, `decisions` what the hand decided before.
    """
    return odds_of(game).advise(cards, community, dealer=dealer, decisions=decisions)
