"""Exercises about cases: a rare one is dealt, feedback quotes it, and no word of a game's rules is part of a name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.sizes import sized
from tests.train.dealer_games import class_of, every_game

from houseway import train
from houseway.catalog import any_game_class, game, game_ids
from houseway.rules.game import Game, HouseCards, Offer, Spot, TableGame
from houseway.rules.procedure import EQUAL, Decide, EachSeat, Settle, Step
from houseway.rules.showing import HandNames
from houseway.table import events as ev
from houseway.train.exam import Exam
from houseway.train.exercise import Exercise, Key
from houseway.train.items import all_cases, all_items, all_steps, current_item, step_name
from houseway.train.pay import PayWagers
from houseway.train.profile import Attempt
from houseway.train.registry import can_examine, key_of, make


@every_game
def test_hands_that_are_equal_can_be_asked_for(name: str) -> None:
    """Chance brings a tie once in hundreds of rounds."""
    made = class_of(name).make()
    compares = made.has_classes
    equal = [
        item
        for item, case in all_cases(made).items()
        if case.case and EQUAL.key in [when.key for when in case.case.when] and compares
    ]
    for item in equal:
        for seed in range(5):
            exercise = PayWagers(made, str(seed), item)
            spot, house = exercise.round.spot(exercise.seat), exercise.round.house
            assert made.player_class(spot, house)[0] == made.dealer_class(house)[0]
            assert not spot.folded


@every_game
def test_a_case_that_is_asked_for_is_met(name: str) -> None:
    made = class_of(name).make()
    for item, case in all_cases(made).items():
        steps = [all_steps(made)[step_name(path)] for path in case.paths]
        kinds = ["read"] if all(isinstance(step, Decide) for step in steps) else ["next", "round"]
        for kind in kinds:
            assert not can_examine(made, kind, item) or item in make(made, kind, "met", item).covers
        if all(isinstance(step, Settle) for step in steps) and can_examine(made, "pay", item):
            exercise = PayWagers(made, "met", item)
            met = {event.case for event in exercise.round.events if isinstance(event, ev.Settled)}
            assert case.id in met or case.wager in made.wagers.bonuses


def test_feedback_quotes_the_case_and_names_both_hands() -> None:
    flush = game("high-card-flush")
    exercise = make(flush, "pay", "words", "case loss")
    assert isinstance(exercise, PayWagers)
    spot, house = exercise.round.spot(exercise.seat), exercise.round.house
    grade = exercise.answer({part.id: {"do": "push"} for part in exercise.question.parts})  # type: ignore[union-attr]
    why = next(part.why for part in grade.parts if part.id == "ante")
    mine, dealers = flush.names.hand(spot, house), flush.names.dealer(house)
    assert why.startswith(f"The player's {mine}{',' if ',' in mine else ''} loses to the dealer's {dealers}.")
    assert why.endswith("4b: If the dealer qualifies and the dealer's hand is higher: Collect Ante and Raise.")
    assert [part.case for part in grade.parts if part.id == "ante"] == ["loss"]


def test_an_act_that_is_wrong_is_told_by_its_case() -> None:
    exercise = make(game("mini-tex"), "round", "acts", "case not-qualified")
    while exercise.question is not None:
        act = exercise.key_answer()["act"]
        if act["do"] == "settle" and act["wager"] == "ante":
            part = exercise.answer({"act": {**act, "how": {"do": "take"}}}).parts[0]
            if part.case == "not-qualified":
                break
        else:
            exercise.answer({"act": act})
    assert "13A: If the dealer doesn't qualify: Pay Ante" in part.why


def reworded(name: str) -> TableGame[Any]:
    """The game with other words in its steps, cases and conditions, and for its hands and decisions."""
    kind: Any = any_game_class(name)

    def other(step: Any) -> Step:
        when = step.when and step.when._replace(words=f"so that {step.when.words}")
        cases = tuple(
            replace(case, when=tuple(item._replace(words=f"perhaps {item.words}") for item in case.when))
            for case in step.cases
        )
        inner = {"steps": tuple(other(item) for item in step.steps)} if isinstance(step, EachSeat) else {}
        words = {"text": f"Kindly: {step.text}"} if step.text else {}
        changed: Step = replace(step, when=when, cases=cases, note=f"Mind that. {step.note}", **words, **inner)
        return changed

    def make_procedure(self: Any) -> tuple[Step, ...]:
        return tuple(other(step) for step in kind.make_procedure(self))

    def describe(self: Any, hole: Any, community: Any) -> str:
        return f"a fine {kind.describe(self, hole, community)}"

    made: dict[str, Any] = {"make_procedure": make_procedure, "describe": describe}
    if issubclass(kind, Game):
        made["names_type"] = type("OtherNames", (OtherNames, kind.names_type), {})
    changed: Any = type(kind.__name__, (kind,), made)
    found: TableGame[Any] = changed.make()
    return found


class OtherNames(HandNames):
    """Other words for hands and decisions; kinds of hands keep their names."""

    def hand(self, spot: Spot, house: HouseCards) -> str:
        return f"a fine {super().hand(spot, house)}"

    def dealer(self, house: HouseCards) -> str:
        return f"a plain {super().dealer(house)}"

    def offer(self, at: str, offer: Offer, spot: Spot) -> tuple[str, str]:
        key, label = super().offer(at, offer, spot)
        return key, f"You may: {label}"


FEW = ("mini-tex", "high-card-flush", "two-card-roo", "mini-tex-pvp")
PLAYED = ("two-card-roo", "mini-tex-pvp")  # the others take longer to count than a test may take


@pytest.mark.parametrize("name", sized(quick=FEW[2:], test=FEW, thorough=game_ids()))
def test_other_words_change_no_exercise(name: str) -> None:
    made, other = any_game_class(name).make(), reworded(name)
    assert [step.words for step in made.procedure] != [step.words for step in other.procedure]
    assert all_items(made) == all_items(other)
    for kind in train.dealer_kinds(made):
        for about in ("", *[item for item in all_items(made)[::5] if can_examine(made, kind, item)]):
            one, two = make(made, kind, "words", about), make(other, kind, "words", about)
            assert (key_of(one), one.covers) == (key_of(two), two.covers)
            assert structure(one) == structure(two)
    for kind in train.player_kinds(made) if name in PLAYED else ():
        for seed in ("words", "more words"):
            one, two = make(made, kind, seed), make(other, kind, seed)
            assert (key_of(one), one.covers, structure(one)) == (key_of(two), two.covers, structure(two))
    assert Exam(made, "words", kinds=("pots",) if name == "mini-tex-pvp" else ("next", "pay")).keys == (
        Exam(other, "words", kinds=("pots",) if name == "mini-tex-pvp" else ("next", "pay")).keys
    )


def structure(exercise: Exercise) -> list[Any]:
    """The questions and their right answers, without words."""
    found = []
    while exercise.question is not None:
        parts = [(part.id, type(part.form)) for part in exercise.question.parts]
        found.append((parts, exercise.key_answer()))
        exercise.answer(exercise.key_answer())
    return found


def test_a_row_is_found_by_its_old_name() -> None:
    tex = game("mini-tex")
    assert current_item(tex, "row pocket-poker: Pair") == "case pocket-poker/4"
    assert current_item(tex, "row pocket-poker: Nothing") == "row pocket-poker: Nothing"
    assert make(tex, "pay", "1", "row pocket-poker: Pair").covers == make(tex, "pay", "1", "case pocket-poker/4").covers


def test_a_stored_answer_about_a_row_counts_for_its_case() -> None:
    tex = game("mini-tex")
    key = Key("mini-tex", tex.edition, {}, tex.fingerprint, "pay", "1", "row pocket-poker: Pair")
    items = ["step 18.1", "row pocket-poker: Pair"]
    stored = {
        "key": key.to_json(), "items": items, "right": False, "when": "2026-01-01T00:00:00+00:00", "question": 0,
        "mark": "", "lost": None, "gap": None, "seconds": 1, "again": "", "wrong": items[1:],
    }  # fmt: skip
    read = Attempt.from_json(stored)
    assert read.items == ("step 18.1", "case pocket-poker/4")
    assert read.wrong == ("case pocket-poker/4",)
    gone = {**stored, "key": {**key.to_json(), "game": "no-such-game"}}
    assert Attempt.from_json(gone).items == tuple(items)
