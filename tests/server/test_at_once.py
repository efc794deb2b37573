"""Two things at once: what one of them refuses leaves nothing behind that others could trip over."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.within import Line, inside, until

from houseway.cards import Card
from houseway.rules.limits import Limits
from houseway.server.money.ledger import BONUS, MINT, Entry, LedgerRefused, stack, wallet
from houseway.server.money.proof import prove_ledger
from houseway.server.refusals import Refusal
from houseway.server.storage.journal import Change
from houseway.server.tables.banked_table import MOST_CHANGES
from houseway.server.tables.round_log import RoundLog
from houseway.table.round import Round


def news(line: Line, table: int) -> list[dict[str, Any]]:
    """What was told of a table."""
    return [message for message in line.said if message["type"] in ("update", "snapshot") and message["table"] == table]


def test_one_wallet_at_two_tables_is_never_overdrawn_and_both_go_on(tmp_path: Path) -> None:
    """Both tables see the chips; the ledger takes one wager, and the other table says how it stands now."""

    async def evening() -> None:
        async with inside(tmp_path, guest_chips=800) as house:
            ann = await house.people.make_guest()
            first, second = house.table("high-card-flush"), house.table("mini-tex")
            line = Line(house.app, ann.token)
            for table in (first, second):
                line.send(id=f"watch {table.id}", do="watch", table=table.id)
                await line.hear("ack", f"watch {table.id}")
                await house.do(ann, table, "sit", seat=1)
            done = await asyncio.gather(
                house.wager(ann, first, {"ante": 500}), house.wager(ann, second, {"ante": 500}), return_exceptions=True
            )
            assert [type(item) for item in done] == [dict, LedgerRefused]
            assert house.floor.chips.in_wallet(ann.person.id) == 300
            await until(lambda: news(line, second.id)[-1]["number"] == second.number)
            told = news(line, second.id)[-1]["state"]
            assert second.log is not None
            assert (told["round"]["id"], told["phase"]) == (second.log.round_id, "betting")
            await line.hang_up()

    asyncio.run(evening())


def test_a_table_that_could_not_be_closed_stays_open(tmp_path: Path) -> None:
    """An id that was used long ago is refused by the database, after the table has closed in memory."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann = await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", "the first command", seat=1)
            for _ in range(60):
                await house.do(ann, table, "sit_out")
                await house.do(ann, table, "sit_in")
            await house.wager(ann, table, {"ante": 500})
            await house.floor.close_table(table.id, 0)
            assert table.log is not None
            decision = {"choice": "fold"}
            await house.do(ann, table, "act", round=table.log.round_id, at="raise", decision=decision)
            assert table.phase == "showing"
            with pytest.raises(Refusal, match="used for another command"):
                await house.do(ann, table, "ready", "the first command")
            await until(lambda: table.id not in house.floor.tables)  # the result is not shown any more: it closes
            assert table.closed
            assert not table.seats

    asyncio.run(evening())


def test_one_table_in_trouble_does_not_end_the_care_for_the_others(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path, away_seconds=0.1, leave_seconds=0.2) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            room, other = house.table("mini-tex-pvp"), house.table("high-card-flush")
            assert room.id > other.id
            bounds = room.publisher.summary()["buy_in"]
            assert bounds is not None
            least = bounds["least"]
            await house.do(ann, room, "sit", seat=1, buy_in=least)
            change = Change()  # chips that the table knows nothing of: the ledger refuses to pay them out twice
            change.entry(Entry("trouble", "a test", ((stack(room.id, 1), -least), (MINT, least))))
            await house.app.state.journal.commit(change)
            await asyncio.sleep(1.5)
            assert 1 in room.seats
            await house.do(bob, other, "sit", seat=1)
            await until(lambda: not other.seats)
            assert house.app.state.ledger.balance(wallet(bob.person.id)) == 100_000

    asyncio.run(evening())


def test_who_signs_out_while_asking_to_watch_does_not_watch_for_ever(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann = await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            line = Line(house.app, ann.token)
            await line.hear("welcome")
            async with table.mailbox._lock:  # another command is being committed
                line.send(id="1", do="watch", table=table.id)
                await asyncio.sleep(0.05)
                await house.people.log_out(ann.session)
                await line.task
            await asyncio.sleep(0.05)
            assert not table.publisher.watchers
            assert table.seats[1].away_since is not None

    asyncio.run(evening())


def test_the_coach_may_take_long_and_nothing_else_waits_for_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann = await house.people.make_guest()
            table = house.table("high-card-flush")
            line = Line(house.app, ann.token)
            async with table.mailbox._lock:  # the coach has to wait
                line.send(id="coach", do="coach", table=table.id)
                line.send(id="ping", do="ping")
                await line.hear("ack", "ping")
            assert (await line.hear("error", "coach"))["code"] == "no_seat"
            await line.hang_up()

    asyncio.run(evening())


def test_the_whole_meter_twice_in_one_round_leaves_one_seed(tmp_path: Path) -> None:
    """The first gets the meter, the second its seed; the pool is what the meter says, and the bonus bank pays for it."""
    cards = [Card.parse(f"{rank}{suit}") for suit in "hs" for rank in "3456789"]

    async def evening() -> None:
        async with inside(tmp_path) as house:
            people = [await house.people.make_guest() for _ in range(2)]
            table = house.table("high-card-flush")
            seed = table.meter
            assert seed is not None
            for seat, person in enumerate(people, start=1):
                await house.do(person, table, "sit", seat=seat)
            assert table.log is not None
            stacked = Round(table.game, seats=range(1, 7), limits=Limits(), meter=seed, stacked=cards)
            table.log = RoundLog(stacked, table.log.round_id, table.log.number, {})
            for person in people:
                await house.wager(person, table, {"ante": 500, "progressive": 500})
            assert table.meter is not None
            assert table.meter > seed  # it has been fed
            for person in people:
                decision = {"choice": "raise", "multiple": 1}
                await house.do(person, table, "act", round=table.log.round_id, at="raise", decision=decision)
            assert stacked.over
            assert table.meter == stacked.meter == seed
            assert house.app.state.ledger.balance(BONUS) == -3 * seed  # the first seed, and one for each who won
            assert not [
                wrong for proof in await prove_ledger(house.app.state.journal.database) for wrong in proof.wrong
            ]

    asyncio.run(evening())


def test_who_reads_nothing_for_long_is_given_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their seat stays, as that of somebody who is away."""
    monkeypatch.setattr("houseway.server.web.connections.SEND_SECONDS", 0.2)

    async def evening() -> None:
        async with inside(tmp_path) as house:
            guest = await house.people.make_guest()
            table = house.table("high-card-draw")
            line = Line(house.app, guest.token)
            line.send(id="1", do="sit", table=table.id, seat=1)
            await line.hear("ack", "1")
            await asyncio.sleep(1.5)
            assert not line.task.done(), "who reads is kept, however little there is to read"
            line.reads.clear()
            line.send(id="2", do="ping")
            await until(line.task.done)
            assert not house.app.state.connections.all
            assert table.seats[1].away_since is not None

    asyncio.run(evening())


def test_others_hear_of_a_burst_now_and_then_and_who_acts_at_once(tmp_path: Path) -> None:
    """Nothing is left out for who hears less often, and one's own state comes before the acknowledgement."""

    async def evening() -> None:
        async with inside(tmp_path, updates_per_second=1) as house:
            table = house.table("high-card-draw")
            ann, bob = [Line(house.app, (await house.people.make_guest()).token) for _ in range(2)]
            for seat, line in ((1, ann), (2, bob)):
                line.send(id="sit", do="sit", table=table.id, seat=seat)
                await line.hear("ack", "sit")
            await until(lambda: news(bob, table.id)[-1]["number"] == table.number)
            heard, started = len(news(bob, table.id)), time.monotonic()
            assert table.log is not None
            for number in range(1, 10):
                stakes = {"play": 500 * number}
                ann.send(id=f"bet {number}", do="wager", table=table.id, round=table.log.round_id, stakes=stakes)
                done = await ann.hear("ack", f"bet {number}")
                before = ann.said[: ann.said.index(done)]
                assert any(one["type"] == "update" and one["number"] == done["number"] for one in before)
            await until(lambda: news(bob, table.id)[-1]["number"] == table.number)
            updates = news(bob, table.id)[heard:]
            assert len(updates) <= 2 + (time.monotonic() - started)  # one at once, then one a second
            bets = [event["stakes"] for update in updates for event in update["events"]]
            assert bets == [{"play": 500 * number} for number in range(1, 10)]
            for line in (ann, bob):
                await line.hang_up()

    asyncio.run(evening())


def test_a_newcomer_sees_the_meter_as_another_table_has_fed_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            guest = await house.people.make_guest()
            table = house.table("high-card-flush")
            first = Line(house.app, guest.token)
            first.send(id="1", do="watch", table=table.id)
            seen = (await first.hear("snapshot"))["state"]["meter"]
            opened = await house.floor.open_table({"game": "high-card-flush", "name": "Another"}, guest.person.id)
            other = house.floor.table(opened["id"])
            await house.do(guest, other, "sit", seat=1)
            await house.wager(guest, other, {"ante": 1000, "progressive": 500})
            newcomer = Line(house.app, (await house.people.make_guest()).token)
            newcomer.send(id="1", do="watch", table=table.id)
            meter = (await newcomer.hear("snapshot"))["state"]["meter"]
            assert table.meter_key is not None
            assert meter == house.floor.meters.amount(table.meter_key) > seen
            for line in (first, newcomer):
                await line.hang_up()

    asyncio.run(evening())


def test_wagers_are_changed_so_many_times_and_no_more(tmp_path: Path) -> None:
    """Every change is kept in the record: somebody who goes on for ever is stopped, and can still take them back."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            table = house.table("high-card-flush")
            await house.do(ann, table, "sit", seat=1)
            await house.do(bob, table, "sit", seat=2)  # the deal waits for him
            for number in range(MOST_CHANGES):
                await house.wager(ann, table, {"ante": 1000 + 500 * (number % 2)})
            with pytest.raises(Refusal, match="in a round"):
                await house.wager(ann, table, {"ante": 1000})
            await house.wager(ann, table, {})
            assert house.floor.chips.in_wallet(ann.person.id) == 100_000

    asyncio.run(evening())
