"""What proves High Card Flush's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from tests.simulation.kernel_proof import Case, Dealt, Proof, decider

from houseway.cards import Card
from houseway.games.high_card_flush.odds import BY_HIGH_CARDS, STRATEGIES
from houseway.games.high_card_flush.rules import RAISE, HighCardFlush, best_suit, flush_rank
from houseway.odds.by_suit_odds import BySuit, SuitStrategy
from houseway.odds.game_odds import OPTIMAL, Decider, Known
from houseway.odds.solver import odds_of
from houseway.rules.game import FOLD, Decision, HouseCards, Spot
from houseway.simulation.kernel_by_suit import SuitKernel

HIGH_CARD = 11
BEYOND_ALL = (15,) * 8  # no flush is as high
CASES = [
    Case("standard", {}, OPTIMAL),
    Case("standard", {"qualifier": "7", "raises": "2/2/4"}, OPTIMAL),
    Case("standard", {"qualifier": "Q", "raises": "3/4/5", "flush": None}, OPTIMAL),
    Case("standard", {"flush": "200-20", "straight-flush": "8000-1000"}, "eleven"),
    Case("standard", {"qualifier": "J", "straight_flush": None}, BY_HIGH_CARDS),
    Case("standard", {"raises": "2/3/5", "progressive": None}, BY_HIGH_CARDS),
    Case("standard", {"qualifier": "8", "straight_flush": None, "progressive": None}, "t-8-6"),
    Case(
        "standard",
        {"qualifier": "10", "raises": "1/1/1", "flush": None, "straight_flush": None, "progressive": None},
        "never-fold",
    ),
]


def by_flushes(kernel: SuitKernel[HighCardFlush]) -> Decider:
    """A named strategy by its lowest flushes, as a person reads them."""
    assert isinstance(kernel.strategy, str)
    raises = kernel.game.options.raises
    by_suit = STRATEGIES[kernel.strategy]
    assert isinstance(by_suit, SuitStrategy)
    raise_from, most_from = by_suit.bet_from, by_suit.most_from
    if kernel.strategy == BY_HIGH_CARDS:
        odds = BySuit(kernel.game)
        lowest = odds.lowest(BY_HIGH_CARDS)
        raise_from, most_from = (
            tuple(flush if strength < len(odds.suits.strengths) else BEYOND_ALL for flush, strength in pairs)
            for pairs in (zip(odds.suits.weakest(strengths), strengths.tolist(), strict=True) for strengths in lowest)
        )

    def decide(known: Known) -> Decision:
        ranks = best_suit(known.cards)
        outside = sum(card.rank >= HIGH_CARD for card in known.cards) - sum(rank >= HIGH_CARD for rank in ranks)
        lowest, highest = (flushes[min(outside, len(flushes) - 1)] for flushes in (raise_from, most_from))
        if flush_rank(ranks) < flush_rank(lowest):
            return Decision(FOLD)
        most = flush_rank(ranks) >= flush_rank(highest)
        return Decision(RAISE, raises[min(max(len(ranks) - 4, 0), 2)] if most else 1)

    return decide


def hands_of(kernel: SuitKernel[HighCardFlush]) -> Dealt:
    """The optimum takes long to work out: there the decision is the kernel's, and another test judges it."""
    decide = decider(kernel, by_flushes)
    bets = [int(kernel.outcome(code).main_bet) - 1 for code in range(kernel.codes)]
    opening = dict.fromkeys(("ante", *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        house = HouseCards(cards[-7:])
        for seat, code in enumerate(codes):
            hand = cards[7 * seat : 7 * seat + 7]
            multiple = bets[code] if kernel.strategy == OPTIMAL else decide(Known("raise", hand)).multiple
            stakes: dict[str, Any] = {**opening, "raise": multiple} if multiple else opening
            yield Spot(seat + 1, stakes, hand, folded=not multiple), house

    return hands


PROOF = Proof(
    rules=HighCardFlush,
    kernel=lambda game, strategy: SuitKernel(game, strategy, cast(Any, odds_of(game))),
    cases=CASES,
    by_plan=by_flushes,
    hands=hands_of,
    sets=lambda kernel, seats: (7,) * (seats + 1),
    wrong_rules=(
        {"qualifier": "8"},
        {"flush": "100-20"},
        {"straight-flush": "1000/500/100/60/7"},
        {"progressive": "100%/10%/$1250/$250/$20"},
    ),
    wrong_payout=(1, 2),
)
