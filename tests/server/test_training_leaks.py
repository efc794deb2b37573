"""Nothing that is sent before an answer tells it: no seed, no hidden card, no word of the judgement."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.leaks import cards_in
from tests.server.server_process import Guest, ServerProcess
from tests.server.training_answers import same_exercise, some_answer

from houseway.cards import DECK
from houseway.catalog import any_game_class, game_ids
from houseway.server.storage.schema import exams
from houseway.train import Exercise, Grade, dealer_kinds, key_of, player_kinds, resume
from houseway.train.exercise import Key

EXERCISES = [
    (game_id, role, kind)
    for game_id in game_ids()
    for role, kinds in (("dealer", dealer_kinds), ("player", player_kinds))
    for kind in kinds(any_game_class(game_id).make())
    if role == "dealer" or game_id in ("high-card-flush", "mini-tex-pvp")  # odds are counted where that is quick
]
MOST = 6  # questions of one exercise that are searched
ANSWERED = ("grades", "grade")  # judgements of what was answered before


def texts(value: Any) -> Iterator[str]:
    """Everything that is written in an answer of the server."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif value is not None:
        yield str(value)


def search(sent: Mapping[str, Any], exercise: Exercise, key: Key, given: list[Any]) -> None:
    """`sent` asks what the exercise asks now: whatever would tell the answer is in none of it. The answers that may be
    given have the right one among them; so they are searched only for cards that are out of sight."""
    question = sent["question"]
    assert {name: question[name] for name in ("prompt", "told")} == _plain(exercise, "prompt", "told")
    assert sent.get("summary") is None
    unanswered = {name: part for name, part in sent.items() if name not in ANSWERED}
    whole = json.dumps(unanswered, ensure_ascii=False)
    assert key.seed not in set(texts(unanswered))
    assert f'"{key.seed}' not in whole
    if key.about:
        assert key.about not in set(texts({name: part for name, part in unanswered.items() if name != "question"}))
    besides = {name: part for name, part in unanswered.items() if name not in ("felt", "question")}
    seen = cards_in(question["view"]) | cards_in(question["told"]) | cards_in(question.get("felts", []))
    assert cards_in(besides) <= seen
    assert cards_in(question["parts"]) <= seen, "a card that lies out of sight is among the answers"
    grade = _right(key, given)
    told = "\n".join(texts({**unanswered, "felt": None, "question": {**question, "parts": []}}))
    for part in grade.parts:
        for words in (part.why, part.expected, part.note):
            if len(words.split()) > 2:
                assert words not in told, words
    if grade.why:
        assert grade.why not in told
    assert not {"expected", "key_answer", "covers", "mark", "lost"} & _names(unanswered)


def _plain(exercise: Exercise, *names: str) -> dict[str, Any]:
    assert exercise.question is not None
    told = json.loads(json.dumps(exercise.question.to_json()))
    return {name: told[name] for name in names}


def _names(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        return {str(name) for name in value} | {name for part in value.values() for name in _names(part)}
    return {name for part in value for name in _names(part)} if isinstance(value, list) else set()


def still_to_come(questions: list[Mapping[str, Any]]) -> None:
    """In one round, with one deck: no card is written anywhere before the felt shows it."""
    for number, question in enumerate(questions):
        now = cards_in(question["view"])
        later = {card for other in questions[number:] for card in cards_in(other["view"])} - now
        assert not later & cards_in({**question, "view": None})


def _right(key: Key, given: list[Any]) -> Grade:
    """The judgement of the right answer after these, by another exercise of the same key."""
    again = resume(key, given)
    return again.answer(again.key_answer())


@pytest.mark.parametrize(("game", "role", "kind"), EXERCISES)
def test_nothing_tells_the_answer_to_an_exercise(live_house: ServerProcess, game: str, role: str, kind: str) -> None:
    guest = live_house.guest()
    answer = guest.post("/api/train/exercises", {"role": role, "game": game, "kind": kind})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    path, number = f"/api/train/exercises/{told['id']}", 0
    sent: list[list[dict[str, Any]]] = [[told, guest.get(path).json()]]
    given: list[Any] = []
    while told["question"] is not None:
        given.append(some_answer(told["question"]))
        refused = guest.post(f"{path}/answers", {"number": number, "answer": {}})
        told = guest.post(f"{path}/answers", {"number": number, "answer": given[-1]}).json()
        number = told["next"]
        sent[-1].append({**refused.json(), "question": sent[-1][0]["question"]})
        if told["question"] is not None:
            sent.append([told, guest.get(path).json()])
    if kind in ("round", "hand") and game != "two-card-roo":  # which has several decks
        still_to_come([asked[0]["question"] for asked in sent])
    key = Key(**told["summary"]["key"])
    exercise = resume(key)
    for asked, answers in list(zip(sent, given, strict=True))[:MOST]:
        for message in asked:
            search(message, exercise, key, given[: len(exercise.grades)])
        exercise.answer(answers)


def test_nothing_tells_the_answers_of_an_exam(live_house: ServerProcess) -> None:
    """Neither to the trainee nor in lists; the judgement of one answer not before all are given."""
    guest = live_house.guest()
    body = {"game": "three-card-roo", "kinds": ["read", "pay", "next"]}
    told = guest.post("/api/train/exams", body).json()
    path = f"/api/train/exams/{told['id']}"
    with live_house.engine() as connection:
        row = connection.execute(sa.select(exams).where(exams.c.id == told["id"])).one()
    keys = [Key(row.game, row.edition, row.options, row.fingerprint, *item) for item in row.plan]
    outside = [told, guest.get("/api/train/exams").json(), guest.get(path).json(), guest.get(f"{path}/sheet").json()]
    for message in outside:
        found = set(texts(message))
        assert not found & {row.seed, *(key.seed for key in keys), *(key.about for key in keys if key.about)}
    told = guest.post(f"{path}/start").json()
    for key in keys:
        exercise = resume(key)
        given: list[Any] = []
        while not exercise.over:
            for message in (told, guest.get(path).json()):
                assert row.seed not in set(texts(message))
                assert "grade" not in _names(message)
                search(message, exercise, key, given)
            given = [*given, some_answer(told["question"])]
            told = guest.post(f"{path}/answers", {"number": told["number"], "answer": given[-1]}).json()
            exercise.answer(given[-1])
    assert told["standing"] == "over"


def _unseen(told: Mapping[str, Any]) -> str:
    return next(card.text for card in DECK if card not in cards_in(told["question"]))


def test_the_search_finds_what_is_told(live_house: ServerProcess) -> None:
    """A search that finds nothing anywhere would prove nothing."""
    guest = Guest(live_house.address)
    asked = {"role": "dealer", "game": "high-card-flush", "kind": "pay", "seed": "found"}
    told = guest.post("/api/train/exercises", asked).json()
    exercise = same_exercise(told, "found")
    key = key_of(exercise)
    search({**told, "seed": None}, exercise, key, [])
    why = _right(key, []).parts[0].why
    assert why
    leaks: list[dict[str, Any]] = [{"seed": "found"}, {"hint": why}, {"covers": []}, {"hint": _unseen(told)}]
    for leak in leaks:
        with pytest.raises(AssertionError):
            search({**told, "seed": None, **leak}, exercise, key, [])
