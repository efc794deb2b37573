"""Games in which the strongest suit makes the hand: counted suit by suit, without a tree of situations."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, comb, floor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Card
from houseway.errors import CardError, IllegalAction
from houseway.odds.by_suit import Block, Options, Plan, Suits
from houseway.odds.by_suit_loops import Pays, Spread
from houseway.odds.by_suit_sets import Shape, shape_of
from houseway.odds.charts import decision_words, share_words
from houseway.odds.engine import AdvisedSituation, Odds, synchronized
from houseway.odds.game_odds import (
    NOTHING,
    OPTIMAL,
    Advice,
    BestFor,
    CardLine,
    Chart,
    ExtraKnowledge,
    G,
    Known,
    Outlook,
    Stakes,
    Strategy,
    WrongShape,
)
from houseway.odds.lookup import check_cards, no_decision, sizes_known
from houseway.odds.outcomes import Outcome, OutcomeRegistry
from houseway.odds.prospects import is_idle
from houseway.odds.sheet import Named, OddsSheet
from houseway.odds.sizes import BetsBetween
from houseway.odds.universe import Ints
from houseway.odds.walk import choices
from houseway.odds.wide_sides import wide_sides
from houseway.rules.game import Decision, Game, Offer, Spot, find_offer
from houseway.rules.pay_tables import Ratio

Ranks = tuple[int, ...]  # of one suit, highest first


@dataclass(frozen=True)
class SuitStrategy(Named):
    """A named strategy by the best suit: from which suit on to bet, and from which on to bet the most.

    Each is for no, one, two, ... cards of the rank `high` or above in the other suits; the last is for more. Without
    suits to bet from, the best ones are counted.
    """

    high: int = 0
    bet_from: tuple[Ranks, ...] = ()
    most_from: tuple[Ranks, ...] = ()


class Lowest(NamedTuple):
    """By the number of high cards in the other suits: the strengths from which to bet, and to bet the most."""

    bet: Ints
    most: Ints


class Answers(NamedTuple):
    """What a strategy decides for every hand."""

    decisions: list[Decision]
    offered: list[int]  # by which of the examples the same is offered
    examples: list[Spot]
    between: set[Ratio]  # sizes of bets between the smallest and the largest


class End(NamedTuple):
    """What a decision of one hand comes to: deals with what they net, and in how many the dealer does not qualify."""

    decision: Decision
    order: int
    deals: list[int]
    nets: list[Fraction]
    idle: int

    @property
    def value(self) -> Fraction:
        """Summed over all deals."""
        return sum((deals * net for deals, net in zip(self.deals, self.nets, strict=True)), Fraction())


class BySuit(Odds[G]):
    """How a game is counted in which the strongest suit makes the hand."""

    def __init__(self, game: G, **named: Any) -> None:
        super().__init__(game, **named)
        shape = shape_of(game)
        if shape is None or self.known != NOTHING:
            raise WrongShape(f"{game.name} cannot be counted by suits.")
        self._shape: Shape = shape
        self._asked: dict[Strategy, Answers] = {}
        self._lowest: dict[str, Lowest] = {}
        self._spreads: dict[Strategy, Spread] = {}
        if wide_sides(game):
            raise WrongShape(f"{game.name} has a side wager that looks at more than the player's cards.")

    def _like_this(self, game: G, sheet: OddsSheet[Any]) -> Odds[G]:
        made = super()._like_this(game, sheet)
        assert isinstance(made, BySuit)
        made._asked = self._asked  # what a function decides does not depend on how it is counted
        return made

    @cached_property
    def suits(self) -> Suits:
        return Suits(self.game, self._shape, self._registry)

    @cached_property
    def _registry(self) -> OutcomeRegistry:
        return OutcomeRegistry(self.game, self.sheet)

    def outcomes(self) -> list[Outcome]:
        assert self.suits.outcomes is not None
        return self._registry.outcomes

    @property
    def total(self) -> int:
        return self.suits.total

    def side_total(self, wager: str) -> int:
        return comb(len(self.game.deck), self._shape.player)

    # --- strategies ---

    def follows(self, strategy: Named) -> bool:
        return super().follows(strategy) or isinstance(strategy, SuitStrategy)

    def by_suit(self, strategy: Strategy) -> SuitStrategy | None:
        """A named strategy that decides by the best suit."""
        found = self.named.get(strategy) if isinstance(strategy, str) else None
        return found if isinstance(found, SuitStrategy) else None

    @cached_property
    def high(self) -> int:
        """The lowest rank that named strategies count in the other suits."""
        return max((by_suit.high for by_suit in self.named.values() if isinstance(by_suit, SuitStrategy)), default=0)

    def decision(self, strategy: Strategy, known: Known) -> Decision:
        by_suit = self.by_suit(strategy)
        if by_suit is None:
            return super().decision(strategy, known)
        suits, lowest = self.suits, self.lowest(str(strategy))
        best, *others = suits.sets_of(known.cards)
        mine, above = int(suits.strength[best]), suits.above(by_suit.high)
        high = sum((suits.masks[index] & above).bit_count() for index in others)
        legal = suits.kinds[suits.kind(known.cards, mine)].legal
        bet = len(legal) - 1 if mine >= lowest.most[high] else min(1, len(legal) - 1)
        return legal[bet if mine >= lowest.bet[high] else 0][1]

    def lowest(self, strategy: str) -> Lowest:
        """A strategy's suits as strengths; one beyond all where it never bets."""
        if strategy not in self._lowest:
            by_suit, suits = self.by_suit(strategy), self.suits
            assert by_suit is not None
            if by_suit.bet_from:
                found = [self._strengths(by_suit.bet_from), self._strengths(by_suit.most_from)]
            else:
                gains = np.zeros((len(suits.strengths), *self.spread(OPTIMAL).gains.shape[1:]), np.int64)
                np.add.at(gains, suits.strength, self.spread(OPTIMAL).gains)
                found = [best_from(gains[..., 1].tolist()), best_from(gains[..., 2:].sum(axis=2).tolist())]
            self._lowest[strategy] = Lowest(*(np.array(strengths, np.int64) for strengths in found))
        return self._lowest[strategy]

    def _strengths(self, lowest: Sequence[Ranks]) -> list[int]:
        strengths = [bisect_left(self.suits.strengths, self.game.suit_class(ranks)[0]) for ranks in lowest]
        return [strengths[min(high, len(strengths) - 1)] for high in range(1 + self._shape.player)]

    def plan_of(self, strategy: Strategy) -> tuple[Plan, bool]:
        """A strategy's decisions, and whether it decides by states instead of hand by hand."""
        if self._is_best(strategy):
            return None, True
        if not isinstance(strategy, str) or self.by_suit(strategy) is None:
            answers = self._answers_of(strategy)
            return lambda block: answers[block.start : block.start + len(block.kinds)], False
        suits, lowest = self.suits, self.lowest(strategy)

        def by_suit(block: Block) -> Options:
            mine, high = suits.strength[block.states.sets[:, 0]], block.states.measure
            last = np.array([len(kind.legal) - 1 for kind in suits.kinds])[block.kinds]
            bet = np.where(mine >= lowest.most[high], last, np.minimum(1, last))
            return np.where(mine >= lowest.bet[high], bet, 0).astype(np.int8)

        return by_suit, True

    def blocks(self, strategy: Strategy, grouped: bool) -> Iterable[Block]:
        """The states or hands that a strategy decides."""
        if self._is_best(strategy):
            return self.suits.states
        return self.suits.blocks(grouped=grouped, high=self.high * grouped)

    def _is_best(self, strategy: Strategy) -> bool:
        """Whether a strategy is the best play: for any stakes, since side wagers do not depend on decisions here."""
        return strategy == OPTIMAL or isinstance(strategy, BestFor)

    def spread(self, strategy: Strategy) -> Spread:
        """How a strategy plays by best suit and by high cards in the others."""
        if strategy not in self._spreads:
            plan, grouped = self.plan_of(strategy)
            blocks = self.suits.blocks(grouped=grouped, high=self.high)
            self._spreads[strategy] = self.suits.spread(self.pays(summed=True), plan, blocks)
        return self._spreads[strategy]

    # --- counts ---

    def check_bets(self, strategy: Strategy) -> None:
        between = self._ask(strategy).between - {decision.multiple for decision in self.suits.plays}
        if between:
            raise BetsBetween(self.game.name, self._shape.at, between)

    def _tally(self, strategy: Strategy) -> dict[int, Fraction]:
        plan, grouped = self.plan_of(strategy)
        counts = self.suits.tally(self.pays(), plan, self.blocks(strategy, grouped))
        numbers = {id(outcome): number for number, outcome in enumerate(self.outcomes())}
        found: dict[int, Fraction] = {}
        for kind, option, column in np.argwhere(counts).tolist():
            number = numbers[id(self.suits.outcomes[kind, option, column])]
            found[number] = found.get(number, Fraction()) + int(counts[kind, option, column])
        return found

    def pays(self, *, summed: bool = False) -> Pays:
        """What every decision nets the main wager."""
        assert self.suits.outcomes is not None
        orders = np.zeros((len(self.suits.kinds), self.suits.most), np.int64)
        for kind in range(len(orders)):
            order = self._order_of(kind)
            orders[kind, : len(order)] = order
        return self.suits.pays(lambda outcome: outcome.net, orders, summed=summed)

    def _order_of(self, kind: int) -> list[int]:
        """The order that breaks ties between decisions of equal value."""
        legal = self.suits.kinds[kind].legal
        ranks = [self.sheet.preference(self._shape.at, decision) for _, decision in legal]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        return [order.index(option) for option in range(len(ranks))]

    def _answers_of(self, strategy: Strategy) -> Options:
        """What a strategy decides for every hand, as the number of the decision."""
        at, asked = self._shape.at, self._ask(strategy)
        legal = [
            {made: number for number, (_, made) in enumerate(choices(self.game.offers(at, spot)))}
            for spot in asked.examples
        ]
        answers = np.empty(len(asked.decisions), np.int8)
        for hand, (decision, offered) in enumerate(zip(asked.decisions, asked.offered, strict=True)):
            if decision not in legal[offered]:
                raise IllegalAction(f"{self.game.name} is not counted with {decision.to_json()} at {at}.")
            answers[hand] = legal[offered][decision]
        return answers

    def _ask(self, strategy: Strategy) -> Answers:
        """What a strategy decides for every hand, called once with one representative of each."""
        if strategy not in self._asked:
            at, suits = self._shape.at, self.suits
            decide = self.decider(strategy)
            found = Answers([], [], [], set())
            numbers: dict[tuple[Offer, ...], int] = {}
            for cards in map(suits.cards, suits.hands()):
                spot, decision = Spot(1, suits.walker.stakes, cards), decide(Known(at, cards))
                if decision.discard == ():
                    decision = decision._replace(discard=None)
                offers = tuple(self.game.offers(at, spot))
                offer = find_offer(offers, decision)
                if offer.decision.multiple < decision.multiple < offer.most:
                    found.between.add(decision.multiple)
                if offers not in numbers:
                    numbers[offers] = len(numbers)
                    found.examples.append(spot)
                found.decisions.append(decision)
                found.offered.append(numbers[offers])
            self._asked[strategy] = found
        return self._asked[strategy]

    # --- decisions ---

    def _ends(self, cards: tuple[Card, ...]) -> Iterator[End]:
        """What every legal decision of a hand comes to. What a bet nets grows in a line with it."""
        kind, sets, counts = self.suits.standing(cards)
        columns, order = np.flatnonzero(counts).tolist(), self._order_of(kind)
        legal = self.suits.kinds[kind].legal
        nets: list[Fraction] = []
        for option, (offer, decision) in enumerate(legal):
            outcomes = [self.suits.outcome(kind, option, column, sets) for column in columns]
            before, nets = nets, [outcome.net for outcome in outcomes]
            deals = [int(counts[column]) for column in columns]
            idles = [is_idle(self.game, outcome.hand) for outcome in outcomes]
            idle = sum(number for number, holds in zip(deals, idles, strict=True) if holds)
            yield End(decision, order[option], deals, nets, idle)
            least = offer.decision.multiple
            if decision.multiple > least:  # the most: whole multiples lie between
                for multiple in range(floor(least) + 1, ceil(offer.most)):
                    share = Fraction(multiple - least) / (offer.most - least)
                    between = [low + share * (high - low) for low, high in zip(before, nets, strict=True)]
                    yield End(decision._replace(multiple=multiple), order[option], deals, between, idle)

    def advise(self, known: Known, beside: Stakes | None = None) -> tuple[str, list[Advice]]:
        check_cards(self.game, self.deck, (*known.cards, *known.community, *known.dealer))
        sizes, expected = sizes_known(known), (self._shape.player, 0, 0)
        if sizes != expected or known.decisions:
            raise CardError(no_decision(self.game, sizes, [expected]))
        ends = sorted(self._ends(known.cards), key=lambda end: (-end.value, end.order, end.decision.multiple))
        return self._shape.at, [Advice(end.decision, end.value / self.suits.ways) for end in ends]

    @synchronized
    def gains(self, known: Sequence[ExtraKnowledge], game: G | None = None) -> NDArray[np.float64]:
        return super().gains(known, game) if game else self.suits.gains(known)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        check_cards(self.game, self.game.deck, known.cards)
        qualifies = type(self.game).dealer_qualifies is not Game.dealer_qualifies
        found: dict[Decision, Outlook] = {}
        for end in self._ends(known.cards):
            wins, losses = (
                sum(deals for deals, net in zip(end.deals, end.nets, strict=True) if net * sign > 0) for sign in (1, -1)
            )
            found[end.decision] = Outlook(self.suits.ways, wins, losses, end.idle if qualifies else None)
        return found

    def situations(self, at: str) -> Iterator[AdvisedSituation]:
        for block in self.suits.blocks(grouped=False):
            for sets, weight in zip(block.states.sets.tolist(), block.states.weight.tolist(), strict=True):
                cards = self.suits.cards(sets)
                yield AdvisedSituation(
                    Spot(1, self.suits.walker.stakes, cards), weight, self.advise(Known(at, cards))[1]
                )

    def played(self, strategy: Strategy, at: str) -> Iterator[tuple[Spot, int, Decision]]:
        for spot, weight, advice in self.situations(at):
            yield (
                spot,
                weight,
                advice[0].decision if strategy == OPTIMAL else self.decision(strategy, Known(at, spot.dealt)),
            )

    # --- for people ---

    def general_charts(self, strategy: Strategy) -> list[Chart]:
        """How often each decision is made, by the number of cards in the best suit."""
        odds, strategy = self.counting(strategy)
        assert isinstance(odds, BySuit)
        if not self._shape.at:
            return []
        hands = np.zeros((1 + self._shape.player, len(odds.suits.plays)), np.int64)
        np.add.at(hands, odds.suits.size, odds.spread(strategy).hands.sum(axis=1))
        plays = [n for n, decision in enumerate(odds.suits.plays) if decision.folds or hands[:, n].any()]
        rows = [
            (str(size), f"{whole:,}", *(share_words(int(hands[size, number]), whole) for number in plays))
            for size, whole in enumerate(hands.sum(axis=1).tolist())
            if whole
        ]
        words = [decision_words(odds.suits.plays[number]).capitalize() for number in plays]
        return [Chart("By the number of suited cards", ("Suited cards", "Hands", *words), tuple(rows))]

    def general_card(self) -> tuple[str, tuple[CardLine, ...]]:
        return OPTIMAL, (CardLine("Follow the advice for each hand: there are too many for a card."),)


def best_from(gains: list[list[int]]) -> list[int]:
    """For each column the row from which on the summed gains are highest; ties go to the previous column's row."""
    best: list[int] = []
    for column in zip(*gains, strict=True):
        sums = [*accumulate(reversed(column), initial=0)][::-1]  # the gains from each row on; past the end, none
        most = max(sums)
        best.append(best[-1] if best and sums[best[-1]] == most else sums.index(most))
    return best
