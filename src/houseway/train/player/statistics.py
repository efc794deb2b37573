"""What a player's attempts say: value lost, what that is in money, by kind of hand, leaks, trend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from houseway.train.profile import Attempt

LEAST_ANSWERS = 3  # to a kind of hand before it is called a leak
BLOCKS = 10  # points of a trend


class Line(NamedTuple):
    """The answers to one kind of hand. Losses are in units of the first wager."""

    name: str
    answers: int
    right: int
    lost: Fraction

    @property
    def each(self) -> Fraction:
        """Lost at each decision."""
        return self.lost / self.answers if self.answers else Fraction()

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "lost": str(self.lost), "each": float(self.each)}


class Statistics(NamedTuple):
    """Of one person under some rules."""

    decisions: Line
    hands: int  # whole hands that were played
    lost_a_hand: Fraction | None  # on average over whole hands; spots are chosen for being hard, so they do not count
    kinds: tuple[Line, ...]
    leaks: tuple[Line, ...]  # what costs most, first
    trend: tuple[Fraction, ...]  # lost at each decision, from the first tenth of the answers to the last
    seconds: float | None  # for an answer

    def to_json(self) -> dict[str, Any]:
        return {
            "decisions": self.decisions.to_json(),
            "hands": self.hands,
            "lost_a_hand": None if self.lost_a_hand is None else str(self.lost_a_hand),
            "kinds": [line.to_json() for line in self.kinds],
            "leaks": [line.to_json() for line in self.leaks],
            "trend": [float(value) for value in self.trend],
            "seconds": self.seconds,
        }


def statistics(attempts: Iterable[Attempt]) -> Statistics:
    """Of attempts that were graded by value, in the order of time."""
    graded = [attempt for attempt in attempts if attempt.lost is not None]
    by_kind: dict[str, list[Attempt]] = {}
    whole: dict[tuple[str, ...], list[Attempt]] = {}
    for attempt in graded:
        for item in attempt.items:
            by_kind.setdefault(item.removeprefix("hand "), []).append(attempt)
        if attempt.key.kind == "hand":
            whole.setdefault((attempt.key.fingerprint, attempt.key.seed, attempt.key.about), []).append(attempt)
    kinds = sorted((_line(name, found) for name, found in by_kind.items()), key=lambda line: line.name)
    leaks = [line for line in kinds if line.answers >= LEAST_ANSWERS and line.lost]
    clocked = [attempt.seconds for attempt in graded if attempt.seconds is not None]
    lost = sum((attempt.lost or Fraction() for found in whole.values() for attempt in found), Fraction())
    return Statistics(
        _line("all", graded),
        len(whole),
        lost / len(whole) if whole else None,
        tuple(kinds),
        tuple(sorted(leaks, key=lambda line: (-line.each, line.name))),
        tuple(_line("", block).each for block in _blocks(graded)),
        sum(clocked) / len(clocked) if clocked else None,
    )


def money_an_hour(lost_a_hand: Fraction, bet: int, hands_an_hour: int) -> Fraction:
    """What a loss on each hand comes to, in cents, for a first wager of so many cents."""
    return lost_a_hand * bet * hands_an_hour


def _line(name: str, attempts: Sequence[Attempt]) -> Line:
    lost = sum((attempt.lost or Fraction() for attempt in attempts), Fraction())
    return Line(name, len(attempts), sum(attempt.right for attempt in attempts), lost)


def _blocks(attempts: Sequence[Attempt]) -> list[Sequence[Attempt]]:
    count = min(BLOCKS, len(attempts))
    edges = [len(attempts) * block // count for block in range(count + 1)] if count else []
    return [attempts[first:last] for first, last in pairwise(edges)]
