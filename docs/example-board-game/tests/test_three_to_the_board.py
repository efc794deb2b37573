import pytest
from three_to_the_board import ThreeToTheBoard

from houseway import Round, parse_cards
from houseway.contract import check_game
from houseway.odds import advise


def test_contract() -> None:
    check_game(ThreeToTheBoard)


@pytest.mark.parametrize(("second", "net"), [("ride", 2 * 8 * 500), ("pull", 8 * 500)])
def test_a_flush_pays_the_bets_that_are_left(second: str, net: int) -> None:
    round_ = Round(ThreeToTheBoard.make(), stacked=parse_cards("2s 3s 4s 9s Ks"))
    round_.wager(1, {"last": 500})  # the other two bets go with it
    round_.deal()
    round_.act(1, {"choice": "pull"})
    round_.act(1, {"choice": second})
    assert round_.view().net == {1: net}


def test_four_to_a_flush_ride() -> None:
    at, actions = advise(ThreeToTheBoard.make(), parse_cards("2s 3s 4s"), parse_cards("9s"))
    assert at == "second"
    assert actions[0].decision.choice == "ride"
