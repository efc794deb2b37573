"""The interface of simulation kernels: rounds become codes, and a code says how every wager ended.

Engines see a game's fast dealing only through this interface; its kernel is derived from its rules. A round is
identified by its number: the same key, number and seats give the same codes, however the work is divided.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from houseway.cards import Card
from houseway.odds.game_odds import G, Strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CODES = 65_536  # codes are two bytes


class Line(NamedTuple):
    """One line of a wager's table, in the order of the odds table's rows. Bonus lines are paid on top of another."""

    label: str
    net: Fraction
    bonus: bool = False
    case: str = ""  # the id of the case that these hands end in; of several, separated by commas


class JointOutcome(NamedTuple):
    """How all wagers of one hand ended. The main wager is in units of the first bet, bonuses included."""

    main_net: Fraction
    main_bet: Fraction  # the total bet on the main wager
    main_rows: tuple[int, ...]  # indices of the main wager's lines: its row, then the bonus rows that were paid
    side_rows: tuple[int, ...]  # for each side wager, in order: the index of its outcome among its lines


class DealtRound(NamedTuple):
    """One round as the kernel dealt it."""

    cards: tuple[Card, ...]  # in the table's dealing order: what `stacked` of a round takes
    codes: tuple[int, ...]  # one for each seat


class SimKernel(ABC, Generic[G]):
    """How one game, with its options, is dealt and settled fast under one strategy.

    Side wagers are always made, so their row is always known; whoever counts the codes knows the stakes. A side wager
    that depends on decisions follows the strategy that is played.
    """

    codes: int  # every hand ends in one code from 0 to codes - 1

    def __init__(self, game: G, strategy: Strategy) -> None:
        self.game = game
        self.strategy = strategy

    @property
    def main(self) -> str:
        """The first wager."""
        return self.game.wagers.main

    @property
    def sides(self) -> tuple[str, ...]:
        """The side wagers that are offered, in the order of the layout."""
        return self.game.wagers.sides

    @abstractmethod
    def outcome(self, code: int) -> JointOutcome:
        """What a code stands for."""

    @abstractmethod
    def fill(self, key: int, first: int, codes: NDArray[np.uint16]) -> None:
        """Play rounds `first`, `first` + 1, ... and write the code of each seat into an array of (rounds, seats).

        All seats of a round play from one deck against the same dealer. The GIL is released, and nothing is allocated
        per round.
        """

    @abstractmethod
    def play_one(self, key: int, round_number: int, seats: int) -> DealtRound:
        """The same round that `fill` plays under this number, slowly and with its cards."""

    def lines(self, wager: str) -> tuple[Line, ...] | None:
        """The lines of a wager's table for a game that is not counted; None if they are those of the exact odds."""
        return None


AnyKernel = SimKernel[Any]
