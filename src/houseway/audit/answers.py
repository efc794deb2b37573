"""What counting can answer: a number, one of several right words, or ranks."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Number(NamedTuple):
    """A number that is printed rounded, or one that must be printed as it is."""

    value: Fraction
    rounded: bool = True


class Words(NamedTuple):
    """Any of these is right."""

    right: tuple[str, ...]


class Ranks(NamedTuple):
    """Ranks from 1 (ace) to 13 (king) that belong to an answer, and those that may or may not."""

    must: frozenset[int]
    may: frozenset[int] = frozenset()


Answer = Number | Words | Ranks
