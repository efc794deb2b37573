"""What the codes of derived kernels stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from houseway.errors import HousewayError
from houseway.odds.engine import Odds, joined
from houseway.odds.game_odds import Strategy
from houseway.odds.outcomes import Outcome
from houseway.odds.walk import side_net
from houseway.rules.game import Game
from houseway.simulation.sim_kernel import MOST_CODES, JointOutcome, Line

Main = tuple[str, Fraction, Fraction, tuple[tuple[str, Fraction], ...]]  # label, net, bet, bonuses
Side = tuple[str, Fraction, int, int]


class CountedCodes:
    """Codes of a game that is counted exactly: one for every outcome that a strategy can reach."""

    def __init__(self, odds: Odds[Any], strategy: Strategy) -> None:
        self.numbers = sorted(number for number, deals in odds.tally(strategy).items() if deals)
        outcomes = odds.outcomes()
        rows = {(row.label, row.net, row.bonus): index for index, row in enumerate(odds.count(strategy).rows)}
        lines = [{line: index for index, line in enumerate(odds.side_lines(side))} for side in odds.sides]
        self.outcomes: list[JointOutcome] = []
        self._codes: dict[Outcome, int] = {}
        if len(self.numbers) > MOST_CODES:
            raise HousewayError(f"{odds.game.name} has {len(self.numbers):,} outcomes: more than can be simulated.")
        for code, number in enumerate(self.numbers):
            outcome = outcomes[number]
            self._codes[_key(outcome)] = code
            main = [rows[outcome.label, outcome.plain_net, False], *(rows[*bonus, True] for bonus in outcome.bonuses)]
            sides = tuple(indices[line] for indices, line in zip(lines, outcome.sides, strict=True))
            self.outcomes.append(JointOutcome(outcome.net, outcome.bet, tuple(main), sides))

    def code(self, outcome: Outcome) -> int:
        return self._codes[_key(outcome)]

    def lines(self, wager: str) -> tuple[Line, ...] | None:
        return None


def _key(outcome: Outcome) -> Outcome:
    return outcome._replace(hand=None)  # type: ignore[arg-type]


class SampledCodes:
    """Codes of a game that is sampled: a code is the main wager's outcome and the line of every side wager.

    Each of these must have occurred in a sample or be printed in a pay table; every combination gets a code.
    """

    def __init__(self, game: Game[Any], outcomes: Iterable[Outcome]) -> None:
        self._game = game
        mains: dict[Main, None] = {}
        sides: list[dict[Side, None]] = [dict.fromkeys(_printed(game, side)) for side in game.wagers.sides]
        self._cases: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)  # by wager and label
        for outcome in outcomes:
            mains[_main(outcome)] = None
            cases = dict(outcome.cases)
            self._cases[game.wagers.main, outcome.label][cases.get(game.wagers.main, "")] = None
            for side, found, line in zip(game.wagers.sides, sides, outcome.sides, strict=True):
                found[line] = None
                self._cases[side, line[0]][cases[side]] = None
        self._mains = {main: index for index, main in enumerate(sorted(mains, key=lambda main: (-main[1], main)))}
        self._sides = [{line: index for index, line in enumerate(sorted(found))} for found in sides]
        rows = dict.fromkeys((label, net - sum(paid for _, paid in paid_on)) for label, net, _, paid_on in self._mains)
        bonuses = dict.fromkeys(bonus for main in self._mains for bonus in main[3])
        self._rows = {
            (*row, bonus): index
            for index, (row, bonus) in enumerate([*((row, False) for row in rows), *((row, True) for row in bonuses)])
        }
        self.codes = len(self._mains)
        for lines in self._sides:
            self.codes *= len(lines)
        if self.codes > MOST_CODES:
            raise HousewayError(f"{game.name} can end in {self.codes:,} ways: more than can be simulated.")
        self.outcomes = [self._joint_outcome(code) for code in range(self.codes)]

    def code(self, outcome: Outcome) -> int:
        try:
            found = self._mains[_main(outcome)]
            for indices, line in zip(self._sides, outcome.sides, strict=True):
                found = found * len(indices) + indices[line]
        except KeyError:
            raise HousewayError(
                f"{self._game.name}: a hand ended in a way that the sample does not contain ({outcome.label}); the "
                "game cannot be simulated unless its pay tables print every line or it is counted exactly."
            ) from None
        return found

    def _joint_outcome(self, code: int) -> JointOutcome:
        rows: list[int] = []
        for indices in reversed(self._sides):
            code, row = divmod(code, len(indices))
            rows.insert(0, row)
        label, net, bet, bonuses = list(self._mains)[code]
        plain = net - sum(paid for _, paid in bonuses)
        main = [self._rows[label, plain, False], *(self._rows[*bonus, True] for bonus in bonuses)]
        return JointOutcome(net, bet, tuple(main), tuple(rows))

    def lines(self, wager: str) -> tuple[Line, ...] | None:
        if wager == self._game.wagers.main:
            return tuple(
                Line(label, net, bonus, "" if bonus else self._case(wager, label)) for label, net, bonus in self._rows
            )
        found = self._sides[self._game.wagers.sides.index(wager)]
        return tuple(
            Line(line[0], side_net(self._game, wager, *line[1:]), case=self._case(wager, line[0])) for line in found
        )

    def _case(self, wager: str, label: str) -> str:
        return joined(self._cases.get((wager, label), ()))


def _main(outcome: Outcome) -> Main:
    return outcome.label, outcome.net, outcome.bet, outcome.bonuses


def _printed(game: Game[Any], side: str) -> list[Side]:
    """The lines of a side wager's pay table, since a sample may have missed some."""
    wager = game.wager[side]
    if wager.table is None or wager.pays is None:
        return []
    return [(hand.name, Fraction(odds), 0, 0) for hand, odds in zip(wager.table.rows, wager.pays, strict=True)]
