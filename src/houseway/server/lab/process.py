"""A counting process, from the house's side: started when it is first needed, and again after its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from typing import Any

import structlog

from houseway.server.lab.frames import Answer, job_frames, read_answer

LONGEST_SECONDS = 900.0  # from asking to the answer, however busy the machine is
TOO_LONG = Answer(code="too_costly", sentence="Counting these rules took too long, and was ended.", status=422)
DIED = Answer(code="busy", sentence="The counting ended before it was done: ask again.", status=503, lasts=False)
START = "import sys; from houseway.server.lab.worker import main; main(int(sys.argv[1]))"
log = structlog.get_logger("lab")


class CountingProcess:
    """Does one job at a time. It may die: of memory, of a game's fault, or because a job takes too long."""

    def __init__(self, *, niceness: int, longest_seconds: float = LONGEST_SECONDS) -> None:
        self._niceness = niceness
        self._longest = longest_seconds
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def do(self, job: dict[str, Any], body: bytes = b"") -> Answer:
        try:
            process = self._process
            if process is None or process.returncode is not None:  # somebody has ended it meanwhile
                process = await self._started()
        except OSError as error:  # no room for one more process
            log.warning("a counting process cannot be started", reason=str(error))
            return DIED
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(self._longest):
                process.stdin.write(job_frames(job, body))
                await process.stdin.drain()
                return await read_answer(process.stdout)
        except (TimeoutError, asyncio.CancelledError) as error:
            await self.stop()
            if isinstance(error, TimeoutError):  # perhaps because others had the cores: another time it may be done
                return TOO_LONG._replace(lasts=False)
            raise
        except (asyncio.IncompleteReadError, OSError):
            self._process = None
            status = await process.wait()
            log.warning("a counting process ended", status=status, game=job.get("game"), kind=job["kind"])
            return TOO_LONG if status == -getattr(signal, "SIGXCPU", 0) else DIED

    async def _started(self) -> asyncio.subprocess.Process:
        # It finds the same modules as the house; one thread, so that it never takes more than one core.
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NUMBA_NUM_THREADS": "1"}
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", START, str(self._niceness)), stdin=pipe, stdout=pipe, env=environment
        )
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
