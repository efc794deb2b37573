"""The ledger and the journal on real databases: all or nothing, once, never below zero, never changed."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.conftest import damage
from tests.server.server_process import sync_url

from houseway.server.money.ledger import MINT, Entry, Ledger, LedgerRefused, wallet
from houseway.server.money.proof import prove_ledger
from houseway.server.refusals import ServerError
from houseway.server.storage import schema
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.journal import Change, Journal, JournalStopped, now_ms


@contextlib.asynccontextmanager
async def books(url: str) -> AsyncIterator[Journal]:
    database = Database(parse_url(url))
    await database.open()
    journal = Journal(database, Ledger())
    await journal.start()
    try:
        yield journal
    finally:
        await journal.stop()
        await database.close()


def moves(key: str, *postings: tuple[str, int]) -> Change:
    change = Change()
    change.entry(Entry(key, "a test", postings))
    return change


def run(url: str, story: Callable[[Journal], Awaitable[None]]) -> None:
    async def told() -> None:
        async with books(url) as journal:
            await story(journal)

    asyncio.run(told())


def stored_balances(url: str) -> dict[str, int]:
    engine = sa.create_engine(sync_url(url))
    with engine.connect() as connection:
        rows = connection.execute(sa.select(schema.accounts.c.key, schema.accounts.c.balance))
        found = {key: balance for key, balance in rows}  # noqa: C416 - rows are no pairs to mypy
    engine.dispose()
    return found


async def proofs(journal: Journal) -> list[str]:
    return [sentence for proof in await prove_ledger(journal.database) for sentence in proof.wrong]


def test_what_was_committed_is_there_after_a_restart(database: str) -> None:
    async def first(journal: Journal) -> None:
        await journal.commit(moves("a", (MINT, -500), (wallet(1), 500)))
        await journal.commit(moves("b", (wallet(1), -200), ("felt:9", 200)))

    async def second(journal: Journal) -> None:
        assert journal.ledger.balance(wallet(1)) == 300
        assert journal.ledger.balance("felt:9") == 200
        assert journal.ledger.imbalance == 0
        await journal.commit(moves("c", ("felt:9", -200), ("bank:9", 200)))
        assert not await proofs(journal)

    run(database, first)
    run(database, second)
    assert stored_balances(database) == {MINT: -500, wallet(1): 300, "felt:9": 0, "bank:9": 200}


def test_an_entry_is_done_once(database: str) -> None:
    async def story(journal: Journal) -> None:
        await journal.commit(moves("only once", (MINT, -5), (wallet(1), 5)))
        again = [moves("only once", (MINT, -5), (wallet(1), 5)), moves("another", (MINT, -7), (wallet(1), 7))]
        first, second = await asyncio.gather(*map(journal.commit, again), return_exceptions=True)
        assert isinstance(first, LedgerRefused)
        assert first.code == "already_done"
        assert second is None
        assert journal.ledger.balance(wallet(1)) == 12
        assert not await proofs(journal)

    run(database, story)
    assert stored_balances(database)[wallet(1)] == 12


def test_a_refused_change_leaves_the_others_of_its_group_alone(database: str) -> None:
    """Refused by the ledger at once, or by the database at the end: no matter."""

    async def story(journal: Journal) -> None:
        await journal.commit(moves("start", (MINT, -100), (wallet(1), 100)))
        now = now_ms()
        person = {"role": "player", "guest": True, "program": False, "password_hash": None, "created": now}
        taken, other = (
            moves("row", (wallet(1), -1), (wallet(2), 1)),
            moves("other row", (wallet(1), -2), (wallet(3), 2)),
        )
        taken.insert(schema.people, {"id": 1, "name": "A", "name_key": "same", **person})
        other.insert(schema.people, {"id": 2, "name": "B", "name_key": "same", **person})
        nobody = moves("orphan", (wallet(1), -4), (wallet(4), 4))
        nobody.insert(schema.seats, {"table_id": 77, "seat": 1, "person_id": 77, "state": {}})
        good = [moves(f"good {number}", (wallet(1), -1), (wallet(9), 1)) for number in range(20)]
        poor = moves("poor", (wallet(5), -1), (wallet(1), 1))
        crooked = moves("crooked", (wallet(1), -1), (wallet(5), 2))
        group = [*good[:10], poor, taken, crooked, other, nobody, *good[10:]]
        answers = await asyncio.gather(*map(journal.commit, group), return_exceptions=True)
        codes = {
            change.entries[0].key: getattr(answer, "code", None) for change, answer in zip(group, answers, strict=True)
        }
        assert codes == {f"good {number}": None for number in range(20)} | {
            "poor": "not_enough_chips",
            "crooked": "books_refused",
            "row": None,
            "other row": "already_done",
            "orphan": "books_refused",
        }
        ledger = journal.ledger
        assert [ledger.balance(wallet(number)) for number in (1, 2, 3, 4, 5, 9)] == [79, 1, 0, 0, 0, 20]
        assert not await proofs(journal)

    run(database, story)
    assert stored_balances(database)[wallet(1)] == 79


Amount = st.integers(min_value=-60, max_value=60)
Move = st.tuples(st.integers(0, 12), st.integers(0, 3), st.integers(0, 3), Amount)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(Move, max_size=60))
def test_random_entries_keep_the_books(database: str, drawn: list[tuple[int, int, int, int]]) -> None:
    """Whatever is handed in at once, in groups: the sums, the floor at zero and the keys hold, in memory and stored."""

    async def story(journal: Journal) -> None:
        start = f"start {secrets.token_hex(8)}"  # hypothesis repeats what random gives
        await journal.commit(moves(start, (MINT, -400), *((wallet(number), 100) for number in range(4))))
        before = {number: journal.ledger.balance(wallet(number)) for number in range(4)}
        changes = [
            moves(f"{start} {key}", (wallet(giver), -amount), (wallet(taker), amount))
            for key, giver, taker, amount in drawn
        ]
        answers = await asyncio.gather(*map(journal.commit, changes), return_exceptions=True)
        assert all(answer is None or isinstance(answer, LedgerRefused) for answer in answers)
        done = [move for move, answer in zip(drawn, answers, strict=True) if answer is None]
        assert len({key for key, *_ in done}) == len(done)
        for _, giver, taker, amount in done:
            before[giver] -= amount
            before[taker] += amount
        assert {number: journal.ledger.balance(wallet(number)) for number in range(4)} == before
        assert min(before.values()) >= 0
        assert journal.ledger.imbalance == 0
        assert not await proofs(journal)

    run(database, story)
    stored = stored_balances(database)
    assert sum(stored.values()) == 0


def test_many_at_once_share_transactions(database: str) -> None:
    """Sixty people move chips from one wallet at the same time: as many succeed as it holds chips."""

    async def story(journal: Journal) -> None:
        await journal.commit(moves("start", (MINT, -1000), (wallet(1), 1000)))

        async def somebody(number: int) -> int:
            done = 0
            for turn in range(5):
                with contextlib.suppress(LedgerRefused):
                    await journal.commit(moves(f"{number} {turn}", (wallet(1), -7), (wallet(100 + number), 7)))
                    done += 1
            return done

        done = sum(await asyncio.gather(*map(somebody, range(60))))
        assert done == 1000 // 7
        assert journal.ledger.balance(wallet(1)) == 1000 - 7 * done
        assert not await proofs(journal)

    run(database, story)


def test_the_database_itself_refuses_what_the_books_would(database: str) -> None:
    """Rules of the database, not only of the program."""

    async def story(journal: Journal) -> None:
        await journal.commit(moves("start", (MINT, -10), (wallet(1), 10)))

    run(database, story)
    engine = sa.create_engine(sync_url(database))
    refused = [
        "UPDATE accounts SET balance = -1 WHERE key = 'wallet:1'",
        "UPDATE entries SET reason = 'other'",
        "DELETE FROM entries",
        "UPDATE postings SET amount = amount + 1",
        "DELETE FROM postings",
        "INSERT INTO entries (id, key, reason, made) VALUES (99, 'start', 'again', 0)",
    ]
    if engine.dialect.name == "postgresql":
        refused += [
            "TRUNCATE postings CASCADE",
            "WITH made AS (INSERT INTO entries (id, key, reason, made) VALUES (99, 'x', 'crooked', 0) RETURNING id) "
            "INSERT INTO postings SELECT 99, id, 5 FROM accounts WHERE key = 'wallet:1'",
        ]
    for statement in refused:
        with pytest.raises(sa.exc.DBAPIError), engine.begin() as connection:
            connection.execute(sa.text(statement))
    engine.dispose()


def test_damage_is_found(database: str) -> None:
    async def story(journal: Journal) -> None:
        await journal.commit(moves("a", (MINT, -1000), (wallet(1), 1000)))
        await journal.commit(moves("b", (wallet(1), -400), ("felt:1", 400)))
        await journal.commit(moves("c", ("felt:1", -400), ("bank:1", 400)))

    async def wrong() -> list[str]:
        opened = Database(parse_url(database))
        try:
            return [proof.title for proof in await prove_ledger(opened) if proof.wrong]
        finally:
            await opened.close()

    run(database, story)
    assert asyncio.run(wrong()) == []
    damage(database, "UPDATE accounts SET balance = balance + 1 WHERE key = 'wallet:1'")
    assert asyncio.run(wrong()) == ["Every balance is the sum of its postings"]
    damage(database, "UPDATE accounts SET balance = balance - 1 WHERE key = 'wallet:1'")
    damage(database, "UPDATE postings SET amount = amount + 3 WHERE amount = 1000")
    damage(database, "UPDATE accounts SET balance = balance + 3 WHERE key = 'wallet:1'")
    assert asyncio.run(wrong()) == ["Every entry sums to zero"]
    damage(database, "UPDATE postings SET amount = 1000 WHERE amount = 1003")
    damage(database, "UPDATE accounts SET balance = balance - 3 WHERE key = 'wallet:1'")
    assert asyncio.run(wrong()) == []
    damage(
        database, "UPDATE entries SET id = -5 WHERE key = 'b'", "UPDATE postings SET entry_id = -5 WHERE entry_id = 2"
    )
    assert asyncio.run(wrong()) == ["No wallet, stack, felt, pot or pool was ever below zero"]


def test_only_one_server_has_the_database(database: str) -> None:
    async def story(journal: Journal) -> None:
        second = Database(parse_url(database))
        with pytest.raises(ServerError, match="Another server"):
            await second.open()
        await second.close()

    run(database, story)
    run(database, story)  # and the lock is gone with the first


def test_a_closed_journal_takes_nothing(database: str) -> None:
    async def story(journal: Journal) -> None:
        waiting = [asyncio.create_task(journal.commit(moves(f"{n}", (MINT, -1), (wallet(n), 1)))) for n in range(30)]
        await asyncio.sleep(0)
        await journal.stop()  # finishes what waits
        assert await asyncio.gather(*waiting) == [None] * 30
        with pytest.raises(JournalStopped):
            await journal.commit(moves("late", (MINT, -1), (wallet(1), 1)))

    run(database, story)
    assert stored_balances(database)[MINT] == -30


def test_not_below_zero_for_a_moment_either(database: str) -> None:
    """Within one change, and within one group: what would be evened out later is refused."""

    async def story(journal: Journal) -> None:
        overdrawn = moves("out", (wallet(1), -5), (wallet(2), 5))
        overdrawn.entry(Entry("back", "a test", ((MINT, -5), (wallet(1), 5))))
        early, gift = moves("early", (wallet(3), -5), (wallet(2), 5)), moves("gift", (MINT, -5), (wallet(3), 5))
        answers = await asyncio.gather(*map(journal.commit, (overdrawn, early, gift)), return_exceptions=True)
        assert [getattr(answer, "code", None) for answer in answers] == ["not_enough_chips", "not_enough_chips", None]
        assert not await proofs(journal)

    run(database, story)
    assert stored_balances(database) == {MINT: -5, wallet(3): 5}


def test_the_books_are_proved_as_they_were_at_one_moment(database: str) -> None:
    """Whatever is played meanwhile."""

    async def story(journal: Journal) -> None:
        await journal.commit(moves("first", (MINT, -1), (wallet(1), 1)))
        playing = True

        async def play() -> None:
            number = 0
            while playing:
                number += 1
                await journal.commit(moves(f"{number}", (MINT, -1), (wallet(number), 1)))

        player = asyncio.create_task(play())
        for _ in range(10):
            entries, _, postings, *_ = await prove_ledger(journal.database)
            assert postings.looked_at == 2 * entries.looked_at
        playing = False
        await player

    run(database, story)
