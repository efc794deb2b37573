"""Proving what the pit did apart from the rules: void rounds are in its log, corrections have two names on them.

That a void round gave back exactly what was staked is proved with the other rounds, in `proof`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.money import dollars
from houseway.server.money.ledger import bank, wallet
from houseway.server.money.proved import Proof
from houseway.server.storage.round_records import VOIDED_BY, WHY_VOID
from houseway.server.storage.schema import entries, pit_log, postings, round_people, rounds

CORRECTIONS = "correction:%"  # the keys of their entries


async def pit_proofs(connection: AsyncConnection, names: Mapping[int, str]) -> list[Proof]:
    """Nothing to prove in a database that no server has brought up to date yet: it has no such log."""
    if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table("pit_log")):
        return []
    return [await _voids_are_logged(connection), await _corrections_have_two_names(connection, names)]


async def _voids_are_logged(connection: AsyncConnection) -> Proof:
    proof = Proof("Every void round is in the pit's log, with who did it, why, and what was given back")
    logged = {row.round_id: row for row in await connection.execute(sa.select(pit_log).where(pit_log.c.kind == "void"))}
    makers = sa.select(entries.c.round_id, entries.c.made_by).where(entries.c.key.like("round:%:void"))
    made_by: dict[int, int] = {round_id: by for round_id, by in await connection.execute(makers)}  # noqa: C416
    given = sa.select(sa.func.coalesce(sa.func.sum(round_people.c.returned), 0))
    returned = given.where(round_people.c.round_id == rounds.c.id).scalar_subquery().label("returned")
    query = sa.select(rounds.c.id, WHY_VOID, VOIDED_BY, returned).where(WHY_VOID.is_not(None)).order_by(rounds.c.id)
    for round_ in (await connection.execute(query)).all():
        proof.looked_at += 1
        line = logged.pop(round_.id, None)
        if line is None:
            proof.found(f"Round {round_.id} is void, but the pit's log does not say so.")
            continue
        by = None if round_.voided_by is None else str(round_.voided_by)
        if line.by_id != made_by.get(round_.id) or by != (None if line.by_id is None else str(line.by_id)):
            proof.found(f"Round {round_.id} is void, but not by the same person in its record, entry and log.")
        if line.reason != str(round_.void)[:200]:
            proof.found(f"Round {round_.id} is void for another reason than the pit's log says.")
        if line.amount != int(round_.returned):
            back = dollars(int(round_.returned))
            proof.found(f"Round {round_.id} gave back {back}, but the pit's log says {dollars(line.amount)}.")
    for round_id in sorted(logged):
        proof.found(f"The pit's log says that round {round_id} is void, but it is not.")
    return proof


async def _corrections_have_two_names(connection: AsyncConnection, names: Mapping[int, str]) -> Proof:
    proof = Proof("Every correction has two different names, and moved what was proposed between bank and wallet")
    asked: dict[int, Any] = {}
    agreed: dict[int, Any] = {}
    wanted = sa.select(pit_log).where(pit_log.c.kind.in_(("proposal", "correction"))).order_by(pit_log.c.id)
    for row in await connection.execute(wanted):
        if row.kind == "proposal":
            asked[row.id] = row
        else:
            agreed[row.proposal_id] = row
    moves = await _moves(connection, names)
    query = sa.select(entries).where(sa.or_(entries.c.key.like(CORRECTIONS), entries.c.confirmed_by.is_not(None)))
    for entry in (await connection.execute(query.order_by(entries.c.id))).all():
        proof.looked_at += 1
        word, _, number = entry.key.partition(":")
        proposal_id = int(number) if word == "correction" and number.isdecimal() else 0
        proposal, decision = asked.get(proposal_id), agreed.pop(proposal_id, None)
        if proposal is None or decision is None:
            proof.found(f"Entry {entry.id} ({entry.key}) corrects something that nobody has proposed and confirmed.")
            continue
        _check(proof, entry, proposal, decision, moves[entry.id])
    for proposal_id in sorted(agreed):
        proof.found(f"The correction that was proposed as line {proposal_id} of the pit's log was never made.")
    played = sa.select(round_people.c.round_id).where(
        round_people.c.round_id == pit_log.c.round_id,
        round_people.c.seat == pit_log.c.seat,
        round_people.c.person_id == pit_log.c.person_id,
    )
    strangers = sa.select(pit_log.c.id).where(pit_log.c.kind == "correction", sa.not_(sa.exists(played)))
    for line in await connection.scalars(strangers.order_by(pit_log.c.id)):
        proof.found(f"Line {line} of the pit's log corrects a round for somebody who did not play it.")
    return proof


def _check(proof: Proof, entry: Any, proposal: Any, decision: Any, moved: Mapping[str, int]) -> None:
    told = f"The correction {entry.key}"
    if entry.made_by is None or entry.confirmed_by is None or entry.made_by == entry.confirmed_by:
        proof.found(f"{told} does not have two different names on it.")
    if (entry.made_by, entry.confirmed_by) != (proposal.by_id, decision.by_id):
        proof.found(f"{told} has other names on it than the pit's log.")
    facts = [(row.round_id, row.table_id, row.seat, row.person_id, row.amount) for row in (proposal, decision)]
    if facts[0] != facts[1] or (entry.round_id, entry.table_id) != facts[0][:2] or entry.reason != proposal.reason:
        proof.found(f"{told} is not the one that was proposed.")
    due = {bank(proposal.table_id): -proposal.amount, wallet(proposal.person_id): proposal.amount}
    if moved != due:
        proof.found(f"{told} should move {dollars(proposal.amount)} from bank to wallet, and does not.")


async def _moves(connection: AsyncConnection, names: Mapping[int, str]) -> dict[int, dict[str, int]]:
    """What the entries of corrections moved, by entry and account."""
    query = sa.select(postings).join_from(postings, entries)
    found: dict[int, dict[str, int]] = defaultdict(dict)
    wanted = sa.or_(entries.c.key.like(CORRECTIONS), entries.c.confirmed_by.is_not(None))
    for entry_id, account_id, amount in await connection.execute(query.where(wanted)):
        found[entry_id][names[account_id]] = amount
    return found
