"""`houseway serve` and `houseway ledger check` as commands: their words, ports, settings and ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.conftest import damage, fresh_database
from tests.server.player import Player
from tests.server.server_process import LONG, Guest, ServerProcess

from houseway.cli.app import run
from houseway.server.serving import listen, shown_address
from houseway.server.settings import DEFAULT_PORT, Settings, read_settings

SERVE = [sys.executable, "-m", "houseway", "serve", "--no-open"]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a call says that cannot be served: one sentence, and exit status 2."""
    assert run(["serve", "--no-open", *arguments]) == 2
    [sentence] = capsys.readouterr().err.strip().splitlines()
    return sentence


def test_what_cannot_be_served_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ("--data-dir", str(tmp_path))
    assert "A database is sqlite:///FILE" in refused(capsys, *folder, "--database", "mysql://x/y")
    assert "cannot be read" in refused(capsys, *folder, "--config", str(tmp_path / "none.toml"))
    config = tmp_path / "house.toml"
    config.write_text("gest_chips = 5\n")
    assert "unknown setting 'gest_chips'" in refused(capsys, *folder, "--config", str(config))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"port {port}: Address already in use" in refused(capsys, *folder, "--port", port)
    monkeypatch.setenv("HOUSEWAY_GUEST_CHIPS", "-4")
    assert "'guest_chips'" in refused(capsys, *folder)


def test_a_server_without_its_packages_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.cli.serve.find_spec", lambda name: None)
    assert "houseway[server]" in refused(capsys)


def second_server(database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SERVE, "--port", "0", "--database", database], capture_output=True, text=True, timeout=2 * LONG
    )


def test_a_database_out_of_reach() -> None:
    done = second_server("postgresql://nobody@127.0.0.1:1/none")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "The database cannot be opened" in done.stderr


def books(house: ServerProcess) -> tuple[int, str]:
    command = [sys.executable, "-m", "houseway", "ledger", "check", "--database", house.database]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_house_is_opened_and_closed_and_its_books_are_proved(house: ServerProcess) -> None:
    status, said = books(house)
    assert (status, said.count("\n")) == (2, 1), said  # there are none yet

    house.settings["log_json"] = True
    house.forked = False  # the command itself
    house.open()
    house.guest()
    done = second_server(house.database)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "Another server has" in done.stderr
    visitor = Player(house)
    assert house.process is not None
    house.process.send_signal(signal.SIGINT)
    assert visitor.until_told("closing")["reason"]
    assert house.ended() == 0  # Ctrl-C is the usual way to close
    lines = [json.loads(line) for line in house.err.read_text().splitlines()]
    events = {line["event"] for line in lines}
    assert "open" in events
    assert events & {"closed", "closed late"}  # on a busy machine it does not wait to the end

    status, said = books(house)
    assert status == 0, said
    assert "Every entry sums to zero" in said
    damage(house.database, "UPDATE accounts SET balance = balance + 100 WHERE kind = 'wallet'")
    status, said = books(house)
    assert status == 1
    assert "holds $1,001" in said


def test_a_server_that_loses_its_database_stops(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """What is in memory must not go on without what is stored."""
    house = ServerProcess(fresh_database("postgresql", tmp_path, request), tmp_path).open()
    try:
        guest = house.guest()
        with house.engine() as connection:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            connection.execute(sa.text(f"SELECT pg_terminate_backend(pid) {others}"))
            connection.commit()
            deadline = time.monotonic() + LONG
            while connection.scalar(sa.text(f"SELECT count(*) {others}")):  # they end when they get to it
                connection.commit()
                assert time.monotonic() < deadline
        answer = Guest(house.address).post("/api/guest")
        assert answer.status_code == 503
        assert guest.csrf
        assert house.process is not None
        assert house.ended() == 2
        assert "The database is gone" in house.err.read_text()
        house.open()
        assert guest.me()["person"]["balance"] == 100_000
    finally:
        house.kill()


def test_flags_go_before_the_environment_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "house.toml"
    config.write_text('guest_chips = 1\nsession_days = 2\nhost = "0.0.0.0"\n')
    monkeypatch.setenv("HOUSEWAY_SESSION_DAYS", "3")
    monkeypatch.setenv("HOUSEWAY_HOST", "127.0.0.2")
    settings = read_settings({"host": "127.0.0.3", "port": None}, config)
    assert (settings.guest_chips, settings.session_days, settings.host, settings.port) == (1, 3, "127.0.0.3", None)


def test_the_next_free_port_is_taken() -> None:
    with listen(Settings()) as first, listen(Settings()) as second:
        one, two = first.getsockname()[1], second.getsockname()[1]
        assert DEFAULT_PORT <= one < two < DEFAULT_PORT + 50
        assert shown_address(Settings(), one) == f"http://localhost:{one}"
    behind = Settings(public_url="https://play.example.org/")
    assert shown_address(behind, 8400) == "https://play.example.org"
    assert behind.secure


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "serving.md").read_text()
    for name, field in Settings.model_fields.items():
        assert f"| `{name}` |" in page, name
        assert field.description, name
        assert field.description in page, name


ENDLESS = """
import os, signal, sys, threading
import asyncio
from houseway.server import serving
from houseway.server.settings import Settings

serving.CLOSING_SECONDS = float(sys.argv[2])
settings = Settings(database=f"sqlite:///{sys.argv[1]}/house.sqlite", port=0, count_odds=False, house_tables=False, log_json=True)

def say(line):
    if line.startswith("Ctrl-C"):  # the server is open
        HOLD
        read, write = os.pipe()
        sys.stdout = os.fdopen(write, "w")
        os.close(read)
        print("unread")  # in the buffer; nobody reads standard output any more
        os.kill(os.getpid(), signal.SIGTERM)

serving.serve(settings, say=say, browser=False)
"""
IN_A_THREAD = "asyncio.get_running_loop().run_in_executor(None, threading.Event().wait)"  # as a count for the coach
IN_THE_LOOP = "asyncio.get_running_loop().call_soon(threading.Event().wait)"


def closed(folder: Path, hold: str, closing_seconds: float) -> set[str]:
    """The events of a server that is closed while something holds it for ever."""
    command = [sys.executable, "-c", ENDLESS.replace("HOLD", hold), str(folder), str(closing_seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, done.stderr
    return {json.loads(line)["event"] for line in done.stderr.splitlines()}


def test_closing_does_not_wait_for_a_thread_that_counts(tmp_path: Path) -> None:
    assert "closed" in closed(tmp_path, IN_A_THREAD, 10 * LONG)


def test_the_process_ends_whatever_still_runs_in_it(tmp_path: Path) -> None:
    assert "closed late" in closed(tmp_path, IN_THE_LOOP, 0.1)
