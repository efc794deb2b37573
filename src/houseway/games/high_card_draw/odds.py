"""High Card Draw: counted exactly, over 79,732,922,068,800 deals.

A deal is three cards, two replacements in order and the dealer's five. What a draw comes to is counted in `chances`;
here are the strategies, the printed tables and the advice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, lcm

from houseway.cards import DECK, Card
from houseway.errors import CardError
from houseway.exact import (
    OPTIMAL,
    Advice,
    CardLine,
    Cell,
    Chart,
    GameOdds,
    Known,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.game import Spot, find_offer
from houseway.games.high_card_draw.chances import FULL_DECK, RESULTS, Deck, Draws, Ranks, possible_draws, results
from houseway.games.high_card_draw.rules import (
    LOSS,
    NOT_QUALIFIED,
    TENSUP,
    TENSUP_WIN,
    TIE,
    WIN,
    HighCardDraw,
    may_stand_pat,
    play_odds,
    player_qualifies,
    tensup_row,
    without_pairs,
)
from houseway.games.high_card_draw.simple import Rule, best_rules, card_lines, held_by, plan_charts

KEEP_PAT, CARD = "keep-pat", "card"
STRATEGIES = {
    OPTIMAL: "the discard with the highest value",
    KEEP_PAT: "optimal, but every dealt hand that may stand pat and qualifies is kept",
    CARD: "the few lines of the strategy card",
}
AT = "draw"


class Odds(GameOdds[HighCardDraw]):
    """How High Card Draw is counted.

    Where two discards are worth the same, the one that throws fewer cards is taken, then the one that keeps the higher
    cards. (With the printed editions no two are.) The deck, cards by rank from the ace, is a parameter for the tests.
    """

    main = "play"

    def __init__(self, game: HighCardDraw, deck: Deck = FULL_DECK) -> None:
        super().__init__(game)
        self.deck = deck

    def strategies(self) -> Mapping[str, str]:
        return STRATEGIES

    # --- what the draws are worth ---

    @cached_property
    def _draws(self) -> Draws:
        return possible_draws(self.deck)

    @cached_property
    def _counts(self) -> tuple[tuple[int, ...], ...]:
        options = self.game.options
        return results(self.deck, options.qualifier, options.ties, better_community=options.draw == "community-best")

    @cached_property
    def _odds(self) -> dict[str, Fraction]:
        """What the play wager pays for each result."""
        return {result: Fraction(play_odds(self.game.options, result)) for result in RESULTS}

    @cached_property
    def _scale(self) -> int:
        """What makes all pays whole numbers: sums of them are exact and fast."""
        return lcm(*(odds.denominator for odds in self._odds.values()))

    @cached_property
    def _worth(self) -> list[int]:
        """Each draw's net result, added up over all ways, times the scale."""
        odds = [int(self._odds[result] * self._scale) for result in RESULTS]
        return [sum(ways * pays for ways, pays in zip(counts, odds, strict=True)) for counts in self._counts]

    @cached_property
    def _legal(self) -> list[dict[Ranks, int]]:
        """For each dealt hand what may be held, and the place of the draw."""
        pat = self.game.options.pat
        legal: list[dict[Ranks, int]] = [{} for _ in self._draws.dealt]
        for place, draw in enumerate(self._draws.draws):
            if draw.thrown or may_stand_pat(pat, draw.held):
                legal[draw.dealt][draw.held] = place
        return legal

    # --- strategies ---

    def plan(self, strategy: Strategy) -> list[int]:
        """The draw for each dealt hand."""
        self.check_strategy(strategy)
        if strategy == OPTIMAL:
            return self._optimal
        if strategy == KEEP_PAT:
            return [
                legal[ranks] if ranks in legal and self._qualifies(ranks) else best
                for ranks, legal, best in zip(self._draws.dealt, self._legal, self._optimal, strict=True)
            ]
        if strategy == CARD:
            return [
                legal[held_by(self._rules[ranks[2]], ranks, may_stand=ranks in legal)]
                for ranks, legal in zip(self._draws.dealt, self._legal, strict=True)
            ]
        assert callable(strategy)
        plan = []
        for ranks, legal in zip(self._draws.dealt, self._legal, strict=True):
            cards = example(ranks)
            offer = find_offer(tuple(self.game.offers(AT, Spot(1, {}, cards))), strategy(Known(AT, cards)))
            plan.append(legal[held_ranks(cards, offer.decision.discard or ())])
        return plan

    @cached_property
    def _optimal(self) -> list[int]:
        return [max(legal.values(), key=self._worth.__getitem__) for legal in self._legal]

    def _qualifies(self, ranks: Ranks) -> bool:
        return player_qualifies(self.game.options.qualifier, without_pairs(ranks))

    @cached_property
    def _rules(self) -> dict[int, Rule]:
        dealt, ways, _, _ = self._draws
        return best_rules(
            {
                ranks: {held: self._worth[place] * ways[hand] for held, place in self._legal[hand].items()}
                for hand, ranks in enumerate(dealt)
            }
        )

    # --- counts ---

    def count(self, strategy: Strategy) -> MainCount:
        _, ways, _, each = self._draws
        ends: Counter[str] = Counter()
        for place, hands in zip(self.plan(strategy), ways, strict=True):
            for result, found in zip(RESULTS, self._counts[place], strict=True):
                ends[result] += found * hands
        nets: Counter[Fraction] = Counter()
        for result in RESULTS:
            nets[self._odds[result]] += ends[result]
        distribution = {net: found for net, found in sorted(nets.items()) if found}
        return MainCount(sum(ways) * each, tuple(self.rows(ends)), distribution, Fraction(1))

    def rows(self, ends: Mapping[str, int]) -> Iterable[Row]:
        """As the manual prints them: wins with three TensUp apart where they pay more or less than other wins."""
        odds = self._odds
        high = "9" if self.game.options.qualifier == "10" else "10"
        yield Row(f"Final Hand {high} High or Less", odds[NOT_QUALIFIED], ends[NOT_QUALIFIED])
        wins = ends[WIN]
        if odds[TENSUP_WIN] == odds[WIN]:
            wins += ends[TENSUP_WIN]
        else:
            yield Row("Wins with 3 non-matching high cards", odds[TENSUP_WIN], ends[TENSUP_WIN])
        yield Row("Wins", odds[WIN], wins)
        if self.game.options.ties != "player":  # a tie that the player wins is a win like any other
            yield Row("Ties", odds[TIE], ends[TIE])
        yield Row("Losses", odds[LOSS], ends[LOSS])

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        """TensUp looks at the dealt cards alone, so each dealt hand is in one cell."""
        dealt, ways, _, each = self._draws
        weight: Counter[tuple[int, ...]] = Counter()
        worth: Counter[tuple[int, ...]] = Counter()
        for place, ranks, hands in zip(self.plan(strategy), dealt, ways, strict=True):
            row = tensup_row(ranks)
            key = (len(TENSUP.hands) if row is None else row,) if self.sides else ()
            weight[key] += hands * each
            worth[key] += hands * self._worth[place]
        return [Cell(weight[key], Fraction(worth[key], self._scale), key) for key in sorted(weight)]

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return (*(SideOutcome(label, row) for row, label in enumerate(TENSUP.hands)), SideOutcome("Other", None))

    def side_total(self, wager: str) -> int:
        return comb(sum(self.deck), 3)

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        if len(cards) != 3:
            raise CardError(f"High Card Draw is decided with three cards: {len(cards)} are given.")
        if len(set(cards)) < 3:
            raise CardError("A card is there twice: one deck is in play.")
        if community:
            raise CardError(
                "High Card Draw shows no community cards before the draw: give the three dealt cards alone."
            )
        legal = self._legal[self._draws.dealt.index(tuple(sorted(card.low_rank for card in cards)))]
        offers = self.game.offers(AT, Spot(1, {}, cards))
        found = [(legal[held_ranks(cards, offer.decision.discard or ())], offer.decision) for offer in offers]
        found.sort(key=lambda item: (-self._worth[item[0]], item[0]))  # draws stand in the order that decides ties
        whole = self._draws.each * self._scale
        return AT, [Advice(decision, Fraction(self._worth[place], whole)) for place, decision in found]

    def charts(self, strategy: Strategy) -> list[Chart]:
        plan = {
            self._draws.dealt[hand]: self._draws.draws[place].held for hand, place in enumerate(self.plan(strategy))
        }
        return plan_charts(plan)

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, card_lines(self._rules)


def example(ranks: Ranks) -> tuple[Card, ...]:
    """Three cards of these ranks."""
    by_rank = {rank: [card for card in DECK if card.low_rank == rank] for rank in set(ranks)}
    return tuple(by_rank[rank].pop(0) for rank in ranks)


def held_ranks(cards: tuple[Card, ...], discards: tuple[Card, ...]) -> Ranks:
    return tuple(sorted(card.low_rank for card in cards if card not in discards))
