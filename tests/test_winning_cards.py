"""Which of the player's cards win a side wager, by the rules of each game."""

from __future__ import annotations

import pytest

from houseway.cards import parse_cards
from houseway.catalog import game
from houseway.rules.game import HouseCards, Spot

CASES = [
    ("high-card-flush", "flush", "Kh 3h Jh 9h 9d 2c As", "", "Kh Jh 9h 3h"),
    ("high-card-flush", "straight-flush", "7h 6h 5h Kh Jd 9s 2c", "", "7h 6h 5h"),
    ("high-card-flush", "straight-flush", "Ah 3h 2h Kh Jd 9s 2c", "", "3h 2h Ah"),
    ("high-card-flush", "progressive", "Ah Qh Kh 2h Jd 9s 2c", "", "Ah Kh Qh"),
    ("mini-tex", "pocket-poker", "Ah As", "", "Ah As"),
    ("three-card-draw-poker", "pair-plus", "9h 9s 2c", "", "9h 9s"),
    ("three-card-draw-poker", "pair-plus", "9h 8h 2h", "", "9h 8h 2h"),
    ("high-card-draw", "tensup", "Kh Tc 2d", "", "Kh Tc"),
    ("high-card-draw", "tensup", "Kh Tc 8d", "", "Kh Tc 8d"),
    ("three-card-roo", "pairs-pay", "4h 9c", "9d", "9c 9d"),
    ("three-card-roo", "pocket-roo", "4h 9c", "6d", "4h 9c 6d"),
    ("two-card-roo", "pairs-pay", "9c", "9d", "9c 9d"),
]


@pytest.mark.parametrize(("name", "wager", "dealt", "drawn", "wins"), CASES)
def test_the_cards_that_win(name: str, wager: str, dealt: str, drawn: str, wins: str) -> None:
    rules = game(name)
    spot = Spot(1, {wager: 500}, tuple(parse_cards(dealt)), tuple(parse_cards(drawn) if drawn else ()))
    assert set(rules.display.winning(wager, spot, HouseCards())) == set(parse_cards(wins))
