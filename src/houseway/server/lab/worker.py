"""A counting process: takes one job after the other from its standard input, for as long as the house is there."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

import orjson

from houseway.server.lab.frames import answer_frames, read_frame
from houseway.server.lab.jobs import answered


def main(niceness: int) -> None:
    step_back(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which then closes the pipe
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, frames), daemon=True).start()
    while True:
        job, body = orjson.loads(frames.get()), frames.get()
        limit_time(job["limit_seconds"])
        answers.write(answer_frames(answered(job, body)))
        answers.flush()


def _read(pipe: BinaryIO, frames: queue.SimpleQueue[bytes]) -> None:
    while (frame := read_frame(pipe)) is not None:
        frames.put(frame)
    os._exit(0)  # the house is gone, whatever is being counted


def step_back(niceness: int) -> None:
    """Whatever else wants a core gets it first; and where memory runs out, this process goes and not the house."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit_time(seconds: float) -> None:
    """The system ends the process when it has worked for so much longer. Waiting for a core is not counted."""
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + seconds), most))
