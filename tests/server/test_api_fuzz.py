"""Whatever is asked over HTTP, the server answers with what its own description promises, and never with a 5xx."""

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
from tests.server.server_process import LONG, Guest, ServerProcess
from tests.sizes import sized

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
    schema: Any = schemathesis.openapi.from_dict(described)
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
