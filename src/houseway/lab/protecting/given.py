"""One deal of which some cards are known: what each decision is worth, counted over all that may still come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from houseway.cards import Card
from houseway.odds.by_situation import BySituation
from houseway.odds.engine import ExtraKnowledge
from houseway.odds.game_odds import Advice, Known
from houseway.odds.levels import Level, Link, only
from houseway.odds.nodes import GivenCards
from houseway.odds.tree import Tree
from houseway.rules.game import Decision, Game

Seen = Mapping[str, tuple[Card, ...]]  # whose cards (dealt, dealer, community), and which


class GivenTree(Tree):
    """A tree in which the first cards of some piles are known."""

    def __init__(self, game: Game[Any], known: Seen, deck: Iterable[Card] | None) -> None:
        self._known = known
        super().__init__(game, deck=deck)

    def _extend(self, level: Level, where: str, size: int) -> tuple[Level, Link]:
        pile = where.split()[0]
        used = sum(group.size for group in level.groups if group.where.split()[0] == pile)
        cards = self._known.get(pile, ())[used : used + size]
        if len(cards) == size:
            return only(level, where, self.universe.faces(cards))
        return super()._extend(level, where, size)


class Given(BySituation[Any]):
    """A game counted from the point where some cards are known; others may be out of the deck."""

    def __init__(self, game: Game[Any], known: Seen, *, deck: Iterable[Card] | None = None) -> None:
        left = None if deck is None else tuple(deck)
        super().__init__(game, known=ExtraKnowledge(left, GivenCards("dealt", known["dealt"])))
        self._seen = known

    @cached_property
    def tree(self) -> Tree:
        return GivenTree(self.game, self._seen, self.known.shoe)


def gain(counted: BySituation[Any], own: tuple[Card, ...], dealer: tuple[Card, ...], usual: Decision) -> float:
    """How much more the best decision here is worth than the usual one: nothing where both are the same."""
    _, advice = counted.advise(Known("", own, dealer=dealer))
    return float(advice[0].value - _value(advice, usual))


def _value(advice: list[Advice], decision: Decision) -> Any:
    wanted = same_decision(decision)
    return next(value for made, value in advice if same_decision(made) == wanted)


def same_decision(decision: Decision) -> tuple[Any, ...]:
    """What two decisions have in common that are the same, in whatever order cards are thrown."""
    return decision.choice, decision.multiple, tuple(sorted(decision.discard or ()))
