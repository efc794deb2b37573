"""Whether the house can store a change just now."""

from __future__ import annotations

import asyncio
import time

import sqlalchemy as sa

from houseway.server.refusals import Refusal
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.schema import claims

WAIT_SECONDS = 2.0
FRESH_SECONDS = 1.0  # a success is reused for this long, however often anybody asks
PROBE = "readiness probe"  # no claim link has this hash
_DELETE = sa.delete(claims).where(claims.c.token_hash == sa.bindparam("b_probe"))


class Readiness:
    """Commits a row, and its deletion in the same transaction, on the path that every change takes."""

    def __init__(self, journal: Journal, wait_seconds: float = WAIT_SECONDS) -> None:
        self._journal = journal
        self._wait = wait_seconds
        self._probe: asyncio.Task[None] | None = None
        self._fresh_until = 0.0

    async def check(self) -> None:
        """Refuse, with the reason, while nothing can be stored. A probe that waits is shared, so a frozen database
        gets only one."""
        if time.monotonic() < self._fresh_until:
            return
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._journal.commit(_probe()), name="readiness")
        await asyncio.wait({self._probe}, timeout=self._wait)
        if not self._probe.done():
            raise Refusal("not_ready", f"The database has not stored a change within {self._wait:g} seconds.", 503)
        if (error := self._probe.exception()) is not None:
            raise Refusal("not_ready", str(error), 503)
        self._fresh_until = time.monotonic() + FRESH_SECONDS


def _probe() -> Change:
    change, now = Change(), now_ms()
    change.insert(claims, {"token_hash": PROBE, "created": now, "used": now})
    change.update(_DELETE, {"b_probe": PROBE})
    return change
