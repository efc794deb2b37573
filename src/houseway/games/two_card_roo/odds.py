"""2 Card Roo: counted exactly, over all orders of the player's two cards and the dealer's two.

Only ranks matter to the Roo wager; Flush Roo looks at suits too, but the suit of one card says nothing about the next
card that another suit would not say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from houseway.cards import DECK, RANK_NAMES, Card
from houseway.errors import CardError
from houseway.exact import (
    OPTIMAL,
    PRINTED,
    Advice,
    CardLine,
    Chart,
    Known,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.game import find_offer
from houseway.games.two_card_roo.chances import (
    EVENTS,
    FLUSH_LINES,
    NO_PAIR,
    PAIR_LINES,
    End,
    Ends,
    Shoe,
    event_odds,
    placings,
)
from houseway.games.two_card_roo.rules import HIGH, LOW, OFFERS, TwoCardRoo, house_way
from houseway.pay_tables import Odds as PayOdds
from houseway.placing import PlacingOdds

ROO, FLUSH, PAIRS = "roo", "flush-roo", "pairs-pay"
COPY, CARD = "copy-the-dealer", "card"
PRINTED_LOW = 9  # "Play 2-9 as low"
STRATEGIES = {
    OPTIMAL: "the position with the highest value",
    PRINTED: "the manual's: 2 to 9 low, 10 to ace high",
    COPY: "the house way",
    CARD: "the lines of the strategy card",
}
Plan = Mapping[int, str]  # rank -> position


class Odds(PlacingOdds[TwoCardRoo, int, End]):
    """How 2 Card Roo is counted.

    Where both positions are worth the same to the Roo wager, the card goes high. Where they are worth the same to Flush
    Roo, it goes where it is better for the Roo wager, then high.
    """

    main = ROO
    key = "position"
    choices = (HIGH, LOW)

    def __init__(self, game: TwoCardRoo, shoe: Shoe | None = None) -> None:
        super().__init__(game)
        self.shoe = shoe or Shoe(game.options.decks)

    def strategies(self) -> Mapping[str, str]:
        return STRATEGIES

    def side_strategies(self, wager: str) -> Mapping[str, str]:
        return STRATEGIES if wager == FLUSH else {}

    # --- what the placings are worth ---

    @cached_property
    def placings(self) -> Mapping[int, Mapping[str, Ends]]:
        return placings(self.shoe, self.game.options.aces, self.game.options.house_way)

    @cached_property
    def _odds(self) -> list[PayOdds]:
        return event_odds(self.game.options)

    def net(self, wager: str, end: End) -> PayOdds:
        options = self.game.options
        if wager == ROO:
            return self._odds[end.event]
        if wager == FLUSH:
            assert options.flush_roo is not None
            row = FLUSH_LINES[end.flush][1]
            return -1 if row is None else options.flush_roo[row]
        assert options.pairs_pay is not None
        return -1 if end.pairs == NO_PAIR else options.pairs_pay[0]

    def side_row(self, wager: str, end: End) -> int:
        return end.flush if wager == FLUSH else end.pairs

    # --- strategies ---

    def held(self, cards: tuple[Card, ...]) -> int:
        return cards[0].rank

    def held_words(self, held: int) -> str:
        return RANK_NAMES[held]

    def plan(self, strategy: Strategy, wager: str) -> Plan:
        self.check_strategy(strategy)
        self.check_wager(wager)
        ranks = self.placings
        if strategy == OPTIMAL:
            return self.best({wager: 1})
        if strategy == PRINTED:
            return {rank: LOW if rank <= PRINTED_LOW else HIGH for rank in ranks}
        if strategy == COPY:
            return {rank: house_way(self.game.options.house_way, rank) for rank in ranks}
        if strategy == CARD:  # its lines say the optimum in full
            return self.best({ROO: 1})
        assert callable(strategy)
        return {
            rank: find_offer(OFFERS, strategy(Known(self.at, (DECK[4 * (rank - 2)],)))).decision.choice
            for rank in ranks
        }

    # --- counts ---

    def ends(self, plan: Plan) -> Iterable[tuple[End, int]]:
        return (item for rank, position in plan.items() for item in self.placings[rank][position].items())

    def count(self, strategy: Strategy) -> MainCount:
        events: Counter[int] = Counter()
        for end, ways in self.ends(self.plan(strategy, ROO)):
            events[end.event] += ways
        nets: Counter[Fraction] = Counter()
        rows = []
        for event, label in enumerate(EVENTS):
            rows.append(Row(label, Fraction(self._odds[event]), events[event]))
            nets[Fraction(self._odds[event])] += events[event]
        distribution = {net: ways for net, ways in sorted(nets.items()) if ways}
        return MainCount(events.total(), tuple(rows), distribution, Fraction(1))

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        if wager == FLUSH:
            return tuple(SideOutcome(label, row) for label, row in FLUSH_LINES)
        return tuple(SideOutcome(label, None if line == NO_PAIR else 0) for line, label in enumerate(PAIR_LINES))

    def side_total(self, wager: str) -> int:
        return self.shoe.cards * (self.shoe.cards - 1)

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        if len(cards) != 1:
            raise CardError(f"2 Card Roo is decided with one card: {len(cards)} are given.")
        if community:
            raise CardError("2 Card Roo has no community cards: give the one dealt card alone.")
        return self.ranked(cards)

    def charts(self, strategy: Strategy, *, wager: str = ROO) -> list[Chart]:
        plan = self.plan(strategy, wager)
        rows = [(span(ranks), position) for ranks, position in runs(plan)]
        return [Chart("Where to place the card", ("card", "position"), tuple(rows))]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        lines = [CardLine(f"{span(ranks)}: place it {position}.") for ranks, position in runs(self.plan(CARD, ROO))]
        return CARD, tuple(lines)


def runs(plan: Plan) -> list[tuple[list[int], str]]:
    """Neighbouring ranks that go the same way, lowest first."""
    found: list[tuple[list[int], str]] = []
    for rank in sorted(plan):
        if not found or found[-1][1] != plan[rank]:
            found.append(([], plan[rank]))
        found[-1][0].append(rank)
    return found


def span(ranks: list[int]) -> str:
    """`Two to nine`."""
    first, last = RANK_NAMES[ranks[0]].capitalize(), RANK_NAMES[ranks[-1]]
    return first if len(ranks) == 1 else f"{first} to {last}"
