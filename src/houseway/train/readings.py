"""Exercises of several pages: on each the felt is frozen, and a few things are to be read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from houseway.money import dollars
from houseway.rules.game import TableGame
from houseway.rules.procedure import Step
from houseway.train.exercise import Exercise, Grade, Judged, Part, Question
from houseway.train.forms import Choice, Form, Money, OneOf
from houseway.train.items import StepRef, case_name, step_name

Path = tuple[int, ...]


def _nothing(given: Any) -> int:
    return 0


class Reading(NamedTuple):
    """One thing to read: how it is asked, the right answer as it is given and in words, and who judges another."""

    id: str
    prompt: str
    form: Form
    key: Any
    expected: str
    path: Path
    why: str
    right: Callable[[Any], bool]
    words: Callable[[Any], str]
    cost: Callable[[Any], int] = _nothing
    note: Callable[[Any], str] = str  # asked of a right answer alone, by whoever sets it
    case: str = ""  # the id of the case that it is about

    def judged(self, game: TableGame[Any], given: Any) -> Judged:
        right = self.right(given)
        note = self.note(given) if right and self.note is not str else ""
        step = StepRef.of(game, self.path)
        return Judged(
            self.id, right, self.words(given), self.expected, self.why, step, self.cost(given), note, self.case
        )


class Page(NamedTuple):
    """A question: what the trainee sees of the felt, and what is to be read from it."""

    prompt: str
    readings: tuple[Reading, ...]
    felt: Callable[[], Mapping[str, Any]]
    told: tuple[str, ...] = ()
    seat: int | None = None  # that it is about, where it is about one alone

    @property
    def covers(self) -> tuple[str, ...]:
        names = [name for item in self.readings for name in (step_name(item.path), case_name(item.case))]
        return tuple(dict.fromkeys(name for name in names if name != case_name("")))


class PagedExercise(Exercise):
    """Pages that are answered one after the other."""

    pages: tuple[Page, ...]

    @property
    def covers(self) -> tuple[str, ...]:
        return covered(self.pages)

    @property
    def question(self) -> Question | None:
        if len(self.grades) == len(self.pages):
            return None
        page = self.pages[len(self.grades)]
        parts = tuple(Part(item.id, item.prompt, item.form) for item in page.readings)
        return Question(page.prompt, parts, page.felt(), page.told, seat=page.seat)

    def judge(self, given: Mapping[str, Any]) -> Grade:
        page = self.pages[len(self.grades)]
        return Grade(tuple(item.judged(self.game, given[item.id]) for item in page.readings))

    def key_answer(self) -> dict[str, Any]:
        return {item.id: item.key for item in self.pages[len(self.grades)].readings}


def covered(pages: Iterable[Page]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for page in pages for name in page.covers))


def choice(id: str, prompt: str, choices: Iterable[Choice], key: str, path: Path, why: str, case: str = "") -> Reading:
    """One of several things."""
    form = OneOf(tuple(choices))
    labels = {item.id: item.label for item in form.choices}
    right, words = (lambda given: given == key), labels.__getitem__
    return Reading(id, prompt, form, key, labels[key], path, why, right, words, case=case)


def amount(id: str, prompt: str, key: int, path: Path, why: str) -> Reading:
    """So many cents."""
    return Reading(id, prompt, Money(), key, dollars(key), path, why, lambda given: given == key, dollars)


def case_words(step: Step) -> str:
    """The order of a step with the ways in which it can go."""
    cases = (f"{case.ref} {case.sentence}".strip() for case in step.alternatives)
    return " ".join([step.text, *cases])
