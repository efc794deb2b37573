"""Connections that send too much, or nothing, or never finish: each has an end, and everybody else is served."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from tests.server.conftest import fresh_database
from tests.server.server_process import LONG, PATIENT, ServerProcess
from websockets.sync.client import connect

from houseway.server.descriptors import KEPT_FREE, within_limit
from houseway.server.logs import LINES_A_MINUTE
from houseway.server.settings import Settings
from houseway.server.web.http_guard import Doorkeeper

MANY = 40  # connections from one address that the house below allows
START = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("house")
    short = {"header_seconds": 1, "body_seconds": 1, "first_message_seconds": 1, "connections_per_address": MANY}
    found = ServerProcess(fresh_database("sqlite", folder, request), folder, **PATIENT | short).open()
    yield found
    found.kill()


def line_to(house: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), timeout=LONG)


def memory(house: ServerProcess) -> int:
    """Resident bytes of the server."""
    assert house.process is not None
    statm = Path(f"/proc/{house.process.pid}/statm").read_text()
    return int(statm.split()[1]) * os.sysconf("SC_PAGE_SIZE")


def rest(line: socket.socket) -> bytes:
    """What still comes until the server closes."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65_536):
            found += part
    return found


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (START, b"X-More: and so on\r\n"),
        (START + b"X-Endless: ", b"a" * 1000),
        (b"GET /", b"a" * 1000),
    ],
    ids=["header lines", "one header", "address"],
)
def test_headers_without_end_are_cut_off(house: ServerProcess, begin: bytes, more: bytes) -> None:
    """No more than some kilobytes are taken; 20 MB are offered."""
    before, sent = memory(house), 0
    with line_to(house) as line:
        line.sendall(begin)
        with contextlib.suppress(ConnectionError):
            while sent < 20_000_000:
                line.sendall(more * 50)
                sent += 50 * len(more)
        assert sent < 20_000_000
    assert memory(house) - before < 10_000_000
    assert house.guest().me()["person"]


@pytest.mark.parametrize(
    "sent",
    [b"", START, START + b"X-Half: ", b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{"],
    ids=["silent", "half the headers", "half a line", "half a body"],
)
def test_what_is_not_sent_in_time_is_not_waited_for(house: ServerProcess, sent: bytes) -> None:
    with line_to(house) as line:
        line.sendall(sent)
        assert b"200 OK" not in rest(line)  # it returns, because the server has closed


def test_an_answer_is_not_cut_off_by_the_deadline_of_its_request(house: ServerProcess) -> None:
    """And a connection that is kept serves again."""
    with line_to(house) as line:
        for _ in range(3):
            line.sendall(START + b"\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                answer += line.recv(65_536)
            assert answer.startswith(b"HTTP/1.1 200")


def test_a_socket_that_asks_for_nothing_is_closed(house: ServerProcess) -> None:
    with connect(f"ws://127.0.0.1:{house.port}/api/socket", open_timeout=LONG) as silent:
        with contextlib.suppress(Exception):
            while True:
                silent.recv(LONG)
        assert silent.close_code == 1013


def test_one_address_has_only_so_many_connections_and_is_told(house: ServerProcess) -> None:
    lines = [line_to(house) for _ in range(MANY)]
    try:
        for line in lines:
            line.sendall(START)
        for _ in range(LINES_A_MINUTE + 1):
            with line_to(house) as one_more:
                assert rest(one_more).startswith(b"HTTP/1.1 503")
    finally:
        for line in lines:
            rest(line)
            line.close()
    assert house.guest().me()["person"]  # they are gone, and newcomers come in
    assert 0 < house.err.read_text().count("connections refused") <= LINES_A_MINUTE


def test_a_flood_of_refused_connections_is_one_call_of_the_log() -> None:
    door = Doorkeeper(Settings(connections_per_address=1))
    with structlog.testing.capture_logs() as logged:
        assert [door.enter("192.0.2.1") for _ in range(100)] == [True, *[False] * 99]
    assert [line["event"] for line in logged] == ["connections refused"]


@pytest.mark.parametrize(
    ("allowed", "sockets", "connections"),
    [(None, 5000, 1000), (10_000, 5000, 1000), (1024, 672, 224), (KEPT_FREE, 1, 1)],
)
def test_there_are_as_many_sockets_as_the_system_allows(allowed: int | None, sockets: int, connections: int) -> None:
    found, said = within_limit(Settings(), allowed)
    assert (found.sockets, found.connections) == (sockets, connections)
    assert bool(said) == (sockets < 5000)


def test_too_few_descriptors_are_told_at_the_start(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "houseway", "serve", "--no-open", "--port", "0", "--data-dir", str(tmp_path)]

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=few) as server:
        assert server.stdout is not None
        said = ""
        for text in server.stdout:
            said += text
            if "Ctrl-C" in text:
                break
        server.terminate()
    assert "allows 1,024 open files, enough for 672 sockets" in said
