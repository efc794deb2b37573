"""Opponents played by the program, who keep people company at tables among players."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from houseway.opponents import KINDS, Opponent, opponent
from houseway.rules.pot_game import PotGame
from houseway.server.background import BackgroundTasks
from houseway.server.people.people import People, Person
from houseway.table.pot_view import PotView

NAMES = ("Ada", "Blaise", "Carla", "Dorian", "Emmy", "Felix")


class Programs:
    """The people that the program plays, and whether it has prepared for a game."""

    def __init__(self, people: People, tasks: BackgroundTasks) -> None:
        self.people: list[Person] = []
        self._everybody = people
        self._tasks = tasks
        self._prepared: dict[str, asyncio.Task[Any]] = {}  # by game

    async def register(self) -> None:
        """Give them names in the database, once."""
        if not self.people:
            self.people = [await self._everybody.make_program(name) for name in NAMES]

    def ready(self, game: PotGame[Any]) -> bool:
        """Whether they can play without a long first thought; the first to ask makes them begin it."""
        if game.id not in self._prepared:
            self._prepared[game.id] = self._tasks.spawn(_first_thought(game))
        return self._prepared[game.id].done()  # failed or not: nobody waits for ever for a program


class ProgramPlayers:
    """The programs at one table, by seat."""

    def __init__(self) -> None:
        self._players: dict[int, Opponent] = {}

    def decide(self, number: int, kind: str, view: PotView) -> tuple[str, int]:
        """What the program in this seat does, and to which total it bets or raises."""
        if number not in self._players:
            self._players[number] = opponent(kind, secrets.token_hex(16))
        return self._players[number].decide(view)

    def leave(self, number: int) -> None:
        self._players.pop(number, None)


def kind_of(person: Person) -> str:
    """How a program plays: always the same way under the same name."""
    return list(KINDS)[person.id % len(KINDS)]


async def _first_thought(game: PotGame[Any]) -> None:
    await asyncio.to_thread(opponent, "sharp", "prepare", game)  # it may compile
