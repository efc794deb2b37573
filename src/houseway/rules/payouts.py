"""What a round can pay at most: a table is opened only where the books, and the page, can hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from houseway.errors import WagerError
from houseway.money import dollars
from houseway.rules.game import Game, TableGame
from houseway.rules.limits import Limit, Limits
from houseway.rules.pay_tables import Pays
from houseway.rules.wagers import Kind, Wager

# Cents: a browser counts no further exactly. The ledger holds five hundred times as much, which leaves room for many
# such rounds, and for odds that a game has in its words alone and not in its options, such as two to one.
LARGEST = 2**53 - 1


class Reach(NamedTuple):
    """What a spot's wager and all that hangs on it can return at most: so much for each cent on it, and prizes."""

    spot: Wager
    limit: Limit
    per_cent: Fraction
    prize: int

    @property
    def most(self) -> int:
        return ceil(self.limit.most * self.per_cent) + self.prize

    def within(self, cents: int) -> int | None:
        """The largest maximum with which it returns no more than so many cents; None where no amount will do."""
        amount = int((cents - self.prize) / self.per_cent)
        amount -= (amount - self.limit.least) % self.limit.step
        return amount if amount >= self.limit.least and not self.spot.fixed else None


def reaches(game: TableGame[Any], limits: Limits) -> list[Reach]:
    """For every spot on the layout: its largest wager, with the largest raises on it, at the largest pays."""
    usual = _usual_odds(game)
    per_cent = dict.fromkeys((wager.id for wager in game.wagers if wager.opening), Fraction(0))
    for wager in game.wagers:
        spot, times = _spot(wager, game.wager)
        stake = 0 if wager.kind is Kind.BONUS else 1
        per_cent[spot] += times * (stake + max(wager.pays or (usual,)))
    opening = limits.opening(game.wagers)
    return [Reach(game.wager[name], limit, per_cent[name], _prize(game, name)) for name, limit in opening.items()]


def check_payouts(game: TableGame[Any], limits: Limits, seats: int) -> None:
    """Refuse limits and pays with which a round at so many seats could not be settled."""
    found = reaches(game, limits)
    total = sum(reach.most for reach in found)
    if total * seats <= LARGEST:
        return
    worst = max(found, key=lambda reach: reach.most)
    legal = worst.within(LARGEST // seats - (total - worst.most))
    smaller = f"a maximum of {dollars(legal)} or smaller pays" if legal is not None else "smaller pays"
    raise WagerError(
        f"{worst.spot.name} at its maximum of {dollars(worst.limit.most)} could pay {dollars(worst.most)}, and a round "
        f"of {seats} {'seat' if seats == 1 else 'seats'} pays at most {dollars(LARGEST)}: take {smaller}."
    )


def _spot(wager: Wager, wagers: Mapping[str, Wager]) -> tuple[str, int]:
    """The wager before the deal that this one hangs on, itself perhaps, and how many times that it can be."""
    if wager.opening:
        return wager.id, 1
    spot, times = _spot(wagers[wager.on], wagers)
    return spot, times * (wager.most if wager.kind is Kind.RAISE else 1)


def _usual_odds(game: TableGame[Any]) -> Fraction:
    """The largest odds that an option may give a wager without a pay table; even money where there is none."""
    printed = {wager.pays for wager in game.wagers}
    values = [getattr(game.options, item.name) for item in fields(game.options)]
    named = [value for value in values if isinstance(value, Fraction)]
    named += [Fraction(max(value)) for value in values if isinstance(value, Pays) and value not in printed]
    return max([Fraction(1), *named])


def _prize(game: TableGame[Any], name: str) -> int:
    """The largest prize of a progressive; the meter's seed for one that is a share of the meter."""
    seed = game.wagers.meter_seed if isinstance(game, Game) else 0
    prizes = game.wager[name].prizes or ()
    return max((prize.cents + seed * prize.percent // 100 for prize in prizes), default=0)
