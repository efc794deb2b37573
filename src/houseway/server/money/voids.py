"""Void rounds: everything that a round has moved goes back in one entry, and the round ends without a result.

The ledger alone says what it has moved, so a running table and one whose rules are gone are treated alike.
"""

from __future__ import annotations

from collections.abc import Mapping

from houseway.server.money.ledger import BONUS, Entry, Ledger, felt, stack, wallet
from houseway.server.money.owed import RoundMoves
from houseway.server.storage import round_records as records
from houseway.server.storage import schema
from houseway.server.storage.journal import Change, Journal, now_ms

WORDS = "void, wagers returned"


def sentence(number: int, reason: str, *, by_pit: bool) -> str:
    """What players are told of a void round."""
    stop = "" if reason.endswith((".", "!", "?")) else "."
    return f"Round {number} was voided by the {'pit' if by_pit else 'house'}: {reason}{stop} All wagers were returned."


def make_void(
    journal: Journal,
    change: Change,
    table_id: int,
    round_: RoundMoves,
    people: Mapping[int, int],
    reason: str,
    *,
    by: int | None = None,
) -> None:
    """Put all of it into a change: the entry, a line in everybody's history, the round's end, the pit's log.

    `people` has who sits where, by seat; `by` is who of the pit did it.
    """
    change.entry(_reversal(journal.ledger, round_, table_id, reason if by is not None else WORDS, by))
    given = 0
    for seat, person_id in sorted(people.items()):
        wagers = -round_.moved.get(wallet(person_id), 0) - round_.moved.get(stack(table_id, seat), 0)
        if wagers or seat in round_.dealt_in:
            given += wagers
            row = {"round_id": round_.id, "seat": seat, "person_id": person_id}
            change.insert(schema.round_people, {**row, "staked": wagers, "returned": wagers, "words": WORDS})
    records.void(change, round_.id, reason, by)
    change.insert(
        schema.pit_log,
        {
            "id": journal.next_id("pit_log"),
            "key": _key(round_.id),
            "kind": "void",
            "by_id": by,
            "table_id": table_id,
            "round_id": round_.id,
            "seat": None,
            "person_id": None,
            "amount": given,
            "reason": reason[:200],
            "proposal_id": None,
            "made": now_ms(),
        },
    )


def _key(round_id: int) -> str:
    return f"round:{round_id}:void"


def _reversal(ledger: Ledger, round_: RoundMoves, table_id: int, reason: str, by: int | None) -> Entry:
    """Every account gets back what the round took from it, or gives back what it got.

    A progressive pool may have been won at another table since it was fed here: the bonus bank, which makes up what a
    pool lacks for a prize, does so here too.
    """
    back: dict[str, int] = {}
    for key, amount in round_.moved.items():
        lacking = 0
        if key.startswith("pool:"):
            lacking = amount if key in round_.won_since else max(0, amount - ledger.balance(key))
        back[key] = back.get(key, 0) + lacking - amount
        back[BONUS] = back.get(BONUS, 0) - lacking
    postings = tuple((key, amount) for key, amount in back.items() if amount) or ((felt(table_id), 0),)
    return Entry(_key(round_.id), reason, postings, round_.id, table_id, made_by=by)
