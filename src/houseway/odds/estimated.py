"""Odds of games too large to count: cards are sampled, and the error is estimated.

Decisions rest on one draw of cards and are valued by an independent one, so that the estimate is the value of a
strategy that a player could follow: a lower bound of the best play that rises with the size of the sample. Deciding and
valuing with the same draw gives an upper bound. Both are estimated from several independent samples; the interval
reaches from the lower end of the one to the upper end of the other (Broadie and Glasserman, 1997).
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from math import ceil, comb, sqrt
from time import thread_time
from typing import Any

from houseway.odds.backward_induction import Plan, View
from houseway.odds.by_situation import BySituation
from houseway.odds.engine import AdvisedSituation, synchronized
from houseway.odds.game_odds import (
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    G,
    JointCount,
    Known,
    Outlook,
    Stakes,
    Strategy,
)
from houseway.odds.limits import Meter
from houseway.odds.nodes import Choice, Sample
from houseway.odds.outcomes import Line, Outcome
from houseway.odds.side_counts import SECONDS as SIDE_SECONDS
from houseway.odds.side_counts import count_side
from houseway.odds.tree import SUITS_MERGE
from houseway.odds.walk import Walker
from houseway.rules.game import Decision, Game
from houseway.rules.procedure import COMMUNITY, DEALER, PLAYERS, Deal, Decide, Face, Turn

SECONDS = 20.0  # of CPU time, about: how long all samples together may take
MOST_PARTS, FEWEST_PARTS = 8, 4  # independent samples
# The 97.5% quantile of Student's t, by degrees of freedom.
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
LEAST_SHARE = 0.5  # of the time is left for the samples, however long the side wagers take that are counted
SITUATIONS = 16  # in the smallest sample
SIZES = (1, 4, 16, 64, 256, 1024, 4096)  # how many times larger a sample may be: the largest that the time allows
FEWEST_HANDS, MOST_HANDS = 16, 3000  # sampled at the first decision; up to the latter, every hand if there is but one
HANDS_EACH = 8  # hands of a game with one decision, for each situation of the sample's size
FEWEST_DRAWS = 6  # for each situation, every time that cards follow a decision, before more hands are sampled
DEALERS = 40  # dealer's hands for each situation, where they are sampled
WHOLE = 10**12  # shares are expressed as counts out of this total


class Estimated(BySituation[G]):
    """The same answers as `BySituation`, from samples; each mean comes with a confidence interval."""

    estimated = True
    limit: float | None = 6 * SECONDS

    def __init__(
        self, game: G, *, seconds: float = SECONDS, situations: int = SITUATIONS, seed: int = 0, **named: Any
    ) -> None:
        super().__init__(game, **named)
        self._seconds, self._situations, self._seed = seconds, situations, seed
        self._merged: list[Outcome] = []
        self._numbers: dict[Any, int] = {}

    @cached_property
    def parts(self) -> list[BySituation[G]]:
        """Independent samples of one size, as large as the time allows."""
        began = thread_time()
        _ = self._exact_sides  # what can be counted comes first
        seconds = max(self._seconds - (thread_time() - began), LEAST_SHARE * self._seconds)
        parts, size = [self._part(SIZES[0], 0)], SIZES[0]  # not timed: it compiles what has not been compiled yet
        end = thread_time() + seconds
        took = rate = 0.0
        for number, larger in enumerate(SIZES, 1):
            began = thread_time()
            if FEWEST_PARTS * (took + rate * (larger - size)) >= end - began:
                break
            parts = [self._part(larger, number)]
            now = thread_time() - began
            rate = max((now - took) / (larger - size), now / larger / 4) if larger > size else now / larger
            took, size = now, larger
        meter = Meter("sampling deals", MOST_PARTS - 1)
        while len(parts) < MOST_PARTS:
            is_late = thread_time() + took > end
            if is_late and len(parts) >= FEWEST_PARTS:
                break
            if is_late:
                meter.total = FEWEST_PARTS - 1  # no more are drawn once the time is up
            meter.done(len(parts) - 1)
            parts.append(self._part(size, len(SIZES) + len(parts)))
        return parts

    def _part(self, size: int, number: int) -> BySituation[G]:
        """A sample with the answers that the odds of every wager need, so that its time includes theirs."""
        sample = sample_of(self.game, size * self._situations, (self._seed, number))
        part = BySituation(self.game, sample=sample, sheet=copy(self.sheet))
        part.tally(OPTIMAL)
        part.solved().of(part.tree.root, View.HIGHEST)
        sides = part._decided_sides - self._exact_sides.keys()
        for stakes in ({side: 1} for side in sides):
            part.tally(BestFor.of(stakes))
            part.solved(stakes).of(part.tree.root, View.HIGHEST)
        if sides:
            part.tally(BestFor.of(dict.fromkeys((self.main, *sides), 1)))
        return part

    @property
    def total(self) -> int:
        return WHOLE

    def outcomes(self) -> list[Outcome]:
        for part in self.parts:
            for outcome in part.outcomes():
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
        return self.parts[0]._decided_sides - self._exact_sides.keys()

    def plan(self, strategy: Strategy) -> Plan:
        return self.parts[0].plan(strategy)

    def _tally(self, strategy: Strategy) -> dict[int, Fraction]:
        shares: dict[int, Fraction] = {}
        for part in self.parts:
            outcomes = part.outcomes()
            for number, deals in part.tally(strategy).items():
                merged = self._number_of(outcomes[number])
                shares[merged] = shares.get(merged, Fraction()) + deals / part.total / len(self.parts)
        return _counts(shares)

    # --- side wagers that are counted apart ---

    @cached_property
    def _exact_sides(self) -> dict[str, dict[Line, int]]:
        return self._counted_apart(self.sides)

    def _counted_apart(self, sides: Iterable[str]) -> dict[str, dict[Line, int]]:
        """The side wagers that can be counted by themselves: the deals of each line."""
        counted: dict[str, dict[Line, int]] = {}
        end = thread_time() + SIDE_SECONDS
        for side in sides:
            lines = count_side(self.game, self.sheet, side, end - thread_time())
            if lines is not None:
                counted[side] = lines
        return counted

    def _lines(self, wager: str) -> Iterable[Line]:
        return {*super()._lines(wager), *self._exact_sides.get(wager, ())}

    @synchronized
    def side_counts_alone(self, wager: str, strategy: Strategy = OPTIMAL) -> Iterable[JointCount] | None:
        if wager not in self._exact_sides:
            return None
        index, lines = self.sides.index(wager), self.side_lines(wager)
        rows = [tuple(row if side == index else 0 for side in range(len(self.sides))) for row in range(len(lines))]
        counts = self._exact_sides[wager]
        return [JointCount(counts.get(line, 0), Fraction(), row) for line, row in zip(lines, rows, strict=True)]

    def side_total(self, wager: str) -> int:
        return sum(self._exact_sides[wager].values()) if wager in self._exact_sides else WHOLE

    # --- the error ---

    @synchronized
    def interval(self, wager: str, strategy: Strategy = OPTIMAL) -> tuple[float, float] | None:
        if wager in self._exact_sides:
            return None
        stakes = {wager: Fraction(1)}
        played = self._best_for(self.for_wager(strategy, wager if wager in self._decided_sides else ""))

        def payoff(outcome: Outcome) -> Fraction:
            return self._worth(outcome, stakes)

        lower, upper = [], []
        for part in self.parts:
            tally, outcomes = part.tally(played), part.outcomes()
            lower.append(float(sum(deals * payoff(outcomes[n]) for n, deals in tally.items()) / part.total))
            if played == BestFor.of(stakes):
                solved = part.solved(stakes)
                highest = solved.of(part.tree.root, View.HIGHEST)
                upper.append(float(Fraction(int(highest.sums[0]), highest.ways * solved.scale)))
        return _end(lower, -1), max(_end(means, +1) for means in (lower, upper) if means)

    # --- decisions ---

    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        """Advice on a single hand is exact: counting one hand is feasible where counting all is not."""
        with self._lock:
            return self._of_hand(known.cards).advise(known, beside)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        with self._lock:
            return self._of_hand(known.cards).outlook(known)

    @property
    def quick(self) -> bool:
        return False

    def general_charts(self, strategy: Strategy) -> list[Chart]:
        return self.parts[0].general_charts(strategy)

    def general_card(self) -> tuple[str, tuple[CardLine, ...]]:
        return self.parts[0].general_card()

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        return self.parts[0].situations(at)


def sample_of(game: Game[Any], situations: int, seed: tuple[int, ...]) -> Sample:
    """How many cards a sample of about so many situations draws at each point of the round."""
    hands, later = _first_hands(game), _deals_after_deciding(game)
    if later:
        first = min(max(FEWEST_HANDS, situations // FEWEST_DRAWS**later), hands)
        draws = max(2, round((situations / first) ** (1 / later))) // 2
        return Sample(first, draws, draws, DEALERS, seed)
    if hands <= MOST_HANDS:
        return Sample(min(hands, HANDS_EACH * situations), 1, 1, max(DEALERS, DEALERS * situations // hands), seed)
    return Sample(situations, 1, 1, DEALERS, seed)


def _first_hands(game: Game[Any]) -> int:
    """About how many situations there are at the first decision, up to suit isomorphism."""
    hands, left = 1, len(game.deck)
    for step in Walker(game).steps:
        if isinstance(step, Decide):
            break
        if isinstance(step, Deal) and (step.to == PLAYERS or step.face is Face.UP):
            hands, left = hands * comb(left, step.count), left - step.count
    return ceil(hands / SUITS_MERGE)


def _deals_after_deciding(game: Game[Any]) -> int:
    """How many times cards come into sight after the first decision."""
    steps = Walker(game).steps
    points = [index for index, step in enumerate(steps) if isinstance(step, Decide)] or [len(steps)]

    def is_seen(index: int) -> bool:
        step = steps[index]
        if isinstance(step, Deal):
            return step.to != DEALER or (step.face is Face.UP and index < points[-1])
        return isinstance(step, Turn) and (step.whose == COMMUNITY or (step.whose == DEALER and index < points[-1]))

    return sum(map(is_seen, range(points[0], len(steps))))


def _end(means: list[float], sign: int) -> float:
    """One end of the 95% interval of a mean, from independent estimates of it."""
    return statistics.fmean(means) + sign * STUDENT[len(means) - 1] * statistics.stdev(means) / sqrt(len(means))


def _counts(shares: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Shares as whole counts that add up to the total."""
    found = {number: Fraction(int(share * WHOLE)) for number, share in shares.items()}
    largest = max(found, key=found.__getitem__)
    found[largest] += WHOLE - sum(found.values())
    return found
