"""What proves a kernel equal to its game's rules: hand by hand, on the real table, and against the exact odds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway import Round
from houseway.cards import DECK, Card
from houseway.exact import Known, Strategy
from houseway.game import Decision, Game, House, Spot
from houseway.kernels import AnyKernel
from houseway.odds.solve import odds_of, side_nets
from houseway.procedure import Decide
from houseway.table.events import Settled

Decider = Callable[[Known], Decision]
Hands = Iterable[tuple[Spot, House]]
Nets = tuple[Fraction | int, ...]  # of the main wager with its bonuses, then of each side wager
STAKE = 1000


def nets_of_codes(kernel: AnyKernel) -> list[Nets]:
    """What each code nets on every wager."""
    game = kernel.game
    sides = [side_nets(game, odds_of(game), side, None) for side in kernel.sides]
    found: list[Nets] = []
    for code in range(kernel.codes):
        cell = kernel.cell(code)
        found.append((cell.main_net, *(nets[row] for nets, row in zip(sides, cell.side_rows, strict=True))))
    return found


def check_cells(kernel: AnyKernel) -> None:
    """The rows of the odds table add up to what a code nets; bonus rows come after the one that is not."""
    rows = odds_of(kernel.game).count(kernel.strategy).rows
    for code in range(kernel.codes):
        cell = kernel.cell(code)
        assert sum(rows[row].net for row in cell.main_rows) == cell.main_net
        assert [rows[row].bonus for row in cell.main_rows] == [False, True][: len(cell.main_rows)]


def differences(
    kernel: AnyKernel,
    game: Game[Any],
    codes: NDArray[np.uint16],
    cards: NDArray[np.uint16],
    hands: Callable[[tuple[Card, ...], int], Hands],
) -> set[tuple[Nets, Nets]]:
    """Where the kernel's nets are not those that the game's own settlement gives for the same cards."""
    main = kernel.main
    bonuses = tuple(wager for wager in (wager.id for wager in game.wagers) if wager in game.bonuses)
    wagers = (main, *bonuses, *kernel.sides)
    order = {wager: place + 1 for place, wager in enumerate(kernel.sides)} | dict.fromkeys((main, *bonuses), 0)
    width = 1 + len(kernel.sides)
    settle = game.settle
    seen: set[tuple[int, Nets]] = set()
    for found, row in zip(codes.tolist(), cards.tolist(), strict=True):
        for code, (spot, house) in zip(found, hands(tuple([DECK[card] for card in row]), len(found)), strict=True):
            nets: list[Fraction | int] = [0] * width
            for pay in settle(wagers, spot, house):
                nets[order[pay.wager]] += pay.odds
            seen.add((code, tuple(nets)))
    by_code = nets_of_codes(kernel)
    return {(by_code[code], nets) for code, nets in seen if by_code[code] != nets}


def check_on_the_table(kernel: AnyKernel, decide: Decider, *, seats: int, rounds: Iterable[int], key: int) -> int:
    """The kernel's rounds dealt again on the real table; how many hands were compared."""
    game, nets, hands = kernel.game, nets_of_codes(kernel), 0
    stakes = dict.fromkeys((kernel.main, *kernel.sides), STAKE)
    for number in rounds:
        dealt = kernel.play_one(key, number, seats)
        filled = np.empty((1, seats), np.uint16)
        kernel.fill(key, number, filled)
        assert tuple(filled[0].tolist()) == dealt.codes
        round_ = Round(game, seats=seats, seed="kernel", stacked=dealt.cards)
        for seat in round_.seats:
            round_.wager(seat, stakes)
        round_.deal()
        while not round_.over:
            step = round_.step
            assert isinstance(step, Decide)
            for seat in round_.to_act:
                round_.act(seat, decide(Known(step.at, round_.spots[seat - 1].dealt)))
        for seat, code in zip(round_.seats, dealt.codes, strict=True):
            found: dict[str, int] = dict.fromkeys(stakes, 0)
            for event in round_.events:
                if isinstance(event, Settled) and event.seat == seat:
                    wager = event.wager if event.wager in stakes else kernel.main  # bonuses belong to the main wager
                    found[wager] += event.returned - event.amount
            assert list(found.values()) == [STAKE * net for net in nets[code]], (dealt, seat)
            hands += 1
    return hands


def check_agreement(kernel: AnyKernel, *, rounds: int, seats: int, key: int) -> None:
    """Each wager's mean and all joint outcomes of the side wagers are as the exact count has them."""
    for z in z_scores(kernel, kernel.strategy, nets_of_codes(kernel), rounds=rounds, seats=seats, key=key):
        assert abs(z) < 4.5


def z_scores(
    kernel: AnyKernel, strategy: Strategy, nets: Sequence[Nets], *, rounds: int, seats: int, key: int
) -> list[float]:
    """How many standard errors the mean of each wager, and each row of each table, is off. One seat's hands count.

    Hands of one round are not independent; the last seat's, of all rounds, are.
    """
    game = kernel.game
    odds = odds_of(game)
    codes = np.empty((rounds, seats), np.uint16)
    kernel.fill(key, 0, codes)
    counts = np.bincount(codes[:, -1], minlength=kernel.codes).tolist()
    assert len(counts) == kernel.codes
    cells, exact = list(odds.cells(strategy)), odds.count(strategy)
    means = [float(sum(net * ways for net, ways in exact.distribution.items()) / exact.total)]
    for place, side in enumerate(kernel.sides):
        pays = side_nets(game, odds, side, None)
        means.append(float(sum(pays[cell.rows[place]] * cell.weight for cell in cells) / exact.total))
    found = []
    for wager, mean in enumerate(means):
        total = sum(count * float(net[wager]) for count, net in zip(counts, nets, strict=True))
        square = sum(count * float(net[wager]) ** 2 for count, net in zip(counts, nets, strict=True))
        variance = square / rounds - (total / rounds) ** 2
        found.append((total / rounds - mean) / math.sqrt(variance / rounds))
    found += _row_scores(kernel, counts, {(row,): line.count / exact.total for row, line in enumerate(exact.rows)})
    sides: dict[tuple[int, ...], float] = {}
    for cell in cells:
        for place, row in enumerate(cell.rows):
            sides[place, row] = sides.get((place, row), 0.0) + cell.weight / exact.total
    return found + _row_scores(kernel, counts, sides)


def _row_scores(kernel: AnyKernel, counts: list[int], chances: dict[tuple[int, ...], float]) -> list[float]:
    rounds = sum(counts)
    seen: dict[tuple[int, ...], int] = dict.fromkeys(chances, 0)
    for code, count in enumerate(counts):
        cell = kernel.cell(code)
        rows = [(row,) for row in cell.main_rows]
        for place in rows if (0,) in chances else list(enumerate(cell.side_rows)):
            if count:
                seen[place] += count  # a row that the exact count does not have is an error
    return [
        (seen[place] - rounds * chance) / math.sqrt(rounds * chance * (1 - chance))
        for place, chance in chances.items()
        if 0 < chance < 1 and rounds * chance > 50
    ]


def check_cutting(kernel: AnyKernel, *, seats: int) -> None:
    """The same rounds come out however they are cut, and other keys give others."""
    whole = np.empty((5000, seats), np.uint16)
    kernel.fill(2**63 + 5, 2**40, whole)
    parts = np.empty_like(whole)
    edges = (0, 1, 1025, 1026, 3333, 5000)
    for start, end in pairwise(edges):
        kernel.fill(2**63 + 5, 2**40 + start, parts[start:end])
    assert (whole == parts).all()
    kernel.fill(5, 2**40, parts)
    assert (whole != parts).mean() > 0.2
