"""What proves Three Card Draw Poker's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from tests.simulation.kernel_proof import Case, Dealt, Proof

from houseway.cards import Card
from houseway.games.three_card_draw_poker.kernel import Kernel
from houseway.games.three_card_draw_poker.rules import PLAY, ThreeCardDrawPoker
from houseway.odds import Odds
from houseway.odds.game_odds import OPTIMAL, Decider, Known, Strategy
from houseway.odds.solver import odds_of
from houseway.rules.game import FOLD, Decision, HouseCards, Spot


def quarters(known: Known) -> Decision:
    """No strategy that anybody would play: odd bets, and the highest card swapped; it does not look at suits."""
    ranks = sorted(card.rank for card in known.cards)
    if ranks[0] == 4:
        return Decision(FOLD)
    throws = ranks[2] > ranks[1] and ranks[1] % 2
    highest = max(known.cards)
    return Decision(PLAY, 1 + Fraction(ranks[1] % 4, 4), (highest,) if throws else ())


CASES = [
    Case("tcdppp-01", {}, OPTIMAL),
    Case("tcdppp-02", {}, "card"),
    Case("tcdppp-03", {}, "never-fold"),
    Case("tcdppp-01-corrected", {"play_most": 1}, OPTIMAL),
    Case("tcdppp-01", {"play_most": 5, "ante_bonus": "3:2/1/1"}, OPTIMAL),
    Case("tcdppp-01", {"pair_plus": None}, OPTIMAL),
    Case("tcdppp-02", {"pair_plus": None, "play_most": 3}, quarters),
    Case("tcdppp-03", {"pair-plus": "50/30/20/6/3/1"}, quarters),
]


def kernel_of(game: ThreeCardDrawPoker, strategy: Strategy) -> Kernel:
    """With the odds that other tests of the same options have counted."""
    return Kernel(game, strategy, counted(game))


def counted(game: ThreeCardDrawPoker) -> Any:
    odds = odds_of(game)
    assert isinstance(odds, Odds)
    return odds


def by_plan(kernel: Kernel) -> Decider:
    """As the strategy is counted, which for the optimum is quicker than its advice; another test judges that."""
    if not isinstance(kernel.strategy, str):
        return kernel.strategy
    plan = {spot.dealt: decision for spot, _, decision in counted(kernel.game).played(kernel.strategy, "play")}

    def decide(known: Known) -> Decision:
        """By the hand that is the same with its suits renamed."""
        for names in permutations(range(4)):
            renamed = {Card(4 * (card // 4) + names[card % 4]): card for card in known.cards}
            decision: Decision | None = plan.get(tuple(sorted(renamed)))
            if decision is not None:
                thrown = decision.discard
                return (
                    decision if thrown is None else decision._replace(discard=tuple(renamed[card] for card in thrown))
                )
        raise AssertionError(known)

    return decide


def hands_of(kernel: Kernel) -> Dealt:
    decide = by_plan(kernel)
    decided: dict[tuple[Card, ...], tuple[Decision, dict[str, Any]]] = {}

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house = HouseCards(cards[-4:])
        for seat in range(len(codes)):
            hand, aside = cards[4 * seat : 4 * seat + 3], cards[4 * seat + 3 : 4 * seat + 4]
            if hand not in decided:
                decision = decide(Known("play", hand))
                stakes: dict[str, Any] = dict.fromkeys(("ante", *kernel.sides), 1)
                decided[hand] = decision, stakes if decision.folds else {**stakes, "play": decision.multiple}
            decision, stakes = decided[hand]
            drawn = aside if decision.discard else ()
            yield Spot(seat + 1, stakes, hand, drawn, aside, (("play", decision),), decision.folds), house

    return hands


PROOF = Proof(
    rules=ThreeCardDrawPoker,
    kernel=kernel_of,
    cases=CASES,
    by_plan=by_plan,
    hands=hands_of,
    sets=Kernel.sets,
    wrong_rules=({"ante_bonus": "10/7/6"}, {"pair_plus": "100/40/25/5/4/2"}),
    wrong_payout=(5, 6),
)
