"""What is asked next: a learner with a known leak meets it several times as often as others, and less when it closes."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from tests.train.player_games import DUEL, made

from houseway import train
from houseway.cards import parse_cards
from houseway.catalog import any_game_class
from houseway.rules.game import Game, HouseCards, Spot
from houseway.table.shuffle import Stream, seed_from
from houseway.train.player.choose import next_spot
from houseway.train.player.deals import CLOSE, interest
from houseway.train.player.spots import Spots
from houseway.train.player.values import Action, Valued
from houseway.train.profile import Profile
from houseway.train.streams import weighted

START = datetime(2026, 1, 1, tzinfo=UTC)
LEAKY, CLOSED = 60, 60


def learn(game_name: str, leak: str) -> tuple[list[str], list[str], Profile]:
    """The kinds of hands that a learner meets: while the leak is open, and after that."""
    game, profile, now, met = made(game_name), Profile(), START, []
    for number in range(LEAKY + CLOSED):
        exercise = Spots(game, *next_spot(game, profile, f"spot {number}", now))
        item = exercise.covers[0]
        worst = min(exercise._valued.actions, key=lambda action: action.value).id
        wrong = item == leak and number < LEAKY
        grade = exercise.answer({"act": worst} if wrong else exercise.key_answer())
        now += timedelta(seconds=20)
        profile.record(train.key_of(exercise), exercise.covers, grade, when=now, seconds=20)
        met.append(item)
    return met[:LEAKY], met[LEAKY:], profile


@pytest.mark.parametrize(
    ("game", "leak"),
    [
        (DUEL, "hand duel: king high"),  # a decision that anybody else gets right
        ("two-card-roo", "hand place: nine"),
        pytest.param("mini-tex", "hand flop: pair", marks=pytest.mark.thorough),
        pytest.param("high-card-flush", "hand raise: three-card flush, ten high", marks=pytest.mark.thorough),
    ],
)
def test_a_leak_is_met_several_times_as_often_as_others_and_less_as_it_closes(game: str, leak: str) -> None:
    open_leak, closed, _ = learn(game, leak)
    others = Counter(item for item in open_leak if item != leak)
    assert open_leak.count(leak) > 3 * others.total() / len(others)
    assert open_leak.count(leak) > max(others.values())
    assert closed[-30:].count(leak) < open_leak[-30:].count(leak) / 2


def test_ratings_move() -> None:
    game = made("two-card-roo")
    _, _, profile = learn("two-card-roo", "hand place: nine")
    practice = profile.practice(game.fingerprint)
    assert profile.rating(game.fingerprint).rating > 1600
    assert profile.rating(game.fingerprint).deviation < 150
    nine, other = practice.items["hand place: nine"].spot, practice.items["hand place: eight"].spot
    assert nine is not None
    assert other is not None
    assert nine.rating > other.rating


def test_decisions_are_drawn_by_weight() -> None:
    numbers = Stream(seed_from("weights"))
    drawn = Counter(weighted(numbers, [1.0, 3.0, 0.0, 6.0]) for _ in range(2000))
    assert [round(drawn[index] / 200) for index in range(4)] == [2, 6, 0, 12] or drawn[2] < 5
    assert drawn[3] > drawn[1] > drawn[0] > drawn[2]


def test_a_close_and_costly_decision_is_the_most_interesting() -> None:
    def spot(gap: float) -> Valued:
        values = [Action("a", "A", None, 1), Action("b", "B", None, 1 - gap)]  # type: ignore[arg-type]
        return Valued("at", None, None, tuple(values))  # type: ignore[arg-type]

    assert interest(spot(0)) < interest(spot(0.001)) < interest(spot(CLOSE / 3)) < interest(spot(CLOSE)) == 1
    assert interest(spot(CLOSE)) > interest(spot(3 * CLOSE)) > interest(spot(2)) > interest(spot(0))


@pytest.mark.parametrize(
    ("game_id", "dealt", "board", "kind"),
    [
        ("mini-tex", "6c 6d", "", "pair"),
        ("mini-tex", "Kc Qd", "", "king high"),
        ("mini-tex", "Kc Qc", "", "king high suited"),
        ("mini-tex", "6c 6d", "Ah 2c", "pair"),
        ("mini-tex", "Ac Kd", "7h 2c", "ace high"),
        ("mini-tex", "5c 5d", "5h 2c", "three of a kind"),
        ("three-card-draw-poker", "Kc Tc 2c", "", "flush, king high"),
        ("three-card-draw-poker", "4c 3c 2c", "", "straight flush"),
        ("three-card-draw-poker", "4c 3c 2d", "", "straight"),
        ("high-card-flush", "Tc 7c 5c 2d 3d 4h 9s", "", "three-card flush, ten high"),
        ("high-card-draw", "Kc 7c 5h", "", "king high"),
        ("three-card-roo", "9c Td", "", "nine and ten"),
        ("three-card-roo", "9c 9d", "", "a pair"),
        ("two-card-roo", "7c", "", "seven"),
    ],
)
def test_hands_are_grouped_by_their_kind(game_id: str, dealt: str, board: str, kind: str) -> None:
    game = any_game_class(game_id).make()
    assert isinstance(game, Game)
    spot = Spot(1, {}, dealt=parse_cards(dealt))
    assert game.names.kind(spot, HouseCards(community=parse_cards(board))) == kind
