"""What a printed figure is compared with: a computed number, a set of correct words, or ranks."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Number(NamedTuple):
    """A number that is printed rounded, or one that must be printed exactly."""

    value: Fraction
    rounded: bool = True


class Words(NamedTuple):
    """Any of these is correct."""

    right: tuple[str, ...]


class Ranks(NamedTuple):
    """Ranks from 1 (ace) to 13 (king) that must be printed, and those that may or may not be."""

    must: frozenset[int]
    may: frozenset[int] = frozenset()


Computed = Number | Words | Ranks
