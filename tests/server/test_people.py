"""Coming in: guests, accounts, sessions, roles; and who is kept out."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.types import Message
from tests.server.server_process import Guest, ServerProcess

from houseway.server.refusals import Refusal
from houseway.server.storage import schema
from houseway.server.web.security import LARGEST_BODY, Body

PASSWORD = "correct horse battery"  # noqa: S105


def registered(house: ServerProcess, name: str) -> Guest:
    found = house.guest()
    found.post("/api/register", {"name": name, "password": PASSWORD}).raise_for_status()
    return found


def test_a_guest_plays_at_once(live_house: ServerProcess) -> None:
    visitor = Guest(live_house.address)
    assert visitor.me()["person"] is None
    answer = visitor.post("/api/guest", {"name": "  Anna   Lee "})
    person = answer.json()["person"]
    assert answer.status_code == 200
    assert (person["name"], person["role"], person["guest"], person["balance"]) == ("Anna Lee", "player", True, 100_000)
    assert visitor.me()["person"] == person
    again = visitor.post("/api/guest", {"name": "Somebody else"})
    assert again.json()["person"] == person  # whoever is in stays who they are
    taken = Guest(live_house.address).post("/api/guest", {"name": "ANNA LEE"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")


def test_a_guest_who_registers_keeps_the_chips(live_house: ServerProcess) -> None:
    guest = live_house.guest()
    before = guest.me()["person"]
    old_cookie = guest.http.cookies["houseway_session"]
    answer = guest.post("/api/register", {"name": "Bertram", "password": PASSWORD})
    person = answer.json()["person"]
    assert person["id"] == before["id"]
    assert person["balance"] == before["balance"]
    assert not person["guest"]
    assert guest.http.cookies["houseway_session"] != old_cookie
    stale = Guest(live_house.address)
    stale.http.cookies.set("houseway_session", old_cookie)
    assert stale.me()["person"] is None  # the guest's session is over

    elsewhere = Guest(live_house.address)
    wrong = elsewhere.post("/api/login", {"name": "Bertram", "password": "not this one"})
    nobody = elsewhere.post("/api/login", {"name": "Nobody at all", "password": "not this one"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()  # which of the two was wrong is not told
    assert (
        elsewhere.post("/api/login", {"name": "bertram", "password": PASSWORD}).json()["person"]["id"] == before["id"]
    )
    assert elsewhere.post("/api/logout").json()["person"] is None
    assert elsewhere.me()["person"] is None
    assert guest.me()["person"]["id"] == before["id"]  # the other browser stays signed in


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("x" * 25, PASSWORD, "bad_name"),
        ("tab\u200bbed", PASSWORD, "bad_name"),
        ("line\nbreak\x07", PASSWORD, "bad_name"),
        ("...", PASSWORD, "bad_name"),
        ("Guest 77", PASSWORD, "name_taken"),
        ("Ada (program)", PASSWORD, "name_taken"),
        ("Guest l", PASSWORD, "name_taken"),
        ("Guest O5", PASSWORD, "name_taken"),
        ("ɢuest 5", PASSWORD, "name_taken"),
        ("Boss (pr0gram)", PASSWORD, "name_taken"),
        ("Boss (ᴘrogram)", PASSWORD, "name_taken"),
        ("Boss (b0t)", PASSWORD, "name_taken"),
        ("Guest4", PASSWORD, "name_taken"),
        ("Guest #4", PASSWORD, "name_taken"),
        ("Guést 4!", PASSWORD, "name_taken"),
        ("Boss [program].", PASSWORD, "name_taken"),
        ("Shorty", "short", "bad_password"),
        ("nul\x00", PASSWORD, "bad_request"),
        ("Long", "x" * 201, "bad_request"),
        ("\ud800", PASSWORD, "bad_request"),
    ],
)
def test_names_and_passwords_that_are_none(live_house: ServerProcess, name: str, password: str, code: str) -> None:
    visitor = Guest(live_house.address)
    body = f'{{"name": {_json(name)}, "password": {_json(password)}}}'
    headers = {"X-Houseway-CSRF": visitor.csrf, "content-type": "application/json"}
    answer = visitor.http.post("/api/register", content=body, headers=headers)
    assert answer.json()["code"] == code
    assert 400 <= answer.status_code < 500


def _json(text: str) -> str:
    return '"' + "".join(f"\\u{ord(letter):04x}" for letter in text) + '"'


def test_requests_from_elsewhere_are_refused(live_house: ServerProcess) -> None:
    guest = live_house.guest()
    host = live_house.address.removeprefix("http://")
    for headers in ({"X-Houseway-CSRF": ""}, {"X-Houseway-CSRF": "0" * 64}):
        answer = guest.http.post("/api/chips", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert guest.http.post("/api/logout").status_code == 403
    for origin in ("https://evil.example", "null", f"http://{host}.evil.example", "http://127.0.0.1:1", "file://"):
        answer = guest.post("/api/chips", {}, Origin=origin)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin
    other = live_house.guest()
    answer = guest.http.post("/api/chips", json={}, headers={"X-Houseway-CSRF": other.csrf})
    assert answer.status_code == 403
    assert guest.post("/api/chips", {}, Origin=f"http://{host}").json()["code"] == "enough_chips"
    assert Guest(live_house.address).http.post("/api/guest", json={}).status_code == 403


@pytest.mark.parametrize("announced", [True, False])
def test_a_body_too_large_is_refused_as_such(live_house: ServerProcess, announced: bool) -> None:
    guest = Guest(live_house.address)
    body = b'{"name": "' + b"x" * LARGEST_BODY + b'"}'
    content = body if announced else iter([body])  # a stream has no Content-Length
    headers = {"X-Houseway-CSRF": guest.csrf, "content-type": "application/json"}
    answer = guest.http.post("/api/register", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_nothing_more_is_asked_of_a_body_that_has_arrived() -> None:
    """A server that is asked for more than the whole body waits until the visitor hangs up."""
    whole = [{"type": "http.request", "body": b"x" * 11, "more_body": False}]

    async def receive() -> Message:
        return whole.pop()

    async def read() -> None:
        body = Body(receive, 10)
        with pytest.raises(Refusal, match="too large"):
            await body.receive()
        await body.drain()

    asyncio.run(read())


def test_cookies_and_headers(live_house: ServerProcess) -> None:
    visitor = Guest(live_house.address)
    answer = visitor.post("/api/guest")
    cookie = answer.headers["set-cookie"]
    assert re.search(r"houseway_session=[\w-]{43};", cookie)
    for word in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age="):
        assert word in cookie
    for path in ("/", "/table/1", "/api/me", "/api/nothing", "/assets/none.js"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert visitor.get("/api/me").headers["cache-control"] == "no-store"


def test_secrets_are_neither_stored_nor_logged(live_house: ServerProcess) -> None:
    somebody = registered(live_house, "Clara")
    token = somebody.http.cookies["houseway_session"]
    somebody.get(f"/claim/{token}")
    with live_house.engine() as connection:
        hashes = connection.execute(sa.select(schema.sessions.c.token_hash)).scalars().all()
        password = connection.scalar(
            sa.select(schema.people.c.password_hash).where(schema.people.c.name_key == "clara")
        )
    assert token not in hashes
    assert all(re.fullmatch("[0-9a-f]{64}", item) for item in hashes)
    assert password is not None
    assert password.startswith("$argon2id$")
    said = live_house.err.read_text()
    for secret in (token, PASSWORD, somebody.csrf, password):
        assert secret not in said
        assert secret not in live_house.out.read_text()


def test_more_chips_for_whoever_runs_out(live_house: ServerProcess) -> None:
    guest = live_house.guest()
    assert guest.post("/api/chips").json()["code"] == "enough_chips"
    assert Guest(live_house.address).post("/api/chips").json()["code"] == "sign_in_first"


def test_the_first_admin_and_roles(house: ServerProcess) -> None:
    house.open()
    claim = house.claim
    assert len(claim) >= 40
    visitor = house.guest()
    wrong = visitor.post("/api/claim", {"token": "x" * 43, "name": "Mallory", "password": PASSWORD})
    assert (wrong.status_code, wrong.json()["code"]) == (404, "no_such_claim")
    with house.engine() as connection:
        assert claim not in connection.execute(sa.select(schema.claims.c.token_hash)).scalars().all()

    admin = house.admin()
    me = admin.me()["person"]
    assert me["role"] == "admin"
    late = visitor.post("/api/claim", {"token": claim, "name": "Mallory", "password": PASSWORD})
    assert late.json()["code"] == "no_such_claim"

    player = registered(house, "Dora")
    dora = player.me()["person"]["id"]
    assert player.get("/api/pit/tables").json()["code"] == "not_allowed"
    assert player.post(f"/api/pit/people/{dora}/role", {"role": "admin"}).status_code == 403
    assert Guest(house.address).get("/api/pit/tables").status_code == 401
    assert admin.post(f"/api/pit/people/{dora}/role", {"role": "pit"}).json()["role"] == "pit"
    logged = [line for line in admin.get("/api/pit/log").json()["lines"] if line["kind"] == "role"]
    assert [(line["person"], line["by"] and line["by"]["id"]) for line in logged] == [
        (dora, me["id"]),
        (me["id"], None),
    ]
    assert logged[0]["reason"] == "player → pit"
    assert player.get("/api/pit/tables").status_code == 200
    assert player.post(f"/api/pit/people/{dora}/role", {"role": "admin"}).status_code == 403
    assert admin.post(f"/api/pit/people/{me['id']}/role", {"role": "player"}).json()["code"] == "last_admin"
    guest = house.guest().me()["person"]["id"]
    assert admin.post(f"/api/pit/people/{guest}/role", {"role": "pit"}).json()["code"] == "guest"
    assert admin.post(f"/api/pit/people/{2**62}/role", {"role": "pit"}).json()["code"] == "unknown_person"
    found = admin.get("/api/pit/people", q="DOR").json()["people"]
    assert [person["name"] for person in found] == ["Dora"]

    assert house.stop() == 0
    with house.engine() as connection:
        mine = schema.sessions.c.person_id == dora
        connection.execute(sa.update(schema.sessions).where(mine).values(expires=int(time.time() * 1000) - 1))
        connection.commit()
    house.claim = ""
    house.open()
    assert house.claim == ""  # there is an admin: no new link
    assert admin.me()["person"]["role"] == "admin"  # sessions outlive the server
    assert player.me()["person"] is None  # but not their time


def test_attempts_are_limited(tmp_path: Path) -> None:
    house = ServerProcess(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, login_attempts=4, new_guests=3)
    house.forked = True
    try:
        house.open()
        visitor = Guest(house.address)
        body = {"name": "Anybody", "password": "guess, guess"}
        codes = [visitor.post("/api/login", body).status_code for _ in range(6)]
        assert codes == [401, 401, 401, 401, 429, 429]
        assert visitor.post("/api/login", body).json()["code"] == "too_fast"
        assert visitor.post("/api/claim", {"token": "x", **body}).status_code == 429
        guests = [Guest(house.address).post("/api/guest").status_code for _ in range(5)]
        assert guests == [200, 200, 200, 429, 429]
    finally:
        house.kill()
