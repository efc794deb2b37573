"""The result of an exam, from its answers as they were judged when they were given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict

from houseway.server.protocol.exams import ExamScore, KindResult, StepErrors
from houseway.server.training.exam_rows import Answered, StoredExam
from houseway.server.training.planning import scored
from houseway.train.kinds import words


class ExamResult(TypedDict):
    """What is stored of an exam that is over."""

    score: ExamScore
    steps: list[StepErrors]
    kinds: list[KindResult]


def late(exam: StoredExam, answered: Answered) -> bool:
    """Whether an answer came after the time for its question."""
    limit = exam.terms["question_seconds"]
    return limit is not None and answered.seconds > limit


def good(exam: StoredExam, answered: Answered) -> bool:
    return answered.grade["right"] and not late(exam, answered)


def result(exam: StoredExam, finished: int, ended: int) -> ExamResult:
    """Of an exam in which so many exercises were answered to their end."""
    sheet = scored(exam, finished)
    score: ExamScore = {
        "percent": sheet.percent,
        "passed": sheet.passed,
        "finished": sheet.finished,
        "exercises": finished,
        "questions": sheet.asked,
        "right": sheet.right,
        "late": sheet.late,
        "seconds": round((ended - (exam.started or ended)) / 1000, 1),
    }
    return {"score": score, "steps": _steps(exam), "kinds": _kinds(exam)}


def _steps(exam: StoredExam) -> list[StepErrors]:
    found: dict[tuple[int, ...], StepErrors] = {}
    for answered in exam.answers:
        for part in answered.grade["parts"]:
            step = part["step"]
            if step is None:
                continue
            line = found.setdefault(
                tuple(step["path"]), {"step": step, "asked": 0, "errors": 0, "house_cost": 0, "guest_cost": 0}
            )
            line["asked"] += 1
            if late(exam, answered) or not part["right"]:
                line["errors"] += 1
                line["house_cost"] += max(0, part["cost"])
                line["guest_cost"] += max(0, -part["cost"])
    return [found[path] for path in sorted(found)]


def _kinds(exam: StoredExam) -> list[KindResult]:
    found: dict[str, KindResult] = {}
    for answered in exam.answers:
        kind = exam.plan[answered.item].kind
        line = found.setdefault(
            kind, {"kind": kind, "title": words(kind).title, "questions": 0, "right": 0, "seconds": 0.0}
        )
        line["questions"] += 1
        line["right"] += good(exam, answered)
        line["seconds"] = round(line["seconds"] + answered.seconds, 1)
    return list(found.values())


def added_steps(results: Iterable[Any]) -> list[StepErrors]:
    """The steps of many exams that went wrong, worst first. Steps of different games are told apart by their words."""
    found: dict[tuple[str, str], StepErrors] = {}
    for item in results:
        for line in item["steps"]:
            step = line["step"]
            into = found.setdefault(
                (step["ref"], step["text"]),
                {"step": step, "asked": 0, "errors": 0, "house_cost": 0, "guest_cost": 0},
            )
            into["asked"] += line["asked"]
            into["errors"] += line["errors"]
            into["house_cost"] += line["house_cost"]
            into["guest_cost"] += line["guest_cost"]
    wrong = [line for line in found.values() if line["errors"]]
    return sorted(wrong, key=lambda line: (-line["errors"] / line["asked"], -line["errors"], line["step"]["ref"]))


def added_kinds(results: Iterable[Any]) -> list[KindResult]:
    """The answers of many exams by the kind of exercise."""
    found: dict[str, KindResult] = {}
    for item in results:
        for line in item["kinds"]:
            kind = line["kind"]
            into = found.setdefault(
                kind, {"kind": kind, "title": words(kind).title, "questions": 0, "right": 0, "seconds": 0.0}
            )
            into["questions"] += line["questions"]
            into["right"] += line["right"]
            into["seconds"] = round(into["seconds"] + line["seconds"], 1)
    return list(found.values())
