"""What is asked of a search for pay tables, read and checked before anything is counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.errors import OptionError, WagerError
from houseway.lab.searching_pays.linear import Limits
from houseway.lab.searching_pays.options import option_of
from houseway.lab.searching_pays.space import MOST_PAY, Space, rank_order, row_bounds, unpaid_parts, usual_bounds
from houseway.rounding import short
from houseway.rules.game import Game
from houseway.rules.pay_tables import Pays, PayTable
from houseway.rules.wagers import Wager

Number = int | float | Fraction
Between = tuple[Number | None, Number | None]
ENDLESS = Fraction(10**12)


@dataclass(frozen=True)
class Question:
    """The tables to search, in rank order, and what they are to meet."""

    game: Game[Any]
    wager: Wager
    option: str
    order: tuple[int, ...]
    wanted: Pays  # as printed, from the top row down
    parts: tuple[tuple[int, Space], ...]  # the tables, by how many of their last rows pay nothing
    edge: Limits
    hit: Limits | None
    sd: Limits | None
    most: int

    @property
    def measured(self) -> str:
        """The wager whose edge is meant: a bonus and a raise are part of the main wager."""
        return self.wager.id if self.wager.id in self.game.wagers.sides else self.game.wagers.main

    @property
    def ranked(self) -> tuple[Any, ...]:
        """What is wanted, in rank order."""
        return tuple(self.wanted[row] for row in self.order)

    def printed(self, ranked: tuple[int, ...]) -> Pays:
        """A table in rank order, from the top row down."""
        return Pays(pay for _, pay in sorted(zip(self.order, ranked, strict=True)))

    @property
    def possible(self) -> int:
        return sum(space.size() for _, space in self.parts)

    @property
    def bounds(self) -> tuple[Pays, Pays]:
        """The lowest and the highest pay of each row, unless it pays nothing."""
        rows = range(len(self.order))
        low = (min((space.low[row] for _, space in self.parts if space.high[row]), default=0) for row in rows)
        high = (max(space.high[row] for _, space in self.parts) for row in rows)
        return self.printed(tuple(low)), self.printed(tuple(high))

    @property
    def variance(self) -> Limits | None:
        return (self.sd[0] ** 2, self.sd[1] ** 2) if self.sd else None


def ask(
    game: Game[Any],
    wager: str,
    *,
    edge: Between,
    hit: Between | None = None,
    sd: Between | None = None,
    top: Between | None = None,
    like: str | Pays | None = None,
    low: str | int | None = None,
    high: str | int | None = None,
    most: int = 20,
) -> Question:
    """Read what is asked for; what cannot be is refused."""
    found, table, option = _searchable(game, wager)
    if not 1 <= most <= 1000:
        raise OptionError(f"{most} pay tables cannot be listed: take 1 to 1,000.")
    assert found.pays is not None
    wanted = found.pays if like is None else table.parse(like)
    order = rank_order(table)
    space, may_be_unpaid = usual_bounds(Pays(wanted[row] for row in order)), [hit is not None] * len(order)
    if low is not None:
        space = space.from_(_ranked(low, order, "--min"))
        may_be_unpaid = [bound == 0 for bound in space.low]
    if high is not None:
        space = space.up_to(_ranked(high, order, "--max"), keep_low=low is not None)
    if top is not None:
        space = space.with_top(*_limits(top, "--top", Fraction(1), Fraction(MOST_PAY)), keep_low=low is not None)
    parts = tuple(unpaid_parts(space, may_be_unpaid))
    if not parts:
        low_text, high_text = ("/".join(map(str, bounds)) for bounds in space)
        raise OptionError(
            f"No pay table of {found.name} lies between {low_text} and {high_text}: --min, --max and --top leave no "
            "room, as no row may pay more than a better one."
        )
    limits = _limits(edge, "--edge", -ENDLESS, Fraction(1))
    hits = None if hit is None else _limits(hit, "--hit", Fraction(), Fraction(1))
    spread = None if sd is None else _limits(sd, "--sd", Fraction(), ENDLESS)
    return Question(game, found, option, order, wanted, parts, limits, hits, spread, most)


def _ranked(bounds: str | int, order: tuple[int, ...], name: str) -> tuple[int, ...]:
    by_row = row_bounds(bounds, len(order), name)
    return tuple(by_row[row] for row in order)


def _searchable(game: Game[Any], wager: str) -> tuple[Wager, PayTable, str]:
    """A wager with a pay table that an option sets."""
    found = game.wager.get(wager)
    offered = [item.id for item in game.wagers if item.table is not None and option_of(game, item)]
    legal = f"take {' or '.join(offered)}" if offered else "no wager here has one"
    if found is None:
        raise WagerError(f"{game.name} has no wager {wager!r} here to search a pay table for: {legal}.")
    if found.prizes is not None:
        raise WagerError(f"{found.name} pays prizes from a meter, not so much to 1: {legal}.")
    option = option_of(game, found)
    if found.table is None or option is None:
        raise WagerError(f"{found.name} has no pay table that an option sets: {legal}.")
    return found, found.table, option


def _limits(between: Between, name: str, least: Fraction, most: Fraction) -> Limits:
    """Both ends as exact numbers, an open one as far as it goes."""
    low, high = between
    ends = least if low is None else _exact(low), most if high is None else _exact(high)
    if not least <= ends[0] <= ends[1] <= most:
        percent = name in ("--edge", "--hit")
        texts = [short(end * (100 if percent else 1)) for end in ends]
        raise OptionError(
            f"{texts[0]} to {texts[1]}{' percent' if percent else ''} is not possible for {name}: take a lower and a "
            f"higher limit{'' if least < 0 else ' of 0 or more'}{' up to 100 percent' if percent else ''}."
        )
    return ends


def _exact(number: Number) -> Fraction:
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)


def parse_between(text: str, name: str, *, percent: bool = False) -> Between:
    """Read `2.5..4`, `..3`, `50..` or a single number."""
    number = r"-?\d{1,9}(?:\.\d{1,9})?"
    if not (match := re.fullmatch(rf"({number})?%?(\.\.)?({number})?%?", text.strip())):
        raise OptionError(f"{text!r} is not a range: {name} takes one such as 2.5..4, ..3 or 50.. .")
    low, dots, high = match.groups()
    if not (low or high) or (low and high and not dots):
        raise OptionError(f"{text!r} is not a range: {name} takes one such as 2.5..4, ..3 or 50.. .")
    ends = [Fraction(end) / (100 if percent else 1) if end else None for end in (low, high if dots else low)]
    return ends[0], ends[1]
