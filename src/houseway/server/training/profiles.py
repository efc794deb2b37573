"""Everybody's progress: the attempts of a profile, one row each, so that an answer adds one and rewrites none."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
import structlog

from houseway.errors import HousewayError
from houseway.server.refusals import Refusal
from houseway.server.storage.damage import reading
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.schema import training_attempts
from houseway.server.training.progress import MOST_KEPT
from houseway.train.exercise import Grade, Key
from houseway.train.profile import Attempt, Profile

log = structlog.get_logger("training")
AT_HAND, ATTEMPTS_AT_HAND = 300, 50_000  # profiles, and the attempts of all of them: about 2 KB each
_DROP = sa.delete(training_attempts).where(
    training_attempts.c.person_id == sa.bindparam("b_person"), training_attempts.c.number <= sa.bindparam("b_last")
)


class Kept:
    """A person's profile. Whoever reads or changes it holds its lock, also while a thread works on it."""

    def __init__(self, person_id: int, profile: Profile, last: int) -> None:
        self.person_id, self.profile, self.last = person_id, profile, last
        self.lock = asyncio.Lock()


class Profiles:
    """Profiles by person; those that were used last are at hand."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._at_hand: OrderedDict[int, Kept] = OrderedDict()

    async def of(self, person_id: int) -> Kept:
        found = self._at_hand.get(person_id)
        if found is None:
            found = self._at_hand.setdefault(person_id, await self._load(person_id))  # another may have been faster
        self._at_hand.move_to_end(person_id)
        self._drop_oldest()
        return found

    def _drop_oldest(self) -> None:
        attempts = sum(len(kept.profile.attempts) for kept in self._at_hand.values())
        for person_id, kept in list(self._at_hand.items())[:-1]:
            if len(self._at_hand) <= AT_HAND and attempts <= ATTEMPTS_AT_HAND:
                return
            if not kept.lock.locked():
                attempts -= len(kept.profile.attempts)
                del self._at_hand[person_id]

    async def _load(self, person_id: int) -> Kept:
        table = training_attempts.c
        query = sa.select(table.number, table.attempt).where(table.person_id == person_id).order_by(table.number)
        async with self._journal.database.read() as connection:
            rows = (await connection.execute(query)).all()
        read = await asyncio.to_thread(lambda: [_read(person_id, row) for row in rows])
        attempts = [attempt for attempt in read if attempt is not None]
        attempts.sort(key=lambda attempt: attempt.when)
        return Kept(person_id, Profile(attempts), rows[-1].number if rows else 0)

    async def record(
        self,
        person_id: int,
        key: Key,
        items: Sequence[str],
        grade: Grade,
        question: int,
        seconds: float,
        again: str,
    ) -> None:
        """Take in an answer; it is stored when this returns."""
        kept = await self.of(person_id)
        async with kept.lock:
            profile = kept.profile
            attempt = profile.record(
                key, items, grade, when=datetime.now(UTC), question=question, seconds=round(seconds, 1), again=again
            )
            change = Change()
            self._insert(change, kept, [attempt])
            if len(profile.attempts) > MOST_KEPT:
                change.update(_DROP, {"b_person": person_id, "b_last": kept.last - MOST_KEPT})
                del profile.attempts[: len(profile.attempts) - MOST_KEPT]
            await self._commit(change, kept)

    async def replace(self, kept: Kept, profile: Profile) -> None:
        """Keep another profile in place of the one there was; its lock is held."""
        if len(profile.attempts) > MOST_KEPT:
            raise Refusal(
                "too_many", f"This would be {len(profile.attempts):,} attempts: the house keeps {MOST_KEPT:,}.", 422
            )
        change = Change()
        change.update(_DROP, {"b_person": kept.person_id, "b_last": kept.last})
        await asyncio.to_thread(self._insert, change, kept, profile.attempts)
        await self._commit(change, kept)
        kept.profile = profile
        self._drop_oldest()

    def _insert(self, change: Change, kept: Kept, attempts: Iterable[Attempt]) -> None:
        for attempt in attempts:
            kept.last += 1
            change.insert(
                training_attempts,
                {
                    "person_id": kept.person_id,
                    "number": kept.last,
                    "attempt": attempt.to_json(),
                    "made": now_ms(),
                },
            )

    async def _commit(self, change: Change, kept: Kept) -> None:
        try:
            await self._journal.commit(change)
        except BaseException:
            self._at_hand.pop(kept.person_id, None)  # what is in memory was not stored: read it again
            raise


def _read(person_id: int, row: Any) -> Attempt | None:
    """An attempt; a damaged one is left out, so that the others still count."""
    try:
        with reading(f"attempt {row.number}"):
            return Attempt.from_json(row.attempt)
    except HousewayError as error:
        log.error(str(error), person=person_id)
        return None
