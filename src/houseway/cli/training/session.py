"""A session of training: exercises one after the other, every answer scored and kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from houseway.cli.training.feedback import Score
from houseway.cli.training.keeping import ProfileFile
from houseway.train.drill import items_of
from houseway.train.exercise import Exercise, Grade, Question
from houseway.train.registry import key_of

Exercises = Iterator[Exercise]


class Answered(NamedTuple):
    grade: Grade
    seconds: float
    late: bool


class Session:
    """Scores answers and keeps them in the profile."""

    def __init__(self, kept: ProfileFile | None, *, seconds: int | None = None) -> None:
        self.kept, self.seconds, self.score = kept, seconds, Score()
        self._changed = False

    def limit(self, question: Question) -> int | None:
        """The seconds for a question, where there is a clock."""
        return self.seconds if self.seconds is not None else question.seconds

    def answer(self, exercise: Exercise, question: Question, given: object, asked: float) -> Answered:
        """Judge an answer to what was asked at a time of `time.monotonic`; a refusal changes nothing."""
        number, seconds = len(exercise.grades), time.monotonic() - asked
        grade, late = self.judge(exercise, question, given, seconds)
        self.score.add(grade, seconds, late=late)
        if self.kept is not None:
            items = items_of(exercise, number, grade)
            self.kept.profile.record(
                key_of(exercise),
                items,
                grade,
                when=datetime.now(UTC),
                question=number,
                seconds=round(seconds, 2),
                again=exercise.again(number),
            )
            self._changed = True
        if exercise.over:
            self.score.exercises += 1
            self.save()
        return Answered(grade, seconds, late)

    def judge(self, exercise: Exercise, question: Question, given: object, seconds: float) -> tuple[Grade, bool]:
        """The judgement of an answer, and whether it came late."""
        limit = self.limit(question)
        return exercise.answer(given), limit is not None and seconds > limit

    def save(self) -> None:
        """Write what was answered since the last time."""
        if self.kept is not None and self._changed:
            self.kept.save()
            self._changed = False
