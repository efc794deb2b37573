"""Answers about exams: those to take, the question now, score sheets, and what the pit sees of trainees."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType, TypedDict

from houseway.server.protocol.games import GameFelt
from houseway.server.protocol.questions import AnswerGrade, StepOfManual, TrainingQuestion
from houseway.server.protocol.training import RulesProgress
from houseway.server.protocol.values import Cents, Milliseconds, OptionValues, Person

ExamStanding = TypeAliasType("ExamStanding", Literal["assigned", "under_way", "over", "withdrawn", "retired"])


class ExamTerms(TypedDict):
    """What an exam is held to: the share of right answers that passes, in percent; the time for all of it and for one
    question, in seconds, null where there is no limit; the kinds of exercises in it."""

    pass_mark: int
    seconds: int | None
    question_seconds: int | None
    kinds: list[str]


class ExamScore(TypedDict):
    """What came of an exam: the smaller of the shares right by exercises and by questions, in percent, rounded down.
    Only one that was `finished` before its time was up is passed. `late` answers came after the time for their
    question, and count as wrong."""

    percent: int
    passed: bool
    finished: bool
    exercises: int
    questions: int
    right: int
    late: int
    seconds: float


class ExamLine(TypedDict):
    """An exam as lists have it. `assigned_by` is null for one that the trainee took up for practice. One is `retired`
    when its rules are no longer those that are installed: `why_retired` says so. `score` is null until it is over."""

    id: int
    trainee: Person
    assigned_by: str | None
    game: str
    game_name: str
    edition: str
    options: OptionValues
    fingerprint: str
    standing: ExamStanding
    why_retired: str
    terms: ExamTerms
    exercises: int
    answered: int
    assigned: Milliseconds
    started: Milliseconds | None
    ended: Milliseconds | None
    score: ExamScore | None


class ExamList(TypedDict):
    """Exams, newest first."""

    exams: list[ExamLine]


class ExamState(ExamLine):
    """An exam with what is asked now: question `number` from 0 of the whole exam, in its exercise `exercise` from 1, of
    this `kind`. There is no question before it is started, and after its end. `ends` is when the time for all of it is
    up, `question_ends` that for the question; `now` is the server's clock, for whoever counts down."""

    felt: GameFelt | None
    number: int
    exercise: int
    kind: str
    title: str
    question: TrainingQuestion | None
    now: Milliseconds
    ends: Milliseconds | None
    question_ends: Milliseconds | None


class SheetAnswer(TypedDict):
    """One answer of an exam, with its judgement and the time it took."""

    number: int
    grade: AnswerGrade
    late: bool
    seconds: float


class SheetExercise(TypedDict):
    """One exercise of an exam, and what it was about, as coverage names things; there are no answers where it was not
    reached."""

    kind: str
    title: str
    about: str
    answers: list[SheetAnswer]


class StepErrors(TypedDict):
    """How often a step was asked for and how often it went wrong, with what that would have cost the house and
    guests."""

    step: StepOfManual
    asked: int
    errors: int
    house_cost: Cents
    guest_cost: Cents


class KindResult(TypedDict):
    """Answers to exercises of one kind."""

    kind: str
    title: str
    questions: int
    right: int
    seconds: float


class ScoreSheet(ExamLine):
    """An exam that is over, answer by answer, with its errors by step. `seed` gives the same exam again: it is told to
    the pit, and to whoever took it up for practice."""

    sheet: list[SheetExercise]
    steps: list[StepErrors]
    kinds: list[KindResult]
    seed: str | None


class TrendPoint(TypedDict):
    """The result of an exam, in percent."""

    at: Milliseconds
    exam: int
    game: str
    percent: int
    passed: bool


class Trainee(TypedDict):
    """Somebody who trains: `weak` has the steps that go wrong most often, worst first; `seconds` is the mean time of an
    answer in exams, null before the first; `trend` has the exams that are over, oldest first."""

    person: Person
    to_take: int
    passed: int
    failed: int
    seconds: float | None
    weak: list[StepErrors]
    trend: list[TrendPoint]
    practised: Milliseconds | None


class Trainees(TypedDict):
    """Everybody with an exam or with progress of their own, by name."""

    trainees: list[Trainee]


class TraineeDetail(Trainee):
    """One trainee with all exams, newest first, their answers by kind of exercise, and the progress in practice."""

    exams: list[ExamLine]
    kinds: list[KindResult]
    practice: list[RulesProgress]
