"""The search for cards itself: it finds a card wherever one can be written, and never takes random text for one."""

from __future__ import annotations

import random
import secrets
import string
from typing import Any

import pytest
from tests.server.leaks import cards_in
from tests.sizes import sized

from houseway.cards import DECK

ALPHABET = string.ascii_letters + string.digits + "-_"  # of `secrets.token_urlsafe`
LONG = len(secrets.token_urlsafe(24))
HEX = "0123456789abcdef"
COUNT = sized(quick=10_000, test=100_000, thorough=1_000_000)


def answer(token: str, digest: str) -> dict[str, Any]:
    """What `/api/me` and a table's frames have in them beside words."""
    return {
        "csrf": token,
        "person": {"id": 4, "name": "Guest 4", "balance": 100_000, "deeper": [{"csrf": token}]},
        "state": {"epoch": digest[:12], "round": {"commitment": digest, "server_seed": None, "seal": digest}},
        "proof": {"deck_seal": digest, "seals": [digest, digest], "cards": [{"place": 1, "key": digest}]},
    }


def test_random_tokens_are_no_cards() -> None:
    chance = random.Random("tokens")
    for _ in range(COUNT // 1000):
        tokens = ["".join(chance.choices(ALPHABET, k=LONG)) for _ in range(999)]
        tokens.append(tokens[0][:-3] + "-" + chance.choice(DECK).text)
        digests = ["".join(chance.choices(HEX, k=64)) for _ in range(10)]
        found = [answer(token, digests[place % 10]) for place, token in enumerate(tokens)]
        assert cards_in({"answers": found}) == set()


@pytest.mark.parametrize("card", [card.text for card in DECK])
def test_a_token_that_ends_like_a_card_is_none(card: str) -> None:
    for sign in "-_":
        assert cards_in({"csrf": "x" * (LONG - 3) + sign + card}) == set()
        assert cards_in({"deep": [{"csrf": card + sign + "x" * (LONG - 3)}]}) == set()


@pytest.mark.parametrize(
    ("value", "cards"),
    [
        ("Seat 1 shows 10♦ K♠, bets $10", {"Td", "Ks"}),
        ({"text": "the dealer's 4c"}, {"4c"}),
        ({"cards": ["Ah", None]}, {"Ah"}),
        ({"a": {"b": [[{"c": "2s"}]]}}, {"2s"}),
        ({"9h": 1}, {"9h"}),
        ({"csrf": "4c"}, {"4c"}),
        ({"csrf": "Ah Kd Qs then Jc Td 9h, as it may be"}, {"Ah", "Kd", "Qs", "Jc", "Td", "9h"}),
        (
            {"epoch": "5d", "seals": ["6s"], "id": "7h", "commitment": "10♥", "server_seed": "J♣"},
            {"5d", "6s", "7h", "Th", "Jc"},
        ),
        ({"csrf": {"inside": "8c"}}, {"8c"}),
        (["Q♥", ("3d",)], {"Qh", "3d"}),
        ({"other": "x" * (LONG - 3) + "-4c"}, {"4c"}),  # a token where none belongs is text
    ],
)
def test_a_card_is_found_wherever_it_is_written(value: Any, cards: set[str]) -> None:
    assert {card.text for card in cards_in(value)} == cards


@pytest.mark.parametrize(
    "value",
    [
        {"key": "2c", "label": "Play 2x, throw the third"},
        {"hash": "2c4d9h8s", "text": "Seat 2 checks; $5 down, 4x"},
        {"name": "Guest 4", "said": [f"Guest {number}" for number in range(500)]},  # the house's names for newcomers
        {"meter_key": "high-card-flush:2c4d6e8f0a1b", "id": "raise 3 1700000000000000000"},
        {"number": 4, "none": None, "yes": True},
    ],
)
def test_what_is_no_card_is_not_taken_for_one(value: Any) -> None:
    assert cards_in(value) == set()


def test_the_keys_of_decisions_are_passed_over_and_nothing_beside_them() -> None:
    assert {card.text for card in cards_in({"offers": [{"key": "2c", "label": "3c"}], "keys": ["4c"]})} == {"3c", "4c"}
    assert {card.text for card in cards_in({"key": ["5c"]})} == {"5c"}
