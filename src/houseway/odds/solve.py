"""Solving a game: its own counting, put together into odds of every wager."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.exact import OPTIMAL, Advice, Cell, GameOdds, Row, Strategy
from houseway.game import Game
from houseway.odds.solution import Solution, WagerOdds


def odds_of(game: Game[Any]) -> GameOdds[Any]:
    """The game's way of counting: the class `Odds` in the module `odds` beside its rules."""
    name = f"{package_of(game)}.odds"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, package_of(game)):
            raise
        raise HousewayError(f"{game.name} does not say how it is counted: there is no module {name}.") from None
    counting: GameOdds[Any] = module.Odds(game)
    return counting


def package_of(game: Game[Any]) -> str:
    """The package that a game's rules are in; a module of its own that is no package stands for itself."""
    module = type(game).__module__
    return module.rpartition(".")[0] or module


def solve(game: Game[Any], strategy: Strategy = OPTIMAL, *, meter: int | None = None) -> Solution:
    """Every wager of the game, counted exactly.

    The main wager is played by `strategy`; a side wager that depends on decisions is solved by its own strategy of that
    name, or else its best. `meter` is the progressive's in cents; its seed when left out.
    """
    odds = odds_of(game)
    odds.check_strategy(strategy)
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "given")
    main_strategy = strategy if not isinstance(strategy, str) or strategy in odds.strategies() else OPTIMAL
    count = odds.count(main_strategy)
    main = WagerOdds(odds.main, name, count.total, count.rows, count.distribution, count.average_bet)
    cells = list(odds.cells(main_strategy))
    nets = {side: side_nets(game, odds, side, meter) for side in odds.sides}
    sides = []
    for place, side in enumerate(odds.sides):
        own = odds.side_strategies(side)
        if own:
            side_strategy = strategy if isinstance(strategy, str) and strategy in own else next(iter(own))
            side_cells: Iterable[Cell] = odds.side_cells(side, side_strategy)
        else:
            side_strategy, side_cells = name, cells
        sides.append(_side(odds, side, place, str(side_strategy), side_cells, nets[side]))
    return Solution(
        game.id,
        game.edition,
        game.options.values(),
        game.fingerprint,
        (main, *sides),
        _products(odds, main, cells, nets),
    )


def side_nets(game: Game[Any], odds: GameOdds[Any], side: str, meter: int | None) -> list[Fraction]:
    """What each line of a side wager's table nets, in units of the wager."""
    wager = game.wager[side]
    found = []
    for _, row in odds.side_outcomes(side):
        if row is None:
            found.append(Fraction(-1))
        elif wager.prizes is not None:
            prize = wager.prizes[row]
            cents = prize.cents + Fraction(prize.percent, 100) * (game.meter_seed if meter is None else meter)
            found.append(cents / wager.fixed - 1)  # the stake is not returned
        else:
            assert wager.pays is not None
            found.append(Fraction(wager.pays[row]))
    return found


def _side(
    odds: GameOdds[Any], side: str, place: int, strategy: str, cells: Iterable[Cell], nets: list[Fraction]
) -> WagerOdds:
    counts = [0] * len(nets)
    for cell in cells:
        counts[cell.rows[place]] += cell.weight
    total = odds.side_total(side)
    scale = Fraction(total, sum(counts))
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
    odds: GameOdds[Any], main: WagerOdds, cells: list[Cell], nets: Mapping[str, list[Fraction]]
) -> dict[tuple[str, str], Fraction]:
    """E[XY] for all pairs of wagers on one hand; under the empty name, the means under the main strategy."""
    names = list(nets)
    sums: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for cell in cells:
        values = [nets[name][row] for name, row in zip(names, cell.rows, strict=True)]
        for place, (name, value) in enumerate(zip(names, values, strict=True)):
            sums[odds.main, name] += value * cell.main
            sums["", name] += value * cell.weight
            for other, other_value in zip(names[place:], values[place:], strict=True):
                sums[name, other] += value * other_value * cell.weight
    found = {pair: total / main.total for pair, total in sums.items()}
    found[odds.main, odds.main] = main.variance + main.expected_value**2
    found["", odds.main] = main.expected_value
    return found


def advise(game: Game[Any], cards: tuple[Card, ...], community: tuple[Card, ...] = ()) -> tuple[str, list[Advice]]:
    """The decision that these cards call for, and every legal action with its exact value, best first."""
    return odds_of(game).advise(cards, community)
