"""What a simulation counts: whole numbers only, so that parts add up to the same total in any order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Tally:
    """How often each seat's hands ended in each code, and the squares of round totals where seats share a round."""

    rounds: int
    counts: Counts  # (seats, codes)
    squares: Mapping[str, int] = field(default_factory=dict)  # by wager: round totals squared and added up, scaled

    @classmethod
    def nothing(cls, seats: int, codes: int) -> Tally:
        return cls(0, np.zeros((seats, codes), np.int64))

    def __add__(self, other: Tally) -> Tally:
        names = {**self.squares, **other.squares}
        squares = {name: self.squares.get(name, 0) + other.squares.get(name, 0) for name in names}
        return Tally(self.rounds + other.rounds, self.counts + other.counts, squares)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Tally)
            and self.rounds == other.rounds
            and np.array_equal(self.counts, other.counts)
            and dict(self.squares) == dict(other.squares)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def by_code(self) -> list[int]:
        """Hands of all seats, by code."""
        return [int(count) for count in self.counts.sum(axis=0)]

    def to_json(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "counts": self.counts.tolist(), "squares": dict(self.squares)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        counts = np.array(data["counts"], np.int64)
        squares = {str(name): int(value) for name, value in data["squares"].items()}
        return cls(int(data["rounds"]), counts, squares)
