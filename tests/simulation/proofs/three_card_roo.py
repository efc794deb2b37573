"""What proves 3 Card Roo's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.simulation.kernel_proof import Case, Dealt, Proof, decider, followed

from houseway.cards import Card
from houseway.games.three_card_roo.rules import ThreeCardRoo
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.simulation import kernel_of
from houseway.simulation.sim_kernel import AnyKernel


def by_the_sum(known: Known) -> Decision:
    """No strategy that anybody would play; suits count where a Royal Flush Roo may come."""
    one, two = known.cards
    position = one.low_rank + two.low_rank + (one.suit == two.suit and {one.low_rank, two.low_rank} <= {1, 7, 13})
    return Decision(("low", "middle", "high")[position % 3], key="open")


CASES = [
    Case("royal-10", {}, OPTIMAL),
    Case("royal-8", {}, OPTIMAL),
    Case("royal-5", {}, OPTIMAL),
    Case("royal-10", {"pocket-roo": "70-45", "pairs-pay": "10-7"}, "printed"),
    Case("royal-8", {"pocket-roo": "50-40", "house_way": 1}, "copy-the-dealer"),
    Case("royal-5", {}, "printed-pocket"),
    Case("royal-5", {"house_way": 13}, "most-ranks"),
    Case("royal-10", {"seven-roo-bonus": "7:2/1:2", "house_way": 6}, "card"),
    Case("royal-10", {}, by_the_sum),
    Case("royal-8", {"pocket_roo": None}, by_the_sum),
    Case("royal-5", {"pairs_pay": None}, OPTIMAL),
    Case("royal-10", {"pocket_roo": None, "pairs_pay": None}, OPTIMAL),
]


def hands_of(kernel: AnyKernel) -> Dealt:
    decide = decider(kernel, followed)
    placed: dict[tuple[Card, ...], tuple[tuple[str, Decision], ...]] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house = HouseCards(cards[:2] if cards[0].rank == cards[1].rank else cards[:3])
        position = 3
        for seat in range(1, len(codes) + 1):
            two = cards[position : position + 2]
            position += 2
            if two[0].rank == two[1].rank:
                yield Spot(seat, stakes, two), house
                continue
            if two not in placed:
                placed[two] = (("place", decide(Known("place", two))),)
            yield Spot(seat, stakes, two, cards[position : position + 1], (), placed[two]), house
            position += 1

    return hands


PROOF = Proof(
    rules=ThreeCardRoo,
    kernel=kernel_of,
    cases=CASES,
    by_plan=followed,
    hands=hands_of,
    sets=lambda _, seats: (2, 1, 2, 1) if seats == 1 else (1,) * (3 * seats + 3),
    wrong_rules=(
        {"seven-roo-bonus": "10/2"},
        {"house_way": 8},
        {"pocket-roo": "100/45/8/2/3"},
        {"pairs-pay": "10-7"},
    ),
    wrong_payout=(2, 3),
)
