"""What proves High Card Draw's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.simulation.kernel_proof import Case, Dealt, Proof, decider, followed

from houseway.cards import Card
from houseway.games.high_card_draw.rules import EDITIONS, HighCardDraw
from houseway.odds.game_odds import OPTIMAL, Known
from houseway.rules.game import Decision, HouseCards, Spot
from houseway.simulation import kernel_of
from houseway.simulation.sim_kernel import AnyKernel


def throw_the_highest(known: Known) -> Decision:
    """No strategy that anybody would play: the highest card goes, and the lowest too if it is a seven or less."""
    low, _, high = sorted(known.cards, key=lambda card: card.low_rank)
    return Decision(discard=(low, high) if low.low_rank <= 7 else (high,))


CASES = [
    *(Case(edition.name, {}, OPTIMAL) for edition in EDITIONS),
    Case("v1", {"draw": "community"}, OPTIMAL),
    Case("v5", {"draw": "community-best"}, OPTIMAL),
    Case("rules-of-play", {"ties": "player", "three_tensup_pays": "3"}, "keep-pat"),
    Case("v6", {"ties": "player", "draw": "community-best", "tensup": "30/4/2"}, "card"),
    Case("v3", {"tensup": None, "draw": "community"}, throw_the_highest),
    Case("v4", {"pat": "two-tensup-and-seven"}, throw_the_highest),
    Case("rules-of-play", {"draw": "community-best", "three_tensup_pays": "0", "tensup": None}, "card"),
]


def hands_of(kernel: AnyKernel) -> Dealt:
    decide = decider(kernel, followed)
    decided: dict[tuple[Card, ...], Decision] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)
    shared = kernel.game.options.draw != "deck"

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house = HouseCards(cards[:5], cards[5:7] if shared else ())
        rest = cards[7:] if shared else cards[5:]
        for seat in range(1, len(codes) + 1):
            dealt, rest = rest[:3], rest[3:]
            if dealt not in decided:
                decided[dealt] = decide(Known("draw", dealt))
            spot = Spot(seat, stakes, dealt, decisions=(("draw", decided[dealt]),))
            if shared:
                drawn = kernel.game.takes(spot, house)
            else:
                thrown = len(spot.discards)
                drawn, rest = rest[:thrown], rest[thrown:]
            yield spot._replace(drawn=drawn), house

    return hands


def sets_of(kernel: AnyKernel, seats: int) -> tuple[int, ...]:
    return (5, 2, *(3,) * seats) if kernel.game.options.draw != "deck" else (5, *(3, 2) * seats)


PROOF = Proof(
    rules=HighCardDraw,
    kernel=kernel_of,
    cases=CASES,
    by_plan=followed,
    hands=hands_of,
    sets=sets_of,
    deals=({}, {"draw": "community"}),
    wrong_rules=({"ties": "dealer"}, {"qualifier": "J"}, {"three_tensup_pays": "3/2"}, {"tensup": "20/5/2"}),
    wrong_payout=(5, 6),
)
