"""Exams in the database: one row each, and one for every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.server.protocol.exams import ExamTerms
from houseway.server.protocol.questions import AnswerGrade
from houseway.server.storage.damage import DamagedRow, reading
from houseway.server.storage.journal import Change
from houseway.server.storage.schema import Json, exam_answers, exams
from houseway.train.exercise import Key

log = structlog.get_logger("training")

_START = sa.update(exams).where(exams.c.id == sa.bindparam("b_id")).values(started=sa.bindparam("b_now"))
_WITHDRAW = sa.update(exams).where(exams.c.id == sa.bindparam("b_id")).values(withdrawn=sa.bindparam("b_now"))
_END = (
    sa.update(exams)
    .where(exams.c.id == sa.bindparam("b_id"))
    .values(ended=sa.bindparam("b_ended"), result=sa.bindparam("b_result", type_=Json))
)


class Answered(NamedTuple):
    """One answer, with the judgement it got then: a sheet can be read when the rules have changed since."""

    number: int
    item: int
    answer: Any
    grade: AnswerGrade
    asked: int
    made: int

    @property
    def seconds(self) -> float:
        return (self.made - self.asked) / 1000


class Planned(NamedTuple):
    """One exercise of an exam."""

    kind: str
    seed: str
    about: str


class StoredExam:
    """An exam as it stands. Whoever changes it holds its lock."""

    def __init__(self, row: Any, answers: Iterable[Answered] = ()) -> None:
        self.id: int = row.id
        self.person_id: int = row.person_id
        self.by_id: int | None = row.by_id
        self.game: str = row.game
        self.edition: str = row.edition
        self.options: dict[str, str | int] = row.options
        self.fingerprint: str = row.fingerprint
        self.seed: str = row.seed
        self.terms: ExamTerms = row.terms
        with reading(f"Exam {row.id}"):
            self.plan = [Planned(*item) for item in row.plan]
            self.terms["seconds"]  # whoever takes it is told how long they have
        self.assigned: int = row.assigned
        self.started: int | None = row.started
        self.ended: int | None = row.ended
        self.withdrawn: int | None = row.withdrawn
        self.result: dict[str, Any] | None = row.result
        self.answers = list(answers)
        self.item = self.answers[-1].item if self.answers else 0  # the exercise that asks now, or the one before it
        self.lock = asyncio.Lock()

    def key(self, item: int) -> Key:
        """What makes one of its exercises."""
        kind, seed, about = self.plan[item]
        return Key(self.game, self.edition, self.options, self.fingerprint, kind, seed, about)

    def given(self, item: int) -> list[object]:
        """The answers to one of its exercises."""
        return [answered.answer for answered in self.answers if answered.item == item]

    @property
    def open(self) -> bool:
        return self.started is not None and self.ended is None and self.withdrawn is None

    @property
    def ends(self) -> int | None:
        """When the time for all of it is up."""
        seconds = self.terms["seconds"]
        return None if seconds is None or self.started is None else self.started + 1000 * seconds

    @property
    def asked(self) -> int:
        """Since when the question now is asked."""
        return self.answers[-1].made if self.answers else self.started or 0


def start(change: Change, exam: StoredExam, now: int) -> None:
    change.update(_START, {"b_id": exam.id, "b_now": now})


def withdraw(change: Change, exam: StoredExam, now: int) -> None:
    change.update(_WITHDRAW, {"b_id": exam.id, "b_now": now})


def add_answer(change: Change, exam: StoredExam, answered: Answered) -> None:
    change.insert(exam_answers, {"exam_id": exam.id, **answered._asdict()})


def end(change: Change, exam: StoredExam, ended: int, result: dict[str, Any]) -> None:
    change.update(_END, {"b_id": exam.id, "b_ended": ended, "b_result": result})


async def load(connection: AsyncConnection, *conditions: sa.ColumnElement[bool], limit: int) -> list[StoredExam]:
    """Exams with their answers, newest first."""
    rows = (
        await connection.execute(sa.select(exams).where(*conditions).order_by(exams.c.id.desc()).limit(limit))
    ).all()
    found = await connection.execute(
        sa.select(exam_answers)
        .where(exam_answers.c.exam_id.in_([row.id for row in rows]))
        .order_by(exam_answers.c.exam_id, exam_answers.c.number)
    )
    by_exam: dict[int, list[Answered]] = {}
    for row in found:
        answered = Answered(row.number, row.item, row.answer, row.grade, row.asked, row.made)
        by_exam.setdefault(row.exam_id, []).append(answered)
    return [exam for row in rows if (exam := _read(row, by_exam.get(row.id, ()))) is not None]


def _read(row: Any, answers: Iterable[Answered]) -> StoredExam | None:
    """An exam; a damaged one is left out, so that the others can be taken and read."""
    try:
        return StoredExam(row, answers)
    except DamagedRow as error:
        log.error(str(error), exam=row.id)
        return None


async def counted(connection: AsyncConnection, ids: Iterable[int]) -> dict[int, int]:
    """How many answers were given in each of these exams."""
    query = sa.select(exam_answers.c.exam_id, sa.func.count()).where(exam_answers.c.exam_id.in_(list(ids)))
    rows = await connection.execute(query.group_by(exam_answers.c.exam_id))
    return {exam_id: count for exam_id, count in rows}  # noqa: C416 - no pairs to mypy
