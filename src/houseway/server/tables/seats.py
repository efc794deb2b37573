"""The seats of a table: who sits where, what of it is stored, and how long somebody has been away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.rules.game import Decision
from houseway.server.people.people import Person
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.damage import DamagedRow, an_object, object_or_nothing
from houseway.server.storage.journal import Change
from houseway.server.storage.table_rows import DROP_SEAT, SET_SEAT
from houseway.server.tables import clocks


class Coached(NamedTuple):
    """What the coach said about a decision: the value of each choice, in units of so many cents."""

    values: Mapping[Decision, Fraction]
    unit: int

    def value(self, decision: Decision) -> Fraction | None:
        """Of a bet between two that were told, too: what a hand is worth is linear in its bet."""
        if decision in self.values:
            return self.values[decision]
        sizes = {
            told.multiple: value
            for told, value in self.values.items()
            if told._replace(multiple=decision.multiple) == decision
        }
        below = max((size for size in sizes if 0 < size < decision.multiple), default=None)
        above = min((size for size in sizes if size > decision.multiple), default=None)
        if below is None or above is None:
            return None
        share = Fraction(decision.multiple - below) / (above - below)
        return sizes[below] + share * (sizes[above] - sizes[below])


@dataclass
class Seat:
    """Somebody at the table. What `stored` names survives a restart."""

    person_id: int
    program: str = ""  # the kind of opponent, for those played by the program
    sitting_out: bool = False
    leaving: bool = False
    last_round: bool = False  # they leave after the round that they play in
    last_stakes: dict[str, int] = field(default_factory=dict)
    side: int = 0
    ready: bool = False
    missed: int = 0
    time_bank: float = 0
    away_since: float | None = None
    coached: dict[str, Coached] = field(default_factory=dict)  # what the coach was asked, by the point of the round

    def stored(self) -> dict[str, Any]:
        return {
            "program": self.program,
            "sitting_out": self.sitting_out,
            "leaving": self.leaving,
            "last_round": self.last_round,
            "last_stakes": self.last_stakes,
            "side": self.side,
        }

    @classmethod
    def from_stored(cls, row: Any) -> Seat:
        """A seat's row; refused where it holds what no seat has."""
        state, usual = an_object(row.state, f"its seat {row.seat}"), cls(row.person_id)
        stakes = object_or_nothing(state.get("last_stakes"))
        kinds = {name: type(value) for name, value in usual.stored().items()}
        first = {"last_round": bool}  # which the first servers did not keep
        same = kinds == first | {name: type(value) for name, value in state.items()}
        if not same or any(type(amount) is not int for amount in stakes.values()):
            raise DamagedRow(f"its seat {row.seat} cannot be read")
        return cls(row.person_id, **state)

    def away(self, moment: float) -> float | None:
        """For how many seconds the person has been away; None while they are here."""
        return None if self.away_since is None else moment - self.away_since


class Seats(dict[int, Seat]):
    """Who sits at a table, by seat number."""

    def __init__(self, table_id: int, size: int, *, full_bank: float) -> None:
        super().__init__()
        self.size = size
        self._table_id = table_id
        self._full_bank = full_bank

    @property
    def numbers(self) -> range:
        """All seats of the table, taken or free."""
        return range(1, self.size + 1)

    def of(self, person_id: int | None) -> int | None:
        """The seat that a person has taken."""
        if person_id is None:
            return None
        return next((number for number, seat in self.items() if seat.person_id == person_id), None)

    def own(self, person: Person) -> tuple[int, Seat]:
        """The seat of a person who must have one."""
        number = self.of(person.id)
        if number is None:
            raise Refusal("no_seat", "Only people who sit at this table can do that.")
        return number, self[number]

    def check_free(self, number: int, person: Person) -> None:
        """Refuse a seat that a person cannot take."""
        if self.of(person.id) is not None:
            raise Refusal("already_seated", "You sit at this table already.")
        if number > self.size:
            raise Refusal("no_seat", f"There is no seat {number}: the seats are 1 to {self.size}.")
        if number in self:
            raise Refusal("seat_taken", f"Seat {number} is taken.")

    def take(self, number: int, seat: Seat, change: Change, *, here: bool) -> None:
        seat.time_bank = self._full_bank
        seat.away_since = None if here else clocks.now()
        self[number] = seat
        row = {"table_id": self._table_id, "seat": number, "person_id": seat.person_id, "state": seat.stored()}
        change.insert(schema.seats, row)

    def free(self, number: int, change: Change) -> Seat:
        change.update(DROP_SEAT, {"b_table": self._table_id, "b_seat": number})
        return self.pop(number)

    def save(self, number: int, change: Change) -> None:
        """Store what has changed about a seat."""
        change.update(SET_SEAT, {"b_table": self._table_id, "b_seat": number, "b_state": self[number].stored()})

    def refill(self, seconds: float) -> None:
        """A round is over: nobody has said yet that they are ready, and time banks fill up again."""
        for seat in self.values():
            seat.ready = False
            seat.time_bank = min(self._full_bank, seat.time_bank + seconds)

    def restore(self, rows: Iterable[Any], here: Iterable[int]) -> None:
        """As the database has them. Time banks and absences are known in memory alone, and kept where they are."""
        before, present = dict(self), set(here)
        self.clear()
        for row in rows:
            if row.seat not in self.numbers or self.of(row.person_id) is not None:
                raise DamagedRow(f"person {row.person_id} cannot have its seat {row.seat}")
            kept = before.get(row.seat)
            self[row.seat] = seat = Seat.from_stored(row)
            seat.time_bank = kept.time_bank if kept else self._full_bank
            if not seat.program and seat.person_id not in present:
                seat.away_since = kept.away_since if kept and kept.away_since else clocks.now()
