"""Jokers: two more cards, which a game takes into its deck."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import ClassVar

import pytest
from tests.wider.games import JokerCut, JokerPot

from houseway.cards import DECK, JOKERS, Card, parse_cards
from houseway.cli.felt import BLACK, RED, card_text
from houseway.errors import CardError, RecordError
from houseway.odds import advise
from houseway.table import events as ev
from houseway.table.phh import to_phh
from houseway.table.pot_policy import random_hand
from houseway.table.record import from_record, to_record, verify
from houseway.table.round import Round
from houseway.table.seals import check_proof, deck_seal, proof
from houseway.table.transcript import tell_all

XB, XR = JOKERS


def test_there_are_two_beside_the_deck() -> None:
    assert len(DECK) == 52
    assert not any(card.joker for card in DECK)
    assert [(int(card), card.text, card.rank, card.low_rank, card.suit, card.joker) for card in JOKERS] == [
        (52, "Xb", 0, 0, 4, True),
        (53, "Xr", 0, 0, 4, True),
    ]
    assert len({card.pretty for card in DECK + JOKERS}) == len({card.words for card in DECK + JOKERS}) == 54
    assert [card.words for card in JOKERS] == ["black joker", "red joker"]
    assert [card.pretty for card in JOKERS] == ["🃏b", "🃏r"]


def test_they_are_read_and_kept() -> None:
    assert parse_cards(["Xb, xr", "XB"][0]) == (XB, XR)
    assert Card.parse(" xR ") is XR
    assert Card(53) is XR
    assert pickle.loads(pickle.dumps(XB)) is XB  # noqa: S301
    assert repr(XB) == "Card.parse('Xb')"
    with pytest.raises(CardError, match="twice"):
        parse_cards("Xb Xb")
    for text in ("X", "Xc", "0b", "joker"):
        with pytest.raises(CardError):
            Card.parse(text)


def test_a_terminal_shows_them_in_their_colour() -> None:
    assert str(card_text(XB).style) == BLACK
    assert str(card_text(XR).style) == RED
    assert "🃏" in card_text(XB).plain


def test_a_round_is_dealt_told_and_replayed() -> None:
    round_ = Round(JokerCut.make(), stacked=parse_cards("9c Xr Xb"))
    round_.wager(1, {"cut": 1000, "joker": 100})
    round_.deal()
    assert [offer.decision.to_json() for offer in round_.legal_actions(1)] == [{"discard": []}]
    round_.act(1, {"discard": []})
    assert round_.view().net == {1: 2000}
    assert round_.view(None).to_json()["dealer"]["cards"] == ["Xb"]
    lines = list(tell_all(round_.events, round_.game))
    assert "Dealer plays 🃏b: black joker" in lines
    record = json.loads(json.dumps(to_record(round_)))
    assert to_record(from_record(record)) == record
    verify(record)


def test_every_card_comes_out_of_the_shoe_about_equally_often() -> None:
    game, dealt = JokerCut.make("short"), dict.fromkeys(JokerCut.make("short").deck, 0)
    for number in range(2200):
        round_ = Round(game, seed=f"jokers {number}")
        round_.wager(1, {"cut": 500})
        round_.deal()
        dealt[round_.spot(1).dealt[0]] += 1
    assert len(dealt) == 22
    assert all(60 <= count <= 145 for count in dealt.values())  # 100 on average


def test_hands_among_players_are_sealed_with_them() -> None:
    shown = set()
    for number in range(60):
        hand = random_hand(JokerPot.make(), 6, number, f"sealed {number}")
        opened = check_proof(deck_seal(hand), proof(hand, hand.order[0]))
        assert set(hand.hole[hand.order[0]]) <= set(opened.values())
        shown |= set(opened.values())
        verify(json.loads(json.dumps(to_record(hand))))
    assert shown >= set(JOKERS)


def test_phh_refuses_them() -> None:
    hand = random_hand(JokerPot.make(), 3, 0, "phh")
    with pytest.raises(RecordError, match="PHH cannot express jokers"):
        to_phh(hand)


def test_a_joker_that_nobody_has_shown_is_hidden() -> None:
    round_ = Round(JokerCut.make(), stacked=parse_cards("9c Xr Xb"))
    round_.wager(1, {"cut": 1000})
    round_.deal()
    for viewer, known in ((None, ["9c"]), (1, ["9c", "Xr"])):
        seen = json.dumps([ev.to_json(ev.seen_by(event, viewer)) for event in round_.events])
        assert [text for text in ("9c", "Xr", "Xb") if f'"{text}"' in seen] == known


class SuitedCut(JokerCut):
    """Joker Cut that does not say that no wager looks at suits: one hand is counted alone, as all hands take long."""

    id: ClassVar[str] = "suited-cut"
    suits_count: ClassVar[bool] = True


@pytest.mark.parametrize(
    ("own", "shared", "ahead"),
    [
        ("Ac", "Kd", 47 - 2),
        ("Ac", "Kc", 47 - 2),
        ("Ac", "As", 48 - 2),
        ("Ac", "Xr", 48 - 1),
        ("Xr", "2c", 51),
        ("Xb", "Xr", 52),
    ],
)
def test_advice_on_one_hand_knows_shared_cards_that_were_dealt_before_it(own: str, shared: str, ahead: int) -> None:
    """Of 52 cards: those that an unchanged card beats, less those that beat it."""
    _, advice = advise(SuitedCut.make(), parse_cards(own), parse_cards(shared))
    assert advice[0].value == Fraction(ahead, 52)
