"""A counting process and the line before it: it has an end, nobody takes all of it, and nothing is counted twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, NamedTuple

import structlog

from houseway.server.lab.frames import Answer
from houseway.server.lab.kept import Kept
from houseway.server.lab.process import CountingProcess
from houseway.server.refusals import Refusal

MOST_WAITING = 60  # of everybody
MOST_OF_PERSON = 4
MOST_OF_ADDRESS = 12  # of visitors without a name: a whole class may sit behind one address
IDLE_SECONDS = 600.0  # with nothing to do for so long, the process goes and gives its memory back
LOOK_SECONDS = 1.0  # how often it is looked whether who waits is still there
HOUSE = "house"
Key = tuple[Hashable, ...]
log = structlog.get_logger("lab")


class Asker(NamedTuple):
    """Who asks: `whose` share of the line it is, and whether they are `gone` by now. `admit` refuses who asks too often
    and is called only where something has to be counted."""

    whose: str
    gone: Callable[[], Awaitable[bool]] | None = None
    admit: Callable[[], None] = lambda: None


class _Work:
    """A job in the line, and how many wait for it."""

    def __init__(self) -> None:
        self.begun = False
        self.waiting = 0
        self.task: asyncio.Task[Answer] | None = None


class Line:
    """Jobs are done one at a time, first come, first served; who went away is passed over."""

    def __init__(self, kept: Kept[Key], *, niceness: int) -> None:
        self.process = CountingProcess(niceness=niceness)
        self._kept = kept
        self._turn = asyncio.Lock()
        self._under_way: dict[Key, _Work] = {}
        self._waiting: Counter[str] = Counter()
        self._rest: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def idle(self) -> bool:
        return not self._under_way

    async def stop(self) -> None:
        """Let go of everything at once: what was being counted is asked for again when the house is open again."""
        self._closing = True
        tasks: list[asyncio.Task[Any]] = [work.task for work in self._under_way.values() if work.task is not None]
        if self._rest is not None:
            tasks.append(self._rest)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.process.stop()

    async def answer(self, key: Key, job: dict[str, Any], asker: Asker, body: bytes = b"") -> Answer:
        """What the job comes to: from memory, together with others who wait for it, or worked out."""
        known = self._kept.get(key)
        if known is not None:
            return known
        self._check_room(asker.whose)
        work = self._under_way.get(key)
        if work is None:
            asker.admit()
            work = self._under_way[key] = _Work()
            work.task = asyncio.create_task(self._do(key, job, body, work), name=f"lab {job['kind']} {job['game']}")
        assert work.task is not None
        self._waiting[asker.whose] += 1
        work.waiting += 1
        try:
            await self._until_done(work.task, asker)
        finally:
            self._leave(asker.whose)
            work.waiting -= 1
            if not work.waiting and not work.begun and not work.task.done():
                self._forget(key, work)  # whoever asks from now on starts anew
                work.task.cancel()
        if work.task.cancelled():
            raise closing()
        return work.task.result()

    def _forget(self, key: Key, work: _Work) -> None:
        if self._under_way.get(key) is work:
            del self._under_way[key]

    def _leave(self, whose: str) -> None:
        self._waiting[whose] -= 1
        if not self._waiting[whose]:
            del self._waiting[whose]

    def _check_room(self, whose: str) -> None:
        if self._closing:
            raise closing()
        if whose == HOUSE:
            return
        most = MOST_OF_ADDRESS if whose.startswith("address ") else MOST_OF_PERSON
        if self._waiting[whose] >= most:
            raise Refusal("busy", "You wait for several counts already: ask again when they are there.", 503)
        if self._waiting.total() >= MOST_WAITING:
            raise Refusal("busy", "Too much is being counted just now: ask again in a minute.", 503)

    async def _until_done(self, task: asyncio.Task[Answer], asker: Asker) -> None:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_SECONDS if asker.gone else None)
            if not task.done() and asker.gone is not None and await asker.gone():
                raise Refusal("gone", "Nobody waits for this any more.", 503)

    async def _do(self, key: Key, job: dict[str, Any], body: bytes, work: _Work) -> Answer:
        try:
            async with self._turn:
                work.begun = True
                answer = await self.process.do(job, body)
        finally:
            self._forget(key, work)
            self._rest_later()
        if answer.fault:
            log.warning("no odds", game=job["game"], kind=job["kind"], reason=answer.fault)
        if answer.lasts:
            self._kept.put(key, answer)
        return answer

    def _rest_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._rest = None if self._closing else asyncio.create_task(self._resting())

    async def _resting(self) -> None:
        await asyncio.sleep(IDLE_SECONDS)
        async with self._turn:
            if self.idle:
                await self.process.stop()


def closing() -> Refusal:
    return Refusal("closing", "The server is closing: nothing was counted.", 503)
