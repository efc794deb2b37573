"""Three Card Draw Poker: what the manual calls its rows, and the strategies that have a name.

All else follows from the rules: 210,710,682,000 deals of hand, draw card and dealer's cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from houseway.cards import Card
from houseway.errors import CardError
from houseway.games.three_card_draw_poker import charts, strategy_card
from houseway.games.three_card_draw_poker.bets import AnyBet
from houseway.games.three_card_draw_poker.rules import ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.strategy_card import CARD, NEVER_FOLD
from houseway.odds.game_odds import OPTIMAL, Advice, CardLine, Chart, Hand, History, Known, MainCount, Row, Strategy
from houseway.rules.game import Decision
from houseway.rules.pay_tables import Ratio

TEXTS = {
    OPTIMAL: "the best decision on every hand",
    CARD: "five lines: points for the two cards that are kept",
    NEVER_FOLD: "the best decision on every hand, but for folds",
}
FOLDED, LOST = "Fold", "High Card"
PLAYED = {"win": "Wins", "tie": "Ties", "loss": "Losses"}  # the rows of hands that play, by their cases


class Odds(AnyBet[ThreeCardDrawPoker]):
    """The main wager is ante and play with the Ante Bonus.

    A strategy given as a function is asked once for each of the 1,755 hands that differ by more than suits.

    Of equal values the smaller bet comes first, fold before all; then keeping before swapping, a lower card before a
    higher one.
    """

    # --- rows ---

    def rows(self) -> Mapping[str, str]:
        return {"folded": FOLDED}

    @cached_property
    def _multiples(self) -> list[Ratio]:
        """The bets that are counted, the smallest first."""
        return sorted({option.template.multiple for choice in self.choices for option in choice.options} - {0})

    def label(self, hand: Hand) -> str:
        case = self.main_case(hand)
        if case in PLAYED:
            return _label(PLAYED[case], hand.spot.decisions[-1][1].multiple)
        return super().label(hand)

    def labels(self) -> Sequence[str]:
        return (FOLDED, *(_label(name, bet) for name in PLAYED.values() for bet in self._multiples))

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        return LOST if label == "Other" else label

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), LOST)

    def counted(self, strategy: Strategy) -> MainCount:
        """The table has all its rows, including those that a strategy never reaches."""
        found = super().counted(strategy)
        for end in self.tree.ends:
            self.endings.of(end)
        rows = {(row.bonus, row.label, row.net): row for row in found.rows}
        for outcome in self.endings.outcomes:
            plain = outcome.net - sum(net for _, net in outcome.bonuses)
            for bonus, label, net in ((False, outcome.label, plain), *((True, *item) for item in outcome.bonuses)):
                rows.setdefault((bonus, label, net), Row(label, net, 0, bonus, self._row_cases.get((bonus, label), "")))
        printed = (*self.labels(), *self.bonus_labels())

        def printed_order(row: Row) -> tuple[bool, int]:
            return row.bonus, printed.index(row.label) if row.label in printed else len(printed)

        return found._replace(rows=tuple(sorted(rows.values(), key=printed_order)))

    def preference(self, at: str, decision: Decision) -> int:
        return int(decision.multiple)

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        return TEXTS

    def follow(self, strategy: str, known: Known) -> Decision:
        if strategy == CARD:
            return strategy_card.play(known.cards, self._multiples[0], self._multiples[-1])
        _, advice = self.advise(known.cards, known.community, dealer=known.dealer)
        return next(item.decision for item in advice if not item.decision.folds)

    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        """Bets between 1x and the largest are not listed: their values lie in between."""
        try:
            return super().advise(cards, community, dealer=dealer, decisions=decisions)
        except CardError:
            if len(cards) == len(set(cards)) == 3 and not community:
                raise
            raise CardError(
                f"{self.game.name} is decided with three different cards and no shared ones, "
                f"not {' '.join(card.text for card in (*cards, *community)) or 'without cards'}."
            ) from None

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        played = list(self.played(strategy, "play"))
        return [charts.by_hand(played), charts.by_cards_kept(played)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, tuple(CardLine(line) for line in strategy_card.lines(self._multiples[0], self._multiples[-1]))


def _label(result: str, multiple: Ratio) -> str:
    return f"{result} with a {charts.bet_text(multiple)} play bet"
