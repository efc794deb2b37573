"""Coverage and the table test: nothing is left out, a sitting can be left and taken up again, and the sheet adds up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest
from tests.sizes import sized
from tests.train.dealer_games import GAMES, class_of, sampled

from houseway.catalog import any_game_class, banked_ids, game, game_ids
from houseway.errors import HousewayError, OptionError, RecordError, UnknownGame
from houseway.rules.game import Game, TableGame
from houseway.train.covering import coverage
from houseway.train.exam import Exam
from houseway.train.exercise import Exercise, Grade, Judged, Key
from houseway.train.forms import AnswerError, Money, OneOf, Payout
from houseway.train.items import all_cases, all_items, item_words
from houseway.train.registry import can_examine, dealer_kinds, key_of, make
from houseway.train.score_sheet import ScoreSheet
from houseway.train.sitting import Answered, Sitting

AMONG_PLAYERS = [name for name in game_ids() if not issubclass(any_game_class(name), Game)]
every_kind_of_game = pytest.mark.parametrize("name", [*GAMES, *AMONG_PLAYERS])


def editions(name: str) -> Iterator[TableGame[Any]]:
    kind: type[TableGame[Any]] = any_game_class(name) if name in AMONG_PLAYERS else class_of(name)
    yield from (kind.make(edition.name) for edition in kind.editions)


def variants(name: str) -> Iterator[TableGame[Any]]:
    """Every edition, a shoe that is kept, and some with options at random."""
    yield from editions(name)
    if name == "two-card-roo":
        yield game(name, decks=6)
    if name in GAMES:
        count = len(class_of(name).editions)
        for number, made in sampled(name, count + sized(quick=0, test=1, thorough=30)):
            if number >= count:
                yield made


@every_kind_of_game
def test_every_step_and_every_row_is_examined(name: str) -> None:
    for made in variants(name):
        # These examine everything between them, in a fraction of the time of all kinds.
        kinds = ("next", "pay", "read") if isinstance(made, Game) else ()
        found = coverage(made, kinds)
        assert tuple(found) == all_items(made)
        assert {item for item, examined in found.items() if not examined} == set()
        assert all(item_words(made, item) != item for item in found)


@every_kind_of_game
@pytest.mark.slow
def test_every_kind_examines_something(name: str) -> None:
    made = next(editions(name))
    found = coverage(made)
    assert {kind for kinds in found.values() for kind in kinds} == set(dealer_kinds(made))
    rows = [name for name, case in all_cases(made).items() if case.row is not None]
    assert all("pay" in found[row] or "pots" in found[row] for row in rows)


@every_kind_of_game
def test_an_exam_covers_everything_in_few_exercises(name: str) -> None:
    for made in list(editions(name))[: sized(quick=1, test=1, thorough=9)]:
        exam = Exam(made, "monday")
        assert exam.uncovered == ()
        assert {key.kind for key in exam.keys} == set(dealer_kinds(made))
        assert len(exam.keys) < len(all_items(made))
        dealt = [exam.exercise(key) for key in exam.keys if key.kind == "error"]
        assert {bool(exercise.covers) for exercise in dealt} == ({True, False} if isinstance(made, Game) else set())
        assert Exam(made, "monday").keys == exam.keys
        assert Exam(made, "tuesday").keys != exam.keys
        sitting = Sitting(exam)
        while sitting.exercise is not None:
            assert sitting.question is not None
            assert sitting.answer(sitting.exercise.key_answer()).right
        sheet = ScoreSheet.of(sitting, name="Kim", date="2026-03-01")
        assert sheet.passed
        assert (sheet.percent, sheet.errors, sheet.late) == (100, (), 0)


# --- a sitting ---


def small(**settings: Any) -> Exam:
    return Exam(game("mini-tex"), "small", kinds=("read", "pay"), **settings)


@cache
def small_keys() -> tuple[Key, ...]:
    """The exercises of all of these exams: they do not depend on marks and times."""
    return small().keys


def wrong(sitting: Sitting) -> dict[str, Any]:
    """An answer of which every part that can easily be wrong is."""
    question, exercise = sitting.question, sitting.exercise
    assert question is not None
    assert exercise is not None
    given = exercise.key_answer()
    for part in question.parts:
        if isinstance(part.form, OneOf):
            given[part.id] = next(item.id for item in part.form.choices if item.id != given[part.id])
        elif isinstance(part.form, Payout):
            given[part.id] = {"do": "pay", "cents": 1}
        elif isinstance(part.form, Money):
            given[part.id] += 1
    return given


def sit(exam: Exam, *, errors: int = 0, seconds: float = 2) -> Sitting:
    sitting = Sitting(exam, small_keys())
    while sitting.exercise is not None:
        given = wrong(sitting) if len(sitting.answers) < errors else sitting.exercise.key_answer()
        sitting.answer(given, seconds)
    return sitting


def test_an_exam_is_passed_at_the_mark_and_failed_below_it() -> None:
    asked = len(sit(small()).answers)
    for errors in (0, 1, 2, asked):
        right, sitting = asked - errors, sit(small(), errors=errors)
        for mark in {1, 50, 80, 100, max(1, 100 * right // asked), min(100, 100 * right // asked + 1)}:
            sheet = ScoreSheet.of(sitting, name="Kim", date="2026-03-01")
            sheet = replace(sheet, exam=small(pass_mark=mark))
            assert (sheet.right, sheet.asked) == (right, asked)
            kinds = {kind: [item.right for item in sitting.answers if item.kind == kind] for kind in ("read", "pay")}
            each = all(enough(found, mark) for found in kinds.values())
            assert sheet.passed is (100 * right >= mark * asked and each)
            assert {kind for kind in kinds if not enough(kinds[kind], mark)} == set(sheet.failed_kinds)


def enough(answers: list[bool], mark: int) -> bool:
    """Whether the answers to one kind of exercise pass: of fewer than five, one may be wrong beside a right one."""
    share = Fraction(100 * answers.count(True), len(answers))
    return share >= mark if len(answers) >= 5 else answers.count(False) < 2 and any(answers)


@pytest.mark.parametrize(
    ("right", "asked", "mark", "passed"),
    [
        (1, 1, 80, True), (0, 1, 1, False), (1, 2, 80, True), (3, 4, 100, True), (2, 4, 50, False), (4, 5, 80, True),
        (3, 5, 80, False), (4, 5, 81, False), (16, 31, 80, False),
    ],
)  # fmt: skip
def test_every_kind_has_a_mark_of_its_own(right: int, asked: int, mark: int, passed: bool) -> None:
    """Ninety-nine right answers of another kind do not make up for it."""
    answers = [("round", number < right) for number in range(asked)] + [("next", True)] * 99
    answered = [
        Answered({}, 1, item, kind, Grade((Judged("act", done, "", ""),)), late=False)
        for item, (kind, done) in enumerate(answers)
    ]
    exam = small(pass_mark=mark)
    sheet = ScoreSheet.of(Done(exam, len(answers), len(answers), answered, 1), name="Kim", date="")
    overall = 100 * (right + 99) >= mark * len(answers)
    assert sheet.passed is (passed and overall)
    assert sheet.to_json()["by_kind"]["round"] == {"right": right, "asked": asked, "passed": passed}


@pytest.mark.parametrize("name", banked_ids())
def test_who_does_every_second_act_wrong_does_not_pass(name: str) -> None:
    sitting = Sitting(Exam(game(name), "second"))
    acts = 0
    while (exercise := sitting.exercise) is not None:
        given = exercise.key_answer()
        if "act" in given:
            acts += 1
            given = {"act": {"do": "close"}} if acts % 2 and given["act"]["do"] != "close" else given
        sitting.answer(given)
    assert not ScoreSheet.of(sitting, name="Kim", date="").passed


def test_who_does_every_second_act_of_a_round_wrong_does_not_pass() -> None:
    """Nine single questions are right, and of the 31 acts of one round every second is not."""
    right = [(item, True) for item in range(9)] + [(9, number % 2 == 0) for number in range(31)]
    answers = [
        Answered({}, 1, item, "", Grade((Judged("act", done, "", ""),)), late=False) for item, done in right
    ]  # fmt: skip
    sheet = ScoreSheet.of(Done(small(), 10, 10, answers, 40), name="Kim", date="")
    assert sheet.points == 9 + Fraction(16, 31)
    assert sheet.share == Fraction(9 + 16, 40)
    assert not sheet.passed


class Done(NamedTuple):
    """A sitting that is over, by its judgements alone."""

    exam: Exam
    exercises: int
    number: int
    answers: list[Answered]
    seconds: float


def test_every_exercise_weighs_alike() -> None:
    """A round with many questions counts as much as a single question, by the share of them that is right."""
    exam = Exam(game("two-card-roo"), "alike", kinds=("next", "round"))
    assert {key.kind for key in exam.keys} == {"next", "round"}
    sitting, slips = Sitting(exam), 0
    while (exercise := sitting.exercise) is not None:
        right = exercise.key_answer()["act"]
        slip = exercise.kind == "round" and len(exercise.grades) % 2 == 0 and right["do"] != "close"
        slips += slip
        sitting.answer({"act": {"do": "close"} if slip else right})
    rounds = [answer for answer in sitting.answers if answer.kind == "round"]
    assert sum(not answer.right for answer in rounds) == slips > 1
    sheet = ScoreSheet.of(sitting, name="Kim", date="")
    whole = sum(key.kind == "next" for key in exam.keys)
    halves = [
        Fraction(sum(answer.right for answer in answers), len(answers))
        for item in range(len(exam.keys))
        if (answers := [answer for answer in rounds if answer.item == item])
    ]
    assert sheet.points == whole + sum(halves)
    questions = Fraction(sum(answer.right for answer in sitting.answers), len(sitting.answers))
    assert sheet.percent == int(100 * min(sheet.points / len(exam.keys), questions))


def test_an_exercise_that_is_not_answered_to_its_end_has_no_points() -> None:
    sitting = Sitting(Exam(game("two-card-roo"), "alike", kinds=("round",)))
    assert sitting.exercise is not None
    sitting.answer(sitting.exercise.key_answer())
    sheet = ScoreSheet.of(sitting, name="Kim", date="")
    assert not sheet.points
    assert (sheet.right, sheet.asked, sheet.finished) == (1, 1, False)


def test_a_kind_alone_has_exercises_about_what_it_examines(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(game: TableGame[Any], kind: str, seed: str, about: str = "") -> Exercise:
        made.append(about)
        return make(game, kind, seed, about)

    monkeypatch.setattr("houseway.train.exam.make", counted)
    exam = Exam(game("mini-tex"), "alone", kinds=("pay",))
    assert {key.kind for key in exam.keys} == {"pay"}
    assert all(can_examine(exam.game, "pay", about) for about in made)
    assert exam.uncovered
    assert not any(can_examine(exam.game, "pay", item) for item in exam.uncovered)


def test_errors_are_told_by_step_with_what_they_cost() -> None:
    sitting = sit(small(), errors=99)
    sheet = ScoreSheet.of(sitting, name="Kim", date="2026-03-01")
    parts = [part for answer in sitting.answers for part in answer.grade.parts if not part.right]
    assert sum(item.errors for item in sheet.errors) == len(parts)
    assert sum(item.cost for item in sheet.errors) == sum(part.cost for part in parts) != 0
    assert [item.step.path for item in sheet.errors] == sorted({part.step.path for part in parts if part.step})
    data = json.loads(json.dumps(sheet.to_json()))
    assert data["name"] == "Kim"
    assert data["date"] == "2026-03-01"
    assert data["fingerprint"] == game("mini-tex").fingerprint
    assert data["right"] == sum(kind["right"] for kind in data["by_kind"].values())
    assert data["asked"] == sum(kind["asked"] for kind in data["by_kind"].values())
    assert not data["passed"]
    assert {item["step"]["ref"] for item in data["errors"]} >= {"11", "12B"}


def test_a_late_answer_counts_as_wrong() -> None:
    sheet = ScoreSheet.of(sit(small(seconds_per_question=5), seconds=5), name="Kim", date="")
    assert sheet.late == 0
    assert sheet.passed
    sheet = ScoreSheet.of(sit(small(seconds_per_question=5), seconds=5.1), name="Kim", date="")
    assert (sheet.right, sheet.late) == (0, sheet.asked)
    assert not sheet.passed
    assert sheet.errors


def test_the_whole_exam_may_have_a_limit() -> None:
    sitting = sit(small(seconds=10), seconds=4)
    assert [answer.late for answer in sitting.answers] == [number >= 2 for number in range(len(sitting.answers))]


def test_a_sitting_is_taken_up_where_it_was_left() -> None:
    sitting = Sitting(small(seconds_per_question=30), small_keys())
    whole = sit(small(seconds_per_question=30), errors=2)
    for answer in whole.answers:
        again = Sitting.from_json(json.loads(json.dumps(sitting.to_json())))
        assert again.question is not None
        assert sitting.question is not None
        assert again.question.to_json() == sitting.question.to_json()
        assert again.number == sitting.number
        sitting = again
        assert not ScoreSheet.of(sitting, name="Kim", date="").passed, "an exam that is not finished is not passed"
        assert sitting.answer(answer.given, answer.seconds).to_json() == answer.grade.to_json()
    assert sitting.over
    sheets = [ScoreSheet.of(item, name="Kim", date="").to_json() for item in (sitting, whole)]
    assert sheets[0] == sheets[1]


def test_what_is_no_answer_changes_nothing() -> None:
    sitting = Sitting(small(), small_keys())
    before = sitting.to_json()
    for given, seconds in (({}, 1), (None, 1), ("take", 1), ({"no such part": 1}, 1)):
        with pytest.raises(AnswerError):
            sitting.answer(given, seconds)
    assert sitting.exercise is not None
    late: Any
    for late in (-1, float("nan"), float("inf"), "5", None, True):
        with pytest.raises(AnswerError, match="a number of seconds"):
            sitting.answer(sitting.exercise.key_answer(), late)
    assert sitting.to_json() == before
    done = sit(small())
    with pytest.raises(AnswerError, match="This exam is over"):
        done.answer({})


# --- settings ---


@pytest.mark.parametrize(
    "settings",
    [
        {"pass_mark": 0}, {"pass_mark": 101}, {"pass_mark": "80"}, {"pass_mark": 79.5}, {"seconds": 0}, {"seconds": -5},
        {"seconds_per_question": 1.5}, {"seconds_per_question": True}, {"kinds": ("pots",)}, {"kinds": ("next", "dance")},
        {"seed": 7},
    ],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as refused:
        Exam(game("mini-tex"), **{"seed": "x", **settings})
    assert str(refused.value).endswith(".")


def test_an_exam_is_read_from_its_settings() -> None:
    exam = Exam(game("mini-tex", "ace-king", bets="1/2/3"), "again", 75, 20, 900, ("next", "pay"))
    again = Exam.from_json(json.loads(json.dumps(exam.to_json())))
    assert again.to_json() == exam.to_json()
    assert again.keys == exam.keys
    assert all(key == key_of(exam.exercise(key)) for key in exam.keys)


@pytest.mark.parametrize(
    ("change", "kind", "match"),
    [
        ({"version": 2}, RecordError, "a newer houseway"),
        ({"version": "1"}, RecordError, "damaged"),
        ({"game": "no-such-game"}, UnknownGame, "no game"),
        ({"game": 7}, HousewayError, "no game"),
        ({"edition": "no-such-edition"}, OptionError, "no edition"),
        ({"options": {"no-such-option": 1}}, OptionError, "no-such-option"),
        ({"options": 5}, RecordError, "damaged"),
        ({"fingerprint": "0" * 64}, OptionError, "retired"),
        ({"pass_mark": None}, OptionError, "pass mark"),
        ({"kinds": None}, RecordError, "damaged"),
        ({"kinds": [["next"]]}, OptionError, "no exercise"),
    ],
)
def test_a_damaged_exam_is_refused_in_one_sentence(
    change: dict[str, Any], kind: type[HousewayError], match: str
) -> None:
    with pytest.raises(kind, match=match) as refused:
        Exam.from_json({**small().to_json(), **change})
    assert str(refused.value).endswith(".")
    data = {key: value for key, value in small().to_json().items() if key not in change}
    with pytest.raises(HousewayError):
        Exam.from_json(data)


@pytest.mark.parametrize("data", [None, 7, [], {}, {"answers": []}, {"exam": {}, "keys": [], "answers": []}])
def test_what_is_no_sitting_is_refused(data: Any) -> None:
    with pytest.raises(RecordError, match="damaged"):
        Sitting.from_json(data)


@pytest.mark.parametrize(
    "change",
    [
        {"keys": None}, {"keys": [7]}, {"keys": [{}]}, {"answers": [7]}, {"answers": [{}]}, {"answers": None},
        {"answers": [{"given": {}, "seconds": 1}]},
    ],
)  # fmt: skip
def test_a_damaged_sitting_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="damaged"):
        Sitting.from_json({**sit(small()).to_json(), **change})
