"""Counting for visitors and for the house itself, in processes that step back behind the tables.

One process does what takes milliseconds: it prices rules that are counted but for their pays, and reads files. Two
count: one takes short jobs first and never a long one, so that a short job never waits for a report; the other takes
the house's own figures first and then long jobs, so that short ones never hold up a report for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from houseway.rules.game import Game
from houseway.server.lab.frames import Answer
from houseway.server.lab.kept import Kept
from houseway.server.lab.line import Asker, JobQueue, Key, Rank, Worker
from houseway.server.lab.pays import shape_of
from houseway.server.lab.process import DIED, TOO_LONG, CountingProcess
from houseway.server.odds.house_edges import Known, known_again
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings

MOST_KEPT_BYTES = 32_000_000
SPARE_SECONDS = 60.0  # beyond the estimate until a count is ended: kernels may have to be compiled first
QUICK_NICENESS = 5  # a matter of milliseconds need not step back far
CALL_SECONDS = 20.0
FILE_NOT_READ = {
    TOO_LONG.code: "The file could not be read in time.",
    DIED.code: "The file could not be read: the process that reads it ended. Try again.",
}
HOUSE = Asker()
RANKS = {
    "price": Rank.QUICK,
    "call": Rank.QUICK,
    "edges": Rank.HOUSE,
    "wagers": Rank.SHORT,
    "odds": Rank.SHORT,
    "counts": Rank.LONG,
    "report": Rank.LONG,
}


class Lab:
    """The processes, the queue before them, and what they answered."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.count_seconds
        self._kept: Kept[Key] = Kept(MOST_KEPT_BYTES)
        niceness = settings.count_niceness
        self.queue = JobQueue(
            self._kept,
            [
                Worker(CountingProcess(niceness=min(niceness, QUICK_NICENESS)), Rank.QUICK),
                Worker(CountingProcess(niceness=niceness), Rank.SHORT, Rank.HOUSE),
                Worker(CountingProcess(niceness=niceness), Rank.HOUSE, Rank.LONG, Rank.SHORT),
            ],
        )
        self._preparing: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        await self.queue.stop()
        await asyncio.gather(*self._preparing, return_exceptions=True)

    async def ask(self, kind: str, game: Game[Any], asker: Asker, **more: str) -> bytes:
        """What a job of this kind comes to for these rules."""
        key = (kind, game.id, game.edition, game.fingerprint, *more.values())
        return _body(await self._answer(key, kind, game, asker, more=more))

    async def what_if(self, game: Game[Any], asker: Asker) -> bytes:
        """The odds of all wagers: priced at once where rules that differ in pays alone were counted before."""
        priced = await self._priced(game, asker)
        if priced:
            return priced
        found = await self.ask("wagers", game, asker)
        if self.queue.idle and self._counts(game) is None:
            task = asyncio.create_task(self._prepare(game), name=f"lab prepares {game.id}")
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)
        return found

    async def edges(
        self, game: Game[Any], address: str = "", check_rate: Callable[[str], None] = lambda key: None
    ) -> Known:
        """The edges of a game, for the house itself or for a visitor's address, which may not ask too often."""
        asker = Asker(address, admit=lambda: check_rate(f"address {address}")) if address else HOUSE
        return known_again(await self.ask("edges", game, asker))

    async def call(self, function: Callable[[bytes], bytes], body: bytes, asker: Asker) -> bytes:
        """Return what a function makes of a visitor's file, in the process for quick jobs, so that the server itself
        never needs the memory. One at a time for a person."""
        where = (function.__module__, function.__qualname__)
        message = {"kind": "call", "function": where, "limit_seconds": CALL_SECONDS}
        answer = await self.queue.answer((*where, asker.person_id), RANKS["call"], message, asker, body)
        return _body(answer._replace(sentence=FILE_NOT_READ.get(answer.code, answer.sentence)))

    async def _priced(self, game: Game[Any], asker: Asker) -> bytes:
        counts = self._counts(game)
        if counts is None or not counts.body:
            return b""
        key = ("price", game.id, game.edition, game.fingerprint)
        return _body(await self._answer(key, "price", game, asker, counts.body))

    async def _prepare(self, game: Game[Any]) -> None:
        """While somebody looks at these odds: what their next change of a pay will need."""
        with contextlib.suppress(Refusal):  # then changes are counted
            await self._answer(("counts", *shape_of(game)), "counts", game, HOUSE)
            await self._priced(game, HOUSE)

    def _counts(self, game: Game[Any]) -> Answer | None:
        return self._kept.get(("counts", *shape_of(game)))

    async def _answer(
        self,
        key: Key,
        kind: str,
        game: Game[Any],
        asker: Asker,
        body: bytes = b"",
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        rules = {"game": game.id, "edition": game.edition, "options": game.options.values()}
        limits = {"most_seconds": self._seconds, "limit_seconds": self._seconds + SPARE_SECONDS}
        rank = Rank.SHORT if kind == "edges" and asker.address else RANKS[kind]
        return await self.queue.answer(key, rank, {"kind": kind, **rules, **limits, **more}, asker, body)


def _body(answer: Answer) -> bytes:
    if answer.code:
        raise Refusal(answer.code, answer.sentence, answer.status)
    return answer.body
