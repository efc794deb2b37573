"""What a drill asks next: what a dealer gets wrong comes up more often, and less once it is put right."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from houseway.catalog import any_game_class
from houseway.rules.game import TableGame
from houseway.train import key_of, make
from houseway.train.drill import items_of, next_for_dealer, next_for_player
from houseway.train.profile import Profile

LEAK = "step 6"  # the burn before the flop
START = datetime(2026, 1, 1, tzinfo=UTC)


def drilled(game: TableGame[Any], profile: Profile, first: int, count: int, *, leak: bool) -> int:
    """A dealer who knows everything but one step, asked so many times; how often that step came up."""
    met = 0
    for number in range(first, first + count):
        now = START + timedelta(minutes=number)
        exercise = make(game, *next_for_dealer(game, profile, f"drill {number}", now, ["next"]))
        slip = leak and LEAK in exercise.covers
        grade = exercise.answer({"act": {"do": "close"}} if slip else exercise.key_answer())
        assert grade.right is not slip
        items = items_of(exercise, 0, grade)
        assert items == exercise.covers
        met += LEAK in items
        profile.record(key_of(exercise), items, grade, when=now)
    return met


def test_a_dealer_with_one_leak_meets_it_several_times_as_often() -> None:
    game, profile = any_game_class("mini-tex").make(), Profile()
    drilled(game, profile, 0, 60, leak=True)
    leaking = drilled(game, profile, 60, 80, leak=True)
    drilled(game, profile, 140, 60, leak=False)
    mended = drilled(game, profile, 200, 80, leak=False)
    steps = len({item for attempt in profile.attempts for item in attempt.items})
    assert steps >= 15
    assert leaking >= 3 * 80 / steps
    assert mended <= leaking / 2


def test_the_answers_of_a_round_are_about_their_own_steps() -> None:
    exercise = make(any_game_class("mini-tex").make(), "round", "one")
    found: list[str] = []
    while not exercise.over:
        number = len(exercise.grades)
        grade = exercise.answer(exercise.key_answer())
        found += items_of(exercise, number, grade)
    assert set(found) <= set(exercise.covers)
    assert len(set(found)) > 10


def test_a_target_goes_with_a_players_exercise() -> None:
    game = any_game_class("two-card-roo").make()
    assert next_for_player(game, Profile(), "hand", "s", START, by="printed").about == "by printed"
    spot = next_for_player(game, Profile(), "spot", "s", START)
    assert make(game, *spot).covers
