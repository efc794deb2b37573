"""What proves Three Card Draw Poker's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from tests.simulation.kernel_proof import Case, Dealt, Proof, decider, followed

from houseway.cards import Card
from houseway.games.three_card_draw_poker.rules import PLAY, ThreeCardDrawPoker
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import FOLD, Decision, HouseCards, Spot
from houseway.simulation import kernel_of
from houseway.simulation.sim_kernel import AnyKernel


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


def hands_of(kernel: AnyKernel) -> Dealt:
    decide = decider(kernel, followed)
    decided: dict[tuple[Card, ...], tuple[Decision, dict[str, Any]]] = {}

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house, rest = HouseCards(cards[:4]), cards[4:]
        for seat in range(1, len(codes) + 1):
            hand, rest = rest[:3], rest[3:]
            if hand not in decided:
                decision = decide(Known("play", hand))
                stakes: dict[str, Any] = dict.fromkeys(("ante", *kernel.sides), 1)
                decided[hand] = decision, stakes if decision.folds else {**stakes, "play": decision.multiple}
            decision, stakes = decided[hand]
            count = len(decision.discard or ())
            drawn, rest = rest[:count], rest[count:]
            yield Spot(seat, stakes, hand, drawn, drawn, (("play", decision),), decision.folds), house

    return hands


PROOF = Proof(
    rules=ThreeCardDrawPoker,
    kernel=kernel_of,
    cases=CASES,
    by_plan=followed,
    hands=hands_of,
    sets=lambda _, seats: (4, *(3, 1) * seats),
    wrong_rules=({"ante_bonus": "10/7/6"}, {"pair_plus": "100/40/25/5/4/2"}),
    wrong_payout=(5, 6),
)
