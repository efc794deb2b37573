"""One round as a state machine: what may be done when, and that a refused call changes nothing."""

import json
from functools import partial
from typing import Any

import pytest
from tests.dealt_rounds import ENTRY, NO_PAIR, dealt, every_game, refused

from houseway.catalog import banked_ids, game
from houseway.errors import IllegalAction, WagerError
from houseway.rules.game import Decision
from houseway.rules.procedure import Decide, TakeWagers
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import to_record, verify
from houseway.table.round import Round

# --- phases ---


@every_game
def test_a_round_goes_from_wagers_to_decisions_to_its_end(game_id: str) -> None:
    round_ = Round(game(game_id), seed="phases", stacked=NO_PAIR)
    assert isinstance(round_.step, TakeWagers)
    assert (round_.taking_wagers, round_.over, round_.to_act) == (True, False, ())
    round_.wager(1, ENTRY[game_id])
    assert (round_.taking_wagers, round_.over, round_.to_act) == (True, False, ())
    round_.deal()
    assert isinstance(round_.step, Decide)
    assert (round_.taking_wagers, round_.over, round_.to_act) == (False, False, (1,))
    play_out(round_, RandomPlayer("phases").decide)
    assert round_.step is None
    assert (round_.taking_wagers, round_.over, round_.to_act) == (False, True, ())
    assert isinstance(round_.events[0], ev.RoundOpened)
    assert isinstance(round_.events[-1], ev.RoundClosed)


def test_every_game_is_here() -> None:
    assert set(ENTRY) == set(banked_ids())


@every_game
def test_all_seats_are_asked_and_may_decide_in_any_order(game_id: str) -> None:
    round_ = Round(game(game_id), seats=3, seed="order")
    for seat in (2, 3, 1):
        round_.wager(seat, ENTRY[game_id])
    round_.deal()
    for seat in reversed(round_.to_act):
        before = round_.to_act
        round_.act(seat, round_.legal_actions(seat)[0].decision)
        assert round_.over or seat not in round_.to_act or before == (seat,)


def test_mini_tex_asks_three_times_until_a_fold() -> None:
    round_ = dealt("mini-tex", seats=2)
    asked = []
    while not round_.over:
        assert isinstance(round_.step, Decide)
        asked.append((round_.step.at, round_.to_act))
        for seat in round_.to_act:
            fold = seat == 2 and round_.step.at == "flop"
            round_.act(seat, Decision("fold" if fold else "bet"))
    assert asked == [("hole", (1, 2)), ("flop", (1, 2)), ("river", (1,))]


def test_a_dealt_pair_in_3_card_roo_is_not_asked() -> None:
    """It pushes at once, and the round ends without a decision."""
    round_ = dealt("three-card-roo", stacked="7h 7d Kc 2c")
    assert round_.over
    assert round_.spots[0].decisions == ()
    settled = [event for event in round_.events if isinstance(event, ev.Settled)]
    assert [(event.wager, event.amount, event.returned) for event in settled] == [("play", 1000, 1000)]


def test_a_player_with_pair_plus_only_is_not_asked() -> None:
    """Three Card Draw Poker: Pair Plus needs no decision; the ante beside it does."""
    round_ = Round(game("three-card-draw-poker"), seats=2, seed="pair plus")
    round_.wager(1, {"pair-plus": 1000})
    round_.wager(2, {"ante": 1000})
    round_.deal()
    assert round_.to_act == (2,)
    assert round_.legal_actions(1) == ()
    refused(round_, lambda: round_.act(1, {"choice": "fold"}), IllegalAction, "Seat 1 cannot act now.*seat 2")
    round_.act(2, {"choice": "fold"})
    assert round_.over


def test_a_table_of_pair_plus_only_is_over_at_the_deal() -> None:
    round_ = Round(game("three-card-draw-poker"), seed="pair plus")
    round_.wager(1, {"pair-plus": 1000})
    round_.deal()
    assert round_.over


# --- wagers ---


@every_game
def test_wagers_placed_again_replace_the_first(game_id: str) -> None:
    """All spots at once: what is not named again is taken back."""
    made = game(game_id)
    spots = {name: limit.least for name, limit in made.wagers.opening_limits(Round(made).limits).items()}
    round_ = Round(made, seed="again")
    round_.wager(1, spots)
    assert round_.spots[0].stakes == spots
    round_.wager(1, ENTRY[game_id])
    assert round_.spots[0].stakes == ENTRY[game_id]


def test_a_wager_of_nothing_is_no_wager() -> None:
    round_ = Round(game("mini-tex"))
    round_.wager(1, {"ante": 500, "pocket-poker": 0})
    assert round_.spots[0].stakes == {"ante": 500}


def test_a_later_change_of_the_stakes_given_is_not_a_wager() -> None:
    """The caller keeps the dict that was passed in."""
    stakes = {"ante": 500}
    round_ = Round(game("mini-tex"))
    round_.wager(1, stakes)
    stakes["ante"] = 50_000
    assert round_.spots[0].stakes == {"ante": 500}


@every_game
def test_a_wager_that_puts_the_player_in_is_needed(game_id: str) -> None:
    made = game(game_id)
    round_ = Round(made)
    sides = {n: x.least for n, x in made.wagers.opening_limits(round_.limits).items() if n not in made.wagers.entries}
    for stakes in ({}, dict.fromkeys(made.wagers.entries, 0), sides):
        refused(round_, partial(round_.wager, 1, stakes), WagerError, "is needed to play")


@every_game
@pytest.mark.parametrize("name", ["lottery", "raise", "ante-bonus", "flop", ""])
def test_spots_that_take_no_bet_before_the_deal_are_refused(game_id: str, name: str) -> None:
    """Raises are made later, bonuses need no stake; the sentence names the spots there are."""
    round_ = Round(game(game_id))
    entry = next(iter(ENTRY[game_id]))
    refused(
        round_,
        lambda: round_.wager(1, {**ENTRY[game_id], name: 500}),
        WagerError,
        f"There is no wager '{name}'.*{entry}",
    )


def test_the_deal_waits_for_a_wager() -> None:
    round_ = Round(game("mini-tex"), seats=3)
    refused(round_, round_.deal, WagerError, "Nobody has a wager on the layout")


def test_only_seats_with_a_wager_get_cards() -> None:
    round_ = Round(game("mini-tex"), seats=5, seed="some")
    for seat in (4, 2):
        round_.wager(seat, {"ante": 500})
    round_.deal()
    assert round_.to_act == (2, 4)
    assert {event.to for event in round_.events if isinstance(event, ev.Dealt)} == {2, 4, "dealer"}


@every_game
def test_wagers_and_deal_are_refused_once_cards_are_dealt(game_id: str) -> None:
    round_ = dealt(game_id, seats=1)
    refused(round_, lambda: round_.wager(1, ENTRY[game_id]), WagerError, "Wagers are closed")
    refused(round_, round_.deal, WagerError, "The cards are dealt already")


# --- seats ---


@every_game
@pytest.mark.parametrize("seats", [0, -1, 8, [0], [1, 8], [], [-1], [1.5]])
def test_seats_that_the_table_does_not_have_are_refused(game_id: str, seats: Any) -> None:
    made = game(game_id)
    with pytest.raises(WagerError, match=f"{made.name} has seats 1 to {made.seats}, not"):
        Round(made, seats=seats)


def test_a_seat_named_twice_is_refused() -> None:
    with pytest.raises(WagerError, match="has seats 1 to 7, not 1, 2, 1"):
        Round(game("mini-tex"), seats=[1, 2, 1])


@every_game
def test_any_seats_may_be_taken(game_id: str) -> None:
    """The first or the last alone, or all of them."""
    made = game(game_id)
    for seats in ([1], [made.seats], [made.seats, 2], range(1, made.seats + 1)):
        round_ = Round(made, seats=seats, seed="seats")
        assert round_.seats == tuple(sorted(seats))
        for seat in seats:
            round_.wager(seat, ENTRY[game_id])
        round_.deal()
        play_out(round_, RandomPlayer("seats").decide)
        assert [spot.seat for spot in round_.spots] == sorted(seats)


def test_high_card_flush_seats_six() -> None:
    """Seven hands of seven and the dealer's would be 56 cards."""
    assert game("high-card-flush").seats == 6
    assert {game(game_id).seats for game_id in ENTRY if game_id != "high-card-flush"} == {7}


@pytest.mark.parametrize("seat", [0, 3, 99, -1])
def test_a_seat_outside_the_round_is_refused(seat: int) -> None:
    round_ = Round(game("mini-tex"), seats=2, seed="outside")
    round_.wager(1, {"ante": 500})
    refused(
        round_, lambda: round_.wager(seat, {"ante": 500}), WagerError, f"There is no seat {seat} in this round.*1, 2"
    )
    round_.deal()
    refused(
        round_, lambda: round_.act(seat, {"choice": "bet"}), WagerError, f"There is no seat {seat} in this round.*1, 2"
    )
    assert round_.legal_actions(seat) == ()


# --- the end ---


def test_a_bet_that_loses_returns_nothing_and_one_that_pushes_its_stake() -> None:
    """Mini-Tex: a pair of aces against a dealer who does not qualify, then the same hand folded."""
    cards = "Ah Ad 3c 5d Kc 9h 8d 2s Jc"  # player, dealer, burn, flop, burn, river
    plays = dealt("mini-tex", stacked=cards)
    for _ in range(3):
        plays.act(1, {"choice": "bet"})
    returned = {event.wager: event.returned for event in plays.events if isinstance(event, ev.Settled)}
    assert returned == {"ante": 2000, "flop": 2000, "river": 2000, "play": 2000}
    folds = dealt("mini-tex", stacked=cards)
    folds.act(1, {"choice": "fold"})
    closed = folds.events[-1]
    assert isinstance(closed, ev.RoundClosed)
    assert closed.net == {1: -1000}


def test_the_meter_is_the_houses_business_where_there_is_one() -> None:
    """High Card Flush starts from the meter it is given, other games have none."""
    assert Round(game("mini-tex"), meter=5).meter is None
    assert Round(game("high-card-flush", progressive="off"), meter=5).meter is None
    assert Round(game("high-card-flush")).meter == 1_000_000
    round_ = Round(game("high-card-flush"), meter=123_456, seed="meter")
    round_.wager(1, {"ante": 500, "progressive": 500})
    assert round_.meter == 123_456
    round_.deal()
    assert (round_.meter_before, round_.meter) == (123_456, 123_556)


def test_a_meter_that_other_tables_feed_is_read_until_the_deal() -> None:
    """The record begins with the meter as it was read last, and verifies."""
    round_ = Round(game("high-card-flush"), seed="meter")
    round_.set_meter(777_700)
    round_.wager(1, {"ante": 1000, "progressive": 500})
    round_.set_meter(888_800)
    with pytest.raises(WagerError, match="whole cents"):
        round_.set_meter(-1)
    round_.deal()
    with pytest.raises(WagerError, match="before the cards are dealt"):
        round_.set_meter(5)
    assert (round_.meter_before, round_.view().to_json()["meter"]) == (888_800, round_.meter)
    round_.act(1, {"choice": "fold"})
    verify(json.loads(json.dumps(to_record(round_))))
