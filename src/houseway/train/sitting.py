"""A sitting of an exam: kept with the answers given so far and how long each took.

Time comes from outside, as a number of seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from houseway.errors import RecordError
from houseway.train.exam import Exam
from houseway.train.exercise import Exercise, Grade, Key, Question
from houseway.train.forms import AnswerError


class Answered(NamedTuple):
    """An answer to one question of an exam, and how it was judged."""

    given: Any
    seconds: float
    item: int  # the number of the exercise, from 0
    kind: str
    grade: Grade
    late: bool

    @property
    def right(self) -> bool:
        return self.grade.right and not self.late


class Sitting:
    """Somebody's answers to an exam: question by question, to the end."""

    def __init__(self, exam: Exam, keys: Iterable[Key] | None = None) -> None:
        self.exam = exam
        self.keys = exam.keys if keys is None else tuple(keys)
        self.answers: list[Answered] = []
        self._number = -1
        self._exercise: Exercise | None = None
        self._go_on()

    def _go_on(self) -> None:
        while self._exercise is None or self._exercise.over:
            self._number += 1
            if self._number >= len(self.keys):
                self._exercise = None
                return
            self._exercise = self.exam.exercise(self.keys[self._number])

    @property
    def exercises(self) -> int:
        return len(self.keys)

    @property
    def number(self) -> int:
        """How many exercises are done."""
        return min(self._number, len(self.keys))

    @property
    def over(self) -> bool:
        return self._exercise is None

    @property
    def exercise(self) -> Exercise | None:
        return self._exercise

    @property
    def question(self) -> Question | None:
        return None if self._exercise is None else self._exercise.question

    @property
    def seconds(self) -> float:
        """How long the answers have taken."""
        return sum(answer.seconds for answer in self.answers)

    def answer(self, given: object, seconds: float = 0) -> Grade:
        """Judge an answer that took so long; one that comes too late counts as wrong. A refusal changes nothing."""
        if self._exercise is None:
            raise AnswerError("This exam is over.")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
            raise AnswerError("The time of an answer is a number of seconds.")
        limit, whole = self.exam.seconds_per_question, self.exam.seconds
        late = limit is not None and seconds > limit
        late |= whole is not None and self.seconds + seconds > whole
        item, kind = self._number, self._exercise.kind
        grade = self._exercise.answer(given)
        self.answers.append(Answered(given, seconds, item, kind, grade, late))
        self._go_on()
        return grade

    def to_json(self) -> dict[str, Any]:
        return {
            "exam": self.exam.to_json(),
            "keys": [key.to_json() for key in self.keys],
            "answers": [{"given": answer.given, "seconds": answer.seconds} for answer in self.answers],
        }

    @classmethod
    def from_json(cls, data: object) -> Sitting:
        """The sitting that `to_json` wrote, where it was left."""
        if not isinstance(data, Mapping) or not isinstance(data.get("answers"), list):
            raise RecordError("This is not a sitting of an exam, or it is damaged.")
        exam = Exam.from_json(data.get("exam"))
        try:
            sitting = cls(exam, [Key(**key) for key in data["keys"]])
            for answer in data["answers"]:
                sitting.answer(answer["given"], answer["seconds"])
        except (KeyError, TypeError, AttributeError, AnswerError):
            raise RecordError("This is not a sitting of an exam, or it is damaged.") from None
        return sitting
