"""A commission on wins, and side wagers on the dealer's hand and on both hands."""

from __future__ import annotations

import pytest
from tests.wider.games import TwoSides

from houseway.cards import parse_cards
from houseway.rules.limits import Limit, Limits
from houseway.table.round import Round

CENTS = Limits({"house": Limit(1, 100_000, 1)})


def net(cards: str, stakes: dict[str, int], **options: object) -> int:
    round_ = Round(TwoSides.make(None, options), stacked=parse_cards(cards), limits=CENTS)
    round_.wager(1, stakes)
    round_.deal()
    assert round_.over
    found = round_.view().net
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("commission", "amount", "won"),
    [(5, 1000, 950), (5, 500, 475), (5, 10, 9), (5, 1, 0), (5, 101, 95), (4, 1000, 960), (0, 1000, 1000)],
)
def test_a_win_less_the_commission_is_rounded_down(commission: int, amount: int, won: int) -> None:
    assert net("2c 3d Ks Qh", {"house": amount}, commission=commission) == won


def test_a_loss_and_a_tie_pay_no_commission() -> None:
    assert net("Ks Qh 2c 3d", {"house": 1000}) == -1000
    assert net("Ks Qh Kc Qd", {"house": 1000}) == 0


def test_both_sides_may_be_bet_at_once() -> None:
    assert net("2c 3d Ks Qh", {"house": 1000, "mine": 1000}) == -50


def test_the_house_s_hand_decides_a_side_wager() -> None:
    assert net("Ks Qh 2c 2d", {"mine": 1000, "house-pair": 100}) == 1000 + 1100
    assert net("2c 3d As Ah", {"mine": 1000, "house-pair": 100}) == -1000 + 2000
    assert net("2c 2d Ks Qh", {"mine": 1000, "house-pair": 100}) == -1000 - 100


def test_both_hands_together_decide_a_side_wager() -> None:
    assert net("Ac Kc Qc Jc", {"mine": 1000, "all-four": 100}) == 1000 + 4000
    assert net("2c 2d 2h 2s", {"mine": 1000, "all-four": 100}) == 50_000
    assert net("Ac Kc Qc Jd", {"mine": 1000, "all-four": 100}) == 1000 - 100
