"""What a dealer's slip costs when bets are paid and collected, from the odds of every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from houseway.counting.game_odds import Row
from houseway.odds.solution import Solution, WagerOdds
from houseway.rules.game import Game
from houseway.rules.wagers import Kind, Wager


class Mistake(StrEnum):
    """What kind of slip it is."""

    ROW = "row"  # a winning hand paid by a neighbouring row
    STANDING = "standing"  # a lost wager not collected
    PUSH = "push"  # a push paid or collected
    UNPAID = "unpaid"  # a win not paid
    QUALIFIER = "qualifier"  # the dealer's qualification misread
    PAT = "pat"  # a condition of the dealer's own hand misread
    OFFER = "offer"  # a hand let do what it may not


@dataclass(frozen=True)
class Slip:
    """A dealer's mistake, in units of the wager that it is made on."""

    key: str
    mistake: Mistake
    wager: str
    title: str
    chance: Fraction  # how often there is occasion for it, of all rounds
    cost: Fraction  # to the house each time; less than nothing where the player loses by it

    @property
    def always(self) -> Fraction:
        """What the player's edge gains if it happens at every occasion."""
        return self.chance * self.cost


def paying_slips(game: Game[Any], solution: Solution) -> Iterator[Slip]:
    """Every slip of paying and collecting: rows, lost wagers, pushes, wins."""
    yield from _settling(game, solution.main)
    for wager in game.wagers:
        if wager.kind is Kind.BONUS:
            rows = [row for row in solution.main.rows if row.bonus]
            yield from _rows_off(game, wager, rows, solution.main.total)
        elif wager.id in game.side_wagers:
            odds = solution.wager(wager.id)
            yield from _rows_off(game, wager, odds.rows, odds.total)
            yield from _settling(game, odds)


# --- a row off ---


def _rows_off(game: Game[Any], wager: Wager, rows: Sequence[Row], total: int) -> Iterator[Slip]:
    nets = pays_of(game, wager)
    hands = wager.paid_hands
    for upper in range(len(nets) - 1):
        for hand, paid in ((upper, upper + 1), (upper + 1, upper)):
            chance = Fraction(_deals(wager, rows, hand, nets[hand]), total)
            if chance and nets[paid] != nets[hand]:
                name, other = hands[hand].name, hands[paid].name
                title = f"{wager.name}: {name} is paid as {other}"
                key = f"row-{wager.id}-{hand + 1}-{paid + 1}"
                yield Slip(key, Mistake.ROW, wager.id, title, chance, nets[paid] - nets[hand])


def pays_of(game: Game[Any], wager: Wager) -> list[Fraction]:
    """What each row pays on one unit of the wager; shares of a meter as it starts."""
    if wager.pays is not None:
        return [Fraction(pay) for pay in wager.pays]
    if wager.prizes is not None:
        meter = game.meter_seed
        return [(prize.cents + Fraction(prize.percent * meter, 100)) / wager.fixed - 1 for prize in wager.prizes]
    return []


def _deals(wager: Wager, rows: Sequence[Row], number: int, net: Fraction) -> int:
    """How many deals end in a row of the pay table: those of its name or, where the odds name it otherwise, its pay."""
    hand = wager.paid_hands[number]
    named = [row for row in rows if row.label in (hand.odds_label, hand.name)]
    return sum(row.count for row in named or [row for row in rows if row.net == net])


# --- lost, pushed and won ---


def _settling(game: Game[Any], odds: WagerOdds) -> Iterator[Slip]:
    name = game.wager[odds.wager].name
    main = odds.wager == game.main_wager
    hanging = [wager for wager in game.main_wagers if game.wager[wager].kind is not Kind.BONUS]
    what = f"{name} and what hangs on it" if main and len(hanging) > 1 else name
    rows = [row for row in odds.rows if not row.bonus]
    lost, even, won = (
        [row for row in rows if (row.net > 0) - (row.net < 0) == sign and row.count] for sign in (-1, 0, 1)
    )
    if lost:
        chance, mean = _mean(lost, odds.total)
        yield Slip(
            f"standing-{odds.wager}", Mistake.STANDING, odds.wager, f"{what}: lost, but left standing", chance, -mean
        )
    if even:
        chance, _ = _mean(even, odds.total)
        title = f"{name}: a push"
        yield Slip(f"push-{odds.wager}-paid", Mistake.PUSH, odds.wager, f"{title} is paid", chance, Fraction(1))
        yield Slip(f"push-{odds.wager}-taken", Mistake.PUSH, odds.wager, f"{title} is collected", chance, Fraction(-1))
    if won:
        chance, mean = _mean(won, odds.total)
        yield Slip(f"unpaid-{odds.wager}", Mistake.UNPAID, odds.wager, f"{what}: won, but not paid", chance, -mean)


def _mean(rows: Sequence[Row], total: int) -> tuple[Fraction, Fraction]:
    """How often a hand ends in one of these rows, and what it nets then."""
    deals = sum(row.count for row in rows)
    return Fraction(deals, total), sum((row.net * row.count for row in rows), Fraction()) / deals
