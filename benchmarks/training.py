"""Training: how long a new exercise takes with its first question, and a graded answer with the question after it.

Each row is one kind of exercise in the game where it takes longest. Kernels are warm: the first exercises are not
counted.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import TableGame
from houseway.train import dealer_kinds, make, player_kinds

HEADINGS = ("kind of exercise", "new exercise", "its game", "graded answer", "its game")
WARM_UP, EXERCISES = 3, 40
ANSWERS = 6  # of one exercise at most: a whole round asks dozens of questions
Times = list[float]


def measure(game: TableGame[Any], kind: str) -> tuple[Times, Times]:
    """Seconds of every new exercise and of every graded answer."""
    new: Times = []
    graded: Times = []
    for number in range(WARM_UP + EXERCISES):
        start = time.perf_counter()
        exercise = make(game, kind, f"benchmark {number}")
        question = exercise.question
        new.append(time.perf_counter() - start)
        answers: Times = []
        while question is not None and len(answers) < ANSWERS:
            key = exercise.key_answer()
            start = time.perf_counter()
            exercise.answer(key)
            question = exercise.question
            answers.append(time.perf_counter() - start)
        if number >= WARM_UP:
            graded += answers
    return new[WARM_UP:], graded


def rows() -> Iterator[tuple[str, ...]]:
    measured: dict[str, list[tuple[str, tuple[Times, Times]]]] = defaultdict(list)
    for name in game_ids():
        game = any_game_class(name).make()
        for kind in (*dealer_kinds(game), *player_kinds(game)):
            measured[kind].append((name, measure(game, kind)))
    for kind, games in measured.items():
        yield (
            kind,
            *_slowest([(name, new) for name, (new, _) in games]),
            *_slowest([(name, a) for name, (_, a) in games]),
        )


def _slowest(games: list[tuple[str, Times]]) -> tuple[str, str]:
    """The times of the game with the highest 95th percentile, and that game."""
    name, times = max(games, key=lambda game: _late(game[1]))
    return f"median {statistics.median(times) * 1000:.1f} ms, p95 {_late(times) * 1000:.1f} ms", name


def _late(times: Times) -> float:
    return statistics.quantiles(times, n=20)[18]
