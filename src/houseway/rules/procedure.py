"""The dealing procedure and the felt, as data: the table follows it, a manual prints it, training examines it.

Seat 1 is at the dealer's left. "From the left" serves seat 1 first, "from the right" the highest seat.
A `when` names a condition that the game answers for a hand (or, for the dealer's steps, for the house); one that begins
with "folded" holds for folded hands alone, and the table does not ask for it while nobody has folded. People read its
words in `condition`: of steps that exclude each other each says when it is done.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

SIDES = "Left and right are the dealer's. Seat 1 is at the dealer's left."

DEALER = "dealer"
COMMUNITY = "community"
PLAYERS = "players"


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Face(StrEnum):
    """Who sees a card when it is dealt."""

    UP = "up"  # everybody
    DOWN = "down"  # its owner alone; nobody for the dealer's and the community's
    BLIND = "blind"  # not even its owner


# What the table itself answers for a hand.
CONDITIONS = {"folded": "If the player folded", "in play": "If the player is still in"}


class Case(NamedTuple):
    """One of the ways in which a step can go: of the cases of a step exactly one holds."""

    condition: str  # "The house does not qualify"
    text: str
    ref: str = ""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing that happens at the table, in words that a dealer can follow."""

    text: str
    ref: str = ""  # the step's number in the manual, or its section where steps have none
    when: str = ""
    condition: str = ""  # the same in words, as a sentence starts: "If the player folded"
    cases: tuple[Case, ...] = ()

    def __post_init__(self) -> None:
        if not self.condition:
            object.__setattr__(self, "condition", CONDITIONS.get(self.when, ""))

    @property
    def words(self) -> str:
        """The order to the dealer with its condition."""
        return f"{self.condition}: {self.text}" if self.condition else self.text


@dataclass(frozen=True, kw_only=True)
class Prepare(Step):
    """What the dealer sees to before anybody bets; it changes nothing on the felt."""


@dataclass(frozen=True, kw_only=True)
class TakeWagers(Step):
    """Players bet; the round goes on when wagers are closed."""


@dataclass(frozen=True, kw_only=True)
class Deal(Step):
    """Cards from the deck to the players (seat by seat), the dealer or the community."""

    to: str
    count: int = 0  # 0: as many as the player discarded
    face: Face
    start: Side = Side.LEFT
    area: str = "dealt"  # or "drawn" (cards got later), "aside" (a card set apart)


@dataclass(frozen=True, kw_only=True)
class Burn(Step):
    """Cards from the deck out of play, unseen."""

    count: int


@dataclass(frozen=True, kw_only=True)
class Decide(Step):
    """Every player whose hand meets the condition decides."""

    at: str
    start: Side = Side.LEFT
    shows_held: bool = False  # the cards not discarded are laid face up


@dataclass(frozen=True, kw_only=True)
class Turn(Step):
    """Cards are turned face up: a run of the dealer's or the community's, or a player's."""

    whose: str
    first: int = 0
    count: int | None = None
    cards: str = "dealt"  # of a player: all that were dealt, those held, or the discards


@dataclass(frozen=True, kw_only=True)
class Take(Step):
    """A player's hand is completed with cards that lie on the felt already; the game says which."""


@dataclass(frozen=True, kw_only=True)
class Arrange(Step):
    """The dealer sets his hand by the house way and shows which cards play."""


@dataclass(frozen=True, kw_only=True)
class Settle(Step):
    """Wagers are paid or collected, in this order for each hand."""

    wagers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Collect(Step):
    """Cards are taken from the felt; it changes no outcome."""

    what: str
    hand: bool = True  # whether whole hands go, not just discards or the deck


@dataclass(frozen=True, kw_only=True)
class KeepShoe(Step):
    """After the round: cards are buried and the shoe goes on, or the cut card has come and it is shuffled.

    The last step of a game that keeps its shoe; `Game.kept_shoe` says how many cards.
    """


@dataclass(frozen=True, kw_only=True)
class EachSeat(Step):
    """The inner steps are done for one player, then the next."""

    start: Side
    steps: tuple[Deal | Turn | Take | Settle | Collect, ...]


@dataclass(frozen=True, kw_only=True)
class PostBlinds(Step):
    """Among players: antes, blinds and what is owed for missed blinds are put in."""


@dataclass(frozen=True, kw_only=True)
class BettingRound(Step):
    """Among players: a round of betting; passed over when nobody can bet."""

    at: str
    size: int  # of a bet in fixed limit, in cents
    first: str  # who acts first: "left of the big blind" or "left of the button"


@dataclass(frozen=True, kw_only=True)
class Showdown(Step):
    """Among players: hands are shown and the pots go to the best of them."""


def without_wagers(steps: Iterable[Step], offered: Container[str], opening: str = "") -> tuple[Step, ...]:
    """The steps with only the wagers that are offered; a settlement of none of them is left out.

    `opening` is what the step that takes wagers says where it says nothing of its own.
    """
    left: list[Step] = []
    for step in steps:
        if isinstance(step, Settle):
            wagers = tuple(wager for wager in step.wagers if wager in offered)
            if wagers:
                left.append(step if wagers == step.wagers else replace(step, wagers=wagers))
        elif isinstance(step, TakeWagers) and not step.text:
            left.append(replace(step, text=opening))
        elif isinstance(step, EachSeat):
            inner: Any = without_wagers(step.steps, offered)
            left.append(replace(step, steps=inner))
        else:
            left.append(step)
    return tuple(left)


@dataclass(frozen=True, kw_only=True)
class Area:
    """An area of the felt in grid units: a betting spot (its id is the wager's) or an area for cards."""

    id: str
    label: str
    kind: str  # "bet", "cards" or "chips"
    x: int
    y: int
    width: int = 2
    cards: int = 0  # how many cards fit, side by side


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The felt: the dealer's side, the shared area and one player's spot, with the inscriptions."""

    dealer: tuple[Area, ...]
    player: tuple[Area, ...]
    inscriptions: tuple[str, ...] = ()
