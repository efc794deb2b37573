"""Exercises are made and graded in threads: the tables go on meanwhile, and nobody takes all of the machine."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import structlog

from houseway.errors import HousewayError
from houseway.server.refusals import Refusal
from houseway.train.forms import AnswerError

MOST_WAITING = 60  # pieces of work, of everybody
MOST_OF_PERSON = 4
MOST_OF_ADDRESS = 20  # of visitors without a name: a whole class may sit behind one address
log = structlog.get_logger("training")
T = TypeVar("T")
Line = Literal["dealer", "player", "exam"]


class Workers:
    """Threads for each line of work. A player's exercise may wait until the odds of its rules are counted, and choosing
    the exercises of an exam takes seconds; a dealer's exercise waits for neither."""

    def __init__(self) -> None:
        self._threads: dict[Line, ThreadPoolExecutor] = {
            "dealer": ThreadPoolExecutor(max_workers=2, thread_name_prefix="train-dealer"),
            "player": ThreadPoolExecutor(max_workers=1, thread_name_prefix="train-player"),
            "exam": ThreadPoolExecutor(max_workers=1, thread_name_prefix="train-exam"),
        }
        self._waiting: Counter[str] = Counter()  # by whose work it is

    def stop(self) -> None:
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, line: Line, whose: str, work: Callable[..., T], *arguments: Any) -> T:
        """Do the work in a thread. What the rules or a form refuse is the asker's mistake; anything else is logged."""
        most = MOST_OF_ADDRESS if whose.startswith("address ") else MOST_OF_PERSON
        if self._waiting[whose] >= most or self._waiting.total() >= MOST_WAITING:
            raise Refusal("busy", "Too many exercises are being made just now: try again in a moment.", 503)
        self._waiting[whose] += 1
        try:
            loop = asyncio.get_running_loop()
            # Somebody who goes away does not make room for more: the thread works on.
            done = loop.run_in_executor(self._threads[line], work, *arguments)
            done.add_done_callback(lambda _: self._done(whose))
        except RuntimeError:  # closing
            self._done(whose)
            raise Refusal("closing", "The server is closing: nothing was changed.", 503) from None
        try:
            return await asyncio.shield(done)
        except AnswerError as error:
            raise Refusal("no_answer", str(error), 422) from None
        except HousewayError:
            raise
        except Exception as error:  # whatever is wrong with a game's exercises, the others go on
            log.exception("an exercise failed", error=repr(error))
            raise Refusal(
                "no_exercise", "There is no such exercise with these rules: it could not be made.", 422
            ) from None

    def _done(self, whose: str) -> None:
        self._waiting[whose] -= 1
        if self._waiting[whose] <= 0:
            del self._waiting[whose]
