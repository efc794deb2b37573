"""Three Card Draw Poker: what the manual calls its rows, and the strategies that have a name.

All else follows from the rules: 210,710,682,000 deals of hand, draw card and dealer's cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from houseway.games.three_card_draw_poker import charts, strategy_card
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.strategy_card import CARD, NEVER_FOLD
from houseway.odds.game_odds import OPTIMAL, CardLine, Chart, Hand, Known, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.game import Decision, Spot
from houseway.rules.pay_tables import Ratio

AT, LOST = "play", "High Card"
ROWS = {
    "folded": "Fold",
    "win": "Wins with a {bet} play bet",
    "tie": "Ties with a {bet} play bet",
    "loss": "Losses with a {bet} play bet",
}


class Sheet(OddsSheet[ThreeCardDrawPoker]):
    """The main wager is ante and play with the Ante Bonus.

    Of equal values the smaller bet comes first, fold before all; then keeping before swapping, a lower card before a
    higher one. Bets between 1x and the largest are not listed: their values lie in between.
    """

    # --- rows ---

    rows = ROWS
    every_row = True

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        return LOST if label == "Other" else label

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), LOST)

    def preference(self, at: str, decision: Decision) -> int:
        return int(decision.multiple)

    # --- strategies ---

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        return {
            OPTIMAL: Named("the best decision on every hand"),
            CARD: Named(
                "five lines: points for the two cards that are kept",
                lambda known: strategy_card.play(known.cards, *self._bets),
            ),
            NEVER_FOLD: Named("the best decision on every hand, but for folds", self._never_fold),
        }

    def _never_fold(self, known: Known) -> Decision:
        return next(item.decision for item in self.odds.advise(known)[1] if not item.decision.folds)

    @cached_property
    def _bets(self) -> tuple[Ratio, Ratio]:
        """The smallest and the largest bet."""
        offers = self.game.offers(AT, Spot(1, {}, tuple(self.game.deck[:3])))
        bets = [(offer.decision.multiple, offer.most) for offer in offers if offer.decision.multiple]
        return min(least for least, _ in bets), max(most for _, most in bets)

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        played = list(self.odds.played(strategy, AT))
        return [charts.by_hand(played), charts.by_cards_kept(played)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, tuple(CardLine(line) for line in strategy_card.lines(*self._bets))
