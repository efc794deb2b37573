"""The players' own words in a shuffle, and how they stay unknown until everybody's are fixed.

Whoever knew all words and the seed before the last ones were given could choose those to suit. So a player may promise
words by their SHA-256 alone, and open them when no more can be promised or given. Then nobody can choose words by those
of others, the house included. Of words that are not opened the promise itself goes into the shuffle: there is no way
to leave a deal without them, and everybody sees it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from houseway.errors import WagerError

DIGEST = re.compile("[0-9a-f]{64}")


def promise_of(words: str) -> str:
    """What is told of words before they are opened."""
    return hashlib.sha256(words.encode()).hexdigest()


class Words:
    """Words by seat: given outright, or promised and opened later."""

    def __init__(self) -> None:
        self.given: dict[int, str] = {}
        self.promised: dict[int, str] = {}
        self.opened: dict[int, str] = {}
        self.closed = False  # whether no more can be promised or given

    def give(self, seat: int, words: str = "", promise: str = "") -> None:
        """A seat's words, or the promise of some, instead of those before; with neither it has none."""
        self.given.pop(seat, None)
        self.promised.pop(seat, None)
        if words:
            self.given[seat] = words
        if promise:
            self.promised[seat] = promise

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats whose promised words are not known yet."""
        return tuple(sorted(self.promised.keys() - self.opened.keys()))

    def open(self, seat: int, words: str) -> None:
        if not self.closed:
            raise WagerError("Words are opened when nobody can give any more.")
        if promise_of(words) != self.promised.get(seat):
            raise WagerError(f"These are not the words that seat {seat} has promised.")
        self.opened[seat] = words

    def in_shuffle(self) -> dict[int, str]:
        """The words of every seat as they enter the shuffle: a promise stands for words that were not opened."""
        return {**self.given, **self.promised, **self.opened}

    def to_json(self) -> dict[str, Any]:
        """Of words that are all promised, as among players."""
        return {"promised": _by_text(self.promised), "opened": _by_text(self.opened), "closed": self.closed}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Words:
        words = cls()
        words.promised = {int(seat): text for seat, text in data["promised"].items()}
        words.opened = {int(seat): text for seat, text in data["opened"].items()}
        words.closed = data["closed"]
        return words


def check_words(words: object, promise: object) -> None:
    """Refuse what cannot be a player's words, or the promise of some."""
    if not isinstance(words, str) or not isinstance(promise, str):
        raise WagerError("Wagers are given as amounts by name, a player's seed as text.")
    if promise and (words or not DIGEST.fullmatch(promise)):
        raise WagerError("Words are promised by their SHA-256 in 64 hexadecimal digits, and not told before.")


def _by_text(by_seat: Mapping[int, str]) -> dict[str, str]:
    return {str(seat): text for seat, text in sorted(by_seat.items())}
