"""A strategy as a whole: what it decides in every situation of a game, and what every decision there is worth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from houseway.odds.backward_induction import Plan, Solved, Solver
from houseway.odds.board_odds import ByBoard
from houseway.odds.by_situation import BySituation
from houseway.odds.game_odds import OPTIMAL
from houseway.odds.nodes import Choice, Option
from houseway.odds.situations import SpotBuilder
from houseway.odds.sizes import offering
from houseway.odds.solver import odds_of
from houseway.odds.universe import Ints
from houseway.rules.game import Decision, Game
from houseway.rules.pay_tables import Ratio


@dataclass(eq=False)
class StrategyBook:
    """The tree of a game with a strategy's plan for it. Values are those of going on by the same strategy."""

    game: Game[Any]
    odds: BySituation[Any]
    strategy: str
    plan: Plan
    solver: Solver
    values: Solved

    def sizes(self) -> set[Ratio]:
        """The sizes of the bets that are made."""
        return {
            option.template.multiple
            for choice in self.odds.choices
            for option, rows in zip(choice.options, rows_of(choice), strict=True)
            if option.template.multiple and np.isin(rows, self.plan[choice]).any()
        }

    def offering(self, sizes: set[Ratio]) -> StrategyBook:
        """The same with bets of these sizes among the decisions, where the rules allow them."""
        between = {size for size in sizes if any(_is_between(size, choice) for choice in self.odds.choices)}
        if not between:
            return self
        return _book(self.game, BySituation(offering(self.game, between)), self.strategy)

    def decision(self, choice: Choice, builder: SpotBuilder, state: int, row: int) -> Decision:
        """The decision that a row number means in a situation."""
        number = int(option_numbers(choice)[row])
        option = choice.options[number]
        if option.thrown is None:
            return option.template
        cards = builder.cards(choice.level.rows[state].tolist())
        columns = option.thrown[row - int(rows_of(choice)[number][0])]
        return option.template._replace(discard=tuple(cards[column] for column in columns))


def strategy_book(game: Game[Any], strategy: str = OPTIMAL) -> StrategyBook | None:
    """Every decision of a strategy; None where the situations are too many to be listed one by one."""
    odds = odds_of(game)
    odds.check_strategy(strategy)
    if isinstance(odds, ByBoard):
        odds = odds.by_tree
    if not isinstance(odds, BySituation) or odds.estimated:
        return None
    return _book(game, odds, strategy)


def _book(game: Game[Any], odds: BySituation[Any], strategy: str) -> StrategyBook:
    odds.outcomes()  # worked out before the solver asks for them
    own = odds_of(game)
    plan = odds.plan(strategy if strategy == OPTIMAL else lambda known: own.decision(strategy, known))
    solver = Solver(odds.tree, odds.endings)
    values = odds.solved() if strategy == OPTIMAL else solver.values(lambda outcome: outcome.net, plan)
    return StrategyBook(game, odds, strategy, plan, solver, values)


def rows_of(choice: Choice) -> list[Ints]:
    """The row numbers of each option: they run on from one option to the next."""
    ends = np.cumsum([0, *(len(option.states) for option in choice.options)])
    return [np.arange(start, end) for start, end in pairwise(ends)]


def option_numbers(choice: Choice) -> Ints:
    """The number of the option that each row belongs to."""
    return np.repeat(np.arange(len(choice.options)), [len(option.states) for option in choice.options])


def _is_between(size: Ratio, choice: Choice) -> bool:
    """Whether bets may be smaller and larger than this, but it is not among the options."""
    sizes: dict[str, set[Ratio]] = {}
    for option in choice.options:
        if option.template.multiple:
            sizes.setdefault(option.template.choice, set()).add(option.template.multiple)
    return any(min(found) < size < max(found) and size not in found for found in sizes.values())


def bet_of(option: Option) -> tuple[str, int]:
    """A kind of decision without its size: the choice, and how many cards are thrown."""
    return option.template.choice, len(option.template.discard or ())
