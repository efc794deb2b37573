"""A game's options: a frozen, validated dataclass whose fields say what they mean and which values are legal.

An option is declared with one of the helpers below, for example::

    @dataclass(frozen=True)
    class MyOptions(Options):
        ties: str = choice("push", "dealer", help="who wins equal hands")
        pairs_pay: Pays = pays(PAIRS, help="what Pairs Pay pays", name="pairs-pay")
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Self

from houseway.errors import OptionError
from houseway.rules.pay_tables import Pays, PayTable, Prizes, parse_ratio

OFF = "off"
UNLIMITED = "unlimited"


class Unset(Enum):
    """In place of a value that follows from other options."""

    FOLLOWS = "follows from other options"


@dataclass(frozen=True)
class Choice:
    """One of a few named values."""

    values: tuple[str, ...]

    def check(self, value: Any) -> str:
        if str(value) not in self.values:
            raise OptionError(f"{value!r} is not legal: take {self.legal}.")
        return str(value)

    def show(self, value: str) -> str:
        return value

    @property
    def legal(self) -> str:
        return " or ".join([", ".join(self.values[:-1]), self.values[-1]] if len(self.values) > 1 else self.values)


@dataclass(frozen=True)
class Whole:
    """A whole number, from a list or within bounds; of cents, where it is money."""

    values: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    cents: bool = False

    def check(self, value: Any) -> int:
        text = str(value)
        number = int(text) if re.fullmatch(r"-?\d{1,15}", text) else None
        if number is None or (number not in self.values if self.values else not self.least <= number <= self.most):
            raise OptionError(f"{value!r} is not legal: take {self.legal}.")
        return number

    def show(self, value: int) -> int:
        return value

    @property
    def legal(self) -> str:
        if self.values:
            return Choice(tuple(map(str, self.values))).legal
        return f"a whole number {'of cents ' if self.cents else ''}from {self.least} to {self.most}"


@dataclass(frozen=True)
class Half:
    """Half of another option's value: there is nothing to choose, but programs may name it."""

    of: str

    def check(self, value: Any) -> int:
        if not re.fullmatch(r"\d{1,15}", str(value)):
            raise OptionError(f"{value!r} is not legal: it is {self.legal}.")
        return int(str(value))

    def show(self, value: int) -> int:
        return value

    @property
    def legal(self) -> str:
        return f"half of {self.of}"


@dataclass(frozen=True)
class Cap:
    """At most so many, or as many as there are."""

    least: int
    most: int

    def check(self, value: Any) -> int | None:
        if value is None or value == UNLIMITED:
            return None
        try:
            return Whole(least=self.least, most=self.most).check(value)
        except OptionError:
            raise OptionError(f"{value!r} is not legal: take {self.legal}.") from None

    def show(self, value: int | None) -> int | str:
        return UNLIMITED if value is None else value

    @property
    def legal(self) -> str:
        return f"{Whole(least=self.least, most=self.most).legal}, or {UNLIMITED}"


@dataclass(frozen=True)
class Ratio:
    """A fraction within bounds, such as 3/2."""

    least: Fraction
    most: Fraction

    def check(self, value: Any) -> Fraction:
        try:
            number = Fraction(parse_ratio(str(value)))
        except (ValueError, ZeroDivisionError):
            number = self.most + 1
        if not self.least <= number <= self.most:
            raise OptionError(f"{value!r} is not legal: take {self.legal}.")
        return number

    def show(self, value: Fraction) -> str:
        return str(value)

    @property
    def legal(self) -> str:
        return f"a fraction from {self.least} to {self.most}, such as {min(self.most, Fraction(3, 2))}"


@dataclass(frozen=True)
class Multiples:
    """A few whole multiples of the first wager, written 1/1/2."""

    count: int
    most: int
    example: str
    rising: bool = False

    def check(self, value: Any) -> tuple[int, ...]:
        parts = value.split("/") if isinstance(value, str) else value
        try:
            numbers = tuple(int(str(part)) for part in parts)  # 1.5 is not 1
        except (ValueError, TypeError):
            numbers = ()
        legal = len(numbers) == self.count and all(1 <= number <= self.most for number in numbers)
        if not legal or (self.rising and list(numbers) != sorted(numbers)):
            raise OptionError(f"{value!r} is not legal: take {self.legal}.")
        return numbers

    def show(self, value: tuple[int, ...]) -> str:
        return "/".join(map(str, value))

    @property
    def legal(self) -> str:
        rising = ", none lower than the one before" if self.rising else ""
        return f"{self.count} whole multiples from 1 to {self.most}{rising}, such as {self.example}"


@dataclass(frozen=True)
class PayTableOption:
    """A pay table, printed or custom; `off` takes an optional wager from the layout."""

    table: PayTable
    optional: bool

    def check(self, value: Any) -> Pays | None:
        if value is None or value == OFF:
            if not self.optional:
                raise OptionError(f"'off' is not legal: {self.table.legal}.")
            return None
        try:
            return self.table.parse(Pays(value) if isinstance(value, tuple) else str(value))
        except OptionError:
            raise OptionError(f"{str(value)!r} is not a pay table here: {self.legal}.") from None

    def show(self, value: Pays | None) -> str:
        return OFF if value is None else str(value)

    @property
    def legal(self) -> str:
        return self.table.legal + (", or off" if self.optional else "")


@dataclass(frozen=True)
class PrizesOption:
    """A progressive's prizes, or `off`."""

    rows: int
    printed: Mapping[str, str]

    def check(self, value: Any) -> Prizes | None:
        if value is None or value == OFF:
            return None
        text = str(value)
        try:
            return Prizes.parse(self.printed.get(text, text), rows=self.rows)
        except OptionError:
            raise OptionError(f"{text!r} is not legal: take {self.legal}.") from None

    def show(self, value: Prizes | None) -> str:
        return OFF if value is None else str(value)

    @property
    def legal(self) -> str:
        return f"{', '.join(self.printed)}, off, or {self.rows} prizes such as {next(iter(self.printed.values()))}"


Kind = Choice | Whole | Half | Cap | Ratio | Multiples | PayTableOption | PrizesOption


def _option(kind: Kind, default: Any, help: str, name: str, *, cents: bool = False, added: bool = False) -> Any:
    facts = {"kind": kind, "help": help, "name": name, "cents": cents, "added": added}
    return field(default=kind.check(default), metadata=facts)


def choice(*values: str, help: str, default: str | None = None, name: str = "", added: bool = False) -> Any:
    """One of a few named values. One that was `added` later is left out of the fingerprint at its default value."""
    return _option(Choice(values), values[0] if default is None else default, help, name, added=added)


def whole(
    default: int,
    *,
    help: str,
    values: Iterable[int] = (),
    least: int = 0,
    most: int = 0,
    name: str = "",
    cents: bool = False,
) -> Any:
    """A whole number; of `cents`, where it is money: a page then shows dollars."""
    return _option(Whole(tuple(values), least, most, cents), default, help, name, cents=cents)


def half(of: str, *, help: str, name: str = "", cents: bool = False) -> Any:
    """Half of the option `of`, whatever that is."""
    return _following(Half(of), of, lambda options: getattr(options, of) // 2, help, name, cents=cents)


def cap(of: str, usual: Callable[[Any], int | None], *, least: int, most: int, help: str, name: str = "") -> Any:
    """At most so many; unless it is set, what is `usual` with the value of the option `of`. None is unlimited."""
    return _following(Cap(least, most), of, lambda options: usual(getattr(options, of)), help, name)


def _following(kind: Kind, of: str, rule: Callable[[Any], Any], help: str, name: str, *, cents: bool = False) -> Any:
    facts = {"kind": kind, "help": help, "name": name, "of": of, "rule": rule, "cents": cents}
    return field(default=Unset.FOLLOWS, metadata=facts)


def ratio(default: str, *, least: str, most: str, help: str, name: str = "", added: bool = False) -> Any:
    """A fraction within bounds; `added` as in `choice`."""
    return _option(Ratio(Fraction(least), Fraction(most)), default, help, name, added=added)


def multiples(default: str, *, most: int, help: str, rising: bool = False, name: str = "") -> Any:
    return _option(Multiples(default.count("/") + 1, most, default, rising), default, help, name)


def pays(table: PayTable, *, help: str, default: str | None = None, optional: bool = True, name: str = "") -> Any:
    return _option(PayTableOption(table, optional), default or next(iter(table.printed)), help, name)


def prizes(printed: Mapping[str, str], *, rows: int, help: str, name: str = "") -> Any:
    return _option(PrizesOption(rows, printed), next(iter(printed)), help, name)


@dataclass(frozen=True)
class Options:
    """The rules of one game that may vary. Subclasses declare the fields; values are checked when one is made."""

    _unset: ClassVar[frozenset[str]] = frozenset()  # of each object: the fields whose values follow from others

    def __post_init__(self) -> None:
        unset = [item for item in fields(self) if getattr(self, item.name) is Unset.FOLLOWS]
        object.__setattr__(self, "_unset", frozenset(item.name for item in unset))
        for item in fields(self):
            if item.name in self._unset:
                continue
            try:
                object.__setattr__(self, item.name, item.metadata["kind"].check(getattr(self, item.name)))
            except OptionError as error:
                raise OptionError(f"Option {option_name(item)}: {error}") from None
        for item in unset:
            object.__setattr__(self, item.name, item.metadata["rule"](self))
        self.check()

    def check(self) -> None:
        """Refuse combinations that make no sense together; a game with such combinations overrides this."""

    def values(self) -> dict[str, str | int]:
        """Every option's value as JSON writes it."""
        return {option_name(item): item.metadata["kind"].show(getattr(self, item.name)) for item in fields(self)}

    def identity(self) -> dict[str, str | int]:
        """The values that records and fingerprints hold.

        An option that was added to a game later is left out while it has its default value, so that the same rules
        keep their fingerprint and older records can still be verified. Its default must never change, and no edition
        may set it.
        """
        values = self.values()
        for item in fields(self):
            if item.metadata.get("added") and getattr(self, item.name) == item.default:
                del values[option_name(item)]
        return values

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """These options with some values set by option name (`pocket-poker` or `pocket_poker`)."""
        by_name = {option_name(item).replace("-", "_"): item.name for item in fields(self)}
        unknown = [name for name in changes if name.replace("-", "_") not in by_name]
        if unknown:
            names = ", ".join(option_name(item) for item in fields(self))
            raise OptionError(f"There is no option {unknown[0]!r} here: the options are {names}.")
        unset = dict.fromkeys(self._unset, Unset.FOLLOWS)  # they follow from what is changed
        return replace(self, **unset | {by_name[name.replace("-", "_")]: value for name, value in changes.items()})

    @classmethod
    def described(cls) -> list[dict[str, Any]]:
        """Every option with its meaning, legal values and default, for listings.

        `follows` names the option that decides about one that is not set; one that is `derived` has no other value.
        `unit` is "cents" where the number is money. `preferred` is the pay table that the manual recommends.
        """
        rows, defaults = [], cls()
        for item in fields(cls):
            kind: Any = item.metadata["kind"]
            row: dict[str, Any] = {"name": option_name(item), "help": item.metadata["help"], "legal": kind.legal}
            match kind:
                case Choice(values=names) | Whole(values=names) if names:
                    row["values"] = list(names)
                case PayTableOption(table=table):
                    row["values"] = list(table.printed) + ([OFF] if kind.optional else [])
                    row["tables"] = dict(table.printed)
                    row |= {"preferred": table.preferred} if table.preferred else {}
                    row["hands"] = list(table.hands)
                    if table.inferred:
                        row["inferred"] = {name: dict(hands) for name, hands in table.inferred.items()}
                case PrizesOption(printed=printed):
                    row["values"] = [*printed, OFF]
                    row["tables"] = dict(printed)
            if isinstance(kind, Whole | Cap | Ratio) and not row.get("values"):
                row["least"], row["most"] = kind.show(kind.least), kind.show(kind.most)  # type: ignore[arg-type]
            if item.metadata.get("cents"):
                row["unit"] = "cents"
            if isinstance(kind, Multiples):
                row["count"], row["most"] = kind.count, kind.most
            if "of" in item.metadata:
                row["follows"] = item.metadata["of"]
                row |= {"derived": True} if isinstance(kind, Half) else {}
            row["default"] = kind.show(getattr(defaults, item.name))
            rows.append(row)
        return rows


def meaning(row: Mapping[str, Any]) -> str:
    """What an option means, of `Options.described`, with the unit of its number."""
    return f"{row['help']}, in {row['unit']}" if "unit" in row else str(row["help"])


def option_name(item: Any) -> str:
    """The name people use: the pay table of Pocket Poker is `pocket-poker`, as the wager is."""
    name: str = item.metadata["name"] or item.name
    return name
