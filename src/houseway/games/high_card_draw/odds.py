"""High Card Draw: the manual's rows and the strategies. What they come to is derived from the rules, over
79,732,922,068,800 deals: three cards, two replacements in order and the dealer's five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm

from houseway.cards import Card
from houseway.games.high_card_draw.charts import SHORT, HeldRanks, held_charts
from houseway.games.high_card_draw.rules import HighCardDraw, without_pairs
from houseway.games.high_card_draw.strategy_card import Ranks, Rule, Values, best_rules, card_lines, held_by
from houseway.odds.game_odds import OPTIMAL, CardLine, Chart, Known, Strategy
from houseway.odds.sheet import Named, OddsSheet
from houseway.rules.game import Decision

AT = "draw"
KEEP_PAT, CARD = "keep-pat", "card"
TENSUP_WINS, WINS, TIES, LOSSES = "Wins with 3 non-matching high cards", "Wins", "Ties", "Losses"


class Sheet(OddsSheet[HighCardDraw]):
    """Where two discards are worth the same, the one that throws fewer cards is taken, then the one that is offered
    first. (With the printed editions no two are.)"""

    # --- rows ---

    @property
    def rows(self) -> Mapping[str, str]:
        """The manual prints wins with three high cards apart where they pay more or less than other wins."""
        tie = WINS if self.game.options.ties == "player" else TIES
        return {
            "too-low": f"Final Hand {SHORT[self._too_low]} High or Less",
            "win-three-tensup": TENSUP_WINS,
            "tie-three-tensup": TENSUP_WINS,
            "win": WINS,
            "tie": tie,
            "loss": LOSSES,
        }

    @cached_property
    def _too_low(self) -> int:
        return max((rank for rank in range(1, 14) if not self.game.qualifies((rank,))), default=1)

    def preference(self, at: str, decision: Decision) -> int:
        return len(decision.discard or ())

    # --- strategies ---

    @cached_property
    def strategies(self) -> Mapping[str, Named]:
        keep_pat = "optimal, but every dealt hand that may stand pat and qualifies is kept"
        return {
            OPTIMAL: Named("the discard with the highest value"),
            KEEP_PAT: Named(keep_pat, self._keep_pat),
            CARD: Named("the few lines of the strategy card", self._by_card),
        }

    def _keep_pat(self, known: Known) -> Decision:
        ranks = ranks_of(known.cards)
        pat = ranks in self._values[ranks] and self.game.qualifies(without_pairs(ranks))
        return Decision(discard=thrown(known.cards, ranks if pat else self._best[ranks]))

    def _by_card(self, known: Known) -> Decision:
        ranks = ranks_of(known.cards)
        return Decision(discard=thrown(known.cards, held_by(self._rules[ranks[-1]], ranks, self._values[ranks])))

    @cached_property
    def _best(self) -> HeldRanks:
        return self._held(OPTIMAL)

    def _held(self, strategy: Strategy) -> HeldRanks:
        """What a strategy holds of each three ranks."""
        return {
            ranks_of(spot.dealt): held_ranks(spot.dealt, decision)
            for spot, _, decision in self.odds.played(strategy, AT)
        }

    @cached_property
    def _values(self) -> Values:
        """What may be held of each three ranks, and its value scaled to a whole number, which is quick to add up."""
        situations = list(self.odds.situations(AT))
        scale = lcm(*(item.value.denominator for situation in situations for item in situation.advice))
        return {
            ranks_of(situation.spot.dealt): {
                held_ranks(situation.spot.dealt, item.decision): int(item.value * scale) * situation.weight
                for item in situation.advice
            }
            for situation in situations
        }

    @cached_property
    def _rules(self) -> Mapping[int, Rule]:
        return best_rules(self._values)

    # --- for people ---

    def charts(self, strategy: Strategy) -> list[Chart]:
        return held_charts(self._held(strategy))

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, card_lines(self._rules)


def ranks_of(cards: Sequence[Card]) -> Ranks:
    return tuple(sorted(card.low_rank for card in cards))


def held_ranks(cards: Sequence[Card], decision: Decision) -> Ranks:
    return ranks_of([card for card in cards if card not in (decision.discard or ())])


def thrown(cards: Sequence[Card], held: Ranks) -> tuple[Card, ...]:
    """The cards to throw; of a pair either is the same."""
    left, found = list(held), []
    for card in cards:
        if card.low_rank in left:
            left.remove(card.low_rank)
        else:
            found.append(card)
    return tuple(found)
