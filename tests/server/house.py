"""The real server in a process of its own, as `houseway serve` starts it, on a real database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from houseway.server.schema import rounds

FAST: dict[str, Any] = {
    "betting_seconds": 0.3,
    "decision_seconds": 20,
    "showing_seconds": 0.4,  # longer than any pause of a busy machine: what is not seen is not counted
    "between_hands_seconds": 0.05,
    "away_seconds": 30,
    "leave_seconds": 60,
    "program_seconds": 0.02,
    "new_guests": 100_000,
    "login_attempts": 10_000,
    "socket_messages": 10_000,
    "updates_per_second": 50,
    "count_odds": False,
}


def sync_url(database: str) -> str:
    """The same database for tests that look into it by themselves."""
    return database.replace("postgresql://", "postgresql+psycopg://")


class Guest:
    """An HTTP client with a session, which sends what the page sends."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30)
        self.csrf = self.me()["csrf"]

    def me(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.get("/api/me").json()
        self.csrf = answer["csrf"]
        return answer

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query or None)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        answer = self.http.post(
            path, json={} if body is None else body, headers={"X-Houseway-CSRF": self.csrf} | headers
        )
        with contextlib.suppress(ValueError, KeyError, TypeError):
            self.csrf = answer.json()["csrf"]
        return answer


class House:
    """One server: started, killed, started again, on the same database and port."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        self.database = database
        self.folder = folder
        self.settings = FAST | settings
        self.port = 0
        self.address = ""
        self.claim = ""
        self.process: subprocess.Popen[bytes] | None = None
        self._starts = 0

    def command(self) -> list[str]:
        config = self.folder / "house.toml"
        lines = [f"{name} = {_toml(value)}" for name, value in self.settings.items()]
        config.write_text("\n".join(lines) + "\n")
        return [
            *(sys.executable, "-m", "houseway", "serve", "--no-open", "--config", str(config)),
            *("--port", str(self.port), "--database", self.database, "--data-dir", str(self.folder)),
        ]

    def open(self, seconds: float = 60) -> House:
        self._starts += 1
        self.out, self.err = self.folder / f"out{self._starts}.txt", self.folder / f"err{self._starts}.txt"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HOUSEWAY_")}
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(self.command(), stdout=out, stderr=err, env=environment)
        deadline = time.monotonic() + seconds
        while not (found := re.search(r"open at (http://\S+?:(\d+))\s", said := self.out.read_text())):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start: {said} {self.err.read_text()}")
            time.sleep(0.02)
        self.address, self.port = f"http://127.0.0.1:{found[2]}", int(found[2])
        if link := re.search(r"/claim/(\S+)", self.out.read_text()):
            self.claim = link[1]
        return self

    async def start(self) -> None:
        await asyncio.to_thread(self.open)

    def kill(self) -> None:
        """As a power cut does it."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C does it; gives the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        status = self.process.wait(30)
        self.process = None
        return status

    def guest(self) -> Guest:
        """A newcomer with chips."""
        found = Guest(self.address)
        found.post("/api/guest").raise_for_status()
        return found

    def admin(self) -> Guest:
        """The first admin, by the link that the server printed."""
        found = Guest(self.address)
        body = {"token": self.claim, "name": "Pit boss", "password": "a long password"}
        found.post("/api/claim", body).raise_for_status()
        return found

    def check_ledger(self) -> int:
        """`houseway ledger check`: its exit status; what it says is printed for whoever reads a failure."""
        done = subprocess.run(
            [sys.executable, "-m", "houseway", "ledger", "check", "--database", self.database], capture_output=True
        )
        print(done.stdout.decode(), done.stderr.decode())
        return done.returncode

    @contextlib.contextmanager
    def engine(self) -> Iterator[sa.Connection]:
        """A connection of the test's own."""
        engine = sa.create_engine(sync_url(self.database))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    async def quiet(self, seconds: float = 60) -> None:
        """Wait until no round is under way."""
        deadline = time.monotonic() + seconds
        while self._under_way():
            assert time.monotonic() < deadline, "rounds are still under way"
            await asyncio.sleep(0.1)

    def _under_way(self) -> int:
        with self.engine() as connection:
            count: int = connection.scalar(sa.select(sa.func.count()).select_from(rounds).where(~rounds.c.over)) or 0
            return count


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float) else f'"{value}"'
