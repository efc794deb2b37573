"""What a sitting of an exam came to.

The result is the smaller of two shares. By exercises, each weighs alike: its points are the share of its questions that
were answered rightly and in time, and one that was not answered to its end has none. By questions, a whole round weighs
as many as it has acts. So a dealer who deals rounds badly fails, and so does one who can only deal rounds. Every kind
of exercise has to be passed as well (see `KindScore`): nobody makes up for one by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from houseway.rounding import rounded
from houseway.train.exam import Exam
from houseway.train.items import StepRef
from houseway.train.sitting import Answered

FEW = 5  # questions of a kind; of fewer the share says little


class StepErrors(NamedTuple):
    """What went wrong at one step of the manual."""

    step: StepRef
    errors: int
    cost: int  # in cents: above 0 what the house would have lost, below 0 the guests

    def to_json(self) -> dict[str, Any]:
        return {"step": self.step.to_json(), "errors": self.errors, "cost": self.cost}


class KindScore(NamedTuple):
    """The questions of one kind of exercise."""

    right: int
    asked: int

    def passed(self, mark: int) -> bool:
        """Whether the share comes to the mark, in percent. Of fewer than five questions one may be wrong, but not all
        of them."""
        if self.asked < FEW:
            return self.asked - self.right <= 1 and self.right > 0
        return 100 * self.right >= mark * self.asked


class Sat(Protocol):
    """What a score sheet is made from: a sitting, or one that is kept elsewhere with its judgements."""

    @property
    def exam(self) -> Exam: ...
    @property
    def exercises(self) -> int:
        """How many the exam has."""
        ...

    @property
    def number(self) -> int:
        """How many of them are done."""
        ...

    @property
    def answers(self) -> Sequence[Answered]: ...
    @property
    def seconds(self) -> float: ...


@dataclass(frozen=True)
class ScoreSheet:
    """What a sitting came to."""

    name: str
    date: str
    exam: Exam
    exercises: int  # of the exam
    points: Fraction  # out of as many as there are exercises
    asked: int  # questions
    right: int
    late: int
    seconds: float
    finished: bool
    by_kind: Mapping[str, KindScore]
    errors: tuple[StepErrors, ...]

    @classmethod
    def of(cls, sitting: Sat, *, name: str, date: str) -> ScoreSheet:
        """The score of a sitting so far; it can be passed only when it is finished."""
        by_kind: dict[str, KindScore] = {}
        errors: dict[tuple[int, ...], StepErrors] = {}
        for answer in sitting.answers:
            score = by_kind.get(answer.kind, KindScore(0, 0))
            by_kind[answer.kind] = KindScore(score.right + answer.right, score.asked + 1)
            for part in answer.grade.parts:
                if part.step is not None and (answer.late or not part.right):
                    before = errors.get(part.step.path, StepErrors(part.step, 0, 0))
                    errors[part.step.path] = before._replace(errors=before.errors + 1, cost=before.cost + part.cost)
        return cls(
            name,
            date,
            sitting.exam,
            exercises=sitting.exercises,
            points=_points(sitting),
            asked=len(sitting.answers),
            right=sum(answer.right for answer in sitting.answers),
            late=sum(answer.late for answer in sitting.answers),
            seconds=sitting.seconds,
            finished=sitting.number == sitting.exercises,
            by_kind=by_kind,
            errors=tuple(errors[path] for path in sorted(errors)),
        )

    @property
    def share(self) -> Fraction:
        """The smaller of the shares by exercises and by questions."""
        if not self.exercises or not self.asked:
            return Fraction()
        return min(self.points / self.exercises, Fraction(self.right, self.asked))

    @property
    def percent(self) -> int:
        """The result, rounded down."""
        return int(100 * self.share)

    @property
    def passed(self) -> bool:
        return self.finished and 100 * self.share >= self.exam.pass_mark and not self.failed_kinds

    @property
    def failed_kinds(self) -> tuple[str, ...]:
        """The kinds of exercises that were not passed."""
        return tuple(kind for kind, score in self.by_kind.items() if not score.passed(self.exam.pass_mark))

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "date": self.date,
            **self.exam.to_json(),
            "title": self.exam.game.name,
            "exercises": self.exercises,
            "points": float(rounded(self.points, 2)),
            "asked": self.asked,
            "right": self.right,
            "late": self.late,
            "taken": self.seconds,
            "percent": self.percent,
            "finished": self.finished,
            "passed": self.passed,
            "by_kind": {
                kind: {**score._asdict(), "passed": score.passed(self.exam.pass_mark)}
                for kind, score in self.by_kind.items()
            },
            "errors": [item.to_json() for item in self.errors],
        }


def _points(sitting: Sat) -> Fraction:
    done = [answer for answer in sitting.answers if answer.item < sitting.number]
    asked = Counter(answer.item for answer in done)
    right = Counter(answer.item for answer in done if answer.right)
    return sum((Fraction(right[item], count) for item, count in asked.items()), Fraction())
