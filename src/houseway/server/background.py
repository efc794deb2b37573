"""Work that nobody waits for: tasks that outlive the request or connection that started them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

DRAIN_SECONDS = 0.5
log = structlog.get_logger("background")


class BackgroundTasks:
    """Tasks under way. No connection can cancel them, and the server waits for them before it stops."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run it to its end; a failure is logged."""
        task = self.run(work)
        task.add_done_callback(_log_failure)
        return task

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run it to its end; its result or failure is for the caller, who may stop waiting."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self) -> None:
        """Wait a moment for everything under way; then cancel it."""
        while self._tasks:
            await asyncio.wait(self._tasks, timeout=DRAIN_SECONDS)
            for task in list(self._tasks):
                task.cancel()


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a background task failed", error=repr(error), exc_info=error)
