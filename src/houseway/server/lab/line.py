"""The queue before the counting processes: fair to every address, with a bounded wait, and nothing is counted twice.

Each worker takes jobs by rank, in an order of its own. Within a rank addresses take turns, so it does not matter how
many guests one address makes. A short job that turns out to be long is queued again, as a long one.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Container, Hashable, Sequence
from enum import Enum
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

import structlog

from houseway.server.lab.frames import Answer
from houseway.server.lab.kept import Kept
from houseway.server.lab.process import DIED, TOO_LONG, CountingProcess
from houseway.server.refusals import Refusal

MOST_OF_PERSON = 4
MOST_OF_ADDRESS = 12  # of all people there: a whole class may sit behind one address
FIRST_SECONDS = 20.0  # of one core: a job of the house or a short one that takes longer becomes a long one
WAIT_SECONDS = 180.0  # until a visitor's job begins: longer waits are refused
IDLE_SECONDS = 600.0  # without a job, a process ends and gives its memory back
LOOK_SECONDS = 1.0  # how often it is checked whether visitors are still there
Key = tuple[Hashable, ...]
log = structlog.get_logger("lab")


class Rank(Enum):
    """What a job is for."""

    QUICK = 0  # milliseconds
    HOUSE = 1
    SHORT = 2
    LONG = 3


GUESSED_SECONDS = {Rank.QUICK: 0.1, Rank.HOUSE: 5.0, Rank.SHORT: 5.0, Rank.LONG: 40.0}  # until one was measured


class Asker(NamedTuple):
    """Who asks: their address (empty for the house itself), their person ID, and whether they are `gone` by now.
    `admit` refuses those who ask too often; it is called only if something has to be counted."""

    address: str = ""
    person_id: int | None = None
    gone: Callable[[], Awaitable[bool]] | None = None
    admit: Callable[[], None] = lambda: None


class Worker:
    """A process, and the ranks that it takes jobs of, in this order."""

    def __init__(self, process: CountingProcess, *ranks: Rank) -> None:
        self.process = process
        self.ranks = ranks
        self.wake = asyncio.Event()
        self.turn: tuple[str, _Job] | None = None  # the address and the job that it works on


class _Job:
    """What is to be done, and how many wait for it."""

    def __init__(self, key: Key, rank: Rank, message: dict[str, Any], body: bytes) -> None:
        self.key, self.rank, self.message, self.body = key, rank, message, body
        self.waiting = 0
        self.begun: float | None = None
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    @property
    def kind(self) -> tuple[str, str]:
        return self.message["kind"], self.message.get("game", "")

    @property
    def is_open(self) -> bool:
        """Whether it has to be done: others may have begun it, or everybody may have left."""
        return self.begun is None and self.waiting > 0


Turns = dict[Rank, OrderedDict[str, deque[_Job]]]  # of each rank, the jobs of each address


def take_turn(
    turns: Turns, ranks: Sequence[Rank], running: Container[tuple[Rank, str]], begun: Container[_Job] = ()
) -> tuple[str, _Job] | None:
    """Remove and return the next job, and its address, for a worker that takes these ranks. An address has one job of
    a rank `running` at a time, the house any number. A job that several addresses wait for is in all their queues: it
    may have begun, or have another rank by now."""
    for rank in ranks:
        for address in list(turns[rank]):
            if address and (rank, address) in running:
                continue
            jobs = turns[rank].pop(address)
            while jobs and (not jobs[0].is_open or jobs[0].rank is not rank or jobs[0] in begun):
                jobs.popleft()
            if not jobs:
                continue
            job = jobs.popleft()
            if jobs:
                turns[rank][address] = jobs  # behind the others
            return address, job
    return None


class JobQueue:
    """Gives jobs to the workers, and answers to those who wait for them."""

    def __init__(self, cached: Kept[Key], workers: Sequence[Worker]) -> None:
        self.workers = workers
        self._cached = cached
        self._jobs: dict[Key, _Job] = {}  # waiting or under way
        self._turns: Turns = {rank: OrderedDict() for rank in Rank}
        self._places: Counter[str | int] = Counter()  # of addresses and people
        self._seconds: dict[tuple[str, str], float] = {}  # measured, by the kind of a job and its game
        self._closing = False
        self._tasks = [asyncio.create_task(self._work(worker), name="lab worker") for worker in workers]

    @property
    def idle(self) -> bool:
        return not self._jobs

    async def stop(self) -> None:
        """Let go of everything at once: it is asked for again when the house is open again."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        for job in self._jobs.values():
            job.answer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.process.stop()

    async def answer(self, key: Key, rank: Rank, message: dict[str, Any], asker: Asker, body: bytes = b"") -> Answer:
        """The answer to a job: from the cache, together with others who wait for it, or worked out."""
        if (known := self._cached.get(key)) is not None:
            return known
        self._check_places(asker)
        job = self._jobs.get(key)
        if job is None:
            self._check_wait(rank, asker.address)
            asker.admit()
            job = self._jobs[key] = _Job(key, rank, message, body)
        own: list[str | int] = [asker.address] if asker.person_id is None else [asker.address, asker.person_id]
        self._places.update(own)
        job.waiting += 1
        if job.begun is None:
            self._enqueue(job, asker.address)
        try:
            await self._until_done(job, asker)
        finally:
            self._places.subtract(own)
            self._places += Counter()  # drop those without a place
            job.waiting -= 1
            if not job.waiting and job.begun is None:
                self._jobs.pop(key, None)  # whoever asks from now on starts anew
        if job.answer.cancelled():
            raise closing()
        return job.answer.result()

    def _enqueue(self, job: _Job, address: str) -> None:
        jobs = self._turns[job.rank].setdefault(address, deque())
        if job not in jobs:
            jobs.append(job)
        self._wake()

    def _wake(self) -> None:
        for worker in self.workers:
            worker.wake.set()

    # --- limits ---

    def _check_places(self, asker: Asker) -> None:
        if self._closing:
            raise closing()
        if not asker.address:
            return
        for places, most, who in (
            (self._places[asker.person_id] if asker.person_id is not None else 0, MOST_OF_PERSON, "You already have"),
            (self._places[asker.address], MOST_OF_ADDRESS, "Your address already has"),
        ):
            if places >= most:
                raise Refusal("busy", f"{who} {most} calculations queued. Try again when one finishes.", 503)

    def _check_wait(self, rank: Rank, address: str) -> None:
        if address and (seconds := self.expected_wait(rank, address)) > WAIT_SECONDS:
            raise too_long_a_wait(seconds)

    def expected_wait(self, rank: Rank, address: str) -> float:
        """Seconds until a new job would begin, if every job takes as long as was measured: the queue is played through
        on a copy."""
        new = _Job((), rank, {}, b"")
        new.waiting = 1
        turns: Turns = {
            each: OrderedDict((whose, deque(jobs)) for whose, jobs in self._turns[each].items()) for each in Rank
        }
        turns[rank].setdefault(address, deque()).append(new)
        running = {worker: (worker.turn[1].rank, worker.turn[0]) for worker in self.workers if worker.turn is not None}
        ends = [(self._left(worker), number) for number, worker in enumerate(self.workers) if worker in running]
        heapify(ends)
        now, begun = 0.0, set[_Job]()
        while new not in begun:
            for number, worker in enumerate(self.workers):
                if worker in running or (turn := take_turn(turns, worker.ranks, running.values(), begun)) is None:
                    continue
                whose, job = turn
                begun.add(job)
                if job is new:
                    break
                running[worker] = job.rank, whose
                heappush(ends, (now + self._expected(job), number))
            else:
                now, number = heappop(ends)
                del running[self.workers[number]]
        return now

    def _left(self, worker: Worker) -> float:
        assert worker.turn is not None
        job = worker.turn[1]
        return 0.0 if job.begun is None else max(0.0, self._expected(job) - (time.monotonic() - job.begun))

    def _expected(self, job: _Job) -> float:
        return self._seconds.get(job.kind, GUESSED_SECONDS[job.rank])

    async def _until_done(self, job: _Job, asker: Asker) -> None:
        joined = time.monotonic()
        while not job.answer.done():
            await asyncio.wait({job.answer}, timeout=LOOK_SECONDS if asker.gone else None)
            if job.answer.done() or asker.gone is None:
                continue
            if await asker.gone():
                raise Refusal("gone", "The visitor has disconnected.", 503)
            if job.begun is None and time.monotonic() - joined > WAIT_SECONDS:
                raise waited_too_long()

    # --- the workers ---

    async def _work(self, worker: Worker) -> None:
        while True:
            worker.wake.clear()
            worker.turn = self._next(worker)
            if worker.turn is not None:
                await self._do(worker.process, *worker.turn)
                worker.turn = None
                self._wake()  # the next job of the same address may begin
                continue
            try:
                async with asyncio.timeout(IDLE_SECONDS if worker.process.pid is not None else None):
                    await worker.wake.wait()
            except TimeoutError:
                await worker.process.stop()

    def _next(self, worker: Worker) -> tuple[str, _Job] | None:
        running = {(other.turn[1].rank, other.turn[0]) for other in self.workers if other.turn is not None}
        return take_turn(self._turns, worker.ranks, running)

    async def _do(self, process: CountingProcess, address: str, job: _Job) -> None:
        job.begun = time.monotonic()
        message = job.message
        may_move = job.rank in (Rank.HOUSE, Rank.SHORT) and message["limit_seconds"] > FIRST_SECONDS
        try:
            answer = await process.do(message | {"limit_seconds": FIRST_SECONDS} if may_move else message, job.body)
        except Exception as error:  # a fault of ours: the worker goes on
            log.exception("a job failed", error=repr(error))
            answer = DIED
        if may_move and answer == TOO_LONG:
            job.rank, job.begun = Rank.LONG, None
            if job.waiting:
                self._enqueue(job, address)
            else:
                self._jobs.pop(job.key, None)
        else:
            self._finish(job, answer)

    def _finish(self, job: _Job, answer: Answer) -> None:
        assert job.begun is not None
        took, before = time.monotonic() - job.begun, self._seconds.get(job.kind)
        self._seconds[job.kind] = took if before is None else before + (took - before) / 4
        self._jobs.pop(job.key, None)
        if answer.fault:
            log.warning("no odds", game=job.message.get("game"), kind=job.message["kind"], reason=answer.fault)
        if answer.lasts and job.message["kind"] != "call":  # its key does not name the bytes
            self._cached.put(job.key, answer)
        if not job.answer.done():
            job.answer.set_result(answer)


def too_long_a_wait(seconds: float) -> Refusal:
    from houseway.odds.cost import span

    return Refusal("busy", f"The calculations queued before yours take about {span(seconds)}. Try again then.", 503)


def waited_too_long() -> Refusal:
    from houseway.odds.cost import span

    return Refusal(
        "busy", f"Your calculation has not begun after {span(WAIT_SECONDS)}: the queue is slow. Try again later.", 503
    )


def closing() -> Refusal:
    return Refusal("closing", "The server is closing: nothing was counted.", 503)
