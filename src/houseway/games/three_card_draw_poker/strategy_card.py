"""Three Card Draw Poker from a strategy card: five lines, for every hand."""

from __future__ import annotations

from itertools import combinations

from houseway.cards import DECK, Card
from houseway.games.three_card_draw_poker.rules import PLAY
from houseway.rankings import Category, category, three_card_rank
from houseway.rounding import short
from houseway.rules.game import FOLD, Decision
from houseway.rules.pay_tables import Ratio

CARD, NEVER_FOLD = "card", "never-fold"
POINTS = {14: 10, 13: 6, 12: 4, 11: 2}  # for the higher of two cards
SUITED, STRAIGHT_RANK, ACE_KING, PLAY_FROM = 6, 3, 17, 5


def straight_ranks(one: Card, two: Card) -> int:
    """How many ranks make a straight with two cards of different ranks."""
    suit = (one.suit + 1) % 4  # one that makes no straight flush
    thirds = (card for card in DECK if card.suit == suit and card.rank not in (one.rank, two.rank))
    return sum(category(three_card_rank(one, two, card)) is Category.STRAIGHT for card in thirds)


def points(one: Card, two: Card) -> int:
    """What two cards are worth keeping; ace-king is better than a low card of the ace's suit."""
    if {one.rank, two.rank} == {14, 13}:
        return ACE_KING + SUITED * (one.suit == two.suit)
    high = POINTS.get(max(one.rank, two.rank), 0)
    return high + SUITED * (one.suit == two.suit) + STRAIGHT_RANK * straight_ranks(one, two)


def play(hand: tuple[Card, ...], least: Ratio, most: Ratio) -> Decision:
    """How the card plays a hand."""
    kind = category(three_card_rank(*hand))
    if kind >= Category.FLUSH:
        return Decision(PLAY, most, ())
    if kind is Category.PAIR:
        ranks = [card.rank for card in hand]
        (third,) = (card for card in hand if ranks.count(card.rank) == 1)
        pair = [card for card in hand if card != third]
        if third.rank == 14 and pair[0].rank <= 3 and any(card.suit == third.suit for card in pair):
            return Decision(PLAY, most, tuple(card for card in pair if card.suit != third.suit))
        return Decision(PLAY, least if pair[0].rank == 2 else most, (third,))
    worth, high, low, thrown = max(
        (points(one, two), max(one.rank, two.rank), min(one.rank, two.rank), third)
        for one, two in combinations(hand, 2)
        for third in hand
        if third not in (one, two)
    )
    suited = len({card.suit for card in hand if card != thrown}) == 1
    if worth < PLAY_FROM or (high == 3 and not suited):
        return Decision(FOLD)
    strong = (high == 14 and (suited or low == 13)) or (high == 13 and suited and low >= 11)
    return Decision(PLAY, most if strong else least, (thrown,))


def lines(least: Ratio, most: Ratio) -> tuple[str, ...]:
    smallest, largest = (f"{short(multiple)}x" for multiple in (least, most))
    return (
        f"Flush or better: keep all three and play {largest}.",
        f"Pair: swap the third card and play {largest}, twos {smallest}; but of twos or threes with a suited "
        f"ace keep the two in suit and play {largest}.",
        "No pair: keep the two cards with the most points, and swap the third: 10 for an ace, 6 for a king, 4 for a "
        "queen, 2 for a jack, 6 if they are suited, 3 for each rank that makes them a straight; 17 for ace-king, 23 "
        "suited. Of equal ones keep the higher.",
        "Fewer than 5 points, or 3-2 of two suits: fold.",
        f"Suited ace, ace-king, suited king-queen or king-jack: play {largest}; everything else {smallest}.",
    )
