"""Exercises under way: kept in memory within bounds, as their keys and the answers given so far."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple, cast

import orjson

from houseway.errors import OptionError
from houseway.rules.game import TableGame
from houseway.server.protocol.questions import AnswerGrade, ExerciseKey, TrainingQuestion
from houseway.server.protocol.training import ExerciseSummary, HandEnding, TrainingRole
from houseway.server.refusals import Refusal
from houseway.server.training.live import Live
from houseway.server.training.workers import Workers
from houseway.train.drill import items_of, next_for_dealer, next_for_player, retried
from houseway.train.exercise import Exercise, Grade, Key
from houseway.train.forms import AnswerError
from houseway.train.profile import Profile
from houseway.train.registry import dealer_kinds, key_of, make, player_kinds

IDLE_SECONDS = 2 * 3600.0  # after which an exercise is forgotten
GONE = "This exercise is not kept any more: begin a new one."


class Wanted(NamedTuple):
    """What somebody would like to do."""

    role: TrainingRole
    game: TableGame[Any]
    kind: str
    about: str
    target: str  # of a player: the strategy that is right; empty for the best decision
    seed: str | None  # None: the server chooses
    retry: bool  # the most costly mistake that was not put right since


class Asker(NamedTuple):
    """Who asks: a person, or nobody yet; and what their exercises are counted by."""

    person_id: int | None
    whose: str
    address: str


class Shown(NamedTuple):
    """What an exercise asks now, what it examines, and how a whole hand has ended."""

    question: TrainingQuestion | None
    covers: tuple[str, ...]
    ending: HandEnding | None

    @classmethod
    def of(cls, exercise: Exercise) -> Shown:
        """Whatever it takes to ask is done here, in a thread."""
        question = exercise.question
        sent = None if question is None else cast("TrainingQuestion", question.to_json())
        ending: HandEnding | None = getattr(exercise, "ending", None)  # only whole hands have one
        return cls(sent, tuple(exercise.covers), ending if question is None else None)


class Judgement(NamedTuple):
    """What came of an answer."""

    number: int
    grade: AnswerGrade
    judged: Grade | None  # None for an answer that was sent again
    items: tuple[str, ...]  # what the answer was about
    again: str  # what asks the same decision again
    seconds: float


class Kept:
    """One exercise of somebody."""

    def __init__(self, number: str, asker: Asker, wanted: Wanted, key: Key) -> None:
        self.id = number
        self.owner, self.address = asker.person_id, asker.address
        self.role, self.game = wanted.role, wanted.game
        self.key, self.own_seed = key, wanted.seed is not None
        self.answers: list[object] = []
        self.seconds: list[float] = []
        self._grades: list[bytes] = []  # as they are written: thousands of exercises are kept
        self._question: bytes | None = None
        self.covers: tuple[str, ...] = ()
        self.ending: HandEnding | None = None
        self.asked = self.used = time.monotonic()
        self.lock = asyncio.Lock()

    def show(self, shown: Shown) -> None:
        """The exercise has gone on: this is what it asks now."""
        self._question = None if shown.question is None else orjson.dumps(shown.question)
        self.covers, self.ending = shown.covers, shown.ending
        self.asked = time.monotonic()

    def note(self, given: object, grade: AnswerGrade, seconds: float) -> None:
        """An answer and its judgement."""
        self.answers.append(given)
        self._grades.append(orjson.dumps(grade))
        self.seconds.append(seconds)

    @property
    def question(self) -> TrainingQuestion | None:
        return None if self._question is None else orjson.loads(self._question)

    @property
    def grades(self) -> list[AnswerGrade]:
        return [orjson.loads(grade) for grade in self._grades]

    @property
    def over(self) -> bool:
        return self._question is None

    @property
    def seed(self) -> str | None:
        """The seed would tell the answers to whoever has the program at home."""
        return self.key.seed if self.own_seed or self.over else None

    @property
    def summary(self) -> ExerciseSummary | None:
        if not self.over:
            return None
        grades = self.grades
        costs = [part["cost"] for grade in grades for part in grade["parts"] if not part["right"]]
        losses = [Fraction(grade["lost"]) for grade in grades if grade["lost"] is not None]
        return {
            "questions": len(grades),
            "right": sum(grade["right"] for grade in grades),
            "seconds": round(sum(self.seconds), 1),
            "house_cost": sum(cost for cost in costs if cost > 0),
            "guest_cost": -sum(cost for cost in costs if cost < 0),
            "lost": str(sum(losses, Fraction())) if losses else None,
            "covers": list(self.covers),
            "ending": self.ending,
            "key": cast("ExerciseKey", self.key.to_json()),
        }


Store = Callable[[Judgement], Awaitable[None]]  # keeps an answer before its giver is told of it


class Exercises:
    """Everybody's exercises: so many in all, so many from one address; the one that was used longest ago goes first."""

    def __init__(self, workers: Workers, live: Live, most: int, most_of_address: int) -> None:
        self._workers, self._live = workers, live
        self._most, self._most_of_address = most, most_of_address
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    async def begin(self, asker: Asker, wanted: Wanted, profile: Profile) -> Kept:
        """A new exercise, chosen by what the person got wrong before."""
        kinds = (dealer_kinds if wanted.role == "dealer" else player_kinds)(wanted.game)
        if wanted.kind not in kinds:
            raise OptionError(
                f"{wanted.game.name} has no exercise {wanted.kind!r} for a {wanted.role}: there are {', '.join(kinds)}."
            )
        exercise, key, shown = await self._workers.run(wanted.role, asker.whose, _made, wanted, profile)
        kept = Kept(secrets.token_urlsafe(12), asker, wanted, key)
        kept.show(shown)
        self._forget_idle()
        self._make_room(asker.address)
        self._kept[kept.id] = kept
        self._live.keep(kept.id, exercise)
        return kept

    def find(self, number: str, person_id: int | None) -> Kept:
        """One that was begun. Those of people are theirs alone; a visitor's is known by its id to nobody else."""
        self._forget_idle()
        kept = self._kept.get(number)
        if kept is None or kept.owner not in (None, person_id):
            raise Refusal("unknown_exercise", GONE, 404)
        kept.used = time.monotonic()
        self._kept.move_to_end(number)
        return kept

    async def answer(self, kept: Kept, whose: str, number: int, given: object, store: Store | None) -> Judgement:
        """Judge the answer to a question; one that is sent again gets the judgement that it got before. What cannot be
        stored was not answered: the question stays open."""
        async with kept.lock:
            if number < len(kept.answers):
                return Judgement(number, kept.grades[number], None, (), "", kept.seconds[number])
            if number > len(kept.answers) or kept.over:
                raise Refusal("stale_question", "This question is not asked now: look at the exercise again.", 409)
            seconds = time.monotonic() - kept.asked
            judged, items, again, shown = await self._workers.run(kept.role, whose, self._judged, kept, given)
            grade = cast("AnswerGrade", judged.to_json())
            found = Judgement(number, grade, judged, items, again, seconds)
            if store is not None:
                try:
                    await store(found)
                except BaseException:
                    self._live.forget(kept.id)  # it is a question further than what is kept
                    raise
            kept.note(given, grade, seconds)
            kept.show(shown)
            return found

    def _judged(self, kept: Kept, given: object) -> tuple[Grade, tuple[str, ...], str, Shown]:
        exercise = self._live.take(kept.id, kept.key, kept.answers)
        try:
            judged = exercise.answer(given)
        except AnswerError:  # nothing has changed
            self._live.keep(kept.id, exercise)
            raise
        shown = Shown.of(exercise)
        self._live.keep(kept.id, exercise)
        number = len(kept.answers)
        return judged, items_of(exercise, number, judged), exercise.again(number), shown

    def _make_room(self, address: str) -> None:
        theirs = [kept.id for kept in self._kept.values() if kept.address == address]
        self._drop(theirs[: max(0, len(theirs) + 1 - self._most_of_address)])
        self._drop(list(self._kept)[: max(0, len(self._kept) + 1 - self._most)])

    def _forget_idle(self) -> None:
        before = time.monotonic() - IDLE_SECONDS
        old = []
        for kept in self._kept.values():  # in the order of their use
            if kept.used >= before:
                break
            old.append(kept.id)
        self._drop(old)

    def _drop(self, numbers: Iterable[str]) -> None:
        for number in numbers:
            self._kept.pop(number, None)
            self._live.forget(number)


def _made(wanted: Wanted, profile: Profile) -> tuple[Exercise, Key, Shown]:
    exercise = make(wanted.game, *_chosen(wanted, profile))
    return exercise, key_of(exercise), Shown.of(exercise)


def _chosen(wanted: Wanted, profile: Profile) -> tuple[str, str, str]:
    """The kind, the seed and what it is about."""
    game, kind = wanted.game, wanted.kind
    if wanted.target and wanted.role == "dealer":
        raise OptionError("Only a player's exercise has a strategy as its target.")
    if wanted.retry:
        # A player's decision is asked again by itself, whether it was a spot or one of a whole hand.
        mistakes = profile.to_retry(game.fingerprint, kind=kind if wanted.role == "dealer" else "")
        theirs = [attempt for attempt in mistakes if attempt.dealer == (wanted.role == "dealer")]
        if not theirs:
            raise Refusal("nothing_to_retry", "There is no mistake to try again.", 404)
        return retried(theirs[0])
    seed = wanted.seed if wanted.seed is not None else secrets.token_hex(8)
    if wanted.about or wanted.seed is not None:
        return kind, seed, "; ".join(filter(None, (wanted.about, wanted.target and f"by {wanted.target}")))
    now = datetime.now(UTC)
    if wanted.role == "dealer":
        return next_for_dealer(game, profile, seed, now, (kind,))
    return next_for_player(game, profile, kind, seed, now, by=wanted.target)
