"""Wakes a table when something is due there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from houseway.server.background import BackgroundTasks
from houseway.server.tables import clocks

Work = Callable[[], Coroutine[Any, Any, Any]]


class Alarm:
    """One alarm, which is set anew whenever the table has changed."""

    def __init__(self, tasks: BackgroundTasks, wake: Work) -> None:
        self._tasks = tasks
        self._wake = wake
        self._handle: asyncio.TimerHandle | None = None

    def set(self, due: float | None) -> None:
        """Wake the table at this moment; None: not at all."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if due is not None:
            self._handle = self._later(max(0.0, due - clocks.now()), self._wake)

    def retry(self, seconds: float, work: Work) -> None:
        """Do something after a pause, whatever the alarm is set to."""
        self._later(seconds, work)

    def _later(self, seconds: float, work: Work) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, lambda: self._tasks.spawn(work()))
