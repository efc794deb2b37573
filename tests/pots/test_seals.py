"""Sealed cards: a player can check what was shown, and learns nothing of what was not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from houseway import catalog
from houseway.errors import RecordError
from houseway.table.pot_policy import RandomPlayers
from houseway.table.pot_round import PotRound
from houseway.table.seals import check_proof, deck_seal, proof


def played(seed: str) -> tuple[str, PotRound]:
    hand = PotRound(catalog.pot_game("mini-tex-pvp"), {1: 20_000, 2: 15_000, 5: 30_000}, button=1, seed=seed)
    published = deck_seal(hand)
    players = RandomPlayers(seed)
    while hand.turn is not None:
        bounds = hand.legal(hand.turn)
        assert bounds is not None
        hand.act(hand.turn, *players.decide(bounds))
    return published, hand


@pytest.mark.parametrize("seed", [f"sealed {number}" for number in range(40)])
def test_each_viewer_opens_exactly_the_cards_that_the_view_shows(seed: str) -> None:
    published, hand = played(seed)
    for viewer in (None, 1, 2, 5):
        opened = check_proof(published, json.loads(json.dumps(proof(hand, viewer))))
        view = hand.view(viewer)
        shown = [card for player in view.players.values() for card in player.cards if card is not None]
        assert sorted(opened.values()) == sorted([*shown, *view.shown_community()])


def test_a_hand_under_way_opens_nothing() -> None:
    hand = PotRound(catalog.pot_game("mini-tex-pvp"), {1: 20_000, 2: 15_000}, button=1, seed="under way")
    with pytest.raises(RecordError, match="when the hand is over"):
        proof(hand, 1)


def changed_card(given: dict[str, Any]) -> None:
    card = given["cards"][0]["card"]
    given["cards"][0]["card"] = "Ah" if card != "Ah" else "Kh"


def changed_place(given: dict[str, Any]) -> None:
    given["cards"][0]["place"] += 1


def changed_key(given: dict[str, Any]) -> None:
    given["cards"][0]["key"] = "00" * 32


def changed_seals(given: dict[str, Any]) -> None:
    given["seals"].reverse()


def lost_part(given: dict[str, Any]) -> None:
    del given["seals"]


@pytest.mark.parametrize("damage", [changed_card, changed_place, changed_key, changed_seals, lost_part])
def test_a_changed_proof_is_refused(damage: Any) -> None:
    published, hand = played("to be changed")
    given = proof(hand, 2)
    damage(given)
    with pytest.raises(RecordError):
        check_proof(published, given)
