"""High Card Flush: the names of its rows, and strategies that a person can learn.

What the other suits hold moves the line between fold and raise: each jack or better there is one the dealer cannot
have. So every strategy here is a lowest flush to raise, by the number of high cards outside the flush.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from houseway.games.high_card_flush.charts import by_flush, flush_text
from houseway.games.high_card_flush.rules import HighCardFlush
from houseway.odds.by_suit_odds import BySuit, Ranks, SuitStrategy
from houseway.odds.game_odds import OPTIMAL, CardLine, Chart, Hand, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.pay_tables import Ratio

ROWS = {
    "folded": "Fold",
    "not-qualified": "Dealer does not qualify",
    "win": "Wins with a {bet} raise",
    "tie": "Ties with a {bet} raise",
    "loss": "Losses with a {bet} raise",
}
# The last line of each table, in the words of the Progressive's in the manual: seven cards have two of a suit.
NO_FLUSH, NO_STRAIGHT_FLUSH = "2 or 3 Card Flush", "1 or 2 Card Straight Flush"
ELEVEN, BY_HIGH_CARDS, T_8_6, NEVER_FOLD = "eleven", "high-cards", "t-8-6", "never-fold"
FOUR_SUITED = ((5, 4, 3, 2),)  # four suited cards or more are raised as much as is allowed, three or fewer once

ELEVEN_LINES = (
    "Four suited cards or more: raise as much as is allowed.",
    "Three suited cards, jack high or better: raise.",
    "Three suited cards, ten high: take the second card's number and add two for each jack, queen, king and ace in "
    "your other suits; raise with eleven or more.",
    "Everything else: fold.",
)
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five")  # seven cards leave five outside a flush at most
JACK = 11  # strategies count jacks or better in the other suits
STRATEGIES = {
    OPTIMAL: Named("the decision with the highest value everywhere"),
    # The second card and two for each high card are eleven or more: a nine with one, a seven with two, and so on.
    ELEVEN: SuitStrategy(
        "raise jack high or better, and ten high when its second card and two for each jack, queen, king and ace in "
        "the other suits make eleven or more",
        high=JACK,
        bet_from=((11, 3, 2), (10, 9, 2), (10, 7, 2), (10, 5, 2), (10, 3, 2)),
        most_from=FOUR_SUITED,
    ),
    BY_HIGH_CARDS: SuitStrategy(
        "raise from the flush that is best for the number of jacks, queens, kings and aces in other suits", high=JACK
    ),
    T_8_6: SuitStrategy("raise T-8-6 or better", high=JACK, bet_from=((10, 8, 6),), most_from=FOUR_SUITED),
    NEVER_FOLD: SuitStrategy("raise every hand", high=JACK, bet_from=((),), most_from=FOUR_SUITED),
}


class Sheet(OddsSheet[HighCardFlush]):
    rows = ROWS
    strategies = STRATEGIES

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        return self.side_labels(wager)[-1] if label == "Other" else label

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), NO_FLUSH if wager == "flush" else NO_STRAIGHT_FLUSH)

    def charts(self, strategy: Strategy) -> list[Chart]:
        counted = self.odds.counting(strategy)
        flushes = [by_flush(odds, played) for odds, played in (counted,) if isinstance(odds, BySuit)]
        return [*super().charts(strategy), *flushes]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """`eleven` is made for the manual's rules; for others, the flushes that the count finds for them."""
        options, odds = self.game.options, self.odds
        if not isinstance(odds, BySuit):
            return super().card()
        if type(self.game) is HighCardFlush and options.qualifier == "9" and options.raises[0] == 1:
            return ELEVEN, tuple(map(CardLine, ELEVEN_LINES))
        lowest = odds.lowest(BY_HIGH_CARDS)
        few = [kind.legal for kind in odds.suits.kinds if cast(Any, kind.fact)[0] <= 4]
        most = max(decision.multiple for legal in few for _, decision in legal)
        lines = high_card_lines(odds.suits.weakest(lowest.bet), odds.suits.weakest(lowest.most), most)
        return BY_HIGH_CARDS, tuple(map(CardLine, lines))


def high_card_lines(raise_from: Sequence[Ranks], most_from: Sequence[Ranks], most: Ratio) -> list[str]:
    """The card for flushes by high cards; `most` is the largest raise with up to four suited cards."""
    texts = []
    for lowest, highest in zip(raise_from, most_from, strict=True):
        text = f"raise {flush_text(lowest)} or better" if len(lowest) > 1 else "raise every hand"
        texts.append(f"{text}, {most}x from {flush_text(highest)}" if most > 1 and highest else text)
    if len(set(texts)) == 1:
        return [f"{texts[0][0].upper()}{texts[0][1:]}.", "Five suited cards or more: raise as much as is allowed."]
    lines = ["Count the jacks, queens, kings and aces outside your longest suit."]
    for text, group in groupby(zip(NUMBERS, texts, strict=False), key=itemgetter(1)):
        numbers = [number for number, _ in group]
        others = "" if len(numbers) == 1 else " or more" if numbers[-1] == NUMBERS[-1] else f" to {numbers[-1].lower()}"
        lines.append(f"{numbers[0]}{others}: {text}.")
    lines.append("Five suited cards or more: raise as much as is allowed. Everything else: fold.")
    return lines
