"""A decision is asked again with the same cards: from a whole hand, from a round that was played, from a mistake."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.sizes import sized
from tests.train.player_games import GAMES, made

from houseway import train
from houseway.catalog import game
from houseway.errors import HousewayError
from houseway.table.policy import RandomPlayer
from houseway.table.round import Round
from houseway.train.player.given import Given
from houseway.train.player.hands import Hands
from houseway.train.player.spots import Spots
from houseway.train.player.values import valued

NOW = datetime(2026, 3, 1, tzinfo=UTC)
every_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(f"{name} counted")) for name in GAMES]
)


@every_game
def test_every_decision_of_a_hand_can_be_asked_again(name: str) -> None:
    rules = made(name)
    for number in range(sized(quick=2, test=2, thorough=150)):
        hand = Hands(rules, f"given {number}")
        while not hand.over:
            at, known = len(hand.grades), hand._valued
            assert known is not None
            spot = Spots(rules, "another seed", hand.again(at))
            assert spot._valued == known._replace(spot=spot._valued.spot)
            assert spot.covers == hand.covers[at:]
            assert spot.again(0) == hand.again(at)
            assert spot.answer(spot.key_answer()).right
            whole = Hands(rules, "another seed", hand.again(at))
            assert whole.covers == spot.covers
            ids = [action.id for action in known.actions]
            hand.answer({"act": ids[(number + at) % len(ids)]})


@every_game
def test_a_decision_of_a_round_that_was_played_can_be_asked_again(name: str) -> None:
    """With other seats, other wagers, any bets before it."""
    rules = made(name)
    for number in range(sized(quick=2, test=2, thorough=100)):
        player = RandomPlayer(f"played {number}")
        round_ = Round(rules, seats=min(3, rules.seats), seed=f"played {number}")
        for seat in round_.seats:
            round_.wager(seat, player.stakes(rules, round_.limits))
        round_.deal()
        while not round_.over:
            for seat in round_.to_act:
                if rules.wagers.main in round_.spot(seat).stakes:
                    spot = Spots(rules, "again", Given.of(round_, seat).text)
                    assert spot._valued.known == valued(round_, seat).known
                round_.act(seat, player.decide(round_, seat))


def test_the_text_says_what_was_seen() -> None:
    exercise = train.make(game("mini-tex"), "spot", "1", "cards Ah Kd; board 9c 8d; at flop; after hole choice=bet")
    assert exercise.covers == ("hand flop: ace high",)
    question = exercise.question
    assert question is not None
    assert question.view is not None
    assert question.view["seats"][0]["dealt"] == ["Ah", "Kd"]


@pytest.mark.parametrize(
    "about",
    [
        "cards Ah Kd", "cards Ah Kd; at nowhere", "cards Ah Zz; at hole", "cards Ah Ah; at hole", "cards Ah; at hole",
        "cards Ah Kd; board 9c; at hole", "cards Ah Kd; at flop", "cards Ah Kd; at hole; hand hole: pair", "board 9c",
        "cards Ah Kd; board 9c 8d; at flop; after hole choice=dance", "cards Ah Kd; at flop; after hole", "at", "cards ",
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(about: str) -> None:
    with pytest.raises(HousewayError) as refused:
        train.make(game("mini-tex"), "spot", "1", about)
    assert str(refused.value).endswith(".")


def test_a_mistake_in_a_hand_is_retried_as_a_spot_and_put_right() -> None:
    rules, profile = game("mini-tex"), train.Profile()
    hand = train.make(rules, "hand", "mistaken")
    question = hand.question
    assert question is not None
    best = hand.key_answer()["act"]
    worst = next(choice for choice in ("f", "b", "c") if choice != best and _is_offered(hand, choice))
    grade = hand.answer({"act": worst})
    assert not grade.right
    key, items = train.key_of(hand), train.items_of(hand, 0, grade)
    profile.record(key, items, grade, when=NOW, again=hand.again(0))
    profile = train.Profile.from_json(profile.to_json())
    [mistake] = profile.to_retry(rules.fingerprint)
    assert profile.to_retry(rules.fingerprint, kind="hand") == [mistake]
    wanted = train.retried(mistake)
    assert wanted.kind == "spot"
    spot = train.make(rules, *wanted)
    assert spot.question is not None
    assert question.view is not None
    assert spot.question.view is not None
    assert spot.question.view["seats"] == question.view["seats"]
    grade = spot.answer(spot.key_answer())
    later = NOW + timedelta(minutes=1)
    profile.record(train.key_of(spot), spot.covers, grade, when=later, again=spot.again(0))
    assert profile.to_retry(rules.fingerprint) == []


def _is_offered(exercise: train.Exercise, choice: str) -> bool:
    question = exercise.question
    assert question is not None
    return choice in [item["id"] for item in question.parts[0].to_json()["choices"]]
