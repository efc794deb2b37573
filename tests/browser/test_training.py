"""Training at the page: whole rounds dealt by mouse, keys and finger, exams, the supervisor's view, a player's drill."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload
from tests.browser.conftest import Enter
from tests.browser.evidence import accessible
from tests.browser.patron import COUNTING_SECONDS, Patron, expect
from tests.browser.trainee import Trainee
from tests.server.server_process import Guest
from tests.sizes import sized

from houseway.catalog import any_game_class, game_ids
from houseway.rules.game import Game
from houseway.train import make
from houseway.train.exam import Exam

BANKED = [game for game in game_ids() if issubclass(any_game_class(game), Game)]
USUAL = ("mini-tex", "two-card-roo")  # the others when thorough
FELTS = [
    pytest.param(game, marks=() if game in USUAL else pytest.mark.thorough, id=game) for game in BANKED
]  # fmt: skip
ROO = any_game_class("two-card-roo").make()


def deal_a_round(trainee: Trainee, game: str, seed: str) -> None:
    """All of it without a slip, stopping at mistakes only."""
    patron = trainee.patron
    trainee.begin(game, "round", seed=seed)
    patron.see("only-mistakes").check()
    acts = trainee.answer_rightly(make(any_game_class(game).make(), "round", seed))
    expect(patron.see("summary")).to_have_attribute("data-right", str(acts))
    expect(patron.see("summary")).to_contain_text("Without a slip")
    assert accessible(patron) == []


@pytest.mark.parametrize("game", FELTS)
def test_a_dealer_deals_a_round_by_mouse(patron: Patron, game: str) -> None:
    deal_a_round(Trainee(patron, felt=True), game, "c")


def test_a_dealer_deals_a_round_by_keys(patron: Patron) -> None:
    deal_a_round(Trainee(patron, keys=True), "three-card-roo", "c")


def test_a_dealer_deals_a_round_on_a_phone(enter: Enter) -> None:
    deal_a_round(Trainee(enter(phone=True)), "high-card-flush", "a")


def test_a_slip_is_told_with_its_step_and_the_round_goes_on(patron: Patron) -> None:
    trainee = Trainee(patron)
    trainee.begin("mini-tex", "round", seed="c")
    exercise = make(any_game_class("mini-tex").make(), "round", "c")
    question = exercise.question
    assert question is not None
    slip = {"act": {"do": "burn", "count": "1"}}
    trainee.give(question.to_json(), slip)
    trainee.submit()
    judged = exercise.answer(slip).parts[0]
    assert judged.step is not None
    found = trainee.verdict(right=False)
    expect(found.get_by_test_id("expected")).to_have_text(judged.expected)
    expect(found.get_by_test_id("step-of-manual")).to_contain_text(judged.step.text)
    expect(patron.see("said")).to_contain_text("Wrong.")
    assert accessible(patron) == []
    patron.page.keyboard.press("n")
    expect(trainee.question).to_have_attribute("data-number", "1")
    expect(patron.see("progress")).to_contain_text("1 slip")
    # Loaded anew, it is where it was.
    patron.page.reload()
    expect(trainee.question).to_have_attribute("data-number", "1")
    expect(patron.see("progress")).to_contain_text("1 slip")
    patron.go("/train")
    patron.click("continue")
    expect(trainee.question).to_have_attribute("data-number", "1")


SOME = (("mini-tex", "read"), ("three-card-roo", "error"), ("mini-tex-pvp", "pots"))
KINDS = sized(quick=SOME, test=SOME, thorough=(("mini-tex", "next"), ("mini-tex", "pay"), *SOME))


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["desk", "phone"])
def test_every_kind_of_exercise(enter: Enter, *, phone: bool) -> None:
    """Each is answered rightly, and once more with the seed of the page's own choice."""
    patron = enter(phone=phone)
    trainee = Trainee(patron)
    patron.go("/train")
    patron.see("kind-next").wait_for()
    assert accessible(patron) == []
    for game, kind in KINDS:
        trainee.begin(game, kind, seed="lesson")
        assert accessible(patron) == [], (game, kind)
        asked = trainee.answer_rightly(make(any_game_class(game).make(), kind, "lesson"), pausing=True)
        assert accessible(patron) == [], (game, kind)
        before = patron.page.url
        trainee.go_on()
        if asked > 2:  # then there is a summary
            patron.press(patron.see("another"))
        patron.page.wait_for_function("before => location.href !== before", arg=before)
        expect(trainee.question).to_have_attribute("data-number", "0")


def test_what_is_no_answer_is_refused_in_a_sentence(patron: Patron) -> None:
    trainee = Trainee(patron)
    trainee.begin("two-card-roo", "next", seed="a")
    patron.click("submit")
    expect(patron.page.get_by_role("status").filter(has_text="not answered yet")).to_be_visible()
    exercise = make(ROO, "next", "a")
    assert exercise.question is not None
    given = exercise.key_answer()
    trainee.give(exercise.question.to_json(), given)
    # The house is gone for a moment: the answer is still there.
    patron.forgiving = True
    patron.page.route("**/answers", lambda route: route.abort())
    patron.click("submit")
    expect(patron.see("answer-problem")).to_have_text("The server cannot be reached.")
    patron.page.unroute("**/answers")
    patron.click("submit")
    trainee.verdict(right=True)
    patron.forgiving = False


# --- exams ---


def exam_of(pit: Guest, patron: Patron, **terms: Any) -> int:
    """An exam that the pit assigns to whoever sits at this page."""
    person = patron.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["person"]
    body = {"game": ROO.id, "seed": "monday morning", "kinds": ["pay"], "person": person["id"]} | terms
    answer = pit.post("/api/pit/exams", body)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["id"])


def as_guest(patron: Patron) -> None:
    patron.go("/account")
    patron.click("play-as-guest")
    patron.see("balance").wait_for()


def take(
    trainee: Trainee, given: Callable[[dict[str, Any]], dict[str, Any]], *, done: int = 0, until: int = 99
) -> None:
    """Answer the exam that the page shows, where `done` questions are answered rightly already, each with what `given`
    makes of the right answer."""
    number = 0
    for key in Exam(ROO, "monday morning", kinds=("pay",)).keys:
        exercise = make(ROO, key.kind, key.seed, key.about)
        while exercise.question is not None and number < until:
            answer = exercise.key_answer()
            if number >= done:
                answer = given(answer)
                expect(trainee.question).to_have_attribute("data-number", str(number))
                trainee.give(exercise.question.to_json(), answer)
                trainee.submit()
            exercise.answer(answer)
            number += 1


def rightly(answer: dict[str, Any]) -> dict[str, Any]:
    return answer


def wrong(answer: dict[str, Any]) -> dict[str, Any]:
    """Whatever should be taken is pushed, and everything else taken."""
    return {wager: {"do": "push" if how == {"do": "take"} else "take"} for wager, how in answer.items()}


def test_an_exam_is_passed_after_a_reload_and_the_next_one_failed(patron: Patron, pit: Guest) -> None:
    trainee = Trainee(patron)
    as_guest(patron)
    number = exam_of(pit, patron, pass_mark=90, seconds=3600)
    patron.go("/train/progress")
    patron.see(f"exam-{number}").get_by_role("link", name="Take it").click()
    assert accessible(patron) == []
    patron.click("exam-start")
    take(trainee, rightly, until=2)
    expect(trainee.question).to_have_attribute("data-number", "2")
    assert accessible(patron) == []
    patron.page.reload()
    expect(trainee.question).to_have_attribute("data-number", "2")
    take(trainee, rightly, done=2)
    expect(patron.see("score-sheet")).to_have_attribute("data-passed", "true")
    expect(patron.see("exam-score")).to_have_text("100%")
    expect(patron.see("fingerprint")).to_have_text(ROO.fingerprint)
    assert accessible(patron) == []
    patron.page.emulate_media(media="print")
    expect(patron.see("print")).to_be_hidden()
    expect(patron.page.get_by_text("Supervisor")).to_be_visible()
    patron.page.emulate_media(media="screen")

    failed = exam_of(pit, patron)
    patron.go(f"/train/exams/{failed}")
    patron.click("exam-start")
    take(trainee, wrong)
    expect(patron.see("score-sheet")).to_have_attribute("data-passed", "false")
    expect(patron.see("errors-by-step").locator("tbody tr").first).to_be_visible()
    assert accessible(patron) == []


def test_the_supervisor_assigns_an_exam_and_sees_how_it_went(enter_own: Enter, own_house: Any) -> None:
    boss, patron = enter_own(), enter_own()
    as_guest(patron)
    name = patron.page.locator(".person .name").inner_text()
    boss.go(f"/claim/{own_house.claim}")
    boss.see("claim-name").fill("Ida")
    boss.see("claim-password").fill("a long password")
    boss.click("claim-submit")
    boss.see("pit-table-list").wait_for()
    boss.click("pit-training")
    expect(boss.see("no-trainees")).to_be_visible()
    boss.see("assign-find").fill(name)
    expect(boss.see("assign-person").locator("option", has_text=name)).to_have_count(1)
    boss.see("assign-person").select_option(label=name)
    boss.see("assign-game").select_option(ROO.id)
    boss.see("assign-pass").fill("70")
    boss.see("assign-minutes").fill("20")
    boss.see("assign-seed").fill("monday morning")
    boss.see("assign-kind-pay").check()
    boss.click("assign")
    expect(boss.see("assigned-told")).to_contain_text(name)
    expect(boss.see("trainee-exams")).to_contain_text("1 to take")
    assert accessible(boss) == []

    patron.go("/train/progress")
    patron.page.get_by_role("link", name="Take it").click()
    patron.click("exam-start")
    take(Trainee(patron), wrong)
    expect(patron.see("score-sheet")).to_have_attribute("data-passed", "false")

    boss.page.reload()
    expect(boss.see("trainee-exams")).to_contain_text("1 not passed")
    expect(boss.see("weak-steps").locator("li").first).to_be_visible()
    boss.page.get_by_text("All exams").click()
    boss.page.get_by_role("link", name="Score sheet").click()
    expect(boss.see("score-sheet")).to_contain_text(name)
    assert accessible(boss) == []


# --- the player ---


def a_file(content: bytes) -> FilePayload:
    return {"name": "profile.json", "mimeType": "application/json", "buffer": content}


def test_a_player_is_graded_retries_a_mistake_and_takes_the_progress_along(patron: Patron) -> None:
    trainee = Trainee(patron)
    as_guest(patron)
    trainee.begin("two-card-roo", "spot", role="player", seed="drill")
    exercise = make(ROO, "spot", "drill")
    question = exercise.question
    assert question is not None
    best = exercise.key_answer()["act"]
    choices = question.to_json()["parts"][0]["choices"]
    grades = {choice["id"]: make(ROO, "spot", "drill").answer({"act": choice["id"]}) for choice in choices}
    worst = max((choice["id"] for choice in choices if choice["id"] != best), key=lambda id: grades[id].lost or 0)
    assert not grades[worst].right
    patron.press(patron.see(f"choice-act-{worst}"))  # a decision is given by choosing it
    found = trainee.verdict(right=False)
    expect(found).to_have_attribute("data-mark", grades[worst].mark)
    expect(found.get_by_test_id("values").locator("tbody tr")).to_have_count(len(grades[worst].values))
    assert accessible(patron) == []

    patron.go("/train/progress")
    expect(patron.see("player-progress")).to_contain_text("Rating")
    assert accessible(patron) == []
    patron.click("retry")
    trainee.question.wait_for(timeout=COUNTING_SECONDS * 1000)
    patron.press(patron.see(f"choice-act-{best}"))  # the same spot again
    trainee.verdict(right=True)
    patron.go("/train/progress")
    expect(patron.see("player-progress")).to_contain_text("of 2")
    expect(patron.see("retry")).to_have_count(0)

    with patron.page.expect_download() as download:
        patron.click("export")
    profile = download.value.path().read_bytes()
    assert json.loads(profile)
    patron.see("import").set_input_files(a_file(profile[: len(profile) // 2]))
    expect(patron.see("import-problem")).to_be_visible()
    newer = json.dumps({**json.loads(profile), "version": 10**6}).encode()
    with patron.refused():
        patron.see("import").set_input_files(a_file(newer))
        expect(patron.see("import-problem")).to_contain_text("version 1000000")
    patron.see("import").set_input_files(a_file(profile))
    expect(patron.see("import-told")).to_contain_text("2 answers")
