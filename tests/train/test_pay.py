"""Pay: what the key says is what the round has paid; other payouts are wrong by what they cost, and nonsense is refused."""

from __future__ import annotations

import itertools
import json
import re
from copy import deepcopy
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import cards_in, cards_seen, class_of, every_game, resumed, sampled

from houseway.cards import parse_cards
from houseway.rules.game import Game
from houseway.rules.wagers import Kind
from houseway.table import events as ev
from houseway.train.forms import RACK, AnswerError, LaidRow, Payout, fewest_chips
from houseway.train.pay import PayWagers

MANY = sized(quick=40, test=50, thorough=3000)


def cents(answer: Any) -> int:
    chips: dict[str, int] = answer.get("chips", {})
    return int(answer.get("cents", 0)) + sum(int(worth) * n for worth, n in chips.items())


def net(game: Game[Any], exercise: PayWagers, answers: dict[str, Any]) -> int:
    """What the seat wins by these answers, worked out from the stakes on the felt."""
    stakes, total = exercise.round.spot(exercise.seat).stakes, 0
    for wager, answer in answers.items():
        stake = stakes.get(wager, 0)
        if isinstance(answer, int):  # what goes back of a stake that is lost in part
            total += answer - stake
        elif answer["do"] == "pay":
            total += cents(answer) - (stake if game.wager[wager].kind is Kind.PROGRESSIVE else 0)
        elif answer["do"] == "take":
            total -= stake
    return total


@every_game
def test_the_key_pays_what_the_round_pays(name: str) -> None:
    for number, game in sampled(name, MANY):
        exercise = PayWagers(game, f"pay {number}")
        key = exercise.key_answer()
        closed = exercise.round.events[-1]
        assert isinstance(closed, ev.RoundClosed)
        assert net(game, exercise, key) == closed.net[exercise.seat]
        assert key.keys() >= exercise.round.spot(exercise.seat).stakes.keys()
        for answer in key.values():
            if isinstance(answer, dict) and answer["do"] == "pay":
                assert cents(answer) > 0, "chips make the amount"
        grade = exercise.answer(json.loads(json.dumps(key)))
        assert grade.right
        assert not any(part.cost or part.note for part in grade.parts)
        assert exercise.over


@every_game
def test_other_payouts_are_wrong_by_what_they_cost(name: str) -> None:
    for number, game in sampled(name, MANY // 3):
        key = PayWagers(game, f"pay {number}").key_answer()
        for wager, right in key.items():
            if isinstance(right, int):
                continue
            for slip in ({"do": "take"}, {"do": "push"}, {"do": "pay", "cents": cents(right) + 50}):
                exercise = PayWagers(game, f"pay {number}")
                given = {**key, wager: slip}
                if slip["do"] == right["do"] != "pay":
                    continue
                grade = exercise.answer(given)
                part = next(part for part in grade.parts if part.id == wager)
                assert part.cost == net(game, exercise, given) - net(game, exercise, key)
                bonus = not exercise.round.spot(exercise.seat).stakes.get(wager)
                nothing = bonus and right["do"] != "pay" and slip["do"] != "pay"  # no chip moves either way
                assert part.right is nothing
                assert all(other.right for other in grade.parts if other.id != wager)
                assert part.step is not None


@every_game
def test_every_row_of_every_pay_table_can_be_asked_for(name: str) -> None:
    for edition in class_of(name).editions[: sized(quick=1, test=2, thorough=100)]:
        game = class_of(name).make(edition.name)
        for wager in game.wagers:
            for row in range(1, len(wager.paid_hands) + 1):
                id = f"{wager.id}/{row}"
                exercise = PayWagers(game, "rows", f"case {id}")
                assert f"case {id}" in exercise.covers
                paid = [event for event in exercise.round.events if isinstance(event, ev.Settled)]
                assert any((event.seat, event.wager, event.case) == (exercise.seat, wager.id, id) for event in paid)


@every_game
def test_the_question_says_nothing_of_the_answer(name: str) -> None:
    for number, game in sampled(name, MANY // 3):
        exercise = PayWagers(game, f"pay {number}")
        question = exercise.question
        assert question is not None
        data = question.to_json()
        assert cards_in(data) <= cards_seen(exercise.round.events)
        seat = next(seat for seat in data["view"]["seats"] if seat["seat"] == exercise.seat)
        assert seat["settled"] == []
        assert not seat["words"]
        assert data["view"]["net"] is None
        assert data["view"]["server_seed"] is None
        assert not any("wins" in line or "loses" in line or "pays" in line for line in data["told"])


def test_more_chips_than_needed_are_right_with_a_word_about_it() -> None:
    game = class_of("high-card-flush").make()
    exercise = PayWagers(game, "1", "case flush/3")
    key = exercise.key_answer()
    amount = cents(key["flush"])
    given = {**key, "flush": {"do": "pay", "chips": {"50": amount // 50}}}
    part = next(part for part in exercise.answer(given).parts if part.id == "flush")
    assert part.right
    chips = ", ".join(f"{n} of ${worth // 100}" for worth, n in fewest_chips(amount).items())
    assert part.note == f"Fewer chips would do: {chips}."


def test_the_rack_makes_every_amount_and_is_the_same_whatever_is_paid() -> None:
    assert all(larger % smaller == 0 for smaller, larger in itertools.pairwise(RACK))
    for amount in (25, 40, 99, 840, 101_408):
        assert sum(worth * count for worth, count in fewest_chips(amount).items()) == amount
    game = class_of("high-card-flush").make()
    for number in range(20):
        question = PayWagers(game, f"{number}").question
        assert question is not None
        forms = [part.form for part in question.parts if isinstance(part.form, Payout)]
        assert forms
        assert all(form.chips == RACK for form in forms)


def test_a_share_of_the_meter_is_of_what_the_meter_shows() -> None:
    game = class_of("high-card-flush").make()
    for number in range(sized(quick=3, test=10, thorough=100)):
        exercise = PayWagers(game, f"{number}", "case progressive/2")
        question = exercise.question
        assert question is not None
        assert question.view is not None
        assert cents(exercise.key_answer()["progressive"]) == question.view["meter"] // 10


NONSENSE: tuple[Any, ...] = (
    None, 7, "take", [], {}, {"ante": "pay"}, {"nothing": {"do": "take"}}, {"ante": {"do": "give"}},
    {"ante": {"do": "pay"}}, {"ante": {"do": "pay", "chips": {"500": "two"}}}, {"ante": {"do": "pay", "cents": "ten"}},
    {"ante": {"do": "pay", "chips": {"7": 1}}}, {"ante": {"do": "pay", "chips": {"500": -1}}},
    {"ante": {"do": "pay", "cents": -5}}, {"ante": {"do": "pay", "cents": 1.5}}, {"ante": {"do": "pay", "cents": True}},
)  # fmt: skip


@pytest.mark.parametrize("given", NONSENSE)
def test_what_is_no_answer_is_refused_and_the_question_stays(given: Any) -> None:
    exercise = PayWagers(class_of("mini-tex").make(), "1")
    key, before = exercise.key_answer(), exercise.question
    if isinstance(given, dict) and "ante" in given:
        given = {**key, **given}
    with pytest.raises(AnswerError) as refused:
        exercise.answer(deepcopy(given))
    assert str(refused.value).endswith((".", "?"))
    assert exercise.question is not None
    assert before is not None
    assert exercise.question.to_json() == before.to_json()
    assert not exercise.grades
    assert exercise.answer(key).right
    with pytest.raises(AnswerError, match="answered already"):
        exercise.answer(key)


@every_game
def test_the_same_key_makes_the_same_exercise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, game in sampled(name, 5):
        exercise = PayWagers(game, f"pay {number}")
        key, asked = exercise.key_answer(), exercise.question
        assert asked is not None
        again = resumed(exercise, [], monkeypatch)
        assert again.question is not None
        assert json.dumps(again.question.to_json()) == json.dumps(asked.to_json())
        exercise.answer(key)
        again = resumed(exercise, [key], monkeypatch)
        assert again.over
        assert again.grades == exercise.grades


@pytest.mark.parametrize(
    ("form", "given"), [(LaidRow(parse_cards("4c Ks")), None), (Payout(), "take"), (Payout(), {"do": "pay"})]
)
def test_a_refusal_shows_an_answer_of_the_form(form: LaidRow | Payout, given: object) -> None:
    with pytest.raises(AnswerError) as refused:
        form.read(given)
    shown = re.findall(r"\{(?:[^{}]|\{[^{}]*\})*\}", str(refused.value))
    assert shown
    for answer in shown:
        form.read(json.loads(answer))
