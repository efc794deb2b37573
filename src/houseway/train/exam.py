"""The table test: exercises that examine every step and every row of every pay table, a pass mark, time limits.

An exam is its settings: the same settings give the same exercises.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.catalog import any_game_class
from houseway.errors import HousewayError, OptionError, RecordError
from houseway.rules.game import TableGame
from houseway.train.exercise import Exercise, Key, UnmetWish
from houseway.train.items import all_items
from houseway.train.registry import can_examine, changed_options, dealer_kinds, key_of, make
from houseway.train.streams import mixed, stream

VERSION = 1
PASS_MARK = 80  # percent
TRIES = 3  # seeds that are tried for an item
ERROR = "error"  # the kind of which some are without an error


@dataclass(frozen=True)
class Exam:
    """The settings of a table test. `seconds_per_question` and `seconds` for the whole are None without a limit."""

    game: TableGame[Any]
    seed: str
    pass_mark: int = PASS_MARK
    seconds_per_question: int | None = None
    seconds: int | None = None
    kinds: tuple[str, ...] = ()  # of exercises, () for all that the game has

    def __post_init__(self) -> None:
        if type(self.pass_mark) is not int or not 1 <= self.pass_mark <= 100:
            raise OptionError(f"A pass mark is 1 to 100 percent, not {self.pass_mark!r}.")
        for limit in (self.seconds_per_question, self.seconds):
            if limit is not None and (type(limit) is not int or limit < 1):
                raise OptionError(f"A time limit is whole seconds, or none, not {limit!r}.")
        if not isinstance(self.seed, str):
            raise OptionError("The seed of an exam is text.")
        offered = dealer_kinds(self.game)
        for kind in self.kinds:
            if kind not in offered:
                raise OptionError(f"{self.game.name} has no exercise {kind!r}: there are {', '.join(offered)}.")

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """The exercises: one of each kind, then whatever examines most of what is left, until nothing is, and rounds
        without an error among those with one; in any order, so that their places tell nothing."""
        return tuple(key_of(exercise) for exercise in _covering(self))

    @cached_property
    def uncovered(self) -> tuple[str, ...]:
        """What these kinds of exercises cannot examine; nothing where all kinds are taken."""
        covered = {item for key in self.keys for item in self.exercise(key).covers}
        return tuple(item for item in all_items(self.game) if item not in covered)

    def exercise(self, key: Key) -> Exercise:
        """One of the exercises, with nothing answered yet."""
        return make(self.game, key.kind, key.seed, key.about)

    def to_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "game": self.game.id,
            "edition": self.game.edition,
            "options": changed_options(self.game),
            "fingerprint": self.game.fingerprint,
            "seed": self.seed,
            "pass_mark": self.pass_mark,
            "seconds_per_question": self.seconds_per_question,
            "seconds": self.seconds,
            "kinds": list(self.kinds),
        }

    @classmethod
    def from_json(cls, data: object) -> Exam:
        """The exam that `to_json` wrote; rules that have changed since, and what is no exam, are refused."""
        version = data.get("version") if isinstance(data, Mapping) else None
        if type(version) is int and version > VERSION:
            raise RecordError(f"This exam is of version {version}: a newer houseway wrote it.")
        try:
            assert isinstance(data, Mapping)
            assert version == VERSION
            game = any_game_class(data["game"]).make(data["edition"], data["options"])
            limits = data["seconds_per_question"], data["seconds"]
            exam = cls(game, data["seed"], data["pass_mark"], *limits, kinds=tuple(data["kinds"]))
            fingerprint = data["fingerprint"]
        except (AssertionError, KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, HousewayError):
                raise
            raise RecordError("This is not an exam, or it is damaged.") from None
        if fingerprint != game.fingerprint:
            raise OptionError(f"The rules of {game.name} have changed since this exam was set: it is retired.")
        return exam


def _covering(exam: Exam) -> list[Exercise]:
    game, kinds = exam.game, exam.kinds or dealer_kinds(exam.game)
    left = dict.fromkeys(item for item in all_items(game) if any(can_examine(game, kind, item) for kind in kinds))
    chosen: list[Exercise] = []

    def take(exercise: Exercise) -> None:
        chosen.append(exercise)
        for item in exercise.covers:
            left.pop(item, None)

    for kind in kinds:
        take(_first(game, kind, f"{exam.seed} {kind}", tuple(left)))
    while left:
        item = next(iter(left))
        found = _about(game, kinds, exam.seed, item)
        del left[item]
        if found:
            most = max(len(left.keys() & set(exercise.covers)) for exercise in found)
            best = [exercise for exercise in found if len(left.keys() & set(exercise.covers)) == most]
            take(best[0] if len(best) == 1 else min(best, key=_questions))
    chosen += _clean(game, exam.seed, sum(exercise.kind == ERROR for exercise in chosen))
    return mixed(stream("exam", exam.seed), [exercise for exercise in chosen if not exercise.over])


def _first(game: TableGame[Any], kind: str, seed: str, left: Sequence[str]) -> Exercise:
    """An exercise of a kind about the last thing left that it can examine: rows come last, and few kinds can. Where
    nothing is left for it, about anything that it can."""
    others = mixed(stream("first", seed), [item for item in all_items(game) if item not in left])
    for item in (*reversed(left), *others):
        if can_examine(game, kind, item) and (found := _made(game, kind, seed, item)) is not None:
            return found
    return make(game, kind, seed)


def _about(game: TableGame[Any], kinds: Iterable[str], seed: str, item: str) -> list[Exercise]:
    """An exercise of each kind that can examine an item; other seeds are tried where none of the first does."""
    able = [kind for kind in kinds if can_examine(game, kind, item)]
    for number in range(TRIES):
        made = [_made(game, kind, f"{seed} {number}", item) for kind in able]
        if found := [exercise for exercise in made if exercise is not None]:
            return found
    return []


def _made(game: TableGame[Any], kind: str, seed: str, item: str) -> Exercise | None:
    try:
        return make(game, kind, seed, item)
    except UnmetWish:
        return None


def _clean(game: TableGame[Any], seed: str, errors: int) -> Iterator[Exercise]:
    """Rounds without an error: one beside every two with one, so that nobody finds an error by expecting it."""
    count = (errors + 1) // 2
    tried = (make(game, ERROR, f"{seed} clean {number}") for number in itertools.count())
    return itertools.islice((exercise for exercise in tried if not exercise.covers), count)


def _questions(exercise: Exercise) -> int:
    """How many questions an exercise asks whoever answers all of them rightly: a whole round has many."""
    again = make(exercise.game, exercise.kind, exercise.seed, exercise.about)
    while again.question is not None:
        again.answer(again.key_answer())
    return len(again.grades)
