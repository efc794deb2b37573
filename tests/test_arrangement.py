"""Where the dealer puts the cards that play, and what the texts say of wagers that are not offered."""

from __future__ import annotations

import pytest

import houseway
from houseway.cards import parse_cards
from houseway.rules.game import HouseCards
from houseway.rules.limits import JURISDICTIONS


@pytest.mark.parametrize(
    ("hole", "board", "lay"),
    [
        # Both hole cards play: the playing community card is next to them.
        ("Ah Ad", "2c As 7d", {"hole": ["Ah", "Ad"], "community": ["As", "2c", "7d"], "turned": []}),
        # One plays: it is next to the two playing community cards, and the other is turned.
        ("9h 2d", "Tc 3s Jd", {"hole": ["2d", "9h"], "community": ["Tc", "Jd", "3s"], "turned": ["2d"]}),
    ],
)
def test_mini_tex_cards_lie_as_the_manual_shows(hole: str, board: str, lay: dict[str, list[str]]) -> None:
    found = houseway.game("mini-tex").dealer_lay(HouseCards(parse_cards(hole), parse_cards(board)))
    assert found is not None
    assert {row: [card.text for card in cards] for row, cards in found.items()} == lay


def test_the_lay_is_in_the_view_once_the_hand_is_set() -> None:
    table = houseway.Round(houseway.game("mini-tex"), seed="lay")
    table.wager(1, {"ante": 500})
    table.deal()
    while not table.over:
        assert table.view(1).to_json()["dealer"]["lay"] is None
        table.act(1, {"choice": "bet"})
    assert set(table.view(None).to_json()["dealer"]["lay"]) == {"hole", "community", "turned"}


def test_the_first_step_names_the_wagers_that_are_offered() -> None:
    every, some = houseway.game("high-card-flush"), houseway.game("high-card-flush", flush="off", progressive="off")
    assert "Flush, Straight Flush, Progressive" in every.procedure[0].text
    assert "Ante, and on Straight Flush if they wish" in some.procedure[0].text


def test_a_raise_makes_no_fourth_large_game() -> None:
    """Three side wagers above $5 leave the main game among the small ones: a raise of the $5 ante may not exceed $5."""
    limits = houseway.Limits(jurisdiction=JURISDICTIONS["washington-2023"])
    game = houseway.game("high-card-flush", progressive_wager=1000, raises="3/3/3")
    table = houseway.Round(game, seed="x", limits=limits)
    table.wager(1, {"ante": 500, "flush": 1000, "straight-flush": 1000, "progressive": 1000})
    table.deal()
    assert max(offer.decision.multiple for offer in table.legal_actions(1)) == 1
