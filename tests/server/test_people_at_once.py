"""People who do two things at once, and what is kept out of reach."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from tests.server.within import Line, inside

from houseway.catalog import game_class
from houseway.rules.game import Game
from houseway.server.odds.house_edges import Edges, Known
from houseway.server.people.names import name_key
from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.tables.lobby import SECONDS as LOBBY_SECONDS
from houseway.server.web.security import Limiter


def test_a_claim_makes_one_admin_however_often_it_is_used_at_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            token = await house.people.make_claim()
            claims = [house.people.claim(token, f"Admin {number}", "a long password", None) for number in range(3)]
            done = await asyncio.gather(*claims, return_exceptions=True)
            assert [item.code for item in done if isinstance(item, Refusal)] == ["no_such_claim"] * 2
            assert [person.role for person in house.people.search("Admin", 10)] == ["admin"]

    asyncio.run(evening())


def test_two_admins_cannot_send_each_other_away(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            token = await house.people.make_claim()
            ann = (await house.people.claim(token, "Ann", "a long password", None)).person
            bob = (await house.people.register("Bob", "a long password", None)).person
            await house.people.set_role(bob.id, "admin", ann.id)
            away = [house.people.set_role(number, "player", ann.id) for number in (ann.id, bob.id)]
            done = await asyncio.gather(*away, return_exceptions=True)
            assert [item.code for item in done if isinstance(item, Refusal)] == ["last_admin"]
            assert house.people.has_admin

    asyncio.run(evening())


def test_a_guest_who_registers_twice_at_once_becomes_one_of_the_two(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            guest = await house.people.make_guest()
            both = await asyncio.gather(
                *(house.people.register(name, "a long password", guest.session) for name in ("Ann", "Anne"))
            )
            assert [one.person.id for one in both].count(guest.person.id) == 1
            assert [house.people.person(one.person.id) for one in both] == [one.person for one in both]

    asyncio.run(evening())


def test_what_a_statement_was_given_is_in_no_error_that_could_be_logged(tmp_path: Path) -> None:
    """Seeds and hashes are parameters of statements."""

    async def evening() -> None:
        async with inside(tmp_path) as house:
            row = {"token_hash": "the secret", "person_id": None, "csrf": "", "created": 0, "expires": 0}
            async with house.app.state.journal.database.read() as connection:
                with pytest.raises(DBAPIError) as caught:
                    await connection.execute(sa.insert(schema.sessions), [row])
            assert "the secret" not in str(caught.value)

    asyncio.run(evening())


def test_one_address_cannot_use_up_the_attempts_of_every_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an address may not try any more is refused and counts for no name; and all of it is forgotten in time."""
    now = [1000.0]
    monkeypatch.setattr("houseway.server.web.security.time", SimpleNamespace(monotonic=lambda: now[0]))
    limiter = Limiter(3, 300)

    def refused(*keys: str) -> bool:
        try:
            limiter.check(*keys)
        except Refusal as refusal:
            return (refusal.code, refusal.status) == ("too_fast", 429)
        return False

    assert [refused("address a", f"name {number}") for number in range(20)] == [False] * 3 + [True] * 17
    assert [refused("address b", "name 19") for _ in range(4)] == [False, False, False, True]
    assert [refused("address c", "name 0") for _ in range(3)] == [False, False, True]  # one attempt was address a's
    now[0] += 299
    assert refused("address a", "name 18")
    now[0] += 1
    assert [refused("address a", "name 18") for _ in range(4)] == [False, False, False, True]


def test_a_name_is_the_same_however_it_is_written() -> None:
    assert name_key("  \uff21dmin   one ") == name_key("ADMIN ONE") == "admin one"


def test_asking_for_the_lobby_again_and_again_tells_nobody_else(tmp_path: Path) -> None:
    async def evening() -> None:
        async with inside(tmp_path) as house:
            ann, bob = await house.people.make_guest(), await house.people.make_guest()
            still, busy = Line(house.app, ann.token), Line(house.app, bob.token)
            still.send(id="lobby", do="watch", table="lobby")
            await still.hear("lobby")
            started = time.monotonic()
            for number in range(30):
                busy.send(id=f"lobby {number}", do="watch", table="lobby")
                await busy.hear("ack", f"lobby {number}")
            most = 3 + 2 * (time.monotonic() - started) / LOBBY_SECONDS  # by itself, and for whoever comes
            assert sum(message["type"] == "lobby" for message in still.said) <= most
            await busy.hear("lobby")
            await still.hang_up()
            await busy.hang_up()

    asyncio.run(evening())


def test_one_address_does_not_keep_others_from_having_edges_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue limits each address. What is queued is not forgotten, so that nothing is stored twice."""
    monkeypatch.setattr("houseway.server.odds.house_edges.MOST_KNOWN", 50)
    counted = Known("roo", {}, estimated=False)
    kind = game_class("two-card-roo")
    games = [kind.make(None, {"pairs-pay": str(pays)}) for pays in range(1, 61)]

    async def story() -> None:
        go = asyncio.Event()

        async def held(game: Game[Any], _address: str) -> Known:
            await go.wait()
            return counted

        edges = Edges(held)
        for number, game in enumerate(games):
            edges.ask(game, f"192.0.2.{number // 12}")
        assert len(edges._waiting) == len(games)
        go.set()
        await asyncio.gather(*edges._waiting)
        assert edges._known.keys() == edges._asked.keys() == {game.fingerprint for game in games}
        edges.stop()

    asyncio.run(story())
