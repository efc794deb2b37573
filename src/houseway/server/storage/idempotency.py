"""What was answered to which command, so that sending a command again is harmless.

The answer of every command that changed something is stored in the same transaction. Recent ones are held in memory;
older ones are found by the database, which takes no key of a person twice.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import sqlalchemy as sa

from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, Journal, now_ms

KEPT, PEOPLE_KEPT = 100, 4000


class Answer(NamedTuple):
    command: str  # a digest of what was asked
    answer: dict[str, Any]


class Answers:
    """By person and the command's id."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: OrderedDict[int, OrderedDict[str, Answer]] = OrderedDict()

    async def load(self, person_id: int) -> None:
        """Take up what a person was answered before the server was started."""
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
            found = OrderedDict((key, Answer(**answer)) for key, answer in reversed(rows.all()))
        if person_id not in self._kept:  # two connections may have asked at once
            self._kept[person_id] = found
            while len(self._kept) > PEOPLE_KEPT:
                self._kept.popitem(last=False)

    def known(self, person_id: int, key: str, command: str) -> dict[str, Any] | None:
        """The answer that this command got before, if any."""
        kept = self._kept.get(person_id)
        found = kept.get(key) if kept is not None else None
        return None if found is None else _checked(found, command)

    async def stored(self, person_id: int, key: str, command: str) -> dict[str, Any] | None:
        """The answer out of the database, for a command from long ago."""
        table = schema.requests.c
        async with self._journal.database.read() as connection:
            answer = await connection.scalar(
                sa.select(table.answer).where(table.person_id == person_id, table.key == key)
            )
        return None if answer is None else _checked(Answer(**answer), command)

    def store(self, change: Change, person_id: int, key: str, answer: Answer) -> None:
        row = {"person_id": person_id, "key": key, "answer": answer._asdict(), "made": now_ms()}
        change.insert(schema.requests, row)

    def remember(self, person_id: int, key: str, answer: Answer) -> None:
        kept = self._kept.setdefault(person_id, OrderedDict())
        kept[key] = answer
        while len(kept) > KEPT:
            kept.popitem(last=False)


def _checked(found: Answer, command: str) -> dict[str, Any]:
    if found.command != command:
        raise Refusal("id_used", "This id was used for another command: every command needs one of its own.")
    return found.answer
