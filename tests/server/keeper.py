"""A process that has loaded everything a server needs, and forks one whenever a test opens a house.

What a fork runs is `houseway serve` with its own files for what it says, as the command does; only the second and more
that Python takes to load it all is spent once. `test_serve` starts the command itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any


class Keeper:
    """The process, from the outside; started when it is first needed, and gone with the test run."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def ask(self, **question: Any) -> Any:
        with self._lock:
            if self._process is None:
                names = (name for name in os.environ if not name.startswith("HOUSEWAY_"))
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "tests.server.keeper"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=Path(__file__).parents[2],
                    env={name: os.environ[name] for name in names},
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            print(json.dumps(question), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())

    def serve(self, arguments: list[str], out: Path, err: Path, fault: Path | None) -> Forked:
        asked = {"arguments": arguments, "out": str(out), "err": str(err), "fault": str(fault) if fault else None}
        return Forked(self, self.ask(**asked))


class Forked:
    """A server that the keeper has forked, to be treated like a process of one's own."""

    def __init__(self, keeper: Keeper, pid: int) -> None:
        self._keeper = keeper
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        if self._status is None:
            self._status = self._keeper.ask(ended=self.pid)
        return self._status

    def wait(self, timeout: float) -> int:
        deadline = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("houseway serve", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def _fork(arguments: list[str], out: str, err: str, fault: str | None) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        for number, file, flags in ((0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY), (2, err, os.O_WRONLY)):
            os.dup2(os.open(file, flags), number)
        if fault:
            from tests.server.faulty import Fault, wrap

            wrap(Fault(Path(fault)))
        from houseway.cli.app import run

        status = run(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _ended(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def main() -> None:
    import houseway.cli.app
    import houseway.server.serving  # noqa: F401

    left = set()
    for line in sys.stdin:
        asked = json.loads(line)
        if "ended" in asked:
            answer = _ended(asked["ended"])
            if answer is not None:
                left.discard(asked["ended"])
        else:
            answer = _fork(**asked)
            left.add(answer)
        print(json.dumps(answer), flush=True)
    for pid in left:  # the test run is gone
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
