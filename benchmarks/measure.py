"""How things are timed: best of many short batches, because the machine is shared and its noise only ever adds."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path


def per_second(work: Callable[[int], object], *, batch: int, seconds: float = 3.0) -> float:
    """How often a second `work` (given a number that changes each time) is done, in the quietest batch."""
    best, number, end = float("inf"), 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(batch):
            work(number)
            number += 1
        best = min(best, time.perf_counter() - start)
    return batch / best


def command_seconds(*command: str, tries: int = 7) -> float:
    """How long a command takes from start to end, in the quietest try."""
    best = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def houseway_command() -> str:
    """The command as installed beside this Python."""
    return str(Path(sys.executable).with_name("houseway"))


def import_seconds(module: str, *, then: str = "") -> float:
    """What importing a module, and perhaps doing something with it, adds to starting Python."""
    begun = command_seconds(sys.executable, "-c", f"import {module}; {then}")
    return begun - command_seconds(sys.executable, "-c", "pass")
