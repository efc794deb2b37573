"""Every value of some options: what each does to the odds, as a table, a chart, or a heat map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from houseway.document.blocks import Block
from houseway.errors import OptionError
from houseway.lab.figures import FIGURES, figures_json
from houseway.lab.result import Result
from houseway.lab.varying.many_solutions import solve_all
from houseway.lab.varying.option_values import OptionValues, option_values
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.solution import Solution, WagerOdds
from houseway.odds.solver import odds_of
from houseway.rules.game import Game
from houseway.rules.wagers import listed

MOST_POINTS = 2000
Progress = Callable[[int, int], None]  # points done, and all


@dataclass(frozen=True)
class Point:
    """One combination of values with its solution; or why the rules refuse it."""

    values: tuple[str, ...]
    game: Game[Any] | None = None
    solution: Solution | None = None
    refused: str = ""

    def odds(self, wager: str) -> WagerOdds | None:
        """Of a wager, where it is offered."""
        wagers = () if self.solution is None else self.solution.wagers
        return next((odds for odds in wagers if odds.wager == wager), None)


@dataclass(frozen=True)
class Sweep(Result):
    """All points of a sweep, in the order of the options' values."""

    game: Game[Any]
    options: tuple[OptionValues, ...]
    points: tuple[Point, ...]
    strategy: str
    wagers: tuple[str, ...]  # that are shown
    best_first: bool = False

    @property
    def title(self) -> str:
        return f"Options varied: {listed([option.name for option in self.options])}"

    @property
    def counted(self) -> tuple[Point, ...]:
        return tuple(point for point in self.points if point.solution is not None)

    @property
    def refused(self) -> tuple[Point, ...]:
        return tuple(point for point in self.points if point.solution is None)

    def point(self, *values: str) -> Point:
        """The point with these values, in the order of the options."""
        return next(point for point in self.points if point.values == values)

    @property
    def present(self) -> Point | None:
        """The point of the game's own rules."""
        return next((p for p in self.counted if p.game and p.game.fingerprint == self.game.fingerprint), None)

    def blocks(self) -> Sequence[Block]:
        from houseway.lab.varying.sweep_blocks import sweep_blocks

        return sweep_blocks(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": self.game.options.values(),
            "fingerprint": self.game.fingerprint,
            "strategy": self.strategy,
            "varied": [{"option": option.name, "values": list(option.values)} for option in self.options],
            "points": [self._point_json(point) for point in self.points],
        }

    def _point_json(self, point: Point) -> dict[str, Any]:
        values = dict(zip((option.name for option in self.options), point.values, strict=True))
        if point.solution is None:
            return {"values": values, "refused": point.refused}
        return {
            "values": values,
            "fingerprint": point.solution.fingerprint,
            "estimated": point.solution.estimated,
            "wagers": {odds.wager: figures_json(point.solution, odds.wager) for odds in point.solution.wagers},
        }


def sweep(
    game: Game[Any],
    vary: Sequence[str],
    *,
    values: Mapping[str, Sequence[str]] | None = None,
    wager: str | None = None,
    strategy: str = OPTIMAL,
    best_first: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """What every value of one or more options does to the odds; `values` names those to try.

    Without a `wager`, the main one is shown and every side wager that changes. A sweep that takes long runs on as many
    processes as there are cores, on so many `workers`, or on the dask cluster at an address.
    """
    options = _options(game, vary, values or {})
    points = [_made(game, options, combination) for combination in product(*(option.values for option in options))]
    games = [point.game for point in points if point.game is not None]
    if not games:
        raise OptionError(f"{game.name} refuses all of these values: {points[0].refused}")
    odds_of(games[0]).check_strategy(strategy)
    if wager is not None and not any(wager in each.wager for each in games):
        names = ", ".join(dict.fromkeys((game.wagers.main, *game.wagers.sides)))
        raise OptionError(f"{game.name} has no wager {wager!r} here: the wagers are {names}.")
    solutions = iter(
        solve_all(
            games,
            strategy,
            workers=workers,
            cluster=cluster,
            progress=lambda done: progress(done, len(games)) if progress else None,
        )
    )
    solved = tuple(
        point if point.game is None else Point(point.values, point.game, next(solutions)) for point in points
    )
    return Sweep(game, options, solved, strategy, _shown(game, solved, wager), best_first)


def _options(game: Game[Any], vary: Sequence[str], values: Mapping[str, Sequence[str]]) -> tuple[OptionValues, ...]:
    if not vary:
        raise OptionError("There is nothing to vary: name at least one option.")
    given = {name.replace("-", "_"): list(texts) for name, texts in values.items()}
    options = tuple(option_values(game, name, given.pop(name.replace("-", "_"), None)) for name in vary)
    if given:
        name = next(iter(given))
        raise OptionError(f"There are values for {name!r}, which is not varied: name it with --vary too.")
    if len({option.name for option in options}) < len(options):
        raise OptionError("An option is named twice: each can be varied once.")
    points = prod(len(option.values) for option in options)
    if points > MOST_POINTS:
        large = max(options, key=lambda option: len(option.values))
        some = ",".join(large.values[:2])
        raise OptionError(
            f"That makes {points:,} combinations, and {MOST_POINTS:,} is the most: "
            f"name fewer values, such as --values {large.name}={some}."
        )
    return options


def _made(game: Game[Any], options: Sequence[OptionValues], combination: tuple[str, ...]) -> Point:
    changes = {option.name: value for option, value in zip(options, combination, strict=True)}
    try:
        made = type(game)(game.options.changed(changes), game.edition)
        made.wagers.main  # noqa: B018 - a game without one is refused
    except OptionError as error:
        return Point(combination, refused=str(error))
    return Point(combination, made)


def _shown(game: Game[Any], points: Sequence[Point], wager: str | None) -> tuple[str, ...]:
    """The main wager, and the one that is asked for; or else those side wagers that change."""
    solutions = [point.solution for point in points if point.solution is not None]
    main = solutions[0].main.wager
    if wager is not None:
        return tuple(dict.fromkeys((main, wager)))
    sides = dict.fromkeys(odds.wager for solution in solutions for odds in solution.wagers if odds.wager != main)
    return (main, *(side for side in sides if changes(points, side)))


def changes(points: Sequence[Point], wager: str) -> bool:
    """Whether the odds of a wager are not the same at all points."""
    solved = [point.odds(wager) for point in points if point.solution is not None]
    return len({None if odds is None else tuple(figure.of(odds) for figure in FIGURES) for odds in solved}) > 1
