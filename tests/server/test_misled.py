"""Names that look like another's, links and clocks that are out of date, chips between wallet and table."""

from __future__ import annotations

import asyncio
import socket
import stat
import subprocess
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import sqlalchemy as sa
from tests.server.server_process import Guest, ServerProcess
from tests.server.within import Line, inside
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from houseway.server.people.names import can_be_seen, checked_name, look_of, name_key
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.storage import schema
from houseway.server.storage.journal import now_ms
from houseway.server.web.security import GrowingDelay, KnownHosts, address_of


@pytest.mark.parametrize(
    "name",
    [
        "Ada (progr\u0430m)",  # a Cyrillic а
        "\u0440\u0430ypal",
        "Ada\u3164",
        "\u3164",
        "A\u2800da",
        "A\u034fda",
        "Ada\ufe0f",
        "A\u200bda",
        "Ada (program)",
        "guest 12",
    ],
)
def test_what_looks_like_something_else_is_no_name(name: str) -> None:
    with pytest.raises(Refusal):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["Ада", "José", "Łukasz", "山田 太郎", "김민수", "Γιώργος", "Zoë", "O'Neil", "أحمد", "Ada 😀"]
)
def test_names_of_everywhere_are_names(name: str) -> None:
    assert checked_name(name)[0] == name
    assert can_be_seen(name)


def test_nobody_takes_a_name_that_looks_like_anothers(tmp_path: Path) -> None:
    cyrillic = "\u0421\u043e\u0441\u043e"  # Сосо, all of it Cyrillic, reads Coco
    assert look_of(name_key(cyrillic)) == "coco"

    async def evening() -> None:
        async with inside(tmp_path) as house:
            await house.people.register("Coco", "a long password", None)
            with pytest.raises(Refusal, match="taken"):
                await house.people.make_guest(cyrillic)
            await house.people.make_guest("Kiki")

    asyncio.run(evening())


def test_links_of_earlier_starts_are_dead(tmp_path: Path) -> None:
    house = ServerProcess(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path)
    house.forked = True
    try:
        first = house.open().claim
        house.stop()
        second = house.open().claim
        body = {"name": "Boss", "password": "a long password"}
        assert Guest(house.address).post("/api/claim", {"token": first, **body}).status_code == 404
        assert Guest(house.address).post("/api/claim", {"token": second, **body}).status_code == 200
    finally:
        house.kill()


def test_a_clock_that_leapt_ahead_ends_no_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sessions(days: int) -> int:
        with monkeypatch.context() as moved:
            moved.setattr("houseway.server.people.people.now_ms", lambda: now_ms() + days * 86_400_000)
            async with inside(tmp_path) as house:
                await house.people.forget_old()
                async with house.app.state.journal.database.read() as connection:
                    return int(await connection.scalar(sa.select(sa.func.count()).select_from(schema.sessions)) or 0)

    async def evening() -> None:
        async with inside(tmp_path) as house:
            await house.people.make_guest()
        assert await sessions(3650) == 1
        assert await sessions(0) == 1

    asyncio.run(evening())


def test_wrong_passwords_from_elsewhere_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("houseway.server.web.security.time", SimpleNamespace(monotonic=lambda: now[0]))
    delay, waits = GrowingDelay(), []
    for _ in range(15):
        delay.check("there admin")
        delay.failed("there admin")
        waits.append(delay._failures["there admin"][1] - now[0])
        delay.check("here admin")  # whoever is elsewhere is not stopped
        now[0] += waits[-1]
    assert waits == [0.0] * 4 + [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    delay.failed("there admin")
    with pytest.raises(Refusal, match="wait 300 s"):
        delay.check("there admin")
    delay.forget("there admin")
    delay.check("there admin")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8400", True),
        ("127.0.0.1:8400", True),
        ("[::1]:8400", True),
        ("192.168.0.7", True),
        ("play.example.org", True),
        ("other.example.org:80", True),
        ("evil.example.com:8400", False),
        ("127.0.0.1.evil.example.com", False),
        ("localhost.evil.example.com", False),
        ("", False),
    ],
)
def test_hosts_that_name_this_server(host: str, known: bool) -> None:
    settings = Settings(public_url="https://play.example.org", allowed_hosts="other.example.org")
    assert KnownHosts(settings).knows(host) is known


@pytest.mark.parametrize(
    ("client", "share"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_visitor_with_many_addresses_has_one_share(client: str, share: str) -> None:
    assert address_of(client) == share


def test_a_page_whose_name_was_made_to_point_here_is_refused(live_house: ServerProcess) -> None:
    evil = {"Host": f"evil.example.com:{live_house.port}", "Origin": f"http://evil.example.com:{live_house.port}"}
    assert httpx.get(f"{live_house.address}/api/me", headers=evil).status_code == 421
    line = socket.create_connection(("127.0.0.1", live_house.port))
    with (
        pytest.raises(WebSocketException),
        connect(f"ws://evil.example.com:{live_house.port}/api/socket", sock=line),
    ):
        pass


def test_chips_on_their_way_to_a_table_are_not_given_again(tmp_path: Path) -> None:
    """Wagers are made and taken back while more chips are asked for, at every step of the loop."""

    async def evening() -> None:
        async with inside(tmp_path, guest_chips=10_000) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            table, floor = house.table("high-card-draw"), house.floor
            line, other = Line(house.app, ann.token), Line(house.app, bob.token)  # the table waits for the other
            line.send(id="sit", do="sit", table=table.id, seat=1)
            other.send(id="sit", do="sit", table=table.id, seat=2)
            await line.hear("ack", "sit")
            await other.hear("ack", "sit")
            for number in range(6):
                assert table.log is not None
                stakes = {"play": 6_000} if number % 2 == 0 else {}
                line.send(id=f"w{number}", do="wager", table=table.id, round=table.log.round_id, stakes=stakes)
                while not (answers := [said for said in line.said if said.get("id") == f"w{number}"]):
                    with pytest.raises(Refusal, match="half"):
                        await house.people.top_up(ann.person.id, floor.at_tables)
                    await asyncio.sleep(0)
                assert answers[0]["type"] == "ack", answers
            assert sum(floor.balance_of(ann.person.id)) == 10_000

    asyncio.run(evening())


def test_a_copy_made_as_documented_is_the_owners_alone(tmp_path: Path) -> None:
    documented = (Path(__file__).parents[2] / "docs" / "serving.md").read_text()
    command = '(umask 077; sqlite3 houseway.sqlite ".backup copy.sqlite")'
    assert command in documented
    subprocess.run(
        ["sh", "-c", command.replace("sqlite3 houseway.sqlite", "touch copy.sqlite; :")], cwd=tmp_path, check=True
    )
    assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600
