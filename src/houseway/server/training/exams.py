"""Exams: assigned by the pit or taken up for practice, answered question by question, every answer stored at once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple, cast

import sqlalchemy as sa

from houseway.errors import HousewayError
from houseway.server.protocol.exams import ExamTerms
from houseway.server.protocol.questions import AnswerGrade
from houseway.server.refusals import Refusal
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.schema import exams
from houseway.server.training import exam_rows
from houseway.server.training.exam_rows import Answered, StoredExam
from houseway.server.training.exercises import Shown
from houseway.server.training.live import Live
from houseway.server.training.planning import planned
from houseway.server.training.rules import trained_game
from houseway.server.training.scoring import result
from houseway.server.training.workers import Workers
from houseway.train.exam import Exam
from houseway.train.exercise import Exercise, Grade
from houseway.train.forms import AnswerError

AT_HAND = 500  # exams
MOST_LISTED = 200
MOST_TO_TAKE = 50  # of one person, so that nobody fills the database
NO_SUCH_EXAM = "There is no such exam."


class NewExam(NamedTuple):
    """An exam to be set."""

    person_id: int
    by_id: int | None
    exam: Exam
    terms: ExamTerms


class Standing(NamedTuple):
    """What an exam asks now: in its exercise `item`, or nothing more."""

    item: int
    shown: Shown | None


class Exams:
    """Everybody's exams. Those that were used last are at hand, with one lock for each."""

    def __init__(self, journal: Journal, workers: Workers, live: Live) -> None:
        self._journal, self._workers, self._live = journal, workers, live
        self._at_hand: OrderedDict[int, StoredExam] = OrderedDict()

    async def assign(self, new: NewExam) -> StoredExam:
        """Set an exam: its exercises are chosen now, so that it stays the same."""
        async with self._journal.database.read() as connection:
            waiting = sa.select(sa.func.count()).where(
                exams.c.person_id == new.person_id, exams.c.ended.is_(None), exams.c.withdrawn.is_(None)
            )
            if (await connection.scalar(waiting) or 0) >= MOST_TO_TAKE:
                raise Refusal("too_many", f"There are {MOST_TO_TAKE} exams to take already.", 409)
        whose = f"person {new.by_id or new.person_id}"
        plan = await self._workers.run("exam", whose, planned, new.exam)
        told = new.exam.to_json()
        row = {
            "id": self._journal.next_id("exams"),
            "person_id": new.person_id,
            "by_id": new.by_id,
            **{name: told[name] for name in ("game", "edition", "options", "fingerprint", "seed")},
            "terms": {**new.terms, "kinds": list(dict.fromkeys(item.kind for item in plan))},
            "plan": [list(item) for item in plan],
            "assigned": now_ms(),
            "started": None,
            "ended": None,
            "withdrawn": None,
            "result": None,
        }
        change = Change()
        change.insert(exams, row)
        await self._journal.commit(change)
        return await self.find(cast("int", row["id"]))

    async def find(self, exam_id: int) -> StoredExam:
        """An exam by its number."""
        found = self._at_hand.get(exam_id)
        if found is None:
            async with self._journal.database.read() as connection:
                loaded = await exam_rows.load(connection, exams.c.id == exam_id, limit=1)
            if not loaded:
                raise Refusal("unknown_exam", NO_SUCH_EXAM, 404)
            found = self._at_hand.setdefault(exam_id, loaded[0])  # another request may have been faster
        self._at_hand.move_to_end(exam_id)
        self._make_room()
        return found

    def _make_room(self) -> None:
        """Never one that somebody is about to change."""
        for exam_id in list(self._at_hand)[: max(0, len(self._at_hand) - AT_HAND)]:
            if not self._at_hand[exam_id].lock.locked():
                del self._at_hand[exam_id]

    async def of_person(self, person_id: int) -> list[StoredExam]:
        async with self._journal.database.read() as connection:
            return await exam_rows.load(connection, exams.c.person_id == person_id, limit=MOST_LISTED)

    async def start(self, exam: StoredExam) -> None:
        """The clock begins to run; for one that is under way, nothing changes."""
        async with exam.lock:
            if exam.started is None:
                self._check(exam)
                now, change = now_ms(), Change()
                exam_rows.start(change, exam, now)
                await self._journal.commit(change)
                exam.started = now

    async def withdraw(self, exam: StoredExam) -> None:
        """Take back an exam that was not begun."""
        async with exam.lock:
            if exam.started is not None:
                raise Refusal("exam_begun", "This exam has been begun: it cannot be withdrawn any more.", 409)
            if exam.withdrawn is None:
                now, change = now_ms(), Change()
                exam_rows.withdraw(change, exam, now)
                await self._journal.commit(change)
                exam.withdrawn = now

    async def standing(self, exam: StoredExam) -> Standing:
        """What is asked now. An exam whose time is up ends here."""
        async with exam.lock:
            if not exam.open or retired(exam):
                return Standing(exam.item, None)
            return await self._standing(exam)

    async def _standing(self, exam: StoredExam) -> Standing:
        whose = f"person {exam.person_id}"
        item, shown = await self._workers.run("dealer", whose, self._now, exam)
        if exam.ends is not None and now_ms() > exam.ends:
            await self._end(exam, Change(), item, exam.ends)
            return Standing(item, None)
        return Standing(item, shown)

    async def answer(self, exam: StoredExam, number: int, given: object) -> None:
        """Judge and store an answer; one that is sent again counts once."""
        async with exam.lock:
            if number < len(exam.answers):
                return
            self._check(exam)
            if exam.started is None:
                raise Refusal("not_begun", "Begin the exam first: then its clock runs.", 409)
            made = now_ms()
            if exam.ended is not None or (exam.ends is not None and made > exam.ends):
                if exam.ended is None:
                    await self._standing(exam)
                raise Refusal("exam_over", "This exam is over.", 409)
            if number > len(exam.answers):
                raise Refusal("stale_question", "This question is not asked now: look at the exam again.", 409)
            whose = f"person {exam.person_id}"
            item, grade, over = await self._workers.run("dealer", whose, self._judged, exam, given)
            answered = Answered(number, item, given, grade, exam.asked, made)
            change = Change()
            exam_rows.add_answer(change, exam, answered)
            if over and item + 1 == len(exam.plan):
                exam.answers.append(answered)
                try:
                    await self._end(exam, change, item + 1, made)
                except BaseException:
                    exam.answers.pop()  # it was not stored
                    raise
            else:
                await self._journal.commit(change)
                exam.answers.append(answered)
                exam.item = item + 1 if over else item

    async def _end(self, exam: StoredExam, change: Change, finished: int, ended: int) -> None:
        found = result(exam, finished, ended)
        exam_rows.end(change, exam, ended, cast("dict[str, Any]", found))
        await self._journal.commit(change)
        exam.ended, exam.result = ended, cast("dict[str, Any]", found)
        self._live.forget((exam.id, finished))

    def _check(self, exam: StoredExam) -> None:
        if exam.withdrawn is not None:
            raise Refusal("withdrawn", "This exam was withdrawn.", 409)
        if why := retired(exam):
            raise Refusal("retired", why, 409)

    # --- in a thread ---

    def _now(self, exam: StoredExam) -> tuple[int, Shown | None]:
        item, exercise = self._current(exam)
        if exercise is None:
            return item, None
        shown = Shown.of(exercise)
        self._live.keep((exam.id, item), exercise)
        return item, shown

    def _current(self, exam: StoredExam) -> tuple[int, Exercise | None]:
        """The exercise that asks now, after the answers given to it."""
        for item in range(exam.item, len(exam.plan)):
            exercise = self._live.take((exam.id, item), exam.key(item), exam.given(item))
            if not exercise.over:
                return item, exercise
        return len(exam.plan), None

    def _judged(self, exam: StoredExam, given: object) -> tuple[int, AnswerGrade, bool]:
        item, exercise = self._current(exam)
        assert exercise is not None, "an exam ends with its last answer"
        try:
            judged: Grade = exercise.answer(given)
        except AnswerError:
            self._live.keep((exam.id, item), exercise)
            raise
        if not exercise.over:
            self._live.keep((exam.id, item), exercise)
        return item, cast("AnswerGrade", judged.to_json()), exercise.over


def retired(exam: StoredExam) -> str:
    """Why an exam cannot be taken any more; empty where it can."""
    try:
        game = trained_game(exam.game, exam.edition, exam.options)
    except HousewayError as error:
        return str(error)
    if game.fingerprint != exam.fingerprint:
        return f"The rules of {game.name} have changed since this exam was set: it is retired."
    return ""
