"""Three Card Draw Poker: how it is counted, over all 210,710,682,000 deals of hand, draw card and dealer's cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from houseway.cards import Card
from houseway.errors import CardError
from houseway.exact import (
    OPTIMAL,
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
from houseway.game import FOLD, Decision, Spot, find_offer
from houseway.games.three_card_draw_poker import charts, strategy_card
from houseway.games.three_card_draw_poker.counting import KEEP
from houseway.games.three_card_draw_poker.rules import ANTE_BONUS, PAIR_PLUS, PLAY, ThreeCardDrawPoker
from houseway.games.three_card_draw_poker.solving import Play, added, best_plays, counting_of, plays
from houseway.games.three_card_draw_poker.strategy_card import CARD, NEVER_FOLD

TEXTS = {
    OPTIMAL: "the best decision on every hand",
    CARD: "five lines: points for the two cards that are kept",
    NEVER_FOLD: "the best decision on every hand, but for folds",
}
LOST = "High Card"


class Odds(GameOdds[ThreeCardDrawPoker]):
    """The main wager is ante and play with the Ante Bonus.

    A strategy given as a function is asked once for each of the 1,755 hands that differ by more than suits.

    Of equal values the smaller bet comes first, fold before all; then keeping before swapping, a lower card before a
    higher one.
    """

    main: ClassVar[str] = "ante"

    def __init__(self, game: ThreeCardDrawPoker) -> None:
        super().__init__(game)
        self._plans: dict[Strategy, tuple[Play, ...]] = {}

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        return TEXTS

    def plan(self, strategy: Strategy) -> tuple[Play, ...]:
        """How a strategy plays each class of hands."""
        self.check_strategy(strategy)
        if strategy not in self._plans:
            self._plans[strategy] = tuple(self._made(strategy))
        return self._plans[strategy]

    def _made(self, strategy: Strategy) -> Iterable[Play]:
        options = self.game.options
        if strategy in (OPTIMAL, NEVER_FOLD):
            return best_plays(options.ante_bonus, options.play_most, fold=strategy == OPTIMAL)
        if strategy == CARD:
            return [strategy_card.play(hand, options.play_most) for hand in counting_of().hands]
        assert not isinstance(strategy, str)
        return [self._asked(strategy, hand) for hand in counting_of().hands]

    def _asked(self, decide: Decider, hand: tuple[Card, ...]) -> Play:
        offers = tuple(self.game.offers("play", Spot(seat=1, stakes={}, dealt=hand)))
        decision = decide(Known("play", hand))
        find_offer(offers, decision)
        if decision.folds:
            return Play()
        return Play(decision.multiple, 1 + hand.index(decision.discard[0]) if decision.discard else KEEP)

    # --- counts ---

    def count(self, strategy: Strategy) -> MainCount:
        count, pays = counting_of(), self.game.options.ante_bonus
        tally = count.tally(self.plan(strategy))
        folds = sum(int(deals) for (multiple, _), deals in tally.items() if not multiple)
        multiples = sorted({1, self.game.options.play_most, *(multiple for multiple, _ in tally if multiple)})
        results = {m: added(ends for (multiple, _), ends in tally.items() if multiple == m) for m in multiples}
        distribution: dict[Fraction, int] = defaultdict(int)
        distribution[Fraction(-1)] = folds
        for multiple, rows in results.items():
            for pay, ends in zip((*pays, 0), rows, strict=True):
                for sign, deals in zip((1, 0, -1), ends, strict=True):
                    distribution[Fraction(sign * (1 + multiple) + pay)] += deals
        table = [Row("Fold", Fraction(-1), folds)]
        for end, (name, sign) in enumerate((("Wins", 1), ("Ties", 0), ("Losses", -1))):
            for multiple, rows in results.items():
                label = f"{name} with a {charts.bet_text(multiple)} play bet"
                table.append(Row(label, Fraction(sign * (1 + multiple)), sum(ends[end] for ends in rows)))
        for row, (hand, pay) in enumerate(zip(ANTE_BONUS.hands, pays, strict=True)):
            paid = sum(sum(rows[row]) for rows in results.values())
            table.append(Row(hand, Fraction(pay), paid, bonus=True))
        bet = sum(multiple * sum(map(sum, rows)) for multiple, rows in results.items())
        nets = {net: deals for net, deals in distribution.items() if deals}
        return MainCount(count.total, tuple(table), nets, 1 + Fraction(bet) / count.total)

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        found: dict[tuple[int, ...], tuple[int, Fraction]] = {}
        for (multiple, line), ends in counting_of().tally(self.plan(strategy)).items():
            if multiple:
                rows = ends.tolist()
                weight = sum(map(sum, rows))
                net = Fraction((1 + multiple) * sum(won - lost for won, _, lost in rows))
                net += sum(pay * sum(row) for pay, row in zip(self.game.options.ante_bonus, rows, strict=False))
            else:
                weight = int(ends)
                net = Fraction(-weight)
            place = (line,) if self.sides else ()
            before, main = found.get(place, (0, Fraction()))
            found[place] = before + weight, main + net
        return [Cell(weight, main, place) for place, (weight, main) in sorted(found.items())]

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return (*(SideOutcome(hand, row) for row, hand in enumerate(PAIR_PLUS.hands)), SideOutcome(LOST, None))

    def side_total(self, wager: str) -> int:
        return 22_100

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        """Bets between 1x and the largest are worth what lies between: they are not listed."""
        if len(cards) != 3 or len(set(cards)) != 3 or community:
            raise CardError(
                "Three Card Draw Poker is decided with three different cards and no shared ones, "
                f"not {' '.join(card.text for card in (*cards, *community)) or 'without cards'}."
            )
        number, ways = counting_of().find(cards)
        advice = []
        for play in plays(cards, self.game.options.play_most):
            same = Play(play.multiple, ways[play.way - 1] if play.way else KEEP)
            worth = counting_of().value(number, same, self.game.options.ante_bonus)
            advice.append(Advice(decision(play, cards), worth))
        return "play", sorted(advice, key=lambda item: -item.value)

    def charts(self, strategy: Strategy) -> list[Chart]:
        count = counting_of()
        plan = list(zip(count.hands, count.classes.weights.tolist(), self.plan(strategy), strict=True))
        return [charts.by_hand(plan), charts.by_cards_kept(plan)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        return CARD, tuple(CardLine(line) for line in strategy_card.lines(self.game.options.play_most))


def decision(play: Play, hand: tuple[Card, ...]) -> Decision:
    """A play as the table takes it."""
    if not play.multiple:
        return Decision(FOLD)
    return Decision(PLAY, play.multiple, (hand[play.way - 1],) if play.way else ())
