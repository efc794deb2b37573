"""The house edge of every game in use, counted in the background and kept."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import structlog

from houseway.catalog import banked_ids, game_class
from houseway.errors import HousewayError
from houseway.game import Game, TableGame
from houseway.odds.solution import Solution
from houseway.server.refusals import Refusal

MOST_WAITING = 40  # games that wait to be counted: visitors may ask for any options
MOST_KNOWN = 2000
AGAIN_SECONDS = 600.0  # after a failure that is not in the rules
log = structlog.get_logger("edges")


class WagerEdge(NamedTuple):
    """Of one wager: what theory takes of a unit staked, and how far a result spreads."""

    edge: float
    standard_deviation: float


class Edges:
    """Exact edges by the rules' fingerprint. One thread counts, so that the tables keep their core."""

    def __init__(self, *, enabled: bool = True, again_seconds: float = AGAIN_SECONDS) -> None:
        self._enabled = enabled
        self._again = again_seconds
        self._known: dict[str, dict[str, WagerEdge]] = {}
        self._asked: dict[str, float] = {}  # in the order of asking: until when not to ask again
        self._waiting: set[Future[Any]] = set()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="odds")
        self._main: dict[str, str] = {}

    def start(self) -> None:
        """Count the games as their default editions have them."""
        if self._enabled:
            for game_id in banked_ids():
                self.ask(game_class(game_id).make())

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    def ask(self, game: TableGame[Any]) -> None:
        """Have a game counted, unless it is or was."""
        if not self._enabled or not isinstance(game, Game) or self._full:
            return
        if time.monotonic() < self._asked.get(game.fingerprint, -math.inf):
            return
        self._asked.pop(game.fingerprint, None)
        if len(self._asked) >= MOST_KNOWN:
            oldest = next(iter(self._asked))
            self._asked.pop(oldest)
            self._known.pop(oldest, None)
            self._main.pop(oldest, None)
        self._asked[game.fingerprint] = math.inf
        with contextlib.suppress(RuntimeError):  # closing
            self._noted(self._thread.submit(self._count, game))

    @property
    def _full(self) -> bool:
        return len(self._waiting) >= MOST_WAITING

    def _noted(self, work: Future[Any]) -> Future[Any]:
        self._waiting.add(work)
        work.add_done_callback(self._waiting.discard)
        return work

    def _count(self, game: Game[Any]) -> None:
        try:
            self._learn(game, solution_of(game))
        except HousewayError as error:  # the rules say so, and will say so again
            log.info("no exact odds", game=game.id, reason=str(error))
        except Exception:  # memory, a disk: not so for ever; but lobbies ask every second, and a fault stays one
            log.exception("odds could not be counted", game=game.id)
            self._asked[game.fingerprint] = time.monotonic() + self._again

    def _learn(self, game: Game[Any], solution: Solution) -> None:
        self._main[game.fingerprint] = solution.main.wager
        self._known[game.fingerprint] = {
            odds.wager: WagerEdge(float(odds.house_edge), odds.standard_deviation) for odds in solution.wagers
        }

    def wagers(self, game: TableGame[Any]) -> dict[str, WagerEdge]:
        """What is known of each wager; empty until it has been counted."""
        self.ask(game)
        return self._known.get(game.fingerprint, {})

    def main(self, game: TableGame[Any]) -> float | None:
        """The house edge of the main wager in percent, None until it is known."""
        return self.edge(game)[0]

    def edge(self, game: TableGame[Any]) -> tuple[float | None, dict[str, float]]:
        """In percent: the main wager's, and each side wager's."""
        found = {wager: 100 * item.edge for wager, item in self.wagers(game).items()}
        main = found.pop(self._main[game.fingerprint]) if found else None
        return main, found

    async def run(self, work: Any, *arguments: Any) -> Any:
        """Do long counting in the thread that counts; it is anybody's, so the line before it has an end."""
        if self._full:
            raise Refusal("busy", "Too much is being counted just now: ask again in a minute.", 503)
        return await asyncio.wrap_future(self._noted(self._thread.submit(work, *arguments)))


def solution_of(game: Game[Any], strategy: str = "optimal") -> Solution:
    from houseway.odds.cache import noting_compilation, solved

    with noting_compilation(game):
        return solved(game, strategy)
