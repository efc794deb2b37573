"""The progress of one person, dealer and player: what was answered, and what follows from it.

A profile is the list of its attempts; cards for spaced repetition, ratings and statistics are worked out from them, so
that they always agree, and two profiles are put together by putting their attempts together. Nothing is read or written
here: whoever keeps a profile stores `to_json`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from houseway.catalog import any_game_class, game_ids
from houseway.errors import HousewayError
from houseway.rules.game import TableGame
from houseway.train.exercise import Grade, Key
from houseway.train.items import OLD_ROW, current_item
from houseway.train.player.marks import THRESHOLDS
from houseway.train.player.rating import Rating
from houseway.train.practice import Practice
from houseway.train.registry import DEALER_KINDS, POT_KINDS

VERSION = 1
MARK = "houseway profile"  # what an exported file calls itself
MOST_ATTEMPTS = 100_000  # in a file that is imported
MOST_QUESTIONS, MOST_SECONDS = 10_000, 10**7
FIRST_YEAR, LAST_YEAR = 2000, 2200
VALUE = re.compile(r"-?\d{1,60}(/\d{1,60})?")  # a fraction as text; none so large that reading it takes long


class ProfileError(HousewayError):
    """A file that is no profile, or not one that this version reads; nothing is changed by it."""


def profile_path() -> Path:
    """Where the terminal keeps its profile: $HOUSEWAY_PROFILE, or the user's data folder."""
    own = os.environ.get("HOUSEWAY_PROFILE")
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(own) if own else Path(data, "houseway", "profile.json")


class Attempt(NamedTuple):
    """One answer. `items` are what it was about, as coverage names it: steps, rows, kinds of hands."""

    key: Key
    items: tuple[str, ...]
    right: bool
    when: datetime
    question: int = 0  # which of the exercise's questions, from 0
    mark: str = ""
    lost: Fraction | None = None
    gap: Fraction | None = None  # what the best of the wrong decisions gives up
    seconds: float | None = None
    again: str = ""  # the `about` of a spot that asks the same decision, where there is one
    wrong: tuple[str, ...] = ()  # of the items, those whose parts of the answer were wrong; () where it is not known

    @property
    def dealer(self) -> bool:
        """Whether it was one of a dealer's exercises."""
        return self.key.kind in DEALER_KINDS or self.key.kind in POT_KINDS

    def right_in(self, item: str) -> bool:
        """Whether the answer was right as far as it was about an item."""
        return self.right or (bool(self.wrong) and item not in self.wrong)

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key.to_json(),
            "items": list(self.items),
            "right": self.right,
            "when": self.when.isoformat(),
            "question": self.question,
            "mark": self.mark,
            "lost": None if self.lost is None else str(self.lost),
            "gap": None if self.gap is None else str(self.gap),
            "seconds": self.seconds,
            "again": self.again,
            "wrong": list(self.wrong),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Attempt:
        key, when = Key(**data["key"]), datetime.fromisoformat(data["when"]).astimezone(UTC)
        again, wrong = data.get("again", ""), tuple(data.get("wrong", ()))
        texts = [key.game, key.edition, key.fingerprint, key.kind, key.seed, key.about, again, *data["items"], *wrong]
        if not all(isinstance(text, str) for text in texts) or not isinstance(key.options, dict):
            raise TypeError("a text that is none")
        if not set(wrong) <= set(data["items"]) or len(wrong) > len(data["items"]):
            raise ValueError("wrong parts that the answer does not have")
        if not isinstance(data["right"], bool) or data["mark"] not in ("", *(item.mark for item in THRESHOLDS)):
            raise TypeError("a judgement that is none")
        if not FIRST_YEAR <= when.year <= LAST_YEAR:
            raise ValueError("a time that cannot be")
        question, seconds = data["question"], data["seconds"]
        if type(question) is not int or not 0 <= question < MOST_QUESTIONS:
            raise TypeError("a question that cannot be")
        if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds < MOST_SECONDS):
            raise TypeError("a time that cannot be")
        today = _names_of_today(key, data["items"])
        return cls(
            key,
            tuple(today[item] for item in data["items"]),
            data["right"],
            when,
            question,
            data["mark"],
            _value(data["lost"]),
            _value(data["gap"]),
            seconds,
            again,
            tuple(today[item] for item in wrong),
        )

    @property
    def asked(self) -> tuple[Any, ...]:
        """What was asked: the same decision in whatever exercise, or a question of an exercise."""
        key = self.key
        return (self.again,) if self.again else (key.kind, key.seed, key.about, self.question)

    @property
    def identity(self) -> tuple[Any, ...]:
        """The same answer in two files."""
        return self.key.fingerprint, self.key.kind, self.key.seed, self.key.about, self.question, self.when


class Retired(NamedTuple):
    """An item that is not asked for any more, and why."""

    game: str
    fingerprint: str
    item: str
    why: str


@dataclass
class Profile:
    """One person's attempts in the order of time."""

    attempts: list[Attempt] = field(default_factory=list)
    retired: dict[str, str] = field(default_factory=dict)  # fingerprints of rules that are gone, and why
    _practice: dict[str, Practice] = field(default_factory=dict, repr=False, compare=False)

    # --- what was answered ---

    def record(
        self,
        key: Key,
        items: Iterable[str],
        grade: Grade,
        *,
        when: datetime,
        question: int = 0,
        seconds: float | None = None,
        again: str = "",
    ) -> Attempt:
        """Take in an answer, at a time with its zone; `again` as `Exercise.again` has it."""
        best = max(grade.values.values(), default=None)
        wrong = [value for value in grade.values.values() if best is not None and value < best]
        gap = best - max(wrong) if best is not None and wrong else None
        missed = {item for part in grade.parts if not part.right for item in part.items}
        attempt = Attempt(
            key, tuple(items), grade.right, when.astimezone(UTC), question, grade.mark, grade.lost, gap, seconds, again,
        )  # fmt: skip
        attempt = attempt._replace(wrong=tuple(item for item in attempt.items if item in missed))
        if self.attempts and attempt.when < self.attempts[-1].when:
            self._practice.clear()  # a clock was set back: work it out again in the order of time
            self.attempts.append(attempt)
            self.attempts.sort(key=lambda other: other.when)
            return attempt
        self.attempts.append(attempt)
        if key.fingerprint in self._practice:
            self._practice[key.fingerprint].take_in(attempt)
        return attempt

    def practice(self, fingerprint: str) -> Practice:
        """Cards and ratings under some rules."""
        if fingerprint not in self._practice:
            found = self._practice[fingerprint] = Practice()
            for attempt in self.of(fingerprint):
                found.take_in(attempt)
        return self._practice[fingerprint]

    def of(self, fingerprint: str, kind: str = "") -> list[Attempt]:
        """The attempts under some rules, of one kind or all."""
        return [
            attempt
            for attempt in self.attempts
            if attempt.key.fingerprint == fingerprint and kind in ("", attempt.key.kind)
        ]

    # --- what follows ---

    def needs(self, fingerprint: str, now: datetime) -> dict[str, float]:
        """How much every item that came up needs practice: 1 is as much as one that never did."""
        return self.practice(fingerprint).needs(now)

    def rating(self, fingerprint: str) -> Rating:
        """The player's rating under some rules."""
        return self.practice(fingerprint).player

    def to_retry(self, fingerprint: str, *, kind: str = "", now: datetime | None = None) -> list[Attempt]:
        """The mistakes that were not put right since, the most costly first; `now` leaves out those whose items are not
        due yet."""
        last: dict[tuple[Any, ...], Attempt] = {}
        for attempt in self.of(fingerprint):
            last[attempt.asked] = attempt
        found = [attempt for attempt in last.values() if not attempt.right and kind in ("", attempt.key.kind)]
        if now is not None:
            practice = self.practice(fingerprint)
            found = [attempt for attempt in found if any(practice.due(item, now) for item in attempt.items)]
        return sorted(found, key=lambda attempt: (-(attempt.lost or 0), attempt.when))

    # --- rules that change ---

    def retire(self, games: Iterable[TableGame[Any]], installed: Iterable[str]) -> list[Retired]:
        """Retire what was asked under rules that are gone: their game is not installed, or its rules are others now for
        the same edition and options. `games` are made from the keys (see `rules`). What is newly retired is told."""
        now = {(game.id, game.edition, _options(game)): game for game in games}
        there, told = set(installed), []
        for key in self.rules():
            fingerprint = key.fingerprint
            if fingerprint in self.retired:
                continue
            game = now.get((key.game, key.edition, _text(key.options)))
            if key.game not in there:
                self.retired[fingerprint] = f"{key.game} is not installed any more."
            elif game is not None and game.fingerprint != fingerprint:
                self.retired[fingerprint] = f"The rules of {game.name} have changed since: the answers may be others."
            else:
                continue
            items = dict.fromkeys(item for attempt in self.of(fingerprint) for item in attempt.items)
            told += [Retired(key.game, fingerprint, item, self.retired[fingerprint]) for item in items]
        return told

    def retire_what_is_gone(self) -> dict[str, TableGame[Any]]:
        """The games of these rules as they are installed, by fingerprint; what is gone is retired."""
        games = []
        for key in self.rules():
            try:
                games.append(any_game_class(key.game).make(key.edition, key.options))
            except HousewayError as error:
                self.retired.setdefault(key.fingerprint, str(error))
        self.retire(games, game_ids())
        return {game.fingerprint: game for game in games}

    def rules(self) -> list[Key]:
        """One key for each of the rules that there are attempts under."""
        return list({attempt.key.fingerprint: attempt.key for attempt in self.attempts}.values())

    # --- files ---

    def to_json(self) -> dict[str, Any]:
        return {
            "format": MARK,
            "version": VERSION,
            "attempts": [attempt.to_json() for attempt in self.attempts],
            "retired": dict(self.retired),
        }

    @classmethod
    def from_json(cls, data: object) -> Profile:
        """A profile as `to_json` wrote it, as text or as what JSON reads from it."""
        if isinstance(data, str | bytes):
            try:
                data = json.loads(data)
            except ValueError:
                raise ProfileError("This is no profile: it cannot be read as JSON.") from None
        if not isinstance(data, Mapping) or data.get("format") != MARK:
            raise ProfileError("This is no profile of houseway.")
        version = data.get("version")
        if type(version) is not int or version < 1:
            raise ProfileError("The profile is damaged: it does not say of which version it is.")
        if version > VERSION:
            raise ProfileError(f"The profile is of version {version}; this program reads up to version {VERSION}.")
        try:
            if len(data["attempts"]) > MOST_ATTEMPTS:
                raise ProfileError(f"The profile has more than {MOST_ATTEMPTS:,} attempts.")
            attempts = [Attempt.from_json(item) for item in data["attempts"]]
            retired = {str(name): str(why) for name, why in data["retired"].items()}
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise ProfileError(f"The profile is damaged: {type(error).__name__} in its attempts.") from None
        return cls(sorted(attempts, key=lambda attempt: attempt.when), retired)

    def merged(self, other: Profile) -> Profile:
        """Both profiles in one; an attempt that is in both counts once."""
        found = {attempt.identity: attempt for attempt in (*other.attempts, *self.attempts)}
        attempts = sorted(found.values(), key=lambda attempt: attempt.when)
        return Profile(attempts, {**other.retired, **self.retired})


def _names_of_today(key: Key, items: Iterable[str]) -> dict[str, str]:
    """Items by the names that they were stored with: a row of a pay table was once called by what is printed in it."""
    found = {item: item for item in items}
    if any(item.startswith(OLD_ROW) for item in found):
        with suppress(HousewayError):  # a game that is not installed keeps the names that it had
            game = _game(key.game, key.edition, _text(key.options))
            found = {item: current_item(game, item) for item in found}
    return found


@lru_cache(maxsize=64)
def _game(id: str, edition: str, options: str) -> TableGame[Any]:
    return any_game_class(id).make(edition, json.loads(options))


def _value(text: object) -> Fraction | None:
    if text is None:
        return None
    if not isinstance(text, str) or not VALUE.fullmatch(text):
        raise TypeError("a value that is none")
    return Fraction(text)


def _options(game: TableGame[Any]) -> str:
    """The options that differ from the edition's, as a key has them."""
    usual = type(game).make(game.edition).options.values()
    return _text({name: value for name, value in game.options.values().items() if usual[name] != value})


def _text(options: Mapping[str, Any]) -> str:
    return json.dumps(dict(options), sort_keys=True)
