"""Glicko-2, beside the worked example in its author's paper (www.glicko.net/glicko/glicko2.pdf)."""

from __future__ import annotations

import pytest

from houseway.train.player.rating import LEAST_DEVIATION, Rating, Result, answered, first_rating, rated


def test_the_published_example() -> None:
    results = [
        Result(Rating(1400, 30), 1),
        Result(Rating(1550, 100), 0),
        Result(Rating(1700, 300), 0),
    ]
    found = rated(Rating(1500, 200, 0.06), results)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_known_less_well() -> None:
    assert rated(Rating(1500, 200), []).deviation > 200
    assert rated(Rating(), []) == Rating()


def test_a_good_answer_moves_both_apart_and_a_bad_one_together() -> None:
    person, spot = Rating(1500, 100), Rating(1600, 100)
    better, easier = answered(person, spot, 1)
    worse, harder = answered(person, spot, 0)
    assert worse.rating < 1500 < better.rating
    assert easier.rating < 1600 < harder.rating
    assert better.rating - 1500 > 1500 - worse.rating, "the spot was the stronger one"


def test_a_rating_never_stops_moving() -> None:
    person, spot = Rating(), Rating(1500, 100)
    for _ in range(500):
        person, _ = answered(person, spot, 0.5)
    assert person.deviation >= LEAST_DEVIATION
    assert person.rating == pytest.approx(1500, abs=20)


def test_a_surprise_raises_volatility() -> None:
    calm = Rating(1500, 50, 0.06)
    assert rated(calm, [Result(Rating(2600, 30), 1)]).volatility > calm.volatility


def test_close_decisions_are_thought_to_be_hard() -> None:
    assert first_rating(0.01, 0.15).rating > first_rating(0.3, 0.15).rating > first_rating(2, 0.15).rating
