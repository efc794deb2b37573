"""What has happened at a table, by number, and the texts that bring a viewer from one number to the newest."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import orjson

from houseway.server.tables.round_log import RoundLog
from houseway.server.tables.table_view import own, shared

if TYPE_CHECKING:
    from houseway.server.tables.live_table import LiveTable

KEPT = 200  # updates that can be told again


class News:
    """A table's updates. Texts are made when somebody is to be told, once for all who see the same."""

    def __init__(self, table: LiveTable) -> None:
        self.number = 0
        self._table = table
        self._log: RoundLog | None = None  # the round that was told of last
        self._updates: deque[tuple[int, RoundLog | None, int, int]] = deque(maxlen=2 * KEPT)
        self._shared: str | None = None  # what every state begins with
        self._states: dict[int | None, str] = {}
        self._texts: dict[tuple[int, int | None], str] = {}

    def update(self) -> None:
        """Everything that is in memory is durable: give it a number."""
        self.number += 1
        # A round may have ended and another begun in one change: both are told.
        for log in {id(item): item for item in (self._log, self._table.log)}.values():
            first = last = 0
            if log is not None:
                first, last = log.published, len(log.played.events)
                log.published = last
            self._updates.append((self.number, log, first, last))
        self._log = self._table.log
        self.forget()

    def forget(self) -> None:
        """What is written already is no longer so."""
        self._shared = None
        self._states.clear()
        self._texts.clear()

    def begin_anew(self) -> None:
        """The table was built again from what is stored: what is there has been told."""
        self._log = self._table.log
        if self._log is not None:
            self._log.published = len(self._log.played.events)

    def reaches(self, after: int) -> bool:
        """Whether everything since that number can still be told."""
        oldest = self._updates[0][0] if self._updates else self.number
        return oldest <= after <= self.number

    def written(self, sent: int, seat: int | None) -> str | None:
        """The text for a viewer who has been told up to `sent`, if somebody needed it before."""
        return self._texts.get((sent, seat))

    def write(self, sent: int, seat: int | None) -> str:
        """The same, made now: only while the table is not changing."""
        if seat not in self._states:
            self._states[seat] = self._state(seat)
        text = self._texts[sent, seat] = self._text(sent, seat)
        return text

    def _state(self, seat: int | None) -> str:
        if self._shared is None:
            self._shared = orjson.dumps(shared(self._table)).decode().removesuffix("}")
        rest = orjson.dumps(own(self._table, seat)).decode().removeprefix("{")
        return f"{self._shared},{rest}"

    def _text(self, sent: int, seat: int | None) -> str:
        table, now = self._table, self._states[seat]
        head = f'"table":{table.id},"epoch":"{table.house.epoch}","number":{self.number}'
        if sent < 0 or not self.reaches(sent):
            return f'{{"type":"snapshot",{head},"state":{now}}}'
        person_id = table.seats[seat].person_id if seat in table.seats else None
        events: list[Any] = []
        for number, log, first, last in self._updates:
            if number > sent and log is not None and last > first:
                events += log.told(log.viewer(seat, person_id), first, last)
        return f'{{"type":"update",{head},"events":{orjson.dumps(events).decode()},"state":{now}}}'
