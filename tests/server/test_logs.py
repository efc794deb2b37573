"""What goes wrong is logged without anybody's secrets, in both forms, and nobody can fill the log."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.server_process import free_port

from houseway.server.logs import LINES_A_MINUTE, MINUTE, LimitedHandler

PLANTED = """
import logging, structlog
from houseway.server.logs import set_up_logs

set_up_logs(as_json=AS_JSON, level="info")

def fail(session_cookie, csrf):
    parameters = {"password": "planted-password"}
    raise RuntimeError(f"it failed with {len(parameters)} parameter")

try:
    fail("planted-cookie", csrf="planted-csrf")
except RuntimeError:
    structlog.get_logger("test").exception("a request failed")
    logging.getLogger("elsewhere").exception("and again")
"""


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_a_traceback_tells_no_values(as_json: bool) -> None:
    code = PLANTED.replace("AS_JSON", str(as_json))
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert said.count("it failed with 1 parameter") == 2
    assert said.count("in fail") == 2  # where it happened is told
    assert "planted" not in said.replace('fail("planted-cookie", csrf="planted-csrf")', "")  # the line itself is code


SERVED = """
import sys, threading
import httpx, uvicorn
from fastapi import Request
from houseway.server.app import create_app
from houseway.server.logs import set_up_logs
from houseway.server.settings import Settings

set_up_logs(as_json=AS_JSON, level="info")
app = create_app(Settings(database=f"sqlite:///{sys.argv[1]}/house.sqlite", count_odds=False, house_tables=False))

async def broken(request: Request):
    cookies = dict(request.cookies)
    raise RuntimeError(f"it failed with {len(cookies)} cookies")

app.add_api_route("/api/broken", broken)
app.router.routes.insert(0, app.router.routes.pop())  # before the page's own, which takes every address
casino = uvicorn.Server(uvicorn.Config(app, port=int(sys.argv[2]), log_config=None))
running = threading.Thread(target=casino.run)
running.start()
while not casino.started:
    running.join(0.05)
with httpx.Client(base_url=f"http://127.0.0.1:{sys.argv[2]}", timeout=60) as visitor:
    csrf = visitor.get("/api/me").json()["csrf"]
    visitor.post("/api/guest", json={}, headers={"X-Houseway-CSRF": csrf}).raise_for_status()
    answer = visitor.get("/api/broken", headers={"X-Houseway-CSRF": csrf})
    print(answer.status_code, csrf, *visitor.cookies.values())
casino.should_exit = True
"""


@pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])
def test_a_request_that_fails_tells_neither_cookie_nor_token(as_json: bool, tmp_path: Path) -> None:
    code = SERVED.replace("AS_JSON", str(as_json))
    command = [sys.executable, "-c", code, str(tmp_path), str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    status, *secrets = done.stdout.split()
    assert status == "500"
    assert len(secrets) >= 2
    assert "it failed with" in done.stderr
    assert [secret for secret in secrets if secret in done.stderr] == []


def test_no_place_in_the_code_can_fill_the_log() -> None:
    """As a client sends one invalid request after another: their number is told, and other lines still come."""
    clock, stream = [0.0], io.StringIO()
    handler = LimitedHandler(stream, now=lambda: clock[0])
    logger = logging.getLogger("test.flood")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        for number in range(1000):
            logger.warning("Invalid HTTP request %s.", number)
        logger.warning("something else")
        lines = stream.getvalue().splitlines()
        assert lines == [*(f"Invalid HTTP request {number}." for number in range(LINES_A_MINUTE)), "something else"]
        clock[0] += MINUTE
        logger.warning("a minute later")
        left_out = 1000 - LINES_A_MINUTE
        told = f"{left_out} more lines like 'Invalid HTTP request 999.' were left out"
        assert stream.getvalue().splitlines()[len(lines) :] == [told, "a minute later"]
    finally:
        logger.removeHandler(handler)
        handler.close()


def test_each_exception_that_one_place_reports_has_lines_of_its_own() -> None:
    """As all commands of the socket are reported in one place: one that always fails does not hide the others."""
    stream = io.StringIO()
    handler = LimitedHandler(stream)
    logger = logging.getLogger("test.failures")
    logger.propagate = False
    logger.addHandler(handler)

    def command(number: int) -> None:
        if number == 1000:
            raise ValueError(number)
        if number == 1001:
            raise KeyError(number)
        raise KeyError(number)

    try:
        for number in range(1002):
            try:
                command(number)
            except Exception:
                logger.exception("a command failed")
        assert stream.getvalue().count("a command failed") == LINES_A_MINUTE + 2
    finally:
        logger.removeHandler(handler)
        handler.close()
    assert f"{1000 - LINES_A_MINUTE} more lines like 'a command failed' were left out" in stream.getvalue()


FLOOD = """
import structlog
from houseway.server.logs import set_up_logs

set_up_logs(as_json=True, level="info")
for number in range(1000):
    structlog.get_logger("connections").info("request not sent in time", number=number)
structlog.get_logger("connections").info("another place")
for number in range(1000):
    try:
        [][number] if number < 999 else {}[number]
    except LookupError as error:
        structlog.get_logger("tables").error("a table failed", exc_info=error)
"""


def test_the_lines_left_out_are_told_at_the_end_too() -> None:
    said = subprocess.run([sys.executable, "-c", FLOOD], capture_output=True, text=True, check=True).stderr
    events = [json.loads(line)["event"] for line in said.splitlines()]
    assert events[LINES_A_MINUTE:] == [
        "another place",
        *["a table failed"] * (LINES_A_MINUTE + 1),
        f"{1000 - LINES_A_MINUTE} more lines like 'request not sent in time' were left out",
        f"{999 - LINES_A_MINUTE} more lines like 'a table failed' were left out",
    ]
