"""The law of fast dealing: every round that a game's kernel plays ends as the same cards end on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from houseway.contract.hands import decision_words
from houseway.contract.law import GameClass, law, require
from houseway.odds.game_odds import Decider, Known
from houseway.odds.walk import UNIT
from houseway.rules.game import Game
from houseway.rules.limits import Limit, Limits
from houseway.rules.procedure import Decide
from houseway.simulation.sim_kernel import AnyKernel, DealtRound
from houseway.table import events as ev
from houseway.table.round import Round

Nets = tuple[Fraction | int, ...]  # of the main wager with its bonuses, then of each side wager

ROUNDS, MOST_CODES = 40, 400  # of one seat and of two that are dealt again on the table, and codes that are looked for
DEALT = 60_000  # in which codes are looked for
SECONDS = 3.0  # the longest count that is made to have a kernel
KEY = 2**63 + 5


@law
def kernel_agrees_with_settlement(game_class: GameClass) -> None:
    """A game's kernel deals rounds that end on the table as it says."""
    from houseway.odds.cost import cost_of
    from houseway.odds.game_odds import OPTIMAL
    from houseway.odds.solver import odds_of
    from houseway.simulation.plan import kernel_of

    game = game_class.make()
    if cost_of(game).seconds > SECONDS or odds_of(game).estimated:
        return
    kernel, decide = kernel_of(game), odds_of(game).decider(OPTIMAL)
    for seats in range(1, min(2, game.seats) + 1):
        check_on_the_table(kernel, decide, seats=seats, rounds=_rounds(kernel, seats), key=KEY)
        check_cutting(kernel, seats=seats, rounds=500)
    check_rows(kernel)


def _rounds(kernel: AnyKernel, seats: int) -> list[int]:
    """The first rounds, and for each code the first round in which somebody ends with it."""
    import numpy as np

    codes = np.empty((DEALT // seats, seats), np.uint16)
    kernel.fill(KEY, 0, codes)
    _, first = np.unique(codes, return_index=True)
    return sorted({*range(ROUNDS), *(first[:MOST_CODES] // seats).tolist()})


# --- round by round ---


def nets_of_codes(kernel: AnyKernel) -> list[Nets]:
    """What each code nets on every wager, by the kernel and the tables that its rows index."""
    from houseway.odds.assembling import side_nets
    from houseway.odds.solver import odds_of

    odds = odds_of(kernel.game)
    sides = [side_nets(odds, side) for side in kernel.sides]
    found: list[Nets] = []
    for code in range(kernel.codes):
        outcome = kernel.outcome(code)
        found.append((outcome.main_net, *(nets[row] for nets, row in zip(sides, outcome.side_rows, strict=True))))
    return found


def check_rows(kernel: AnyKernel) -> None:
    """The rows of the main wager's table that a code names add up to what it nets, a bonus after the row itself."""
    from houseway.odds.solver import odds_of

    rows = odds_of(kernel.game).count(kernel.strategy).rows
    for code in range(kernel.codes):
        outcome = kernel.outcome(code)
        named = [rows[row] for row in outcome.main_rows]
        net = sum((row.net for row in named), Fraction())
        labels = " and ".join(row.label for row in named)
        require(net == outcome.main_net, f"the kernel's code {code} nets {outcome.main_net}, but {labels} nets {net}")
        bonuses = [row.bonus for row in named]
        require(bonuses == [False, *[True] * (len(named) - 1)], f"the kernel's code {code} names the rows {labels}")


def check_on_the_table(kernel: AnyKernel, decide: Decider, *, seats: int, rounds: Iterable[int], key: int) -> int:
    """The kernel's rounds dealt again on the real table; how many hands were compared."""
    nets, hands, game = nets_of_codes(kernel), 0, kernel.game
    stakes = {wager: game.wager[wager].fixed or UNIT for wager in (kernel.main, *kernel.sides)}
    limits = Limits({wager: Limit(1, 10**12, 1) for wager in stakes if not game.wager[wager].fixed})
    for number in rounds:
        dealt = kernel.play_one(key, number, seats)
        cards = " ".join(card.text for card in dealt.cards)
        about = f"round {number} of key {key} for {seats} with the cards {cards}"
        round_ = played_again(game, dealt, stakes, decide, limits=limits)
        for spot, code in zip(round_.spots, dealt.codes, strict=True):
            found = _returned(round_, spot.seat, stakes)
            made = ", ".join(decision_words(decision) for _, decision in spot.decisions)
            where = f"{about}: seat {spot.seat}{f' ({made})' if made else ''}"
            for (wager, net), said in zip(found.items(), nets[code], strict=True):
                require(
                    net is None or net == said,
                    f"{where} nets {net} on {wager} at the table, but {said} by the kernel's code {code}",
                )
            bet = Fraction(sum(cents for name, cents in spot.stakes.items() if name in game.wagers.main_group), UNIT)
            said = kernel.outcome(code).main_bet
            require(bet == said, f"{where} bets {bet} in all, but {said} by the kernel's code {code}")
            hands += 1
    return hands


def played_again(
    game: Game[Any], dealt: DealtRound, stakes: Mapping[str, int], decide: Decider, *, limits: Limits | None = None
) -> Round:
    """A kernel's cards on the table, every seat with all wagers."""
    round_ = Round(game, seats=len(dealt.codes), seed="kernel", stacked=dealt.cards, limits=limits)
    for seat in round_.seats:
        round_.wager(seat, stakes)
    round_.deal()
    while not round_.over:
        step = round_.step
        assert isinstance(step, Decide)
        for seat in round_.to_act:
            spot = round_.spot(seat)
            round_.act(seat, decide(Known(step.at, spot.dealt, spot.seen.community, spot.seen.dealer, spot.decisions)))
    return round_


def _returned(round_: Round, seat: int, stakes: Mapping[str, int]) -> dict[str, Fraction | None]:
    """What each wager netted, in units of itself; None where a share of the meter was paid, which rounds move."""
    found: dict[str, Fraction | None] = dict.fromkeys(stakes, Fraction())
    main = round_.game.wagers.main_group
    for event in round_.events:
        if isinstance(event, ev.Settled) and event.seat == seat:
            wager = next(iter(stakes)) if event.wager in main else event.wager  # raises and bonuses belong to it
            before = found.get(wager)
            if before is not None:
                found[wager] = before + Fraction(event.returned - event.amount, stakes[wager])
        elif isinstance(event, ev.MeterPaid) and event.seat == seat and round_.game.wagers.progressive is not None:
            found[round_.game.wagers.progressive.id] = None
    return found


def check_cutting(kernel: AnyKernel, *, seats: int, rounds: int = 5000) -> None:
    """The same rounds come out however they are divided, and other keys give other rounds."""
    import numpy as np

    whole = np.empty((rounds, seats), np.uint16)
    kernel.fill(KEY, 2**40, whole)
    parts = np.empty_like(whole)
    for start, end in pairwise(sorted({0, 1, rounds // 5 + 25, rounds // 5 + 26, 2 * rounds // 3, rounds})):
        kernel.fill(KEY, 2**40 + start, parts[start:end])
    require((whole == parts).all(), "the kernel's rounds change when they are divided differently")
    kernel.fill(5, 2**40, parts)
    require((whole != parts).any(), "another key gives the same rounds")
