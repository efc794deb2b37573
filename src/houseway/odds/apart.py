"""Games with side wagers that look at more than a count of the main game can tell: these are counted by themselves.

Everything else is counted as if they were not there. How they move with the other wagers is estimated from a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.odds.cost import cost_of
from houseway.odds.engine import EXACT_SECONDS, AdvisedSituation, Odds, synchronized
from houseway.odds.estimated import Estimated
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    G,
    JointCount,
    Known,
    MainCount,
    Outlook,
    SideOutcome,
    Stakes,
    Strategy,
    WrongShape,
)
from houseway.odds.outcomes import Line
from houseway.odds.sheet import Named
from houseway.odds.wide_sides import beyond_classes, wide_sides
from houseway.rules.game import Decision, Game, Spot
from houseway.rules.wagers import Wager

JOINT_SECONDS = 4.0  # of CPU time for the sample: nothing but correlations follows from it


def with_members(game: Game[Any], **members: Any) -> Game[Any]:
    """The same game with some members of its class replaced."""
    kind = type(game)
    made: Game[Any] = type(kind.__name__, (kind,), {"__module__": kind.__module__, **members})(
        game.options, game.edition
    )
    return made


def without(game: Game[Any], sides: Iterable[str]) -> Game[Any]:
    """The same game without some of its side wagers."""
    kind, gone = type(game), frozenset(sides)

    def make_wagers(self: Game[Any]) -> Iterable[Wager]:
        return [wager for wager in kind.make_wagers(self) if wager.id not in gone]

    return with_members(game, make_wagers=make_wagers)


class Apart(Estimated[G]):
    """The main game is counted exactly without its wide side wagers, and these on the cards that they look at."""

    limit: float | None = Odds.limit

    def __init__(self, game: G, *, exact: bool = False, **named: Any) -> None:
        super().__init__(game, seconds=JOINT_SECONDS, exact=exact, **named)
        beyond = beyond_classes(game)
        if not wide_sides(game) or self.known != NOTHING:
            raise WrongShape(f"{game.name} has no side wagers that are counted apart.")
        if not beyond and (exact or cost_of(game).seconds <= EXACT_SECONDS):
            raise WrongShape(f"{game.name} can be counted with all its side wagers.")
        for self.wide in filter(None, dict.fromkeys((beyond, wide_sides(game)))):
            small = without(game, self.wide)
            self.base: Odds[Any] = Odds(small, exact=exact, sheet=type(self.sheet)(small))
            if not self.base.estimated:
                return
        raise WrongShape(f"{game.name} cannot be counted without its side wagers either.")

    # --- the main wager, and the side wagers that are counted with it ---

    def count(self, strategy: Strategy) -> MainCount:
        return self._base_count(strategy) or super().count(strategy)

    def interval(self, wager: str, strategy: Strategy = OPTIMAL) -> tuple[float, float] | None:
        return super().interval(wager, strategy) if wager in self.wide else None

    def side_total(self, wager: str) -> int:
        return super().side_total(wager) if wager in self.wide else self.base.side_total(wager)

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return super().side_outcomes(wager) if wager in self.wide else self.base.side_outcomes(wager)

    def _lines(self, wager: str) -> Iterable[Line]:
        return super()._lines(wager) if wager in self.wide else self.base._lines(wager)

    def side_counts_alone(self, wager: str, strategy: Strategy = OPTIMAL) -> Iterable[JointCount] | None:
        if wager in self.wide:
            return super().side_counts_alone(wager)
        index, place = self.sides.index(wager), self.base.sides.index(wager)
        sides = range(len(self.sides))
        return [
            JointCount(count.weight, count.main, tuple(count.rows[place] if side == index else 0 for side in sides))
            for count in self.base.joint_counts(strategy)
        ]

    @synchronized
    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        """From the sample, moved to the exact mean of the main wager."""
        sampled = strategy if strategy == OPTIMAL or isinstance(strategy, BestFor) else self.base.decider(strategy)
        found, count = list(super().joint_counts(sampled)), self._base_count(strategy)
        if count is None:
            return found
        mean = sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total
        total = sum(joint.weight for joint in found)
        error = mean - sum((Fraction(joint.main) for joint in found), Fraction()) / total
        return [joint._replace(main=joint.main + error * joint.weight) for joint in found]

    def _base_count(self, strategy: Strategy) -> MainCount | None:
        """The main wager under a strategy; None where what is best for a wide side wager decides."""
        if isinstance(strategy, BestFor):
            stakes = dict(strategy.stakes)
            if self.decided_sides & self.wide & stakes.keys():
                return None
            strategy = BestFor.of({wager: stakes[wager] for wager in stakes if wager not in self.wide})
        return self.base.count(strategy)

    @property
    def decided_sides(self) -> frozenset[str]:
        return self.base.decided_sides | (self._decided_sides & self.wide)

    @cached_property
    def _exact_sides(self) -> dict[str, dict[Line, int]]:
        return self._counted_apart([side for side in self.sides if side in self.wide])

    # --- decisions ---

    def follows(self, strategy: Named) -> bool:
        return self.base.follows(strategy)

    def decision(self, strategy: Strategy, known: Known) -> Decision:
        return self.base.decision(strategy, known)

    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        return self.base.advise(known, beside)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        return self.base.outlook(known)

    @property
    def quick(self) -> bool:
        return self.base.quick

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        return self.base.situations(at)

    def played(self, strategy: Strategy, at: str) -> Iterator[tuple[Spot, int, Decision]]:
        return self.base.played(strategy, at)

    def charts(self, strategy: Strategy) -> list[Chart]:
        return self.base.charts(strategy)

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return self.base.card()
