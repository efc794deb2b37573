"""What a ranking is, and rankings that are made of others.

Every ranking has a twin in compiled code, `houseway.odds.compiled_rankings`, which ranks whole arrays of hands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from houseway.cards import DECK, RANK_NAMES, Card

Cards = tuple[Card, ...]


class Ranking(ABC):
    """Ranks a player's own cards together with those that are shared: the better hand has the higher number."""

    @abstractmethod
    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        """The hand's rank; equal hands have equal ranks."""

    def plays(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Cards:
        """The cards that make the hand."""
        return (*own, *shared)

    @abstractmethod
    def words(self, rank: int) -> str:
        """The name of a hand of this rank, as a dealer announces it."""


class SetRanking(Ranking):
    """Ranks a fixed number of cards by nothing but their ranks and whether all are of one suit, which never hurts.

    These are the rankings that `BestOf` picks cards for. Their compiled twin is a table of all sets of ranks.
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """How many cards make a hand."""

    @abstractmethod
    def set_rank(self, ranks: Sequence[int], suited: bool) -> int:
        """The rank of cards with these ranks, 2 to 14 in any order."""

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        cards = (*own, *shared)
        return self.set_rank([card.rank for card in cards], len({card.suit for card in cards}) == 1)


@dataclass(frozen=True)
class BestOf(Ranking):
    """The best hand of another ranking among own and shared cards, with at least `own_least` and at most `own_most` of
    the player's own. While too few cards are dealt, there is no hand, and the rank is -1."""

    hand: SetRanking
    own_least: int = 0
    own_most: int = 99

    def choices(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Iterator[Cards]:
        """All sets of cards that may play, those with most of the player's own first."""
        size = self.hand.size
        for count in range(min(len(own), size, self.own_most), self.own_least - 1, -1):
            for mine in combinations(own, count):
                for others in combinations(shared, size - count):
                    yield (*mine, *others)

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return max(map(self.hand.rank, self.choices(own, shared)), default=-1)

    def plays(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Cards:
        """The cards of the best hand; of equal ones, that with most of the player's own."""
        return max(self.choices(own, shared), key=self.hand.rank, default=())

    def words(self, rank: int) -> str:
        return self.hand.words(rank)


@dataclass(frozen=True)
class WithJokers(Ranking):
    """A ranking in which every joker stands for the card, not in the hand already, that makes it best."""

    hand: Ranking
    deck: ClassVar[Cards] = DECK

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return max(self.hand.rank(*hands) for hands in self._replaced(tuple(own), tuple(shared)))

    def plays(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Cards:
        """The cards that play, each joker as the card that it stands for."""
        best = max(self._replaced(tuple(own), tuple(shared)), key=lambda hands: self.hand.rank(*hands))
        return self.hand.plays(*best)

    def words(self, rank: int) -> str:
        return self.hand.words(rank)

    def _replaced(self, own: Cards, shared: Cards) -> Iterator[tuple[Cards, Cards]]:
        cards = own + shared
        joker = next((place for place, card in enumerate(cards) if card.joker), None)
        if joker is None:
            yield own, shared
            return
        for card in self.deck:
            if card not in cards:
                full = (*cards[:joker], card, *cards[joker + 1 :])
                yield from self._replaced(full[: len(own)], full[len(own) :])


def plural(rank: int) -> str:
    """`sixes`, `kings`."""
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")
