"""A hand's equity among players: counted exactly, or sampled where counting would take too long."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Equity(NamedTuple):
    """Out of all deals, those in which no opponent is better: won alone, tied with one, with two, and so on.

    Against weighted ranges, deals are weighted accordingly.
    """

    best: tuple[int, ...]
    total: int

    @property
    def wins(self) -> int:
        return self.best[0]

    @property
    def ties(self) -> int:
        return sum(self.best[1:])

    @property
    def losses(self) -> int:
        return self.total - sum(self.best)

    @property
    def share(self) -> Fraction:
        """The expected share of the pot; ties split it."""
        return sum((Fraction(deals, 1 + ties) for ties, deals in enumerate(self.best)), Fraction()) / self.total

    def to_json(self) -> dict[str, bool | str]:
        """Whole counts as strings: they exceed what other programs can represent as numbers."""
        counts = {"wins": self.wins, "ties": self.ties, "losses": self.losses, "total": self.total, "share": self.share}
        return {"exact": True, **{name: str(count) for name, count in counts.items()}}


class Estimate(NamedTuple):
    """The share of the pot by sampling, with its 95% confidence interval."""

    share: float
    low: float
    high: float
    samples: int

    def to_json(self) -> dict[str, bool | float]:
        return {"exact": False, **self._asdict()}
