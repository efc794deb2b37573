"""2 Card Roo: the manual's rows and strategies; what they come to is derived from the rules, over all orders of the
player's two cards and the dealer's two. They come from a full shoe; docs/odds.md
says what a shoe that is kept changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from houseway.cards import RANK_NAMES
from houseway.games.two_card_roo.rules import HIGH, TwoCardRoo, house_way, is_roo, values
from houseway.odds.game_odds import OPTIMAL, PRINTED, CardLine, Chart, Hand, Known, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.game import Decision

FLUSH, PAIRS = "flush-roo", "pairs-pay"
COPY, CARD = "copy-the-dealer", "card"
PRINTED_LOW = 9  # "Play 2-9 as low"

# The row that a case of the Roo wager belongs to. The manual prints no table; these are its words for three cards.
ROWS = {
    "player-pair": "Player Pair",
    "no-roo": "Player Does Not Qualify",
    "dealer-pair": "Dealer Pair",
    "dealer-no-roo": "Dealer Does Not Qualify",
    "win": "Wins",
    "tie": "Ties",
    "loss": "Losses",
}
FLUSH_WINS = "Flush Wins"  # a row of its own where they pay otherwise than other wins, by the manual's name
WON = ("dealer-pair", "dealer-no-roo", "win", "tie")  # the cases that have such a row
STRAIGHT, ROO, INVALID, NO_PAIR = "2-Card Straight", "2-Card Roo", "Invalid Roo", "No Pair"
PAIR_ROWS = (*(f"{rank}{rank}" for rank in "A23456789TJQK"), NO_PAIR)


class Sheet(OddsSheet[TwoCardRoo]):
    """Where both positions are worth the same to the Roo wager, the card goes high. Where they are worth the same to
    Flush Roo, it goes where it is better for the Roo wager, then high."""

    # --- rows ---

    rows: Mapping[str, str] = {**ROWS, **{f"{case}-one-suit": FLUSH_WINS for case in WON}}

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        first, second = (*hand.spot.dealt, *hand.spot.drawn)
        if wager == PAIRS:
            return NO_PAIR if label == "Other" else first.text[0] * 2
        if wager == FLUSH and label == "Other":
            low, high = values(first.rank, second.rank, hand.spot.choice)
            return INVALID if not is_roo(low, high) else STRAIGHT if high - low == 1 else ROO
        return label

    def side_labels(self, wager: str) -> Sequence[str]:
        labels = super().side_labels(wager)
        if wager == FLUSH:
            straight_flush, flush = labels
            return straight_flush, STRAIGHT, flush, ROO, INVALID
        return PAIR_ROWS if wager == PAIRS else labels

    def preference(self, at: str, decision: Decision) -> int:
        return int(decision.choice != HIGH)

    # --- strategies ---

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        def placing(text: str, position: Callable[[int], str]) -> Named:
            return Named(text, lambda known: Decision(position(known.cards[0].rank), key="position"))

        return {
            OPTIMAL: Named("the position with the highest value"),
            PRINTED: placing("the manual's: 2 to 9 low, 10 to ace high", lambda rank: house_way(PRINTED_LOW, rank)),
            COPY: placing("the house way", self.game.house_way),
            CARD: Named("the lines of the strategy card", self._best),
        }

    def _best(self, known: Known) -> Decision:
        """The card's lines say the optimum in full."""
        return self.odds.advise(known)[1][0].decision

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        rows = [(span(ranks), position) for ranks, position in self._runs(strategy)]
        return [Chart("Where to place the card", ("card", "position"), tuple(rows))]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, tuple(CardLine(f"{span(ranks)}: place it {position}.") for ranks, position in self._runs(CARD))

    def _runs(self, strategy: Strategy) -> Iterable[tuple[list[int], str]]:
        """Neighbouring ranks that go the same way, lowest first."""
        played = self.odds.played(strategy, "place")
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
