"""The numbers that exercises draw: the same words give the same stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from houseway.table.shuffle import Stream, seed_from

LABEL = b"houseway train 1"
WEIGHT_STEPS = 1_000_000
T = TypeVar("T")


def stream(*words: str) -> Stream:
    """The numbers that an exercise draws, a stream for each purpose."""
    return Stream(seed_from("\0".join(words)), label=LABEL)


def pick(numbers: Stream, items: Sequence[T]) -> T:
    return items[numbers.below(len(items))]


def mixed(numbers: Stream, items: Sequence[T]) -> list[T]:
    """The same things in a random order."""
    left, found = list(items), []
    while left:
        found.append(left.pop(numbers.below(len(left))))
    return found


def weighted(numbers: Stream, weights: Sequence[float]) -> int:
    """The index of one of these, drawn by weight."""
    largest = max(weights)
    whole = [max(1, round(weight / largest * WEIGHT_STEPS)) for weight in weights]
    drawn = numbers.below(sum(whole))
    for index, weight in enumerate(whole):
        drawn -= weight
        if drawn < 0:
            return index
    raise AssertionError("a number below the sum lies in one of the parts")
