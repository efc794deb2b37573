"""What a player decides: only what is legal, in any of the ways to write it, and a refused decision changes nothing."""

from fractions import Fraction
from typing import Any

import pytest
from tests.dealt_rounds import ENTRY, NO_PAIR, dealt, every_game, refused

from houseway.cards import Card, parse_cards
from houseway.catalog import game
from houseway.errors import CardError, HousewayError, IllegalAction, WagerError
from houseway.rules.game import Decision, Spot
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.round import Round


@every_game
def test_nobody_can_act_before_the_deal_or_after_the_end(game_id: str) -> None:
    round_ = Round(game(game_id), seed="early", stacked=NO_PAIR)
    round_.wager(1, ENTRY[game_id])
    assert round_.legal_actions(1) == ()
    refused(round_, lambda: round_.act(1, Decision("fold")), IllegalAction, "Seat 1 cannot act now: nothing to decide")
    round_.deal()
    play_out(round_, RandomPlayer("early").decide)
    assert round_.legal_actions(1) == ()
    refused(round_, lambda: round_.act(1, Decision("fold")), IllegalAction, "Seat 1 cannot act now: nothing to decide")
    refused(round_, lambda: round_.wager(1, ENTRY[game_id]), WagerError, "Wagers are closed")


def test_a_seat_without_a_wager_is_not_asked() -> None:
    round_ = Round(game("mini-tex"), seats=2, seed="idle")
    round_.wager(1, {"ante": 500})
    round_.deal()
    assert round_.legal_actions(2) == ()
    refused(round_, lambda: round_.act(2, {"choice": "bet"}), IllegalAction, "Seat 2 cannot act now.*waits for seat 1")


@every_game
def test_nobody_acts_twice(game_id: str) -> None:
    round_ = dealt(game_id, seats=2)
    decision = round_.legal_actions(1)[0].decision
    round_.act(1, decision)
    assert round_.to_act == (2,)
    assert round_.legal_actions(1) == ()
    refused(round_, lambda: round_.act(1, decision), IllegalAction, "Seat 1 cannot act now: the table waits for seat 2")


def test_a_folded_hand_is_not_asked_again() -> None:
    round_ = dealt("mini-tex", seats=2)
    round_.act(1, {"choice": "fold"})
    round_.act(2, {"choice": "bet"})
    assert round_.to_act == (2,)
    refused(round_, lambda: round_.act(1, {"choice": "bet"}), IllegalAction, "Seat 1 cannot act now")


@every_game
@pytest.mark.parametrize(
    "decision",
    [
        {"choice": "dance"},
        {"open": "top"},
        {"position": "middle"},
        {"choice": "fold", "multiple": 1},
        {"choice": "fold", "discard": ["Kh"]},
        {"choice": "raise", "multiple": 0},
        {"choice": "raise", "multiple": 4},
        {"choice": "raise", "multiple": 1.5},
        {"choice": "play", "multiple": 0.5, "discard": []},
        {"choice": "play", "multiple": 2.5, "discard": []},
        {"choice": "play", "multiple": 1, "discard": ["Kh", "7d"]},
        {"choice": "play", "multiple": 1, "discard": ["As"]},
        {"choice": "bet", "multiple": 2},
        {"discard": ["Kh", "7d", "2c"]},
        {"discard": ["As"]},
        {"choice": ""},
        {"multiple": 1},
    ],
    ids=str,
)
def test_what_is_not_legal_is_refused_with_what_is(game_id: str, decision: dict[str, Any]) -> None:
    round_ = dealt(game_id)
    legal = round_.legal_actions(1)[0].decision
    named = legal.choice or " ".join(card.text for card in legal.discard or ())
    refused(round_, lambda: round_.act(1, decision), IllegalAction, f"That is not legal now; legal: .*{named}")


@every_game
@pytest.mark.parametrize(
    "decision",
    [
        "fold",
        None,
        5,
        ["fold"],
        {"choice": 5},
        {"choice": None},
        {"choice": "fold", "also": "bet"},
        {"choice": "play", "multiple": "x"},
        {"choice": "raise", "multiple": -1},
        {"choice": "raise", "multiple": "1e999999999"},
        {"choice": "play", "multiple": "1/0"},
        {"choice": "play", "multiple": None},
        {"choice": "play", "multiple": True},
        {"choice": "play", "multiple": "nan"},
        {"discard": 5},
        {"discard": [5]},
    ],
    ids=str,
)
def test_what_is_no_decision_at_all_is_refused(game_id: str, decision: Any) -> None:
    round_ = dealt(game_id)
    refused(round_, lambda: round_.act(1, decision), HousewayError, "is not a decision|is not a card")


@pytest.mark.parametrize("discard", [["Kh", "Kh"], ["Kh", "kh"]])
def test_a_card_cannot_be_discarded_twice(discard: list[str]) -> None:
    round_ = dealt("high-card-draw")
    refused(round_, lambda: round_.act(1, {"discard": discard}), CardError, "Kh is named twice")
    twice = Decision(discard=(Card.parse("Kh"), Card.parse("Kh")))
    refused(round_, lambda: round_.act(1, twice), IllegalAction, "That is not legal now")


@pytest.mark.parametrize("nothing", [None, ""])
def test_a_card_out_of_sight_is_not_no_card(nothing: str | None) -> None:
    """Others see a discard as null; given back as a decision it must not mean that nothing was thrown."""
    round_ = dealt("three-card-draw-poker")
    decision = {"choice": "play", "multiple": 1, "discard": [nothing]}
    refused(round_, lambda: round_.act(1, decision), HousewayError, "is not a card")


def test_a_pat_hand_needs_the_right_cards() -> None:
    """High Card Draw: three different TensUp cards may stand, a king with nothing may not."""
    refused_hand = dealt("high-card-draw")
    refused(refused_hand, lambda: refused_hand.act(1, {"discard": []}), IllegalAction, "That is not legal now")
    pat = dealt("high-card-draw", stacked="Kh Qd Tc")
    pat.act(1, {"discard": []})
    assert pat.over
    assert pat.spots[0].drawn == ()


@pytest.mark.parametrize(
    ("game_id", "decision"),
    [
        ("high-card-draw", {"discard": ["7d", "2c"]}),
        ("high-card-draw", {"discard": ["2c"]}),
        ("mini-tex", {"choice": "bet"}),
        ("mini-tex", {"choice": "fold"}),
        ("three-card-draw-poker", {"choice": "fold"}),
        ("three-card-draw-poker", {"choice": "play", "multiple": 1, "discard": []}),
        ("three-card-draw-poker", {"choice": "play", "multiple": 2, "discard": ["2c"]}),
        ("three-card-draw-poker", {"choice": "play", "multiple": 1.5, "discard": ["2c"]}),
        ("three-card-roo", {"open": "low"}),
        ("three-card-roo", {"open": "middle"}),
        ("three-card-roo", {"open": "high"}),
        ("two-card-roo", {"position": "low"}),
        ("two-card-roo", {"position": "high"}),
        ("high-card-flush", {"choice": "fold"}),
        ("high-card-flush", {"choice": "raise", "multiple": 1}),
    ],
)
def test_decisions_are_given_as_programs_write_them(game_id: str, decision: dict[str, Any]) -> None:
    """And come back from the round the same way."""
    round_ = dealt(game_id)
    round_.act(1, decision)
    assert round_.spots[0].decisions[0][1].to_json() == decision


@pytest.mark.parametrize("multiple", [1.5, "1.5", "3/2", "3:2", Fraction(3, 2)])
def test_one_and_a_half_times_in_any_writing(multiple: object) -> None:
    round_ = dealt("three-card-draw-poker")
    round_.act(1, {"choice": "play", "multiple": multiple, "discard": []})
    assert round_.spots[0].stakes == {"ante": 1000, "play": 1500}
    assert round_.spots[0].decisions[0][1].multiple == Fraction(3, 2)


FOUR_SUITED, FIVE_SUITED, SIX_SUITED = "Ah Kh 9h 5h 2c 3c 4d", "Ah Kh 9h 5h 2h 3c 4d", "Ah Kh 9h 5h 3h 2h 4d"


@pytest.mark.parametrize(
    ("cards", "multiple", "cents"),
    [
        (FIVE_SUITED, 1.5, 1500),
        (FIVE_SUITED, "1.999", 1999),
        (SIX_SUITED, 1.5, 1500),
        (SIX_SUITED, 2, 2000),
        (SIX_SUITED, 2.5, 2500),
        (SIX_SUITED, "1337/1000", 1337),
    ],
)
def test_a_raise_is_any_amount_from_the_ante_to_the_cap_of_the_hand(cards: str, multiple: object, cents: int) -> None:
    """Up to double with five suited cards, up to triple with six: what lies between is as legal as the ends."""
    round_ = dealt("high-card-flush", stacked=cards)
    round_.act(1, {"choice": "raise", "multiple": multiple})
    assert round_.spots[0].stakes["raise"] == cents


@pytest.mark.parametrize(
    ("cards", "multiple", "legal"),
    [
        (FOUR_SUITED, 1.5, "choice raise, multiple 1"),
        (FOUR_SUITED, 0.5, "choice raise, multiple 1"),
        (FOUR_SUITED, 2, "choice raise, multiple 1"),
        (FIVE_SUITED, 0.99, "choice raise, multiple 1 to 2"),
        (FIVE_SUITED, 2.01, "choice raise, multiple 1 to 2"),
        (SIX_SUITED, 3.01, "choice raise, multiple 1 to 3"),
    ],
)
def test_a_raise_below_the_ante_or_above_the_cap_is_refused(cards: str, multiple: float, legal: str) -> None:
    """With four suited cards or fewer it is the ante, neither more nor less."""
    round_ = dealt("high-card-flush", stacked=cards)
    decision = {"choice": "raise", "multiple": multiple}
    refused(round_, lambda: round_.act(1, decision), IllegalAction, f"legal: choice fold; {legal}[.]$")


def test_a_raise_must_be_whole_cents() -> None:
    round_ = dealt("high-card-flush", stacked=SIX_SUITED)
    decision = {"choice": "raise", "multiple": "1.5005"}
    refused(round_, lambda: round_.act(1, decision), IllegalAction, "times the ante is not whole cents")


def test_a_play_bet_must_be_whole_cents() -> None:
    """1.0005 times $10 would be $10.005."""
    round_ = dealt("three-card-draw-poker")
    decision = {"choice": "play", "multiple": "1.0005", "discard": []}
    refused(round_, lambda: round_.act(1, decision), IllegalAction, "times the ante is not whole cents")


def test_a_play_bet_without_a_discard_keeps_all_three() -> None:
    round_ = dealt("three-card-draw-poker")
    round_.act(1, {"choice": "play", "multiple": 1})
    assert round_.spots[0].held == parse_cards("Kh 7d 2c")
    assert round_.spots[0].drawn == ()


@pytest.mark.parametrize("discard", [["7d", "2c"], ["2c", "7d"], ["2C", "7D"]])
def test_discards_may_be_named_in_any_order(discard: list[str]) -> None:
    """The record holds them in the order dealt, so that the same play is the same record."""
    round_ = dealt("high-card-draw")
    round_.act(1, {"discard": discard})
    assert round_.spots[0].discards == parse_cards("7d 2c")
    assert round_.spots[0].held == parse_cards("Kh")
    assert len(round_.spots[0].drawn) == 2


def test_a_legal_action_says_the_largest_multiple() -> None:
    round_ = dealt("three-card-draw-poker", options={"play_most": 3})
    plays = [offer for offer in round_.legal_actions(1) if offer.wager]
    assert {(offer.decision.multiple, offer.most) for offer in plays} == {(1, 3)}
    assert [offer.decision.discard for offer in plays] == [(), *((card,) for card in parse_cards("Kh 7d 2c"))]


@every_game
def test_every_legal_action_can_be_taken(game_id: str) -> None:
    """What is offered is never refused."""
    for index in range(len(dealt(game_id).legal_actions(1))):
        round_ = dealt(game_id)
        round_.act(1, round_.legal_actions(1)[index].decision)
        assert len(round_.spots[0].decisions) == 1


@pytest.mark.parametrize(
    ("game_id", "cards", "at", "expected"),
    [
        ("high-card-draw", "Kh 7d 2c", "draw", {"discard": ["2c"]}),
        ("high-card-draw", "Kh Qd Tc", "draw", {"discard": []}),
        ("high-card-draw", "Kh Ad 9c", "draw", {"discard": ["Ad"]}),
        ("mini-tex", "Ah Ad", "hole", {"choice": "fold"}),
        ("three-card-draw-poker", "Ah Ad Ac", "play", {"choice": "fold"}),
        ("high-card-flush", "Ah Kh Qh Jh Th 9h 8h", "raise", {"choice": "fold"}),
        ("three-card-roo", "5h 8d", "place", {"open": "high"}),
        ("three-card-roo", "Qh Kd", "place", {"open": "low"}),
        ("two-card-roo", "3h", "place", {"position": "low"}),
        ("two-card-roo", "Ah", "place", {"position": "high"}),
    ],
)
def test_who_runs_out_of_time_folds_or_plays_the_house_way(
    game_id: str, cards: str, at: str, expected: dict[str, Any]
) -> None:
    spot = Spot(1, {}, parse_cards(cards))
    assert game(game_id).safe_default(at, spot).to_json() == expected
