"""Corrections of rounds that were paid out wrongly: one supervisor proposes, another decides, one entry is made.

A proposal and what became of it are rows of the pit's log, which is only ever added to. The entry goes between the
table's bank and the person's wallet; it names both supervisors and has the reason. Of a seat in a round one proposal
is open at a time, so that one mistake is not corrected twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.money import dollars
from houseway.server.money.ledger import Entry, bank, wallet
from houseway.server.refusals import Refusal
from houseway.server.storage.journal import Change, Journal, now_ms
from houseway.server.storage.round_records import WHY_VOID
from houseway.server.storage.schema import pit_log, round_people, rounds

WITHDRAWN = "withdrawn by who had proposed it"
_DONE = {"correction": "confirmed", "refusal": "refused", "withdrawal": "withdrawn"}
_decided = pit_log.alias("decided")
IS_OPEN = sa.and_(
    pit_log.c.kind == "proposal", sa.not_(sa.exists(sa.select(1).where(_decided.c.proposal_id == pit_log.c.id)))
)


class Wanted(NamedTuple):
    """What a supervisor wants corrected: cents to pay to somebody, or below 0 to take back."""

    round_id: int
    seat: int | None
    person_id: int | None  # the seat or the person is enough
    amount: int
    reason: str


class Corrections:
    """Proposals and decisions, one at a time."""

    def __init__(
        self,
        journal: Journal,
        name: Callable[[int], str],
        balance_changed: Callable[[int], None],
        *,
        appointment_hours: float,
    ) -> None:
        self._appointment_hours = appointment_hours
        self._journal = journal
        self._name = name
        self._balance_changed = balance_changed
        self._turn = asyncio.Lock()

    async def propose(self, by: int, key: str, wanted: Wanted) -> int:
        """Ask for a correction; gives the proposal's number. The same key again gives the same proposal."""
        full_key = f"proposal:{by}:{key}"
        async with self._turn:
            async with self._journal.database.read() as connection:
                before = (await connection.execute(sa.select(pit_log).where(pit_log.c.key == full_key))).first()
                if before is not None:
                    return _same(before, wanted)
                seated, table_id = await self._checked(connection, by, wanted)
            row = {
                "key": full_key,
                "kind": "proposal",
                "by_id": by,
                "table_id": table_id,
                "round_id": wanted.round_id,
                "seat": seated.seat,
                "person_id": seated.person_id,
                "amount": wanted.amount,
                "reason": wanted.reason,
                "proposal_id": None,
            }
            change = Change()
            number = self._log(change, row)
            await self._journal.commit(change)
        return number

    async def _checked(self, connection: AsyncConnection, by: int, wanted: Wanted) -> tuple[Any, int]:
        """Whose round it is, and the table's number; refuses what cannot be corrected."""
        if not wanted.amount:
            raise Refusal("illegal", "A correction pays something or takes something back: it cannot be $0.", 422)
        if wanted.seat is None and wanted.person_id is None:
            raise Refusal("illegal", "A correction names the seat or the person.", 422)
        facts = sa.select(rounds.c.table_id, rounds.c.number, rounds.c.over, WHY_VOID)
        round_ = (await connection.execute(facts.where(rounds.c.id == wanted.round_id))).first()
        if round_ is None:
            raise Refusal("unknown_round", "There is no such round.", 404)
        if not round_.over:
            raise Refusal(
                "round_not_over", f"Round {round_.number} is under way: void it, or correct it when it is settled."
            )
        if round_.void is not None:
            raise Refusal(
                "not_now", f"Round {round_.number} is void, with all wagers returned: there is nothing to correct."
            )
        seats = sa.select(round_people.c.seat, round_people.c.person_id)
        query = seats.where(round_people.c.round_id == wanted.round_id)
        if wanted.seat is not None:
            query = query.where(round_people.c.seat == wanted.seat)
        if wanted.person_id is not None:
            query = query.where(round_people.c.person_id == wanted.person_id)
        seated = (await connection.execute(query)).first()
        if seated is None:
            whom = f"Seat {wanted.seat}" if wanted.seat is not None else "This person"
            raise Refusal("no_seat", f"{whom} did not play in round {round_.number}.", 404)
        if await _played(connection, by, wanted.round_id):
            raise Refusal("not_allowed", "You played this round yourself: two other supervisors correct it.", 403)
        await self._check_none_open(connection, wanted.round_id, seated.seat, round_.number)
        return seated, round_.table_id

    async def _check_none_open(self, connection: AsyncConnection, round_id: int, seat: int, number: int) -> None:
        """Refuse a second proposal for the same seat while the first waits: one of them would be one too many."""
        waits = sa.select(pit_log).where(IS_OPEN, pit_log.c.round_id == round_id, pit_log.c.seat == seat)
        first = (await connection.execute(waits.order_by(pit_log.c.id))).first()
        if first is None:
            return
        does = "pay" if first.amount > 0 else "take back"
        raise Refusal(
            "not_now",
            f"For seat {seat} in round {number}, {self._name(first.by_id)} has proposed to {does} "
            f"{dollars(abs(first.amount))} (line {first.id} of the log), which has to be decided or withdrawn first.",
        )

    async def confirm(self, by: int, proposal_id: int) -> None:
        """A second supervisor agrees: the entry is made, with both names on it. Again by the same person: no effect."""
        async with self._turn:
            proposal = await self._open_proposal(by, proposal_id, "correction")
            if proposal is None:
                return
            account, amount = wallet(proposal.person_id), proposal.amount
            held = self._journal.ledger.balance(account)
            if amount < 0 and held < -amount:
                raise Refusal(
                    "not_enough_chips",
                    f"{self._name(proposal.person_id)} has {dollars(held)} in the wallet: {dollars(-amount)} cannot be "
                    "taken back now, and the proposal stays open.",
                )
            change = Change()
            self._decide(change, by, proposal, "correction", proposal.reason)
            change.entry(
                Entry(
                    f"correction:{proposal.id}",
                    proposal.reason,
                    ((bank(proposal.table_id), -amount), (account, amount)),
                    proposal.round_id,
                    proposal.table_id,
                    made_by=proposal.by_id,
                    confirmed_by=by,
                )
            )
            await self._journal.commit(change)
        self._balance_changed(proposal.person_id)

    async def refuse(self, by: int, proposal_id: int, reason: str) -> None:
        """A second supervisor does not agree: nothing is moved."""
        async with self._turn:
            proposal = await self._open_proposal(by, proposal_id, "refusal")
            if proposal is not None:
                change = Change()
                self._decide(change, by, proposal, "refusal", reason)
                await self._journal.commit(change)

    async def withdraw(self, by: int, proposal_id: int) -> None:
        """Whoever proposed it does not want it any more: nothing is moved."""
        async with self._turn:
            proposal = await self._open_proposal(by, proposal_id, "withdrawal")
            if proposal is not None:
                change = Change()
                self._decide(change, by, proposal, "withdrawal", WITHDRAWN)
                await self._journal.commit(change)

    async def _open_proposal(self, by: int, proposal_id: int, kind: str) -> Any | None:
        """The proposal, where this supervisor may decide or withdraw it; None where they have done so already."""
        async with self._journal.database.read() as connection:
            found = sa.select(pit_log).where(pit_log.c.id == proposal_id, pit_log.c.kind == "proposal")
            proposal = (await connection.execute(found)).first()
            decided = sa.select(pit_log.c.by_id, pit_log.c.kind).where(pit_log.c.key == _decision(proposal_id))
            decision = (await connection.execute(decided)).first()
            played = proposal is not None and await _played(connection, by, proposal.round_id)
            appointed = proposal is not None and await self._appointed(connection, by, proposal.by_id)
        if proposal is None:
            raise Refusal("unknown_correction", "There is no such proposal.", 404)
        if decision is not None:
            if (decision.by_id, decision.kind) == (by, kind):
                return None
            done = _DONE[decision.kind]
            raise Refusal("already_done", f"{self._name(decision.by_id)} has {done} this correction already.")
        if kind == "withdrawal":
            if proposal.by_id != by:
                raise Refusal("not_allowed", "Only who proposed a correction withdraws it: you can refuse it.", 403)
        elif proposal.by_id == by:
            raise Refusal("not_allowed", "You proposed this correction: another supervisor has to decide it.", 403)
        elif played:
            raise Refusal("not_allowed", "This correction is of your own round: another supervisor decides it.", 403)
        elif appointed and kind == "correction":
            raise Refusal(
                "not_allowed",
                f"One of you appointed the other, or the same admin appointed you both, less than "
                f"{self._appointment_hours:g} hours ago: a third supervisor has to confirm this correction.",
                403,
            )
        return proposal

    async def _appointed(self, connection: AsyncConnection, one: int, other: int) -> bool:
        """Whether one gave the other a role lately, or a third gave both: one person may be behind both accounts."""
        since = now_ms() - self._appointment_hours * 3_600_000
        lines = sa.select(pit_log.c.person_id, pit_log.c.by_id).where(
            pit_log.c.kind == "role", pit_log.c.person_id.in_((one, other)), pit_log.c.made > since
        )
        behind: dict[int, set[int | None]] = {one: {one}, other: {other}}
        for person_id, by in await connection.execute(lines):
            behind[person_id].add(by)
        return bool((behind[one] & behind[other]) - {None})

    def _decide(self, change: Change, by: int, proposal: Any, kind: str, reason: str) -> None:
        row = {
            "key": _decision(proposal.id),  # used once: whoever comes second is refused by the database too
            "kind": kind,
            "by_id": by,
            "table_id": proposal.table_id,
            "round_id": proposal.round_id,
            "seat": proposal.seat,
            "person_id": proposal.person_id,
            "amount": proposal.amount,
            "reason": reason,
            "proposal_id": proposal.id,
        }
        self._log(change, row)

    def _log(self, change: Change, row: dict[str, Any]) -> int:
        number = self._journal.next_id("pit_log")
        change.insert(pit_log, {"id": number, "made": now_ms(), **row})
        return number


async def _played(connection: AsyncConnection, person_id: int, round_id: int) -> bool:
    """Whether somebody had a seat in a round, whichever."""
    rows = sa.select(round_people.c.seat).where(
        round_people.c.round_id == round_id, round_people.c.person_id == person_id
    )
    return (await connection.execute(rows)).first() is not None


def _decision(proposal_id: int) -> str:
    return f"decision:{proposal_id}"


def _same(before: Any, wanted: Wanted) -> int:
    """The proposal that was made under this key, if it is this one."""
    if (
        (before.round_id, before.amount, before.reason) == (wanted.round_id, wanted.amount, wanted.reason)
        and wanted.seat in (None, before.seat)
        and wanted.person_id in (None, before.person_id)
    ):
        return int(before.id)
    raise Refusal("id_used", "This id was used for another proposal: every proposal needs one of its own.")
