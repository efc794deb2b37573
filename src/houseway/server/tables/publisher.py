"""Publishing: a table's updates by number, and the text that brings a viewer from one number to the newest.

What viewers are sent is put together while nothing changes, so that nothing is ever shown before it is durable. Texts
are made when somebody is to be told, once for all viewers who see the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, cast

from houseway.server.protocol.events import TableEvent
from houseway.server.protocol.socket_messages import Snapshot, Update
from houseway.server.protocol.table_state import EdgeShown, SharedState, TableState, TableSummary
from houseway.server.tables import table_view
from houseway.server.tables.json_parts import as_text, written
from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.table_view import SeatShown, ShownTable

KEPT = 200  # updates that can be told again


class Viewer(Protocol):
    """Somebody who watches tables: a connection, of a person or of a spectator without a name."""

    @property
    def person_id(self) -> int | None: ...
    @property
    def gone(self) -> bool: ...

    def watch(self, table: Watched, sent: int) -> None:
        """From now on the viewer is told of a table; they know it up to the update `sent`, -1 for nothing of it."""

    def unwatch(self, table_id: int) -> None: ...

    def mark(self, table_id: int) -> None:
        """There is something new at a table; its `text_for` will say what."""

    def send_text(self, text: str) -> None:
        """A message that is no part of what happens on the felt."""


class Watched(Protocol):
    """A table, for a viewer."""

    @property
    def id(self) -> int: ...
    def text_for(self, viewer: Viewer, sent: int) -> tuple[int, str | None]: ...
    def part(self, viewer: Viewer) -> None: ...


class Audience(NamedTuple):
    """What tables share in showing themselves."""

    epoch: str  # of this run of the server: numbers of another one mean nothing
    name: Callable[[int], str]  # of a person
    edge: Callable[[Any], EdgeShown]  # what is known of a game's odds
    balance_changed: Callable[[int], None]
    seats_changed: Callable[[int], None]


class _Update(NamedTuple):
    """One update of the table: which events of which round it told."""

    number: int
    log: RoundLog | None
    first: int
    last: int


class Publisher:
    """Tells everybody who watches a table what has happened there."""

    def __init__(self, table: ShownTable, audience: Audience) -> None:
        self.number = 0  # of the newest update
        self.watchers: set[Viewer] = set()
        self._table = table
        self._audience = audience
        self._log: RoundLog | None = None  # the round that was told of last
        self._updates: deque[_Update] = deque(maxlen=2 * KEPT)
        self._waiting: set[Viewer] = set()  # viewers who could not be told while the table was changing
        self._summary: TableSummary | None = None
        self._seats: dict[int, SeatShown] | None = None
        self._shared: SharedState | None = None  # what every viewer's state has in common
        self._states: dict[int | None, TableState] = {}
        self._texts: dict[tuple[int, int | None], str] = {}

    # --- who watches ---

    def watched_by(self, person_id: int) -> bool:
        return any(viewer.person_id == person_id for viewer in self.watchers)

    @property
    def people(self) -> set[int]:
        """Everybody who watches under a name."""
        return {viewer.person_id for viewer in self.watchers if viewer.person_id is not None}

    @property
    def spectators(self) -> int:
        return sum(1 for viewer in self.watchers if self._table.seats.of(viewer.person_id) is None)

    def knows(self, after: int, epoch: str | None) -> bool:
        """Whether everything since that number can still be told."""
        return epoch == self._audience.epoch and self._reaches(after)

    def _reaches(self, after: int) -> bool:
        oldest = self._updates[0].number if self._updates else self.number
        return oldest <= after <= self.number

    # --- what has happened ---

    def update(self) -> None:
        """Everything in memory is durable: give it a number, and tell everybody who watches."""
        self.number += 1
        # A round may have ended and another begun in one change: both are told.
        for log in {id(item): item for item in (self._log, self._table.log)}.values():
            first = last = 0
            if log is not None:
                first, last = log.published, len(log.events)
                log.published = last
            self._updates.append(_Update(self.number, log, first, last))
        self._log = self._table.log
        self._seats = None
        self.forget()
        self.mark_all()

    def mark_all(self) -> None:
        for viewer in self.watchers:
            viewer.mark(self._table.id)

    def mark_waiting(self) -> None:
        """The table has changed: tell those who could not be told meanwhile."""
        for viewer in self._waiting:
            viewer.mark(self._table.id)
        self._waiting.clear()

    def forget(self) -> None:
        """What was written is out of date."""
        self._summary = self._shared = None
        self._states.clear()
        self._texts.clear()

    def start_over(self) -> None:
        """The table was built again from what is stored: everything there has been told."""
        self._log = self._table.log
        if self._log is not None:
            self._log.published = len(self._log.events)

    # --- what viewers are sent ---

    def summary(self) -> TableSummary:
        """The table as the lobby shows it."""
        if self._summary is None:
            audience = self._audience
            self._summary = table_view.summary(self._table, audience.name, audience.edge, self.spectators)
        return self._summary

    def text_for(self, viewer: Viewer, sent: int) -> tuple[int, str | None]:
        """The newest number, and the text that brings a viewer there from the number sent last."""
        if sent == self.number:
            return sent, None
        seat = self._table.seats.of(viewer.person_id)
        text = self._texts.get((sent, seat))
        if text is None:
            if self._table.busy:
                self._waiting.add(viewer)
                return sent, None
            text = self._texts[sent, seat] = self._text(sent, seat)
        return self.number, text

    def _text(self, sent: int, seat: int | None) -> str:
        table, epoch, number, state = self._table.id, self._audience.epoch, self.number, self._state(seat)
        message: Snapshot | Update
        if sent < 0 or not self._reaches(sent):
            message = {"type": "snapshot", "table": table, "epoch": epoch, "number": number, "state": state}
        else:
            events = self._events(sent, seat)
            message = {
                "type": "update",
                "table": table,
                "epoch": epoch,
                "number": number,
                "events": events,
                "state": state,
            }
        return as_text(message)

    def _events(self, sent: int, seat: int | None) -> list[TableEvent]:
        person_id = self._person_at(seat)
        events: list[TableEvent] = []
        for number, log, first, last in self._updates:
            if number > sent and log is not None and last > first:
                events += log.told(log.viewer(seat, person_id), first, last)
        return events

    def _state(self, seat: int | None) -> TableState:
        if seat not in self._states:
            if self._shared is None:
                shared = table_view.shared(self._table, written(self.summary()))
                self._shared = {**shared, "round": written(shared["round"]), "to_come": written(shared["to_come"])}
            table, person_id = self._table, self._person_at(seat)
            viewer, round_ = table_view.viewer(table, self._seats_shown(), seat), table.round_shown(seat, person_id)
            state = {"kind": table.kind, **self._shared, **viewer, **round_}
            self._states[seat] = written(cast(TableState, state))  # the round's state is of the table's kind
        return self._states[seat]

    def _person_at(self, number: int | None) -> int | None:
        seat = self._table.seats.get(number) if number is not None else None
        return seat.person_id if seat else None

    def _seats_shown(self) -> dict[int, SeatShown]:
        """Every seat as it is shown, made once an update."""
        if self._seats is None:
            seats = table_view.seats(self._table, self._audience.name)
            self._seats = {n: SeatShown(written(seat), written(table_view.own(seat))) for n, seat in seats.items()}
        return self._seats
