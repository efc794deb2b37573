"""2 Card Roo: counted exactly, over all orders of the player's two cards and the dealer's two.

Only ranks matter to the Roo wager; Flush Roo looks at suits too, but the suit of one card says nothing about the next
card that another suit would not say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.cards import DECK, RANK_NAMES, Card
from houseway.errors import CardError, WagerError
from houseway.exact import (
    OPTIMAL,
    PRINTED,
    Advice,
    CardLine,
    Cell,
    Chart,
    Decider,
    GameOdds,
    Known,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.game import Decision, find_offer
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

AT = "place"
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


class Combined(NamedTuple):
    """The best placing when one decision serves several wagers."""

    value: Fraction  # expected net of all the stakes together, in their unit
    strategy: Decider
    # wager -> card -> the position here and for the wager alone, where that costs the wager something
    differs: Mapping[str, Mapping[str, tuple[str, str]]]


class Odds(GameOdds[TwoCardRoo]):
    """How 2 Card Roo is counted.

    Where both positions are worth the same to the Roo wager, the card goes high. Where they are worth the same to Flush
    Roo, it goes where it is better for the Roo wager, then high.
    """

    main = ROO

    def __init__(self, game: TwoCardRoo, shoe: Shoe | None = None) -> None:
        super().__init__(game)
        self.shoe = shoe or Shoe(game.options.decks)
        self._known: dict[str, dict[int, dict[str, Fraction]]] = {}

    def strategies(self) -> Mapping[str, str]:
        return STRATEGIES

    def side_strategies(self, wager: str) -> Mapping[str, str]:
        return STRATEGIES if wager == FLUSH else {}

    # --- what the placings are worth ---

    @cached_property
    def _placings(self) -> dict[int, dict[str, Ends]]:
        return placings(self.shoe, self.game.options.aces, self.game.options.house_way)

    @cached_property
    def _odds(self) -> list[PayOdds]:
        return event_odds(self.game.options)

    def _net(self, wager: str, end: End) -> PayOdds:
        """What a wager wins to 1."""
        options = self.game.options
        if wager == ROO:
            return self._odds[end.event]
        if wager == FLUSH:
            assert options.flush_roo is not None
            row = FLUSH_LINES[end.flush][1]
            return -1 if row is None else options.flush_roo[row]
        assert options.pairs_pay is not None
        return -1 if end.pairs == NO_PAIR else options.pairs_pay[0]

    def _values(self, wager: str) -> dict[int, dict[str, Fraction]]:
        """For each rank and position what a wager is expected to net."""
        if wager not in self._known:
            self._known[wager] = {
                rank: {position: self._mean(wager, ends) for position, ends in by_position.items()}
                for rank, by_position in self._placings.items()
            }
        return self._known[wager]

    def _mean(self, wager: str, ends: Ends) -> Fraction:
        return Fraction(sum(self._net(wager, end) * ways for end, ways in ends.items())) / sum(ends.values())

    # --- strategies ---

    def _best(self, stakes: Mapping[str, Fraction | int]) -> Plan:
        """What is best for these stakes; equal values are decided by the Roo wager alone, then high."""
        plan = {}
        for rank, roo in self._values(ROO).items():
            values = [(stake, self._values(wager)[rank]) for wager, stake in stakes.items()]
            worth = {
                position: (sum(stake * value[position] for stake, value in values), roo[position])
                for position in (HIGH, LOW)
            }
            plan[rank] = max(worth, key=worth.__getitem__)
        return plan

    def plan(self, strategy: Strategy, wager: str) -> Plan:
        """Where to place each rank; a name is looked up among the wager's strategies."""
        self.check_strategy(strategy)
        self._check_wager(wager)
        ranks = self._placings
        if strategy == OPTIMAL:
            return self._best({wager: 1})
        if strategy == PRINTED:
            return {rank: LOW if rank <= PRINTED_LOW else HIGH for rank in ranks}
        if strategy == COPY:
            return {rank: house_way(self.game.options.house_way, rank) for rank in ranks}
        if strategy == CARD:  # its lines say the optimum in full
            return self._best({ROO: 1})
        assert callable(strategy)
        return {
            rank: find_offer(OFFERS, strategy(Known(AT, (DECK[4 * (rank - 2)],)))).decision.choice for rank in ranks
        }

    def _check_wager(self, wager: str) -> None:
        if wager not in (ROO, *self.sides):
            legal = ", ".join((ROO, *self.sides))
            raise WagerError(f"{self.game.name} has no wager {wager!r} here: the wagers are {legal}.")

    def combined(self, stakes: Mapping[str, Fraction]) -> Combined:
        """The best placing for stakes on several wagers, such as 5 on the Roo wager and 1 on Flush Roo."""
        for wager, stake in stakes.items():
            self._check_wager(wager)
            if stake < 0:
                raise WagerError(f"A stake of {stake} on {wager} is not possible: take 0 or more.")
        plan = self._best(stakes)
        differs: dict[str, dict[str, tuple[str, str]]] = {}
        value = Fraction(0)
        for wager, stake in stakes.items():
            alone, values = self._best({wager: 1}), self._values(wager)
            differs[wager] = {
                RANK_NAMES[rank]: (position, alone[rank])
                for rank, position in plan.items()
                if values[rank][position] < values[rank][alone[rank]]
            }
            # Each rank comes as often as any other.
            value += stake * sum(values[rank][position] for rank, position in plan.items()) / len(plan)

        def strategy(known: Known) -> Decision:
            return Decision(plan[known.cards[0].rank], key="position")

        return Combined(value, strategy, differs)

    # --- counts ---

    def _ends(self, plan: Plan) -> Iterable[tuple[End, int]]:
        """How all deals end."""
        return (item for rank, position in plan.items() for item in self._placings[rank][position].items())

    def count(self, strategy: Strategy) -> MainCount:
        events: Counter[int] = Counter()
        for end, ways in self._ends(self.plan(strategy, ROO)):
            events[end.event] += ways
        nets: Counter[Fraction] = Counter()
        rows = []
        for event, label in enumerate(EVENTS):
            rows.append(Row(label, Fraction(self._odds[event]), events[event]))
            nets[Fraction(self._odds[event])] += events[event]
        distribution = {net: ways for net, ways in sorted(nets.items()) if ways}
        return MainCount(events.total(), tuple(rows), distribution, Fraction(1))

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        return self.side_cells(ROO, strategy)

    def side_cells(self, wager: str, strategy: Strategy) -> Iterable[Cell]:
        weight: Counter[tuple[int, ...]] = Counter()
        worth: dict[tuple[int, ...], PayOdds] = {}
        for end, ways in self._ends(self.plan(strategy, wager)):
            key = tuple(end.flush if side == FLUSH else end.pairs for side in self.sides)
            weight[key] += ways
            worth[key] = worth.get(key, 0) + self._net(ROO, end) * ways
        return [Cell(weight[key], worth[key], key) for key in sorted(weight)]

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
        values = self._values(ROO)[cards[0].rank]
        best_first = sorted((HIGH, LOW), key=values.__getitem__, reverse=True)
        return AT, [Advice(Decision(position, key="position"), values[position]) for position in best_first]

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
