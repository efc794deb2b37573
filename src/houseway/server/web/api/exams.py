"""Exams: those to take, one's own score sheets; for the pit, setting them and looking at trainees."""

from __future__ import annotations

import secrets
from typing import Annotated, cast

from fastapi import APIRouter, Query, Request
from pydantic import Field

from houseway.errors import OptionError
from houseway.server.people.people import Person
from houseway.server.protocol import exams as sent
from houseway.server.protocol.values import Person as TraineePerson
from houseway.server.refusals import Refusal
from houseway.server.storage.journal import now_ms
from houseway.server.training import scoring
from houseway.server.training.exam_rows import StoredExam
from houseway.server.training.exams import NO_SUCH_EXAM, NewExam, retired
from houseway.server.training.planning import settings
from houseway.server.training.progress import Pace
from houseway.server.training.rules import trained_game
from houseway.server.training.trainees import trainee, trainees
from houseway.server.web.api.dependencies import (
    NO_NUL,
    PROBLEMS,
    CurrentPerson,
    CurrentVisitor,
    IdPath,
    LimitQuery,
    PitStaff,
    Text,
    people_of,
    sent_as_built,
)
from houseway.server.web.api.games import game_felt
from houseway.server.web.api.history import game_name
from houseway.server.web.api.training import NewAnswer, Seed, TrainedGame, check_rate, training_of
from houseway.train.exam import PASS_MARK
from houseway.train.kinds import words

router = APIRouter(prefix="/api", tags=["exams"], responses=PROBLEMS)
LONGEST = 24 * 3600  # seconds
LEAST_SEED = 12  # characters of an assigned exam's: whoever guesses it can make the same exercises and see the answers


class ExamToTake(TrainedGame):
    """An exam: its rules, the share of right answers that passes in percent, the time in seconds for all of it and for
    one question, the kinds of exercises (all, where none is named). The same `seed` gives the same exam."""

    seed: Seed | None = None
    pass_mark: Annotated[int, Field(ge=1, le=100)] = PASS_MARK
    seconds: Annotated[int, Field(ge=1, le=LONGEST)] | None = None
    question_seconds: Annotated[int, Field(ge=1, le=LONGEST)] | None = None
    kinds: list[Text] = Field(default_factory=list, max_length=20)


class ExamToAssign(ExamToTake):
    """An exam for somebody else, by their number. A `seed` of one's own is not to be guessed, so it is long."""

    person: Annotated[int, Field(ge=1, le=2**63 - 1)]


def _new_exam(body: ExamToTake, person_id: int, by_id: int | None) -> NewExam:
    terms: sent.ExamTerms = {
        "pass_mark": body.pass_mark,
        "seconds": body.seconds,
        "question_seconds": body.question_seconds,
        "kinds": list(dict.fromkeys(body.kinds)),
    }
    return NewExam(person_id, by_id, settings(body.made(), body.seed or secrets.token_hex(8), terms), terms)


@router.get("/train/exams")
@sent_as_built
async def own_exams(request: Request, person: CurrentPerson) -> sent.ExamList:
    """Your exams, newest first."""
    found = await training_of(request).exams.of_person(person.id)
    return {"exams": [_line(request, exam) for exam in found]}


@router.post("/train/exams")
@sent_as_built
async def practice_exam(
    request: Request, visitor: CurrentVisitor, person: CurrentPerson, body: ExamToTake
) -> sent.ExamState:
    """An exam for practice, that nobody has assigned; its clock runs when it is begun."""
    check_rate(request, visitor, "exams")
    exam = await training_of(request).exams.assign(_new_exam(body, person.id, None))
    return await _state(request, exam)


@router.get("/train/exams/{exam_id}")
@sent_as_built
async def one_exam(request: Request, person: CurrentPerson, exam_id: IdPath) -> sent.ExamState:
    """An exam of yours with what it asks now; the pit may look at anybody's."""
    return await _state(request, await _readable(request, person, exam_id))


@router.post("/train/exams/{exam_id}/start")
@sent_as_built
async def start_exam(request: Request, person: CurrentPerson, exam_id: IdPath) -> sent.ExamState:
    """Begin: the clock runs. One that is under way goes on."""
    exam = await _own(request, person, exam_id)
    await training_of(request).exams.start(exam)
    return await _state(request, exam)


@router.post("/train/exams/{exam_id}/answers")
@sent_as_built
async def answer_exam(request: Request, person: CurrentPerson, exam_id: IdPath, body: NewAnswer) -> sent.ExamState:
    """Answer what is asked now. How it was judged is on the score sheet, when all is over."""
    exam = await _own(request, person, exam_id)
    await training_of(request).exams.answer(exam, body.number, body.answer)
    return await _state(request, exam)


@router.get("/train/exams/{exam_id}/sheet")
@sent_as_built
async def score_sheet(request: Request, person: CurrentPerson, exam_id: IdPath) -> sent.ScoreSheet:
    """The score sheet of an exam that is over: your own, or for the pit anybody's."""
    exam = await _readable(request, person, exam_id)
    await training_of(request).exams.standing(exam)  # its time may be up
    if exam.ended is None or exam.result is None:
        raise Refusal("exam_not_over", "There is a score sheet when the exam is over.", 409)
    result = cast("scoring.ExamResult", exam.result)
    told = person.role != "player" or exam.by_id is None
    return {
        **_line(request, exam),
        "sheet": [_exercise(exam, item) for item in range(len(exam.plan))],
        "steps": result["steps"],
        "kinds": result["kinds"],
        "seed": exam.seed if told else None,
    }


async def _own(request: Request, person: Person, exam_id: int) -> StoredExam:
    exam = await training_of(request).exams.find(exam_id)
    if exam.person_id != person.id:
        raise Refusal("unknown_exam", NO_SUCH_EXAM, 404)
    return exam


async def _readable(request: Request, person: Person, exam_id: int) -> StoredExam:
    exam = await training_of(request).exams.find(exam_id)
    if exam.person_id != person.id and person.role == "player":
        raise Refusal("unknown_exam", NO_SUCH_EXAM, 404)
    return exam


def _standing(exam: StoredExam, why: str) -> sent.ExamStanding:
    if exam.withdrawn is not None:
        return "withdrawn"
    if exam.ended is not None:
        return "over"
    if why:
        return "retired"
    return "assigned" if exam.started is None else "under_way"


def _line(request: Request, exam: StoredExam) -> sent.ExamLine:
    people, why = people_of(request), "" if exam.ended or exam.withdrawn else retired(exam)
    return {
        "id": exam.id,
        "trainee": _person(people.person(exam.person_id), exam.person_id),
        "assigned_by": None if exam.by_id is None else people.name(exam.by_id),
        "game": exam.game,
        "game_name": game_name(exam.game),
        "edition": exam.edition,
        "options": dict(exam.options),
        "fingerprint": exam.fingerprint,
        "standing": _standing(exam, why),
        "why_retired": why,
        "terms": exam.terms,
        "exercises": len(exam.plan),
        "answered": len(exam.answers),
        "assigned": exam.assigned,
        "started": exam.started,
        "ended": exam.ended,
        "score": exam.result["score"] if exam.result else None,
    }


def _person(person: Person | None, person_id: int) -> TraineePerson:
    if person is None:
        return {"id": person_id, "name": f"Person {person_id}", "role": "player", "guest": False}
    return {"id": person.id, "name": person.name, "role": person.role, "guest": person.guest}


async def _state(request: Request, exam: StoredExam) -> sent.ExamState:
    item, shown = await training_of(request).exams.standing(exam)
    question = shown.question if shown else None
    kind = exam.plan[item].kind if question else ""
    limit_ = exam.terms["question_seconds"]
    why = retired(exam)
    return {
        **_line(request, exam),
        "felt": None if why else game_felt(trained_game(exam.game, exam.edition, exam.options)),
        "number": len(exam.answers),
        "exercise": min(item + 1, len(exam.plan)),
        "kind": kind,
        "title": words(kind).title if kind else "",
        "question": question,
        "now": now_ms(),
        "ends": exam.ends if question else None,
        "question_ends": exam.asked + 1000 * limit_ if question and limit_ is not None else None,
    }


def _exercise(exam: StoredExam, item: int) -> sent.SheetExercise:
    kind, _, about = exam.plan[item]
    answers: list[sent.SheetAnswer] = [
        {
            "number": answered.number,
            "grade": answered.grade,
            "late": scoring.late(exam, answered),
            "seconds": round(answered.seconds, 1),
        }
        for answered in exam.answers
        if answered.item == item
    ]
    return {"kind": kind, "title": words(kind).title, "about": about, "answers": answers}


# --- the pit ---


@router.get("/pit/trainees")
@sent_as_built
async def all_trainees(
    request: Request,
    person: PitStaff,
    q: Annotated[str, Query(max_length=100, pattern=NO_NUL)] = "",
    limit: LimitQuery = 50,
) -> sent.Trainees:
    """Everybody who trains, by a part of their name: exams, weak steps, times, trend."""
    found = await trainees(training_of(request).journal, people_of(request), q, limit)
    return {"trainees": found}


@router.get("/pit/trainees/{person_id}")
@sent_as_built
async def one_trainee(request: Request, person: PitStaff, person_id: IdPath) -> sent.TraineeDetail:
    """One trainee with all exams."""
    if people_of(request).person(person_id) is None:
        raise Refusal("unknown_person", "There is nobody of that number.", 404)
    training = training_of(request)
    found = await trainee(training.journal, people_of(request), person_id)
    taken = await training.exams.of_person(person_id)
    results = [exam.result for exam in taken if exam.result]
    practice = await training.progress(person_id, Pace())
    return {
        **found,
        "exams": [_line(request, exam) for exam in taken],
        "kinds": scoring.added_kinds(results),
        "practice": practice["rules"],
    }


@router.post("/pit/exams")
@sent_as_built
async def assign_exam(request: Request, visitor: CurrentVisitor, person: PitStaff, body: ExamToAssign) -> sent.ExamLine:
    """Assign an exam to somebody."""
    found = people_of(request).person(body.person)
    if found is None or found.program:
        raise Refusal("unknown_person", "There is nobody of that number.", 404)
    if body.seed is not None and len(body.seed.strip()) < LEAST_SEED:
        raise OptionError(
            f"A seed that can be guessed gives the exam away: take at least {LEAST_SEED} characters, or leave it out, "
            "and the house chooses one."
        )
    check_rate(request, visitor, "exams")
    return _line(request, await training_of(request).exams.assign(_new_exam(body, found.id, person.id)))


@router.post("/pit/exams/{exam_id}/withdraw")
@sent_as_built
async def withdraw_exam(request: Request, person: PitStaff, exam_id: IdPath) -> sent.ExamLine:
    """Take back an exam that was not begun."""
    exams = training_of(request).exams
    exam = await exams.find(exam_id)
    await exams.withdraw(exam)
    return _line(request, exam)
