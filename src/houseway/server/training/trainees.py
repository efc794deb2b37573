"""What the pit sees of those who train: exams, weak steps, times, trend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from houseway.server.people.people import People, Person
from houseway.server.protocol.exams import Trainee, TrendPoint
from houseway.server.storage.journal import Journal
from houseway.server.storage.schema import exams, training_attempts
from houseway.server.training.scoring import added_steps

MOST_WEAK = 10
MOST_EXAMS = 200  # of one trainee, the latest

_FACTS = (
    exams.c.id,
    exams.c.person_id,
    exams.c.game,
    exams.c.ended,
    exams.c.withdrawn,
    exams.c.result,
)


async def trainees(journal: Journal, people: People, text: str, limit: int) -> list[Trainee]:
    """Everybody with an exam or with progress of their own, by name."""
    part = text.strip().casefold()
    async with journal.database.read() as connection:
        of_either = sa.union(sa.select(exams.c.person_id), sa.select(training_attempts.c.person_id))
        known = set((await connection.execute(of_either)).scalars())
    found = [person for number in known if (person := people.person(number)) and part in person.name.casefold()]
    found.sort(key=lambda person: (person.name.casefold(), person.id))
    return await _facts(journal, found[:limit])


async def trainee(journal: Journal, people: People, person_id: int) -> Trainee:
    person = people.person(person_id)
    assert person is not None
    [found] = await _facts(journal, [person])
    return found


async def _facts(journal: Journal, found: Iterable[Person]) -> list[Trainee]:
    wanted = list(found)
    ids = [person.id for person in wanted]
    async with journal.database.read() as connection:
        rows = await connection.execute(
            sa.select(*_FACTS).where(exams.c.person_id.in_(ids)).order_by(exams.c.person_id, exams.c.id.desc())
        )
        by_person: dict[int, list[Any]] = {}
        for row in rows:
            theirs = by_person.setdefault(row.person_id, [])
            if len(theirs) < MOST_EXAMS:
                theirs.append(row)
        updated = await connection.execute(
            sa.select(training_attempts.c.person_id, sa.func.max(training_attempts.c.made))
            .where(training_attempts.c.person_id.in_(ids))
            .group_by(training_attempts.c.person_id)
        )
        practised: dict[int, int] = {person_id: at for person_id, at in updated}  # noqa: C416 - no pairs to mypy
    return [_trainee(person, by_person.get(person.id, []), practised.get(person.id)) for person in wanted]


def _trainee(person: Person, rows: list[Any], practised: int | None) -> Trainee:
    over = [row for row in reversed(rows) if row.result is not None]
    trend: list[TrendPoint] = [
        {
            "at": row.ended,
            "exam": row.id,
            "game": row.game,
            "percent": row.result["score"]["percent"],
            "passed": row.result["score"]["passed"],
        }
        for row in over
    ]
    asked = sum(line["questions"] for row in over for line in row.result["kinds"])
    taken = sum(line["seconds"] for row in over for line in row.result["kinds"])
    return {
        "person": {"id": person.id, "name": person.name, "role": person.role, "guest": person.guest},
        "to_take": sum(row.ended is None and row.withdrawn is None for row in rows),
        "passed": sum(point["passed"] for point in trend),
        "failed": sum(not point["passed"] for point in trend),
        "seconds": round(taken / asked, 1) if asked else None,
        "weak": added_steps(row.result for row in over)[:MOST_WEAK],
        "trend": trend,
        "practised": practised,
    }
