"""Mini-Tex 3 Card Hold'em: what the manual calls its rows, and the strategies that have a name.

All else follows from the rules, over all 84,284,272,800 deals to a player and the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from houseway.cards import RANKS
from houseway.games.mini_tex import strategy_card
from houseway.games.mini_tex.charts import flop_chart, hole_chart, river_chart
from houseway.games.mini_tex.features import Choices, Tables, hole_classes
from houseway.games.mini_tex.rules import MiniTex
from houseway.odds import Odds
from houseway.odds.board_odds import BoardStrategy, ByBoard, Paths
from houseway.odds.game_odds import OPTIMAL, PRINTED, CardLine, Chart, Hand, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.game import Decision

NEVER_FOLD = "never-fold"
ROWS = {  # the lines of the printed tables, by the cases that end in them
    "folded-hole": "Fold after seeing 2 hole cards",
    "folded-flop": "Fold after seeing 2 community cards",
    "folded-river": "Fold after seeing 3 community cards",
    "not-qualified": "Dealer does not qualify",
    "win": "Wins",
    "tie": "Ties",
    "loss": "Losses",
}
# The manual's two tables were made with different rules for ties: the first folds on the river, the second does not.
FOLDS_TIES = {"pair": True, "ace-king": False}


def folds_on_ties(at: str, decision: Decision) -> int:
    """Folds on the river where the play bet is worth as much."""
    return int(at == "river" and not decision.folds)


class Sheet(OddsSheet[MiniTex]):
    """The main wager is the ante with the flop, river and play bets. Of equal values the bet comes first."""

    rows = ROWS

    def side_labels(self, wager: str) -> Sequence[str]:
        return (*super().side_labels(wager), *(("Flush",) if wager == "pocket-poker" else ()), "Other")

    def side_label(self, wager: str, hand: Hand) -> str:
        label = super().side_label(wager, hand)
        first, second, *_ = hand.spot.dealt
        return "Flush" if wager == "pocket-poker" and label == "Other" and first.suit == second.suit else label

    # --- strategies ---

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        best = Named("the best decision everywhere; bets where a fold is worth the same")
        found: dict[str, Named] = {OPTIMAL: best}
        edition = self.game.options.qualifier
        if edition in FOLDS_TIES and self._as_printed:
            folds = FOLDS_TIES[edition]
            ties = "folds" if folds else "bets"
            text = f"the manual's: the best decision everywhere; {ties} on the river where both are the same"
            found[PRINTED] = Named(text, prefer=folds_on_ties if folds else None)
        for name in strategy_card.CARDS:
            found[name] = BoardStrategy(strategy_card.TEXTS[name], paths=partial(self._followed, name))
        found[NEVER_FOLD] = BoardStrategy("bets always", paths=partial(self._followed, NEVER_FOLD))
        return found

    @cached_property
    def _as_printed(self) -> bool:
        """Whether the main wager is settled as in the edition that the manual prints tables of."""
        usual = MiniTex.make(self.game.options.qualifier)
        if type(self.game) is MiniTex:
            return self.game.options.bets == usual.options.bets
        printed, odds = Odds(usual), self.odds
        if not isinstance(odds, ByBoard) or not isinstance(printed, ByBoard):
            return False
        same = {(o.label, o.net) for o in odds.outcomes()} == {(o.label, o.net) for o in printed.outcomes()}
        return same and bool((odds.boards.facts.dealer == printed.boards.facts.dealer).all())

    @property
    def boards(self) -> ByBoard[MiniTex]:
        assert isinstance(self.odds, ByBoard)
        return self.odds

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.boards.boards)

    def bets(self, strategy: Strategy) -> Choices:
        """Where a strategy bets: the first path of each line of play."""
        if strategy == NEVER_FOLD:
            return Choices(*(np.ones_like(choices) for choices in self.bets(OPTIMAL)))
        if strategy in strategy_card.CARDS:
            return strategy_card.choices(str(strategy), self.tables, self.bets(OPTIMAL).hole)
        odds, counted = self.boards.counting(strategy)
        assert isinstance(odds, ByBoard)
        paths = odds.paths_by_board(counted)
        hole, flop, river = (~odds.folding(line)[paths[line]] for line in range(3))
        return Choices(hole[0], flop, river)

    def _followed(self, strategy: str) -> Paths:
        bets = self.bets(strategy)
        hole, flop = (1 - choices.astype(np.int64) for choices in (bets.hole[None], bets.flop))
        return {0: hole, 1: flop}, 1 - bets.river[None].astype(np.int8)

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        if not isinstance(self.odds, ByBoard):
            return super().charts(strategy)
        choices = self.bets(strategy)
        return [hole_chart(choices), flop_chart(self.tables, choices), river_chart(self.tables, choices)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        if not isinstance(self.odds, ByBoard):
            return super().card()
        return strategy_card.CARD, self.card_lines(strategy_card.CARD)

    def card_lines(self, name: str) -> tuple[CardLine, ...]:
        """The lines of one of the cards."""
        folded = ~self.bets(OPTIMAL).hole
        names = [hole_name(int(kind)) for kind in np.unique(hole_classes()[folded])]
        return tuple(CardLine(line) for line in strategy_card.lines(name, names))

    def trade_off(self) -> list[tuple[int, Fraction]]:
        """What learning more lines brings: the lines of each card, and what it costs of the ante beside the best."""
        best, *values = (self._mean(name) for name in (OPTIMAL, *strategy_card.CARDS))
        lines = [len(self.card_lines(name)) for name in strategy_card.CARDS]
        return sorted((count, best - value) for count, value in zip(lines, values, strict=True))

    def _mean(self, strategy: Strategy) -> Fraction:
        count = self.odds.count(strategy)
        return sum((net * deals for net, deals in count.distribution.items()), Fraction()) / count.total


def hole_name(kind: int) -> str:
    """`5-2 suited`, `5-2 unsuited`, `2-2`."""
    row, column = divmod(kind, 13)
    name = f"{RANKS[max(row, column)]}-{RANKS[min(row, column)]}"
    return name if row == column else f"{name} {'suited' if row > column else 'unsuited'}"
