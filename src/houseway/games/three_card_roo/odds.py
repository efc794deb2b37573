"""3 Card Roo: the manual's rows and strategies. What they come to is derived from the rules, over 3,664,533,600 deals;
the third cards are counted also where a dealt pair gets none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from houseway.games.three_card_roo.charts import (
    OpenPositions,
    TwoCards,
    columns_chart,
    open_position_chart,
    two_cards,
)
from houseway.games.three_card_roo.rules import (
    HIGH,
    LOW,
    MIDDLE,
    POSITIONS,
    ThreeCardRoo,
    house_way,
)
from houseway.games.three_card_roo.strategy_card import card_lines
from houseway.odds.game_odds import OPTIMAL, PRINTED, BestFor, CardLine, Chart, Hand, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.game import Decision

BONUS, POCKET, PAIRS = "seven-roo-bonus", "pocket-roo", "pairs-pay"
PRINTED_POCKET, COPY, MOST, CARD = "printed-pocket", "copy-the-dealer", "most-ranks", "card"

# The row of the printed table that a case of Play belongs to, in the table's order.
ROWS = {
    "player-pair": "Player Pair",
    "no-roo": "Player Does Not Qualify",
    "dealer-pair": "Dealer Pair",
    "dealer-no-roo": "Dealer Does Not Qualify",
    "win": "Wins",
    "tie": "Ties",
    "loss": "Losses",
}
OTHER = "Other"  # a bonus that was looked at and not paid
LOST = {POCKET: ("Seven Roo", OTHER), PAIRS: ("No Pairs",)}  # the last lines of the side wagers' tables

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


def printed(column: Mapping[int, str], hand: TwoCards) -> str:
    return OPEN[column[hand.high][hand.high - hand.low - 1]]


class Sheet(OddsSheet[ThreeCardRoo]):
    """Where two positions are worth the same to Play, the higher one is left open, as the house way has it. Where they
    are worth the same to Pocket Roo, the one that is better for Play is left open, then the higher one; 38 of the 78
    hands tie so, and this gives the printed column."""

    # --- rows ---

    rows = ROWS

    def sums(self) -> Mapping[str, Sequence[str]]:
        lost = ("Player Pair", "Player Does Not Qualify")
        return {"player qualifies": [label for label in ROWS.values() if label not in lost]}

    def bonuses(self, hand: Hand) -> Sequence[tuple[str, str]]:
        paid = super().bonuses(hand)
        unpaid = BONUS in hand.spot.settled and BONUS not in dict(paid) and self.main_case(hand) != "dealer-pair"
        return [*paid, (BONUS, OTHER)] if unpaid else paid

    def bonus_labels(self) -> Sequence[str]:
        return (*super().bonus_labels(), OTHER)

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        if label != OTHER or wager not in LOST:
            return label
        labels = LOST[wager]
        if len(labels) == 1 or self.game.roo(hand.spot) is None:
            return labels[-1]
        return labels[0] if 7 in [card.low_rank for card in (*hand.spot.dealt, *hand.spot.drawn)] else labels[-1]

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), *LOST.get(wager, ()))

    def preference(self, at: str, decision: Decision) -> int:
        return -POSITIONS.index(decision.choice) if decision.choice in POSITIONS else 0

    # --- strategies ---

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        def opening(text: str, position: Callable[[TwoCards], str]) -> Named:
            return Named(text, lambda known: Decision(position(two_cards(known.cards)), key="open"))

        return {
            OPTIMAL: Named("the open position with the highest value"),
            PRINTED: opening("the manual's column ANTE, for Play", lambda hand: printed(ANTE_COLUMN, hand)),
            PRINTED_POCKET: opening(
                "the manual's column POCKET, for Pocket Roo", lambda hand: printed(POCKET_COLUMN, hand)
            ),
            COPY: opening("the house way", lambda hand: self.game.house_way(hand.low, hand.high)),
            MOST: opening(
                "leave open what most ranks complete, the higher position if equal",
                lambda hand: house_way(0, hand.low, hand.high),
            ),
            CARD: opening(
                "the few lines of the strategy card", lambda hand: self._by_ranks[hand._replace(suited=False)]
            ),
        }

    @cached_property
    def _by_ranks(self) -> OpenPositions:
        """The optimum for Play by ranks alone: two suits where the deck has them."""
        found = sorted(
            (two_cards(spot.dealt), decision.choice) for spot, _, decision in self.odds.played(OPTIMAL, "place")
        )
        return {hand._replace(suited=False): position for hand, position in reversed(found)}

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        """How the hands are placed; for a strategy with a name, with the manual's table of three columns."""
        chart = open_position_chart(self._open_positions(strategy))
        return [chart] if isinstance(strategy, BestFor) else [chart, columns_chart(self._columns(strategy))]

    def _columns(self, strategy: Strategy) -> dict[str, OpenPositions]:
        """The manual's columns ANTE and POCKET, by the names of their wagers, as a strategy plays them; and DEALER."""
        play = self._open_positions(strategy)
        columns = {self.game.wager[self.odds.main].name: play}
        if POCKET in self.odds.sides:
            pocket = PRINTED_POCKET if strategy == PRINTED else strategy
            columns[self.game.wager[POCKET].name] = self._open_positions(self.odds.for_wager(pocket, POCKET))
        return columns | {"Dealer": {hand: self.game.house_way(hand.low, hand.high) for hand in play}}

    def _open_positions(self, strategy: Strategy) -> OpenPositions:
        played = self.odds.played(strategy, "place")
        return {two_cards(spot.dealt): decision.choice for spot, _, decision in played}

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, card_lines(self._by_ranks)
