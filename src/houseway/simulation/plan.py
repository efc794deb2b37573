"""What to simulate, as a value that can be sent to any machine and means the same there."""

from __future__ import annotations

import hashlib
import inspect
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway import __version__
from houseway.errors import HousewayError, OptionError, WagerError
from houseway.money import dollars
from houseway.odds.game_odds import OPTIMAL, Strategy
from houseway.odds.solver import odds_of
from houseway.rules.game import Game
from houseway.simulation.philox import key_of
from houseway.simulation.sim_kernel import MOST_CODES, AnyKernel
from houseway.simulation.strategies import StrategyFile

MOST_ROUNDS = 10**15


@dataclass(frozen=True, kw_only=True)
class SimulationPlan:
    """A game, how it is played, and with which random numbers.

    `stakes` are cents on each wager that is made, the main one included. `meter` is a progressive's, in cents: it stays
    fixed during a simulation. The token distinguishes runs, so that a worker recognises a plan it has prepared before.
    """

    game: Game[Any]
    strategy: Strategy | StrategyFile = OPTIMAL
    seed: str = field(default_factory=lambda: secrets.token_hex(8))
    seats: int = 1
    stakes: Mapping[str, int] = field(default_factory=dict)
    meter: int | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(16), compare=False)
    version: str = __version__  # of the program that made the plan: another version may deal other cards

    def __post_init__(self) -> None:
        if not isinstance(self.seed, str) or not self.seed:
            raise OptionError("A seed is a text of at least one character.")
        if not 1 <= self.seats <= self.game.seats:
            raise OptionError(f"{self.game.name} has 1 to {self.game.seats} seats, not {self.seats}.")
        if self.meter is not None and (self.game.wagers.progressive is None or self.meter < 0):
            raise OptionError(
                f"Only a progressive has a meter; {self.game.name} as given has none."
                if self.game.wagers.progressive is None
                else "A progressive's meter cannot be negative."
            )

    @property
    def key(self) -> int:
        return key_of(self.seed)

    @property
    def strategy_name(self) -> str:
        if isinstance(self.strategy, str):
            return self.strategy
        return getattr(self.strategy, "__name__", "given")

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that the counts depend on, in a form that can be stored and compared."""
        return {
            "game": self.game.id,
            "fingerprint": self.game.fingerprint,
            "version": self.version,
            "strategy": _strategy_identity(self.strategy),
            "seed": self.seed,
            "seats": self.seats,
            "stakes": dict(sorted(self.stakes.items())),
            "meter": self.meter,
        }

    @property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()


def _strategy_identity(strategy: Strategy | StrategyFile) -> str:
    if isinstance(strategy, str):
        return strategy
    if isinstance(strategy, StrategyFile):
        return strategy.identity
    name = f"{getattr(strategy, '__module__', '')}.{getattr(strategy, '__qualname__', repr(strategy))}"
    try:
        text = inspect.getsource(strategy)
    except (OSError, TypeError):
        return name
    return f"{name} {hashlib.sha256(text.encode()).hexdigest()}"


def check_banked(game: Game[Any]) -> None:
    if not isinstance(game, Game):
        raise HousewayError("Only games against the house are simulated; this one is played among players.")


def played_strategy(game: Game[Any], strategy: Strategy | StrategyFile) -> Strategy:
    """A name that the game knows, or a function."""
    check_banked(game)
    played = strategy.load() if isinstance(strategy, StrategyFile) else strategy
    odds_of(game).check_strategy(played)
    return played


def kernel_of(game: Game[Any], strategy: Strategy | StrategyFile = OPTIMAL) -> AnyKernel:
    """The game's kernel. A strategy function is called here for each class of situations, possibly millions."""
    kernel: AnyKernel = odds_of(game).kernel(played_strategy(game, strategy))
    if not 0 < kernel.codes <= MOST_CODES:
        raise HousewayError(f"{game.name} can end in {kernel.codes:,} ways: more than can be simulated.")
    return kernel


def checked_stakes(game: Game[Any], bet: int, sides: Mapping[str, int]) -> dict[str, int]:
    """Cents on each wager: the first bet, and side wagers by name; a fixed wager takes only its amount."""
    check_banked(game)
    if bet <= 0:
        raise WagerError("The bet must be more than $0.")
    offered = game.wagers.sides
    stakes = {game.wagers.main: bet}
    for name, amount in sides.items():
        if name not in offered:
            offered_names = ", ".join(offered) or "none"
            raise WagerError(f"{game.name} has no side wager {name!r}: the side wagers are {offered_names}.")
        fixed = game.wager[name].fixed
        if amount <= 0 or (fixed and amount != fixed):
            least = f"exactly {dollars(fixed)}" if fixed else "more than $0"
            raise WagerError(f"{game.wager[name].name} takes {least}.")
        stakes[name] = amount
    return stakes


def cents_of(amount: int, net: Fraction) -> int:
    """What a wager of `amount` cents nets, rounded down to the cent like a payout."""
    return amount * net.numerator // net.denominator
