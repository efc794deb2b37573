"""The classes of the player's hands: the rules are asked once about all situations that they cannot tell apart.

Most classes depend on fewer cards than there are in a situation: neither on the dealer's up card, nor on the cards that
were thrown. So they are tried first on hands of which only some cards can be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.odds.compiled_rankings import JOKER, ranks
from houseway.odds.levels import Level, contexts
from houseway.odds.limits import Meter
from houseway.odds.nodes import End
from houseway.odds.situations import Situation, SpotAndHouse, SpotBuilder, without_collecting
from houseway.odds.universe import Faces, Ints, Universe, first_of_each
from houseway.odds.walk import COMMUNITY_CARDS, DEALER_CARDS, OWN, NeedsCards, Partly
from houseway.rankings import WithJokers
from houseway.rules.game import Game, HouseCards, Spot
from houseway.rules.procedure import COMMUNITY, DEALER

BLOCK = 10_000  # classifications between two looks at the clock
Class = tuple[Any, Hashable]  # strength, fact
Ask = Callable[[Sequence[Sequence[int]]], Iterator[SpotAndHouse]]  # rows of faces -> what the rules may look at


class Classes(NamedTuple):
    """The class of each situation of an end."""

    key: Any  # the same for ends with the same classes
    strengths: list[Any]  # the different ones
    facts: list[Hashable]  # in the order in which situations have them
    strength: NDArray[np.int32]  # of each situation, its index
    fact: NDArray[np.int32]


class HeldSpot(Spot):
    """A spot with the cards that are held, whatever was dealt, thrown and decided."""

    cards: tuple[Card, ...]

    @property
    def held(self) -> tuple[Card, ...]:
        return self.cards


def held_alone(spot: Spot, house: HouseCards, *, thrown: int) -> HeldSpot:
    """The same hand without the cards that were thrown, if any; bets and decisions cannot be looked at."""
    dealt: Any = OWN if thrown else spot.dealt
    found = HeldSpot(1, OWN, dealt, spot.drawn, spot.aside, OWN, spot.folded, seen=house)
    found.cards = spot.held
    return found


class PlayerClasses:
    """Classifies the situations at the ends of a tree."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._classes: dict[Any, Classes | None] = {}

    def of(self, end: End) -> Classes:
        by_rank = self._by_rank(end)
        if by_rank is not None:
            return by_rank
        for key, wheres, builder in self._ways(end):
            if key not in self._classes:
                self._classes[key] = self._classified(key, end.level, wheres, builder)
            found = self._classes[key]
            if found is not None:
                return found
        raise AssertionError("a class may only need cards that are there")

    def _by_rank(self, end: End) -> Classes | None:
        """The classes by the ranking that the game declares; None where that does not say all of them."""
        level, now = end.level, end.situation
        if now.takes or now.community:
            return None
        key = level, "ranked"
        if key not in self._classes:
            kinds = {group.where: group.where.split()[0] for group in level.groups}
            own = level.columns([where for where, kind in kinds.items() if kind in ("dealt", "held", "drawn")])
            shared = level.columns([where for where, kind in kinds.items() if kind == COMMUNITY])
            fact_of = self.game.player_fact
            found = ranked(self.game, level.universe, level.rows[:, own], level.rows[:, shared], fact_of)
            self._classes[key] = None if found is None else _classes(key, *found)
        return self._classes[key]

    def _ways(self, end: End) -> Iterator[tuple[Any, Sequence[str], Callable[[Level], Ask]]]:
        """What to try, from the fewest cards to all: the groups that the rules may look at, and how they see them.

        Most classes depend neither on bet sizes nor on decisions, so these come last.
        """
        level, now = end.level, end.situation
        every = [group.where for group in level.groups]
        base = level, now.takes, now.community
        beside = {where for where in every if where.split()[0] in (DEALER, "thrown")}
        shared = {where for where in every if where.split()[0] == COMMUNITY}
        for hidden in (beside | shared, beside):
            wheres = [where for where in every if where not in hidden]
            if len(wheres) < len(every):
                yield (base, *wheres), wheres, lambda part: self._holding(part, now)
        if not now.thrown:
            yield (base, "whatever was decided"), every, lambda part: self._seeing(part, now, OWN, OWN)
        choices = tuple((at, made.choice, made.key, len(made.discard or ())) for at, made in now.decisions)
        unsized = tuple((at, made._replace(multiple=OWN)) for at, made in now.decisions)
        yield (base, choices), every, lambda part: self._seeing(part, now, unsized, OWN)
        yield end.number, every, lambda part: self._seeing(part, now, None, None)

    def _seeing(self, level: Level, now: Situation, decisions: Any, stakes: Any) -> Ask:
        builder = SpotBuilder(self.game, level, now)
        return lambda rows: builder.many(rows, decisions, stakes)

    def _holding(self, level: Level, now: Situation) -> Ask:
        """The cards held and the shared ones alone."""
        builder = SpotBuilder(self.game, level, now.with_(takes=False, dealer=(), community=0))
        hides_shared = now.laid > now.community and not any(group.where.startswith(COMMUNITY) for group in level.groups)

        def ask(rows: Sequence[Sequence[int]]) -> Iterator[SpotAndHouse]:
            for spot, house in builder.many(rows, (), OWN):
                lies: Any = COMMUNITY_CARDS
                if not hides_shared and not now.community:
                    lies = house.community
                elif not hides_shared and now.takes:
                    lies = Partly(house.community, COMMUNITY)
                there = HouseCards(DEALER_CARDS, lies)
                held = held_alone(spot, there, thrown=now.thrown)
                if now.takes:
                    completed = spot.with_cards("drawn", self.game.takes(held, there))
                    held = held_alone(completed, there, thrown=now.thrown)
                yield held, there

        return ask

    def _classified(
        self, key: Any, level: Level, wheres: Sequence[str], builder: Callable[[Level], Ask]
    ) -> Classes | None:
        """The classes, None if they depend on more than these groups of cards."""
        groups = tuple(group for group in level.groups if group.where in wheres)
        part, number = Level(level.universe, groups, level.rows[:1, level.columns(wheres)]), np.arange(len(level))
        try:
            if len(groups) < len(level.groups):
                self._asked(part, builder)  # about one situation, before all are looked at
                rows, number, _ = contexts(level, wheres)
                part = Level(level.universe, groups, rows)
            else:
                part = level
            found = self._asked(part, builder)
        except NeedsCards:
            return None
        different = list(dict.fromkeys(found))
        numbers = {one: index for index, one in enumerate(different)}
        which = np.array([numbers[one] for one in found], np.int32)[number]
        return _classes(key, different, which)

    def _asked(self, level: Level, builder: Callable[[Level], Ask]) -> list[tuple[Any, Hashable]]:
        class_of, ask = self.game.player_class, builder(level)
        meter, found = Meter("classifying hands", len(level)), []
        with without_collecting():
            rows = level.rows.tolist()
            for first in range(0, len(rows), BLOCK):
                meter.done(first)
                found += [class_of(spot, house) for spot, house in ask(rows[first : first + BLOCK])]
        return found


def _classes(key: Any, different: Sequence[Class], which: NDArray[Any]) -> Classes:
    """The classes of situations, of which each has one of these."""
    strength_of: dict[Any, int] = {}
    fact_of: dict[Hashable, int] = {}
    strength = np.array([strength_of.setdefault(one, len(strength_of)) for one, _ in different], np.int32)[which]
    fact = np.array([fact_of.setdefault(one, len(fact_of)) for _, one in different], np.int32)[which]
    order = np.argsort(first_of_each(fact, len(fact_of)))
    place = np.argsort(order).astype(np.int32)
    names = list(fact_of)
    return Classes(key, list(strength_of), [names[index] for index in order.tolist()], strength, place[fact])


def ranked(
    game: Game[Any], universe: Universe, own: Faces, shared: Faces, fact_of: Callable[[int], Hashable]
) -> tuple[list[Class], Ints] | None:
    """The different classes of many hands, and which of them each hand has, by the ranking that the game declares; None
    where its rules must be asked. Every ranking's compiled form gives what the ranking gives, by tests on all hands."""
    ranking, cards = game.ranking, np.array([copies[0] for copies in universe.cards], np.uint8)
    if not game.ranks_by_ranking or ranking is None or not (universe.suits and universe.single):
        return None
    if cards.max() >= JOKER and not isinstance(ranking, WithJokers):
        return None
    try:
        different, number = np.unique(ranks(ranking, cards[own], cards[shared]), return_inverse=True)
    except HousewayError:
        return None
    return [(rank, fact_of(rank)) for rank in different.tolist()], number.reshape(-1)
