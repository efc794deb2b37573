"""What proves a kernel equal to its game's rules: hand by hand, on the real table, and against the exact odds.

What any game's kernel is asked is in the contract; here are the larger numbers, and what only some kernels can show.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.cards import DECK, Card
from houseway.contract.simulated import Nets, check_cutting, check_on_the_table, nets_of_codes
from houseway.odds.assembling import side_nets
from houseway.odds.game_odds import OPTIMAL, Decider, JointCount, MainCount, Strategy
from houseway.odds.solver import odds_of
from houseway.odds.walk import flat, settle_all, side_net
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import Settle
from houseway.simulation.sim_kernel import AnyKernel

__all__ = [
    "Case",
    "Dealt",
    "Proof",
    "check_cutting",
    "check_deals",
    "check_joint_outcomes",
    "check_on_the_table",
    "decider",
    "differences",
    "followed",
    "nets_of_codes",
    "worst_z",
]

K = TypeVar("K", bound=AnyKernel)
Dealt = Callable[
    [tuple[Card, ...], Sequence[int]], Iterable[tuple[Spot, HouseCards]]
]  # cards and codes to the hands played
AT_ONCE = 2_000  # rounds in Python's own lists: long lists are slow to collect


class Case(NamedTuple):
    """What is played."""

    edition: str
    options: dict[str, Any]
    strategy: Strategy

    def __str__(self) -> str:
        options = (f"{name}={value}" for name, value in self.options.items())
        return " ".join((self.edition, *options, getattr(self.strategy, "__name__", str(self.strategy))))


@dataclass(frozen=True, kw_only=True)
class Proof(Generic[K]):
    """What a game brings to the tests that its kernel is its rules, only faster."""

    rules: type[Game[Any]]
    kernel: Callable[[Any, Strategy], K]
    cases: Sequence[Case]  # so that every option's every effect and every strategy is met; the first is the plain game
    by_plan: Callable[[K], Decider]  # a named strategy as it is counted
    hands: Callable[[K], Dealt]  # the kernel's rounds as the table would have them
    sets: Callable[[K, int], tuple[int, ...]]  # the sizes of the sets in which the cards of so many seats are drawn
    deals: Sequence[dict[str, Any]] = ({},)  # options that deal otherwise
    wrong_rules: Sequence[dict[str, Any]]  # each is seen within 20,000 rounds of the first case
    wrong_payout: tuple[int, int]  # what a line of the first side wager pays, and what it must not

    def make(self, case: Case, *, strategy: Strategy | None = None, **changes: Any) -> K:
        game = self.rules.make(case.edition, {**case.options, **changes})
        return self.kernel(game, case.strategy if strategy is None else strategy)


def followed(kernel: AnyKernel) -> Decider:
    """A named strategy, asked with the cards themselves."""
    odds: Any = odds_of(kernel.game)
    return lambda known: odds.decision(kernel.strategy, known)


def decider(kernel: K, by_plan: Callable[[K], Decider]) -> Decider:
    """The strategy at the table: the optimum by its advice, a function by itself, others by their plan."""
    if kernel.strategy == OPTIMAL:
        return odds_of(kernel.game).decider(OPTIMAL)
    return by_plan(kernel) if isinstance(kernel.strategy, str) else kernel.strategy


@lru_cache(maxsize=1)
def exact_count(kernel: AnyKernel) -> tuple[list[JointCount], MainCount]:
    """Of the strategy that the kernel plays; of a function it takes a million questions."""
    odds = odds_of(kernel.game)
    return list(odds.joint_counts(kernel.strategy)), odds.count(kernel.strategy)


def check_joint_outcomes(kernel: AnyKernel) -> None:
    """The rows of the odds table add up to what a code nets, and every row that can come has a code.

    A loss is of all that was bet, and no bonus is among the first rows.
    """
    rows = exact_count(kernel)[1].rows
    seen: set[int] = set()
    for code in range(kernel.codes):
        outcome = kernel.outcome(code)
        net = rows[outcome.main_rows[0]].net
        assert net >= 0 or net == -outcome.main_bet
        assert sum(rows[row].net for row in outcome.main_rows) == outcome.main_net
        assert [rows[row].bonus for row in outcome.main_rows] == [False, True][: len(outcome.main_rows)]
        seen.update(outcome.main_rows)
    assert seen >= {index for index, row in enumerate(rows) if row.count}


def differences(
    kernel: Any, hands: Dealt, *, rounds: int, seats: int = 1, key: int = 11, rules: Game[Any] | None = None
) -> set[tuple[Nets, Nets]]:
    """Where the kernel's nets are not those that the game's own settlement gives: the first that are found."""
    game = rules or kernel.game
    codes = np.empty((rounds, seats), np.uint16)
    kernel.fill(key, 0, codes)
    cards = kernel.cards(key, 0, rounds, seats)
    by_code = nets_of_codes(kernel)
    indices = {wager.id: 0 for wager in game.wagers} | {side: 1 + i for i, side in enumerate(kernel.sides)}
    width, settles = 1 + len(kernel.sides), [step for step in flat(game.procedure) if isinstance(step, Settle)]
    with without_collecting():
        for start in range(0, rounds, AT_ONCE):
            seen: set[tuple[int, Nets]] = set()
            part = slice(start, start + AT_ONCE)
            for found, row in zip(codes[part].tolist(), cards[part].tolist(), strict=True):
                for code, (spot, house) in zip(found, hands(tuple([DECK[card] for card in row]), found), strict=True):
                    nets: list[Fraction | int] = [0] * width
                    for pay in settle_all(game, settles, spot, house):
                        index = indices[pay.wager]
                        nets[index] += (
                            side_net(game, pay.wager, pay.odds, pay.percent, pay.cents)
                            if index
                            else pay.odds * spot.stakes.get(pay.wager, 1)
                        )
                    seen.add((code, tuple(nets)))
            wrong = {(by_code[code], nets) for code, nets in seen if by_code[code] != nets}
            if wrong:
                return wrong
    return set()


@contextmanager
def without_collecting() -> Iterator[None]:
    """Millions of small values and no cycles among them: looking for some would take a sixth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def worst_z(kernel: AnyKernel, nets: Sequence[Nets], *, rounds: int, seats: int, key: int) -> float:
    """How many standard errors the mean of a wager, or a row of a table, is off at the most. One seat's hands count.

    Hands of one round are not independent; the last seat's, of all rounds, are.
    """
    game = kernel.game
    odds = odds_of(game)
    codes = np.empty((rounds, seats), np.uint16)
    kernel.fill(key, 0, codes)
    counts = np.bincount(codes[:, -1], minlength=kernel.codes).tolist()
    assert len(counts) == kernel.codes
    joint_counts, exact = exact_count(kernel)
    means = [float(sum(net * ways for net, ways in exact.distribution.items()) / exact.total)]
    for index, side in enumerate(kernel.sides):
        pays = side_nets(odds, side)
        means.append(float(sum(pays[joint.rows[index]] * joint.weight for joint in joint_counts) / exact.total))
    found: list[float] = []
    for wager, mean in enumerate(means):
        total = sum(count * float(net[wager]) for count, net in zip(counts, nets, strict=True))
        square = sum(count * float(net[wager]) ** 2 for count, net in zip(counts, nets, strict=True))
        variance = square / rounds - (total / rounds) ** 2
        found.append((total / rounds - mean) / math.sqrt(variance / rounds))
    found += _row_scores(kernel, counts, {(row,): line.count / exact.total for row, line in enumerate(exact.rows)})
    sides: dict[tuple[int, ...], float] = {}
    for joint in joint_counts:
        for index, row in enumerate(joint.rows):
            sides[index, row] = sides.get((index, row), 0.0) + joint.weight / exact.total
    return max(map(abs, found + _row_scores(kernel, counts, sides)))


def _row_scores(kernel: AnyKernel, counts: list[int], chances: dict[tuple[int, ...], float]) -> list[float]:
    rounds = sum(counts)
    seen: dict[tuple[int, ...], int] = dict.fromkeys(chances, 0)
    for code, count in enumerate(counts):
        outcome = kernel.outcome(code)
        rows = [(row,) for row in outcome.main_rows]
        for index in rows if (0,) in chances else list(enumerate(outcome.side_rows)):
            if count:
                seen[index] += count  # a row that the exact count does not have is an error
    return [
        (seen[index] - rounds * chance) / math.sqrt(rounds * chance * (1 - chance))
        for index, chance in chances.items()
        if 0 < chance < 1 and rounds * chance > 50
    ]


def check_deals(cards: NDArray[np.uint16], sets: Sequence[int], *, decks: int) -> None:
    """No card comes more often than the shoe holds it, and each as often as any other in every place at the table.

    Where a kernel deals sets of cards, their order says nothing.
    """
    ordered = np.sort(cards, axis=1)
    assert (ordered[:, decks:] != ordered[:, :-decks]).all()
    assert cards.max() < 52
    assert sum(sets) == cards.shape[1]
    start = 0
    for size in sets:
        counts = np.bincount(cards[:, start : start + size].ravel(), minlength=52)
        expected = len(cards) * size / 52
        # Cards of a set are not independent: drawn without replacement, their counts vary less.
        chi_square = float(((counts - expected) ** 2 / expected).sum()) * 51 / (52 - size)
        assert 18 < chi_square < 105  # 51 degrees of freedom: each end about once in a hundred thousand
        start += size
