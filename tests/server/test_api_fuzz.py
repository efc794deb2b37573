"""Whatever is asked over HTTP, the server answers with exactly what its own description promises, and never a 5xx."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.player import Player
from tests.server.server_process import LONG, Guest, ServerProcess
from tests.sizes import sized

from houseway.catalog import game_ids
from houseway.server.protocol.games import GameDetail, Games, TableDetail, Tables
from houseway.server.protocol.irregularities import OpenProposals, PitLog
from houseway.server.protocol.json_schema import checker
from houseway.server.protocol.people import Me, PeopleFound
from houseway.server.protocol.pit import PitRounds, PitTables
from houseway.server.protocol.rounds import RoundHistory, RoundRecord, RoundReplay
from houseway.server.protocol.transfers import Transfers

EXAMPLES = sized(quick=2, test=5, thorough=20)
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SLOW = {"/api/odds", "/api/tables/{table_id}/odds"}  # counting is tested elsewhere
SIGNING = {"/api/logout", "/api/login", "/api/register", "/api/claim"}  # these would change who the fuzzer is


@pytest.fixture(scope="module")
def admin(either_house: ServerProcess) -> Guest:
    return either_house.admin()


def test_every_endpoint_keeps_its_word(either_house: ServerProcess, admin: Guest) -> None:
    described = httpx.get(f"{either_house.address}/openapi.json", timeout=LONG).json()
    schema: Any = schemathesis.openapi.from_dict(closed(described))
    schema.config.update(base_url=either_house.address)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 24
    for operation in operations:
        if operation.path not in SLOW:
            fuzz(operation, Guest(either_house.address) if operation.path in SIGNING else admin)
    assert admin.get("/healthz").json()["status"] == "ok"
    told = admin.get("/metrics").text
    assert "houseway_ledger_imbalance_cents 0.0" in told
    for route, status in (("/api/pit/tables", "422"), ("/api/pit/rounds", "200"), ("/api/guest", "200")):
        assert f'route="{route}",status="{status}"' in told  # the questions went past the door


def closed(described: dict[str, Any]) -> dict[str, Any]:
    """The description as it is held here: clients pass over fields that they do not know, but none is sent."""
    for shape in described["components"]["schemas"].values():
        if "properties" in shape:
            shape.setdefault("additionalProperties", False)
    return described


def fuzz(operation: Any, person: Guest) -> None:
    """What the description allows, and what it forbids."""
    modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes])

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case: Any) -> None:
        if operation.path in SIGNING:
            person.me()
        session = dict(person.http.cookies)
        case.call_and_validate(headers={"X-Houseway-CSRF": person.csrf}, cookies=session, checks=CHECKS, timeout=LONG)

    ask()


def test_answers_about_rounds_are_exactly_as_promised(either_house: ServerProcess, admin: Guest) -> None:
    """Which the fuzzer cannot play."""
    flush = Player(either_house, admin)
    flush.sit("high-card-flush")
    banked = flush.play_round({"ante": 1000, "flush": 500})
    flush.do("leave")
    flush.close()
    hand = _hand(either_house, admin)
    promised: dict[str, Any] = {
        "/api/me": Me,
        "/api/games": Games,
        **{f"/api/games/{game_id}": GameDetail for game_id in game_ids()},
        **{f"/api/tables/{table['id']}": TableDetail for table in admin.get("/api/tables").json()["tables"]},
        "/api/tables": Tables,
        "/api/history": RoundHistory,
        f"/api/history/{banked}": RoundReplay,
        f"/api/history/{hand}": RoundReplay,
        f"/api/history/{banked}/record": RoundRecord,
        f"/api/history/{hand}/record": RoundRecord,
        "/api/pit/tables": PitTables,
        "/api/pit/rounds": PitRounds,
        f"/api/pit/rounds/{hand}": RoundRecord,
        "/api/pit/people": PeopleFound,
        "/api/pit/log": PitLog,
        "/api/pit/corrections": OpenProposals,
        "/api/pit/transfers": Transfers,
    }
    for path, kind in promised.items():
        answer = admin.get(path)
        assert answer.status_code == 200, path
        checker(kind)(answer.json())
    told = admin.get(f"/api/history/{hand}").json()
    assert len(told["views"]) == len(told["events"])
    assert told["views"][-1] == told["view_at_end"]


def _hand(house: ServerProcess, admin: Guest) -> int:
    """A hand among two, given up at once; gives its id."""
    table: int = admin.post("/api/pit/tables", {"game": "mini-tex-pvp"}).json()["id"]
    players = [Player(house, guest) for guest in (admin, house.guest())]
    for seat, player in enumerate(players, start=1):
        player.table = table
        assert player.do("sit", seat=seat, buy_in=20_000)["type"] == "ack"
    for player in players:
        player.do("ready")
    states = [player.until(lambda state: state["round"]) for player in players]
    number: int = states[0]["round"]["id"]
    for player, state in zip(players, states, strict=True):
        if state["legal"]:
            player.do("bet", round=number, turn=state["legal"]["turn"], action="fold")
    for player in players:
        player.do("leave")
        player.close()
    return number


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/play-now", b"{"),
        ("/api/play-now", b"[]"),
        ("/api/play-now", b'{"game": 1}'),
        ("/api/play-now", b'{"game": "mini-tex", "more": 1}'),
        ("/api/play-now", b'{"game": "\\u0000"}'),
        ("/api/play-now", b"\xff\xfe"),
        ("/api/play-now", b'{"game": ' + b"9" * 5000 + b"}"),
        ("/api/play-now", b"[" * 60_000),
        ("/api/guest", b'{"name": "' + b"x" * 70_000 + b'"}'),
        ("/api/guest", b'{"name": NaN}'),
    ],
)
def test_bodies_that_are_none(either_house: ServerProcess, admin: Guest, path: str, body: bytes) -> None:
    visitor = Guest(either_house.address)
    headers = {"X-Houseway-CSRF": visitor.csrf, "content-type": "application/json"}
    answer = visitor.http.post(path, content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text
    assert set(answer.json()) == {"code", "sentence"}


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(either_house: ServerProcess, method: str) -> None:
    for path in ("/api/me", "/api/tables", "/", "/api/nothing"):
        answer = httpx.request(method, f"{either_house.address}{path}", timeout=LONG)
        assert answer.status_code in (404, 405)
