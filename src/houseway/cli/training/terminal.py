"""Exercises for a person at the terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from houseway.cli.prompt import LeaveTable, read
from houseway.cli.training.ask import Asker
from houseway.cli.training.feedback import show_grade, show_score
from houseway.cli.training.felt import show_felt
from houseway.cli.training.session import Answered, Exercises, Session
from houseway.train.exercise import Exercise, Grade, Question
from houseway.train.forms import AnswerError, OneOf
from houseway.train.kinds import words

if TYPE_CHECKING:
    from rich.console import Console

MOST_TOLD = 14  # lines of what has happened, the latest; `?` shows all


class Terminal:
    """Shows the felt, asks, and says at once what was right. With `pause` the trainee goes on by Enter: after mistakes,
    always, or never."""

    def __init__(self, console: Console, *, pause: str = "never", feedback: bool = True) -> None:
        self.console, self.pause, self.feedback = console, pause, feedback
        self.asker = Asker(console)

    def run(self, session: Session, exercises: Exercises, *, first: int = 1, of: int = 0) -> bool:
        """All exercises, until the trainee leaves; whether they were done to the end."""
        try:
            for number, exercise in enumerate(exercises, start=first):
                self._exercise(session, exercise, f"{number} of {of}" if of else f"{number}.")
        except LeaveTable:
            return False
        finally:
            session.save()
        return True

    def close(self, session: Session) -> None:
        show_score(self.console, session.score)
        if session.kept is not None and session.score.questions:
            self.console.print(f"[dim]Kept in {session.kept.path}.[/]", soft_wrap=True)

    def _exercise(self, session: Session, exercise: Exercise, number: str) -> None:
        kind = words(exercise.kind)
        self.console.print()
        self.console.rule(f"{number} [bold]{kind.title}[/]" + (f" [dim]{exercise.seed}[/]" if self.feedback else ""))
        self.console.print(f"[dim]{kind.sentence}[/]")
        told: tuple[str, ...] = ()
        while (question := exercise.question) is not None:
            known = len(told) if question.told[: len(told)] == told else 0
            self._show(exercise, question, known, session.limit(question))
            told = question.told
            answered = self._answered(session, exercise, question)
            if self.feedback:
                self._say(answered, question)
        ending = getattr(exercise, "ending", None)  # a whole hand has a result
        if ending and self.feedback:
            show_felt(self.console, exercise.game, ending["view"])
            for line in ending["told"]:
                self.console.print(f"  {line}", markup=False)

    def _answered(self, session: Session, exercise: Exercise, question: Question) -> Answered:
        """Ask until there is an answer; one that is refused as a whole is asked for again."""
        asked = time.monotonic()
        while True:
            given = self.asker.ask(question, lambda: self._show(exercise, question, 0, session.limit(question)))
            try:
                return session.answer(exercise, question, given, asked)
            except AnswerError as error:
                print(f"  {error}")

    def _show(self, exercise: Exercise, question: Question, told: int, seconds: int | None) -> None:
        """The felt, what has happened since the question before, and the question."""
        choices = {
            choice.label for part in question.parts if isinstance(part.form, OneOf) for choice in part.form.choices
        }
        lines = [line for line in question.told[told:] if line not in choices]  # those stand below
        if told == 0 and len(lines) > MOST_TOLD:
            self.console.print(f"  [dim]… {len(lines) - MOST_TOLD} lines before[/]")
            lines = lines[-MOST_TOLD:]
        for line in lines:
            self.console.print(f"  {line}", markup=False, style="dim")
        if question.view is not None:
            show_felt(self.console, exercise.game, question.view)
        clock = f" [dim]({seconds} s)[/]" if seconds is not None else ""
        self.console.print(f"[bold]{question.prompt}[/]{clock}")

    def _say(self, answered: Answered, question: Question) -> None:
        grade = answered.grade
        show_grade(self.console, grade, question, brief=self.pause == "mistakes" and grade.right)
        if answered.late:
            self.console.print(f"  [yellow]Late: that took {answered.seconds:.0f} s.[/]")
        if self._waits(grade):
            read("Enter to go on: ")

    def _waits(self, grade: Grade) -> bool:
        return self.pause == "always" or (self.pause == "mistakes" and not grade.right)
