"""What each option does to the edge: each varied alone over its listed values, the game solved for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.errors import HousewayError, OptionError
from houseway.lab.varying.many_solutions import solve_all
from houseway.odds.cache import solved
from houseway.odds.cost import cost_of
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.solution import Solution
from houseway.rules.game import Game
from houseway.rules.options import OFF, meaning

MOST_VALUES = 13  # of a number: the ranks of a suit
LONG = 5.0  # the estimated seconds from which a count is not repeated for every value


class Value(NamedTuple):
    """One value of an option, and what it makes of the wagers' edges; without them, why it was not counted."""

    value: str
    current: bool
    edges: dict[str, Fraction]
    reason: str = ""


class Variation(NamedTuple):
    """An option with its values."""

    name: str
    help: str
    values: tuple[Value, ...]
    reason: str = ""  # why it is not varied


def variations(game: Game[Any], solution: Solution, *, workers: int | None = 1) -> tuple[Variation, ...]:
    """Every option; one whose values are too many or take too long says so. None as many workers as there are cores."""
    rows = game.options.described()
    others = {row["name"]: list(_others(game, row)) for row in rows}
    solutions = _solutions(game, solution, [other for found in others.values() for _, other in found], workers)
    return tuple(_variation(game, row, others[row["name"]], solutions) for row in rows)


def _values(row: dict[str, Any]) -> list[Any]:
    """The values that an option lists, or all of a short range."""
    if row.get("derived"):
        return []
    if row.get("values"):
        return [value for value in row["values"] if value != OFF]  # a wager that is not offered changes no other
    least, most = row.get("least"), row.get("most")
    if isinstance(least, int) and isinstance(most, int) and most - least < MOST_VALUES:
        return list(range(least, most + 1))
    return []


def _others(game: Game[Any], row: dict[str, Any]) -> Iterator[tuple[Any, Game[Any] | str]]:
    """Each value with the game as it makes it, or with the reason why that is not solved; the present one too."""
    listed, present = _values(row), game.options.values()[row["name"]]
    shown = {str(value) for value in listed} | {row.get("tables", {}).get(value) for value in listed}
    for value in [*listed, *([present] if listed and str(present) not in shown else [])]:
        try:
            other = type(game)(game.options.changed({row["name"]: value}), game.edition)
            too_long = cost_of(other).seconds > LONG
        except (OptionError, HousewayError) as error:
            yield value, str(error)
        else:
            same = other.fingerprint == game.fingerprint
            yield value, "not counted here, it takes too long" if too_long and not same else other


def _solutions(
    game: Game[Any], solution: Solution, others: Sequence[Game[Any] | str], workers: int | None
) -> dict[str, Solution | str]:
    """By fingerprint: the solution, or why there is none."""
    found: dict[str, Solution | str] = {game.fingerprint: solution}
    left = [other for other in others if not isinstance(other, str) and other.fingerprint != game.fingerprint]
    try:
        for other, known in zip(left, solve_all(left, OPTIMAL, workers=workers), strict=True):
            found[other.fingerprint] = known
    except HousewayError:  # one of them cannot be solved: find out which
        for other in left:
            found[other.fingerprint] = _solved(other)
    return found


def _solved(game: Game[Any]) -> Solution | str:
    try:
        return solved(game)
    except HousewayError as error:
        return str(error)


def _variation(
    game: Game[Any],
    row: dict[str, Any],
    others: Sequence[tuple[Any, Game[Any] | str]],
    solutions: dict[str, Solution | str],
) -> Variation:
    name, values = row["name"], []
    for value, other in others:
        known = other if isinstance(other, str) else solutions[other.fingerprint]
        if isinstance(other, str) or isinstance(known, str):
            values.append(Value(str(value), current=False, edges={}, reason=str(known)))
        else:
            edges = {odds.wager: odds.house_edge for odds in known.wagers}
            current = other.fingerprint == game.fingerprint
            values.append(Value(_text(value, other.options.values()[name]), current, edges))
    reason = "" if values else f"it takes any value, {row['legal']}"
    return Variation(name, meaning(row), tuple(values), reason)


def _text(value: Any, shown: Any) -> str:
    """The value's name, with what it stands for where that is another text."""
    return str(value) if str(value) == str(shown) else f"{value} ({shown})"
