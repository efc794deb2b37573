"""What dealer errors cost when bets are settled: a pay table's row taken for its neighbour, a bet overlooked."""

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
    """The kind of error."""

    BRANCH = "branch"  # a hand settled as if it had ended in another way
    ROW = "row"  # a hand paid by a neighbouring row
    STANDING = "standing"  # a lost bet not collected
    PUSH = "push"  # a push paid or collected
    UNPAID = "unpaid"  # a win not paid
    QUALIFIER = "qualifier"  # the dealer's qualification misread
    PAT = "pat"  # a condition of the dealer's own hand misread
    OFFER = "offer"  # a hand allowed an action it does not have


@dataclass(frozen=True)
class DealerError:
    """An error of the dealer's. Costs are in units of the wager: of the first bet where it is the main wager."""

    key: str
    mistake: Mistake
    wager: str
    title: str
    chance: Fraction  # the share of all rounds in which it can be made
    cost: Fraction  # to the house each time, on average; negative where the player loses by it
    span: tuple[Fraction, Fraction] | None = None  # the least and the most it costs, where bets differ in size

    @property
    def always(self) -> Fraction:
        """What the player's edge gains if it is made every time it can be."""
        return self.chance * self.cost


def table_errors(game: Game[Any], solution: Solution) -> Iterator[DealerError]:
    """Errors with side wagers and bonuses: rows, lost bets, pushes, wins."""
    for wager in game.wagers:
        if wager.kind is Kind.BONUS:
            rows = [row for row in solution.main.rows if row.bonus]
            yield from _rows_off(game, wager, rows, solution.main.total)
        elif wager.id in game.side_wagers:
            odds = solution.wager(wager.id)
            yield from _rows_off(game, wager, odds.rows, odds.total)
            yield from _overlooked(game, odds)


# --- a row off ---


def _rows_off(game: Game[Any], wager: Wager, rows: Sequence[Row], total: int) -> Iterator[DealerError]:
    """Every row paid as the next one; a losing hand, which a bonus has none of, follows the last row."""
    nets = pays_of(game, wager)
    names = [hand.name for hand in wager.paid_hands]
    deals = [_deals(wager, rows, number, net) for number, net in enumerate(nets)]
    if nets and wager.kind is not Kind.BONUS:
        nets.append(Fraction(-1))
        names.append("a losing hand")
        deals.append(sum(row.count for row in rows if row.net == -1))
    for upper in range(len(nets) - 1):
        for hand, paid in ((upper, upper + 1), (upper + 1, upper)):
            chance = Fraction(deals[hand], total)
            if chance and nets[paid] != nets[hand]:
                title = f"{wager.name}: {names[hand]} is settled as {names[paid]}"
                key = f"row-{wager.id}-{hand + 1}-{paid + 1}"
                yield DealerError(key, Mistake.ROW, wager.id, title, chance, nets[paid] - nets[hand])


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
    named = [row for row in rows if row.label == hand.name]
    return sum(row.count for row in named or [row for row in rows if row.net == net])


# --- lost, pushed and won ---


def _overlooked(game: Game[Any], odds: WagerOdds) -> Iterator[DealerError]:
    name = game.wager[odds.wager].name
    lost, even, won = (
        [row for row in odds.rows if (row.net > 0) - (row.net < 0) == sign and row.count] for sign in (-1, 0, 1)
    )
    if lost:
        chance, mean = _mean(lost, odds.total)
        title = f"{name}: lost, but not collected"
        yield DealerError(f"standing-{odds.wager}", Mistake.STANDING, odds.wager, title, chance, -mean)
    if even:
        chance, _ = _mean(even, odds.total)
        for done, cost in (("paid", 1), ("taken", -1)):
            title = f"{name}: a push is {'paid 1 to 1' if cost > 0 else 'collected'}"
            key = f"push-{odds.wager}-{done}"
            yield DealerError(key, Mistake.PUSH, odds.wager, title, chance, Fraction(cost))
    if won:
        chance, mean = _mean(won, odds.total)
        title = f"{name}: won, but not paid"
        yield DealerError(f"unpaid-{odds.wager}", Mistake.UNPAID, odds.wager, title, chance, -mean)


def _mean(rows: Sequence[Row], total: int) -> tuple[Fraction, Fraction]:
    """How often a hand ends in one of these rows, and what it nets then."""
    deals = sum(row.count for row in rows)
    return Fraction(deals, total), sum((row.net * row.count for row in rows), Fraction()) / deals
