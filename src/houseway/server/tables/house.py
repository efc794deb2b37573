"""What all tables share: the books, the people, the visitors' connections, the meters."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol

import orjson
import structlog

from houseway.rules.game import Game
from houseway.rules.pot_game import PotGame
from houseway.server.money.ledger import BONUS, Entry, Ledger, pool, wallet
from houseway.server.people.people import People
from houseway.server.settings import Settings
from houseway.server.storage.idempotency import Answers
from houseway.server.storage.journal import Change, Journal

if TYPE_CHECKING:
    from houseway.server.web.connections import Hub

log = structlog.get_logger("tables")


class EdgesKnown(Protocol):
    def shown(self, game: Any) -> dict[str, Any]: ...


async def _first_thought(game: PotGame[Any]) -> None:
    from houseway.opponents import opponent  # heavy, and it may compile

    await asyncio.to_thread(opponent, "sharp", "prepare", game)


class House:
    """Handed to every table."""

    def __init__(self, settings: Settings, journal: Journal, ledger: Ledger, people: People, hub: Hub) -> None:
        self.settings = settings
        self.journal = journal
        self.ledger = ledger
        self.people = people
        self.hub = hub
        self.answers = Answers(journal)
        self.epoch = secrets.token_hex(6)
        self.at_tables: Counter[int] = Counter()  # everybody's chips on layouts and in stacks, as published
        self.edges: EdgesKnown | None = None
        self._prepared: dict[str, asyncio.Task[Any]] = {}  # the programs' first thoughts, by game
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do it beside; nobody's connection can cancel it, and a failure is logged."""
        task = self.beside(work)
        task.add_done_callback(_log_failure)
        return task

    def beside(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do it in a task of its own, whose result or failure is the caller's."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def programs_are_ready(self, game: PotGame[Any]) -> bool:
        """Whether programs can play without a long first thought; who asks first has them begin it, beside."""
        if game.id not in self._prepared:
            self._prepared[game.id] = self.spawn(_first_thought(game))
        return self._prepared[game.id].done()  # failed or not: nobody waits for ever for a program

    async def drain(self) -> None:
        """Wait for what is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
            for task in list(self._tasks):
                task.cancel()

    def name(self, person_id: int) -> str:
        person = self.people.person(person_id)
        return person.name if person else f"Person {person_id}"

    def wallet(self, person_id: int) -> int:
        return self.ledger.balance(wallet(person_id))

    # --- meters ---

    def meter(self, key: str) -> int:
        return self.ledger.balance(pool(key))

    def seed_meter(self, change: Change, game: Game[Any]) -> None:
        """A meter that nobody has seen before starts from its seed, out of the bonus bank."""
        key = meter_key(game)
        if key is not None and not self.ledger.balance(pool(key)):
            amount = game.meter_seed
            if amount:
                postings = ((BONUS, -amount), (pool(key), amount))
                change.entry(Entry(f"meter:{key}:{secrets.token_hex(8)}", "a progressive meter starts", postings))


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a task of the tables failed", error=repr(error), exc_info=error)


def meter_key(game: Any) -> str | None:
    """Tables with the same game and progressive share a meter."""
    if not isinstance(game, Game) or game.progressive is None:
        return None
    wager = game.progressive
    rate = game.meter_share(1_000_000)
    rules = [game.id, wager.id, wager.fixed, game.meter_seed, rate, list(wager.hands), str(wager.prizes)]
    return f"{game.id}:{hashlib.sha256(orjson.dumps(rules)).hexdigest()[:12]}"
