"""Solving a game: its own counting, put together into odds of every wager."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, Advice, GameOdds, History, JointCount, NotAccelerated, Row, Strategy
from houseway.errors import HousewayError
from houseway.odds.solution import Solution, WagerOdds
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
    from houseway.derived.dispatch import derived_odds
    from houseway.derived.odds import Derived

    labels = None
    for counting in own_modules(game, "odds"):
        made = getattr(counting, "Odds", None)
        if not (isinstance(made, type) and issubclass(made, GameOdds)):
            continue  # a module of that name that is about something else
        try:
            found: GameOdds[Any] = made(game)
        except NotAccelerated:
            continue
        if not derived or isinstance(found, Derived):
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
    derived: bool = False,
    exact: bool = False,
) -> Solution:
    """Every wager of the game, counted exactly.

    The main wager is played by `strategy`; a side wager that depends on decisions is solved by its own strategy of that
    name, or else its best. `meter` is the progressive's in cents; its seed when left out. `derived` counts in the
    general way though the game has a faster one of its own; `exact` counts though it takes long.
    """
    odds = odds_of(game, derived=derived, exact=exact)
    odds.check_strategy(strategy)
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "given")
    main_strategy = strategy if not isinstance(strategy, str) or strategy in odds.strategies() else OPTIMAL
    count = odds.count(main_strategy)
    interval = odds.interval(odds.main, main_strategy)
    main = WagerOdds(odds.main, name, count.total, count.rows, count.distribution, count.average_bet, interval)
    joint = list(odds.joint_counts(main_strategy))
    nets = {side: side_nets(game, odds, side, meter) for side in odds.sides}
    sides = []
    for index, side in enumerate(odds.sides):
        own = odds.side_strategies(side)
        if own:
            side_strategy = strategy if isinstance(strategy, str) and strategy in own else next(iter(own))
            side_joint_counts: Iterable[JointCount] = odds.side_joint_counts(side, side_strategy)
        else:
            side_strategy, side_joint_counts = name, joint
        found = _side(odds, side, index, str(side_strategy), side_joint_counts, nets[side])
        played = side_strategy if own else main_strategy
        sides.append(replace(found, interval=odds.interval(side, played)))
    return Solution(
        game.id,
        game.edition,
        game.options.values(),
        game.fingerprint,
        (main, *sides),
        _products(odds, main, joint, nets),
        odds.estimated,
    )


def side_nets(game: Game[Any], odds: GameOdds[Any], side: str, meter: int | None) -> list[Fraction]:
    """What each line of a side wager's table nets, in units of the wager."""
    found = []
    for _, odds_paid, percent, cents in odds.side_outcomes(side):
        if percent or cents:
            prize = cents + Fraction(percent, 100) * (game.meter_seed if meter is None else meter)
            found.append(prize / game.wager[side].fixed - 1)  # the stake is not returned
        else:
            found.append(Fraction(odds_paid))
    return found


def _side(
    odds: GameOdds[Any], side: str, index: int, strategy: str, joint: Iterable[JointCount], nets: list[Fraction]
) -> WagerOdds:
    counts = [0] * len(nets)
    for joint_count in joint:
        counts[joint_count.rows[index]] += joint_count.weight
    total = odds.side_total(side)
    scale = Fraction(total, sum(counts))
    if any((count * scale).denominator != 1 for count in counts):  # it looks at more than its natural total says
        total, scale = sum(counts), Fraction(1)
    rows = tuple(
        Row(outcome.label, net, _whole(count * scale))
        for outcome, net, count in zip(odds.side_outcomes(side), nets, counts, strict=True)
    )
    distribution: dict[Fraction, int] = defaultdict(int)
    for row in rows:
        distribution[row.net] += row.count
    return WagerOdds(side, strategy, total, rows, dict(distribution))


def _whole(value: Fraction) -> int:
    assert value.denominator == 1, "a side wager's natural total must divide the deals"
    return value.numerator


def _products(
    odds: GameOdds[Any], main: WagerOdds, joint: list[JointCount], nets: Mapping[str, list[Fraction]]
) -> dict[tuple[str, str], Fraction]:
    """E[XY] for all pairs of wagers on one hand; under the empty name, the means under the main strategy."""
    names = list(nets)
    sums: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for joint_count in joint:
        values = [nets[name][row] for name, row in zip(names, joint_count.rows, strict=True)]
        for index, (name, value) in enumerate(zip(names, values, strict=True)):
            sums[odds.main, name] += value * joint_count.main
            sums["", name] += value * joint_count.weight
            for other, other_value in zip(names[index:], values[index:], strict=True):
                sums[name, other] += value * other_value * joint_count.weight
    found = {pair: total / main.total for pair, total in sums.items()}
    found[odds.main, odds.main] = main.variance + main.expected_value**2
    found["", odds.main] = main.expected_value
    return found


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
