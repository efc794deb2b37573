"""3 Card Roo: counted exactly, over 3,664,533,600 deals.

A deal is the player's two cards and the third, the dealer's two and the third; the third cards are counted also where a
dealt pair gets none. Only ranks matter, but for the suits of a Royal Flush Roo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb

from houseway.cards import DECK, Card
from houseway.errors import CardError
from houseway.exact import (
    OPTIMAL,
    PRINTED,
    Advice,
    CardLine,
    Chart,
    Known,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.game import find_offer
from houseway.games.three_card_roo.chances import (
    EVENTS,
    FULL_DECK,
    NO_BONUS,
    Deck,
    End,
    Ends,
    Hand,
    after_the_third,
    dealt_pairs,
    hand_of,
    placings,
)
from houseway.games.three_card_roo.rules import (
    HIGH,
    LOW,
    MIDDLE,
    OFFERS,
    PAIRS_PAY,
    POCKET_ROO,
    POSITIONS,
    SEVEN_ROO_BONUS,
    ThreeCardRoo,
    house_way,
)
from houseway.games.three_card_roo.simple import Plan, card_lines, hand_words, plan_chart
from houseway.pay_tables import Odds as PayOdds
from houseway.placing import PlacingOdds

PLAY, POCKET, PAIRS = "play", "pocket-roo", "pairs-pay"
COPY, MOST, CARD = "copy-the-dealer", "most-ranks", "card"
STRATEGIES = {
    OPTIMAL: "the open position with the highest value",
    PRINTED: "the manual's table: its column ANTE for Play, POCKET for Pocket Roo",
    COPY: "the house way",
    MOST: "leave open what most ranks complete, the higher position if equal",
    CARD: "the few lines of the strategy card",
}

# "Player Optimal Playing Strategy": for each higher card, from the king down, the open position with each lower card,
# from the next rank down to the ace.
ANTE_COLUMN = {
    13: "LLLLLLMMMMMM",
    12: "LLLLLMMMMMM",
    11: "LLLLLMMMMM",
    10: "LLLLMMMMM",
    9: "LLHHHMMM",
    8: "HHHHHHH",
    7: "HHHHHH",
    6: "HHHHH",
    5: "HHHH",
    4: "HHH",
    3: "HH",
    2: "H",
}
POCKET_COLUMN = {**ANTE_COLUMN, 10: "LLLLLMMMM"}  # 10,5 alone differs
OPEN = {"L": LOW, "M": MIDDLE, "H": HIGH}


def printed(column: Mapping[int, str], hand: Hand) -> str:
    return OPEN[column[hand.high][hand.high - hand.low - 1]]


class Odds(PlacingOdds[ThreeCardRoo, Hand, End]):
    """How 3 Card Roo is counted.

    Where two positions are worth the same to Play, the higher one is left open, as the house way has it. Where they are
    worth the same to Pocket Roo, the one that is better for Play is left open, then the higher one; 38 of the 78 hands
    tie so, and this gives the printed column.
    """

    main = PLAY
    key = "open"
    choices = POSITIONS[::-1]

    def __init__(self, game: ThreeCardRoo, deck: Deck = FULL_DECK) -> None:
        super().__init__(game)
        self.deck = deck

    def strategies(self) -> Mapping[str, str]:
        return STRATEGIES

    def side_strategies(self, wager: str) -> Mapping[str, str]:
        return STRATEGIES if wager == POCKET else {}

    # --- what the placings are worth ---

    @cached_property
    def placings(self) -> Mapping[Hand, Mapping[str, Ends]]:
        return placings(self.deck, self.game.options.house_way)

    def net(self, wager: str, end: End) -> PayOdds:
        options = self.game.options
        if wager == PLAY:
            bonus = options.seven_roo_bonus[end.bonus] if end.bonus is not None and end.bonus < NO_BONUS else 0
            return EVENTS[end.event][1] + bonus
        pays, row = (options.pocket_roo, end.pocket) if wager == POCKET else (options.pairs_pay, end.pairs)
        assert pays is not None
        return pays[row] if row < len(pays) else -1

    def side_row(self, wager: str, end: End) -> int:
        return end.pocket if wager == POCKET else end.pairs

    # --- strategies ---

    def held(self, cards: tuple[Card, ...]) -> Hand:
        return class_of(cards)

    def held_words(self, held: Hand) -> str:
        return hand_words(held)

    def plan(self, strategy: Strategy, wager: str) -> Plan:
        self.check_strategy(strategy)
        self.check_wager(wager)
        hands = self.placings
        if strategy == OPTIMAL:
            return self.best({wager: 1})
        if strategy == PRINTED:
            return {hand: printed(POCKET_COLUMN if wager == POCKET else ANTE_COLUMN, hand) for hand in hands}
        if strategy == COPY:
            return {hand: house_way(self.game.options.house_way, hand.low, hand.high) for hand in hands}
        if strategy == MOST:
            return {hand: house_way(0, hand.low, hand.high) for hand in hands}
        if strategy == CARD:  # its lines say the optimum in full
            return self.best({PLAY: 1})
        assert callable(strategy)
        plan = {}
        for hand in hands:
            cards = example(hand)
            plan[hand] = find_offer(OFFERS, strategy(Known(self.at, cards))).decision.choice
        return plan

    # --- counts ---

    @property
    def _total(self) -> int:
        return self.side_total(PAIRS) * after_the_third(self.deck)

    def ends(self, plan: Plan) -> Iterable[tuple[End, int]]:
        played = (self.placings[hand][position].items() for hand, position in plan.items())
        return chain(dealt_pairs(self.deck).items(), *played)

    def count(self, strategy: Strategy) -> MainCount:
        events: Counter[int] = Counter()
        bonuses: Counter[int | None] = Counter()
        nets: Counter[Fraction] = Counter()
        for end, ways in self.ends(self.plan(strategy, PLAY)):
            events[end.event] += ways
            bonuses[end.bonus] += ways
            nets[Fraction(self.net(PLAY, end))] += ways
        rows = [Row(label, Fraction(pays), events[event]) for event, (label, pays) in enumerate(EVENTS)]
        for row, label in enumerate(SEVEN_ROO_BONUS.hands):
            rows.append(Row(label, Fraction(self.game.options.seven_roo_bonus[row]), bonuses[row], bonus=True))
        rows.append(Row("Other", Fraction(0), bonuses[NO_BONUS], bonus=True))
        distribution = {net: ways for net, ways in sorted(nets.items()) if ways}
        return MainCount(self._total, tuple(rows), distribution, Fraction(1))

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        table, losing = (POCKET_ROO, ("Seven Roo", "other")) if wager == POCKET else (PAIRS_PAY, ("No Pairs",))
        paid = [SideOutcome(label, row) for row, label in enumerate(table.hands)]
        return (*paid, *(SideOutcome(label, None) for label in losing))

    def side_total(self, wager: str) -> int:
        cards = sum(self.deck)
        return comb(cards, 2) * (cards - 2)

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        if len(cards) != 2:
            raise CardError(f"3 Card Roo is decided with two cards: {len(cards)} are given.")
        if cards[0] == cards[1]:
            raise CardError(f"{cards[0]} is there twice: one deck is in play.")
        if community:
            raise CardError("3 Card Roo has no community cards: give the two dealt cards alone.")
        if cards[0].rank == cards[1].rank:
            raise CardError("A dealt pair leaves nothing to decide: it pushes Play and gets no third card.")
        return self.ranked(cards)

    def charts(self, strategy: Strategy, *, wager: str = PLAY) -> list[Chart]:
        return [plan_chart(self.plan(strategy, wager))]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, card_lines(self.plan(CARD, PLAY))


def class_of(cards: tuple[Card, ...]) -> Hand:
    first, second = cards
    return hand_of(first.low_rank, second.low_rank, suited=first.suit == second.suit)


def example(hand: Hand) -> tuple[Card, ...]:
    """Two cards of a class, the higher first."""
    high, low = ([card for card in DECK if card.low_rank == rank] for rank in (hand.high, hand.low))
    return high[0], low[0 if hand.suited else 1]
