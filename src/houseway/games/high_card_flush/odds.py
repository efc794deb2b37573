"""High Card Flush: how it is counted, over all 6,071,092,494,667,200 deals to a player and the dealer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.counting.game_odds import (
    OPTIMAL,
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
from houseway.errors import CardError, OptionError
from houseway.games.high_card_flush.dealer import FULL, HIGHER, against, suits_of
from houseway.games.high_card_flush.probed_rules import Kind, Names, ProbedRules, probe_rules
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush
from houseway.games.high_card_flush.strategies import (
    BY_HIGH_CARDS,
    ELEVEN,
    TEXTS,
    eleven_lines,
    high_card_lines,
)
from houseway.rules.game import Decision
from houseway.rules.pay_tables import Ratio

if TYPE_CHECKING:
    from houseway.games.high_card_flush.counting import Tally


class Odds(Names, GameOdds[HighCardFlush]):
    """The main wager is ante and raise.

    A strategy given as a function is called once for each of the 6,009,159 classes of hands up to suit isomorphism, and
    its decision holds for the whole class.

    Of equal values the smaller bet comes first: fold before raise, a small raise before a large one. A raise may be any
    amount up to the hand's cap, and what it is worth grows in a line with it: the best is the smallest or the largest.
    Advice has the whole multiples.
    """

    def __init__(self, game: HighCardFlush) -> None:
        super().__init__(game)
        self.probed = probe_rules(game)
        self._decided: dict[Decider, Tally] = {}

    # --- strategies ---

    def strategies(self) -> Mapping[str, str]:
        return TEXTS

    def _tally(self, strategy: Strategy) -> Tally:
        from houseway.games.high_card_flush import raise_plans  # brings numba, which advice on one hand can do without

        self.check_strategy(strategy)
        if isinstance(strategy, str):
            return raise_plans.named(strategy, self.probed)
        if strategy not in self._decided:
            self._decided[strategy] = raise_plans.decided(strategy, self.game)
        return self._decided[strategy]

    # --- counts ---

    def lines(self, multiples: Collection[Ratio]) -> list[tuple[str, Fraction]]:
        """The main wager's rows where these are raised: labels and nets, in the order in which they are printed."""
        order = {label: number for number, label in enumerate(self.labels_of(multiples))}
        found = {
            (witness.label, witness.net)
            for _, multiple, _, witness in self.probed.witnesses(multiples)
            if not multiple or multiple in multiples
        }
        return sorted(found, key=lambda line: (order.get(line[0], len(order)), line[0], -line[1]))

    def _ends(self, strategy: Strategy) -> Iterator[tuple[int, Kind, Ratio, list[int]]]:
        """How many hands there are of each kind for each multiple, and of their deals how many end in each way."""
        tally = self._tally(strategy)
        for suited, by_run in enumerate(tally.results.tolist()):
            for run, by_size in enumerate(by_run):
                for multiple, (hands, *ends) in zip(tally.sizes, by_size, strict=True):
                    if hands:
                        yield hands, (suited, run), multiple, ends

    def count(self, strategy: Strategy) -> MainCount:
        counts: dict[tuple[str, Fraction], int] = defaultdict(int)
        cases: dict[tuple[str, Fraction], str] = {}
        bet, used = Fraction(), set()
        for hands, kind, multiple, ends in self._ends(strategy):
            used.add(multiple)
            for end, deals in enumerate(ends):
                if deals:
                    witness = self.probed.witness(kind, multiple, end)
                    counts[witness.label, witness.net] += deals
                    cases[witness.label, witness.net] = self.main_case(witness.hand)
            bet += hands * witness.bet
        rows = tuple(Row(*line, counts[line], case=cases.get(line, "")) for line in self.lines(used))
        distribution: dict[Fraction, int] = defaultdict(int)
        for row in rows:
            distribution[row.net] += row.count
        return MainCount(
            FULL.player_hands * FULL.dealer_hands,
            rows,
            {net: deals for net, deals in distribution.items() if deals},
            bet / FULL.player_hands,
        )

    def settlements(self, strategy: Strategy) -> Iterable[Settlement]:
        for _, kind, multiple, ends in self._ends(strategy):
            for end, deals in enumerate(ends):
                if deals:
                    yield Settlement(deals, self.probed.witness(kind, multiple, end).hand)

    def joint_counts(self, strategy: Strategy) -> Iterable[JointCount]:
        found: dict[tuple[int, ...], tuple[int, Fraction]] = {}
        for _, kind, multiple, ends in self._ends(strategy):
            for end, deals in enumerate(ends):
                if deals:
                    witness = self.probed.witness(kind, multiple, end)
                    rows = self.probed.side_rows(witness)
                    weight, main = found.get(rows, (0, Fraction()))
                    found[rows] = weight + deals, main + deals * witness.net
        return [JointCount(weight, main, rows) for rows, (weight, main) in found.items()]

    def side_outcomes(self, wager: str) -> tuple[SideOutcome, ...]:
        return self.probed.side_lines[self.sides.index(wager)]

    def side_total(self, wager: str) -> int:
        """All hands of the player; all deals where the dealer's hand has a part in what is paid."""
        column, lines = self.sides.index(wager), defaultdict(set)
        for kind, multiple, _, witness in self.probed.witnesses():
            lines[kind, multiple].add(witness.sides[column])
        return FULL.player_hands * (1 if all(len(found) == 1 for found in lines.values()) else FULL.dealer_hands)

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
        if "progressive" not in self.sides:
            raise OptionError("There is no Progressive here: the option progressive is off.")
        fixed = share = 0
        column, lines = self.sides.index("progressive"), self.side_outcomes("progressive")
        for joint in self.joint_counts(OPTIMAL):  # a fold keeps the Progressive: any strategy counts the same
            fixed += joint.weight * lines[joint.rows[column]].cents
            share += joint.weight * lines[joint.rows[column]].percent
        total = FULL.player_hands * FULL.dealer_hands
        return Fraction(fixed, total), Fraction(share, 100 * total)

    # --- decisions ---

    def advise(
        self,
        cards: tuple[Card, ...],
        community: tuple[Card, ...] = (),
        *,
        dealer: tuple[Card, ...] = (),
        decisions: History | None = None,
    ) -> tuple[str, list[Advice]]:
        if len(set(cards)) != FULL.cards or len(cards) != FULL.cards or community or dealer or decisions:
            raise CardError(
                f"High Card Flush is decided with seven different cards and no shared ones, not {len(cards)}."
            )
        suits = suits_of(cards)
        kind, counts = self.probed.kind(suits), against(suits, lowest=self.probed.lowest)
        advice = []
        for multiple, decision in self.probed.decisions[kind].items():
            nets = (deals * self.probed.witness(kind, multiple, end).net for end, deals in enumerate(counts) if deals)
            advice.append(Advice(decision, sum(nets, Fraction()) / FULL.dealer_hands))
        return RAISE, sorted(advice, key=lambda item: -item.value)  # equal values stay: the smaller bet first

    def outlook(self, known: Known) -> Mapping[Decision, Outlook]:
        suits = suits_of(known.cards)
        kind, counts = self.probed.kind(suits), against(suits, lowest=self.probed.lowest)
        found: dict[Decision, Outlook] = {}
        for multiple, decision in self.probed.decisions[kind].items():
            ends = [(deals, self.probed.witness(kind, multiple, end).net) for end, deals in enumerate(counts) if deals]
            wins, losses = (sum(deals for deals, net in ends if net * sign > 0) for sign in (1, -1))
            idle = 0 if decision.folds else sum(counts[:HIGHER])
            found[decision] = Outlook(FULL.dealer_hands, wins, losses, idle)
        return found

    def decision(self, strategy: str, known: Known) -> Decision:
        if strategy == OPTIMAL:
            return super().decision(strategy, known)
        from houseway.games.high_card_flush import raise_plans

        self.check_strategy(strategy)
        suits = suits_of(known.cards)
        legal = self.probed.decisions[self.probed.kind(suits)]
        return legal[raise_plans.size_of(raise_plans.named_plan(strategy, self.probed), suits, list(legal))]

    def charts(self, strategy: Strategy) -> list[Chart]:
        from houseway.games.high_card_flush import charts

        tally = self._tally(strategy)
        return [charts.by_suited_cards(tally), charts.by_flush(tally)]

    def card(self) -> tuple[str, tuple[CardLine, ...]]:
        """`eleven` is made for the manual's rules; for others, the flushes that the count finds for them."""
        probed, manual = self.probed, probe_rules(HighCardFlush.make())
        if probed.lowest == manual.lowest and _up_to_four(probed) == _up_to_four(manual):
            return ELEVEN, eleven_lines()
        from houseway.games.high_card_flush import raise_plans

        plan = raise_plans.high_cards_plan(self._tally(OPTIMAL))
        most = max(multiple for kind, decisions in probed.decisions.items() if kind[0] <= 4 for multiple in decisions)
        return BY_HIGH_CARDS, high_card_lines(*raise_plans.lowest_flushes(plan), most)


def _up_to_four(probed: ProbedRules) -> dict[tuple[Kind, Ratio, int], Fraction]:
    """What each decision nets with up to four suited cards."""
    return {(kind, multiple, end): seen.net for kind, multiple, end, seen in probed.witnesses() if kind[0] <= 4}
