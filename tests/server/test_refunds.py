"""Void and refund: tables that the installed rules cannot take up give everything back, and the ledger proves it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.conftest import damage
from tests.server.faulty import AFTER_COMMIT, arm
from tests.server.player import Player
from tests.server.server_process import Guest, ServerProcess
from tests.sizes import databases

from houseway.cli.app import run
from houseway.money import dollars
from houseway.server.money.ledger import BONUS, Entry, Ledger
from houseway.server.settings import Settings
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.journal import Change, Journal
from houseway.server.storage.schema import accounts, entries, postings, rounds, seats, tables
from houseway.server.storage.stored_tables import refund_command
from houseway.table.record import verify

OTHER_RULES = "UPDATE tables SET fingerprint = 'other' WHERE id = {id}"
MARK_VOID = """UPDATE rounds SET summary = '{{"void"\\: "so they say"}}' WHERE id = {round}"""
STAKES = {"ante": 1000, "flush": 500, "progressive": 500}
SIDE, BUY_IN = 500, 10_000
ROOM = {
    "game": "mini-tex-pvp",
    "options": {"small_blind": 100, "big_blind": 200, "pocket-poker": "35-15"},
    "name": "The back room",
    "opponents": True,
    "buy_in": {"least": 2000, "most": 50_000},
}


@dataclass
class Evening:
    """One guest in the middle of a round and of a hand, and the server killed."""

    house: ServerProcess
    guest: Guest
    admin: Guest
    flush: int
    room: int
    finished: int
    under_way: list[int] = field(default_factory=list)


@pytest.fixture
def evening(house: ServerProcess) -> Iterator[Evening]:
    house.fault = house.folder / "fault"
    house.open()
    admin, guest = house.admin(), house.guest()
    room = admin.post("/api/pit/tables", ROOM).json()["id"]
    flush, pots = Player(house, guest), Player(house, guest)
    flush.sit("high-card-flush")
    finished = flush.play_round({"ante": 500})
    flush.do("ready")
    state = flush.until(lambda state: state["phase"] == "betting" and state["round"]["id"] != finished)
    assert flush.do("wager", round=state["round"]["id"], stakes=STAKES)["type"] == "ack"
    flush.until(lambda state: state["legal"])
    pots.table = room
    pots.do("watch")
    assert pots.do("sit", seat=4, buy_in=BUY_IN)["type"] == "ack"  # the first to act in a room's first hand
    assert pots.do("side", amount=SIDE)["type"] == "ack"
    assert pots.do("ready")["type"] == "ack"
    hand = pots.until(lambda state: state["legal"])
    arm(house.fault, AFTER_COMMIT, call := pots.new_id("call"))  # before anybody else can act
    pots.send("bet", call, round=hand["round"]["id"], turn=hand["legal"]["turn"], action="call", to=0)
    assert house.ended() == -signal.SIGKILL
    house.fault = None
    found = Evening(house, guest, admin, flush.table, room, finished, [state["round"]["id"], hand["round"]["id"]])
    assert open_rounds(house) == found.under_way
    yield found
    house.kill()


def open_rounds(house: ServerProcess) -> list[int]:
    with house.engine() as connection:
        return list(connection.scalars(sa.select(rounds.c.id).where(~rounds.c.over).order_by(rounds.c.id)))


def balances(house: ServerProcess) -> dict[str, int]:
    with house.engine() as connection:
        rows = connection.execute(sa.select(accounts.c.key, accounts.c.balance))
        return {key: balance for key, balance in rows if balance}


def before_the_rounds(house: ServerProcess, *tables_: int) -> dict[str, int]:
    """What every account would hold if these tables' open rounds had not begun and those who sit there had left."""
    found: dict[str, int] = defaultdict(int)
    with house.engine() as connection:
        theirs = sa.select(rounds.c.id).where(~rounds.c.over, rounds.c.table_id.in_(tables_))
        kept = sa.or_(entries.c.round_id.is_(None), entries.c.round_id.not_in(theirs))
        moves = sa.select(accounts.c.key, postings.c.amount).select_from(entries.join(postings).join(accounts))
        for key, amount in connection.execute(moves.where(kept)):
            found[key] += amount
        for row in connection.execute(sa.select(seats).where(seats.c.table_id.in_(tables_))):
            found[f"wallet:{row.person_id}"] += found.pop(f"stack:{row.table_id}:{row.seat}", 0)
    return {key: balance for key, balance in found.items() if balance}


def refund(house: ServerProcess, table: int, *flags: str, answer: str = "") -> tuple[int, str]:
    command = [sys.executable, "-m", "houseway", "ledger", "refund", str(table), "--database", house.database, *flags]
    done = subprocess.run(command, capture_output=True, text=True, input=answer)
    return done.returncode, done.stdout + done.stderr


def at_once(house: ServerProcess, table: int, *flags: str) -> tuple[int, str, str]:
    """The same without a process of its own, and without being asked."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = run(["ledger", "refund", str(table), "--database", house.database, "--yes", *flags])
    return status, out.getvalue(), err.getvalue()


def refused(house: ServerProcess, table: int, *flags: str) -> str:
    """What is said when nothing is given back: one sentence, and exit status 2."""
    status, out, err = at_once(house, table, *flags)
    assert (status, out) == (2, "")
    [sentence] = err.splitlines()
    return sentence


def wrong(house: ServerProcess) -> dict[str, list[str]]:
    return house.wrong()


def change(house: ServerProcess, statement: str, **values: Any) -> None:
    damage(house.database, statement.format(**values))


def _json(value: Any) -> str:
    """JSON within a statement: a colon would be a parameter."""
    return json.dumps(value).replace(":", r"\:").replace("'", "''")


def on_table(house: ServerProcess, table: int) -> int:
    mine = (f"felt:{table}", f"pot:{table}", f"stack:{table}:")
    return sum(balance for key, balance in balances(house).items() if key.startswith(mine))


def told_of_void(evening: Evening, folder: Path) -> None:
    """The round and the hand are listed, replayed, searched and exported as what they are."""
    guest, admin = evening.guest, evening.admin
    lines = {row["id"]: row for row in guest.get("/api/history").json()["rounds"]}
    assert not lines[evening.finished]["void"]
    for number in evening.under_way:
        line = lines[number]
        assert (line["void"], line["net"], line["words"]) == (True, 0, "void, wagers returned")
        assert line["staked"] == line["returned"] > 0
        told = guest.get(f"/api/history/{number}")
        assert told.status_code == 200, told.text
        assert told.json()["round"] == line
        assert told.json()["events"]
        assert not any(event["event"] in ("RoundClosed", "HandClosed") for event in told.json()["events"])
        assert told.json()["proof"] is None
        assert not verify(admin.get(f"/api/pit/rounds/{number}").json()).over
    found = admin.get("/api/pit/rounds", person=guest.me()["person"]["id"]).json()["rounds"]
    assert {row["id"] for row in found if row["void"]} == set(evening.under_way)
    assert all(row["staked"] == row["returned"] for row in found if row["void"])
    assert lines[evening.under_way[0]]["staked"] == sum(STAKES.values())
    export = folder / "rounds.jsonl"
    export.write_text(admin.get("/api/pit/rounds.jsonl").text)
    assert len(export.read_text().splitlines()) == len(found)
    done = subprocess.run([sys.executable, "-m", "houseway", "verify", str(export)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("as far as it goes: the round is NOT finished") == 2


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_changed_rules(evening: Evening, tmp_path: Path) -> None:
    """Told at the start, given back by the command, proved by the ledger; and the house goes on."""
    house, closed = evening.house, (evening.flush, evening.room)
    person = f"wallet:{_person(evening)}"
    before = before_the_rounds(house, *closed)
    chips = {table: on_table(house, table) for table in closed}
    assert chips[evening.flush] == sum(STAKES.values())
    assert "The installed rules can go on with table" in refused(house, evening.flush)
    for table in closed:
        change(house, OTHER_RULES, id=table)

    house.open()
    for table in closed:
        [sentence] = [line for line in house.out.read_text().splitlines() if line.startswith(f"Table {table} (")]
        assert "stays closed: the rules of" in sentence
        assert f"on it lie {dollars(chips[table])}" in sentence
        assert f"houseway ledger refund {table} --database" in sentence
        assert sentence in house.err.read_text()
        assert evening.guest.get(f"/api/tables/{table}").status_code == 404
    assert on_table(house, evening.flush) == chips[evening.flush]
    # Their owner still has them, and gets no others for asking.
    assert evening.guest.me()["person"]["at_tables"] == sum(STAKES.values()) + BUY_IN
    assert "Another server has" in refused(house, evening.flush)
    assert house.stop() == 0
    assert wrong(house) == {}

    was = balances(house)
    for answer in ("n\n", ""):
        status, said = refund(house, evening.flush, answer=answer)
        assert (status, said.endswith("Nothing was changed.\n")) == (1, True)
        assert balances(house) == was
    status, said = refund(house, evening.flush, answer="y\n")
    assert status == 0, said
    assert dollars(sum(STAKES.values())) in said
    assert wrong(house) == {}
    status, said = refund(house, evening.room, "--yes")
    assert status == 0, said
    assert said.count("(program)") == 3
    assert said.count(dollars(BUY_IN)) >= 1
    assert wrong(house) == {}
    assert house.check_ledger() == 0
    assert balances(house) == before
    assert balances(house)[person] == 100_000 + _net(evening)
    for table in closed:
        assert "is closed and nothing lies on it" in refused(house, table)
        assert "is closed and nothing lies on it" in refused(house, table, "--force")
    assert "There is no table 999" in refused(house, 999)
    assert open_rounds(house) == []
    with house.engine() as connection:
        assert connection.scalars(sa.select(seats.c.person_id).where(seats.c.table_id.in_(closed))).all() == []

    house.open()
    assert "stays closed" not in house.out.read_text() + house.err.read_text()
    assert evening.guest.me()["person"]["at_tables"] == 0
    told_of_void(evening, tmp_path)
    again = Player(house, evening.guest)
    again.sit("high-card-flush")
    assert again.table != evening.flush
    assert again.play_round(STAKES) > max(evening.under_way)
    again.close()
    house.kill()
    assert wrong(house) == {}


def _person(evening: Evening) -> int:
    with evening.house.engine() as connection:
        query = sa.select(seats.c.person_id).where(seats.c.table_id == evening.flush)
        return int(connection.execute(query).scalar_one())


def _net(evening: Evening) -> int:
    with evening.house.engine() as connection:
        key = f"round:{evening.finished}:%"
        query = sa.select(sa.func.sum(postings.c.amount)).select_from(entries.join(postings).join(accounts))
        theirs = query.where(entries.c.key.like(key), accounts.c.kind == "wallet")
        return int(connection.execute(theirs).scalar_one())


def test_a_round_falsely_marked_void_is_found(evening: Evening) -> None:
    house, [round_id, hand_id] = evening.house, evening.under_way
    for table in (evening.flush, evening.room):
        assert at_once(house, table, "--force")[0] == 0
    assert wrong(house) == {}
    proof = "Every void round gave back all that was staked in it"
    log = "Every void round is in the pit's log, with who did it, why, and what was given back"
    with house.engine() as connection:
        kept = connection.scalar(sa.select(rounds.c.summary).where(rounds.c.id == evening.finished))
    change(house, MARK_VOID, round=evening.finished)
    assert wrong(house) == {
        proof: [f"Round {evening.finished} is marked void, but the ledger does not have it reversed."],
        log: [f"Round {evening.finished} is void, but the pit's log does not say so."],
    }
    settled = "UPDATE entries SET key = 'round:{round}:void' WHERE key LIKE 'round:{round}:settled%'"
    change(house, settled, round=evening.finished)
    assert (
        f"Round {evening.finished} is marked void, but by its record it was played to its end." in wrong(house)[proof]
    )
    change(house, "UPDATE rounds SET summary = '{summary}' WHERE id = {id}", summary=_json(kept), id=evening.finished)
    assert wrong(house) == {}

    with house.engine() as connection:
        kept = connection.scalar(sa.select(rounds.c.summary).where(rounds.c.id == hand_id))
    change(house, "UPDATE rounds SET summary = NULL WHERE id = {id}", id=hand_id)
    assert wrong(house).keys() == {"Every finished round was settled as its record says", log}
    change(house, MARK_VOID, round=hand_id)
    assert wrong(house) == {log: [f"Round {hand_id} is void for another reason than the pit's log says."]}
    change(house, "UPDATE rounds SET summary = '{summary}' WHERE id = {id}", summary=_json(kept), id=hand_id)
    assert wrong(house) == {}
    stakes = "UPDATE round_people SET staked = staked + {cents} WHERE round_id = {id}"
    change(house, stakes, cents=1, id=round_id)
    assert list(wrong(house)) == [proof]
    assert f"Round {round_id} is void, but its record has other stakes than were written down." in wrong(house)[proof]
    change(house, stakes, cents=-1, id=round_id)
    pool = (
        "UPDATE postings SET amount = amount - 100 WHERE entry_id = (SELECT id FROM entries WHERE key = "
        "'round:{round}:void') AND account_id = (SELECT id FROM accounts WHERE kind = 'pool')"
    )
    change(house, pool, round=round_id)
    assert f"Round {round_id} is void, but left -$1 with the progressive." in wrong(house)[proof]


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_a_game_that_is_not_installed(evening: Evening) -> None:
    """Neither the table nor its round can be read by any rules: the ledger know whose the chips are."""
    house, before = evening.house, before_the_rounds(evening.house, evening.flush)
    with house.engine() as connection:
        header = connection.scalar(sa.select(rounds.c.header).where(rounds.c.id == evening.under_way[0]))
    change(house, "UPDATE tables SET game = 'gone' WHERE id = {id}", id=evening.flush)
    header = _json({**(header or {}), "game": "gone"})
    played = "UPDATE rounds SET game = 'gone', header = '{header}' WHERE id = {id}"
    change(house, played, header=header, id=evening.under_way[0])
    # A round that the former rules have finished is compared with what was written down for it.
    change(house, "UPDATE rounds SET header = '{header}' WHERE id = {id}", header=header, id=evening.finished)
    assert wrong(house) == {}
    returned = "UPDATE round_people SET returned = returned + {cents} WHERE round_id = {id}"
    change(house, returned, cents=100, id=evening.finished)
    assert list(wrong(house)) == ["Rounds by rules that are not installed here were settled as was written down then"]
    change(house, returned, cents=-100, id=evening.finished)

    house.open()
    assert "stays closed: the game gone is not installed; on it lie $20." in house.out.read_text()
    assert at_once(house, evening.flush)[0] == 2
    house.stop()
    assert at_once(house, evening.flush)[0] == 0
    assert balances(house) == before_the_rounds(house)
    assert balances(house)[BONUS] == before[BONUS]
    assert wrong(house) == {}
    house.open()
    [line] = [row for row in evening.guest.get("/api/history").json()["rounds"] if row["void"]]
    assert line["game_name"] == "gone"
    told = evening.guest.get(f"/api/history/{line['id']}")
    assert (told.status_code, told.json()["code"]) == (404, "unknown_game")
    assert evening.admin.get(f"/api/pit/rounds/{line['id']}").json().keys().isdisjoint({"events"})
    assert '"gone"' in evening.admin.get("/api/pit/rounds.jsonl").text
    assert evening.admin.get("/api/pit/rounds").status_code == 200


@pytest.mark.parametrize("database", databases(), indirect=True)
@pytest.mark.parametrize("seed", [0, 1_000_000])
def test_a_pool_that_was_won_meanwhile(evening: Evening, seed: int) -> None:
    """What this round fed to it has been paid out: the bonus bank makes up for it, and a fresh seed stays whole."""
    house = evening.house
    pool = next(key for key in balances(house) if key.startswith("pool:"))

    async def won() -> None:
        database = Database(parse_url(house.database))
        await database.open()
        journal = Journal(database, Ledger())
        await journal.start()
        prize, held = Change(), journal.ledger.balance(pool)
        key = "round:999999:prizes" if seed else "emptied"
        prize.entry(Entry(key, "a test", ((pool, seed - held), (BONUS, held - seed))))
        await journal.commit(prize)
        await journal.stop()
        await database.close()

    fed, bonus = 100, balances(house)[BONUS] + balances(house)[pool]
    asyncio.run(won())
    status, _, said = at_once(house, evening.flush, "--force")
    assert status == 0, said
    assert balances(house).get(BONUS, 0) == bonus - seed - fed
    assert balances(house).get(pool, 0) == seed
    assert wrong(house) == {}


def test_chips_that_nobody_is_known_to_own_stay(evening: Evening) -> None:
    house = evening.house
    change(house, "DELETE FROM seats WHERE table_id = {id}", id=evening.flush)
    was = balances(house)
    assert f"On table {evening.flush} lie $20, but those who sit there are owed $0" in refused(
        house, evening.flush, "--force"
    )
    assert balances(house) == was


def test_a_table_with_nothing_on_it_is_closed(house: ServerProcess) -> None:
    house.open()
    house.stop()
    with house.engine() as connection:
        table = connection.execute(sa.select(sa.func.min(tables.c.id))).scalar_one()
    change(house, OTHER_RULES, id=table)
    house.open()
    assert f"Table {table} (" in (said := house.out.read_text())
    assert "nothing lies on it" in said
    house.stop()
    status, _, said = at_once(house, table)
    assert status == 0, said
    assert "is closed and nothing lies on it" in refused(house, table)
    assert wrong(house) == {}


def test_the_command_is_told_as_it_is_typed() -> None:
    assert refund_command(7, Settings()) == "houseway ledger refund 7"
    folder = Settings(data_dir=Path("/my casino"))
    assert refund_command(7, folder) == "houseway ledger refund 7 --data-dir '/my casino'"
    secret = Settings(database="postgresql://me:secret@db/casino?password=secret&host=/run")
    assert "secret" not in refund_command(7, secret)
    assert "host=" in refund_command(7, secret)
    file = Settings(database="sqlite:///casino.sqlite")
    assert refund_command(7, file) == "houseway ledger refund 7 --database sqlite:///casino.sqlite"
