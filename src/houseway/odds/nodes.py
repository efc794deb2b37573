"""The nodes of a game tree: cards are dealt, situations part, the player decides, the hand ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.odds.levels import Level, Link
from houseway.odds.situations import Situation
from houseway.odds.universe import Ints
from houseway.rules.game import Decision


@dataclass(eq=False)
class Node:
    """A node of the tree, for all situations of a level together."""

    level: Level
    situation: Situation


@dataclass(eq=False)
class Chance(Node):
    """Cards are dealt. In a sample, cards that follow a decision are drawn twice: to decide, and to value."""

    link: Link
    child: Node
    valuing: tuple[Link, Node] | None = None  # the second draw, independent of the first

    @property
    def valued(self) -> tuple[Link, Node]:
        return self.valuing or (self.link, self.child)


@dataclass(eq=False)
class Split(Node):
    """Situations continue differently: each child comes with the indices of its situations here."""

    parts: list[tuple[Ints, Node]]


class Option(NamedTuple):
    """A kind of decision: where it is legal, what exactly is decided there, and what follows.

    A row of the arrays is one legal decision in one situation; there are several if different cards may be thrown.
    """

    template: Decision
    states: Ints
    thrown: list[tuple[int, ...]] | None  # the columns of the cards that are thrown, row by row
    children: Ints
    node: Node

    def decision(self, index: int, cards: Sequence[Card] | Mapping[int, Card]) -> Decision:
        """The decision of a row, which throws some of these cards, by column."""
        if self.thrown is None:
            return self.template
        return self.template._replace(discard=tuple([cards[column] for column in self.thrown[index]]))


class Legal(NamedTuple):
    """A legal decision in a situation: its number among the rows of all options, and its row of its own option."""

    state: int
    number: int
    option: Option
    row: int


@dataclass(eq=False)
class Choice(Node):
    """The player decides."""

    at: str
    options: list[Option]

    def legal(self, state: int | None = None) -> Iterator[Legal]:
        """Every legal decision, or those of one situation."""
        start = 0
        for option in self.options:
            states = option.states
            rows = range(len(states)) if state is None else np.flatnonzero(states == state).tolist()
            for index, found in zip(rows, states[rows].tolist() if len(rows) else (), strict=True):
                yield Legal(found, start + index, option, index)
            start += len(states)


@dataclass(eq=False)
class End(Node):
    """Nothing more to decide: only the dealer's cards are left."""

    number: int = field(default=0)


class Sample(NamedTuple):
    """A sample size, for trees that are too large."""

    first: int  # situations at the first decision
    deciding: int  # draws for each situation that decide, every time that cards follow a decision
    valuing: int  # draws that value what was decided
    dealers: int  # dealer's hands for each situation, half of them to decide
    seed: tuple[int, ...]

    @property
    def probes(self) -> bool:
        """Whether this is the first of all samples, which checks the game's promises for the others."""
        return not any(self.seed)
