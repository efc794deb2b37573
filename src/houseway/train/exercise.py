"""An exercise: questions about a game, asked one after the other, and the judgement of each answer.

An exercise holds no rule, no payout and no step of its own: whoever makes one asks the round engine, the rules or the
odds. The same key always makes the same exercise, so that it is kept as its key and the answers given so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import TableGame
from houseway.train.forms import AnswerError, Form
from houseway.train.items import StepRef, all_items, case_name, item_words, step_name, unknown_item
from houseway.train.kinds import words


class UnmetWish(OptionError):
    """What an exercise should be about cannot be had: not in this kind of exercise, or not with this seed."""


class Part(NamedTuple):
    """One thing that is asked."""

    id: str
    prompt: str
    form: Form

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "prompt": self.prompt, **self.form.to_json()}


@dataclass(frozen=True)
class Question:
    """What the trainee sees; nothing of the answer is in it.

    `view` is the felt as `View.to_json` or `PotView.to_json` has it, `told` what has happened so far, line by line.
    `felts` are the felt after each of these lines, where the trainee may go through them one by one.
    """

    prompt: str
    parts: tuple[Part, ...]
    view: Mapping[str, Any] | None = None
    told: tuple[str, ...] = ()
    seconds: int | None = None  # to answer in, where there is a clock
    felts: tuple[Mapping[str, Any], ...] = ()
    seat: int | None = None  # that is asked about, where it is about one alone

    def to_json(self) -> dict[str, Any]:
        return {
            "prompt": self.prompt,
            "view": self.view,
            "seat": self.seat,
            "told": list(self.told),
            "parts": [part.to_json() for part in self.parts],
            "seconds": self.seconds,
            "felts": list(self.felts),
        }


class Judged(NamedTuple):
    """One part of an answer. `cost` is in cents, above 0 what the house loses by the slip, below 0 the guest."""

    id: str
    right: bool
    given: str  # in words
    expected: str
    why: str = ""
    step: StepRef | None = None
    cost: int = 0
    note: str = ""  # said though it is right: fewer chips would do
    case: str = ""  # the id of the case that it was about

    @property
    def items(self) -> tuple[str, ...]:
        """What the part was about, as coverage names it."""
        return (*((step_name(self.step.path),) if self.step else ()), *((case_name(self.case),) if self.case else ()))

    def to_json(self) -> dict[str, Any]:
        data = {**self._asdict(), "step": self.step.to_json() if self.step else None}
        del data["case"]
        return data


@dataclass(frozen=True)
class Grade:
    """The judgement of an answer. For a player's decision `value` has what each action is worth, in units of the first
    wager, and `lost` what the chosen one gives up; `mark` is a word such as best, fine, mistake."""

    parts: tuple[Judged, ...]
    mark: str = ""
    lost: Fraction | None = None
    values: Mapping[str, Fraction] = field(default_factory=dict)
    why: str = ""

    @property
    def right(self) -> bool:
        return all(part.right for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "parts": [part.to_json() for part in self.parts],
            "mark": self.mark,
            "lost": None if self.lost is None else str(self.lost),
            "values": {name: str(value) for name, value in self.values.items()},
            "why": self.why,
        }


class Key(NamedTuple):
    """What makes an exercise again: the rules, the kind, the seed, and what it should be about (see `coverage`)."""

    game: str
    edition: str
    options: Mapping[str, Any]  # those that differ from the edition's
    fingerprint: str
    kind: str
    seed: str
    about: str = ""

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "options": dict(self.options)}


class Exercise(ABC):
    """Questions asked in turn. `answer` judges and goes on to the next question; a refusal changes nothing."""

    kind: str

    def __init__(self, game: TableGame[Any], seed: str, about: str = "") -> None:
        if about:
            self.check_about(game, about)
        self.game, self.seed, self.about = game, seed, about
        self.grades: list[Grade] = []

    @classmethod
    def examines(cls, game: TableGame[Any], item: str) -> bool:
        """Whether an exercise of this kind can be about an item, as far as the rules alone tell."""
        return item in all_items(game)

    @classmethod
    def check_about(cls, game: TableGame[Any], about: str) -> None:
        """Refuse a wish that no exercise of this kind can fulfil."""
        if about not in all_items(game):
            raise unknown_item(game, about)
        if not cls.examines(game, about):
            title, wish = words(cls.kind).title, item_words(game, about)
            raise UnmetWish(f"An exercise of {title!r} is never about {wish!r}: choose another kind.")

    def unmet(self) -> UnmetWish:
        """What is raised where no round of the seed has what the exercise should be about."""
        about = f" about {item_words(self.game, self.about)!r}" if self.about else ""
        return UnmetWish(
            f"No exercise of {words(self.kind).title!r}{about} was found in {self.game.name} with this seed."
        )

    @property
    @abstractmethod
    def covers(self) -> tuple[str, ...]:
        """What it examines: `step 5`, `step 12.1`, `case tie`, `case pocket-poker/3`."""

    @property
    @abstractmethod
    def question(self) -> Question | None:
        """What is asked now; None when all is answered."""

    @abstractmethod
    def judge(self, given: Mapping[str, Any]) -> Grade:
        """The judgement of what `read` has made of an answer, and the way on to the next question."""

    @abstractmethod
    def key_answer(self) -> dict[str, Any]:
        """The right answer to what is asked now, in the form that `answer` takes; for tests and supervisors, never for
        whoever is asked."""

    def answer(self, given: object) -> Grade:
        """Judge the answer, by the ids of the question's parts, to what is asked now."""
        question = self.question
        if question is None:
            raise AnswerError("Everything is answered already.")
        grade = self.judge(read(question, given))
        self.grades.append(grade)
        return grade

    def again(self, number: int) -> str:
        """The `about` that asks one of the questions so far by itself; empty where only the whole exercise does."""
        return ""

    @property
    def over(self) -> bool:
        return self.question is None

    @property
    def ending(self) -> Mapping[str, Any] | None:
        """What there is to show when all is answered: the felt at the end as `view`, and lines that are `told`; None
        where there is nothing."""
        return None


def read(question: Question, given: object) -> dict[str, Any]:
    """Every part of an answer as its form reads it; a part that is missing or unknown is refused."""
    if not isinstance(given, Mapping):
        raise AnswerError(f"Answer each of: {', '.join(part.id for part in question.parts)}.")
    ids = [part.id for part in question.parts]
    unknown = [name for name in given if name not in ids]
    if unknown:
        raise AnswerError(f"Nothing was asked about {unknown[0]!r}: answer {', '.join(ids)}.")
    missing = [part for part in question.parts if part.id not in given]
    if missing:
        raise AnswerError(f"This is not answered yet: {missing[0].prompt!r}.")
    return {part.id: part.form.read(given[part.id]) for part in question.parts}
