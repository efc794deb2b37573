"""A round whose end the books cannot hold: no such table is opened any more, and closing an older one refunds it."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from tests.server.hands import Hands
from tests.server.within import Inside, Line, inside, until

from houseway.catalog import game
from houseway.errors import WagerError
from houseway.rules.procedure import Decide
from houseway.server.money import ledger
from houseway.server.money.ledger import Ledger, LedgerRefused
from houseway.server.money.proof import prove_ledger
from houseway.server.people.people import Entered
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.stored_tables import limits_of
from houseway.server.tables import banked_table, opening
from houseway.server.tables.banked_table import BankedTable
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.round import Round

CHIPS = 10**12
STAKES = {"roo": 500, "pairs-pay": CHIPS // 2}
OPTIONS = {"pairs_pay": "999999999"}
REQUEST: dict[str, Any] = {
    "game": "two-card-roo",
    "name": "Steep",
    "options": OPTIONS,
    "limits": {"pairs-pay": {"least": 100, "most": CHIPS, "step": 100}},
}
VOID = "Round 1 was voided by the house: the books cannot hold what it would pay. All wagers were returned."


def winning_seed() -> bytes:
    """Deals seat 1 a pair."""
    rules, limits = game(REQUEST["game"], **OPTIONS), limits_of(REQUEST["limits"], "none")
    for number in itertools.count():
        seed = number.to_bytes(32, "big")
        round_ = Round(rules, seats=range(1, rules.seats + 1), seed=seed, limits=limits)
        round_.wager(1, STAKES)
        round_.deal()
        decide(round_)
        if sum(event.returned for event in round_.events if isinstance(event, ev.Settled)) > ledger.LARGEST:
            return seed
    raise AssertionError


def decide(round_: Round) -> None:
    while not round_.over:
        seat = round_.to_act[0]
        round_.act(seat, round_.offers(seat)[0].least.decision)


@pytest.fixture(autouse=True)
def pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every first deal wins too much."""
    seed = winning_seed()
    monkeypatch.setattr(banked_table, "new_seed", lambda: seed)


async def steep(house: Inside, monkeypatch: pytest.MonkeyPatch) -> tuple[BankedTable, Entered]:
    """A table as it was opened before anybody looked at what it could pay, and somebody's wager that will win."""
    ann = await house.people.make_guest()
    with monkeypatch.context() as before:
        before.setattr(opening, "check_payouts", lambda *facts: None)
        summary = await house.floor.open_table(REQUEST, ann.person.id)
    table = house.floor.table(summary["id"])
    assert isinstance(table, BankedTable)
    await house.do(ann, table, "sit", seat=1)
    await house.wager(ann, table, STAKES)
    assert house.floor.balance_of(ann.person.id) == (CHIPS - sum(STAKES.values()), sum(STAKES.values()))
    return table, ann


async def decided(house: Inside, table: BankedTable, who: Entered) -> None:
    round_, log = table.round, table.log
    assert round_ is not None
    assert log is not None
    assert isinstance(round_.step, Decide)
    choice = round_.offers(1)[0].least.decision.to_json()
    await house.do(who, table, "act", round=log.round_id, at=round_.step.at, decision=choice)


def refunded(house: Inside, table: BankedTable, who: Entered) -> None:
    assert table.closed
    assert table.id not in house.floor.tables
    assert house.floor.balance_of(who.person.id) == (CHIPS, 0)
    assert table.voided is not None
    assert table.voided.text == VOID


async def wrong(folder: Path) -> list[str]:
    database = Database(parse_url(f"sqlite:///{folder / 'house.sqlite'}"))
    try:
        return [sentence for proof in await prove_ledger(database) for sentence in proof.wrong]
    finally:
        await database.close()


def test_a_round_that_was_refused_ends_with_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can end it; the pit closes the table, after a restart, and everybody has back what they staked."""

    async def evening() -> None:
        async with inside(tmp_path, guest_chips=CHIPS) as house:
            table, ann = await steep(house, monkeypatch)
            with pytest.raises(LedgerRefused, match="No account can hold that much"):
                await decided(house, table, ann)
            number = table.id
        async with inside(tmp_path, guest_chips=CHIPS) as house:
            again = house.floor.table(number)
            assert isinstance(again, BankedTable)
            assert again.phase == "deciding"
            with pytest.raises(LedgerRefused, match="No account can hold that much"):
                await decided(house, again, ann)
            await house.floor.close_table(number, ann.person.id)
            refunded(house, again, ann)
            assert await wrong(tmp_path) == []
        async with inside(tmp_path) as house:
            assert number not in house.floor.tables

    asyncio.run(evening())


def test_a_table_that_closes_before_anybody_knew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for the decision; the clock decides, the books refuse, and a moment later the stake is back."""
    hands = Hands(monkeypatch)

    async def evening() -> None:
        async with inside(tmp_path, guest_chips=CHIPS) as house:
            table, ann = await steep(house, monkeypatch)
            await house.floor.close_table(table.id, ann.person.id)
            assert (table.closing, table.closed) == (True, False)
            await hands.forward(10_000, table)
            assert not table.closed
            await house.floor._look_after(table)
            refunded(house, table, ann)
            assert await wrong(tmp_path) == []

    asyncio.run(evening())


def test_a_table_whose_player_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing decides for whoever left: that is refused at once."""

    async def evening() -> None:
        async with inside(tmp_path, guest_chips=CHIPS) as house:
            table, ann = await steep(house, monkeypatch)
            table.seats[1].leaving = True
            await house.floor.close_table(table.id, ann.person.id)
            refunded(house, table, ann)
            assert await wrong(tmp_path) == []

    asyncio.run(evening())


def test_a_hand_among_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its stacks are as before it, and then in the wallets."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            people = [await house.people.make_guest() for _ in range(2)]
            table = house.floor.table(
                (await house.floor.open_table({"game": "mini-tex-pvp"}, people[0].person.id))["id"]
            )
            lines = [Line(house.app, person.token) for person in people]
            for seat, line in enumerate(lines, start=1):
                line.send(id="sit", do="sit", table=table.id, seat=seat, buy_in=20_000)
                await line.hear("ack", "sit")
            for person in people:
                await house.do(person, table, "ready")
            await until(lambda: table.round_to_void is not None)

            def refuses(*_: object) -> None:
                raise LedgerRefused("books_refused", "No account can hold that much.")

            hand = table.log
            assert hand is not None
            assert isinstance(hand.played, PotRound)
            turn = hand.played.turn
            assert turn is not None
            with monkeypatch.context() as full:
                full.setattr(Ledger, "stage", refuses)
                with pytest.raises(LedgerRefused):
                    await house.do(people[turn - 1], table, "bet", round=hand.round_id, turn=0, action="fold")
            await house.floor.close_table(table.id, people[0].person.id)
            assert table.closed
            assert [house.floor.balance_of(person.person.id) for person in people] == [(100_000, 0)] * 2
            assert table.voided is not None
            assert table.voided.text == VOID
            for line in lines:
                await line.hang_up()
            assert await wrong(tmp_path) == []

    asyncio.run(evening())


def test_no_such_table_is_opened(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            ida = await house.people.make_guest()
            with pytest.raises(WagerError, match=r"^Pairs Pay at its maximum of .*: take a maximum of \$12,867 or"):
                await house.floor.open_table(REQUEST, ida.person.id)
            fits = REQUEST | {"limits": {"pairs-pay": {"least": 100, "most": 1_286_700, "step": 100}}}
            await house.floor.open_table(fits, ida.person.id)

    asyncio.run(evening())
