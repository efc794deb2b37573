"""The values that an option can take: all of them where they are few, else a sensible selection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from itertools import islice, product
from typing import Any, NamedTuple

from houseway.errors import OptionError
from houseway.rules.game import Game
from houseway.rules.options import (
    OFF,
    UNLIMITED,
    Cap,
    Choice,
    Half,
    Multiples,
    PayTableOption,
    PrizesOption,
    Ratio,
    Whole,
    option_name,
)

MOST_LISTED = 50  # whole numbers up to which all are taken
MOST_VALUES = 2000  # of any option
SELECTED = 20  # about so many of more
HUGE = 1000  # numbers that are rather multiples of the present one, such as an amount of money
TIMES = (0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1, Fraction(3, 2), 2, 3, 5, 10)


class OptionValues(NamedTuple):
    """An option and what it is to be set to, as people write it."""

    name: str
    values: tuple[str, ...]
    left_out: int | None = 0  # how many legal values are not among them; None: nobody can say
    numbers: bool = False  # whether the values are numbers, so that they have an order and distances


def option_values(game: Game[Any], name: str, given: Sequence[str] | None = None) -> OptionValues:
    """The values to try for an option: those given, or the legal ones, as far as they are not too many."""
    item = _field(game, name)
    kind, shown = item.metadata["kind"], option_name(item)
    if isinstance(kind, Half):
        raise OptionError(f"Option {shown} cannot be varied: it is {kind.legal}.")
    if given is not None:
        return OptionValues(shown, _checked(kind, shown, given), 0, isinstance(kind, Whole | Ratio))
    present = getattr(game.options, item.name)
    found = _legal(kind, present)
    own = str(kind.show(present))
    values = list(dict.fromkeys(str(value) for value in found.values))
    if own not in values and _names(kind).get(own) not in values:
        values.append(own)
    if len(values) > MOST_VALUES:
        raise OptionError(
            f"Option {shown} has more than {MOST_VALUES:,} values: name some, such as --values {shown}={own}."
        )
    if len(values) < 2:
        raise OptionError(
            f"Option {shown} has one value in print, {values[0]}: name others, such as --values {shown}={own},…."
        )
    return found._replace(name=shown, values=tuple(_ordered(values)) if found.numbers else tuple(values))


def _field(game: Game[Any], name: str) -> Any:
    plain = name.replace("-", "_")
    for item in fields(game.options):
        if option_name(item).replace("-", "_") == plain:
            return item
    names = ", ".join(option_name(item) for item in fields(game.options))
    raise OptionError(f"There is no option {name!r} here: the options are {names}.")


def _checked(kind: Any, name: str, given: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for value in given:
        text = str(value).strip()
        try:
            found.setdefault(str(kind.show(kind.check(text))), text)
        except OptionError as error:
            raise OptionError(f"Option {name}: {error}") from None
    if not found:
        raise OptionError(f"There are no values of {name} to try: name some, such as --values {name}=VALUE,VALUE.")
    return tuple(found.values())


def _legal(kind: Any, present: Any) -> OptionValues:
    match kind:
        case Choice(values=names):
            return OptionValues("", names)
        case Whole(values=numbers) if numbers:
            return OptionValues("", tuple(map(str, numbers)), numbers=True)
        case Whole(least=least, most=most):
            return _whole(least, most, present)
        case Cap(least=least, most=most):
            found = _whole(least, most, least if present is None else present)
            return found._replace(values=(*found.values, UNLIMITED), numbers=False)
        case Ratio(least=least, most=most):
            step = Fraction(1, 10) if most - least <= 1 else Fraction(1, 2)
            steps = (least + step * number for number in range(11))
            return OptionValues("", tuple(str(value) for value in steps if value <= most), None, numbers=True)
        case Multiples(count=count, most=most, rising=rising):
            every = product(range(1, most + 1), repeat=count)
            legal = (kind.show(row) for row in every if not rising or list(row) == sorted(row))
            return OptionValues("", tuple(islice(legal, MOST_VALUES + 1)))
        case PayTableOption():
            printed = (*kind.table.printed, *((OFF,) if kind.optional else ()))
            return OptionValues("", printed, None)
        case PrizesOption(printed=prizes):
            return OptionValues("", (*prizes, OFF), None)
    raise OptionError(f"Options of the kind {type(kind).__name__} cannot be varied.")


def _whole(least: int, most: int, present: int) -> OptionValues:
    count = most - least + 1
    if count <= MOST_LISTED:
        numbers = set(range(least, most + 1))
    elif count <= HUGE:
        numbers = {least + (most - least) * step // SELECTED for step in range(SELECTED + 1)}
    else:
        numbers = {int(present * times) for times in TIMES if least <= present * times <= most}
    numbers.add(present)
    return OptionValues("", tuple(map(str, sorted(numbers))), count - len(numbers), numbers=True)


def _names(kind: Any) -> Mapping[str, str]:
    """For pay tables that are printed under a name: the name of each."""
    if isinstance(kind, PayTableOption):
        return {str(kind.check(name)): name for name in kind.table.printed}
    return {str(kind.check(name)): name for name in kind.printed} if isinstance(kind, PrizesOption) else {}


def _ordered(values: Iterable[str]) -> list[str]:
    return sorted(values, key=Fraction)
