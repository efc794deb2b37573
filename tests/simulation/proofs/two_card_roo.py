"""What proves 2 Card Roo's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.simulation.kernel_proof import Case, Dealt, Proof, decider, followed

from houseway.cards import Card
from houseway.games.two_card_roo.rules import TwoCardRoo
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.simulation import kernel_of
from houseway.simulation.sim_kernel import AnyKernel


def odd_cards_low(known: Known) -> Decision:
    """No strategy that anybody would play."""
    return Decision("low" if known.cards[0].rank % 2 else "high", key="position")


CASES = [
    Case("odds", {}, OPTIMAL),
    Case("text", {}, OPTIMAL),
    Case("odds", {"decks": 2, "ties": "push"}, "printed"),
    Case("text", {"decks": 4, "ties": "dealer", "house_way": 2}, "copy-the-dealer"),
    Case("odds", {"decks": 6, "aces": "push", "house_way": 13}, "card"),
    Case("odds", {"decks": 8, "dealer_pair": "loses", "flush-roo": "20/5"}, odd_cards_low),
    Case("text", {"flush_roo": None, "ties": "push"}, OPTIMAL),
    Case("odds", {"pairs_pay": None, "ties": "dealer"}, odd_cards_low),
    Case("odds", {"pairs_pay": None, "flush_roo": None, "aces": "push"}, "printed"),
    Case("odds", {"pairs-pay": "7:2", "house_way": 5}, OPTIMAL),
]


def hands_of(kernel: AnyKernel) -> Dealt:
    decide = decider(kernel, followed)
    placed: dict[Card, tuple[tuple[str, Decision], ...]] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house = HouseCards(cards[:2])
        for seat in range(1, len(codes) + 1):
            card, second = cards[2 * seat : 2 * seat + 2]
            if card not in placed:
                placed[card] = (("place", decide(Known("place", (card,)))),)
            yield Spot(seat, stakes, (card,), (second,), (), placed[card]), house

    return hands


PROOF = Proof(
    rules=TwoCardRoo,
    kernel=kernel_of,
    cases=CASES,
    by_plan=followed,
    hands=hands_of,
    sets=lambda _, seats: (1,) * (2 * seats + 2),
    deals=({}, {"decks": 2}, {"decks": 8}),
    wrong_rules=({"ties": "push"}, {"aces": "push"}, {"dealer_pair": "loses"}, {"flush-roo": "15/2"}),
    wrong_payout=(15, 16),
)
