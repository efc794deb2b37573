"""Training: how long a new exercise takes with its first question, and a graded answer with the question after it.

Kernels are warm: the first exercises of a kind are not counted. Nothing else makes such exercises, so that there is
nobody to compare with. The last column has the processor's own time: on a shared machine the clock on the wall also
counts what others do meanwhile.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import TableGame
from houseway.train import dealer_kinds, make, player_kinds
from houseway.train.items import all_steps, row_name

HEADINGS = ("what", "new exercise", "graded answer", "p95 of both, processor time")
WARM_UP, EXERCISES = 3, 60
ANSWERS = 6  # of one exercise at most: a whole round asks dozens of questions


class Spent(NamedTuple):
    """Seconds on the wall and of the processor."""

    wall: float
    processor: float


def timed(work: Callable[[], Any]) -> tuple[Spent, Any]:
    start, worked = time.perf_counter(), time.process_time()
    done = work()
    return Spent(time.perf_counter() - start, time.process_time() - worked), done


def measure(game: TableGame[Any], kind: str, wishes: Sequence[str] = ("",)) -> tuple[list[Spent], list[Spent]]:
    """Seconds of every new exercise and of every graded answer; what they should be about goes round."""
    new: list[Spent] = []
    graded: list[Spent] = []
    for number in range(WARM_UP + EXERCISES):

        def begin(seed: str = f"benchmark {number}", about: str = wishes[number % len(wishes)]) -> Any:
            exercise = make(game, kind, seed, about)
            return exercise, exercise.question

        seconds, (exercise, question) = timed(begin)
        answers: list[Spent] = []
        while question is not None and len(answers) < ANSWERS:
            key = exercise.key_answer()
            spent, question = timed(lambda: (exercise.answer(key), exercise.question)[1])  # noqa: B023 - called at once
            answers.append(spent)
        if number >= WARM_UP:
            new.append(seconds)
            graded += answers
    return new, graded


def late(seconds: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(seconds, n=20)[18]


def rows() -> Iterator[tuple[str, str, str, str]]:
    for game_id in game_ids():
        game = any_game_class(game_id).make()
        for kind in (*dealer_kinds(game), *player_kinds(game)):
            yield _row(f"{game_id}, {kind}", *measure(game, kind))
        rows = [row_name(wager.id, row.name) for wager in game.wagers for row in wager.paid_hands]
        for kind, what, wishes in (("next", "a step", list(all_steps(game))), ("pay", "a row", rows)):
            if kind in dealer_kinds(game) and wishes:
                yield _row(f"{game_id}, {kind}, about {what}", *measure(game, kind, wishes))


def _row(what: str, new: list[Spent], graded: list[Spent]) -> tuple[str, str, str, str]:
    processor = [late([spent.processor for spent in times]) * 1000 for times in (new, graded)]
    return what, _text(new), _text(graded), "{:.1f} ms, {:.1f} ms".format(*processor)


def _text(times: list[Spent]) -> str:
    wall = [spent.wall for spent in times]
    return f"median {statistics.median(wall) * 1000:.1f} ms, p95 {late(wall) * 1000:.1f} ms"
