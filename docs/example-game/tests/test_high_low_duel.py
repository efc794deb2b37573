from high_low_duel import HighLowDuel

from houseway import Round, parse_cards
from houseway.contract import check_game


def test_contract() -> None:
    check_game(HighLowDuel)


def test_the_higher_card_wins() -> None:
    round_ = Round(HighLowDuel.make(), stacked=parse_cards("Kd 9c"))
    round_.wager(1, {"ante": 500, "court": 100})
    round_.deal()
    round_.act(1, {"choice": "raise"})
    assert round_.view().net == {1: 500 + 500 + 100}
