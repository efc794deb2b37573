"""What a game adds to its counts, all of it optional: names of rows, tie-breaks, strategies, charts, a strategy card.

A game's sheet is the class `Sheet` in the module `odds` beside its rules. How a game is counted is not its business.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

from houseway.odds.game_odds import OPTIMAL, CardLine, Chart, G, Hand, Known, Strategy
from houseway.rounding import short
from houseway.rules.game import Decision, Game

if TYPE_CHECKING:
    from houseway.odds.engine import Odds

Preference = Callable[[str, Decision], int]


@dataclass(frozen=True)
class Named:
    """A strategy with a name: what it does in a line, and a function or a tie-break.

    With `prefer` alone, the best decisions are taken, and ties are broken by it instead of by the sheet's `preference`.
    """

    text: str
    decide: Callable[[Known], Decision] | None = None
    prefer: Preference | None = None


class OddsSheet(Generic[G]):
    """The names of outcomes as the manual prints them or, without a manual, the reasons that the rules give; and the
    strategies that have a name."""

    odds: Odds[Any]  # the odds that use this sheet
    every_row = False  # whether the table also prints rows that a strategy never reaches

    def __init__(self, game: G) -> None:
        self.game = game

    # --- rows ---

    @property
    def rows(self) -> Mapping[str, str]:
        """The row of the main wager's table that a case belongs to, by the case's id, in printed order, as far as rows
        have names; `{bet}` stands for the multiple that was bet last."""
        return {}

    def label(self, hand: Hand) -> str:
        """The row of the main wager's table that a hand ends in."""
        case, decisions = self.main_case(hand), hand.spot.decisions
        if case in self.rows:
            return named(self.rows[case], decisions)
        text = sentence(self.game.case(case).reason) if case else "Nothing to settle"
        for at, decision in decisions[-1:]:
            if decision.folds:
                return f"{text} at {at}" if len(decisions) > 1 else text
        sizes = [f"{short(decision.multiple)}x" for _, decision in decisions if decision.multiple]
        if sizes:
            return f"{text}, bet {' and '.join(sizes)}"
        main = self.game.wagers.main
        linked = [wager.id for wager in self.game.wagers if wager.linked or wager.id == main]
        left = sum(wager in hand.spot.stakes for wager in linked)
        return f"{text}, {left} of {len(linked)} bets" if left < len(linked) else text  # some were taken back

    def mark(self, hand: Hand) -> Hashable:
        """What else tells outcomes apart, for a count of its own (see `Odds.marks`)."""
        return None

    def main_case(self, hand: Hand) -> str:
        """The case that decided the main wager; empty where nothing is settled."""
        pay = hand.pay(self.game.wagers.main) or next(iter(hand.pays), None)
        return pay.case if pay is not None else ""

    def sums(self) -> Mapping[str, Sequence[str]]:
        """Chances of the main wager that the manual prints as a sum of rows: a name, and the labels of those rows."""
        return {}

    def bonuses(self, hand: Hand) -> Sequence[tuple[str, str]]:
        """The bonus rows that a hand ends in: the wager and the row's label."""
        paid = [pay for pay in hand.pays if pay.wager in self.game.wagers.bonuses]
        return [(pay.wager, sentence(self.game.case(pay.case).reason)) for pay in paid]

    def bonus_labels(self) -> Sequence[str]:
        """Bonus rows in printed order."""
        return [sentence(hand.name) for bonus in self.game.wagers.bonuses for hand in self.game.wager[bonus].paid_hands]

    def side_label(self, wager: str, hand: Hand) -> str:
        """The row of a side wager's table that a hand ends in."""
        pay, offered = hand.pay(wager), self.game.wager[wager]
        assert pay is not None
        case = self.game.case(pay.case)
        if case.row is not None:
            return case.reason
        return "Other" if pay.odds == -1 and offered.paid_hands else sentence(case.reason)

    def side_labels(self, wager: str) -> Sequence[str]:
        """The rows of a side wager's table in printed order."""
        return [hand.name for hand in self.game.wager[wager].paid_hands]

    # --- strategies ---

    def preference(self, at: str, decision: Decision) -> int:
        """Breaks ties between decisions of equal value: the lowest number is taken, then the one offered first."""
        return 0

    @property
    def strategies(self) -> Mapping[str, Named]:
        """Named strategies, `optimal` first; `printed` where the manual prints one."""
        return {OPTIMAL: Named("the decision with the highest value everywhere")}

    def charts(self, strategy: Strategy) -> list[Chart]:
        """A strategy as tables."""
        return self.odds.general_charts(strategy)

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """The strategy card: the name of a simple strategy, and the lines a person has to learn for it."""
        return self.odds.general_card()


def named(row: str, decisions: Sequence[tuple[str, Decision]]) -> str:
    """A row's label, with the multiple that was bet last."""
    return row.format(bet=f"{short(decisions[-1][1].multiple)}x") if decisions else row


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def sheet_of(game: Game[Any]) -> OddsSheet[Any]:
    """The sheet beside the game's rules or beside those of its base class; else one in which nothing has a name."""
    for module in modules_beside(game, "odds"):
        sheet = getattr(module, "Sheet", None)
        if isinstance(sheet, type) and issubclass(sheet, OddsSheet):
            found: OddsSheet[Any] = sheet(game)
            return found
    return OddsSheet(game)


def modules_beside(game: Game[Any], name: str) -> Iterator[ModuleType]:
    """The modules of this name next to a game's rules, then next to those of its base classes."""
    for kind in type(game).__mro__:
        if kind is Game or not issubclass(kind, Game):
            continue
        package = package_of(kind)
        try:
            yield import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            if error.name not in (f"{package}.{name}", package):
                raise


def package_of(kind: type[Any]) -> str:
    """The package that contains a game's rules; a stand-alone module counts as its own package."""
    module = kind.__module__
    if hasattr(sys.modules.get(module), "__path__"):  # the class is in the package's own `__init__`
        return module
    return module.rpartition(".")[0] or module
