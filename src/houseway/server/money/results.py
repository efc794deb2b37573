"""A person's rounds added up: what each wager was staked and paid, beside what the house edge says of the stakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from houseway.rounding import rounded
from houseway.rules.game import TableGame
from houseway.server.protocol.rounds import GameResult, WagerResult


class WagerOdds(Protocol):
    @property
    def edge(self) -> Fraction: ...


class KnownOdds(Protocol):
    """What was counted of a game: the edge of its main wager covers all that hangs on that wager."""

    @property
    def main(self) -> str: ...
    @property
    def wagers(self) -> Mapping[str, WagerOdds]: ...
    @property
    def estimated(self) -> bool: ...


class _Line:
    """One wager, with those that its edge covers."""

    def __init__(self) -> None:
        self.made = self.staked = self.returned = 0
        self.theory: Fraction | None = Fraction()
        self.includes: dict[str, None] = {}


class GameSum:
    """Rounds of one game, whatever options they were played with."""

    def __init__(self, game_id: str, name: str) -> None:
        self.id, self.name = game_id, name
        self.rounds = self.staked = self.returned = 0
        self.reason = ""
        self.estimated = False
        self._lines: dict[str, _Line] = {}
        self._names: dict[str, str] = {}

    def add(self, staked: int, returned: int, wagers: list[Mapping[str, Any]], odds: KnownOdds | None) -> None:
        """A round: each wager's `amount` and what it `returned`."""
        self.rounds += 1
        self.staked += staked
        self.returned += returned
        self.estimated = self.estimated or (odds is not None and odds.estimated)
        for item in wagers:
            wager, amount = item["wager"], item["amount"]
            own = odds is None or wager in odds.wagers
            line = self._lines.setdefault(wager if own or odds is None else odds.main, _Line())
            line.staked += amount
            line.returned += item["returned"]
            if not own:
                line.includes[wager] = None
                continue
            line.made += 1
            if odds is None:
                line.theory = None
            elif line.theory is not None:
                line.theory -= odds.wagers[wager].edge * amount

    def name_wagers(self, game: TableGame[Any]) -> None:
        self._names |= {wager.id: wager.name for wager in game.wagers}

    @property
    def theory(self) -> Fraction | None:
        """What was to be expected of all stakes; None where some of it is not known."""
        if self.reason or not self._lines:
            return None
        found = [line.theory for line in self._lines.values()]
        return None if None in found else sum((part for part in found if part is not None), Fraction())

    def to_json(self) -> GameResult:
        theory = self.theory
        return {
            "game": self.id,
            "game_name": self.name,
            "rounds": self.rounds,
            "staked": self.staked,
            "returned": self.returned,
            "net": self.returned - self.staked,
            "theory": None if theory is None else int(rounded(theory, 0)),
            "reason": self.reason,
            "estimated": self.estimated,
            "wagers": [self._wager(wager, line) for wager, line in self._lines.items()],
        }

    def _wager(self, wager: str, line: _Line) -> WagerResult:
        return {
            "wager": wager,
            "name": self._names.get(wager, wager),
            "includes": [self._names.get(name, name) for name in line.includes],
            "made": line.made,
            "staked": line.staked,
            "returned": line.returned,
            "net": line.returned - line.staked,
            "theory": None if line.theory is None else int(rounded(line.theory, 0)),
        }


def total_theory(games: list[GameResult]) -> int | None:
    """Of all games together; None where one of them has none."""
    found = Counter(game["theory"] is None for game in games)
    return None if found[True] or not games else sum(game["theory"] or 0 for game in games)
