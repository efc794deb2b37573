"""One betting round among players: whose turn it is and what they may do.

Fixed, pot and no limit. A raise must be at least the last full raise. A player who is all in may raise by less; that
does not reopen the betting to those who have acted, unless such short raises add up to a full one since they acted.
Where the house has a maximum, no bet is larger, and no raise adds more to the bet before it; a call is never limited,
and who has more chips than the maximum cannot go all in at once. Where raises are capped, a round takes a bet and so
many raises, all-in raises counted, without end when only two players are left in the hand, unless the house caps those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from houseway.errors import IllegalAction
from houseway.rules.pot_game import FIXED, POT

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"


class Bounds(NamedTuple):
    """What the seat in turn may do. A bet or raise is named by what the seat's total in the round becomes."""

    fold: bool
    check: bool
    call: int  # what a call puts in, 0 when there is nothing to call
    least: int = 0  # the smallest and largest total after a bet or raise; 0 when there is none
    most: int = 0
    verb: str = RAISE  # "bet" when nobody has bet


@dataclass(frozen=True)
class Stakes:
    """The betting rules of a round."""

    structure: str
    big_blind: int
    size: int  # of a bet or raise in fixed limit
    raises: int | None  # how many raises a round takes after the bet, None without end
    uncapped_heads_up: bool = True
    max_bet: int = 0  # the largest bet, and the most that a raise adds; 0 for no maximum. Never below `size`


class Betting:
    """A betting round under way. `stacks` is shared with the hand and changes as chips go in."""

    def __init__(
        self, stakes: Stakes, order: tuple[int, ...], stacks: dict[int, int], pot: int, *, price: int = 0,
        posted: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        self.stakes = stakes
        self.order = order  # the live seats, first to act first
        self.live = set(order)
        self.stacks = stacks
        self.pot = pot  # what has been put in before this round
        self.bets = dict.fromkeys(order, 0) | dict(posted or {})
        self.price = price  # what a seat's total must reach to stay in
        self.full_raise = stakes.size if stakes.structure == FIXED else stakes.big_blind
        self.aggressive = 1 if price else 0  # bets and raises so far; the big blind is a bet
        self.aggressor: int | None = None
        self._faced: dict[int, int] = {}  # the price when a seat last acted
        self._queue = list(order)
        self._skip()

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the round is over."""
        return self._queue[0] if self._queue else None

    def bounds(self) -> Bounds:
        """What the seat in turn may do."""
        seat = self._queue[0]
        own, stack = self.bets[seat], self.stacks[seat]
        owed = self.price - own
        if owed <= 0:
            fold, check, call = False, True, 0
        else:
            fold, check, call = True, False, min(owed, stack)
        if not self._may_raise(seat, owed):
            return Bounds(fold, check, call)
        all_in = own + stack
        least = min(self.price + self.full_raise, all_in)
        most = all_in
        if self.stakes.structure == FIXED:
            most = least
        elif self.stakes.structure == POT:
            pot = self.pot + sum(self.bets.values())
            most = min(all_in, max(least, self.price + pot + owed))
        if self.stakes.max_bet:
            most = min(most, self.price + self.stakes.max_bet)
        return Bounds(fold, check, call, least, most, RAISE if self.price else BET)

    def _may_raise(self, seat: int, owed: int) -> bool:
        if self.stacks[seat] <= owed:
            return False
        if self._capped():
            return False
        faced = self._faced.get(seat)
        if faced is not None and self.price - faced < self.full_raise:
            return False
        return any(other != seat and self.stacks[other] + self.bets[other] > self.price for other in self.live)

    def _capped(self) -> bool:
        stakes = self.stakes
        if stakes.raises is None or (stakes.uncapped_heads_up and len(self.live) == 2):
            return False
        return self.aggressive > stakes.raises

    def check(self, do: str, to: int = 0) -> int:
        """What the action would put in, for the seat in turn; refuses what is not legal."""
        bounds = self.bounds()
        seat = self._queue[0]
        if to and do != bounds.verb:
            raise IllegalAction(f"Only a bet or a raise has an amount; legal: {told(bounds)}.")
        if (do == FOLD and bounds.fold) or (do == CHECK and bounds.check):
            return 0
        if do == CALL and bounds.call:
            return bounds.call
        if do == bounds.verb and bounds.most and bounds.least <= to <= bounds.most:
            return to - self.bets[seat]
        raise IllegalAction(f"Seat {seat} cannot {do}{f' to {to}' if to else ''} now; legal: {told(bounds)}.")

    def act(self, do: str, to: int = 0) -> int:
        """Do it, for the seat in turn, and give what it puts in; refuses what is not legal."""
        amount = self.check(do, to)
        seat = self._queue[0]
        if do in (BET, RAISE):
            self._raise(seat, to)
            return amount
        if do == FOLD:
            self.live.discard(seat)
        self._put_in(seat, self.bets[seat] + amount)
        self._faced[seat] = self.price
        self._queue.pop(0)
        self._skip()
        return amount

    def _raise(self, seat: int, to: int) -> None:
        more = to - self.price
        self.full_raise = max(self.full_raise, more)
        self._put_in(seat, to)
        self.price = to
        self.aggressive += 1
        self.aggressor = seat
        self._faced[seat] = to
        index = self.order.index(seat)
        around = self.order[index + 1 :] + self.order[:index]
        self._queue = [other for other in around if other in self.live]
        self._skip()

    def _put_in(self, seat: int, to: int) -> None:
        self.stacks[seat] -= to - self.bets[seat]
        self.bets[seat] = to

    def _skip(self) -> None:
        """Pass over seats that cannot or need not act; the round ends when none is left."""
        if len(self.live) < 2:
            self._queue.clear()
        while self._queue:
            seat = self._queue[0]
            if self.stacks[seat]:
                if self.bets[seat] < self.price:
                    return
                # Nothing to call: with no opponent who has chips there is nothing to decide.
                if any(other != seat and self.stacks[other] for other in self.live):
                    return
            self._queue.pop(0)


def told(bounds: Bounds) -> str:
    """The legal actions in words."""
    ways = [FOLD] * bounds.fold + [CHECK] * bounds.check
    if bounds.call:
        ways.append(f"call {bounds.call}")
    if bounds.most:
        size = f"{bounds.least}" if bounds.least == bounds.most else f"{bounds.least} to {bounds.most}"
        ways.append(f"{bounds.verb} to {size}")
    return ", ".join(ways)
