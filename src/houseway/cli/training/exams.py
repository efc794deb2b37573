"""An exam at the terminal: no feedback before the end, kept after every answer, gone on with by the same command."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from houseway.cli.training.keeping import ProfileFile, write_whole
from houseway.cli.training.session import Session
from houseway.errors import HousewayError, RecordError
from houseway.train.exam import Exam
from houseway.train.exercise import Exercise, Grade, Question
from houseway.train.sitting import Sitting


class SittingFile:
    """A sitting that was left before its end lies beside the profile, under the exam's settings and the name."""

    def __init__(self, profile: Path, exam: Exam, name: str) -> None:
        words = json.dumps([exam.to_json(), name], sort_keys=True)
        self.path = profile.parent / "exams" / f"{exam.game.id}-{hashlib.sha256(words.encode()).hexdigest()[:16]}.json"

    def sitting(self, exam: Exam) -> Sitting:
        """Where it was left, or a new one."""
        try:
            return Sitting.from_json(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Sitting(exam)
        except (HousewayError, RecursionError, UnicodeError) as error:
            raise RecordError(f"{self.path}: {error}") from None
        except ValueError:
            raise RecordError(f"{self.path}: This is not a sitting of an exam, or it is damaged.") from None

    def save(self, sitting: Sitting) -> None:
        write_whole(self.path, json.dumps(sitting.to_json()) + "\n")

    def forget(self) -> None:
        with suppress(FileNotFoundError):
            self.path.unlink()


class ExamSession(Session):
    """Answers go to the sitting, which is stored at once."""

    def __init__(self, kept: ProfileFile, sitting: Sitting, file: SittingFile) -> None:
        super().__init__(kept, seconds=sitting.exam.seconds_per_question)
        self.sitting, self.file = sitting, file

    def judge(self, exercise: Exercise, question: Question, given: object, seconds: float) -> tuple[Grade, bool]:
        assert exercise is self.sitting.exercise
        grade = self.sitting.answer(given, round(seconds, 2))
        self.file.save(self.sitting)
        return grade, self.sitting.answers[-1].late

    @property
    def time_is_up(self) -> bool:
        limit = self.sitting.exam.seconds
        return limit is not None and self.sitting.seconds > limit

    def exercises(self) -> Iterator[Exercise]:
        """One after the other, until all is answered or the time for the whole is up."""
        while (exercise := self.sitting.exercise) is not None and not self.time_is_up:
            yield exercise
