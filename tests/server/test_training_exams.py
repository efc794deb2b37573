"""Exams over the web: assigned, taken, resumed after a power cut, passed and failed; what others may see of them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.pit_crew import person_id
from tests.server.server_process import Guest, ServerProcess
from tests.server.training_answers import some_answer
from tests.sizes import databases

from houseway.catalog import any_game_class
from houseway.server.protocol.exams import ExamLine, ExamList, ExamState, ScoreSheet, TraineeDetail, Trainees
from houseway.server.protocol.json_schema import checker
from houseway.server.storage.schema import exam_answers, exams
from houseway.train import Exercise, resume
from houseway.train.exam import Exam
from houseway.train.exercise import Key

ROO: dict[str, Any] = {"game": "two-card-roo", "kinds": ["pay", "next"], "seed": "monday morning"}
is_state, is_line = checker(ExamState), checker(ExamLine)


@pytest.fixture(scope="module")
def pit(live_house: ServerProcess) -> Guest:
    return live_house.admin()


def assigned(pit: Guest, trainee: Guest, **facts: Any) -> dict[str, Any]:
    answer = pit.post("/api/pit/exams", ROO | {"person": person_id(trainee)} | facts)
    assert answer.status_code == 200, answer.text
    is_line(answer.json())
    told: dict[str, Any] = answer.json()
    return told


def started(trainee: Guest, number: int) -> dict[str, Any]:
    answer = trainee.post(f"/api/train/exams/{number}/start")
    assert answer.status_code == 200, answer.text
    is_state(answer.json())
    told: dict[str, Any] = answer.json()
    return told


def reply(trainee: Guest, state: dict[str, Any], answer: Any) -> httpx.Response:
    return trainee.post(f"/api/train/exams/{state['id']}/answers", {"number": state["number"], "answer": answer})


class Examiner:
    """Knows every right answer of an exam, from the exercises that the server has stored for it."""

    def __init__(self, house: ServerProcess, number: int) -> None:
        with house.engine() as connection:
            row = connection.execute(sa.select(exams).where(exams.c.id == number)).one()
        self.keys = [
            Key(row.game, row.edition, row.options, row.fingerprint, kind, seed, about)
            for kind, seed, about in row.plan
        ]
        self.exercise: Exercise = resume(self.keys[0])
        self.item = 0

    def key_answer(self) -> dict[str, Any]:
        if self.exercise.over:
            self.item += 1
            self.exercise = resume(self.keys[self.item])
        return self.exercise.key_answer()

    def note(self, answer: Any) -> None:
        self.exercise.answer(answer)


def take(
    house: ServerProcess, trainee: Guest, state: dict[str, Any], *, right: bool = True, most: int = 1000
) -> dict[str, Any]:
    """Answer so many questions, rightly or as it comes."""
    examiner = Examiner(house, state["id"])
    for _ in range(state["number"]):
        examiner.note(examiner.key_answer())
    for _ in range(most):
        if state["question"] is None:
            break
        given = examiner.key_answer()
        if not right:
            given = some_answer(state["question"])
        examiner.note(given)
        answer = reply(trainee, state, given)
        assert answer.status_code == 200, answer.text
        state = answer.json()
        is_state(state)
    return state


def sheet(who: Guest, number: int) -> dict[str, Any]:
    answer = who.get(f"/api/train/exams/{number}/sheet")
    assert answer.status_code == 200, answer.text
    checker(ScoreSheet)(answer.json())
    told: dict[str, Any] = answer.json()
    return told


def test_an_exam_is_assigned_and_passed(live_house: ServerProcess, pit: Guest) -> None:
    trainee = live_house.guest()
    line = assigned(pit, trainee, pass_mark=90, seconds=3600, question_seconds=600)
    listed = trainee.get("/api/train/exams").json()
    checker(ExamList)(listed)
    assert listed["exams"] == [line]
    assert (line["standing"], line["assigned_by"], line["score"]) == ("assigned", "Pit boss", None)
    waiting = trainee.get(f"/api/train/exams/{line['id']}").json()
    assert waiting["question"] is None
    state = started(trainee, line["id"])
    assert started(trainee, line["id"])["started"] == state["started"]  # its clock is not set back
    assert state["ends"] == state["started"] + 3_600_000
    assert state["question_ends"] == state["started"] + 600_000
    early = trainee.get(f"/api/train/exams/{line['id']}/sheet")
    assert (early.status_code, early.json()["code"]) == (409, "exam_not_over")
    over = take(live_house, trainee, state)
    assert (over["standing"], over["question"]) == ("over", None)
    own = sheet(trainee, line["id"])
    assert own["score"]["percent"] == 100
    assert own["score"]["passed"]
    assert own["seed"] is None  # the pit may give it again
    assert sheet(pit, line["id"])["seed"] == "monday morning"
    assert sum(len(item["answers"]) for item in own["sheet"]) == own["score"]["questions"] == over["number"]
    assert all(step["errors"] == 0 for step in own["steps"])
    assert {item["kind"] for item in own["kinds"]} == {"pay", "next"}
    refused = reply(trainee, over, {})
    assert refused.json()["code"] == "exam_over"
    made = Exam(any_game_class("two-card-roo").make(), "monday morning", kinds=("pay", "next"))
    assert [(item["kind"], item["about"]) for item in own["sheet"]] == [(key.kind, key.about) for key in made.keys]


def test_an_exam_for_practice_is_failed(live_house: ServerProcess) -> None:
    trainee = live_house.guest()
    answer = trainee.post("/api/train/exams", ROO)
    state = started(trainee, answer.json()["id"])
    over = take(live_house, trainee, state, right=False)
    own = sheet(trainee, state["id"])
    assert own["assigned_by"] is None
    assert own["seed"] == "monday morning"
    assert not own["score"]["passed"]
    assert own["score"]["finished"]
    assert own["score"]["right"] < own["score"]["questions"] == over["number"]
    wrong = [
        part for item in own["sheet"] for a in item["answers"] for part in a["grade"]["parts"] if not part["right"]
    ]
    assert sum(step["errors"] for step in own["steps"]) == sum(part["step"] is not None for part in wrong)


def test_a_wrong_form_and_a_double_click(live_house: ServerProcess) -> None:
    trainee = live_house.guest()
    number = trainee.post("/api/train/exams", ROO).json()["id"]
    early = trainee.post(f"/api/train/exams/{number}/answers", {"number": 0, "answer": {}})
    assert early.json()["code"] == "not_begun"
    state = started(trainee, number)
    refused = reply(trainee, state, {"nothing": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_answer")
    assert reply(trainee, state | {"number": 5}, {}).json()["code"] == "stale_question"
    again = trainee.get(f"/api/train/exams/{number}").json()
    assert (again["number"], again["question"]) == (0, state["question"])
    given = some_answer(state["question"])
    first, second = reply(trainee, state, given).json(), reply(trainee, state, given).json()
    assert first["number"] == second["number"] == 1
    assert first["question"] == second["question"]
    with live_house.engine() as connection:
        count = sa.select(sa.func.count()).where(exam_answers.c.exam_id == number)
        assert connection.scalar(count) == 1


def test_nobody_else_reads_or_answers(live_house: ServerProcess, pit: Guest) -> None:
    trainee, other = live_house.guest(), live_house.guest()
    number = assigned(pit, trainee)["id"]
    state = started(trainee, number)
    given = some_answer(state["question"])
    for stranger in (other, Guest(live_house.address)):
        for path in ("", "/sheet"):
            assert stranger.get(f"/api/train/exams/{number}{path}").status_code in (401, 404)
        for path, body in (("start", {}), ("answers", {"number": 0, "answer": given})):
            assert stranger.post(f"/api/train/exams/{number}/{path}", body).status_code in (401, 404)
        for path in ("trainees", f"trainees/{person_id(trainee)}"):
            assert stranger.get(f"/api/pit/{path}").status_code in (401, 403)
        for path, asked in (("exams", ROO | {"person": 1}), (f"exams/{number}/withdraw", {})):
            assert stranger.post(f"/api/pit/{path}", asked).status_code in (401, 403)
    absent = other.get("/api/train/exams/999999").json()
    assert other.get(f"/api/train/exams/{number}").json() == absent  # not even that there is one
    assert pit.get(f"/api/train/exams/{number}").json()["question"] == state["question"]
    for path, body in (("start", {}), ("answers", {"number": 0, "answer": given})):
        assert pit.post(f"/api/train/exams/{number}/{path}", body).status_code == 404
    assert trainee.get(f"/api/train/exams/{number}").json()["number"] == 0


@pytest.mark.parametrize("database", databases(), indirect=True)
def test_an_exam_goes_on_after_a_power_cut(house: ServerProcess) -> None:
    """What was acknowledged is there; the question is the same; the exam is passed in the end."""
    house.open()
    trainee = house.guest()
    number = trainee.post("/api/train/exams", ROO | {"kinds": ["round"]}).json()["id"]
    state = take(house, trainee, started(trainee, number), most=5)
    house.kill()
    house.open()
    again = trainee.get(f"/api/train/exams/{number}").json()
    moving = {"now"}
    assert {k: v for k, v in again.items() if k not in moving} == {k: v for k, v in state.items() if k not in moving}
    over = take(house, trainee, again)
    house.kill()
    house.open()
    told = sheet(trainee, number)
    assert told["score"]["percent"] == 100
    assert told["score"]["questions"] == over["number"]


def test_time_is_measured_by_the_server(live_house: ServerProcess, pit: Guest) -> None:
    """A clock that is put back stands for the hours that a test cannot wait."""
    trainee = live_house.guest()
    late = started(trainee, assigned(pit, trainee, question_seconds=60)["id"])
    whole = started(trainee, assigned(pit, trainee, seconds=60)["id"])
    with live_house.engine() as connection:
        for state in (late, whole):
            earlier = sa.update(exams).where(exams.c.id == state["id"]).values(started=exams.c.started - 3_600_000)
            connection.execute(earlier)
        connection.commit()
    live_house.kill()
    live_house.open()
    over = take(live_house, trainee, trainee.get(f"/api/train/exams/{late['id']}").json())
    assert over["standing"] == "over"
    own = sheet(trainee, late["id"])
    assert own["score"]["late"] == 1
    assert own["sheet"][0]["answers"][0]["late"]
    assert own["score"]["right"] == own["score"]["questions"] - 1
    refused = reply(trainee, whole, some_answer(whole["question"]))
    assert refused.json()["code"] == "exam_over"
    ended = sheet(trainee, whole["id"])
    assert ended["ended"] == ended["started"] + 60_000
    assert not ended["score"]["finished"]
    assert not ended["score"]["passed"]


def test_an_exam_is_withdrawn_before_it_is_begun(live_house: ServerProcess, pit: Guest) -> None:
    trainee = live_house.guest()
    first, second = assigned(pit, trainee)["id"], assigned(pit, trainee)["id"]
    assert pit.post(f"/api/pit/exams/{first}/withdraw").json()["standing"] == "withdrawn"
    refused = trainee.post(f"/api/train/exams/{first}/start")
    assert (refused.status_code, refused.json()["code"]) == (409, "withdrawn")
    started(trainee, second)
    refused = pit.post(f"/api/pit/exams/{second}/withdraw")
    assert (refused.status_code, refused.json()["code"]) == (409, "exam_begun")


def test_what_is_no_exam(live_house: ServerProcess, pit: Guest) -> None:
    trainee = live_house.guest()
    number = person_id(trainee)
    for facts, status in (
        ({"game": "chess"}, 404),
        ({"edition": "none"}, 422),
        ({"options": {"no such": 1}}, 422),
        ({"kinds": ["juggling"]}, 422),
        ({"kinds": ["spot"]}, 422),
        ({"pass_mark": 101}, 422),
        ({"pass_mark": 0}, 422),
        ({"seconds": 0}, 422),
        ({"question_seconds": -1}, 422),
        ({"seed": "nul\x00"}, 422),
        ({"seed": "monday"}, 422),  # whoever guesses it could make the same exercises
        ({"more": 1}, 422),
        ({"person": 999_999}, 404),
    ):
        refused = pit.post("/api/pit/exams", ROO | {"person": number} | facts)
        assert refused.status_code == status, (facts, refused.text)
        assert refused.json()["sentence"]
    assert trainee.get("/api/train/exams").json()["exams"] == []


def test_rules_that_have_changed_retire_an_exam(live_house: ServerProcess, pit: Guest) -> None:
    trainee = live_house.guest()
    numbers = [assigned(pit, trainee)["id"] for _ in range(2)]
    with live_house.engine() as connection:
        for number, change in zip(numbers, ({"fingerprint": "another"}, {"game": "faro"}), strict=True):
            connection.execute(sa.update(exams).where(exams.c.id == number).values(change))
        connection.commit()
    live_house.kill()
    live_house.open()
    for number in numbers:
        told = trainee.get(f"/api/train/exams/{number}").json()
        is_state(told)
        assert told["standing"] == "retired"
        assert told["why_retired"]
        refused = trainee.post(f"/api/train/exams/{number}/start")
        assert (refused.status_code, refused.json()["code"]) == (409, "retired")


def test_the_pit_sees_trainees(live_house: ServerProcess, pit: Guest) -> None:
    trainee = live_house.guest()
    name = f"Trainee {person_id(trainee)}"
    trainee.post("/api/register", {"name": name, "password": "a long password"}).raise_for_status()
    first, second = assigned(pit, trainee)["id"], assigned(pit, trainee)["id"]
    assigned(pit, trainee)
    take(live_house, trainee, started(trainee, first), right=False)
    take(live_house, trainee, started(trainee, second))
    told = pit.get("/api/pit/trainees", q=name).json()
    checker(Trainees)(told)
    [line] = told["trainees"]
    assert line["person"]["name"] == name
    assert (line["to_take"], line["passed"], line["failed"]) == (1, 1, 1)
    assert [point["exam"] for point in line["trend"]] == [first, second]
    assert line["trend"][0]["percent"] < line["trend"][1]["percent"] == 100
    shares = [step["errors"] / step["asked"] for step in line["weak"]]
    assert shares == sorted(shares, reverse=True)
    assert line["weak"][0]["step"]["text"]
    detail = pit.get(f"/api/pit/trainees/{person_id(trainee)}").json()
    checker(TraineeDetail)(detail)
    assert {name: detail[name] for name in line} == line
    assert len(detail["exams"]) == 3
    assert {kind["kind"] for kind in detail["kinds"]} == {"pay", "next"}
    assert pit.get("/api/pit/trainees/999999").json()["code"] == "unknown_person"
