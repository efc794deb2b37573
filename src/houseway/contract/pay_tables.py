"""Laws of printed examples: it is clear which cards a row pays, and the game settles its examples as printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.cards import Card, parse_cards
from houseway.contract import samples
from houseway.contract.hands import every_play
from houseway.contract.law import GameClass, law, require
from houseway.errors import CardError
from houseway.odds.game_odds import Hand
from houseway.odds.walk import Piles, Walker, in_order
from houseway.rules.game import Game
from houseway.rules.pay_tables import PaidHand
from houseway.rules.procedure import DEALER, PLAYERS, Deal
from houseway.rules.settlement import row_id
from houseway.table.shuffle import Stream

TRIES = 40  # deals of the other cards: some of them may stop a bonus
# Where the cards of an example lie: from the player's own on, or the board's, or the house's.
ORDER = ("dealt", "drawn", "community", "dealer")


@law
def paid_hands_are_told(game_class: GameClass) -> None:
    """Every row of a pay table says which hand it is and gives one as an example, which the game pays by that row."""
    seen: set[tuple[str, PaidHand]] = set()
    for game in samples.games(game_class, random=0):
        for wager in game.wagers:
            for number, row in enumerate(wager.paid_hands):
                require(row.meaning.strip(), f"{wager.name}: {row.name!r} does not say which hand it is")
                if (wager.id, row) not in seen:
                    seen.add((wager.id, row))
                    paid = paid_by(game, row, row_id(wager.id, number))
                    require(paid, f"{wager.name}: {row.example!r} is not paid as {row.name!r}")


@law
def manual_examples_hold(game_class: GameClass) -> None:
    """The examples of the manual, dealt and played as they are written, end as they say."""
    for game in samples.games(game_class, random=0):
        for example in game.examples():
            piles = Piles(**{pile: example.cards(pile) for pile in ORDER})
            hand = Walker(game).play(piles, in_order(example.decisions))
            pay = hand.pay(example.wager)
            require(pay is not None and pay.odds == example.odds, f"{example.text!r}: the game settles it as {pay}")


def paid_by(game: Game[Any], row: PaidHand, case: str) -> Hand | None:
    """A hand that has the player's cards in the order of the example and is paid by this row; None if there is none."""
    try:
        cards = parse_cards(row.example)
    except CardError:
        return None
    walker, numbers = Walker(game), samples.stream(f"{game.fingerprint} {case}")
    for start in range(len(ORDER)):
        for _ in range(TRIES):
            piles = _dealt(game, cards, ORDER[start:], numbers)
            if piles is None:
                break
            for hand in every_play(walker, piles):
                if any(pay.case == case for pay in hand.pays):
                    return hand
    return None


def _dealt(game: Game[Any], cards: tuple[Card, ...], order: tuple[str, ...], numbers: Stream) -> Piles | None:
    """The example laid to these piles one after the other, and any other cards to the rest; None if it does not fit."""
    deck = list(game.deck)
    if not set(cards) <= set(deck):
        return None
    for card in cards:
        deck.remove(card)
    sizes = dict.fromkeys(Piles._fields, 0)
    for pile, count in _deals(game):
        sizes[pile] += count
    left = list(cards)
    found: dict[str, tuple[Card, ...]] = dict.fromkeys(Piles._fields, ())
    for pile in order:
        found[pile] = tuple(left[: sizes[pile]])
        del left[: sizes[pile]]
    for pile, size in sizes.items():
        found[pile] += tuple(deck.pop(numbers.below(len(deck))) for _ in range(size - len(found[pile])))
    return None if left else Piles(**found)


def _deals(game: Game[Any]) -> Iterator[tuple[str, int]]:
    for step in Walker(game).steps:
        if isinstance(step, Deal):
            pile = step.area if step.to == PLAYERS else "dealer" if step.to == DEALER else "community"
            yield pile, step.count or 2
