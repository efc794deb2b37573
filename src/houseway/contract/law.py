"""What a check is: a function that takes a game's class and raises if it breaks a law."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from houseway.errors import HousewayError
from houseway.rules.game import Game

GameClass = type[Game[Any]]
Check = Callable[[GameClass], None]


class ContractError(AssertionError):
    """A game breaks a law; the message is one sentence that says how."""


def law(check: Check) -> Check:
    """A check to which anything that goes wrong inside the game is a breach, too."""

    @wraps(check)
    def checked(game_class: GameClass) -> None:
        try:
            check(game_class)
        except ContractError as error:
            raise ContractError(f"{game_class.__name__}: {error}.") from None
        except Exception as error:
            raise ContractError(f"{game_class.__name__} fails with {type(error).__name__}: {error}") from error

    return checked


def require(kept: object, sentence: str) -> None:
    if not kept:
        raise ContractError(sentence)


def require_refusal(attempt: Callable[[], object], names: Iterable[str], what: str) -> None:
    """Whatever is attempted must be refused, and the refusal must name what is legal."""
    try:
        attempt()
    except HousewayError as error:
        missing = [name for name in names if name not in str(error)]
        require(not missing, f"the refusal of {what} does not name {', '.join(missing)}: {error}")
    else:
        raise ContractError(f"{what} is not refused")
