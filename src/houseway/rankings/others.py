"""Rankings besides poker hands: high cards, the longest suit, totals, low hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.cards import RANK_NAMES, Card
from houseway.rankings.ranking import Cards, Ranking, SetRanking, plural


def _digits(ranks: Sequence[int], places: int) -> int:
    """Ranks as one number, the first in the highest four bits; places without a card are 0."""
    number = 0
    for place in range(places):
        number = number << 4 | (ranks[place] if place < len(ranks) else 0)
    return number


def _names(rank: int, places: int) -> list[str]:
    found = [rank >> 4 * place & 15 for place in reversed(range(places))]
    return [RANK_NAMES[one] for one in found if one]


@dataclass(frozen=True)
class HighCards(Ranking):
    """The highest cards one after the other; a missing card loses to any.

    Where pairs cancel, two cards of a rank leave each other none: three of a kind leave one, four of a kind none.
    """

    size: int
    pairs_cancel: bool = False
    ace_low: bool = False

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return _digits([self._value(card) for card in self.plays(own, shared)], self.size)

    def _value(self, card: Card) -> int:
        return card.low_rank if self.ace_low else card.rank

    def plays(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Cards:
        left: list[Card] = []
        for card in (*own, *shared):
            twin = next((other for other in left if other.rank == card.rank), None) if self.pairs_cancel else None
            if twin is None:
                left.append(card)
            else:
                left.remove(twin)
        return tuple(sorted(left, key=self._value, reverse=True)[: self.size])

    def words(self, rank: int) -> str:
        return "-".join(_names(rank, self.size)) + " high" if rank else "no cards"


@dataclass(frozen=True)
class LongestSuit(Ranking):
    """The suit with most cards, then with the highest ones, of at most `most` cards."""

    most: int = 7

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return self._suit_rank(self.plays(own, shared))

    def _suit_rank(self, cards: Sequence[Card]) -> int:
        return len(cards) << 4 * self.most | _digits(sorted((card.rank for card in cards), reverse=True), self.most)

    def plays(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> Cards:
        suits = [tuple(card for card in (*own, *shared) if card.suit == suit) for suit in range(4)]
        best: Cards = max(suits, key=self._suit_rank)
        return tuple(sorted(best, reverse=True))

    def words(self, rank: int) -> str:
        names = _names(rank & (1 << 4 * self.most) - 1, self.most)
        return f"{RANK_NAMES[rank >> 4 * self.most]}-card flush, {'-'.join(names)}"


@dataclass(frozen=True)
class TotalModulo(Ranking):
    """The total of the cards without the multiples of a number, as in baccarat: aces count 1, tens and pictures 10."""

    modulus: int = 10

    def rank(self, own: Sequence[Card], shared: Sequence[Card] = ()) -> int:
        return sum(min(card.low_rank, 10) for card in (*own, *shared)) % self.modulus

    def words(self, rank: int) -> str:
        return f"total of {rank}"


@dataclass(frozen=True)
class LowHand(SetRanking):
    """The lowest cards win; the ace is low, cards of a kind are high, straights and flushes don't count. The lowest
    ranks, A-2-3-4-5, are the best hand."""

    cards: int = 5

    @property
    def size(self) -> int:
        return self.cards

    def set_rank(self, ranks: Sequence[int], suited: bool) -> int:
        low = [1 if rank == 14 else rank for rank in ranks]
        counts = sorted(((low.count(rank), rank) for rank in set(low)), reverse=True)
        kinds, order = (_digits(column, self.size) for column in zip(*counts, strict=True))
        return (1 << 8 * self.size) - (kinds << 4 * self.size | order)

    def words(self, rank: int) -> str:
        high = (1 << 8 * self.size) - rank
        most = high >> 8 * self.size - 4
        names = _names(high & (1 << 4 * self.size) - 1, self.size)
        if most == 1:
            return "-".join(names) + " low"
        kind = {2: "pair of", 3: "three", 4: "four"}[most]
        return f"{kind} {plural(high >> 4 * self.size - 4 & 15)}"
