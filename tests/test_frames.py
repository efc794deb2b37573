"""A round as it happened: each frame is what its viewer had at that moment, and shows nothing that came later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.pots.dealing import choose, deal
from tests.sizes import sized
from tests.wider.games import AnteAndBlind, JokerCut, LetThemRide, UpCard

from houseway.cards import Card
from houseway.catalog import banked_ids, game, game_class
from houseway.contract import samples
from houseway.contract.views import SPELLED, SPELLINGS, Felt
from houseway.errors import WagerError
from houseway.rules.game import Game
from houseway.table import events as ev
from houseway.table.frames import Frame, frames
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import tell_hand
from houseway.table.record import to_record
from houseway.table.round import Round
from houseway.table.transcript import tell_all
from houseway.table.view import View

Json = dict[str, Any]
Live = dict[ev.Viewer, dict[int, Json]]  # what everybody had, by how many events had happened
CLASSES: list[type[Game[Any]]] = [
    *(game_class(name) for name in banked_ids()),
    AnteAndBlind,
    JokerCut,
    LetThemRide,
    UpCard,
]
RANDOM_OPTIONS = sized(quick=2, test=2, thorough=36)
HANDS = sized(quick=15, test=20, thorough=1000)
every_game = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.id)


def rounds(kind: type[Game[Any]]) -> Iterator[tuple[Round, Live]]:
    """Rounds played live, with what every seat and a spectator had whenever the table waited."""
    for number, made in enumerate(samples.games(kind, random=RANDOM_OPTIONS)):
        live: Live = {}
        for round_ in samples.points(made, number):
            for viewer in (None, *round_.seats):
                live.setdefault(viewer, {})[len(round_.events)] = round_.view(viewer).to_json()
        yield round_, live


def hands() -> Iterator[tuple[PotRound, Live]]:
    """Hands played live, with the same."""
    rng = Random("frames")
    for _ in range(HANDS):
        hand = deal(rng)
        live: Live = {}
        while True:
            for viewer in (None, *hand.start):
                live.setdefault(viewer, {})[len(hand.events)] = hand.view(viewer).to_json()
            if hand.turn is None:
                break
            legal = hand.legal(hand.turn)
            assert legal is not None
            hand.act(hand.turn, *choose(rng, legal))
        yield hand, live


def check_live(found: list[Frame], live: dict[int, Json]) -> None:
    assert max(live) == len(found)
    for count, view in live.items():
        assert found[count - 1].view == view


# --- against the house ---


@every_game
def test_a_frame_is_what_the_viewer_had_then(kind: type[Game[Any]]) -> None:
    for round_, live in rounds(kind):
        for viewer, views in live.items():
            found = frames(round_, viewer)
            assert [frame.event for frame in found] == [ev.seen_by(event, viewer) for event in round_.events]
            check_live(found, views)
            for count, frame in enumerate(found, start=1):  # also where the table did not wait
                assert frame.view == View(round_.game, viewer, round_.events[:count]).to_json()


@every_game
def test_no_frame_shows_a_card_before_its_time(kind: type[Game[Any]]) -> None:
    for round_, live in rounds(kind):
        felts = [Felt(round_.events[:count]) for count in range(1, len(round_.events) + 1)]
        for viewer in live:
            for felt, frame in zip(felts, frames(round_, viewer), strict=True):
                for whose, area, shown in rows(frame.view):
                    expected = felt.row(whose, area, viewer)
                    if area == "aside":  # a card that was set aside may have been taken into the hand
                        expected = [card and right for card, right in zip(shown, expected, strict=True)]
                    assert shown == expected
                text = json.dumps(frame.to_json(), ensure_ascii=False)
                named = {SPELLINGS[spelled] for spelled in SPELLED.findall(text)}
                known = {card for card, who in zip(felt.cards, felt.known, strict=True) if viewer in who}
                assert named <= known
                closed = isinstance(frame.event, ev.RoundClosed)
                assert (round_.server_seed.hex() in text) == closed == (frame.view["net"] is not None)


def rows(view: Json) -> Iterator[tuple[int | str, str, list[str | None]]]:
    yield "dealer", "dealt", view["dealer"]["cards"]
    yield "community", "dealt", view["community"]
    for seat in view["seats"]:
        yield from ((seat["seat"], area, seat[area]) for area in ("dealt", "drawn", "aside"))


@every_game
def test_frames_of_a_record_are_those_of_the_round(kind: type[Game[Any]]) -> None:
    for round_, _ in rounds(kind):
        record = json.loads(json.dumps(to_record(round_)))
        for viewer in (None, round_.seats[0]):
            assert frames(record, viewer, kind=kind) == frames(round_, viewer)


@every_game
def test_the_frames_so_far_stay_as_they_are(kind: type[Game[Any]]) -> None:
    made = kind.make()
    for viewer in (None, 1):
        saved = [frames(round_, viewer) for round_ in samples.points(made, 1)]
        for early in saved:
            assert early == saved[-1][: len(early)]


@every_game
def test_the_texts_are_the_rounds_transcript(kind: type[Game[Any]]) -> None:
    for round_, _ in rounds(kind):
        for viewer in (None, round_.seats[-1]):
            seen = [ev.seen_by(event, viewer) for event in round_.events]
            told = [frame.text for frame in frames(round_, viewer) if frame.text]
            assert told == list(tell_all(seen, round_.game))


def test_a_seat_outside_the_round_has_no_frames() -> None:
    with pytest.raises(WagerError, match="There is no seat 5 in this round"):
        frames(Round(game("mini-tex"), seats=2), 5)


def test_a_frame_as_json_is_the_event_with_its_text_and_the_view() -> None:
    round_ = Round(game("mini-tex"), seed="json")
    round_.wager(1, {"ante": 500})
    frame = frames(round_, 1)[-1]
    assert frame.to_json() == {
        "event": "WagersPlaced",
        "seat": 1,
        "stakes": {"ante": 500},
        "player_seed": "",
        "text": "Seat 1 bets: Ante $5",
        "step": list(round_.step_of(1)),
        "view": round_.view(1).to_json(),
    }


# --- among players ---


def test_a_frame_of_a_hand_is_what_the_viewer_had_then() -> None:
    """Whose turn it was, and what the viewer could do, included."""
    for hand, live in hands():
        for viewer, views in live.items():
            found = frames(hand, viewer)
            assert [frame.event for frame in found] == [ev.seen_by(event, viewer) for event in hand.events]
            check_live(found, views)
            for count, frame in enumerate(found, start=1):
                if count not in views:  # the dealer is at work
                    assert (frame.view["turn"], frame.view["legal"]) == (None, None)


def test_no_frame_of_a_hand_shows_a_card_before_its_time() -> None:
    for hand, live in hands():
        for viewer in live:
            known: set[Card | None] = set()
            for event, frame in zip(hand.events, frames(hand, viewer), strict=True):
                match event:
                    case ev.Dealt(to, _, _, cards) if to in (viewer, "community"):
                        known.update(cards)
                    case ev.Shown(_, cards):
                        known.update(cards)
                text = json.dumps(frame.to_json(), ensure_ascii=False)
                assert {SPELLINGS[spelled] for spelled in SPELLED.findall(text)} <= known
                assert hand.server_seed.hex() not in text


def test_chips_move_with_the_event_that_tells_it() -> None:
    """At every frame the stacks, the pot and what went to or came from the house make up what everybody began with."""
    for hand, _ in hands():
        against_house = 0
        for frame in frames(hand):
            if isinstance(frame.event, ev.WagersPlaced):
                against_house += sum(frame.event.stakes.values())
            view = frame.view
            paid = sum(sum(pot["paid"].values()) for pot in view["pots"])
            back = sum(settled["returned"] for settled in view["settled"])
            stacks = sum(player["stack"] for player in view["players"])
            assert stacks + view["pot"] - paid + against_house - back == sum(hand.start.values())
        assert {player["seat"]: player["stack"] for player in view["players"]} == hand.stacks


def test_frames_of_a_hands_record_are_those_of_the_hand() -> None:
    for hand, _ in hands():
        record = json.loads(json.dumps(to_record(hand)))
        for viewer in (None, hand.order[0]):
            assert frames(record, viewer) == frames(hand, viewer)


def test_the_texts_are_the_hands_transcript() -> None:
    for hand, _ in hands():
        names = {seat: f"player {seat}" for seat in hand.start}
        for viewer in (None, hand.order[0]):
            seen = [ev.seen_by(event, viewer) for event in hand.events]
            lines = [line.replace("--- ", "").replace(" ---  ", ", ") for line in tell_hand(seen, hand.game, names)]
            assert ". ".join(frame.text for frame in frames(hand, viewer, names=names) if frame.text) == ". ".join(
                lines
            )
