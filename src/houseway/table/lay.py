"""The dealer's and the shared cards as they lie once the dealer's hand is set, where the procedure says how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.cards import Card
from houseway.rules.game import Game, HouseCards

# The row of `CardDisplay.dealer_lay` that names the turned cards; every other row is of cards from left to right.
TURNED = "turned"


class Lay(NamedTuple):
    """One line of cards from left to right: those that play are next to each other, and some may be turned sideways."""

    rows: Mapping[str, tuple[Card, ...]]  # as the game gives them
    cards: tuple[Card, ...]
    turned: tuple[Card, ...]
    words: str  # for whoever does not see the cards

    def text(self) -> str:
        """`4♣ (turned) K♠ A♥ K♦ 7♣`"""
        turned, parts = list(self.turned), []
        for card in self.cards:
            parts.append(card.pretty)
            if card in turned:
                turned.remove(card)
                parts[-1] += " (turned)"
        return " ".join(parts)


def dealer_lay(game: Game[Any], house: HouseCards, hand: tuple[Card | None, ...]) -> Lay | None:
    """How the cards lie, with all of the house's cards in sight; None where the game does not say.

    `hand` are the cards that play.
    """
    rows = game.display.dealer_lay(house)
    if rows is None:
        return None
    cards = tuple(card for name, row in rows.items() if name != TURNED for card in row)
    turned = tuple(rows.get(TURNED, ()))
    return Lay(rows, cards, turned, _words(cards, turned, house, hand))


def _words(cards: tuple[Card, ...], turned: tuple[Card, ...], house: HouseCards, hand: tuple[Card | None, ...]) -> str:
    """`The dealer plays K♠ with A♥ K♦ from the board; 4♣ is turned.`"""
    plays = list(hand)
    own, shared = list(house.dealer), list(house.community)
    from_own, from_board = [], []
    for card in cards:
        if card not in plays:
            continue
        plays.remove(card)  # of two equal cards of a shoe one may play and the other not
        if card in own:
            own.remove(card)
            from_own.append(card.pretty)
        elif card in shared:
            shared.remove(card)
            from_board.append(card.pretty)
    if not from_own and not from_board:
        return ""
    text = f"The dealer plays {' '.join(from_own or from_board)}"
    if from_board:
        text += f" with {' '.join(from_board)} from the board" if from_own else " from the board"
    if turned:
        text += f"; {' '.join(card.pretty for card in turned)} {'is' if len(turned) == 1 else 'are'} turned"
    return f"{text}."
