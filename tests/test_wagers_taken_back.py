"""Wagers taken back before the deal: the round goes on as if they had not been made, and its record says so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from houseway.catalog import banked_ids, game
from houseway.errors import RecordError, WagerError
from houseway.rules.limits import Limits
from houseway.table import events as ev
from houseway.table.policy import RandomPlayer, play_out
from houseway.table.record import to_record, verify
from houseway.table.round import Round
from houseway.table.transcript import tell_all


def _written(round_: Round) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(json.dumps(to_record(round_)))
    return record


@pytest.mark.parametrize("game_id", banked_ids())
def test_the_cards_are_those_of_a_round_without_the_wagers(game_id: str) -> None:
    """Neither the seat nor its words are in the deal."""
    player = RandomPlayer(game_id)
    stakes = player.stakes(game(game_id), Limits())
    rounds = [Round(game(game_id), seats=3, seed="back") for _ in range(2)]
    rounds[0].wager(1, stakes, player_seed="words that are taken back too")
    rounds[0].wager(1, {}, player_seed="no words")
    for round_ in rounds:
        round_.wager(2, stakes, player_seed="words that stay")
        round_.deal()
        play_out(round_, RandomPlayer("decides").decide)
    taken_back, plain = rounds
    assert [spot.seat for spot in taken_back.spots] == [2]
    assert taken_back.events[3:] == plain.events[1:]
    assert [place["seat"] for place in taken_back.view().to_json()["seats"]] == [2]
    assert "Seat 1 takes the wagers back" in list(tell_all(taken_back.events, taken_back.game))
    verify(_written(taken_back))


def test_wagers_are_made_again_after_they_were_taken_back() -> None:
    round_ = Round(game("mini-tex"), seats=2, seed="again")
    round_.wager(1, {"ante": 500})
    with pytest.raises(WagerError, match="A wager on Ante is needed to play"):
        round_.wager(1, {"ante": 0})
    round_.wager(1, {})
    with pytest.raises(WagerError, match="Nobody has a wager"):
        round_.deal()
    round_.wager(1, {"ante": 900})
    assert [dict(spot.stakes) for spot in round_.spots] == [{"ante": 900}]
    round_.deal()
    assert round_.to_act == (1,)


def test_who_has_no_wagers_has_none_to_take_back() -> None:
    round_ = Round(game("mini-tex"), seats=2)
    round_.wager(1, {"ante": 500})
    with pytest.raises(WagerError, match="A wager on Ante is needed to play"):
        round_.wager(2, {})


def test_after_the_deal_nothing_is_taken_back() -> None:
    round_ = Round(game("mini-tex"))
    round_.wager(1, {"ante": 500})
    round_.deal()
    with pytest.raises(WagerError, match="Wagers are closed"):
        round_.wager(1, {})


def test_a_round_that_nobody_plays_is_closed_without_a_deal() -> None:
    round_ = Round(game("high-card-flush"), seats=2, seed="nobody")
    round_.wager(1, {"ante": 500})
    with pytest.raises(WagerError, match="only while nobody has a wager"):
        round_.close()
    round_.wager(1, {})
    round_.close()
    assert round_.over
    assert round_.events[-1] == ev.RoundClosed({}, round_.server_seed.hex())
    assert list(tell_all(round_.events, round_.game))[-1] == "Round over: nobody played"
    record = _written(round_)
    verify(record)
    with pytest.raises(WagerError):
        round_.wager(1, {"ante": 500})
    record["actions"].pop(1)  # a round with wagers on the layout cannot be closed
    with pytest.raises(RecordError, match="cannot be played"):
        verify(record)
