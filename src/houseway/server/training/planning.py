"""A stored exam as `houseway.train.exam` knows it: its settings, the exercises chosen for it, its score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from houseway.rules.game import TableGame
from houseway.server.protocol.exams import ExamTerms
from houseway.server.protocol.questions import AnswerGrade
from houseway.server.training.exam_rows import Planned, StoredExam
from houseway.server.training.rules import trained_game
from houseway.train.exam import Exam
from houseway.train.exercise import Grade, Judged
from houseway.train.items import StepRef
from houseway.train.score_sheet import ScoreSheet
from houseway.train.sitting import Answered


def settings(game: TableGame[Any], seed: str, terms: ExamTerms) -> Exam:
    """What is refused is no exam."""
    return Exam(
        game,
        seed,
        pass_mark=terms["pass_mark"],
        seconds_per_question=terms["question_seconds"],
        seconds=terms["seconds"],
        kinds=tuple(terms["kinds"]),
    )


def planned(exam: Exam) -> list[Planned]:
    """The exercises of an exam. It takes seconds to find some that examine everything; a whole class is given the same
    ones."""
    return list(_planned(exam.game, exam.seed, exam.kinds))


@lru_cache(maxsize=200)
def _planned(game: TableGame[Any], seed: str, kinds: tuple[str, ...]) -> tuple[Planned, ...]:
    return tuple(Planned(key.kind, key.seed, key.about) for key in Exam(game, seed, kinds=kinds).keys)


class StoredSitting(NamedTuple):
    """A sitting that is kept in the database."""

    exam: Exam
    exercises: int
    number: int  # of exercises that are done
    answers: Sequence[Answered]

    @property
    def seconds(self) -> float:
        return sum(answer.seconds for answer in self.answers)


def scored(exam: StoredExam, done: int) -> ScoreSheet:
    """The score of the answers, as they were judged when they were given, with so many exercises done."""
    game = trained_game(exam.game, exam.edition, exam.options)
    limit = exam.terms["question_seconds"]
    answers = [
        Answered(
            item.answer,
            item.seconds,
            item.item,
            exam.plan[item.item].kind,
            grade(item.grade),
            limit is not None and item.seconds > limit,
        )
        for item in exam.answers
    ]
    sitting = StoredSitting(settings(game, exam.seed, exam.terms), len(exam.plan), done, answers)
    return ScoreSheet.of(sitting, name="", date="")


def grade(stored: AnswerGrade) -> Grade:
    """A judgement out of the database, as far as scores need it."""
    parts = []
    for part in stored["parts"]:
        step = part["step"]
        ref = None if step is None else StepRef(tuple(step["path"]), step["ref"], step["text"])
        parts.append(Judged(part["id"], part["right"], part["given"], part["expected"], step=ref, cost=part["cost"]))
    return Grade(tuple(parts), mark=stored["mark"])
