"""Solutions kept on disk, by the fingerprint of the rules and a digest of the code that counted them.

Terminal and server share them. They take up so much room and no more: whatever was not asked for longest goes first.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from houseway import rules
from houseway.jit import cache_folder
from houseway.odds.game_odds import OPTIMAL, Row
from houseway.odds.sheet import package_of
from houseway.odds.solution import BestPlay, OwnPlay, Solution, WagerOdds
from houseway.odds.solver import solve
from houseway.rules.game import Game

MOST_BYTES = 64 * 1024 * 1024  # some thousands of solutions
_keeping: ContextVar[bool] = ContextVar("keeping", default=True)


@contextlib.contextmanager
def not_kept() -> Iterator[None]:
    """What is counted meanwhile is read from disk where it is there, but not written: there is no end of what visitors
    think of."""
    before = _keeping.set(False)
    try:
        yield
    finally:
        _keeping.reset(before)


def code_digest(game: Game[Any]) -> str:
    """A digest of every source file that takes part in counting this game: changed code counts again."""
    kinds = [kind for kind in type(game).__mro__ if issubclass(kind, Game)]
    core = Path(rules.__file__).parent.parent
    folders = [core, *(core / room for room in ("rules", "rankings", "odds"))]
    folders += [folder for kind in kinds if (folder := _folder_of(package_of(kind))) is not None]
    digest = hashlib.sha256(" ".join(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds).encode())
    files = {file for folder in folders for file in folder.glob("*.py")}
    files |= {Path(file) for kind in kinds if (file := getattr(sys.modules.get(kind.__module__), "__file__", None))}
    for source in sorted(files):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()


def _in_files(game: Game[Any]) -> bool:
    """Whether the rules are in files; those typed into a notebook may change and leave no trace."""
    kinds = [kind for kind in type(game).__mro__ if issubclass(kind, Game)]
    return all(getattr(sys.modules.get(kind.__module__), "__file__", None) for kind in kinds)


def _folder_of(package: str) -> Path | None:
    """A package's folder; a namespace package has none."""
    file = import_module(package).__file__
    return Path(file).parent if file else None


def solved(
    game: Game[Any],
    strategy: str = OPTIMAL,
    *,
    meter: int | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    fresh: bool = False,
    exact: bool = False,
) -> Solution:
    """The solution from disk, or counted now and stored; the arguments are those of `solve`."""
    if not _in_files(game):
        return solve(game, strategy, meter=meter, stakes=stakes, exact=exact)
    staked = None if stakes is None else {wager: str(stake) for wager, stake in stakes.items()}
    way = f"{game.fingerprint} {strategy} {meter} {staked} {exact} {code_digest(game)}"
    key = hashlib.sha256(way.encode()).hexdigest()
    file = cache_folder() / f"{game.id}-{key[:32]}.json"
    if not fresh:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # unreadable or damaged: count again
            found = _read(json.loads(file.read_text(encoding="utf-8")), game)
            os.utime(file)  # the one used last is the last to go
            return found
    solution = solve(game, strategy, meter=meter, stakes=stakes, exact=exact)
    if not _keeping.get():
        return solution
    with contextlib.suppress(OSError):  # a read-only home is no reason not to answer
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(_written(solution)), encoding="utf-8")
        part.replace(file)
        _make_room(file.parent)
    return solution


def _make_room(folder: Path) -> None:
    """Delete the solutions that were used longest ago until the others fit."""
    kept = []
    for file in folder.glob("*.json"):
        with contextlib.suppress(OSError):  # another process makes room too
            facts = file.stat()
            kept.append((facts.st_mtime_ns, facts.st_size, file))
    over = sum(size for _, size, _ in kept) - MOST_BYTES
    for _, size, file in sorted(kept):
        if over <= 0:
            return
        with contextlib.suppress(OSError):
            file.unlink()
        over -= size


def is_kept(game: Game[Any]) -> bool:
    """Whether anything was counted for this game by this code before: kernels are compiled then."""
    return (cache_folder() / f"{game.id}-{code_digest(game)[:32]}.compiled").exists()


@contextlib.contextmanager
def noting_compilation(game: Game[Any]) -> Iterator[None]:
    """Remember that this code has been compiled, once it has run."""
    yield
    with contextlib.suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        (cache_folder() / f"{game.id}-{code_digest(game)[:32]}.compiled").touch()


def _written(solution: Solution) -> dict[str, Any]:
    return {
        "wagers": [_odds_written(odds) for odds in solution.wagers],
        "products": [[*pair, str(value)] for pair, value in solution.products.items()],
        "estimated": solution.estimated,
        "own_plays": {
            side: [_odds_written(own.odds), _values_written(own.means)] for side, own in solution.own_plays.items()
        },
        "joint": None if solution.joint is None else [_values_written(values) for values in solution.joint],
    }


def _odds_written(odds: WagerOdds) -> dict[str, Any]:
    return {
        "wager": odds.wager,
        "strategy": odds.strategy,
        "total": odds.total,
        "rows": [[row.label, str(row.net), row.count, row.bonus, row.case] for row in odds.rows],
        "distribution": [[str(net), count] for net, count in odds.distribution.items()],
        "average_bet": str(odds.average_bet),
        "interval": odds.interval,
    }


def _values_written(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {wager: str(value) for wager, value in values.items()}


def _read(data: dict[str, Any], game: Game[Any]) -> Solution:
    products = {(one, two): Fraction(value) for one, two, value in data["products"]}
    own_plays = {
        side: OwnPlay(_odds_read(own), _values_read(means)) for side, (own, means) in data["own_plays"].items()
    }
    return Solution(
        game.id,
        game.edition,
        game.options.values(),
        game.fingerprint,
        tuple(_odds_read(item) for item in data["wagers"]),
        products,
        data["estimated"],
        own_plays,
        None if data["joint"] is None else BestPlay(*map(_values_read, data["joint"])),
    )


def _odds_read(item: dict[str, Any]) -> WagerOdds:
    return WagerOdds(
        item["wager"],
        item["strategy"],
        item["total"],
        tuple(Row(label, Fraction(net), *facts) for label, net, *facts in item["rows"]),
        {Fraction(net): count for net, count in item["distribution"]},
        Fraction(item["average_bet"]),
        None if item["interval"] is None else (item["interval"][0], item["interval"][1]),
    )


def _values_read(item: dict[str, str]) -> dict[str, Fraction]:
    return {wager: Fraction(value) for wager, value in item.items()}
