"""Spot the error: every error is caught and described, and a clean round is never flagged."""

from __future__ import annotations

import json

import pytest
from tests.sizes import sized
from tests.train.dealer_games import cards_in, cards_seen, class_of, every_game, resumed, sampled

from houseway.contract.samples import pick, stream
from houseway.rules.procedure import Decide, Prepare
from houseway.table import events as ev
from houseway.train.acts import Menu, acts_of
from houseway.train.errors import dealing_of, slips
from houseway.train.find_error import KINDS, find, possible_kinds
from houseway.train.forms import OneOf
from houseway.train.items import all_steps
from houseway.train.rounds import rounds
from houseway.train.spot_error import NONE, SpotError

ROUNDS = sized(quick=4, test=6, thorough=250)
EXERCISES = sized(quick=8, test=8, thorough=600)


@every_game
def test_every_error_is_found_and_a_clean_round_never_flagged(name: str) -> None:
    made: set[str] = set()
    for number, game in sampled(name, ROUNDS):
        round_ = next(rounds(game, f"errors {name} {number}", most_seats=4))
        menu = Menu(game, round_.seats)
        acts = acts_of(round_, menu)
        assert find(menu, acts, dealing_of(round_)) is None
        for slip in slips(menu, round_):
            made.add(slip.kinds[0])
            assert set(slip.kinds) <= KINDS.keys()
            assert slip.kinds[0] in possible_kinds(menu)
            assert slip.at < slip.until <= len(slip.dealing)
            told = slip.dealing[: max(min(slip.least, slip.until), slip.at + 1)]
            found = find(menu, acts, told)
            assert found is not None, (slip.kinds, slip.dealing[slip.at])
            assert found.at == slip.at, (slip.kinds, slip.dealing[slip.at])
            assert found.kinds == slip.kinds, "named by the two acts as by whoever made the error"
            assert found.why.endswith(".")
            _described(slip.kinds[0], found.why, found.cost, slip.dealing[slip.at][0])
    least = {"order", "face", "count", "paid", "payout", "taken", "early"}
    assert least <= made if ROUNDS > 4 else made


def _described(kind: str, why: str, cost: int, event: ev.Event) -> None:
    """The words and the cost go with the kind of the error."""
    match kind:
        case "payout":
            assert "is paid" in why
            assert cost
        case "taken":
            assert "wins and is paid, not taken" in why
            assert cost < 0
        case "paid" | "folded":
            assert "loses and is taken" in why
            assert cost > 0
        case "push":
            assert "pushes and stays" in why
            assert cost
        case "face":
            assert "face" in why
            assert isinstance(event, ev.Dealt)
        case "burn":
            assert why.startswith("A burn is missed")
        case "count":
            assert why.startswith("It is ")
        case "qualifier":
            assert "qualif" in why
        case "set":
            assert why.startswith(("By the house way", "The cards that play"))
        case "early":
            assert why.startswith("The cards are collected too early")
        case _:
            assert why


@every_game
def test_the_key_is_right_and_everything_else_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, clean = stream(f"spot {name}"), 0
    for number, game in sampled(name, EXERCISES):
        seed = f"{name} {number}"
        exercise = SpotError(game, seed)
        question = exercise.question
        assert question is not None
        key, sent = exercise.key_answer(), question.to_json()
        clean += key["line"] == NONE
        assert (key["line"] == NONE) is (key["error"] == NONE) is (exercise.slip is None)
        assert cards_in(sent) <= cards_seen([event for event, _ in exercise.dealing])
        assert all(
            settled["reason"] == "" for felt in sent["felts"] for seat in felt["seats"] for settled in seat["settled"]
        )
        assert len(sent["felts"]) == len(sent["told"])
        assert sent["view"] == sent["felts"][-1]
        lines, kinds = (part.form for part in question.parts)
        assert isinstance(lines, OneOf)
        assert isinstance(kinds, OneOf)
        assert [choice.label for choice in lines.choices[1:]] == list(question.told)
        assert {choice.id for choice in kinds.choices} == {NONE, *possible_kinds(exercise.menu)}
        again = SpotError(game, seed)
        assert again.question is not None
        assert again.question.to_json() == sent
        assert again.answer(json.loads(json.dumps(key))).right
        assert again.over
        wrong = {
            "line": pick(numbers, [one.id for one in lines.choices if one.id != key["line"]]),
            "error": pick(numbers, [one.id for one in kinds.choices if one.id not in exercise._names]),
        }
        given = {**key, **({"line": wrong["line"]}, {"error": wrong["error"]}, wrong)[numbers.below(3)]}
        grade = exercise.answer(given)
        assert not grade.right
        assert [part.right for part in grade.parts] == [given[name] == key[name] for name in ("line", "error")]
        assert all(part.why for part in grade.parts)
        kept = resumed(exercise, [given], monkeypatch)
        assert kept.over
        assert kept.grades[0].to_json() == grade.to_json()
    assert EXERCISES / 6 < clean < EXERCISES / 2 or EXERCISES < 50


@every_game
def test_every_step_can_go_wrong_but_preparations_and_decisions(name: str) -> None:
    game = class_of(name).make()
    for about, step in all_steps(game).items():
        if not isinstance(step, Prepare | Decide):  # who decides first is nobody's error where no side is named
            assert about in SpotError(game, "wish", about).covers


def test_cards_are_exposed_only_as_the_error_has_it() -> None:
    game, seen = class_of("mini-tex").make(), 0
    for number in range(sized(quick=80, test=80, thorough=600)):
        exercise = SpotError(game, f"exposed {number}")
        if exercise.slip is None or exercise.slip.kinds[0] != "face":
            continue
        line = exercise.lines[int(exercise.key_answer()["line"]) - 1]
        event = exercise.dealing[line.at][0]
        assert isinstance(event, ev.Dealt)
        hidden = {card for card in event.cards if card in cards_in(line.felt)}
        assert hidden == (set(event.cards) if event.face == "up" else set())
        seen += 1
    assert seen
