"""Cards that no player can have where there is something to decide are refused, in one sentence that says what is."""

from __future__ import annotations

import pytest

import houseway
from houseway.cards import Card
from houseway.errors import CardError
from houseway.odds import odds_of
from houseway.odds.game_odds import Known

HOLE = "with 2 of your own; or 2 of your own, 2 shared; or 2 of your own, 3 shared; given"
# Game, own cards, community cards, words of the refusal.
CASES = [
    ("high-card-draw", "Kc Qd", "", "with 3 of your own; given: 2 of"),
    ("high-card-draw", "Kc Qd Jh Ts", "", "with 3 of your own; given: 4 of"),
    ("high-card-draw", "Kc Qd Jh", "2c", "with 3 of your own; given: .*1 shared"),
    ("high-card-draw", "Kc Qd Kc", "", "more often"),
    ("high-card-flush", "", "", "with 7 of your own; given: no cards"),
    ("high-card-flush", "Th 8h 6h Js Ad Qd", "", "with 7 of your own; given: 6 of"),
    ("high-card-flush", "Th 8h 6h Js Ad Qd Jc 2c", "", "with 7 of your own; given: 8 of"),
    ("high-card-flush", "Th 8h 6h Js Ad Qd Jc", "2c", "with 7 of your own; given: .*1 shared"),
    ("high-card-flush", "Th 8h 6h Js Ad Qd Th", "", "more often"),
    ("mini-tex", "", "", HOLE),
    ("mini-tex", "Ah", "", HOLE),
    ("mini-tex", "Ah Kd Qs", "", HOLE),
    ("mini-tex", "Ah Kd", "Qs", HOLE),
    ("mini-tex", "Ah Kd", "Qs Js Ts 9s", HOLE),
    ("mini-tex", "Ah Kd", "Ah Qs", "more often"),
    ("three-card-draw-poker", "", "", "with 3 of your own; given: "),
    ("three-card-draw-poker", "Ah", "", "with 3 of your own; given: "),
    ("three-card-draw-poker", "Ah Kd", "", "with 3 of your own; given: "),
    ("three-card-draw-poker", "Ah Kd Qs Jc", "", "with 3 of your own; given: "),
    ("three-card-draw-poker", "Ah Kd Qs", "2c", "with 3 of your own; given: .*1 shared"),
    ("three-card-draw-poker", "2c 2c 2d", "", "more often"),
    ("three-card-roo", "Kc", "", "with 2 of your own; given: 1 of"),
    ("three-card-roo", "Kc Qd Jh", "", "with 2 of your own; given: 3 of"),
    ("three-card-roo", "Kc Qd", "2c", "with 2 of your own; given: .*1 shared"),
    ("three-card-roo", "Kc Kc", "", "more often"),
    ("three-card-roo", "Kc Kd", "", "nothing to decide"),
    ("two-card-roo", "", "", "with 1 of your own; given: no cards"),
    ("two-card-roo", "Kc Qd", "", "with 1 of your own; given: 2 of"),
    ("two-card-roo", "Kc", "2c", "with 1 of your own; given: .*1 shared"),
]


def cards_of(text: str) -> tuple[Card, ...]:
    """One by one: together a card that is there twice would be refused at once."""
    return tuple(Card.parse(card) for card in text.split())


@pytest.mark.parametrize(("game_id", "cards", "community", "words"), CASES)
def test_impossible_situations_are_refused(game_id: str, cards: str, community: str, words: str) -> None:
    with pytest.raises(CardError, match=words) as refusal:
        odds_of(houseway.game(game_id)).advise(Known("", cards_of(cards), cards_of(community)))
    assert str(refusal.value).endswith(".")
    assert "\n" not in str(refusal.value)


def test_every_game_is_here() -> None:
    assert {case[0] for case in CASES} == set(houseway.banked_ids())
