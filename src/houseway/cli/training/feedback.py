"""What a grade says, in colour, and the sum of a session."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.money import dollars
from houseway.rounding import fixed, percent
from houseway.train.exercise import Grade, Judged, Question
from houseway.train.forms import OneOf

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {"best": "green", "fine": "green", "inaccuracy": "yellow", "mistake": "red", "blunder": "bold red"}


def show_grade(console: Console, grade: Grade, question: Question, *, brief: bool = False) -> None:
    """Every part that was answered: right, or what was right, why, by which step, and what it costs. In brief without
    the values of the other decisions."""
    told = {grade.why, ""}  # what is said once is not repeated at the next part
    for part in grade.parts:
        _show_part(console, part, question, alone=len(grade.parts) == 1, told=told)
    if grade.mark:
        lost = f", {fixed(grade.lost, 4)} of the first wager lost" if grade.lost else ""
        console.print(f"  [{COLOURS.get(grade.mark, 'bold')}]{grade.mark.capitalize()}[/]{lost}")
    if grade.values and not brief:
        _show_values(console, grade, question)
    if grade.why and not brief:
        console.print(f"  {grade.why}", markup=False)


def _show_part(console: Console, part: Judged, question: Question, *, alone: bool, told: set[str]) -> None:
    from rich.markup import escape

    prompt = "" if alone else _prompt(question, part.id)
    if part.right:
        console.print(f"[green]✓[/] {prompt}{escape(part.expected)}")
    else:
        console.print(f"[red]✗[/] {prompt}[red]{escape(part.given)}[/]; right is [bold]{escape(part.expected)}[/]")
        manual = "" if part.step is None else part.step.words
        for line, style in ((part.why, ""), (manual, "dim")):
            if line not in told:
                console.print(f"  {line}", markup=False, style=style)
                told.add(line)
        if part.cost:
            loser = "the house" if part.cost > 0 else "the guest"
            console.print(f"  [yellow]This costs {loser} {dollars(abs(part.cost))}.[/]")
    if part.note:
        console.print(f"  [yellow]{escape(part.note)}[/]")


def _prompt(question: Question, id: str) -> str:
    from rich.markup import escape

    prompt = next((part.prompt for part in question.parts if part.id == id), "")
    return f"{escape(prompt.rstrip('?:.'))}: " if prompt else ""


def _show_values(console: Console, grade: Grade, question: Question) -> None:
    from rich.table import Table

    forms = [part.form for part in question.parts]
    labels = {choice.id: choice.label for form in forms if isinstance(form, OneOf) for choice in form.choices}

    best = max(grade.values.values())
    grid = Table.grid(padding=(0, 2))
    for name, value in sorted(grade.values.items(), key=lambda item: -item[1]):
        cost = f"[dim]costs {fixed(best - value, 4)}[/]" if value < best else ""
        grid.add_row("", labels.get(name, name), fixed(value, 4, plus=True), cost)
    console.print(grid)


@dataclass
class Score:
    """What became of a session's answers."""

    exercises: int = 0
    questions: int = 0
    right: int = 0
    late: int = 0
    seconds: float = 0.0
    house_cost: int = 0
    guest_cost: int = 0
    lost: Fraction | None = None
    slips: dict[str, int] = field(default_factory=dict)

    def add(self, grade: Grade, seconds: float, *, late: bool = False) -> None:
        self.questions += 1
        self.right += grade.right
        self.late += late
        self.seconds += seconds
        if grade.lost is not None:
            self.lost = (self.lost or Fraction(0)) + grade.lost
        for part in grade.parts:
            self.house_cost += max(0, part.cost)
            self.guest_cost += max(0, -part.cost)
            if not part.right and part.step is not None:
                name = part.step.words
                self.slips[name] = self.slips.get(name, 0) + 1

    def to_json(self) -> dict[str, Any]:
        return {
            "exercises": self.exercises,
            "questions": self.questions,
            "right": self.right,
            "late": self.late,
            "seconds": round(self.seconds, 3),
            "house_cost": self.house_cost,
            "guest_cost": self.guest_cost,
            "lost": None if self.lost is None else str(self.lost),
            "slips": self.slips,
        }


def show_score(console: Console, score: Score) -> None:
    """The summary at the end."""
    from rich.markup import escape

    console.rule("Summary")
    if not score.questions:
        console.print("Nothing was answered.")
        return
    share, pace = Fraction(score.right, score.questions), score.seconds / score.questions
    late = f", {score.late} late" if score.late else ""
    console.print(
        f"[bold]{score.right} of {score.questions}[/] right ({percent(share, 0)}){late}, "
        f"{_count(score.exercises, 'exercise')} finished, {pace:.1f} s a question."
    )
    if score.lost is not None:
        console.print(
            f"Value lost: {fixed(score.lost, 4)} of the first wager, "
            f"{fixed(score.lost / score.questions, 4)} a decision."
        )
    costs = (("the house", score.house_cost), ("guests", score.guest_cost))
    told = [f"{who} {dollars(cents)}" for who, cents in costs if cents]
    if told:
        console.print(f"The slips would have cost {' and '.join(told)}.")
    for name, count in sorted(score.slips.items(), key=lambda item: -item[1])[:5]:
        console.print(f"  [red]{count}×[/] {escape(name)}", soft_wrap=True)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
