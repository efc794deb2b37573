"""Random hands of a game, played as its rules say: what the laws of its mathematics look at.

Half of the deals are from a part of the deck (a few suits, ranks in a row), where hands that are rare come often and
two hands are often equal. What a deal pays is the same wherever its cards came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from math import comb
from typing import Any

from houseway.cards import Card
from houseway.contract.law import require
from houseway.contract.samples import pick, stream
from houseway.errors import HousewayError
from houseway.odds.game_odds import Hand
from houseway.odds.walk import NeedsCards, Piles, Walker, choices, in_order
from houseway.rounding import short
from houseway.rules.game import Decision, Game, Offer, Pay, Spot
from houseway.rules.procedure import DEALER, PLAYERS, Deal

Decide = Callable[[str, Spot], Decision]
MOST_PATHS = 200  # ways to play one deal


class Hands:
    """Deals one hand after the other; a label and a number always give the same."""

    def __init__(self, game: Game[Any], label: str) -> None:
        self.game = game
        self.numbers = stream(label)
        self.walker = Walker(game)
        self.main = game.wagers.main_group
        self._deck = tuple(game.deck)
        self._deals = list(_deals(game))
        self.cards = sum(count for _, count in self._deals)
        require(self.cards <= len(self._deck), f"{self.cards} cards for one hand are more than the deck has")

    def piles(self, *, part: bool = False) -> Piles:
        """Cards for one hand, out of the whole deck or mostly out of a part of it."""
        deck = self._part() if part else [list(self._deck)]
        drawn: list[Card] = []
        for cards in deck:
            while cards and len(drawn) < self.cards:
                index = self.numbers.below(len(cards))
                cards[index], cards[-1] = cards[-1], cards[index]
                drawn.append(cards.pop())
        found: dict[str, tuple[Card, ...]] = dict.fromkeys(Piles._fields, ())
        start = 0
        for pile, count in self._deals:
            found[pile] += tuple(drawn[start : start + count])
            start += count
        return Piles(**found)

    def every(self, deals: Sequence[Deal], most: int) -> Iterator[Piles] | None:
        """Cards for one hand for each way to deal these, with any others for the rest; None for more ways than that."""
        count = sum(deal.count for deal in deals)
        deck = [card for card, copies in Counter(self._deck).items() for _ in range(min(copies, count))]
        ways, left = 1, len(deck)
        for deal in deals:
            ways, left = ways * comb(left, deal.count), left - deal.count
        if ways > most or not all(deal.count for deal in deals):  # as many cards as were thrown
            return None
        return (self._completed(deals, cards) for cards in _each_way(tuple(deck), [deal.count for deal in deals]))

    def _completed(self, deals: Sequence[Deal], cards: Iterable[tuple[Card, ...]]) -> Piles:
        found: dict[str, tuple[Card, ...]] = dict.fromkeys(Piles._fields, ())
        left = Counter(self._deck)
        for deal, dealt in zip(deals, cards, strict=True):
            found[_pile(deal)] += dealt
            left.subtract(dealt)
        rest = left.elements()
        for pile, count in self._deals:
            found[pile] += tuple(islice(rest, max(0, count - len(found[pile]))))
        return Piles(**found)

    def _part(self) -> list[list[Card]]:
        """The cards of some suits and ranks, and the others for when these run out."""
        numbers = self.numbers
        ranks = sorted({card.rank for card in self._deck})
        first, many = numbers.below(len(ranks)), 2 + numbers.below(6)
        if numbers.below(2):
            kept = {ranks[(first + index) % len(ranks)] for index in range(many)}  # in a row, round the ace
        else:
            kept = set(ranks) if not numbers.below(3) else {pick(numbers, ranks) for _ in range(many)}
        suits = {numbers.below(4) for _ in range(1 + numbers.below(4))}
        parts: list[list[Card]] = [[], []]
        for card in self._deck:
            parts[card.rank not in kept or (card.suit not in suits and not card.joker)].append(card)
        return parts

    def decide(self, at: str, spot: Spot) -> Decision:
        """Any legal decision."""
        return self.any_of(self.game.offers(at, spot))

    def any_of(self, offers: Iterable[Offer]) -> Decision:
        """One of these; a fold, after which there is little to see, is seldom taken."""
        legal = [decision for _, decision in choices(offers)]
        staying = [decision for decision in legal if not decision.folds]
        return pick(self.numbers, staying if staying and self.numbers.below(8) else legal)

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        left, found = list(cards), []
        while left:
            found.append(left.pop(self.numbers.below(len(left))))
        return tuple(found)


def _each_way(deck: tuple[Card, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to deal so many cards after so many others."""
    if not sizes:
        yield ()
        return
    for cards in dict.fromkeys(combinations(deck, sizes[0])):
        left = list(deck)
        for card in cards:
            left.remove(card)
        yield from ((cards, *others) for others in _each_way(tuple(left), sizes[1:]))


def _pile(deal: Deal) -> str:
    return deal.area if deal.to == PLAYERS else "dealer" if deal.to == DEALER else "community"


def _deals(game: Game[Any]) -> Iterator[tuple[str, int]]:
    """The piles in the order of dealing, each with the most cards that it may get."""
    dealt = 0
    for step in Walker(game).steps:
        if isinstance(step, Deal):
            if step.to == PLAYERS:
                count = step.count or dealt  # no more than a hand holds are replaced
                dealt += count if step.area == "dealt" else 0
                yield step.area, count
            else:
                yield _pile(step), step.count


def every_play(walker: Walker, piles: Piles) -> Iterator[Hand]:
    """The hand played in every way that its offers allow, up to a number of them."""
    waiting: list[tuple[Decision, ...]] = [()]
    for _ in range(MOST_PATHS):
        if not waiting:
            return
        script = waiting.pop()
        made: list[Decision] = []

        def decide(at: str, spot: Spot, script: tuple[Decision, ...] = script, made: list[Decision] = made) -> Decision:
            if len(made) >= len(script):
                first, *others = (decision for _, decision in choices(walker.game.offers(at, spot)))
                waiting.extend((*made, other) for other in others)
                made.append(first)
            else:
                made.append(script[len(made)])
            return made[-1]

        yield walker.play(piles, decide)


def played_again(game: Game[Any], hand: Hand) -> Hand | None:
    """The deal and the decisions of a hand by other rules, if these allow them."""
    spot, house = hand.spot, hand.house
    try:
        piles = Piles(spot.dealt, spot.drawn, spot.aside, house.dealer, house.community)
        if Counter(chain(*piles)) - Counter(game.deck):
            return None
        return Walker(game).play(piles, in_order([decision for _, decision in spot.decisions]))
    except (HousewayError, NeedsCards, StopIteration):  # it needs other cards, or more decisions
        return None


def deal_words(hand: Hand) -> str:
    """A deal in a line: whose cards, and what was decided."""
    spot, house = hand.spot, hand.house
    rows = (
        ("the player", spot.dealt),
        ("drawn", spot.drawn),
        ("aside", spot.aside),
        ("the dealer", house.dealer),
        ("shared", house.community),
    )
    cards = [f"{whose} {' '.join(card.text for card in cards)}" for whose, cards in rows if cards]
    return ", ".join([*cards, *(decision_words(decision) for _, decision in spot.decisions)])


def decision_words(decision: Decision) -> str:
    words = [decision.choice] if decision.choice else []
    if decision.multiple:
        words.append(f"{short(decision.multiple)}x")
    if decision.discard is not None:
        words.append(f"throwing {' '.join(card.text for card in decision.discard) or 'nothing'}")
    return " ".join(words)


def pay_words(pay: Pay | tuple[Any, ...] | None) -> str:
    """What a wager was paid."""
    if pay is None:
        return "nothing"
    odds, percent, cents = (pay.odds, pay.percent, pay.cents) if isinstance(pay, Pay) else pay
    if percent or cents:
        return " and ".join([f"{percent}% of the meter"] * bool(percent) + [f"{cents} cents"] * bool(cents))
    return f"{odds} to 1" if odds > 0 else {0: "a push", -1: "a loss"}.get(odds, f"{odds} of the stake")


def rules_words(game: Game[Any]) -> str:
    """The edition, and the options that are not its own."""
    plain = type(game).make(game.edition).options.values()
    changed = [f"{name} {value}" for name, value in game.options.values().items() if plain[name] != value]
    return " with ".join([game.edition, *([", ".join(changed)] if changed else [])])
