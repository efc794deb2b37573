"""What a table was opened with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.rules.game import TableGame
from houseway.rules.limits import Limits


@dataclass(frozen=True)
class TableSetup:
    """A table's row in the database. `settings` holds seats, opponents, buy-in, and whether the house opened it."""

    id: int
    name: str
    game: TableGame[Any]
    limits: Limits
    locked: bool
    settings: Mapping[str, Any]

    @property
    def size(self) -> int:
        """How many seats the table has: all that the game allows, or fewer."""
        return min(int(self.settings.get("seats") or self.game.seats), self.game.seats)
