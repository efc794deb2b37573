"""Many rules solved: here, on processes of this machine, or on a cluster. The solutions are the same everywhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from houseway import __version__
from houseway.errors import HousewayError, OptionError
from houseway.odds.cache import solved
from houseway.odds.solution import Solution
from houseway.rules.game import Game

PATIENCE = 3.0  # seconds of counting here, about what it takes to start processes, before they are started
Progress = Callable[[int], None]  # called with the number of solutions that are there
Keep = Callable[[int, Solution], None]  # called with the number of a game and its solution
Task = tuple[type[Game[Any]], Any, str, str, str]


def solve_all(
    games: Sequence[Game[Any]],
    strategy: str,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda done: None,
) -> list[Solution]:
    """The solutions in the order of the games.

    The first are counted here, which also compiles what they need; when that takes long, the others are left to as many
    processes as there are cores, or to so many `workers`. What was counted before is read from disk.
    """
    if workers is not None and cluster is not None:
        raise OptionError("Workers of its own and a cluster cannot be combined: take one.")
    if workers is not None and not 1 <= workers <= 1024:
        raise OptionError(f"There may be 1 to 1024 workers, not {workers}.")
    found: dict[int, Solution] = {}

    def keep(number: int, solution: Solution) -> None:
        found[number] = solution
        progress(len(found))

    tasks = {number: task_of(game, strategy) for number, game in enumerate(games)}
    if cluster is not None:
        _on_cluster(tasks, cluster, keep)
    else:
        _here(tasks, workers, keep)
        _on_processes({number: tasks[number] for number in tasks if number not in found}, workers, keep)
    return [found[number] for number in range(len(games))]


def task_of(game: Game[Any], strategy: str) -> Task:
    """What a worker needs to know: options and edition make the game anew there."""
    return type(game), game.options, game.edition, strategy, __version__


def solve_task(task: Task) -> Solution:
    """A worker's part."""
    kind, options, edition, strategy, version = task
    if version != __version__:
        raise HousewayError(f"A worker has houseway {__version__}, not {version}: install the same everywhere.")
    return solved(kind(options, edition), strategy)


def _here(tasks: Mapping[int, Task], workers: int | None, keep: Keep) -> None:
    """Count in this process: everything, or until it is worth starting others."""
    most = _usual_workers() if workers is None else workers
    alone = most == 1 or any(task[0].__module__ == "__main__" for task in tasks.values())  # others could not import it
    patience = PATIENCE if workers is None else 0.0
    began = time.perf_counter()
    for number, task in tasks.items():
        keep(number, solve_task(task))
        left = len(tasks) - number - 1
        if not alone and left > 1 and time.perf_counter() - began >= patience:
            return


def _usual_workers() -> int:
    return os.cpu_count() or 1


def _on_processes(tasks: Mapping[int, Task], workers: int | None, keep: Keep) -> None:
    if not tasks:
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    from houseway.simulation.cluster import deaf

    # Spawned, not forked: a fork of a process with threads, such as numba's, may hang or die.
    most = min(workers or _usual_workers(), len(tasks))
    pool = ProcessPoolExecutor(most, mp_context=get_context("spawn"))
    try:
        with deaf(), _without_main():
            waiting = {pool.submit(solve_task, task): number for number, task in tasks.items()}
        for future in as_completed(waiting):
            keep(waiting[future], future.result())
    except BrokenProcessPool:
        raise HousewayError("A worker process died, perhaps for want of memory: take fewer workers.") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _without_main() -> Iterator[None]:
    """Processes started in here do not run the caller's script again to find what they never need from it."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _on_cluster(tasks: Mapping[int, Task], address: str, keep: Keep) -> None:
    from houseway.simulation.cluster import ATTEMPTS, Cluster

    with Cluster(address=address) as running, running.client.as_current():
        distributed: Any = import_module("distributed")
        try:
            waiting = {
                running.client.submit(solve_task, task, pure=False, retries=ATTEMPTS): number
                for number, task in tasks.items()
            }
            completed: Iterable[Any] = distributed.as_completed(list(waiting))
            for future in completed:
                keep(waiting[future], _result(future))
        except (CancelledError, OSError):
            raise HousewayError("The scheduler is gone: start it again; what was counted need not be again.") from None


def _result(future: Any) -> Solution:
    from distributed.scheduler import KilledWorker

    try:
        found: Solution = future.result()
    except KilledWorker:
        raise HousewayError("The workers die on this game again and again: see their logs.") from None
    return found
