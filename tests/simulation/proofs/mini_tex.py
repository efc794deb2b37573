"""What proves Mini-Tex's kernel: its cases, strategies and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.simulation.kernel_proof import Case, Dealt, Proof

from houseway.cards import Card
from houseway.games.mini_tex.rules import BET, BETS, POINTS, MiniTex
from houseway.odds import odds_of
from houseway.odds.game_odds import OPTIMAL, Decider, Known, Strategy
from houseway.rules.game import FOLD, Decision, HouseCards, Spot
from houseway.simulation.board_kernel import BoardKernel

FOLDS, BETS_ON = Decision(FOLD), Decision(BET)


def by_sums(known: Known) -> Decision:
    """No strategy that anybody would play; it does not look at suits, nor at which card came last."""
    total = sum([card.rank for card in known.cards + known.community])
    return FOLDS if total % (5 + len(known.community)) == 2 else BETS_ON


CASES = [
    Case("pair", {}, OPTIMAL),
    Case("ace-king", {}, OPTIMAL),
    Case("pair", {"pocket-poker": "35-15"}, "printed"),
    Case("ace-king", {"board": "face-down"}, "printed"),
    Case("pair", {"bets": "2/3/5"}, OPTIMAL),
    Case("ace-king", {"bets": "1/2/1", "pocket_poker": None}, "card-4"),
    Case("pair", {"folded_cards": "leave"}, "card-6"),
    Case("ace-king", {}, "card"),
    Case("pair", {"pocket_poker": None}, "card-19"),
    Case("pair", {"board": "face-down", "bets": "3/1/4"}, by_sums),
    Case("ace-king", {"pocket-poker": "20/10/4/3/2"}, "never-fold"),
]


def kernel_of(game: MiniTex, strategy: Strategy) -> BoardKernel[MiniTex]:
    kernel = counting(game).kernel(strategy)
    assert isinstance(kernel, BoardKernel)
    return kernel


def counting(game: MiniTex) -> Any:
    return odds_of(game)


def by_choices(kernel: BoardKernel[MiniTex]) -> Decider:
    """As the strategy is counted: by its choices for the classes of cards, or the function itself."""
    if not isinstance(kernel.strategy, str):
        return kernel.strategy
    odds = counting(kernel.game)

    def decide(known: Known) -> Decision:
        decided: Decision = odds.decision(kernel.strategy, Known("", known.cards, known.community))
        return decided

    return decide


def hands_of(kernel: BoardKernel[MiniTex]) -> Dealt:
    decide = by_choices(kernel)
    points = tuple(zip(POINTS, BETS, kernel.game.options.bets, (0, 2, 3), strict=True))
    opening = dict.fromkeys(("ante", *kernel.sides), 1)

    def hands(cards: tuple[Card, ...], codes: Sequence[int]) -> Iterator[tuple[Spot, HouseCards]]:
        seats = len(codes)
        house = HouseCards(cards[2 * seats : 2 * seats + 2], cards[-3:])
        for seat in range(seats):
            hole = cards[2 * seat : 2 * seat + 2]
            stakes, folded = {**opening}, False
            for point, bet, multiple, shown in points:
                folded = decide(Known(point, hole, house.community[:shown])).folds
                if folded:
                    break
                stakes[bet] = multiple
            yield Spot(seat + 1, stakes, hole, folded=folded), house

    return hands


PROOF = Proof(
    rules=MiniTex,
    kernel=kernel_of,
    cases=CASES,
    by_plan=by_choices,
    hands=hands_of,
    sets=BoardKernel.sets,
    wrong_rules=({"qualifier": "ace-king"}, {"pocket-poker": "30/20/5/3/3"}),
    wrong_payout=(3, 4),
)
