"""What proves High Card Draw's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.simulate.kernel_proof import Case, Dealt, Proof

from houseway.cards import Card
from houseway.exact import OPTIMAL, Decider, Known
from houseway.game import Decision, House, Spot
from houseway.games.high_card_draw.chances import FULL_DECK, possible_draws
from houseway.games.high_card_draw.kernel import Kernel
from houseway.games.high_card_draw.odds import Odds
from houseway.games.high_card_draw.rules import EDITIONS, HighCardDraw


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


def by_plan(kernel: Kernel) -> Decider:
    draws = possible_draws(FULL_DECK)
    plan = Odds(kernel.game).plan(kernel.strategy)
    held = {draws.dealt[hand]: draws.draws[place].held for hand, place in enumerate(plan)}

    def decide(known: Known) -> Decision:
        keeps = list(held[tuple(sorted(card.low_rank for card in known.cards))])
        thrown = []
        for card in known.cards:
            if card.low_rank in keeps:
                keeps.remove(card.low_rank)
            else:
                thrown.append(card)
        return Decision(discard=tuple(thrown))

    return decide


def hands_of(kernel: Kernel) -> Dealt:
    decide = by_plan(kernel)
    decided: dict[tuple[Card, ...], Decision] = {}
    stakes = dict.fromkeys((kernel.main, *kernel.sides), 1)
    shared = kernel.game.options.draw != "deck"

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, House]]:
        seats = len(codes)
        dealer, rest = cards[3 * seats : 3 * seats + 5], cards[3 * seats + 5 :]
        house = House(dealer, rest[:2] if shared else ())
        for seat in range(seats):
            dealt = cards[3 * seat : 3 * seat + 3]
            if dealt not in decided:
                decided[dealt] = decide(Known("draw", dealt))
            decision = decided[dealt]
            decisions, thrown = (("draw", decision),), len(decision.discard or ())
            if shared:
                spot = Spot(seat + 1, stakes, dealt, decisions=decisions)
                drawn = kernel.game.takes(spot, house)
            else:
                drawn, rest = rest[:thrown], rest[thrown:]
            yield Spot(seat + 1, stakes, dealt, drawn, decisions=decisions), house

    return hands


def sets_of(kernel: Kernel, seats: int) -> tuple[int, ...]:
    drawn = 2 if kernel.game.options.draw != "deck" else 2 * seats
    return (*[3] * seats, 5, *[1] * drawn)


PROOF = Proof(
    rules=HighCardDraw,
    kernel=Kernel,
    cases=CASES,
    by_plan=by_plan,
    hands=hands_of,
    sets=sets_of,
    deals=({}, {"draw": "community"}),
    wrong_rules=({"ties": "dealer"}, {"qualifier": "J"}, {"three_tensup_pays": "3/2"}, {"tensup": "20/5/2"}),
    wrong_payout=(5, 6),
)
