"""Bets that a decision takes off the felt: the chips are the player's again, and nothing is settled on them."""

from __future__ import annotations

from itertools import product

import pytest
from tests.wider.games import LetThemRide

from houseway.cards import parse_cards
from houseway.table import events as ev
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round
from houseway.table.summary import summary
from houseway.table.transcript import tell_all

PAIR = "Kc Kd 2s 9h"
NOTHING = "Kc Qd 2s 9h"


def played(cards: str, first: str, second: str) -> Round:
    round_ = Round(LetThemRide.make(), stacked=parse_cards(cards))
    round_.wager(1, {"last": 500})
    round_.deal()
    round_.act(1, {"choice": first})
    round_.act(1, {"choice": second})
    return round_


@pytest.mark.parametrize("cards", [PAIR, NOTHING])
@pytest.mark.parametrize(("first", "second"), list(product(("ride", "pull"), repeat=2)))
def test_only_bets_on_the_felt_win_or_lose(cards: str, first: str, second: str) -> None:
    round_ = played(cards, first, second)
    left = 1 + (first == "ride") + (second == "ride")
    assert round_.view().net == {1: 500 * left * (1 if cards == PAIR else -1)}
    assert sum(round_.spot(1).stakes.values()) == 500 * left
    assert {event.wager for event in round_.events if isinstance(event, ev.Settled)} == set(round_.spot(1).stakes)


def test_the_chips_are_back_at_once() -> None:
    round_ = Round(LetThemRide.make(), stacked=parse_cards(PAIR))
    round_.wager(1, {"last": 500})
    round_.deal()
    round_.act(1, {"choice": "pull"})
    assert round_.spot(1).stakes == {"last": 500, "second": 500}
    assert round_.view(None).seats[1].stakes == {"last": 500, "second": 500}
    assert round_.view(1).to_json()["seats"][0]["stakes"] == {"last": 500, "second": 500}


def test_the_event_tells_it_and_only_where_there_is_something_to_tell() -> None:
    round_ = played(PAIR, "pull", "ride")
    pulled, rode = (event for event in round_.events if isinstance(event, ev.Decided))
    assert pulled.taken_back == {"first": 500}
    assert ev.to_json(pulled)["taken_back"] == {"first": 500}
    assert "taken_back" not in ev.to_json(rode)
    assert ev.seen_by(pulled, None) == pulled


def test_it_is_told_in_words_and_has_no_row() -> None:
    round_ = played(PAIR, "pull", "ride")
    lines = list(tell_all(round_.events, round_.game))
    assert "Seat 1 takes back First bet, $5" in lines
    assert "Seat 1 rides" in lines
    (seat,) = summary(round_, "")["seats"]
    assert [row["wager"] for row in seat["wagers"]] == ["last", "second"]
    assert seat["net"] == 1000


def test_the_label_is_the_choice() -> None:
    round_ = Round(LetThemRide.make(), stacked=parse_cards(PAIR))
    round_.wager(1, {"last": 500})
    round_.deal()
    words = [round_.game.names.offer("first", offer, round_.spot(1)) for offer in round_.legal_actions(1)]
    assert words == [("r", "Ride"), ("p", "Pull")]


def test_the_record_replays() -> None:
    record = to_record(played(NOTHING, "pull", "pull"))
    assert to_record(from_record(record)) == record
    verify(record)
