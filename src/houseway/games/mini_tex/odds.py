"""Mini-Tex 3 Card Hold'em: how it is counted, over all 84,284,272,800 deals to a player and the dealer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np

from houseway.cards import DECK, RANKS, Card
from houseway.counting.game_odds import (
    OPTIMAL,
    PRINTED,
    Advice,
    CardLine,
    Chart,
    Decider,
    GameOdds,
    History,
    JointCount,
    Known,
    MainCount,
    Outlook,
    Row,
    Settlement,
    SideOutcome,
    Strategy,
)
from houseway.counting.three_card_hands import Flags, Ints, SuitClasses, pairs
from houseway.errors import CardError
from houseway.games.mini_tex import strategy_card
from houseway.games.mini_tex.charts import flop_chart, river_chart
from houseway.games.mini_tex.counting import FOLD_FLOP, FOLD_HOLE, FOLD_RIVER, NO_HAND, NOT_QUALIFIED
from houseway.games.mini_tex.probed_rules import ROWS, Names, probe_rules
from houseway.games.mini_tex.rules import BET, OFFERS, POINTS, MiniTex
from houseway.games.mini_tex.solving import (
    Choices,
    Counting,
    Solved,
    counting_of,
    first_alike,
    hole_classes,
    row_and_column,
    solved,
)
from houseway.rules.game import FOLD, Decision, find_offer

NEVER_FOLD = "never-fold"

# The manual's two tables were made with different rules for ties: the first folds on the river, the second does not.
FOLDS_TIES = {"pair": True, "ace-king": False}


class Odds(Names, GameOdds[MiniTex]):
    """The main wager is the ante with the flop, river and play bets.

    A strategy given as a function is called once for each class of isomorphic situations that the hand reaches: 169 in
    the hole, 93,769 on the flop, 1,286,792 on the river. The three cards of a board are one situation whichever of them
    came last.

    Of equal values the bet comes first.
    """

    def __init__(self, game: MiniTex) -> None:
        super().__init__(game)
        self.probed = probe_rules(game)
        self._function_tallies: dict[Decider, Ints] = {}

    @property
    def counting(self) -> Counting:
        return counting_of(self.probed.qualifies)

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        found = {OPTIMAL: "the best decision everywhere; bets where a fold is worth the same"}
        edition = self.game.options.qualifier
        if edition in FOLDS_TIES and self.probed[:3] == printed_table(edition):
            ties = "folds" if FOLDS_TIES[edition] else "bets"
            found[PRINTED] = f"the manual's: the best decision everywhere; {ties} on the river where both are the same"
        return {**found, **strategy_card.TEXTS, NEVER_FOLD: "bets always"}

    def _solved(self) -> Solved:
        return solved(self.probed.qualifies, self.probed.nets)

    def choices(self, strategy: Strategy) -> Choices:
        """Where a strategy bets."""
        self.check_strategy(strategy)
        return named_choices(*self._named(strategy)) if isinstance(strategy, str) else self._function_choices(strategy)

    def _named(self, strategy: str) -> tuple[bytes, tuple[int, ...], str, bool]:
        """All that the choices of a named strategy depend on."""
        fold_ties = strategy == PRINTED and FOLDS_TIES[self.game.options.qualifier]
        return self.probed.qualifies, self.probed.nets, strategy, not fold_ties

    def _function_choices(self, decide: Decider) -> Choices:
        holes = [(DECK[low], DECK[high]) for low, high in pairs().cards.tolist()]

        def bets(at: str, hole: int, community: tuple[Card, ...] = ()) -> bool:
            return find_offer(OFFERS[at], decide(Known(at, holes[hole], community))).decision.choice == BET

        def ask_function(at: str, classes: SuitClasses, reached: Flags) -> Flags:
            first = first_alike(classes)
            answers = np.zeros(reached.shape, np.bool_)
            communities = [tuple(DECK[card] for card in board) for board in classes.sets.tolist()]
            for board, hole in np.argwhere(reached & (first == np.arange(reached.shape[1]))).tolist():
                answers[board, hole] = bets(at, hole, communities[board])
            return np.take_along_axis(answers, first.astype(np.int64), axis=1)

        count = self.counting
        _, examples = np.unique(hole_classes(), return_index=True)
        hole = np.array([bets(POINTS[0], example) for example in examples.tolist()])[hole_classes()]
        flop = ask_function(POINTS[1], count.flops, count.flop_hands & hole)
        reach = count.reach(Choices(hole, flop, np.empty(0, np.bool_)))
        return Choices(hole, flop, ask_function(POINTS[2], count.boards, reach))

    def _tally(self, strategy: Strategy) -> Ints:
        """Deals by class of hole hands and line."""
        if isinstance(strategy, str):
            self.check_strategy(strategy)
            return named_tally(*self._named(strategy))
        if strategy not in self._function_tallies:
            self._function_tallies[strategy] = self.counting.tally(self.choices(strategy))
        return self._function_tallies[strategy]

    # --- counts ---

    def _worth(self, line: int) -> Fraction:
        """What a line nets, in antes."""
        return Fraction(self.probed.nets[line], self.probed.unit)

    def count(self, strategy: Strategy) -> MainCount:
        counts = [int(number) for number in self._tally(strategy).sum(axis=0)]
        rows = tuple(
            Row(label, self._worth(line), counts[line], case=case) for line, (case, label) in enumerate(ROWS.items())
        )
        distribution: dict[Fraction, int] = defaultdict(int)
        for row in rows:
            distribution[row.net] += row.count
        total = self.counting.total
        bet = sum(bet * deals for bet, deals in zip(self.probed.bets, counts, strict=True))
        return MainCount(total, rows, {net: n for net, n in distribution.items() if n}, Fraction(bet, total))

    def settlements(self, strategy: Strategy) -> Iterable[Settlement]:
        counts = [int(number) for number in self._tally(strategy).sum(axis=0)]
        for hand, deals in zip(self.probed.hands, counts, strict=True):
            if hand is not None:
                yield Settlement(deals, hand)

    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        found: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0, 0])
        nets, unit = self.probed.nets, self.probed.unit
        for rows, lines in zip(self.probed.rows, self._tally(strategy).tolist(), strict=True):
            sums = found[rows]
            sums[0] += sum(lines)
            sums[1] += sum(net * deals for net, deals in zip(nets, lines, strict=True))
        return [JointCount(weight, Fraction(main, unit), row) for row, (weight, main) in sorted(found.items())]

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return self.probed.sides[self.sides.index(wager)]

    def side_total(self, wager: str) -> int:
        return 1326

    # --- decisions ---

    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        """At the flop the community is two cards, at the river three in any order; the dealer shows none."""
        both = (*cards, *community)
        if len(cards) != 2 or len(community) not in (0, 2, 3) or len(set(both)) != len(both) or dealer:
            raise CardError(
                f"Mini-Tex is decided with two hole cards and none, two or three community cards, all different: "
                f"not {len(cards)} and {len(community)}, {' '.join(card.text for card in both) or 'no cards'}."
            )
        count, nets = self.counting, self.probed.nets
        if not community:
            line = FOLD_HOLE
            kind = int(hole_classes()[pairs().numbers[cards]])
            deals = int((hole_classes() == kind).sum()) * count.flops_each * count.rivers * count.dealers
            value = int(self._solved().hole_values[kind])
        elif len(community) == 2:
            line, deals = FOLD_FLOP, count.rivers * count.dealers
            value = int(self._solved().flop_values[row_and_column(count.flops, community, cards)])
        else:
            line, deals = FOLD_RIVER, count.dealers
            spot = row_and_column(count.boards, community, cards)
            ends = [int(table[spot]) for table in count.showdowns]
            assert NO_HAND not in ends
            value = sum(
                net * hands for net, hands in zip(nets[NOT_QUALIFIED:], (deals - sum(ends), *ends), strict=True)
            )
        bet = Fraction(value, deals * self.probed.unit)
        advice = [Advice(Decision(BET), bet), Advice(Decision(FOLD), self._worth(line))]
        return POINTS[line], sorted(advice, key=lambda item: -item.value)

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        cards, community = known.cards, known.community
        if not community:
            lines = bet_tally(self.probed.qualifies, self.probed.nets)[hole_classes()[pairs().numbers[cards]]].tolist()
        elif len(community) == 2:
            best, count = self._solved().choices.river, self.counting
            rivers = [card for card in DECK if count.deck[card] and card not in (*cards, *community)]
            lines = [0] * len(self.probed.nets)
            for spot in (row_and_column(count.boards, (*community, river), cards) for river in rivers):
                for line, deals in enumerate(self._river_lines(spot) if best[spot] else self._folded_river()):
                    lines[line] += deals
        else:
            lines = self._river_lines(row_and_column(self.counting.boards, community, cards))
        total = sum(lines)
        nets = [self._worth(line) for line in range(len(lines))]
        wins, losses = (
            sum(deals for net, deals in zip(nets, lines, strict=True) if net * sign > 0) for sign in (1, -1)
        )
        fold = self._worth(POINTS.index(known.at))
        return {
            Decision(BET): Outlook(total, wins, losses, lines[NOT_QUALIFIED]),
            Decision(FOLD): Outlook(total, total * (fold > 0), total * (fold < 0), 0),
        }

    def _river_lines(self, spot: tuple[int, int]) -> list[int]:
        """Of the dealer's hands against a hand that bets on the river, how many end in each line."""
        ends = [int(table[spot]) for table in self.counting.showdowns]
        return [0, 0, 0, self.counting.dealers - sum(ends), *ends]

    def _folded_river(self) -> list[int]:
        return [0, 0, self.counting.dealers, 0, 0, 0, 0]

    def decision(self, strategy: str, known: Known) -> Decision:
        cards, community, choices = known.cards, known.community, self.choices(strategy)
        if not community:
            bets = choices.hole[pairs().numbers[cards]]
        elif len(community) == 2:
            bets = choices.flop[row_and_column(self.counting.flops, community, cards)]
        else:
            bets = choices.river[row_and_column(self.counting.boards, community, cards)]
        return Decision(BET if bets else FOLD)

    def charts(self, strategy: Strategy) -> list[Chart]:
        choices = self.choices(strategy)
        return [hole_chart(choices), flop_chart(self.counting, choices), river_chart(self.counting, choices)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return strategy_card.CARD, self.card_lines(strategy_card.CARD)

    def card_lines(self, name: str) -> tuple[CardLine, ...]:
        """The lines of one of the cards."""
        folded = ~self._solved().choices.hole
        names = [hole_name(int(kind)) for kind in np.unique(hole_classes()[folded])]
        return tuple(CardLine(line) for line in strategy_card.lines(name, names))

    def trade_off(self) -> list[tuple[int, Fraction]]:
        """What learning more lines brings: the lines of each card, and what it costs of the ante beside the best."""
        nets = np.array(self.probed.nets)
        best, *values = (int((self._tally(name) @ nets).sum()) for name in (OPTIMAL, *strategy_card.CARDS))
        costs = [Fraction(best - value, self.counting.total * self.probed.unit) for value in values]
        return sorted((len(self.card_lines(name)), cost) for name, cost in zip(strategy_card.CARDS, costs, strict=True))


@cache
def printed_table(edition: str) -> tuple[Any, ...]:
    """What the manual's table for an edition counts."""
    return probe_rules(MiniTex.make(edition))[:3]


def named_choices(qualifies: bytes, nets: tuple[int, ...], strategy: str, bet_river_ties: bool) -> Choices:
    """Where a strategy bets."""
    best = solved(qualifies, nets, bet_river_ties=bet_river_ties).choices
    if strategy in (OPTIMAL, PRINTED):
        return best
    if strategy == NEVER_FOLD:
        return Choices(*(np.ones_like(choices) for choices in best))
    return strategy_card.choices(strategy, counting_of(qualifies), best.hole)


@lru_cache(maxsize=64)
def named_tally(qualifies: bytes, nets: tuple[int, ...], strategy: str, bet_river_ties: bool) -> Ints:
    """Side wagers have no part in it, so it is kept when only they change."""
    return counting_of(qualifies).tally(named_choices(qualifies, nets, strategy, bet_river_ties))


@lru_cache(maxsize=8)
def bet_tally(qualifies: bytes, nets: tuple[int, ...]) -> Ints:
    """Deals by class of hole hands and line when every hand is bet in the hole and played as well as possible then."""
    best = solved(qualifies, nets).choices
    return counting_of(qualifies).tally(best._replace(hole=np.ones_like(best.hole)))


def hole_name(kind: int) -> str:
    """`5-2 suited`, `5-2 unsuited`, `2-2`."""
    row, column = divmod(kind, 13)
    name = f"{RANKS[max(row, column)]}-{RANKS[min(row, column)]}"
    return name if row == column else f"{name} {'suited' if row > column else 'unsuited'}"


def hole_chart(choices: Choices) -> Chart:
    """Ranks against ranks, the ace first; suited hands above the diagonal of pairs."""
    bets = np.zeros(169, np.bool_)
    bets[hole_classes()] = choices.hole
    rows = []
    for one in range(12, -1, -1):
        cells = []
        for two in range(12, -1, -1):
            kind = one * 13 + two  # one > two: a suited hand
            cells.append(BET if bets[kind] else FOLD)
        rows.append((RANKS[one], *cells))
    title = "Hole cards: suited to the right of the pairs, two suits to the left"
    return Chart(title, ("", *reversed(RANKS)), tuple(rows))
