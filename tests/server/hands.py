"""The server's clock set by hand, and what a table inside shows by it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from tests.server.within import Inside

from houseway.server.people.people import Entered
from houseway.server.tables import clocks
from houseway.server.tables.live_table import LiveTable


class Hands:
    """The hands of the server's clock: they move when told to, and the table sees what is due."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now = 1000.0
        monkeypatch.setattr(clocks, "now", lambda: self._now)

    async def forward(self, seconds: float, table: LiveTable) -> None:
        self._now += seconds
        await table.mailbox.tick()

    async def pass_by(self, seconds: float, house: Inside, table: LiveTable) -> None:
        self._now += seconds
        await house.floor._look_after(table)


def phase_of(table: LiveTable) -> str:
    return table.phase  # it changes while a test waits


def facts(table: LiveTable, person: Entered) -> dict[str, Any]:
    """The round as it is sent to a person."""
    told = table.round_shown(table.seats.of(person.person.id), person.person.id)
    found: dict[str, Any] = orjson.loads(orjson.dumps(told))
    return found


def shown(table: LiveTable, person: Entered) -> tuple[bool, float, list[int]]:
    clock = facts(table, person)["clock"]
    return clock["bank"], clock["seconds"], clock["seats"]


async def act(house: Inside, person: Entered, table: LiveTable, **decision: Any) -> None:
    assert table.log is not None
    await house.do(person, table, "act", round=table.log.round_id, at="raise", decision=decision)
