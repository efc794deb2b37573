"""Odds of games too large to count: situations are sampled, each sampled one is counted, and the error is estimated.

Where all situations can be visited and only the dealer's hands are too many, the hands are sampled. Otherwise
situations are sampled level by level, several times over, and the spread of the results gives the standard error.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from houseway.cards import Card
from houseway.counting.game_odds import OPTIMAL, Advice, CardLine, Chart, G, History, Known, Labels, Outlook, Strategy
from houseway.derived.cost import SETTLE_SECONDS, Cost
from houseway.derived.nodes import Choice, Sample
from houseway.derived.odds import AdvisedSituation, Derived
from houseway.derived.outcomes import Outcome
from houseway.derived.solving import Plan
from houseway.rules.game import Decision

SECONDS = 20.0  # roughly how long a sample may take
PARTS = 4  # independent samples of situations
STUDENT = 3.182  # the 97.5% quantile of Student's t with three degrees of freedom
NORMAL = 1.960
MOST_SITUATIONS = 20_000  # up to here every situation is visited
EVERY = 10**12  # a sample size that leaves no situation out
WHOLE = 10**12  # shares are expressed as counts out of this total


class Estimated(Derived[G]):
    """The same answers as `Derived`, from samples; each mean comes with a confidence interval."""

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
        self._numbers: dict[Any, int] = {}

    @property
    def total(self) -> int:
        return WHOLE

    @property
    def outcomes(self) -> list[Outcome]:
        for part in self.parts:
            for outcome in part.outcomes:
                self._number_of(outcome)
        return self._merged

    def _number_of(self, outcome: Outcome) -> int:
        key = outcome._replace(hand=None)  # type: ignore[arg-type]
        if key not in self._numbers:
            self._numbers[key] = len(self._merged)
            self._merged.append(outcome)
        return self._numbers[key]

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
                    merged = self._number_of(part.outcomes[number])
                    shares[merged] = shares.get(merged, Fraction()) + deals / part.total / len(self.parts)
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
        """Advice on a single hand is exact: counting one hand is feasible where counting all is not."""
        with self._lock:
            return self._of_hand(cards).advise(cards, community, dealer=dealer, decisions=decisions)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        with self._lock:
            return self._of_hand(known.cards).outlook(known)

    @property
    def quick(self) -> bool:
        return False

    def charts(self, strategy: Strategy) -> list[Chart]:
        return self.parts[0].charts(strategy)

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return self.parts[0].card()

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        return self.parts[0].situations(at)

    def combined(self, stakes: Mapping[str, Fraction]) -> Any:
        return self.parts[0].combined(stakes)


def _counts(shares: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Shares as whole counts that add up to the total."""
    found = {number: Fraction(int(share * WHOLE)) for number, share in shares.items()}
    largest = max(found, key=found.__getitem__)
    found[largest] += WHOLE - sum(found.values())
    return found
