"""Counting for visitors and for the house itself, in processes that step back behind the tables.

One process counts. Another one prices rules that are counted but for their pays: that takes no time, and does not wait
for the first.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from houseway.rules.game import Game
from houseway.server.lab.frames import Answer
from houseway.server.lab.kept import Kept
from houseway.server.lab.line import HOUSE, Asker, Key, Line
from houseway.server.lab.pays import shape_of
from houseway.server.odds.house_edges import Known, known_again
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings

MOST_KEPT_BYTES = 32_000_000
SPARE_SECONDS = 60.0  # beyond the estimate until a count is ended: kernels may have to be compiled first
PRICING_NICENESS = 5  # a price is a matter of milliseconds: it need not step back far


class Lab:
    """The processes, the lines before them, and what they answered."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.count_seconds
        self._kept: Kept[Key] = Kept(MOST_KEPT_BYTES)
        self.counting = Line(self._kept, niceness=settings.count_niceness)
        self.pricing = Line(self._kept, niceness=min(settings.count_niceness, PRICING_NICENESS))
        self._loop = asyncio.get_running_loop()
        self._preparing: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        await self.counting.stop()
        await self.pricing.stop()
        await asyncio.gather(*self._preparing, return_exceptions=True)

    async def ask(self, kind: str, game: Game[Any], asker: Asker, **more: str) -> bytes:
        """What a job of this kind comes to for these rules."""
        key = (kind, game.id, game.edition, game.fingerprint, *more.values())
        return _body(await self.counting.answer(key, self._job(kind, game, **more), asker))

    async def what_if(self, game: Game[Any], asker: Asker) -> bytes:
        """The odds of all wagers: priced at once where rules that differ in pays alone were counted before."""
        priced = await self._priced(game, asker)
        if priced:
            return priced
        found = await self.ask("wagers", game, asker)
        if self.counting.idle and self._counts(game) is None:
            task = asyncio.create_task(self._prepare(game), name=f"lab prepares {game.id}")
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)
        return found

    def edges(self, game: Game[Any]) -> Known:
        """The edges of a game for the house itself. Called in a thread, which waits."""
        asked = asyncio.run_coroutine_threadsafe(self.ask("edges", game, Asker(HOUSE)), self._loop)
        return known_again(asked.result())

    async def _priced(self, game: Game[Any], asker: Asker) -> bytes:
        counts = self._counts(game)
        if counts is None or not counts.body:
            return b""
        key = ("price", game.id, game.edition, game.fingerprint)
        return _body(await self.pricing.answer(key, self._job("price", game), asker, counts.body))

    async def _prepare(self, game: Game[Any]) -> None:
        """While somebody looks at these odds: what their next change of a pay will need."""
        with contextlib.suppress(Refusal):  # then changes are counted
            await self.counting.answer(("counts", *shape_of(game)), self._job("counts", game), Asker(HOUSE))
            await self._priced(game, Asker(HOUSE))

    def _counts(self, game: Game[Any]) -> Answer | None:
        return self._kept.get(("counts", *shape_of(game)))

    def _job(self, kind: str, game: Game[Any], **more: str) -> dict[str, Any]:
        rules = {"game": game.id, "edition": game.edition, "options": game.options.values()}
        limits = {"most_seconds": self._seconds, "limit_seconds": self._seconds + SPARE_SECONDS}
        return {"kind": kind, **rules, **limits, **more}


def _body(answer: Answer) -> bytes:
    if answer.code:
        raise Refusal(answer.code, answer.sentence, answer.status)
    return answer.body
