"""Exercises for another program: one JSON object a line, questions and grades out, answers in.

Out come `{"type": "question", …}`, `{"type": "grade", …}`, `{"type": "refused", "message": …}` for what is no answer
(the question stays open), and at the end `{"type": "summary", …}`. In goes one answer a line, by the ids of the
question's parts; the end of the input ends the session.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

from houseway.cli.training.session import Exercises, Session
from houseway.train.exercise import Exercise
from houseway.train.forms import AnswerError
from houseway.train.registry import key_of


class Lines:
    """Reads answers from standard input."""

    def __init__(self, *, feedback: bool = True) -> None:
        self.feedback = feedback
        self._input = iter(sys.stdin.readline, "")

    def run(self, session: Session, exercises: Exercises, *, first: int = 1, of: int = 0) -> bool:
        """All exercises, until the input ends; whether they were done to the end."""
        try:
            return all(self._exercise(session, exercise) for exercise in exercises)
        except KeyboardInterrupt:
            return False
        finally:
            session.save()

    def close(self, session: Session) -> None:
        say("summary", session.score.to_json())

    def _exercise(self, session: Session, exercise: Exercise) -> bool:
        while (question := exercise.question) is not None:
            number = len(exercise.grades)
            asked = {"exercise": key_of(exercise).to_json(), "question": number}
            say("question", {**asked, **question.to_json(), "seconds": session.limit(question)})
            began = time.monotonic()
            for given in self._answers():
                try:
                    answered = session.answer(exercise, question, given, began)
                except AnswerError as error:
                    say("refused", {"message": str(error)})
                    continue
                if self.feedback:
                    facts = {"question": number, "late": answered.late, "over": exercise.over}
                    say("grade", {**facts, **answered.grade.to_json()})
                else:
                    say("taken", {"question": number, "over": exercise.over})
                break
            else:
                return False
        return True

    def _answers(self) -> Iterator[object]:
        """What is read next; a line that is no JSON is refused, an empty one passed over."""
        for line in self._input:
            if not line.strip():
                continue
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                say("refused", {"message": "This line is no JSON: an answer is an object by the ids of the parts."})


def say(kind: str, facts: Mapping[str, Any]) -> None:
    print(json.dumps({"type": kind, **facts}, separators=(",", ":")), flush=True)
