"""Strategies that a person writes: a Python file with a function from what a player knows to a decision."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.errors import OptionError
from houseway.odds.game_odds import Decider, Known, Strategy
from houseway.rules.game import Decision

USUAL_NAME = "decide"


@dataclass(frozen=True)
class StrategyFile:
    """The text of a strategy's file, so that it travels to workers on other machines, and the function in it."""

    file: str
    source: str
    function: str = USUAL_NAME

    @property
    def __name__(self) -> str:
        return f"{Path(self.file).name}:{self.function}"

    @property
    def identity(self) -> str:
        return f"{self.function} {hashlib.sha256(self.source.encode()).hexdigest()}"

    def load(self) -> Decider:
        """The function, ready to be called."""
        names: dict[str, Any] = {"__name__": "houseway_strategy", "__file__": self.file}
        try:
            exec(compile(self.source, self.file, "exec"), names)  # noqa: S102 - the user's own program
        except Exception as error:
            raise OptionError(f"{self.file} does not run: {type(error).__name__}: {error}.") from error
        found = names.get(self.function)
        if not callable(found):
            raise OptionError(
                f"{self.file} has no function {self.function!r}: it takes what a player knows and gives a decision."
            )
        return self._guarded(found)

    def _guarded(self, found: Decider) -> Decider:
        """The function, with its errors turned into one-sentence messages."""

        def decide(known: Known) -> Decision:
            seen = f"{known.at} with {' '.join(card.text for card in (*known.cards, *known.community))}"
            try:
                decision = found(known)
            except Exception as error:
                raise OptionError(f"{self.__name__} fails at {seen}: {type(error).__name__}: {error}.") from error
            if not isinstance(decision, Decision):
                raise OptionError(f"{self.__name__} gives no Decision at {seen}, but {decision!r}.")
            return decision

        decide.__name__ = self.function
        return decide


def read_strategy(text: str) -> Strategy | StrategyFile:
    """A strategy by its name, or `FILE.py` or `FILE.py:function`."""
    path, colon, function = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not path.endswith(".py"):
        return text
    try:
        source = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise OptionError(f"The strategy's file {path} cannot be read: {reason}.") from None
    strategy = StrategyFile(path, source, function if colon else USUAL_NAME)
    strategy.load()
    return strategy
