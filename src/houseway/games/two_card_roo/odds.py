"""2 Card Roo: the manual's rows and strategies; what they come to is derived from the rules, over all orders of the
player's two cards and the dealer's two. They come from a full shoe; docs/odds.md
says what a shoe that is kept changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from houseway.cards import RANK_NAMES
from houseway.counting.game_odds import OPTIMAL, PRINTED, CardLine, Chart, Hand, Known, Strategy
from houseway.derived.odds import Derived
from houseway.games.two_card_roo.rules import HIGH, NO_ROO, PAIRS_PAY, TIES, TwoCardRoo, house_way, is_roo, values
from houseway.rules.game import Decision

FLUSH, PAIRS = "flush-roo", "pairs-pay"
COPY, CARD = "copy-the-dealer", "card"
PRINTED_LOW = 9  # "Play 2-9 as low"
STRATEGIES = {
    OPTIMAL: "the position with the highest value",
    PRINTED: "the manual's: 2 to 9 low, 10 to ace high",
    COPY: "the house way",
    CARD: "the lines of the strategy card",
}

# What the rules say of the Roo wager, and its row. The manual prints no table; these are its words for three cards.
ROWS = {
    "a pair pushes": "Player Pair",
    NO_ROO: "Player Does Not Qualify",
    "a dealer's pair pushes": "Dealer Pair",
    "a dealer's pair loses to a Roo": "Dealer Pair",
    "the dealer makes no Roo": "Dealer Does Not Qualify",
    "the higher Roo": "Wins",
    **{f"equal Roos: {words}": "Ties" for words in TIES.values()},
    "the dealer's Roo is higher": "Losses",
}
FLUSH_WINS = "Flush Wins"  # a row of its own where they pay otherwise than other wins, by the manual's name
STRAIGHT, ROO, INVALID, NO_PAIR = "2-Card Straight", "2-Card Roo", "Invalid Roo", "No Pair"
SIDE_ROWS = {
    FLUSH: ("2-Card Straight Flush", STRAIGHT, "2-Card Roo Flush", ROO, INVALID),
    PAIRS: (*(f"{rank}{rank}" for rank in "A23456789TJQK"), NO_PAIR),
}


class Odds(Derived[TwoCardRoo]):
    """How 2 Card Roo is counted.

    Where both positions are worth the same to the Roo wager, the card goes high. Where they are worth the same to Flush
    Roo, it goes where it is better for the Roo wager, then high.
    """

    # --- rows ---

    def label(self, hand: Hand) -> str:
        roo = hand.pay(self.main)
        if (
            roo
            and roo.odds > 0
            and self._flush_row
            and len({card.suit for card in (*hand.spot.dealt, *hand.spot.drawn)}) == 1
        ):
            return FLUSH_WINS
        return ROWS.get(roo.reason if roo else "") or super().label(hand)

    @property
    def _flush_row(self) -> bool:
        return self.game.options.flush_wins_pay != 1

    def labels(self) -> Sequence[str]:
        rows = tuple(dict.fromkeys(ROWS.values()))
        return (*rows, FLUSH_WINS) if self._flush_row else rows

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        first, second = (*hand.spot.dealt, *hand.spot.drawn)
        if wager == PAIRS and label == PAIRS_PAY.hands[0]:
            return first.text[0] * 2
        if wager == PAIRS and label == "Other":
            return NO_PAIR
        if wager == FLUSH and label == "Other":
            low, high = values(first.rank, second.rank, hand.spot.choice)
            return INVALID if not is_roo(low, high) else STRAIGHT if high - low == 1 else ROO
        return label

    def side_labels(self, wager: str) -> Sequence[str]:
        return SIDE_ROWS.get(wager) or super().side_labels(wager)

    def preference(self, at: str, decision: Decision) -> int:
        return int(decision.choice != HIGH)

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        return STRATEGIES

    def follow(self, strategy: str, known: Known) -> Decision:
        rank = known.cards[0].rank
        if strategy == CARD:  # its lines say the optimum in full
            return self.advise(known.cards)[1][0].decision
        position = house_way(PRINTED_LOW, rank) if strategy == PRINTED else self.game.house_way(rank)
        return Decision(position, key="position")

    # --- for people ---

    def charts(self, strategy: Strategy, *, wager: str = "") -> list[Chart]:
        rows = [(span(ranks), position) for ranks, position in self._runs(strategy, wager)]
        return [Chart("Where to place the card", ("card", "position"), tuple(rows))]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, tuple(CardLine(f"{span(ranks)}: place it {position}.") for ranks, position in self._runs(CARD))

    def _runs(self, strategy: Strategy, wager: str = "") -> Iterable[tuple[list[int], str]]:
        """Neighbouring ranks that go the same way, lowest first."""
        played = self.played(strategy, "place", wager)
        found: list[tuple[list[int], str]] = []
        for rank, position in sorted((spot.dealt[0].rank, decision.choice) for spot, _, decision in played):
            if not found or found[-1][1] != position:
                found.append(([], position))
            found[-1][0].append(rank)
        return found


def span(ranks: list[int]) -> str:
    """`Two to nine`."""
    first, last = RANK_NAMES[ranks[0]].capitalize(), RANK_NAMES[ranks[-1]]
    return first if len(ranks) == 1 else f"{first} to {last}"
