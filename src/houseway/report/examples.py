"""Worked examples: for each line of each wager's table one deal that ends in it, found and settled by the engine.

A simulation's kernel deals rounds by the million; the first that ends in a line is dealt again at the table, with the
best decisions. Lines that are rarer are looked for among deals that are laid out for them: the hands that pay tables
give as examples, the same hand for the dealer in other suits, and deals from a part of the deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from houseway.errors import HousewayError
from houseway.odds import Odds
from houseway.odds.by_situation import known_of
from houseway.odds.game_odds import OPTIMAL, Hand
from houseway.odds.solution import Solution
from houseway.odds.walk import Piles, Walker, in_order, net_of
from houseway.report.laid_deals import laid_deals
from houseway.rules.game import Decision, Game, Spot
from houseway.simulation.engine import Prepared
from houseway.table import events as ev
from houseway.table.round import Round

SEARCHED = 2**21  # rounds of the kernel
CHUNK = 2**16
LAID = 3000  # deals laid out for rare lines

Line = tuple[str, int]  # a wager and the number of a line of its table


class Settlement(NamedTuple):
    """What one wager of a hand got, in cents."""

    wager: str
    stake: int
    net: Fraction
    case: str
    reason: str


class Example(NamedTuple):
    """A deal that ends in a line of a wager's table; without a hand, none was found."""

    wager: str
    line: int
    label: str
    bonus: bool
    hand: Hand | None
    settled: tuple[Settlement, ...] = ()
    round: Round | None = None  # as it was dealt at the table


class Finder:
    """Finds a deal for each line."""

    def __init__(self, odds: Odds[Any], solution: Solution, prepared: Prepared, *, stake: int) -> None:
        self.odds, self.solution, self.plan, self._kernel = odds, solution, prepared.plan, prepared.kernel
        self.game: Game[Any] = odds.game
        game, stakes = self.game, prepared.plan.stakes
        self.opening = {game.wagers.main: stake, **{name: stakes[name] for name in game.wagers.sides}}
        self.walker = Walker(game, Round(game).check_wager(1, self.opening))
        self._best = odds.decider(OPTIMAL)

    def examples(self) -> tuple[Example, ...]:
        """One for each line, in the order of the tables."""
        lines = [(odds.wager, number) for odds in self.solution.wagers for number in range(len(odds.rows))]
        possible = [line for line in lines if self._row(line).count]
        dealt = self._dealt(possible)
        missing = [line for line in possible if line not in dealt]
        laid = self._laid(missing) if missing else {}
        return tuple(self._example(line, dealt.get(line), laid.get(line)) for line in lines)

    def _row(self, line: Line) -> Any:
        return self.solution.wager(line[0]).rows[line[1]]

    def _example(self, line: Line, round_: Round | None, laid: Hand | None) -> Example:
        row = self._row(line)
        hand = self._hand(round_) if round_ is not None else laid
        settled = tuple(_at_the_table(round_)) if round_ is not None else () if hand is None else self._settled(hand)
        return Example(line[0], line[1], row.label, row.bonus, hand, settled, round_)

    def _settled(self, hand: Hand) -> tuple[Settlement, ...]:
        def settlement(wager: str, case: str) -> Settlement:
            net = net_of(self.game, hand, frozenset({wager}))
            return Settlement(wager, hand.spot.stakes.get(wager, 0), net, case, self.game.case(case).reason)

        return tuple(settlement(pay.wager, pay.case) for pay in hand.pays)

    # --- rounds of the kernel, dealt again at the table ---

    def _dealt(self, lines: list[Line]) -> dict[Line, Round]:
        numbers = self._round_numbers(set(lines))
        rounds: dict[int, Round] = {}
        for line in lines:
            number = numbers.get(line)
            if number is not None and number not in rounds:
                rounds[number] = self._played(number)
        return {line: rounds[number] for line, number in numbers.items()}

    def _round_numbers(self, wanted: set[Line]) -> dict[Line, int]:
        """For each line the first round of the kernel that ends in it."""
        kernel, key = self._kernel, self.plan.key
        lines_of = [self._lines_of(code) for code in range(kernel.codes)]
        codes = np.empty((CHUNK, 1), np.uint16)
        found: dict[Line, int] = {}
        for first in range(0, SEARCHED, CHUNK):
            kernel.fill(key, first, codes)
            values, indices = np.unique(codes[:, 0], return_index=True)
            for index, code in sorted(zip(indices.tolist(), values.tolist(), strict=True)):
                for line in lines_of[code]:
                    if line in wanted:
                        found.setdefault(line, first + index)
            if len(found) == len(wanted):
                break
        return found

    def _lines_of(self, code: int) -> list[Line]:
        kernel = self._kernel
        outcome = kernel.outcome(code)
        sides = zip(kernel.sides, outcome.side_rows, strict=True)
        return [*((kernel.main, number) for number in outcome.main_rows), *sides]

    def _played(self, number: int) -> Round:
        """The round as the table deals and settles it, with the best decisions."""
        cards = self._kernel.play_one(self.plan.key, number, 1).cards
        round_ = Round(self.game, seed=f"round {number}", stacked=cards)
        round_.wager(1, self.opening)
        round_.deal()
        while not round_.over:
            step: Any = round_.step
            round_.act(1, self._decide(step.at, round_.spot(1)))
        return round_

    def _decide(self, at: str, spot: Spot) -> Decision:
        return self._best(known_of(at, spot))

    def _hand(self, round_: Round) -> Hand:
        """The same deal as the count settles it."""
        spot, house = round_.spot(1), round_.house
        piles = Piles(spot.dealt, spot.drawn, spot.aside, house.dealer, house.community)
        return self.walker.play(piles, in_order([decision for _, decision in spot.decisions]))

    # --- deals that are laid out ---

    def _laid(self, missing: list[Line]) -> dict[Line, Hand]:
        wanted, found = set(missing), dict[Line, Hand]()
        for _, piles in zip(range(LAID), laid_deals(self.game, [line[0] for line in missing]), strict=False):
            try:
                hand = self.walker.play(piles, self._decide)
            except HousewayError:
                continue  # too few cards in a pile
            for line in self._lines_of_hand(hand):
                if line in wanted:
                    found[line] = hand
                    wanted.remove(line)
            if not wanted:
                break
        return found

    def _lines_of_hand(self, hand: Hand) -> Iterator[Line]:
        main = self.solution.main
        bonuses = [label for _, label in self.odds.sheet.bonuses(hand)]
        plain = [row.label for row in main.rows if not row.bonus]
        label = self.odds.sheet.label(hand)
        for number, row in enumerate(main.rows):
            if row.bonus:
                hit = row.label in bonuses
            else:
                hit = row.label == label and (plain.count(label) == 1 or row.net == self._net(hand))
            if hit:
                yield main.wager, number
        for side in self.game.wagers.sides:
            label = self.odds.sheet.side_label(side, hand)
            for number, row in enumerate(self.solution.wager(side).rows):
                if row.label == label:
                    yield side, number

    def _net(self, hand: Hand) -> Fraction:
        """What the main wager with its raises nets without bonuses, in units of the first wager."""
        wagers = self.game.wagers.main_group - set(self.game.wagers.bonuses)
        return net_of(self.game, hand, wagers) / self.opening[self.game.wagers.main]


def _at_the_table(round_: Round) -> Iterator[Settlement]:
    """What the table paid: a progressive's prize is of the meter that the wager itself has fed."""
    for event in round_.events:
        if isinstance(event, ev.Settled):
            yield Settlement(
                event.wager, event.amount, Fraction(event.returned - event.amount), event.case, event.reason
            )
