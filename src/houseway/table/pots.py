"""Pots among players: who has put in what, who can win it, and how it is shared to the last chip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips and the seats that can win them."""

    amount: int
    eligible: tuple[int, ...]


def uncalled(paid: Mapping[int, int]) -> tuple[int, int]:
    """The seat that has put in most, and by how much nobody has matched it.

    Against a big blind that was short this can be a seat that has folded: nobody who is left can win that part.
    """
    seat = max(paid, key=paid.__getitem__)
    return seat, paid[seat] - max((amount for other, amount in paid.items() if other != seat), default=0)


def make_pots(
    paid: Mapping[int, int], live: Collection[int], dead: int = 0, *, can_bet: Collection[int] = ()
) -> list[Pot]:
    """The main pot and the side pots: one for each amount that a live player has put in, dead blinds in the main pot.

    Pots with the same eligible seats are one. What folded players have put in above all who are left (they can, against
    a big blind that was short) is dead money in the last pot. While bets are made, the seats that `can_bet` make no pot
    of their own: they may still match the largest bet.
    """
    pots = [Pot(dead, tuple(sorted(live)))] if dead else []
    most = max((paid[seat] for seat in live), default=0)
    reach = {seat: most if seat in can_bet else paid[seat] for seat in live}
    below = 0
    levels = sorted(set(reach.values()))
    for level in levels:
        top = max(paid.values()) if level == levels[-1] else level
        amount = sum(min(chips, top) - min(chips, below) for chips in paid.values())
        eligible = tuple(sorted(seat for seat in live if reach[seat] >= level))
        if pots and pots[-1].eligible == eligible:
            pots[-1] = Pot(pots[-1].amount + amount, eligible)
        elif amount:
            pots.append(Pot(amount, eligible))
        below = level
    return pots


def share(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares; chips that cannot be split go one each to the winners in the order given."""
    each, odd = divmod(amount, len(winners))
    return {seat: each + (index < odd) for index, seat in enumerate(winners)}


def rake(pots: Sequence[Pot], percent: int, cap: int) -> list[int]:
    """What the house takes of each pot, rounded down; the cap is for the whole hand, the main pot first."""
    taken, left = [], cap
    for pot in pots:
        fee = min(pot.amount * percent // 100, left)
        taken.append(fee)
        left -= fee
    return taken
