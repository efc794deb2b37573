"""A real scheduler with real worker processes: identical totals, also when a worker is killed at work."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.sizes import sized

import houseway
from houseway.errors import HousewayError, OptionError
from houseway.odds.game_odds import Known
from houseway.rules.game import Decision
from houseway.simulation import Cluster, StrategyFile, simulate
from houseway.simulation.run import SPAN, plan_of, run
from houseway.simulation.sessions import SessionPlan, run_sessions

GAME = houseway.game("two-card-roo")
PATIENCE = 300  # seconds: more than any busy machine needs
ROUNDS = 6 * SPAN + 1_234


class Machines:
    """A scheduler and its workers, each a process of its own, as the `dask` commands start them."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes = [self.start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-show")]
        self.address = ""

    def start(self, command: str, *options: str) -> subprocess.Popen[bytes]:
        call = [sys.executable, "-m", "dask", command, *options]
        call += ["--scheduler-file", str(self.file), "--dashboard-address", ":0"]
        return subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def add_worker(self) -> subprocess.Popen[bytes]:
        deadline = time.monotonic() + PATIENCE
        while not self.address:
            assert time.monotonic() < deadline, "the scheduler has not come up"
            time.sleep(0.1)
            with contextlib.suppress(OSError, json.JSONDecodeError):  # not there yet, or not written to its end
                self.address = json.loads(self.file.read_text())["address"]
        # Without its nanny a killed worker stays dead.
        self.processes.append(self.start("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"))
        return self.processes[-1]

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    try:
        yield found
    finally:
        found.close()


@pytest.mark.slow
def test_a_killed_worker_costs_time_only(machines: Machines, tmp_path: Path) -> None:
    """And a killed scheduler costs what was under way: the checkpoint holds the rest."""
    doomed, survivor = machines.add_worker(), machines.add_worker()
    killed_at: list[int] = []

    def watch(done: int) -> None:
        if done and not killed_at:
            os.kill(doomed.pid, signal.SIGKILL)
            doomed.wait()
            killed_at.append(done)

    plan = plan_of(GAME, seed="cluster")
    with Cluster(address=machines.address) as cluster:
        cluster.client.wait_for_workers(2, timeout=PATIENCE)
        result = run(plan, ROUNDS, cluster=cluster, progress=watch)
    assert killed_at
    assert killed_at[0] < ROUNDS
    assert survivor.poll() is None
    assert result.rounds == ROUNDS
    assert result.tally == simulate(GAME, ROUNDS, seed="cluster").tally

    def end_all(done: int) -> None:
        if done > 12_345:
            machines.processes[0].kill()

    file = tmp_path / "kept.json"
    run(plan, 12_345, checkpoint=file)
    with Cluster(address=machines.address) as cluster, pytest.raises(HousewayError, match="The scheduler is gone"):
        run(plan, 100 * ROUNDS, cluster=cluster, checkpoint=file, progress=end_all)
    assert run(plan, ROUNDS, checkpoint=file).tally == result.tally


def my_own(known: Known) -> Decision:
    return Decision("low" if known.cards[0].rank > 6 else "high", key="position")


SOURCE = """
from houseway.rules.game import Decision

def decide(known):
    return Decision("low" if known.cards[0].rank > 6 else "high", key="position")
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", sized(quick=(), test=(2,), thorough=(1, 4)))
def test_workers_of_our_own(workers: int) -> None:
    """Rounds of several seats, a strategy from a file, a function, sessions: all as on this machine alone."""
    strategy = StrategyFile("mine.py", SOURCE)
    sitting = SessionPlan(plan=plan_of(GAME, seed="w", bet=500), length=200, bankroll=10_000)
    with Cluster(workers=workers) as cluster:
        rounds = [simulate(GAME, 300_000, seed="w", seats=2, strategy=strategy, cluster=cluster).tally]
        rounds.append(simulate(GAME, 300_000, seed="w", seats=2, strategy=my_own, cluster=cluster).tally)
        sessions = run_sessions(sitting, 3_000, cluster=cluster)[1].total
    here = simulate(GAME, 300_000, seed="w", seats=2, strategy=strategy).tally
    assert rounds == [here, here]
    assert sessions == run_sessions(sitting, 3_000, threads=2)[1].total


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.simulation.cluster.WAITING_SECONDS", 1)
    with (
        pytest.raises(HousewayError, match="No scheduler with workers answers"),
        Cluster(address="tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize("workers", [0, -1, 5000])
def test_bad_numbers_of_workers(workers: int) -> None:
    with pytest.raises(OptionError, match="1 to 1024 workers"):
        Cluster(workers=workers)
