"""2 Card Roo: every second card and every dealer's hand for each way to place a card, counted on ranks.

The shoe is a parameter, so that the tests can count a small one card by card through the table's own settlement. Cards
that are buried between games are unknown and change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from houseway.cards import DECK
from houseway.games.two_card_roo.rules import (
    ACE,
    HIGH,
    LOW,
    TwoCardRooOptions,
    compare,
    dealer_roo,
    flush_roo_row,
    is_roo,
    player_roo,
    roo_odds,
    values,
)
from houseway.pay_tables import Odds

RANKS = tuple(range(2, ACE + 1))

# The manual prints no table for the Roo wager; these are the words of its table for three cards.
EVENTS = (
    "Player Pair",
    "Player Does Not Qualify",
    "Dealer Pair",
    "Dealer Does Not Qualify",
    "Wins",
    "Ties",
    "Losses",
)
PLAYER_PAIR, NO_ROO, DEALER_PAIR, DEALER_NO_ROO, WIN, TIE, LOSS = range(7)

# The printed lines of Flush Roo with the rows of the pay table, and of Pairs Pay, aces first.
FLUSH_LINES = (
    ("2-Card Straight Flush", 0),
    ("2-Card Straight", None),
    ("2-Card Roo Flush", 1),
    ("2-Card Roo", None),
    ("Invalid roo", None),
)
STRAIGHT, ROO, INVALID = 1, 3, 4
PAIR_LINES = (*(f"{rank}{rank}" for rank in "A23456789TJQK"), "No Pair")
NO_PAIR = 13


class Shoe(NamedTuple):
    """Which ranks, in how many suits, so many times over."""

    decks: int = 1
    ranks: tuple[int, ...] = RANKS
    suits: int = 4

    @property
    def cards(self) -> int:
        return self.decks * self.suits * len(self.ranks)


class End(NamedTuple):
    """How a deal ends for every wager, by the places in their tables."""

    event: int
    flush: int
    pairs: int


Placed = tuple[int, int]  # low and high value by position
Ends = Mapping[End, int]


def event_of(placed: Placed, dealer: str, dealer_placed: Placed) -> int:
    """How a player's Roo stands against the dealer."""
    if dealer == "pair":
        return DEALER_PAIR
    if dealer == "none":
        return DEALER_NO_ROO
    return (LOSS, TIE, WIN)[compare(placed, dealer_placed) + 1]


def event_odds(options: TwoCardRooOptions) -> list[Odds]:
    """What the Roo wager pays for each event, asked of the rules with an example of each."""
    odds: dict[int, Odds] = {
        PLAYER_PAIR: roo_odds(options, "pair", (2, 2), 2, 3)[0],
        NO_ROO: roo_odds(options, "none", (3, 2), 2, 3)[0],
    }
    for placed in ((2, 3), (2, 14)):  # the house way places a two low, so 3 over 2 ties, loses and 14 over 2 wins
        for first in RANKS:
            for second in RANKS:
                event = event_of(placed, *dealer_roo(options.house_way, first, second))
                if event not in odds:
                    odds[event] = roo_odds(options, "roo", placed, first, second)[0]
    return [odds[event] for event in range(len(EVENTS))]


@lru_cache(maxsize=64)
def placings(shoe: Shoe, aces: str, limit: int) -> dict[int, dict[str, Ends]]:
    """For each rank and position: how all its deals end. Pay tables, ties and dealer's pairs have no part in it."""
    options = TwoCardRooOptions(aces=aces, house_way=limit)
    dealers = [(one, two, *dealer_roo(limit, one, two)) for one in shoe.ranks for two in shoe.ranks]
    known: dict[tuple[int, int, Placed], Counter[int]] = {}
    found: dict[int, dict[str, Ends]] = {}
    for first in shoe.ranks:
        found[first] = {}
        for position in (LOW, HIGH):
            ends: Counter[End] = Counter()
            for second in shoe.ranks:
                placed = values(first, second, position)
                kind = player_roo(options, first, second, position)
                if kind == "roo":
                    key = (min(first, second), max(first, second), placed)
                    if key not in known:
                        known[key] = _against(shoe, key, dealers)
                    events: Mapping[int, int] = known[key]
                else:
                    dealt = (shoe.cards - 2) * (shoe.cards - 3)
                    events = {PLAYER_PAIR if kind == "pair" else NO_ROO: dealt}
                pairs = NO_PAIR if first != second else 0 if first == ACE else first - 1
                for suited, ways in _suits(shoe, same_rank=first == second):
                    flush = flush_line(first, second, position, suited=suited)
                    for event, count in events.items():
                        ends[End(event, flush, pairs)] += ways * count
            found[first][position] = {end: ways for end, ways in ends.items() if ways}
    return found


def _suits(shoe: Shoe, *, same_rank: bool) -> tuple[tuple[bool, int], tuple[bool, int]]:
    """In how many ways two ranks come in one suit, and in two."""
    each = shoe.decks * shoe.suits
    alike = each * (shoe.decks - same_rank)
    return (True, alike), (False, each * (each - same_rank) - alike)


def _against(shoe: Shoe, player: tuple[int, int, Placed], dealers: list[tuple[int, int, str, Placed]]) -> Counter[int]:
    """In how many ways the dealer's two cards bring each event, when the player's two are gone."""
    left = dict.fromkeys(shoe.ranks, shoe.decks * shoe.suits)
    one, two, placed = player
    left[one] -= 1
    left[two] -= 1
    events: Counter[int] = Counter()
    for first, second, kind, dealer_placed in dealers:
        events[event_of(placed, kind, dealer_placed)] += left[first] * (left[second] - (first == second))
    return events


def flush_line(first: int, second: int, position: str, *, suited: bool) -> int:
    """The printed line of Flush Roo for two ranks, the first of them placed in `position`."""
    cards = DECK[4 * (first - 2)], DECK[4 * (second - 2) + (not suited)]
    row = flush_roo_row(*cards, position)
    if row is not None:
        return next(line for line, (_, paid) in enumerate(FLUSH_LINES) if paid == row)
    low, high = values(first, second, position)
    if not is_roo(low, high):
        return INVALID
    return STRAIGHT if high - low == 1 else ROO
