"""A person's progress: written and read again, damaged, of a newer version, put together, and rules that change."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway import train
from houseway.catalog import game
from houseway.games.two_card_roo.rules import TwoCardRoo
from houseway.train.exercise import Grade, Judged, Key
from houseway.train.items import StepRef
from houseway.train.player.marks import BEST, BLUNDER, FINE
from houseway.train.player.rating import Rating
from houseway.train.player.statistics import money_an_hour, statistics
from houseway.train.profile import VERSION, Attempt, Profile, ProfileError, profile_path

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
RULES = game("two-card-roo")


def key(seed: str, kind: str = "spot", about: str = "", fingerprint: str = RULES.fingerprint) -> Key:
    return Key(RULES.id, RULES.edition, {}, fingerprint, kind, seed, about)


def grade(lost: Fraction = Fraction(0), mark: str = BEST) -> Grade:
    judged = Judged("act", mark in (BEST, FINE), "High", "Low")
    return Grade((judged,), mark, lost, {"l": Fraction(1, 2), "h": Fraction(1, 2) - (lost or Fraction(1, 5))})


def practised() -> Profile:
    """Ten spots of three kinds, one of which is always wrong; two whole hands; a dealer's exercise."""
    profile, now = Profile(), START
    for number in range(10):
        wrong = number % 3 == 2
        given = grade(Fraction(1, 2), BLUNDER) if wrong else grade()
        now += timedelta(seconds=30)
        profile.record(key(f"{number}"), [f"hand place: {number % 3}"], given, when=now, seconds=4.5)
    for number, question in ((20, 0), (20, 1), (21, 0)):
        now += timedelta(seconds=30)
        lost = grade(Fraction(1, 10), "inaccuracy") if question else grade()
        profile.record(key(f"{number}", "hand"), ["hand place: 7"], lost, when=now, question=question, seconds=2)
    dealt = Grade((Judged("act", False, "a burn", "a card"),))
    profile.record(key("30", "next"), ["step 3"], dealt, when=now + timedelta(minutes=1))
    return profile


# --- files ---


def test_a_profile_is_read_as_it_was_written() -> None:
    profile = practised()
    text = json.dumps(profile.to_json())
    again = Profile.from_json(text)
    assert again == profile
    assert again.to_json() == profile.to_json() == Profile.from_json(profile.to_json()).to_json()
    assert again.rating(RULES.fingerprint) == profile.rating(RULES.fingerprint)
    now = START + timedelta(hours=1)
    assert again.needs(RULES.fingerprint, now) == profile.needs(RULES.fingerprint, now)


def test_a_newer_version_is_refused() -> None:
    data = practised().to_json() | {"version": VERSION + 1}
    with pytest.raises(ProfileError, match=r"^The profile is of version 2; this program reads up to version 1\.$"):
        Profile.from_json(data)


@pytest.mark.parametrize(
    "data",
    ["", "{", "[]", "null", b"\xff\xfe", {}, 5, {"format": "other"}, {"format": "houseway profile"},
     {"format": "houseway profile", "version": "1"}, {"format": "houseway profile", "version": 1},
     {"format": "houseway profile", "version": 1, "attempts": 3, "retired": {}},
     {"format": "houseway profile", "version": 1, "attempts": [], "retired": []}],
)  # fmt: skip
def test_what_is_no_profile_is_refused_in_a_sentence(data: Any) -> None:
    with pytest.raises(ProfileError, match=r"^(This is no profile|The profile is damaged).*\.$"):
        Profile.from_json(data)


DAMAGE = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers()), st.just({}),
    st.sampled_from(["1e999999999", "1/0", "nan", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00", "splendid"]),
)  # fmt: skip


@given(data=st.data(), damage=DAMAGE)
@settings(max_examples=400)
def test_any_damage_is_refused_or_read(data: st.DataObject, damage: Any) -> None:
    """A value replaced by any other, or a field left out: one sentence, or a profile that works."""
    written = json.loads(json.dumps(practised().to_json()))
    attempt = written["attempts"][data.draw(st.integers(0, len(written["attempts"]) - 1))]
    where = data.draw(st.sampled_from([attempt, attempt["key"]]))
    name = data.draw(st.sampled_from(sorted(where)))
    if data.draw(st.booleans()):
        where[name] = damage
    else:
        del where[name]
    with contextlib.suppress(ProfileError):
        profile = Profile.from_json(written)
        for fingerprint in {attempt.key.fingerprint for attempt in profile.attempts}:
            profile.needs(fingerprint, START)
            profile.to_retry(fingerprint, now=START)
        statistics(profile.attempts)
        assert Profile.from_json(json.dumps(profile.to_json())) == profile


@pytest.mark.parametrize(
    ("name", "value"),
    [("when", "yesterday"), ("when", "9999-12-31T23:59:59+00:00"), ("lost", "1e999999999"), ("lost", "1/0"),
     ("mark", "splendid"), ("seconds", float("nan")), ("question", True), ("items", [1]), ("key", {}), ("right", 1),
     ("wrong", ["of no item"]), ("wrong", [1])],
)  # fmt: skip
def test_a_damaged_attempt_is_refused_in_a_sentence(name: str, value: Any) -> None:
    written = practised().to_json()
    written["attempts"][3][name] = value
    with pytest.raises(ProfileError, match=r"^The profile is damaged: \w+ in its attempts\.$"):
        Profile.from_json(written)


def test_an_answer_has_no_more_wrong_items_than_items() -> None:
    written = practised().to_json()
    attempt = written["attempts"][3]
    attempt["wrong"] = attempt["items"]
    Profile.from_json(written)
    attempt["wrong"] = attempt["items"] * 2
    with pytest.raises(ProfileError, match="damaged"):
        Profile.from_json(written)


def test_two_profiles_are_put_together_without_counting_anything_twice() -> None:
    profile = practised()
    early = Profile(profile.attempts[:6])
    late = Profile(profile.attempts[4:], {"gone": "Its game is not installed any more."})
    assert early.merged(late).attempts == profile.attempts == late.merged(early).attempts
    assert early.merged(late).retired == late.retired
    assert profile.merged(profile).attempts == profile.attempts


def test_attempts_are_kept_in_the_order_of_time() -> None:
    profile = practised()
    before = profile.rating(RULES.fingerprint)
    late = profile.attempts[-1].when
    profile.record(key("early"), ["hand place: 0"], grade(), when=START)
    assert [attempt.when for attempt in profile.attempts] == sorted(attempt.when for attempt in profile.attempts)
    assert profile.attempts[-1].when == late
    assert profile.rating(RULES.fingerprint) != before


def test_where_the_terminal_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEWAY_PROFILE", str(tmp_path / "mine.json"))
    assert profile_path() == tmp_path / "mine.json"
    monkeypatch.delenv("HOUSEWAY_PROFILE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert profile_path() == tmp_path / "houseway" / "profile.json"


# --- what follows ---


def test_what_is_wrong_needs_practice_and_is_due_first() -> None:
    profile = practised()
    soon = profile.attempts[-1].when + timedelta(minutes=2)
    needs = profile.needs(RULES.fingerprint, soon)
    assert max(needs, key=lambda item: needs[item]) == "hand place: 2"
    assert needs["hand place: 2"] > 5 * needs["hand place: 0"]
    retried = profile.to_retry(RULES.fingerprint, kind="spot")
    assert [attempt.key.seed for attempt in retried] == ["2", "5", "8"]
    profile.record(key("5"), ["hand place: 2"], grade(), when=soon)
    assert [attempt.key.seed for attempt in profile.to_retry(RULES.fingerprint, kind="spot")] == ["2", "8"]


def test_the_share_of_wrong_answers_is_that_of_the_answers_given() -> None:
    profile = Profile()
    for number, wrong in enumerate((True, False, False)):
        lost = Fraction(1) if wrong else Fraction(0)
        graded = grade(lost, BLUNDER if wrong else BEST)
        profile.record(key(str(number)), ["hand pair"], graded, when=START + timedelta(days=number))
        weights = [Fraction(3, 4) ** (number - answer) for answer in range(number + 1)]
        share = weights[0] / sum(weights)  # the first alone was wrong
        assert profile.practice(RULES.fingerprint).items["hand pair"].wrong == pytest.approx(float(share))


def test_a_step_that_was_answered_rightly_is_not_weak() -> None:
    """Of a question with several parts, only the steps of those that were wrong count as wrong."""
    steps = [StepRef((4,), "", "turn"), StepRef((5,), "", "pay")]
    parts = (
        Judged("a", True, "", "", step=steps[0]),
        Judged("b", False, "", "", step=steps[1], case="ante/1"),
    )
    items = ["step 4", "step 5", "case ante/1", "case ante/2"]
    profile = Profile()
    profile.record(key("1", "read"), items, Grade(parts), when=START)
    kept = Profile.from_json(json.loads(json.dumps(profile.to_json()))).practice(RULES.fingerprint)
    assert {name: item.wrong for name, item in kept.items.items()} == dict(zip(items, (0, 1, 1, 0), strict=True))


def test_an_item_that_was_right_comes_later_and_later() -> None:
    profile, now, spans = Profile(), START, []
    for _ in range(5):
        profile.record(key("1"), ["hand place: 1"], grade(), when=now)
        due = profile.practice(RULES.fingerprint).items["hand place: 1"].card.due
        spans.append(due - now)
        now = due
    assert spans == sorted(spans)
    assert spans[-1] > timedelta(days=20)


def test_dealer_and_player_are_told_apart() -> None:
    assert [attempt.key.kind for attempt in practised().attempts if attempt.dealer] == ["next"]
    assert practised().rating("other rules") == Rating()


# --- rules that change ---


class Changed(TwoCardRoo):
    rules_version: ClassVar[int] = TwoCardRoo.rules_version + 1


def test_a_change_of_rules_retires_items_and_says_why() -> None:
    profile = practised()
    assert profile.retire([RULES], ["two-card-roo"]) == []
    told = profile.retire([Changed.make()], ["two-card-roo"])
    assert {item.item for item in told} == {*(f"hand place: {n}" for n in (0, 1, 2, 7)), "step 3"}
    assert {item.why for item in told} == {"The rules of 2 Card Roo have changed since: the answers may be others."}
    assert profile.retire([Changed.make()], ["two-card-roo"]) == []
    assert Profile.from_json(profile.to_json()).retired == profile.retired
    assert len(profile.attempts) == 14, "nothing is lost"


def test_other_options_are_other_rules_and_retire_nothing() -> None:
    other = next(TwoCardRoo.make(edition.name) for edition in TwoCardRoo.editions[::-1])
    profile = practised()
    assert profile.retire([other, RULES], ["two-card-roo"]) == []


def test_a_game_that_is_gone_retires_its_items() -> None:
    profile = practised()
    assert {item.why for item in profile.retire([], [])} == {"two-card-roo is not installed any more."}


# --- statistics ---


def test_statistics() -> None:
    found = statistics(practised().attempts)
    assert (found.decisions.answers, found.decisions.right, found.decisions.lost) == (13, 9, Fraction(16, 10))
    assert (found.hands, found.lost_a_hand) == (2, Fraction(1, 20))
    assert {line.name: (line.answers, line.lost) for line in found.kinds} == {
        "place: 0": (4, 0),
        "place: 1": (3, 0),
        "place: 2": (3, Fraction(3, 2)),
        "place: 7": (3, Fraction(1, 10)),
    }
    assert [line.name for line in found.leaks] == ["place: 2", "place: 7"]
    assert len(found.trend) == 10
    assert found.trend[0] == 0
    assert found.seconds == pytest.approx((10 * 4.5 + 3 * 2) / 13)
    assert json.dumps(found.to_json())
    # A twentieth of a $10 bet, 60 hands an hour: $30.
    assert money_an_hour(Fraction(1, 20), 1000, 60) == 3000


def test_statistics_of_nothing() -> None:
    found = statistics([])
    assert (found.hands, found.lost_a_hand, found.kinds, found.leaks, found.trend, found.seconds) == (
        0,
        None,
        (),
        (),
        (),
        None,
    )


def test_real_exercises_are_recorded() -> None:
    profile, now = Profile(), START
    for number in range(4):
        exercise = train.make(RULES, "hand", f"{number}")
        while not exercise.over:
            question = len(exercise.grades)
            item, given = exercise.covers[question : question + 1], exercise.answer(exercise.key_answer())
            now += timedelta(seconds=10)
            made = profile.record(train.key_of(exercise), item, given, when=now, question=question, seconds=10)
            assert isinstance(made, Attempt)
            assert made.gap is not None
    assert statistics(profile.attempts).lost_a_hand == 0
    assert Profile.from_json(profile.to_json()) == profile
