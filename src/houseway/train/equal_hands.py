"""Whether other cards than those the game names make the same hand: suits that do not decide, two cards of one rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from houseway.cards import DECK, JOKERS, Card
from houseway.rules.game import Game, HouseCards, Spot
from houseway.table.lay import TURNED, dealer_lay
from houseway.train.streams import pick, stream

Cards = tuple[Card, ...]
SAMPLES = 60  # other cards in the places of those that are said not to play


class Deal(NamedTuple):
    """A player's cards and the house's; a deal without a player has no spot."""

    spot: Spot | None
    house: HouseCards

    def mapped(self, card_of: Callable[[Card], Card], order: Callable[[Cards], Cards]) -> Deal:
        """The same deal with other cards in other orders."""

        def changed(cards: Cards) -> Cards:
            return order(tuple(map(card_of, cards)))

        house = HouseCards(changed(self.house.dealer), changed(self.house.community))
        if self.spot is None:
            return Deal(None, house)
        decisions = tuple(
            (at, decision._replace(discard=None if decision.discard is None else tuple(map(card_of, decision.discard))))
            for at, decision in self.spot.decisions
        )
        spot = self.spot._replace(
            dealt=changed(self.spot.dealt), drawn=changed(self.spot.drawn), decisions=decisions, seen=house
        )
        return Deal(spot, house)

    def hand(self, game: Game[Any]) -> Cards:
        return game.display.dealer_hand(self.house) if self.spot is None else game.display.hand(self.spot, self.house)

    def strength(self, game: Game[Any]) -> Any:
        return (game.dealer_class(self.house) if self.spot is None else game.player_class(self.spot, self.house))[0]


def plays(game: Game[Any], deal: Deal, given: Cards) -> bool:
    """Whether the given cards may be said to play: those the game names, or others that are as good."""
    named = deal.hand(game)
    wanted = Counter(given)
    if Counter(named) == wanted:
        return True
    if len(named) != len(given):
        return False
    for back, same in _alike(game, deal, given):
        if Counter(map(back, same.hand(game))) == wanted:
            return True
    # A card of the same rank from another place: only the rules can say whether it may play from there.
    return _ranks(given) == _ranks(named) and _as_strong(game, deal, given)


def _ranks(cards: Cards) -> list[int]:
    return sorted(card.rank for card in cards)


def may_lie(game: Game[Any], house: HouseCards, row: Cards, turned: Cards) -> bool:
    """Whether the house's cards may lie so: as the game lays them, from either end, with any order of the cards that
    play, and of those that do not, in each part of the row."""
    for back, same in _alike(game, Deal(None, house), row):
        lay = dealer_lay(game, same.house, same.hand(game))
        if lay is None or Counter(map(back, lay.turned)) != Counter(turned):
            continue
        playing = Counter(map(back, same.hand(game)))
        parts = [tuple(map(back, cards)) for name, cards in lay.rows.items() if name != TURNED]
        if _lies_in(parts, row, playing) or _lies_in(parts, row[::-1], playing):
            return True
    return False


def _lies_in(parts: list[Cards], row: Cards, playing: Counter[Card]) -> bool:
    """Whether the row is these parts one after the other."""
    start = 0
    for part in parts:
        if _pattern(row[start : start + len(part)], playing) != _pattern(part, playing):
            return False
        start += len(part)
    return True


def _pattern(cards: Cards, playing: Counter[Card]) -> tuple[Counter[Card], list[bool]]:
    """Which cards lie there, and which places hold one that plays."""
    return Counter(cards), [card in playing for card in cards]


def _alike(game: Game[Any], deal: Deal, first: Cards) -> Iterator[tuple[Callable[[Card], Card], Deal]]:
    """Deals that the rules cannot tell from this one, each with the way back to its cards: suits change places where
    none is worth more than another, and cards of one owner lie in another order where that makes no other hand."""
    strength = deal.strength(game) if _compares(game) else None
    for table, home in suits_changed()[: None if game.suits_alike else 1]:
        mine = [table[card] for card in first]

        def named_first(cards: Cards, mine: list[Card] = mine) -> Cards:
            return tuple(sorted(cards, key=lambda held: held not in mine))

        def named_last(cards: Cards, mine: list[Card] = mine) -> Cards:
            return tuple(sorted(cards, key=lambda held: held in mine))

        yield home.__getitem__, deal.mapped(table.__getitem__, lambda cards: cards)
        if strength is not None:
            for order in (named_first, named_last, lambda cards: cards[::-1]):
                same = deal.mapped(table.__getitem__, order)
                if same.strength(game) == strength:
                    yield home.__getitem__, same


@cache
def suits_changed() -> list[tuple[dict[Card, Card], dict[Card, Card]]]:
    """Every way to change the suits, the first of which changes none: each card's other card, and the way back."""
    found = []
    for there in permutations(range(4)):
        table = {card: Card(4 * (card // 4) + there[card.suit]) for card in DECK} | {card: card for card in JOKERS}
        found.append((table, {other: card for card, other in table.items()}))
    return found


def _compares(game: Game[Any]) -> bool:
    """Whether the game says how strong a player's and the dealer's hands are."""
    declared = game.ranking is not None or type(game).dealer_class is not Game.dealer_class
    return game.has_classes and declared


def _as_strong(game: Game[Any], deal: Deal, given: Cards) -> bool:
    """Whether the hand is never weaker than it is, whatever lies in the places of the other cards.

    Where cards that are added can make a hand worse (pairs that cancel) this says no more than the game does.
    """
    if not _compares(game):
        return False
    strength, numbers = deal.strength(game), stream("other cards", *(card.text for card in given))
    there = [*deal.house.dealer, *deal.house.community]
    there += [] if deal.spot is None else [*deal.spot.dealt, *deal.spot.drawn]
    rest = list((Counter(game.deck) - Counter(there)).elements())
    thrown = Counter(() if deal.spot is None else deal.spot.discards)
    for _ in range(SAMPLES):
        left, kept, unused = list(rest), Counter(given), thrown.copy()

        def other(
            card: Card, left: list[Card] = left, kept: Counter[Card] = kept, unused: Counter[Card] = unused
        ) -> Card:
            for stays in (kept, unused):
                if stays[card]:
                    stays[card] -= 1
                    return card
            found = pick(numbers, left)
            left.remove(found)
            return found

        if _replaced(deal, other).strength(game) < strength:
            return False
    return True


def _replaced(deal: Deal, other: Callable[[Card], Card]) -> Deal:
    house = HouseCards(tuple(map(other, deal.house.dealer)), tuple(map(other, deal.house.community)))
    if deal.spot is None:
        return Deal(None, house)
    spot = deal.spot._replace(dealt=tuple(map(other, deal.spot.dealt)), drawn=tuple(map(other, deal.spot.drawn)))
    return Deal(spot._replace(seen=house), house)
