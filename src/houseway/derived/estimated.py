"""Odds of games that are out of reach: situations are sampled, what is inside them is counted, and the error is told.

Where all situations can be looked at and only the dealer's hands are too many, these are sampled; else situations are
sampled level by level, a few times over, and the spread of the results tells the error.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, Advice, CardLine, Chart, G, History, Labels, Strategy
from houseway.derived.cost import SETTLE_SECONDS, Cost
from houseway.derived.endings import Outcome
from houseway.derived.odds import Asked, Derived
from houseway.derived.solving import Plan
from houseway.derived.tree import Choice, Only, Sample

SECONDS = 20.0  # about what a sample may take
PARTS = 4  # samples of situations, each independent
STUDENT = 3.182  # 95% of a mean of four
NORMAL = 1.960
MOST_SITUATIONS = 20_000  # all are looked at up to here
EVERY = 10**12  # situations: none is left out
WHOLE = 10**12  # shares are told as counts out of this


class Estimated(Derived[G]):
    """The same answers as `Derived`, from samples; each mean has an interval."""

    estimated = True

    def __init__(self, game: G, cost: Cost, *, labels: Labels[Any] | None = None) -> None:
        super().__init__(game, labels=labels)
        settles = SECONDS / SETTLE_SECONDS
        if not game.has_classes and cost.situations <= MOST_SITUATIONS:
            dealers = max(100, int(settles / cost.situations))
            samples = [Sample(EVERY, dealers, 1)]
        else:
            each = 60 if game.has_classes else 400
            samples = [Sample(max(200, int(settles / each / PARTS)), each, 1000 * part) for part in range(PARTS)]
        self.parts = [Derived(game, labels=self._labels, sample=sample) for sample in samples]
        self._merged: list[Outcome] = []
        self._places: dict[Any, int] = {}

    @property
    def total(self) -> int:
        return WHOLE

    @property
    def outcomes(self) -> list[Outcome]:
        for part in self.parts:
            for outcome in part.outcomes:
                self._place(outcome)
        return self._merged

    def _place(self, outcome: Outcome) -> int:
        key = outcome._replace(hand=None)  # type: ignore[arg-type]
        if key not in self._places:
            self._places[key] = len(self._merged)
            self._merged.append(outcome)
        return self._places[key]

    @cached_property
    def choices(self) -> list[Choice]:
        return self.parts[0].choices

    @cached_property
    def _decided_sides(self) -> frozenset[str]:
        return self.parts[0]._decided_sides

    def plan(self, strategy: Strategy, wager: str = "") -> Plan:
        return self.parts[0].plan(strategy, wager)

    def _tally(self, strategy: Strategy, wager: str = "") -> dict[int, Fraction]:
        self.check_strategy(strategy)
        key = strategy, (wager or self.main) if strategy == OPTIMAL else ""
        if key not in self._tallies:
            shares: dict[int, Fraction] = {}
            for part in self.parts:
                for number, deals in part._tally(strategy, wager).items():
                    place = self._place(part.outcomes[number])
                    shares[place] = shares.get(place, Fraction()) + deals / part.total / len(self.parts)
            self._tallies[key] = _counts(shares)
        return self._tallies[key]

    def side_total(self, wager: str) -> int:
        return WHOLE

    def interval(self, wager: str, strategy: Strategy = OPTIMAL) -> tuple[float, float]:
        stakes = {wager: Fraction(1)}
        played = wager if wager in self._decided_sides else ""

        def payoff(outcome: Outcome) -> Fraction:
            return self._worth(outcome, stakes)

        means = []
        for part in self.parts:
            tally = part._tally(strategy, played)
            means.append(float(sum(deals * payoff(part.outcomes[n]) for n, deals in tally.items()) / part.total))
        mean = statistics.fmean(means)
        if len(self.parts) == 1:
            spread = NORMAL * self.parts[0]._solver.error(self.parts[0].plan(strategy, played), payoff)
        else:
            spread = STUDENT * statistics.stdev(means) / sqrt(len(means))
        return mean - spread, mean + spread

    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        """Of one hand all deals are counted: that is within reach where all hands are not."""
        one = Derived(self.game, labels=self._labels, only=Only("dealt", tuple(cards)))
        return one.advise(cards, community, dealer=dealer, decisions=decisions)

    def charts(self, strategy: Strategy) -> list[Chart]:
        return self.parts[0].charts(strategy)

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return self.parts[0].card()

    def situations(self, at: str) -> Iterator[Asked]:
        return self.parts[0].situations(at)

    def combined(self, stakes: Mapping[str, Fraction]) -> Any:
        return self.parts[0].combined(stakes)


def _counts(shares: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Shares as whole counts that add up."""
    found = {place: Fraction(int(share * WHOLE)) for place, share in shares.items()}
    largest = max(found, key=found.__getitem__)
    found[largest] += WHOLE - sum(found.values())
    return found
