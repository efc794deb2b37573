"""What a report is made from, each worked out once when a chapter first asks for it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.errors import HousewayError
from houseway.lab.protecting.protection import DealerErrors, Protection
from houseway.odds import Odds
from houseway.odds.cache import noting_compilation, solved
from houseway.odds.game_odds import OPTIMAL, Chart
from houseway.odds.labels import odds_label
from houseway.odds.solution import Solution
from houseway.odds.solver import odds_of
from houseway.report.examples import Example, Finder
from houseway.report.exposed_cards import quick_protection
from houseway.report.hold import Spread, spreads
from houseway.report.options import Variation, variations
from houseway.rules.game import Game
from houseway.simulation.engine import Prepared, prepare
from houseway.simulation.plan import SimulationPlan
from houseway.simulation.result import Result
from houseway.simulation.run import plan_of, run

ROUNDS = 2_000_000
SEED = "report"
STAKE = 1000  # cents on a wager in examples and in the simulation


class Study:
    """A game against the house, with all that its report tells of it."""

    def __init__(
        self,
        game: Game[Any],
        *,
        date: datetime.date,
        rounds: int = ROUNDS,
        seed: str = SEED,
        workers: int | None = 1,
    ) -> None:
        if not isinstance(game, Game):
            raise HousewayError(
                f"{game.name} is played among players: a report is about a game that is played against the house."
            )
        self.game, self.date, self.rounds, self.seed, self.workers = game, date, rounds, seed, workers

    # --- odds ---

    @cached_property
    def odds(self) -> Odds[Any]:
        return odds_of(self.game)

    @cached_property
    def solution(self) -> Solution:
        with noting_compilation(self.game):
            return solved(self.game)

    @property
    def sampled(self) -> list[str]:
        """The names of the wagers whose odds are estimated from a sample."""
        return [self.game.wager[odds.wager].name for odds in self.solution.wagers if odds.interval is not None]

    @property
    def counted(self) -> list[str]:
        """The names of the wagers whose odds are exact."""
        return [self.game.wager[odds.wager].name for odds in self.solution.wagers if odds.interval is None]

    @cached_property
    def spreads(self) -> Mapping[str, tuple[Spread, ...]]:
        """By wager, what the house may win over some numbers of rounds."""
        return {odds.wager: tuple(spreads(odds)) for odds in self.solution.wagers}

    # --- strategies ---

    @cached_property
    def costs(self) -> Mapping[str, Fraction]:
        """What each named strategy costs, in units of the first wager."""
        best = self._value(OPTIMAL)
        return {name: best - self._value(name) for name in self.odds.strategies()}

    def _value(self, strategy: str) -> Fraction:
        if strategy == OPTIMAL:
            return self.solution.main.expected_value
        count = self.odds.count(strategy)
        return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total

    @cached_property
    def charts(self) -> list[Chart]:
        return self.odds.charts(OPTIMAL)

    @cached_property
    def card(self) -> tuple[str, tuple[str, ...]]:
        """The strategy card: whose, and its lines."""
        name, lines = self.odds.card()
        return name, tuple(line.text for line in lines)

    # --- rounds ---

    @cached_property
    def plan(self) -> SimulationPlan:
        sides = {name: self.game.wager[name].fixed or STAKE for name in self.game.wagers.sides}
        return plan_of(self.game, seed=self.seed, bet=STAKE, sides=sides)

    @cached_property
    def _prepared(self) -> Prepared:
        return prepare(self.plan)

    @cached_property
    def simulation(self) -> Result:
        """Rounds dealt for this report; Ctrl-C ends them early, with the rounds that were played."""
        found = run(self.plan, self.rounds, prepared=self._prepared)
        if not found.rounds:
            raise KeyboardInterrupt
        return found

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        return Finder(self.odds, self.solution, self._prepared, stake=STAKE).examples()

    # --- other rules ---

    @cached_property
    def variations(self) -> tuple[Variation, ...]:
        # What was counted for these rules is used first: the counts of other rules push it out of memory.
        _ = self.costs, self.charts, self.examples, self.simulation, self.protection
        return variations(self.game, self.solution, workers=self.workers)

    @cached_property
    def protection(self) -> Protection | DealerErrors | None:
        """What exposed cards are worth and what dealer errors cost; None where the game cannot be counted."""
        try:
            return quick_protection(self.game)
        except HousewayError:
            return None

    def wager_name(self, name: str) -> str:
        return self.game.wager[name].name

    def played_name(self, wager: str) -> str:
        """The wager's name, with how it is played where it depends on a decision.

        All chapters value such a wager with the main wager's best strategy; that of the odds also tells of other plays.
        """
        return odds_label(self.game, self.solution, self.solution.wager(wager))

    @property
    def unit(self) -> str:
        """What results of the main wager are measured in."""
        return self.wager_name(self.solution.main.wager)
