"""What proves a kernel equal to its game's rules where players fold or raise: hand by hand, and on the real table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.simulate.kernel_proof import Nets, nets_of_codes

from houseway import Round
from houseway.cards import DECK, Card
from houseway.exact import Known
from houseway.game import Decision, Game, House, Pay, Spot
from houseway.kernels import AnyKernel
from houseway.odds.solve import odds_of
from houseway.procedure import Decide
from houseway.table.events import Settled

Decider = Callable[[Known], Decision]
Dealt = Callable[[tuple[Card, ...], int], Iterable[tuple[Spot, House]]]  # cards and seats to the hands played
STAKE = 10_000
SEEN = {"hole": 0, "flop": 2}  # shared cards that are known where a player decides; elsewhere all of them


def opening_stakes(kernel: AnyKernel, stake: int = STAKE) -> dict[str, int]:
    """Every opening wager, one with a fixed amount at that."""
    return {wager: kernel.game.wager[wager].fixed or stake for wager in (kernel.main, *kernel.sides)}


def differences(
    kernel: AnyKernel, game: Game[Any], codes: NDArray[np.uint16], cards: NDArray[np.uint16], hands: Dealt
) -> set[tuple[Nets, Nets]]:
    """Where the kernel's nets are not those that the game's own settlement gives for the same cards."""
    places = {wager.id: 0 for wager in game.wagers} | {side: 1 + i for i, side in enumerate(kernel.sides)}
    bonuses = tuple(game.bonuses)
    seen: dict[tuple[int, Nets], None] = {}
    for found, row in zip(codes.tolist(), cards.tolist(), strict=True):
        for code, (spot, house) in zip(found, hands(tuple([DECK[card] for card in row]), len(found)), strict=True):
            nets: list[Fraction | int] = [0] * (1 + len(kernel.sides))
            for pay in game.settle((*spot.stakes, *bonuses), spot, house):
                place = places[pay.wager]
                nets[place] += _net(game, pay) if place else pay.odds * spot.stakes.get(pay.wager, 1)
            seen[code, tuple(nets)] = None
    by_code = nets_of_codes(kernel)
    return {(by_code[code], nets) for code, nets in seen if by_code[code] != nets}


def _net(game: Game[Any], pay: Pay) -> Fraction | int:
    """Of a side wager, in units of itself; a progressive's prize does not bring the stake back."""
    if not pay.percent and not pay.cents:
        return pay.odds
    return (pay.cents + Fraction(pay.percent, 100) * game.meter_seed) / game.wager[pay.wager].fixed - 1


def check_cells(kernel: AnyKernel) -> None:
    """Codes are told apart by bet and rows, and the rows of the odds table add up to what a code nets.

    A loss is of all that was bet, and no win of a code's first row is larger; bonuses are apart.
    """
    rows = odds_of(kernel.game).count(kernel.strategy).rows
    seen = set()
    for code in range(kernel.codes):
        cell = kernel.cell(code)
        net = rows[cell.main_rows[0]].net
        assert abs(net) <= cell.main_bet
        assert net >= 0 or net == -cell.main_bet
        assert sum(rows[row].net for row in cell.main_rows) == cell.main_net
        assert [rows[row].bonus for row in cell.main_rows] == [False, True][: len(cell.main_rows)]
        seen.add((cell.main_bet, cell.main_rows, cell.side_rows))
    assert len(seen) == kernel.codes
    assert {row for _, main_rows, _ in seen for row in main_rows} == set(range(len(rows)))


def check_on_the_table(kernel: AnyKernel, decide: Decider, *, seats: int, rounds: Iterable[int], key: int) -> int:
    """The kernel's rounds dealt again on the real table; how many hands were compared."""
    nets, hands = nets_of_codes(kernel), 0
    stakes = opening_stakes(kernel)
    for number in rounds:
        dealt = kernel.play_one(key, number, seats)
        filled = np.empty((1, seats), np.uint16)
        kernel.fill(key, number, filled)
        assert tuple(filled[0].tolist()) == dealt.codes
        round_ = Round(kernel.game, seats=seats, seed="kernel", stacked=dealt.cards)
        for seat in round_.seats:
            round_.wager(seat, stakes)
        round_.deal()
        while not round_.over:
            step = round_.step
            assert isinstance(step, Decide)
            community = round_.house.community
            community = community[: SEEN.get(step.at, len(community))]
            for seat in round_.to_act:
                round_.act(seat, decide(Known(step.at, round_.spots[seat - 1].dealt, community)))
        for spot, code in zip(round_.spots, dealt.codes, strict=True):
            found: dict[str, int] = dict.fromkeys(stakes, 0)
            for event in round_.events:
                if isinstance(event, Settled) and event.seat == spot.seat:
                    wager = event.wager if event.wager in stakes else kernel.main  # raises and bonuses belong to it
                    found[wager] += event.returned - event.amount
            assert list(found.values()) == [
                stake * net for stake, net in zip(stakes.values(), nets[code], strict=True)
            ], (dealt, spot)
            raised = sum(amount for wager, amount in spot.stakes.items() if wager not in kernel.sides)
            assert kernel.cell(code).main_bet == Fraction(raised, stakes[kernel.main])
            hands += 1
    return hands


def check_deals(kernel: Any, *, rounds: int, seats: int, key: int) -> None:
    """No card comes twice, and each comes as often as any other among the cards of every place at the table.

    A kernel deals sets of cards, whose order says nothing: `kernel.sets` has the sizes of those in a round.
    """
    cards = kernel.cards(key, 0, rounds, seats)
    ordered = np.sort(cards, axis=1)
    assert (ordered[:, 1:] != ordered[:, :-1]).all()
    assert cards.max() < 52
    start = 0
    for size in kernel.sets(seats):
        counts = np.bincount(cards[:, start : start + size].ravel(), minlength=52)
        expected = rounds * size / 52
        # Cards of a set are not independent: drawn without replacement, their counts vary less.
        chi_square = float(((counts - expected) ** 2 / expected).sum()) * 51 / (52 - size)
        assert 18 < chi_square < 105  # 51 degrees of freedom: each end about once in a hundred thousand
        start += size
    assert start == cards.shape[1]
