"""Training over the web: exercises of every kind, answers that are none, limits, progress that is kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response
from tests.server.player import Player
from tests.server.server_process import LONG, PATIENT, Guest, ServerProcess
from tests.server.training_answers import same_exercise, some_answer

from houseway.catalog import any_game_class, game_ids
from houseway.server.app import create_app
from houseway.server.lab.lab import Lab
from houseway.server.protocol.json_schema import checker
from houseway.server.protocol.training import (
    ExerciseAnswered,
    Mistakes,
    TrainingExercise,
    TrainingGames,
    TrainingProgress,
)
from houseway.server.refusals import Refusal
from houseway.server.settings import Settings
from houseway.server.training.exercises import Asker
from houseway.server.training.profiles import Kept, Profiles
from houseway.server.training.progress import MOST_ITEMS, MOST_KEPT, MOST_RULES, read_profile
from houseway.server.training.training import MOST_IMPORTS, Training
from houseway.train import dealer_kinds, player_kinds
from houseway.train.profile import MARK, VERSION, Profile, ProfileError

FLUSH: dict[str, Any] = {"role": "dealer", "game": "high-card-flush", "kind": "pay"}
EVERY_KIND = [
    (game_id, role, kind)
    for game_id in game_ids()
    for role, kinds in (("dealer", dealer_kinds), ("player", player_kinds))
    for kind in kinds(any_game_class(game_id).make())
    if role == "dealer" or game_id in ("high-card-flush", "mini-tex-pvp")  # odds are counted where that is quick
]
is_exercise, is_answered, is_progress = checker(TrainingExercise), checker(ExerciseAnswered), checker(TrainingProgress)


def begun(who: Guest, **facts: Any) -> dict[str, Any]:
    answer = who.post("/api/train/exercises", FLUSH | facts)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def answered(who: Guest, exercise: str, number: int, answer: Any) -> Any:
    return who.post(f"/api/train/exercises/{exercise}/answers", {"number": number, "answer": answer})


def test_the_games_and_their_exercises(live_house: ServerProcess) -> None:
    told = Guest(live_house.address).get("/api/train/games").json()
    checker(TrainingGames)(told)
    assert [game["id"] for game in told["games"]] == list(game_ids())
    for game in told["games"]:
        made = any_game_class(game["id"]).make()
        assert [line["kind"] for line in game["dealer"]] == list(dealer_kinds(made))
        assert [line["kind"] for line in game["player"]] == list(player_kinds(made))
        assert all(line["title"] and line["sentence"] for line in game["dealer"] + game["player"])
    assert told["marks"][0]["mark"] == "best"


@pytest.mark.parametrize(("game", "role", "kind"), EVERY_KIND)
def test_an_exercise_from_its_first_question_to_the_summary(
    live_house: ServerProcess, game: str, role: str, kind: str
) -> None:
    """Without an account. Whatever is answered, everything sent is exactly what is promised."""
    visitor = Guest(live_house.address)
    told = begun(visitor, game=game, role=role, kind=kind)
    is_exercise(told)
    number, question, grades = 0, told["question"], []
    while question is not None:
        answer = answered(visitor, told["id"], number, some_answer(question))
        assert answer.status_code == 200, answer.text
        is_answered(answer.json())
        grades.append(answer.json()["grade"])
        question, number = answer.json()["question"], answer.json()["next"]
        if number < 4:
            again = visitor.get(f"/api/train/exercises/{told['id']}").json()
            is_exercise(again)
            assert (again["question"], again["grades"], again["number"]) == (question, grades, number)
    summary = answer.json()["summary"]
    assert (summary["questions"], summary["right"]) == (number, sum(grade["right"] for grade in grades))
    made = same_exercise(told, summary["key"]["seed"], summary["key"]["about"])
    assert made.question is not None
    assert json.loads(json.dumps(made.question.to_json())) == told["question"]


def test_the_right_answers_of_a_whole_round(live_house: ServerProcess) -> None:
    visitor = Guest(live_house.address)
    told = begun(visitor, kind="round", seed="monday")
    assert told["seed"] == "monday"  # the visitor's own
    made, number = same_exercise(told, "monday"), 0
    while not made.over:
        key = made.key_answer()
        answer = answered(visitor, told["id"], number, key).json()
        assert answer["grade"]["right"], answer
        assert answer["grade"] == json.loads(json.dumps(made.answer(key).to_json()))
        number += 1
    assert answer["summary"]["right"] == answer["summary"]["questions"] == number
    assert answer["summary"]["house_cost"] == answer["summary"]["guest_cost"] == 0
    assert begun(visitor, kind="round", seed="monday")["question"] == told["question"]


def test_what_is_no_answer_leaves_the_question_open(live_house: ServerProcess) -> None:
    visitor = Guest(live_house.address)
    told = begun(visitor, seed="open")
    key = same_exercise(told, "open").key_answer()
    first = next(iter(key))
    for wrong in (
        {},
        {"nothing": "take"},
        {**key, first: "all of it"},
        {**key, first: {"do": "pay", "chips": {"five": 1}}},
        {**key, first: {"do": "pay", "chips": {"500": "two"}}},
        {**key, first: {"do": "pay", "cents": "twelve"}},
        {**key, first: None},
    ):
        answer = answered(visitor, told["id"], 0, wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "no_answer"), answer.text
        assert answer.json()["sentence"]
    for body in (
        {"answer": key},
        {"number": 0},
        {"number": -1, "answer": key},
        {"number": 0, "answer": [1]},
        {"number": 0, "answer": {**key, first: 10**30}},
        {"number": 0, "answer": {**key, first: "\x00"}},
        {"number": 0, "answer": {**key, first: "x" * 300}},
        {"number": 0, "answer": {**key, first: 1.5}},
        {"number": 0, "answer": {**key, first: [[[[[[]]]]]]}},
        {"number": 0, "answer": key, "more": 1},
    ):
        answer = visitor.post(f"/api/train/exercises/{told['id']}/answers", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_request"), answer.text
    assert answered(visitor, told["id"], 1, key).json()["code"] == "stale_question"
    assert visitor.get(f"/api/train/exercises/{told['id']}").json() == told
    assert answered(visitor, told["id"], 0, key).json()["grade"]["right"]


def test_what_is_no_exercise(live_house: ServerProcess) -> None:
    visitor = Guest(live_house.address)
    for facts, status, code in (
        ({"game": "chess"}, 404, "unknown_game"),
        ({"edition": "none"}, 422, "illegal"),
        ({"options": {"no such": 1}}, 422, "illegal"),
        ({"kind": "juggling"}, 422, "illegal"),
        ({"kind": "spot"}, 422, "illegal"),  # a player's
        ({"target": "optimal"}, 422, "illegal"),
        ({"role": "player", "kind": "spot", "about": "nonsense"}, 422, "illegal"),
        ({"role": "player", "kind": "spot", "target": "no such card"}, 422, "illegal"),
        ({"role": "guest"}, 422, "bad_request"),
        ({"seed": ""}, 422, "bad_request"),
        ({"seed": "nul\x00"}, 422, "bad_request"),
        ({"more": 1}, 422, "bad_request"),
        ({"retry": True}, 404, "nothing_to_retry"),
    ):
        answer = visitor.post("/api/train/exercises", FLUSH | facts)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (facts, answer.text)
    assert visitor.get("/api/train/exercises/none").json()["code"] == "unknown_exercise"
    assert answered(visitor, "none", 0, {}).json()["code"] == "unknown_exercise"
    for path in ("profile", "profile.json", "mistakes", "exams"):
        assert visitor.get(f"/api/train/{path}").json()["code"] == "sign_in_first"


def test_an_answer_that_is_sent_twice_counts_once(live_house: ServerProcess) -> None:
    guest = live_house.guest()
    told = begun(guest, kind="round")
    given = some_answer(told["question"])
    first = answered(guest, told["id"], 0, given).json()
    assert answered(guest, told["id"], 0, given).json() == first
    assert guest.get(f"/api/train/exercises/{told['id']}").json()["number"] == 1
    assert guest.get("/api/train/profile").json()["attempts"] == 1


def test_the_exercise_of_a_person_is_theirs(live_house: ServerProcess) -> None:
    told = begun(live_house.guest())
    for other in (live_house.guest(), Guest(live_house.address)):
        assert other.get(f"/api/train/exercises/{told['id']}").json()["code"] == "unknown_exercise"
        assert answered(other, told["id"], 0, some_answer(told["question"])).status_code == 404


def test_visitors_have_limits(tmp_path: Path) -> None:
    """The oldest exercise makes room, and nobody makes more than so many."""
    limits = {"exercises_per_address": 2, "new_exercises": 5, "new_exams": 1}
    house = ServerProcess(f"sqlite:///{tmp_path / 'house.sqlite'}", tmp_path, **PATIENT | limits)
    house.forked = True
    house.open()
    try:
        visitor = Guest(house.address)
        ids = [begun(visitor)["id"] for _ in range(3)]
        kept = [visitor.get(f"/api/train/exercises/{number}").status_code for number in ids]
        assert kept == [404, 200, 200]
        begun(visitor)
        begun(Guest(house.address))
        refused = visitor.post("/api/train/exercises", FLUSH)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
        guest, exam = house.guest(), {"game": "two-card-roo", "kinds": ["pay"]}
        assert guest.post("/api/train/exams", exam).status_code == 200
        assert guest.post("/api/train/exams", exam).status_code == 429
    finally:
        house.kill()


def test_progress_is_kept_and_chosen_by(house: ServerProcess) -> None:
    """What a person answered survives a power cut; their worst mistake comes again until it is put right."""
    house.open()
    guest = house.guest()
    told = begun(guest)
    assert not answered(guest, told["id"], 0, some_answer(told["question"])).json()["grade"]["right"]
    before = guest.get("/api/train/profile").json()
    is_progress(before)
    [rules] = before["rules"]
    assert (rules["game"], rules["dealer"]["answers"], rules["dealer"]["right"]) == ("high-card-flush", 1, 0)
    assert rules["dealer"]["things"]
    house.kill()
    house.open()
    assert guest.get("/api/train/profile").json() == before
    assert guest.get(f"/api/train/exercises/{told['id']}").json()["code"] == "unknown_exercise"
    again = begun(guest, retry=True)
    assert again["question"] == told["question"]
    assert again["seed"] is None
    profile = Profile.from_json(guest.get("/api/train/profile.json").text)
    key = profile.attempts[0].key
    right = same_exercise(again, key.seed, key.about).key_answer()
    assert answered(guest, again["id"], 0, right).json()["grade"]["right"]
    refused = guest.post("/api/train/exercises", FLUSH | {"retry": True})
    assert refused.json()["code"] == "nothing_to_retry"


def test_a_profile_is_exported_and_imported(either_house: ServerProcess) -> None:
    ann, bob = either_house.guest(), either_house.guest()
    for who, count in ((ann, 3), (bob, 2)):
        for _ in range(count):
            told = begun(who, kind="next")
            answered(who, told["id"], 0, some_answer(told["question"]))
    spot = begun(ann, role="player", kind="spot")
    answered(ann, spot["id"], 0, some_answer(spot["question"]))
    file = ann.get("/api/train/profile.json")
    assert "attachment" in file.headers["content-disposition"]
    assert len(Profile.from_json(file.text).attempts) == 4

    def take_in(data: Any, how: str = "merge") -> Any:
        headers = {"X-Houseway-CSRF": bob.csrf}
        return bob.http.post(f"/api/train/profile/import?how={how}", content=json.dumps(data), headers=headers)

    assert take_in(file.json()).json() == {"attempts": 6, "before": 2}
    assert take_in(file.json()).json() == {"attempts": 6, "before": 6}  # what is in both counts once
    told = bob.get("/api/train/profile", bet=500, pace=60).json()
    is_progress(told)
    assert told["rules"][0]["player"]["decisions"]["answers"] == 1
    kept = bob.get("/api/train/profile.json").text
    good = file.json()
    attempt = good["attempts"][0]
    broken: list[Any] = [
        {},
        [],
        {"format": MARK},
        {**good, "version": VERSION + 1},
        {**good, "version": "1"},
        {**good, "attempts": [{}]},
        {**good, "attempts": [{**attempt, "when": "yesterday"}]},
        {**good, "attempts": [{**attempt, "when": "9999-01-01T00:00:00+00:00"}]},
        {**good, "attempts": [{**attempt, "mark": "splendid"}]},
        {**good, "attempts": [{**attempt, "question": 10**400}]},
        {**good, "attempts": [{**attempt, "key": {**attempt["key"], "options": {"a": 10**30}}}]},
        {**good, "attempts": [{**attempt, "key": {**attempt["key"], "seed": "\ud800"}}]},
        {**good, "attempts": [{**attempt, "lost": "1/0"}]},
        {**good, "attempts": [{**attempt, "items": [f"item {n}" for n in range(MOST_ITEMS + 1)], "wrong": []}]},
        {
            **good,
            "attempts": [{**attempt, "key": {**attempt["key"], "fingerprint": f"{n}"}} for n in range(MOST_RULES + 1)],
        },
    ]
    for damaged in broken:
        for how in ("merge", "replace"):
            refused = take_in(damaged, how)
            assert refused.status_code == 422, (damaged, refused.text)
            assert refused.json()["sentence"]
    many = {**good, "attempts": [{**attempt, "seconds": None, "question": n} for n in range(MOST_KEPT + 1)]}
    assert take_in(many, "replace").status_code == 422
    raw = {"X-Houseway-CSRF": bob.csrf}
    for body in (b"\xff\xfe", b"[" * 100_000, b"{", b""):
        refused = bob.http.post("/api/train/profile/import", content=body, headers=raw)
        assert refused.status_code == 422, refused.text
    assert bob.http.post("/api/train/profile/import", content=b" " * 9_000_000, headers=raw).status_code == 413
    assert take_in(good, "elsewhere").status_code == 422
    assert bob.get("/api/train/profile.json").text == kept
    assert take_in(good, "replace").json() == {"attempts": 4, "before": 6}
    assert bob.get("/api/train/profile.json").json() == good
    told = begun(bob)
    answered(bob, told["id"], 0, some_answer(told["question"]))
    assert len(bob.get("/api/train/profile.json").json()["attempts"]) == 5


def test_one_import_at_a_time_for_a_person_and_an_address() -> None:
    """The number of all imports is limited only while they are parsed, so that slow senders block nobody else."""

    async def story() -> None:
        lab = Lab(Settings())
        for task in lab.queue._tasks:
            task.cancel()  # nothing is parsed to its end
        training = Training(Settings(), None, lab)  # type: ignore[arg-type]

        def parse(number: int) -> asyncio.Task[Any]:
            asker = Asker(number, f"person {number}", f"address {number}")
            return asyncio.create_task(training.take_in(asker, b"{}", "merge"))

        with training.importing(1, "a"):
            for person_id, address in ((1, "b"), (2, "a")):  # from elsewhere, and as another guest
                with (
                    pytest.raises(Refusal, match="is still running") as refused,
                    training.importing(person_id, address),
                ):
                    pass
                assert refused.value.status == 429
            with contextlib.ExitStack() as others:
                for number in range(2, 2 * MOST_IMPORTS):
                    others.enter_context(training.importing(number, f"address {number}"))
            with pytest.raises(ZeroDivisionError), training.importing(9, "z"):
                raise ZeroDivisionError
        for person_id, address in ((1, "a"), (9, "z")):
            with training.importing(person_id, address):
                pass
        for _ in range(2):  # what is cancelled leaves its place
            parsing = [parse(number) for number in range(MOST_IMPORTS)]
            late = parse(MOST_IMPORTS)
            await asyncio.sleep(0)  # all have begun
            assert [task.done() for task in (*parsing, late)] == [False] * MOST_IMPORTS + [True]
            with pytest.raises(Refusal, match="imports are already running") as busy:
                await late
            assert busy.value.status == 503
            for task in parsing:
                task.cancel()
            await asyncio.gather(*parsing, return_exceptions=True)
        training.stop()
        await lab.stop()

    asyncio.run(story())


@contextlib.asynccontextmanager
async def importing_guest(folder: Path, **settings: Any) -> AsyncIterator[Callable[..., Coroutine[Any, Any, Response]]]:
    """A guest of a house in this process, as a function that sends an import."""
    app = create_app(
        Settings(database=f"sqlite:///{folder / 'house.sqlite'}", count_odds=False, house_tables=False, **settings)
    )
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url="http://localhost", timeout=LONG) as visitor,
    ):
        csrf = (await visitor.get("/api/me")).json()["csrf"]
        guest = await visitor.post("/api/guest", json={}, headers={"X-Houseway-CSRF": csrf})
        headers = {"X-Houseway-CSRF": guest.json()["csrf"]}
        yield partial(visitor.post, "/api/train/profile/import", headers=headers)


def test_an_import_holds_its_place_while_its_file_arrives(tmp_path: Path) -> None:
    """Otherwise the files of many slow imports are in memory at once."""

    async def story() -> None:
        body, arriving, rest = json.dumps(Profile().to_json()).encode(), asyncio.Event(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            arriving.set()
            yield body[:10]
            await rest.wait()
            yield body[10:]

        async with importing_guest(tmp_path) as send:
            slow = asyncio.create_task(send(content=slowly()))
            await asyncio.wait_for(arriving.wait(), LONG)
            second = await send(content=body)
            rest.set()
            assert (second.status_code, (await slow).status_code) == (429, 200)
            assert "is still running" in second.json()["sentence"]

    asyncio.run(story())


def test_imports_have_a_limit_of_their_own_and_are_not_parsed_by_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(*_: Any) -> Any:
        raise AssertionError("the house itself parses a visitor's file")

    monkeypatch.setattr("houseway.server.training.progress.read_profile", parsed)

    async def story() -> None:
        async with importing_guest(tmp_path, new_imports=2) as send:
            profile = Profile().to_json()
            bodies = [json.dumps(body) for body in (profile, profile | {"attempts": [{}] * 50_000}, profile)]
            told = [await send(content=body) for body in bodies]
            assert [answer.status_code for answer in told] == [200, 422, 429]
            assert told[0].json() == {"attempts": 0, "before": 0}
            assert "too many attempts" in told[1].json()["sentence"]

    asyncio.run(story())


def test_objects_are_counted_before_a_file_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small objects take 25 times their bytes in memory: 8 MB of them would be 200 MB."""
    monkeypatch.setattr(Profile, "from_json", lambda data: pytest.fail("it was parsed"))
    body = json.dumps(Profile().to_json() | {"attempts": [{}] * (4 * MOST_KEPT)}).encode()
    with pytest.raises(ProfileError, match="too many attempts"):
        read_profile(body, datetime.now(UTC))


def test_profiles_in_memory_are_bounded_by_their_attempts() -> None:
    kept = Profiles(None)  # type: ignore[arg-type]
    for person_id in range(8):
        kept._at_hand[person_id] = Kept(person_id, Profile([None] * 10_000), 0)  # type: ignore[list-item]
    asyncio.run(kept.of(7))
    assert list(kept._at_hand) == [3, 4, 5, 6, 7]


def test_rules_that_are_gone_are_retired(live_house: ServerProcess) -> None:
    guest = live_house.guest()
    told = begun(guest)
    answered(guest, told["id"], 0, some_answer(told["question"]))
    file = guest.get("/api/train/profile.json").json()
    gone = json.loads(json.dumps(file["attempts"][0]))
    gone["key"] |= {"game": "faro", "fingerprint": "gone"}
    changed = json.loads(json.dumps(file["attempts"][0]))
    changed["key"] |= {"fingerprint": "changed"}
    file["attempts"] += [gone, changed]
    assert guest.post("/api/train/profile/import", file).json()["attempts"] == 3
    rules = {line["fingerprint"]: line["retired"] for line in guest.get("/api/train/profile").json()["rules"]}
    assert rules.pop(told["fingerprint"]) == ""
    assert rules["gone"]
    assert "changed" in rules["changed"]


def test_where_value_was_lost(live_house: ServerProcess) -> None:
    """Every own round is graded as the history's review does it, the worst first."""
    player = Player(live_house)
    player.sit("high-card-flush")
    rounds = [player.play_round({"ante": 1000}) for _ in range(4)]
    player.close()
    guest = player.guest
    told = guest.get("/api/train/mistakes").json()
    checker(Mistakes)(told)
    assert told["reviewed"] == 4
    assert not told["left_out"]
    reviews = {number: guest.get(f"/api/history/{number}/review").json()["decisions"] for number in rounds}
    assert told["decisions"] == sum(map(len, reviews.values()))
    wrong = {n: [d for d in found if d["cost"] not in (None, "0")] for n, found in reviews.items()}
    assert {item["round"]["id"] for item in told["rounds"]} == {number for number, found in wrong.items() if found}
    assert [item["lost"] for item in told["rounds"]] == sorted((r["lost"] for r in told["rounds"]), reverse=True)
    for item in told["rounds"]:
        assert [{k: d[k] for k in wrong[item["round"]["id"]][0]} for d in item["decisions"]] == wrong[
            item["round"]["id"]
        ]
        about = item["decisions"][0]["about"]
        spot = {"role": "player", "kind": "spot", "edition": item["edition"], "options": item["options"]}
        assert about.startswith("cards ")
        felt = begun(guest, **spot, about=about)["question"]["view"]
        assert felt["seats"][0]["dealt"] == about.removeprefix("cards ").partition(";")[0].split()
    assert guest.get("/api/train/mistakes", rounds=2).json()["left_out"]
    assert guest.get("/api/train/mistakes", game="mini-tex").json()["reviewed"] == 0
    assert live_house.guest().get("/api/train/mistakes").json()["rounds"] == []
