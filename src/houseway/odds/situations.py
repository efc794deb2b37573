"""What is known of a hand at a point of the round: from rows of faces to the spot and house cards that rules see."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.odds.levels import Group, Level
from houseway.odds.universe import Universe
from houseway.odds.walk import ASIDE, COMMUNITY_CARDS, DEALER_CARDS, OWN, NeedsCards, Partly
from houseway.rules.game import Decision, Game, HouseCards, Spot
from houseway.rules.procedure import When
from houseway.rules.settlement import dealer_holds

SpotAndHouse = tuple[Spot, HouseCards]
NOTHING_SEEN = HouseCards()
NO_CARDS = slice(0, 0)


class Atom(NamedTuple):
    """Dealer's cards that are dealt and turned together."""

    size: int
    when: When | None = None
    where: str = ""  # the group that holds them once they are seen


@dataclass(frozen=True)
class Situation:
    """What all situations of a node have in common besides their groups of cards."""

    stakes: Mapping[str, int]
    decisions: tuple[tuple[str, Decision], ...] = ()  # the cards of a discard are the group `thrown`
    folded: bool = False
    thrown: int = 0
    aside: int = 0  # cards set aside unseen
    community: int = 0  # shared cards that nobody has seen
    laid: int = 0  # all shared cards
    up: frozenset[int] = frozenset()  # the indices of those that are face up
    dealer: tuple[Atom, ...] = ()
    takes: bool = False  # whether the hand has been completed with cards on the felt

    def unseen_dealer(self) -> tuple[Atom, ...]:
        return tuple(atom for atom in self.dealer if not atom.where)

    def with_(self, **changes: Any) -> Situation:
        return replace(self, **changes)


def _starts(level: Level) -> Iterator[tuple[Group, int]]:
    """Groups with the columns where they start."""
    start = 0
    for group in level.groups:
        yield group, start
        start += group.size


class SpotBuilder:
    """Builds the spot and house cards that the rules look at, for rows of one level; called for every situation."""

    def __init__(self, game: Game[Any], level: Level, situation: Situation) -> None:
        self.game, self.universe, self.situation = game, level.universe, situation
        spans: dict[str, list[slice]] = {"dealt": [], "drawn": [], "aside": [], "community": [], "dealer": []}
        start = 0
        self._thrown: slice | None = None
        for group in level.groups:
            kind = group.where.split()[0]
            span = slice(start, start + group.size)
            spans["dealt" if kind in ("held", "thrown") else kind].append(span)
            if kind == "thrown":
                self._thrown = span
            start += group.size
        if len(spans["community"]) > 1:  # as they lie, not as they were turned
            shared = [(g.where, start) for g, start in _starts(level) if g.where.startswith("community")]
            by_start = {span.start: span for span in spans["community"]}
            spans["community"] = [by_start[start] for _, start in sorted(shared)]
        order = [atom.where for atom in situation.dealer if atom.where]
        named = dict(zip([g.where for g in level.groups if g.where.startswith("dealer")], spans["dealer"], strict=True))
        spans["dealer"] = [named[where] for where in order if where in named]  # as they lie, not as they were turned
        self._spans = {kind: found[0] if len(found) == 1 else found for kind, found in spans.items()}
        self._one = [copies[0] for copies in self.universe.cards]
        self._hidden_dealer = any(not atom.where for atom in situation.dealer)
        self._no_house = not spans["community"] and not spans["dealer"]
        self._house = HouseCards(
            DEALER_CARDS if self._hidden_dealer else (), COMMUNITY_CARDS if situation.community else ()
        )

    def cards(self, row: Sequence[int]) -> tuple[Card, ...]:
        if self.universe.single:
            one = self._one
            return tuple([one[face] for face in row])
        return self.universe.real(row)

    def _gathered(self, cards: tuple[Card, ...], kind: str) -> tuple[Card, ...]:
        spans = self._spans[kind]
        if type(spans) is slice:
            return cards[spans]
        return tuple([card for span in spans for card in cards[span]]) if spans else ()

    def __call__(self, row: Sequence[int], decisions: Any = None, stakes: Any = None) -> SpotAndHouse:
        """The spot and house cards of one row, with placeholders for cards that nobody has seen.

        The decisions and stakes are the situation's unless others, or placeholders, are given.
        """
        return self.from_cards(self.cards(row), decisions, stakes)

    def from_cards(self, cards: tuple[Card, ...], decisions: Any = None, stakes: Any = None) -> SpotAndHouse:
        situation = self.situation
        seen = house = self._house
        if not self._no_house:
            seen = HouseCards(self._gathered(cards, "dealer"), self._gathered(cards, "community"))
            house = HouseCards(
                house.dealer if self._hidden_dealer else seen.dealer,
                house.community if situation.community else seen.community,
            )
        else:
            seen = NOTHING_SEEN
        if decisions is None:
            decisions = situation.decisions
        if self._thrown is not None and type(decisions) is tuple:
            thrown = cards[self._thrown]
            decisions = tuple(
                [
                    (at, decision._replace(discard=thrown) if decision.discard else decision)
                    for at, decision in decisions
                ]
            )
        spot = Spot(
            1,
            situation.stakes if stakes is None else stakes,
            self._gathered(cards, "dealt"),
            self._gathered(cards, "drawn"),
            ASIDE if situation.aside else self._gathered(cards, "aside"),
            decisions,
            situation.folded,
            frozenset(),
            seen,
        )
        if situation.takes:
            if situation.community:
                house = HouseCards(house.dealer, Partly(self._gathered(cards, "community"), "community"))  # type: ignore[arg-type]
            spot = spot.with_cards("drawn", self.game.takes(spot, house))
        return spot, house

    def many(self, rows: Sequence[Sequence[int]], decisions: Any = None, stakes: Any = None) -> Iterator[SpotAndHouse]:
        """The same for many rows, faster where the situation is simple."""
        spans: list[Any] = [self._spans[kind] for kind in ("dealt", "drawn", "aside", "community", "dealer")]
        plain = self._thrown is None and not self.situation.takes and self.universe.single
        if not plain or any(type(span) is list and span for span in spans):
            for row in rows:
                yield self.from_cards(self.cards(row), decisions, stakes)
            return
        dealt, drawn, aside, community, dealer = (span or NO_CARDS for span in spans)
        situation, one, make, settled = self.situation, self._one, tuple.__new__, frozenset[str]()
        stakes = situation.stakes if stakes is None else stakes
        decisions = situation.decisions if decisions is None else decisions
        hidden, unseen = self._house
        hides, lacks = self._hidden_dealer, situation.community > 0
        for row in rows:
            cards = tuple([one[face] for face in row])
            seen = make(HouseCards, (cards[dealer], cards[community]))
            house = seen
            if hides or lacks:
                house = make(HouseCards, (hidden if hides else seen[0], unseen if lacks else seen[1]))
            beside = ASIDE if situation.aside else cards[aside]
            spot = (1, stakes, cards[dealt], cards[drawn], beside, decisions, situation.folded, settled, seen)
            yield make(Spot, spot), house

    def blank(self) -> SpotAndHouse:
        """With placeholders for all cards."""
        situation = self.situation
        decisions: Any = OWN if self._thrown is not None else situation.decisions
        house = HouseCards(DEALER_CARDS, COMMUNITY_CARDS)
        return Spot(1, situation.stakes, OWN, OWN, ASIDE, decisions, situation.folded, frozenset(), house), house


@contextmanager
def without_collecting() -> Iterator[None]:
    """Pause the garbage collector: with millions of small objects and no cycles it would take much of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def ask_rules(question: Callable[[Spot, HouseCards], Any], spot_and_house: SpotAndHouse) -> Any:
    """The answer, or a NeedsCards if the rules look at cards that are not there."""
    try:
        return question(*spot_and_house)
    except NeedsCards as needs:
        return needs


def dealer_cards(
    game: Game[Any],
    universe: Universe,
    atoms: Sequence[Atom],
    shown: Mapping[str, Sequence[Card]],
    unseen: Sequence[Card],
    community: Any,
) -> HouseCards:
    """The dealer's cards in the order of dealing, without those whose condition for being dealt is not met."""
    dealer: tuple[Card, ...] = ()
    left = list(unseen)
    for atom in atoms:
        if atom.where:
            cards = tuple(shown[atom.where])
        else:
            cards, left = tuple(left[: atom.size]), left[atom.size :]
        if dealer_holds(game, atom.when, HouseCards(dealer, community)):
            dealer += cards
    return HouseCards(dealer, community)
