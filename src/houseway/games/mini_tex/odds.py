"""Mini-Tex 3 Card Hold'em: how it is counted, over all 84,284,272,800 deals to a player and the dealer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import ClassVar

import numpy as np

from houseway.cards import DECK, RANKS, Card
from houseway.errors import CardError
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
from houseway.game import FOLD, Decision, find_offer
from houseway.games.mini_tex import strategy_card
from houseway.games.mini_tex.charts import flop_chart, river_chart
from houseway.games.mini_tex.counting import NO_HAND
from houseway.games.mini_tex.rules import (
    ACE_KING_TWO,
    BET,
    OFFERS,
    PAIR_OF_TWOS,
    POCKET_POKER,
    POINTS,
    MiniTex,
    pocket_poker_row,
)
from houseway.games.mini_tex.solving import (
    Choices,
    Counting,
    Solved,
    counting_of,
    first_alike,
    hole_classes,
    place_of,
    solved,
)
from houseway.three_cards import Flags, Ints, SuitClasses, pairs, ranking

NEVER_FOLD = "never-fold"
PRINTED_BETS = (1, 1, 2)
LINES = (
    "Fold after seeing 2 hole cards",
    "Fold after seeing 2 community cards",
    "Fold after seeing 3 community cards",
    "Dealer does not qualify",
    "Wins",
    "Ties",
    "Losses",
)
POCKET_POKER_OUTCOMES = (
    *(SideOutcome(hand, row) for row, hand in enumerate(POCKET_POKER.hands)),
    SideOutcome("Flush", None),
    SideOutcome("Other", None),
)


class Odds(GameOdds[MiniTex]):
    """The main wager is the ante with the flop, river and play bets.

    A strategy given as a function is asked once for each class of situations that are one but for suits, where the
    hand comes that far: 169 in the hole, 93,769 on the flop, 1,286,792 on the river. The three cards of a board are one
    situation whichever of them came last.

    Of equal values the bet comes first.
    """

    main: ClassVar[str] = "ante"

    def __init__(self, game: MiniTex) -> None:
        super().__init__(game)
        self._asked_tallies: dict[Decider, Ints] = {}

    @property
    def counting(self) -> Counting:
        rank = PAIR_OF_TWOS if self.game.options.qualifier == "pair" else ACE_KING_TWO
        return counting_of(ranking().place(rank))

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        found = {OPTIMAL: "the best decision everywhere; bets where a fold is worth the same"}
        if self.game.options.bets == PRINTED_BETS:
            ties = "folds" if self.game.options.qualifier == "pair" else "bets"
            found[PRINTED] = f"the manual's: the best decision everywhere; {ties} on the river where both are the same"
        return {**found, **strategy_card.TEXTS, NEVER_FOLD: "bets always"}

    def _solved(self, strategy: str = OPTIMAL) -> Solved:
        # The two tables were made with different rules for ties: the first folds on the river, the second does not.
        fold_ties = strategy == PRINTED and self.game.options.qualifier == "pair"
        return solved(self.counting.lowest, self.game.options.bets, bet_river_ties=not fold_ties)

    def choices(self, strategy: Strategy) -> Choices:
        """Where a strategy bets."""
        self.check_strategy(strategy)
        if not isinstance(strategy, str):
            return self._asked(strategy)
        if strategy in (OPTIMAL, PRINTED):
            return self._solved(strategy).choices
        best = self._solved().choices
        if strategy == NEVER_FOLD:
            return Choices(*(np.ones_like(choices) for choices in best))
        return strategy_card.choices(strategy, self.counting, best.hole)

    def _asked(self, decide: Decider) -> Choices:
        holes = [(DECK[low], DECK[high]) for low, high in pairs().cards.tolist()]

        def bets(at: str, hole: int, community: tuple[Card, ...] = ()) -> bool:
            return find_offer(OFFERS[at], decide(Known(at, holes[hole], community))).decision.choice == BET

        def ask(at: str, classes: SuitClasses, asked: Flags) -> Flags:
            first = first_alike(classes)
            answers = np.zeros(asked.shape, np.bool_)
            communities = [tuple(DECK[card] for card in board) for board in classes.sets.tolist()]
            for board, hole in np.argwhere(asked & (first == np.arange(asked.shape[1]))).tolist():
                answers[board, hole] = bets(at, hole, communities[board])
            return np.take_along_axis(answers, first.astype(np.int64), axis=1)

        count = self.counting
        _, examples = np.unique(hole_classes(), return_index=True)
        hole = np.array([bets(POINTS[0], example) for example in examples.tolist()])[hole_classes()]
        flop = ask(POINTS[1], count.flops, count.flop_hands & hole)
        reach = count.reach(Choices(hole, flop, np.empty(0, np.bool_)))
        return Choices(hole, flop, ask(POINTS[2], count.boards, reach))

    def _tally(self, strategy: Strategy) -> Ints:
        """Deals by class of hole hands and line."""
        if isinstance(strategy, str):
            return _named_tally(self.game.options.qualifier, self.game.options.bets, strategy)
        if strategy not in self._asked_tallies:
            self._asked_tallies[strategy] = self.counting.tally(self.choices(strategy))
        return self._asked_tallies[strategy]

    # --- counts ---

    @property
    def _nets(self) -> tuple[int, ...]:
        flop, river, play = self.game.options.bets
        staked = 1 + flop + river
        return -1, -1 - flop, -staked, staked, staked + play, 0, -staked - play

    def count(self, strategy: Strategy) -> MainCount:
        counts = [int(number) for number in self._tally(strategy).sum(axis=0)]
        rows = tuple(
            Row(label, Fraction(net), deals) for label, net, deals in zip(LINES, self._nets, counts, strict=True)
        )
        distribution: dict[Fraction, int] = defaultdict(int)
        for row in rows:
            distribution[row.net] += row.count
        total = self.counting.total
        most = -self._nets[-1]
        bet = sum(-net * deals for net, deals in zip(self._nets[:3], counts, strict=False)) + most * sum(counts[3:])
        return MainCount(total, rows, {net: n for net, n in distribution.items() if n}, Fraction(bet, total))

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        found: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0, 0])
        by_class = self._tally(strategy)
        rows = pocket_poker_lines()
        for kind, lines in enumerate(by_class.tolist()):
            cell = found[(rows[kind],) if self.sides else ()]
            cell[0] += sum(lines)
            cell[1] += sum(net * deals for net, deals in zip(self._nets, lines, strict=True))
        return [Cell(weight, main, row) for row, (weight, main) in sorted(found.items())]

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return POCKET_POKER_OUTCOMES

    def side_total(self, wager: str) -> int:
        return 1326

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        """At the flop the community is two cards, at the river three in any order."""
        both = (*cards, *community)
        if len(cards) != 2 or len(community) not in (0, 2, 3) or len(set(both)) != len(both):
            raise CardError(
                f"Mini-Tex is decided with two hole cards and none, two or three community cards, all different: "
                f"not {len(cards)} and {len(community)}, {' '.join(card.text for card in both) or 'no cards'}."
            )
        count = self.counting
        flop, river, play = self.game.options.bets
        if not community:
            at, fold = POINTS[0], -1
            kind = int(hole_classes()[pairs().numbers[cards]])
            hands = int((hole_classes() == kind).sum())
            deals = hands * count.flops_each * count.rivers * count.dealers
            bet = Fraction(int(self._solved().hole_values[kind]), deals)
        elif len(community) == 2:
            at, fold = POINTS[1], -1 - flop
            value = self._solved().flop_values[place_of(count.flops, community, cards)]
            bet = Fraction(int(value), count.rivers * count.dealers)
        else:
            at, fold = POINTS[2], -1 - flop - river
            spot = place_of(count.boards, community, cards)
            win, tie, loss = (int(table[spot]) for table in count.showdowns)
            assert win != NO_HAND
            idle = count.dealers - win - tie - loss
            bet = Fraction(-fold * idle + (play - fold) * (win - loss), count.dealers)
        advice = [Advice(Decision(BET), bet), Advice(Decision(FOLD), Fraction(fold))]
        return at, sorted(advice, key=lambda item: -item.value)

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
        nets = np.array(self._nets)
        best, *values = (int((self._tally(name) @ nets).sum()) for name in (OPTIMAL, *strategy_card.CARDS))
        costs = [Fraction(best - value, self.counting.total) for value in values]
        return sorted((len(self.card_lines(name)), cost) for name, cost in zip(strategy_card.CARDS, costs, strict=True))


@lru_cache(maxsize=64)
def _named_tally(qualifier: str, bets: tuple[int, ...], strategy: str) -> Ints:
    """Side wagers have no part in it, so it is kept when only they change."""
    odds = Odds(MiniTex.make(changes={"qualifier": qualifier, "bets": bets}))
    return odds.counting.tally(odds.choices(strategy))


@cache
def pocket_poker_lines() -> list[int]:
    """The place in Pocket Poker's table of each class of hole hands."""
    lines = [0] * 169
    for kind, (first, second) in zip(hole_classes().tolist(), pairs().cards.tolist(), strict=True):
        row = pocket_poker_row(DECK[first], DECK[second])
        lines[kind] = row if row is not None else 5 if first % 4 == second % 4 else 6
    return lines


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
