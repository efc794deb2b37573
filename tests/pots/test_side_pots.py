"""The main pot and the side pots while a hand is played: what a view tells of them, up to what is paid in the end."""

from __future__ import annotations

from random import Random

import pytest
from tests.sizes import sized

from houseway.table.frames import frames
from houseway.table.pots import make_pots

from .dealing import choose, deal

HANDS = sized(quick=30, test=100, thorough=400)


@pytest.mark.parametrize(
    ("paid", "folded", "can_bet", "dead", "amounts"),
    [
        pytest.param((2000, 2000, 500), {3}, {1, 2}, 0, [4500], id="one pot, with the chips of who has folded"),
        pytest.param((50, 100, 0), set(), {1, 2, 3}, 0, [150], id="one pot while bets are not matched yet"),
        pytest.param((1000, 3000, 3000), set(), {2, 3}, 0, [3000, 4000], id="a side pot above who is all in for less"),
        pytest.param((1000, 3000, 200), set(), {2, 3}, 0, [2200, 2000], id="a bet that is not matched yet is in it"),
        pytest.param((500, 2000, 5000), set(), set(), 0, [1500, 3000, 3000], id="three stacks make three pots"),
        pytest.param((1000, 3000, 3000), {1}, {2, 3}, 0, [7000], id="who is all in and has folded makes none"),
        pytest.param((1000, 2000, 0), {3}, {2}, 200, [2200, 1000], id="dead chips are in the main pot"),
        pytest.param((0, 0, 0), set(), {1, 2, 3}, 0, [], id="no pot before the first chip"),
    ],
)
def test_only_who_is_all_in_makes_a_side_pot(
    paid: tuple[int, ...], folded: set[int], can_bet: set[int], dead: int, amounts: list[int]
) -> None:
    chips = dict(enumerate(paid, start=1))
    pots = make_pots(chips, chips.keys() - folded, dead, can_bet=can_bet)
    assert [pot.amount for pot in pots] == amounts
    assert sum(amounts) == sum(paid) + dead


def test_a_view_tells_all_pots_and_pays_them_one_by_one() -> None:
    rng, side_pots = Random(7), 0
    for _ in range(HANDS):
        hand = deal(rng)
        while hand.turn is not None:
            legal = hand.legal(hand.turn)
            assert legal is not None
            hand.act(hand.turn, *choose(rng, legal))
        told = [(pot["amount"], pot["eligible"]) for pot in hand.pots]
        for frame in frames(hand):
            pots = frame.view["pots"]
            assert sum(pot["amount"] for pot in pots) == frame.view["pot"]
            if any(pot["paid"] for pot in pots):
                assert [(pot["amount"], pot["eligible"]) for pot in pots] == told
        assert [pot["paid"] for pot in pots] == [
            {str(seat): amount for seat, amount in pot["paid"].items()} for pot in hand.pots
        ]
        side_pots += len(told) > 1
    assert side_pots
