"""The wagers on a layout, and what follows from how they hang together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from houseway.errors import IllegalAction, WagerError
from houseway.money import winnings
from houseway.rounding import short
from houseway.rules.limits import Limit, Limits, with_linked
from houseway.rules.wagers import Kind, Wager

if TYPE_CHECKING:
    from houseway.rules.game import Decision, Offer, Spot


class Wagers(tuple[Wager, ...]):
    """The wagers that a game offers, in the order of the layout."""

    game: str
    enters_with: tuple[str, ...]
    _opening: tuple[Limits, dict[str, Limit]] | None

    def __new__(cls, wagers: Iterable[Wager] = (), game: str = "", enters_with: tuple[str, ...] = ()) -> Wagers:
        made = super().__new__(cls, tuple(wagers))
        made.game, made.enters_with, made._opening = game, enters_with, None
        return made

    @cached_property
    def by_id(self) -> dict[str, Wager]:
        return {wager.id: wager for wager in self}

    @cached_property
    def main(self) -> str:
        """The first wager: values are in units of it."""
        found = next((wager.id for wager in self if wager.kind is Kind.FIRST), None)
        if found is None:
            raise WagerError(f"{self.game} has no first wager: there is no way to enter the game.")
        return found

    @cached_property
    def main_group(self) -> frozenset[str]:
        """The first wager and all that hangs on it: linked wagers, raises, bonuses."""
        found = {self.main}
        hanging = [wager for wager in self if wager.kind in (Kind.FIRST, Kind.RAISE, Kind.BONUS)]
        while more := {wager.id for wager in hanging if wager.on in found} - found:
            found |= more
        return frozenset(found)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """Every other wager that is made before the deal, in the order of the layout."""
        return tuple(wager.id for wager in self if wager.opening and wager.id not in self.main_group)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The wagers any one of which puts a player in the game."""
        if self.enters_with:
            return tuple(name for name in self.enters_with if name in self.by_id)
        return tuple(wager.id for wager in self if wager.kind is Kind.FIRST and not wager.linked)

    @cached_property
    def bonuses(self) -> dict[str, str]:
        """The wagers that need no stake of their own, each with the wager that it is paid on."""
        return {wager.id: wager.on for wager in self if wager.kind is Kind.BONUS}

    @cached_property
    def progressive(self) -> Wager | None:
        """The wager that feeds a meter, where there is one."""
        return next((wager for wager in self if wager.kind is Kind.PROGRESSIVE), None)

    @cached_property
    def meter_seed(self) -> int:
        """What the progressive meter starts from, in cents."""
        return 0 if self.progressive is None else self.progressive.meter_seed

    def meter_share(self, amount: int) -> int:
        """How much of a progressive wager goes into the meter, in cents."""
        return 0 if self.progressive is None else winnings(amount, self.progressive.meter_rate)

    def stake(self, offer: Offer, decision: Decision, spot: Spot) -> dict[str, int]:
        """What a decision puts on the felt: a multiple of the wager that the raise hangs on, in whole cents."""
        if not offer.wager:
            return {}
        wager = self.by_id[offer.wager]
        amount = spot.stakes[wager.on] * (decision.multiple or wager.least)
        if amount.denominator != 1:
            raise IllegalAction(f"{short(decision.multiple)} times the {wager.on} is not whole cents.")
        return {offer.wager: int(amount)}

    def later_raises(self, wager: str) -> tuple[int, tuple[str, ...]]:
        """What a player who bets on a wager before the deal may be asked for later, to stay in to the end: how many
        times the wager the smallest raises on it come to, and what they are called."""
        times, names = 0, list[str]()
        for other in self:
            if other.kind is Kind.RAISE and other.on == wager:
                more, further = self.later_raises(other.id)
                times += other.least * (1 + more)
                names += [other.name, *further]
        return times, tuple(names)

    def opening_limits(self, limits: Limits) -> dict[str, Limit]:
        """What may be bet before the deal, worked out once for a table's limits."""
        if self._opening is None or self._opening[0] is not limits:
            self._opening = limits, limits.opening(self)
        return self._opening[1]

    @cached_property
    def _linked(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self if wager.linked)

    def opening_stakes(self, stakes: Mapping[str, int], limits: Limits) -> dict[str, int]:
        """What lies on the felt when a player makes these wagers before the deal: linked ones that were left out are
        put down too. Wagers that are not legal are refused."""
        made = with_linked(self._linked, stakes)
        limits.check(self.opening_limits(limits), self, made)
        if made.keys().isdisjoint(self.entries):
            names = " or ".join(self.by_id[name].name for name in self.entries)
            raise WagerError(f"A wager on {names} is needed to play.")
        return made
