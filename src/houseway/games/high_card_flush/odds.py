"""High Card Flush: how it is counted, over all 6,071,092,494,667,200 deals to a player and the dealer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from houseway.cards import Card
from houseway.errors import CardError, OptionError
from houseway.exact import (
    OPTIMAL,
    Advice,
    CardLine,
    Cell,
    Chart,
    Decider,
    GameOdds,
    MainCount,
    Row,
    SideOutcome,
    Strategy,
)
from houseway.game import FOLD, Decision
from houseway.games.high_card_flush.dealer import FULL, against, below_rank, suits_of
from houseway.games.high_card_flush.rules import (
    FLUSH,
    QUALIFIERS,
    RAISE,
    STRAIGHT_FLUSH,
    HighCardFlush,
    bonus_row,
    most_raise,
)
from houseway.games.high_card_flush.strategies import (
    BY_HIGH_CARDS,
    ELEVEN,
    TEXTS,
    eleven_lines,
    high_card_lines,
)

if TYPE_CHECKING:
    from houseway.games.high_card_flush.counting import Tally

# The last line of each table, in the words of the Progressive's in the manual: seven cards have two of a suit.
NO_FLUSH, NO_STRAIGHT_FLUSH = "2 or 3 Card Flush", "1 or 2 Card Straight Flush"


class Odds(GameOdds[HighCardFlush]):
    """The main wager is ante and raise.

    A strategy given as a function is asked once for each class of hands, and a class is all hands that are one hand
    with the suits renamed: 6,009,159 questions. Hands in one class get one answer; nothing else is taken for granted.

    Of equal values the smaller bet comes first: fold before raise, a small raise before a large one.
    """

    main: ClassVar[str] = "ante"

    def __init__(self, game: HighCardFlush) -> None:
        super().__init__(game)
        self._decided: dict[Decider, Tally] = {}

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        return TEXTS

    def _tally(self, strategy: Strategy) -> Tally:
        from houseway.games.high_card_flush import plans  # brings numba, which advice on one hand can do without

        self.check_strategy(strategy)
        if isinstance(strategy, str):
            return plans.named(strategy, self.game.options.qualifier, self.game.options.raises)
        if strategy not in self._decided:
            self._decided[strategy] = plans.decided(strategy, self.game)
        return self._decided[strategy]

    # --- counts ---

    def count(self, strategy: Strategy) -> MainCount:
        # By multiple: hands, and of their deals those not qualified, won, lost. A fold has only hands.
        counts = [tuple(map(int, row)) for row in self._tally(strategy).results.sum(axis=(0, 1))]
        fold = counts[0][0] * FULL.dealer_hands
        idle = sum(row[1] for row in counts)
        raised = {multiple: row for multiple, row in enumerate(counts) if multiple and row[0]}
        rows = [Row("Fold", Fraction(-1), fold), Row("Dealer does not qualify", Fraction(1), idle)]
        for multiple, (_, _, wins, _) in raised.items():
            rows.append(Row(f"Wins with a {multiple}x raise", Fraction(1 + multiple), wins))
        for multiple, (hands, unqualified, wins, losses) in raised.items():
            ties = hands * FULL.dealer_hands - unqualified - wins - losses
            rows.append(Row(f"Ties with a {multiple}x raise", Fraction(0), ties))
        for multiple, (_, _, _, losses) in raised.items():
            rows.append(Row(f"Losses with a {multiple}x raise", Fraction(-1 - multiple), losses))
        distribution: dict[Fraction, int] = defaultdict(int)
        for row in rows:
            distribution[row.net] += row.count
        bet = sum(multiple * row[0] for multiple, row in raised.items())
        return MainCount(
            FULL.player_hands * FULL.dealer_hands,
            tuple(rows),
            {net: deals for net, deals in distribution.items() if deals},
            1 + Fraction(bet, FULL.player_hands),
        )

    def cells(self, strategy: Strategy) -> Iterable[Cell]:
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        for suited, by_run in enumerate(self._tally(strategy).results.tolist()):
            for run, by_multiple in enumerate(by_run):
                hands = sum(row[0] for row in by_multiple)
                if not hands:
                    continue
                net = -by_multiple[0][0] * FULL.dealer_hands
                for multiple, (_, unqualified, wins, losses) in enumerate(by_multiple[1:], start=1):
                    net += unqualified + (1 + multiple) * (wins - losses)
                rows = tuple(self._line(side, suited, run) for side in self.sides)
                weight, main = found.get(rows, (0, 0))
                found[rows] = weight + hands * FULL.dealer_hands, main + net
        return [Cell(weight, main, rows) for rows, (weight, main) in found.items()]

    def _line(self, side: str, suited: int, run: int) -> int:
        """The line of a side wager's table for a flush and a straight flush of these lengths."""
        length, hands = (suited, FLUSH.hands) if side == "flush" else (run, STRAIGHT_FLUSH.hands)
        row = bonus_row(length, len(hands))
        return len(hands) if row is None else row

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        hands, lost = (FLUSH.hands, NO_FLUSH) if wager == "flush" else (STRAIGHT_FLUSH.hands, NO_STRAIGHT_FLUSH)
        return (*(SideOutcome(hand, row) for row, hand in enumerate(hands)), SideOutcome(lost, None))

    def side_total(self, wager: str) -> int:
        return FULL.player_hands

    # --- the progressive ---

    def progressive_return(self, meter_cents: int | Fraction) -> Fraction:
        """What comes back of each unit bet on the Progressive when shares are taken of a meter of so many cents.

        The stake is not returned: prizes alone come back. This round's contribution is in the meter.
        """
        fixed, share = self._progressive()
        return (fixed + share * meter_cents) / self.game.options.progressive_wager

    def break_even_meter(self) -> Fraction:
        """The meter, in cents, from which the Progressive returns all that is bet on it; 0 if it always does."""
        fixed, share = self._progressive()
        missing = max(self.game.options.progressive_wager - fixed, Fraction())
        if missing and not share:
            raise OptionError("This Progressive pays no share of its meter: no meter makes it even.")
        return missing / share if missing else Fraction()

    def _progressive(self) -> tuple[Fraction, Fraction]:
        """The expected prize: so many cents, and a share of the meter."""
        prizes = self.game.options.progressive
        if prizes is None:
            raise OptionError("There is no Progressive here: the option progressive is off.")
        fixed = share = 0
        place = self.sides.index("progressive")
        for cell in self.cells(OPTIMAL):  # a fold keeps the Progressive: any strategy counts the same
            if cell.rows[place] < len(prizes):
                fixed += cell.weight * prizes[cell.rows[place]].cents
                share += cell.weight * prizes[cell.rows[place]].percent
        total = FULL.player_hands * FULL.dealer_hands
        return Fraction(fixed, total), Fraction(share, 100 * total)

    # --- decisions ---

    def advise(self, cards: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[str, list[Advice]]:
        if len(set(cards)) != FULL.cards or len(cards) != FULL.cards or community:
            raise CardError(
                f"High Card Flush is decided with seven different cards and no shared ones, not {len(cards)}."
            )
        options = self.game.options
        suits = suits_of(cards)
        results = against(suits, unqualified=below_rank(QUALIFIERS[options.qualifier]))
        most = most_raise(options.raises, suits[0].bit_count())
        advice = [Advice(Decision(FOLD), Fraction(-1))]
        advice += [Advice(Decision(RAISE, multiple), results.value(multiple)) for multiple in range(1, most + 1)]
        return "raise", sorted(advice, key=lambda item: -item.value)  # equal values stay: the smaller bet first

    def charts(self, strategy: Strategy) -> list[Chart]:
        from houseway.games.high_card_flush import charts

        tally = self._tally(strategy)
        return [charts.by_suited_cards(tally), charts.by_flush(tally)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """`eleven` is made for the manual's rules; for others, the flushes that the count finds for them."""
        raises = self.game.options.raises
        if self.game.options.qualifier == "9" and raises[0] == 1:
            return ELEVEN, eleven_lines()
        from houseway.games.high_card_flush import plans

        plan = plans.high_cards_plan(self._tally(OPTIMAL), raises)
        return BY_HIGH_CARDS, high_card_lines(*plans.lowest_flushes(plan), raises[0])
