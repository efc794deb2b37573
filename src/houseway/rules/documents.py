"""What a game's documents say besides its rules of play: worked examples, and a regulator's approval."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards import Card, parse_cards

if TYPE_CHECKING:
    from houseway.rules.game import Decision, TableGame
    from houseway.rules.options import Options


class ManualExample(NamedTuple):
    """An example that the manual prints, as cards that can be dealt. The contract plays it and checks the result."""

    text: str  # the manual's example, in a sentence
    wager: str
    odds: int  # what the wager pays to 1: -1 loses, 0 pushes
    dealt: str
    dealer: str
    drawn: str = ""
    community: str = ""
    decisions: tuple[Decision, ...] = ()

    def sentence(self, game: TableGame[Any]) -> str:
        """The example with what becomes of the wager."""
        result = "wins" if self.odds > 0 else "loses" if self.odds < 0 else "pushes"
        return f"{self.text} {game.wager[self.wager].name} {result}."

    def cards(self, pile: str) -> tuple[Card, ...]:
        """The cards of one pile, such as `dealt`."""
        text: str = getattr(self, pile)
        return parse_cards(text.split())


@dataclass(frozen=True)
class Approval:
    """A regulator's letter about a game. These are facts about the letter, not legal advice.

    `choices` lists the values that the approved rules of play allow, by option. An option that is missing there is
    approved at its default value only.
    """

    authority: str
    date: datetime.date
    subject: str
    conditions: tuple[str, ...]
    choices: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def day(self) -> str:
        """The date in words, such as 20 August 2008."""
        return f"{self.date.day} {self.date:%B %Y}"

    def sentences(self, game: str) -> list[str]:
        """What the letter says, one sentence per condition."""
        return [
            f"The {self.authority} approved {game} on {self.day}, for play under {self.subject}.",
            *self.conditions,
            "Any modification may affect the approval.",
        ]

    def warnings(self, options: Options) -> list[str]:
        """A warning for each option whose value the letter does not cover."""
        defaults = type(options)().values()
        return [
            f"The approval of {self.day} does not cover {name}={value}: contact the {self.authority} before you use it."
            for name, value in options.values().items()
            if value != defaults[name] and value not in self.choices.get(name, ())
        ]
