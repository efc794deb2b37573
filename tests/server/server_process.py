"""The real server in a process of its own, as `houseway serve` starts it, on a real database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from tests.server.keeper import Forked, Keeper

from houseway.server.money.proof import prove_ledger
from houseway.server.storage.database import Database, parse_url
from houseway.server.storage.schema import rounds

LONG = 120.0  # seconds that nothing takes, however busy the machine is: then something is wrong
KEEPER = Keeper()
FAST: dict[str, Any] = {  # for crowds: tables go on by the clock, whoever has not looked
    "appointment_hours": 0,
    "betting_seconds": 0.3,
    "decision_seconds": 20,
    "showing_seconds": 0.4,
    "between_hands_seconds": 0.05,
    "grace_seconds": 20,
    "away_seconds": 30,
    "leave_seconds": 60,
    "program_seconds": 0.02,
    "new_guests": 100_000,
    "new_chips": 100_000,
    "new_imports": 100_000,
    "login_attempts": 10_000,
    "socket_messages": 10_000,
    "updates_per_second": 50,
    "count_odds": False,
    "count_niceness": 0,  # other tests would leave it nothing of the machine
    "connections_per_address": 1000,
    "header_seconds": 60,
    "body_seconds": 60,
    "first_message_seconds": 3600,
}
PATIENT: dict[str, Any] = {  # no clock that a test has to beat: tables go on when everybody is ready
    "betting_seconds": 3600,
    "decision_seconds": 3600,
    "showing_seconds": 3600,
    "between_hands_seconds": 3600,
    "words_seconds": 3600,
    "grace_seconds": 3600,
    "away_seconds": 3600,
    "leave_seconds": 3600,
}
_PORTS_EACH = 2500  # of every worker: what one of them has had and may want again, no other takes
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS = itertools.count(secrets.randbelow(_PORTS_EACH))
_TAKEN = "Address already in use"
_NO_BROWSER_GOES_TO = 10_080  # as another protocol's


def free_port() -> int:
    """A port below those that systems give to whoever asks for any: it is still free when a server is started again."""
    while True:
        port = 10_000 + _WORKER % 8 * _PORTS_EACH + next(_PORTS) % _PORTS_EACH
        with contextlib.suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", port))
            if port != _NO_BROWSER_GOES_TO:
                return port


def sync_url(database: str) -> str:
    """The same database for tests that look into it by themselves."""
    return database.replace("postgresql://", "postgresql+psycopg://")


class Guest:
    """An HTTP client with a session, which sends what the page sends."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=LONG)
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


class ServerProcess:
    """One server: started, killed, started again, on the same database and port."""

    def __init__(self, database: str, folder: Path, **settings: Any) -> None:
        self.database = database
        self.folder = folder
        self.settings = FAST | settings
        self.port = 0
        self.address = ""
        self.claim = ""
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.forked = False  # by the keeper, which is quicker
        self.fault: Path | None = None  # where a forked server reads when to kill itself; None: it does not
        self._starts = 0

    def command(self) -> list[str]:
        config = self.folder / "house.toml"
        lines = [f"{name} = {_toml(value)}" for name, value in self.settings.items()]
        config.write_text("\n".join(lines) + "\n")
        return [
            *("serve", "--no-open", "--config", str(config)),
            *("--port", str(self.port), "--database", self.database, "--data-dir", str(self.folder)),
        ]

    def open(self, seconds: float = LONG) -> ServerProcess:
        """Start it: again on its own port, once that is free, or first on any port that nobody takes meanwhile."""
        deadline, again = time.monotonic() + seconds, bool(self.port)
        while True:
            self.port = self.port if again else free_port()
            try:
                return self._open(deadline)
            except RuntimeError as error:
                if _TAKEN not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _open(self, deadline: float) -> ServerProcess:
        self._starts += 1
        self.out, self.err = self.folder / f"out{self._starts}.txt", self.folder / f"err{self._starts}.txt"
        self.out.touch()
        self.err.touch()
        self.process = self._forked() if self.forked else self._started()
        while "Ctrl-C closes it." not in (said := self.out.read_text()):  # the last of what it has to say
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The server did not start: {said} {self.err.read_text()}")
            time.sleep(0.02)
        found = re.search(r"open at (http://\S+?:(\d+))\s", said)
        assert found is not None, said
        self.address, self.port = f"http://127.0.0.1:{found[2]}", int(found[2])
        if link := re.search(r"/claim/(\S+)", said):
            self.claim = link[1]
        return self

    def _started(self) -> subprocess.Popen[bytes]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("HOUSEWAY_")}
        command = [sys.executable, "-m", "houseway", *self.command()]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            return subprocess.Popen(command, stdout=out, stderr=err, env=environment)

    def _forked(self) -> Forked:
        return KEEPER.serve(self.command(), self.out, self.err, self.fault)

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
        return self.ended()

    def ended(self) -> int:
        """Wait for the server's end, and until the database knows of it; gives the exit status."""
        assert self.process is not None
        status = self.process.wait(LONG)
        self.process = None
        deadline = time.monotonic() + LONG
        while self._held():
            assert time.monotonic() < deadline, "the database still has the lock of a server that is gone"
            time.sleep(0.02)
        return status

    def _held(self) -> bool:
        """Whether PostgreSQL has not yet noticed that the server is gone: another would be refused."""
        if not self.database.startswith("postgresql"):
            return False
        here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        query = sa.text(f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND {here}")  # noqa: S608
        with self.engine() as connection:
            return bool(connection.scalar(query))

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

    def wrong(self) -> dict[str, list[str]]:
        """What `houseway ledger check` finds wrong, proof by proof, without the command."""

        async def proofs() -> dict[str, list[str]]:
            database = Database(parse_url(self.database))
            try:
                return {proof.title: proof.wrong for proof in await prove_ledger(database) if proof.wrong}
            finally:
                await database.close()

        return asyncio.run(proofs())

    @contextlib.contextmanager
    def engine(self) -> Iterator[sa.Connection]:
        """A connection of the test's own."""
        engine = sa.create_engine(sync_url(self.database))
        try:
            with engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    async def quiet(self, seconds: float = LONG) -> None:
        """Wait until no round is under way."""
        deadline = time.monotonic() + seconds
        while self._under_way():
            assert time.monotonic() < deadline, "rounds are still under way"
            await asyncio.sleep(0.05)

    def _under_way(self) -> int:
        with self.engine() as connection:
            count: int = connection.scalar(sa.select(sa.func.count()).select_from(rounds).where(~rounds.c.over)) or 0
            return count


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float) else f'"{value}"'
