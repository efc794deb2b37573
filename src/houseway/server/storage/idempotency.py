"""Idempotency keys: a command that is sent again gets the answer that it got before, and changes nothing.

The key is the id that a command carries. The reply to every command that changed something is stored in the same
transaction as the change. Recent replies are held in memory; older ones are found in the database, which takes no key
of a person twice.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.server.protocol.socket_messages import Done
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, Journal, now_ms

KEPT, PEOPLE_KEPT = 100, 4000


class Reply(NamedTuple):
    command: str  # a digest of the command, to tell it from another one under the same key
    answer: Done


class Replies:
    """By person and idempotency key."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: OrderedDict[int, OrderedDict[str, Reply]] = OrderedDict()

    async def load(self, person_id: int) -> None:
        """Read the replies that a person got before the server was started."""
        if person_id in self._kept:
            self._kept.move_to_end(person_id)
            return
        table = schema.requests.c
        async with self._journal.database.read() as connection:
            rows = await connection.execute(
                sa.select(table.key, table.answer)
                .where(table.person_id == person_id)
                .order_by(table.made.desc())
                .limit(KEPT)
            )
            replies = ((key, _read(answer)) for key, answer in reversed(rows.all()))
            found = OrderedDict((key, reply) for key, reply in replies if reply is not None)
        if person_id not in self._kept:  # two connections may have asked at once
            self._kept[person_id] = found
            while len(self._kept) > PEOPLE_KEPT:
                self._kept.popitem(last=False)

    def known(self, person_id: int, key: str, command: str) -> Done | None:
        """The answer that this command got before, if any."""
        kept = self._kept.get(person_id)
        found = kept.get(key) if kept is not None else None
        return None if found is None else _checked(found, command)

    async def stored(self, person_id: int, key: str, command: str) -> Done | None:
        """The answer out of the database, for a command from long ago."""
        table = schema.requests.c
        async with self._journal.database.read() as connection:
            answer = await connection.scalar(
                sa.select(table.answer).where(table.person_id == person_id, table.key == key)
            )
        reply = _read(answer)
        return None if reply is None else _checked(reply, command)

    def store(self, change: Change, person_id: int, key: str, reply: Reply) -> None:
        row = {"person_id": person_id, "key": key, "answer": reply._asdict(), "made": now_ms()}
        change.insert(schema.requests, row)

    def remember(self, person_id: int, key: str, reply: Reply) -> None:
        kept = self._kept.setdefault(person_id, OrderedDict())
        kept[key] = reply
        while len(kept) > KEPT:
            kept.popitem(last=False)


def _read(answer: Any) -> Reply | None:
    """A stored reply; nothing where it is damaged: the command that it answered was carried out, and is known so."""
    if not isinstance(answer, dict) or answer.keys() != set(Reply._fields) or not isinstance(answer["answer"], dict):
        return None
    return Reply(**answer)


def _checked(found: Reply, command: str) -> Done:
    if found.command != command:
        raise Refusal("id_used", "This id was used for another command: every command needs one of its own.")
    return found.answer
