"""Who is muted: people whom the pit lets write to nobody. The pit's log says so, and is all that is stored of it.

The newest line of a person decides: muted by a `mute`, free again by an `unmute`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import sqlalchemy as sa

from houseway.server.people.people import People, Person
from houseway.server.people.pit_log import log_person
from houseway.server.refusals import Refusal
from houseway.server.storage.journal import Change, Journal
from houseway.server.storage.schema import pit_log

UNMUTED = "may write again"


class Mutes:
    """Everybody who is muted."""

    def __init__(self, journal: Journal, people: People) -> None:
        self._journal = journal
        self._people = people
        self._muted: set[int] = set()
        self._turn = asyncio.Lock()
        self.on_mute: Callable[[int], object] | None = None  # this person has been muted

    async def start(self) -> None:
        lines = sa.select(pit_log.c.person_id, pit_log.c.kind).where(pit_log.c.kind.in_(("mute", "unmute")))
        async with self._journal.database.read() as connection:
            for person_id, kind in await connection.execute(lines.order_by(pit_log.c.id)):
                self._muted.add(person_id) if kind == "mute" else self._muted.discard(person_id)

    def muted(self, person_id: int) -> bool:
        return person_id in self._muted

    async def mute(self, by: int, person_id: int, reason: str) -> Person:
        """Until they are unmuted, whatever happens to the server."""
        async with self._turn:
            person = self._checked(person_id)
            if person_id == by:
                raise Refusal("not_allowed", "You cannot mute yourself.", 403)
            if self.muted(person_id):
                raise Refusal("already_done", f"{person.name} is muted already.")
            await self._log("mute", by, person_id, reason)
            self._muted.add(person_id)
        if self.on_mute is not None:
            self.on_mute(person_id)
        return person

    async def unmute(self, by: int, person_id: int) -> Person:
        async with self._turn:
            person = self._checked(person_id)
            if not self.muted(person_id):
                raise Refusal("already_done", f"{person.name} is not muted.")
            if person_id == by:
                raise Refusal("not_allowed", "You were muted by somebody else of the pit, who can unmute you.", 403)
            await self._log("unmute", by, person_id, UNMUTED)
            self._muted.discard(person_id)
        return person

    def _checked(self, person_id: int) -> Person:
        person = self._people.person(person_id)
        if person is None or person.program:
            raise Refusal("unknown_person", "There is nobody of that number.", 404)
        return person

    async def _log(self, kind: str, by: int, person_id: int, reason: str) -> None:
        change = Change()
        log_person(self._journal, change, kind, by, person_id, reason)
        await self._journal.commit(change)
