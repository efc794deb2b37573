"""The lobby: all open tables and the progressive meters, for everybody who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from houseway.server.protocol import socket_messages as messages
from houseway.server.protocol.table_state import TableSummary
from houseway.server.tables import clocks
from houseway.server.tables.json_parts import as_text
from houseway.server.tables.live_table import LiveTable

SECONDS = 1.0  # the lobby is told at most so often


class LobbyViewer(Protocol):
    """A connection that may look at the lobby."""

    lobby: bool

    def mark_lobby(self) -> None: ...
    def send_text(self, text: str) -> None: ...


class Lobby:
    """Put together at most once a second, and only while somebody looks."""

    def __init__(self, tables: Callable[[], Iterable[LiveTable]], viewers: Callable[[], Iterable[LobbyViewer]]) -> None:
        self.text = ""
        self._tables = tables
        self._viewers = viewers
        self._stale = False
        self._made = 0.0
        self._meters: dict[str, int] = {}

    def summaries(self) -> list[TableSummary]:
        """All open tables: by game, the oldest first."""
        tables = sorted(self._tables(), key=lambda table: (table.game.id, table.id))
        return [table.publisher.summary() for table in tables if not table.closed]

    def changed(self) -> None:
        """Something that the lobby shows is different now."""
        self._stale = True

    def show(self, viewer: LobbyViewer) -> None:
        """Somebody comes; a lobby a moment old will do, the next one follows soon."""
        viewer.lobby = True
        if clocks.now() - self._made >= SECONDS:
            self.refresh()
        viewer.mark_lobby()

    def refresh_if_stale(self) -> None:
        if self._stale and any(viewer.lobby for viewer in self._viewers()):
            self.refresh()

    def refresh(self) -> None:
        """Put the lobby together anew, and tell everybody in it."""
        self._stale, self._made = False, clocks.now()
        for table in self._tables():
            table.publisher.forget()
        message: messages.Lobby = {"type": "lobby", "tables": self.summaries()}
        self.text = as_text(message)
        for viewer in self._viewers():
            if viewer.lobby:
                viewer.mark_lobby()

    def meter_moved(self, key: str, cents: int) -> None:
        """Tell everybody who sees this meter, in the lobby or at a table."""
        if self._meters.get(key) == cents:
            return
        self._meters[key] = cents
        message: messages.Meter = {"type": "meter", "meter_key": key, "cents": cents}
        text = as_text(message)
        told: set[Any] = {viewer for viewer in self._viewers() if viewer.lobby}
        for table in self._tables():
            if table.meter_key == key:
                table.publisher.forget()
                told |= table.publisher.watchers
        for viewer in told:
            viewer.send_text(text)
