"""Lines of the pit's log that are about a person, and of no table or round: mutes and changes of role."""

from __future__ import annotations

from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.schema import pit_log


def log_person(journal: Journal, change: Change, kind: str, by: int | None, person_id: int, reason: str) -> None:
    """Add a line to the change; `by` is None where whoever runs the server did it."""
    number = journal.next_id("pit_log")
    change.insert(
        pit_log,
        {
            "id": number,
            "key": f"{kind}:{number}",
            "kind": kind,
            "by_id": by,
            "table_id": None,
            "round_id": None,
            "seat": None,
            "person_id": person_id,
            "amount": 0,
            "reason": reason,
            "proposal_id": None,
            "made": now_ms(),
        },
    )
