"""Proving the ledger from the first entry: `houseway ledger check`.

Nothing is taken on trust from balances or summaries: postings are added up again, and every round is played again from
its record and compared with what was moved for it. Of rounds by rules that are not installed any more, only what the
ledger itself says can be compared; they are counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from houseway.errors import HousewayError
from houseway.money import dollars
from houseway.server.money.ledger import BONUS
from houseway.server.money.pit_proof import CORRECTIONS, pit_proofs
from houseway.server.money.proved import MOST_TOLD, AccountNames, Proof
from houseway.server.money.row_proof import rows_proof
from houseway.server.money.shoe_proof import ShoeChains
from houseway.server.storage.database import Database, Snapshot
from houseway.server.storage.round_records import StoredRound, load_rounds
from houseway.server.storage.schema import NEVER_BELOW_ZERO, accounts, entries, postings, round_people, rounds
from houseway.server.storage.stored_tables import rules_are_installed
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.round import Round

_CHUNK = 200


async def prove_ledger(database: Database) -> list[Proof]:
    """Every proof about the ledger; none where the database has no ledger."""
    async with database.snapshot() as snapshot:
        return await ledger_proofs(snapshot)


async def ledger_proofs(snapshot: Snapshot) -> list[Proof]:
    async with snapshot.read() as connection:
        if not await _has_books(connection):
            return []
        named = await connection.execute(sa.select(accounts.c.id, accounts.c.key))
        names = AccountNames((number, key) for number, key in named)
        rows, numbers = await rows_proof(connection)
        if not numbers:
            return [rows]  # there is nothing to add up
        return [
            await _entries_balance(connection),
            await _balances_add_up(connection),
            await _never_below_zero(connection, names),
            *await _rounds_settled(connection, names),
            *await pit_proofs(connection, names),
            rows,
        ]


async def begun(database: Database) -> bool:
    """Whether there is a ledger in a database."""
    async with database.read() as connection:
        return await _has_books(connection)


async def _has_books(connection: AsyncConnection) -> bool:
    return await connection.run_sync(lambda sync: sa.inspect(sync).has_table("entries"))


async def _entries_balance(connection: AsyncConnection) -> Proof:
    proof = Proof("Every entry sums to zero")
    proof.looked_at = await connection.scalar(sa.select(sa.func.count()).select_from(entries)) or 0
    total = sa.func.coalesce(sa.func.sum(postings.c.amount), 0)
    query = (
        sa.select(entries.c.id, entries.c.key, total)
        .select_from(entries.outerjoin(postings))
        .group_by(entries.c.id, entries.c.key)
        .having(sa.or_(total != 0, sa.func.count(postings.c.entry_id) == 0))
        .order_by(entries.c.id)
        .limit(MOST_TOLD)
    )
    for number, key, amount in await connection.execute(query):
        proof.found(f"Entry {number} ({key}) sums to {dollars(int(amount))}.")
    return proof


async def _balances_add_up(connection: AsyncConnection) -> Proof:
    proof = Proof("Every balance is the sum of its postings")
    proof.looked_at = await connection.scalar(sa.select(sa.func.count()).select_from(accounts)) or 0
    total = sa.func.coalesce(sa.func.sum(postings.c.amount), 0)
    query = (
        sa.select(accounts.c.key, accounts.c.balance, total)
        .select_from(accounts.outerjoin(postings))
        .group_by(accounts.c.id, accounts.c.key, accounts.c.balance)
        .having(total != accounts.c.balance)
        .order_by(accounts.c.key)
        .limit(MOST_TOLD)
    )
    for key, balance, amount in await connection.execute(query):
        proof.found(f"{key} holds {dollars(balance)}, but its postings come to {dollars(int(amount))}.")
    return proof


async def _never_below_zero(connection: AsyncConnection, names: Mapping[int, str]) -> Proof:
    proof = Proof("No wallet, stack, felt, pot or pool was ever below zero")
    running: dict[int, int] = defaultdict(int)
    limited = {number for number, key in names.items() if key.partition(":")[0] in NEVER_BELOW_ZERO}
    query = sa.select(postings).order_by(postings.c.entry_id)
    async with connection.stream(query) as rows:
        async for entry_id, account_id, amount in rows:
            proof.looked_at += 1
            running[account_id] += amount
            if running[account_id] < 0 and account_id in limited:
                key = names[account_id]
                proof.found(f"After entry {entry_id}, {key} was {dollars(running[account_id])}.")
    return proof


async def _rounds_settled(connection: AsyncConnection, names: Mapping[int, str]) -> list[Proof]:
    """Each round played again, against the chips that were moved for it; a void round must have moved none."""
    reversals = await _reversals(connection, names)
    void = Proof("Every void round gave back all that was staked in it")
    over = Proof("Every finished round was settled as its record says")
    under_way = Proof("Chips on the layout are the stakes of rounds under way")
    open_felt: dict[int, int] = defaultdict(int)
    others = Proof("Rounds by rules that are not installed here were settled as was written down then")
    meters = Proof("Progressive pools were fed and paid as the rounds' records say")
    shoes = ShoeChains()
    async for stored, moved, seated in _rounds(connection, names):
        if stored.void is not None:
            void.looked_at += 1
            _told_damage(void, stored)
            shoes.look(stored, None)
            _check_void(void, stored, moved, seated, reversals.get(stored.id))
            continue
        proof = over if stored.over else under_way
        try:
            played = stored.play()
        except HousewayError as error:
            shoes.look(stored, None)
            open_felt[stored.table_id] += 0 if stored.over else moved.get(f"felt:{stored.table_id}", 0)
            if _told_damage(proof, stored):
                proof.looked_at += 1
            elif rules_are_installed(stored.header):
                proof.looked_at += 1
                proof.found(f"Round {stored.id} cannot be played again: {error}")
            else:
                others.looked_at += 1
                _check_by_other_rules(others, stored, moved, seated)
            continue
        shoes.look(stored, played)
        proof.looked_at += 1
        if played.over != stored.over:
            proof.found(f"Round {stored.id} is {'not ' * (not stored.over)}closed, but its record says otherwise.")
            continue
        if isinstance(played, PotRound):
            open_felt[stored.table_id] += 0 if stored.over else sum(played.side.values())
            _check_hand(proof, stored, played, moved)
        else:
            staked = sum(sum(spot.stakes.values()) for spot in played.spots)
            felt = moved.get(f"felt:{stored.table_id}", 0)
            open_felt[stored.table_id] += 0 if stored.over else staked
            if felt != (0 if stored.over else staked):
                proof.found(f"Round {stored.id} left {dollars(felt)} on the layout, staked are {dollars(staked)}.")
            if stored.over:
                _check_round(proof, stored, played, moved, seated)
            _check_meter(meters, stored, played, moved)
    held = await connection.execute(sa.select(accounts.c.key, accounts.c.balance).where(accounts.c.kind == "felt"))
    for key, balance in held:
        table = key.partition(":")[2]
        stakes = open_felt.get(int(table), 0) if table.isdecimal() else 0
        if balance != stakes:
            under_way.found(f"{key} holds {dollars(balance)}, but {dollars(stakes)} are staked.")
    return [over, under_way, meters, void, others, shoes.proof]


def _told_damage(proof: Proof, stored: StoredRound) -> bool:
    if stored.damage:
        proof.found(f"Round {stored.id} cannot be read: {stored.damage}.")
    return bool(stored.damage)


def _check_round(
    proof: Proof, stored: StoredRound, played: Round, moved: Mapping[str, int], seated: Mapping[int, Any]
) -> None:
    staked: dict[int, int] = {spot.seat: sum(spot.stakes.values()) for spot in played.spots}
    returned: dict[int, int] = dict.fromkeys(staked, 0)
    for event in played.events:
        if isinstance(event, ev.Settled):
            returned[event.seat] += event.returned
    if staked.keys() != seated.keys():
        proof.found(f"Round {stored.id} was played by seats {sorted(staked)}, written down are {sorted(seated)}.")
        return
    wallets: dict[str, int] = defaultdict(int)
    for seat, row in seated.items():
        wallets[f"wallet:{row.person_id}"] += returned[seat] - staked[seat]
        if (row.staked, row.returned) != (staked[seat], returned[seat]):
            proof.found(f"Round {stored.id}, seat {seat}: staked and returned are not those of its record.")
    paid = {key: amount for key, amount in moved.items() if key.startswith("wallet:")}
    for key in sorted(wallets.keys() | paid.keys()):
        if wallets.get(key, 0) != paid.get(key, 0):
            got, due = dollars(paid.get(key, 0)), dollars(wallets.get(key, 0))
            proof.found(f"Round {stored.id}: {key} got {got}, by its record {due}.")


def _check_meter(proof: Proof, stored: StoredRound, played: Round, moved: Mapping[str, int]) -> None:
    """What is fed goes to the pool; what is won comes from the pool and, where that is not enough, the bonus bank."""
    due = 0
    for event in played.events:
        if isinstance(event, ev.MeterFed):
            due += event.after - event.before
        elif isinstance(event, ev.MeterPaid):
            due -= event.prize
    moves = [amount for key, amount in moved.items() if _progressive(key)]
    if moves or due:
        proof.looked_at += 1
    if sum(moves) != due:
        proof.found(f"Round {stored.id} moved {dollars(sum(moves))} of the progressive, by its record {dollars(due)}.")


def _check_hand(proof: Proof, stored: StoredRound, hand: PotRound, moved: Mapping[str, int]) -> None:
    for seat, before in hand.start.items():
        key = f"stack:{stored.table_id}:{seat}"
        by_record = hand.stacks[seat] - before
        if moved.get(key, 0) != by_record:
            proof.found(
                f"Round {stored.id}: {key} changed by {dollars(moved.get(key, 0))}, by its record {dollars(by_record)}."
            )
    if stored.over and moved.get(f"pot:{stored.table_id}", 0):
        proof.found(f"Round {stored.id} left {dollars(moved[f'pot:{stored.table_id}'])} in the pot.")


def _check_by_other_rules(
    proof: Proof, stored: StoredRound, moved: Mapping[str, int], seated: Mapping[int, Any]
) -> None:
    """Nothing can be played again; but the layout must be empty, and everybody have what their history says."""
    if not stored.over:
        return
    for key in (f"felt:{stored.table_id}", f"pot:{stored.table_id}"):
        if moved.get(key, 0):
            proof.found(f"Round {stored.id} left {dollars(moved[key])} with {key}.")
    got = {key: amount for key, amount in moved.items() if key.startswith(("wallet:", "stack:"))}
    for seat, row in seated.items():
        net = got.pop(f"wallet:{row.person_id}", 0) + got.pop(f"stack:{stored.table_id}:{seat}", 0)
        if net != row.returned - row.staked:
            proof.found(
                f"Round {stored.id}, seat {seat}: {dollars(net)} were moved, written down are "
                f"{dollars(row.returned - row.staked)}."
            )
    for key, amount in sorted(got.items()):
        if amount:
            proof.found(f"Round {stored.id} moved {dollars(amount)} for {key}, who is not written down.")


def _check_void(
    proof: Proof,
    stored: StoredRound,
    moved: Mapping[str, int],
    seated: Mapping[int, Any],
    reversal: Mapping[str, int] | None,
) -> None:
    """All entries of the round come to nothing, by one entry that reverses the others before the round was over."""
    if reversal is None or not stored.over:
        proof.found(f"Round {stored.id} is marked void, but the ledger does not have it reversed.")
        return
    try:
        played = stored.play()
    except HousewayError:  # by rules that are not installed any more: nothing of it rests on them
        played = None
    if played is not None and played.over:
        proof.found(f"Round {stored.id} is marked void, but by its record it was played to its end.")
    elif played is not None and _staked(played) != {seat: row.staked for seat, row in seated.items()}:
        proof.found(f"Round {stored.id} is void, but its record has other stakes than were written down.")
    left = {key: amount for key, amount in moved.items() if not _progressive(key)}
    left["the progressive"] = sum(amount for key, amount in moved.items() if _progressive(key))
    for key, amount in sorted(left.items()):
        if amount:
            proof.found(f"Round {stored.id} is void, but left {dollars(amount)} with {key}.")
    back = {key: amount for key, amount in reversal.items() if key.startswith(("wallet:", "stack:"))}
    for seat, row in seated.items():
        got = back.pop(f"wallet:{row.person_id}", 0) + back.pop(f"stack:{stored.table_id}:{seat}", 0)
        if not row.staked == row.returned == got:
            proof.found(f"Round {stored.id}, seat {seat}: staked and returned are not what the ledger gave back.")
    for key, amount in sorted(back.items()):
        proof.found(f"Round {stored.id} gave {dollars(amount)} back to {key}, who is not written down.")


def _staked(played: Round | PotRound) -> dict[int, int]:
    """What each seat of a round that is not over has put in, by its record."""
    if isinstance(played, PotRound):
        return {seat: before - played.stacks[seat] for seat, before in played.start.items()}
    return {spot.seat: sum(spot.stakes.values()) for spot in played.spots}


def _progressive(key: str) -> bool:
    """A pool and the bonus bank are one here: the bank makes up what a pool lacks."""
    return key == BONUS or key.startswith("pool:")


async def _reversals(connection: AsyncConnection, names: Mapping[int, str]) -> dict[int, dict[str, int]]:
    """What the entries that made rounds void gave back, by round and account."""
    query = (
        sa.select(entries.c.round_id, postings.c.account_id, postings.c.amount)
        .select_from(entries.join(postings))
        .where(entries.c.key == sa.literal("round:") + sa.cast(entries.c.round_id, sa.String) + ":void")
    )
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for round_id, account_id, amount in await connection.execute(query):
        found[round_id][names[account_id]] = amount
    return found


async def _moved(connection: AsyncConnection, names: Mapping[int, str]) -> AsyncIterator[tuple[int, dict[str, int]]]:
    """The sums moved for each round by account, in order of the rounds; one pass over all entries."""
    query = (
        sa.select(entries.c.round_id, postings.c.account_id, sa.func.sum(postings.c.amount))
        .select_from(entries.join(postings))
        .where(entries.c.round_id.is_not(None), entries.c.key.not_like(CORRECTIONS))  # those are proved by themselves
        .group_by(entries.c.round_id, postings.c.account_id)
        .order_by(entries.c.round_id)
    )
    current, sums = 0, dict[str, int]()
    async with connection.stream(query) as rows:
        async for round_id, account_id, amount in rows:
            if round_id != current and sums:
                yield current, sums
                sums = {}
            current = round_id
            sums[names[account_id]] = int(amount)
    if sums:
        yield current, sums


async def _rounds(
    connection: AsyncConnection, names: Mapping[int, str]
) -> AsyncIterator[tuple[StoredRound, Mapping[str, int], Mapping[int, Any]]]:
    """Every round with the sums moved for it by account, and who sat where."""
    last = 0
    moves = _moved(connection, names)
    next_moved = await anext(moves, None)
    while True:
        wanted = sa.select(rounds.c.id).where(rounds.c.id > last).order_by(rounds.c.id).limit(_CHUNK)
        ids = list((await connection.execute(wanted)).scalars())
        if not ids:
            return
        last = ids[-1]
        moved: dict[int, dict[str, int]] = defaultdict(dict)
        while next_moved is not None and next_moved[0] <= last:
            moved[next_moved[0]] = next_moved[1]
            next_moved = await anext(moves, None)
        seated: dict[int, dict[int, Any]] = defaultdict(dict)
        for row in await connection.execute(sa.select(round_people).where(round_people.c.round_id.in_(ids))):
            seated[row.round_id][row.seat] = row
        async for stored in load_rounds(connection, ids):
            yield stored, moved[stored.id], seated[stored.id]
