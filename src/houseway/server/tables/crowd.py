"""How much of the house one person, and one address, may take: seats at once, and tables opened for them."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping

from houseway.server.people.people import Person
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.tables.live_table import LiveTable


class Crowd:
    """Who sits where from which address, as far as this server has seen them sit down. The pit is not counted."""

    def __init__(self, tables: Mapping[int, LiveTable], settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._addresses: dict[int, str] = {}  # by person: where they were when they sat down last
        self._coming: Counter[str] = Counter()  # by address: people who are about to sit down
        self._opened: dict[int, str] = {}  # by table of the house's: for which address it was opened

    @contextlib.contextmanager
    def sitting(self, person: Person, table: LiveTable, address: str) -> Iterator[None]:
        """Somebody sits down at a table; refused where they, or others at their address, have too many seats."""
        if table.seats.of(person.id) is None:
            self.check(person, address)
        self._coming[address] += 1
        try:
            yield
            if table.seats.of(person.id) is not None:
                self._addresses[person.id] = address
        finally:
            self._coming[address] -= 1
            if not self._coming[address]:
                del self._coming[address]

    def check(self, person: Person | None, address: str) -> None:
        """Refuse one seat more."""
        if _of_the_pit(person):
            return
        taken = [seat.person_id for table in self._tables.values() for seat in table.seats.values()]
        most = self._settings.seats_per_person
        if person is not None and taken.count(person.id) >= most:
            raise Refusal("too_many", f"One person sits at no more than {most} tables: leave one first.")
        self._addresses = {person_id: self._addresses[person_id] for person_id in taken if person_id in self._addresses}
        here = sum(self._addresses.get(person_id) == address for person_id in taken)
        if here + self._coming[address] >= self._settings.seats_per_address:
            raise Refusal("too_many", "Too many seats are taken from this address: leave a table first.", 429)

    def may_open(self, person: Person | None, address: str) -> bool:
        """Whether the house opens one more table for somebody who wants to play."""
        self._opened = {table_id: owner for table_id, owner in self._opened.items() if table_id in self._tables}
        theirs = sum(owner == address for owner in self._opened.values())
        return _of_the_pit(person) or theirs < self._settings.tables_per_address

    def opened(self, table_id: int, address: str) -> None:
        self._opened[table_id] = address


def _of_the_pit(person: Person | None) -> bool:
    return person is not None and person.role != "player"
