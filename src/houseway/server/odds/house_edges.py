"""The house edge of every game in use, counted in the background and kept."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import orjson
import structlog

from houseway.catalog import banked_ids, game_class
from houseway.errors import HousewayError
from houseway.odds.solution import Solution
from houseway.rules.game import Game, TableGame
from houseway.server.protocol.table_state import EdgeShown, OddsState
from houseway.server.refusals import Refusal

MOST_KNOWN = 2000
AGAIN_SECONDS = 600.0  # after a failure that is not in the rules
SOON_SECONDS = 5.0  # after a visitor's place in the queue was refused
NOT_NOW = (429, 503)  # the statuses of refusals that say nothing about the rules
LONG_SECONDS = 300.0  # nobody is told for longer than this that the odds are about to come
log = structlog.get_logger("edges")


class WagerEdge(NamedTuple):
    """Of one wager: what theory takes of a unit staked, and how far a result spreads."""

    edge: Fraction
    standard_deviation: float


class Known(NamedTuple):
    """What was counted of a game."""

    main: str
    wagers: dict[str, WagerEdge]
    estimated: bool  # whether deals were sampled instead of counted


class Edges:
    """House edges by the rules' fingerprint. `count` works them out in whatever order it sees fit; it is told the
    address of the visitor who asks, or nothing where the house does."""

    def __init__(
        self,
        count: Callable[[Game[Any], str], Awaitable[Known]],
        *,
        enabled: bool = True,
        again_seconds: float = AGAIN_SECONDS,
        long_seconds: float = LONG_SECONDS,
    ) -> None:
        self._enabled = enabled
        self._counted = count
        self._again = again_seconds
        self._long = long_seconds
        self._known: dict[str, Known] = {}
        self._none: dict[str, str] = {}  # why there are no odds, for visitors
        self._asked: dict[str, float] = {}  # in the order of asking: until when not to ask again
        self._since: dict[str, float] = {}  # when the counting of what is not known yet was asked for
        self._waiting: set[asyncio.Task[None]] = set()
        self.on_answer: Callable[[Game[Any]], None] = lambda game: None  # its odds are known, or why there are none

    def start(self) -> None:
        """Count the games as their default editions have them."""
        if self._enabled:
            for game_id in banked_ids():
                try:
                    self.ask(game_class(game_id).make())
                except Exception:  # of rules that somebody else wrote: the other games are counted all the same
                    log.exception("a game cannot be made", game=game_id)

    def stop(self) -> None:
        self._enabled = False
        for task in self._waiting:
            task.cancel()

    def ask(self, game: TableGame[Any], address: str = "") -> None:
        """Have a game counted, unless it is or was."""
        if not self._enabled or not isinstance(game, Game):
            return
        if time.monotonic() < self._asked.get(game.fingerprint, -math.inf):
            return
        self._asked.pop(game.fingerprint, None)
        if len(self._asked) >= MOST_KNOWN:
            oldest = next((old for old in self._asked if old not in self._since), "")  # those in `_since` are queued
            self._asked.pop(oldest, None)
            self._known.pop(oldest, None)
            self._none.pop(oldest, None)
        self._asked[game.fingerprint] = math.inf
        self._none.pop(game.fingerprint, None)
        self._since[game.fingerprint] = time.monotonic()
        task = asyncio.get_running_loop().create_task(self._count(game, address), name=f"edge of {game.id}")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _count(self, game: Game[Any], address: str) -> None:
        try:
            self._known[game.fingerprint] = await self._counted(game, address)
        except HousewayError as error:  # the rules say so, and will say so again
            busy = isinstance(error, Refusal) and error.status in NOT_NOW
            if busy:
                self._asked[game.fingerprint] = time.monotonic() + (SOON_SECONDS if address else self._again)
            if busy and address:
                return  # it says nothing about the rules
            log.info("no odds", game=game.id, reason=str(error))
            too_large = isinstance(error, Refusal) and error.code == "too_costly"
            self._none[game.fingerprint] = too_large_to_count(game) if too_large else no_odds(game)
        except Exception:  # memory, a disk: not so for ever; but lobbies ask every second, and a fault stays one
            log.exception("odds could not be counted", game=game.id)
            self._none[game.fingerprint] = no_odds(game)
            self._asked[game.fingerprint] = time.monotonic() + self._again
        finally:
            self._since.pop(game.fingerprint, None)
        self.on_answer(game)

    def wagers(self, game: TableGame[Any]) -> dict[str, WagerEdge]:
        """What is known of each wager; empty until it has been counted."""
        self.ask(game)
        known = self._known.get(game.fingerprint)
        return known.wagers if known else {}

    def known(self, game: TableGame[Any]) -> Known | None:
        """What was counted of a game; None until it has been."""
        self.ask(game)
        return self._known.get(game.fingerprint)

    def shown(self, game: TableGame[Any], address: str = "") -> EdgeShown:
        """The house edge of the main wager in percent, None while it is not known, and how it stands with the odds:
        they are `known`, still `counting`, or there are `none`, with the reason in a sentence."""
        self.ask(game, address)
        known = self._known.get(game.fingerprint)
        if known is not None:
            edge = 100 * known.wagers[known.main].edge
            return {"house_edge_percent": float(edge), "odds": _state("known", estimated=known.estimated)}
        if not isinstance(game, Game):
            return {"house_edge_percent": None, "odds": _state("none", no_odds(game))}
        reason = self._none.get(game.fingerprint, "") if self._enabled else "House edges are not counted here."
        if time.monotonic() - self._since.get(game.fingerprint, math.inf) > self._long:
            reason = f"The odds of {game.name} with these rules take long to count: they are shown when they are there."
        return {"house_edge_percent": None, "odds": _state("none" if reason else "counting", reason)}

    def sides(self, game: TableGame[Any]) -> dict[str, float]:
        """The house edge of each side wager in percent, as far as known."""
        known = self._known.get(game.fingerprint)
        if known is None:
            return {}
        return {wager: float(100 * item.edge) for wager, item in known.wagers.items() if wager != known.main}


def no_odds(game: TableGame[Any]) -> str:
    """What a visitor is told of a game without odds; what exactly is wrong is for the log."""
    if not isinstance(game, Game):
        return f"{game.name} is played among players: its odds depend on how they play."
    return f"There are no odds of {game.name} with these rules: they could not be counted."


def too_large_to_count(game: TableGame[Any]) -> str:
    return f"The odds of {game.name} with these rules are not counted here: the calculation is too large."


def known_of(solution: Solution) -> Known:
    wagers = {odds.wager: WagerEdge(Fraction(odds.house_edge), odds.standard_deviation) for odds in solution.wagers}
    return Known(solution.main.wager, wagers, solution.estimated)


def known_text(known: Known) -> bytes:
    """Write what was counted for another process; fractions as text."""
    return json.dumps(known, default=str).encode()


def known_again(text: bytes) -> Known:
    """Read what another process wrote with `known_text`."""
    main, wagers, estimated = orjson.loads(text)
    return Known(
        main, {name: WagerEdge(Fraction(edge), deviation) for name, (edge, deviation) in wagers.items()}, estimated
    )


def _state(state: Literal["known", "counting", "none"], reason: str = "", *, estimated: bool = False) -> OddsState:
    return {"state": state, "reason": reason, "estimated": estimated}
