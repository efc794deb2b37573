"""`houseway train` as a person or a program uses it: right answers, nonsense, leaving, files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pexpect
import pytest
from tests.calling import houseway
from tests.sizes import sized

from houseway.catalog import any_game_class, game_ids
from houseway.cli.training.answers import begin_act, keys_of, payout, typed
from houseway.cli.training.keeping import ProfileFile
from houseway.train import AnswerError, Exercise, dealer_kinds, make
from houseway.train.exam import Exam
from houseway.train.forms import Act, Choice, Form, LaidRow, Money, OneOf, Payout, SomeCards
from houseway.train.player.marks import in_words
from houseway.train.profile import Profile
from houseway.train.registry import key_of, resume

COUNT = sized(quick=1, test=1, thorough=3)
KINDS = [(name, kind) for name in game_ids() for kind in dealer_kinds(any_game_class(name).make())]


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "own" / "profile.json"
    monkeypatch.setenv("HOUSEWAY_PROFILE", str(path))
    return path


# --- answers as a person types them ---


def text_of(form: Form, answer: Any) -> str:
    """An answer in the form that `answer` takes, as somebody would type it."""
    match form:
        case OneOf():
            return str(answer)
        case SomeCards():
            return " ".join(answer) or "none"
        case LaidRow():
            left, row = list(answer["turned"]), []
            for card in answer["cards"]:
                turned = card in left
                row.append(f"{card}*" if turned else card)
                if turned:
                    left.remove(card)
            return " ".join(row)
        case Money():
            return f"{answer / 100:.2f}"
        case Payout() if answer["do"] != "pay":
            return str(answer["do"])
        case Payout() if "cents" in answer:
            return f"pay {answer['cents'] / 100:.2f}"
        case Payout():
            return " ".join(f"{count}x{int(worth) / 100:g}" for worth, count in answer["chips"].items())
    assert isinstance(form, Act)
    verb = next(verb for verb in form.verbs if verb.id == answer["do"])
    return " ".join([verb.key, *(text_of(field.form, answer[field.id]) for field in verb.fields)])


def lines_of(exercise: Exercise) -> Iterator[str]:
    """What a perfect trainee types."""
    while (question := exercise.question) is not None:
        key = exercise.key_answer()
        yield from (text_of(part.form, key[part.id]) for part in question.parts)
        exercise.answer(key)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_perfect_dealer_types_everything_right(name: str, kind: str, profile: Path) -> None:
    game = any_game_class(name).make()
    lines = [line for number in range(1, COUNT + 1) for line in lines_of(make(game, kind, f"perfect/{number}"))]
    done = houseway(
        "train",
        "dealer",
        name,
        "--kind",
        kind,
        "--seed",
        "perfect",
        "--count",
        str(COUNT),
        answers="\n".join(lines) + "\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "✗" not in done.stdout
    assert "(100%)" in done.stdout
    assert f"{COUNT} exercise" in done.stdout
    kept = Profile.from_json(profile.read_text())
    assert kept.attempts
    assert all(attempt.right and (attempt.items or kind == "error") for attempt in kept.attempts)


def test_a_player_sees_the_values_and_waits_only_after_a_mistake(profile: Path) -> None:
    game = any_game_class("two-card-roo").make()
    exercise = make(game, "spot", "roo/1")
    assert exercise.question is not None
    [part] = exercise.question.parts
    assert isinstance(part.form, OneOf)
    right = exercise.key_answer()["act"]
    wrong = next(choice.id for choice in part.form.choices if choice.id != right)
    call = ("train", "player", "two-card-roo", "--seed", "roo", "--count", "1")
    mistaken = houseway(*call, answers=f"{wrong}\n\n")
    assert "✗" in mistaken.stdout
    assert "costs 0." in mistaken.stdout
    assert "Enter to go on" in mistaken.stdout
    assert "Value lost" in mistaken.stdout
    best = houseway(*call, answers=f"{right}\n")
    assert "Best" in best.stdout
    assert "Enter to go on" not in best.stdout
    assert "Enter to go on" in houseway(*call, "--pause-on", "always", answers=f"{right}\n\n").stdout
    shown = houseway("train", "progress", "two-card-roo").stdout
    assert "Spots" in shown
    assert "Rating" in shown
    assert [attempt.mark for attempt in Profile.from_json(profile.read_text()).attempts][1:] == ["best", "best"]


def test_mistakes_come_again_until_they_are_put_right() -> None:
    """The first seat of a payout that is wrong: again with --retry, and then there is none left."""
    game = any_game_class("mini-tex").make()
    exercise = make(game, "pay", "again/1")
    assert exercise.question is not None
    step = exercise.answer(exercise.key_answer()).parts[0].step
    assert step is not None
    number, ref = step.number, step.ref
    right = list(lines_of(make(game, "pay", "again/1")))
    wrong = "\n".join("7777" for _ in right) + "\n"
    call = ("train", "dealer", "mini-tex", "--kind", "pay")
    slip = houseway(*call, "--seed", "again", "--count", "1", answers=wrong)
    assert "This costs the house" in slip.stdout
    assert f"Step {number} (manual {ref})" in slip.stdout
    assert "The slips would have cost the house" in slip.stdout
    again = houseway(*call, "--retry", answers="\n".join(right) + "\n")
    assert "1 of 1 right" in again.stdout
    refused = houseway(*call, "--retry")
    assert refused.returncode == 2
    assert "no mistake" in refused.stderr


def test_nonsense_is_refused_and_the_question_stays_open() -> None:
    answers = "zz\nd 99\nd\n<\n?\nd c 1 up extra\nd c 1 up\n"
    done = houseway("train", "dealer", "mini-tex", "--kind", "next", "--seed", "x", "--count", "1", answers=answers)
    assert done.returncode == 0
    assert "'zz' is nothing a dealer does here" in done.stdout
    assert "'99' is none of the answers" in done.stdout
    assert "'extra' is too much" in done.stdout
    assert done.stdout.count("Ask for a decision") >= 2  # the menu again, for the question mark
    assert "1 exercise finished" in done.stdout


def test_leaving_in_the_middle_keeps_what_was_answered(profile: Path) -> None:
    first = next(lines_of(make(any_game_class("mini-tex").make(), "round", "leave/1")))
    done = houseway("train", "dealer", "mini-tex", "--kind", "round", "--seed", "leave", answers=f"{first}\nq\nw\n")
    assert done.returncode == 0
    assert "1 of 1 right" in done.stdout
    assert len(Profile.from_json(profile.read_text()).attempts) == 1


def test_the_terminal_is_left_by_ctrl_c_and_keeps_what_was_answered(profile: Path) -> None:
    seat = pexpect.spawn(
        sys.executable, ["-m", "houseway", "train", "dealer", "mini-tex", "--kind", "round", "--seed", "leave"],
        encoding="utf-8", timeout=120, dimensions=(60, 100),
    )  # fmt: skip
    seat.expect("What do you do next")
    seat.expect("> ")
    seat.sendline("w")
    seat.expect("✓")
    seat.expect("> ")
    # Just before Python waits for a key, an interrupt takes effect only with the next key or interrupt.
    seat.sendintr()
    if seat.expect(["Summary", pexpect.TIMEOUT], timeout=30):
        seat.sendintr()
        seat.expect("Summary")
    seat.expect(pexpect.EOF)
    assert "Traceback" not in (seat.before or "")
    assert len(Profile.from_json(profile.read_text()).attempts) == 1


# --- what is typed ---


def test_a_place_in_the_list_is_meant_where_no_key_is_a_number() -> None:
    up_or_down = OneOf((Choice("up", "Face up"), Choice("down", "Face down")))
    assert [typed(up_or_down, text) for text in ("2", "d", "DOWN", "face d")] == ["down"] * 4
    with pytest.raises(AnswerError):
        typed(OneOf((Choice("seat 3", "Seat 3"), Choice("dealer", "Dealer"))), "2")


def test_keys_of_choices() -> None:
    seats = [Choice(f"seat {seat}", f"Seat {seat}") for seat in (3, 5)]
    assert list(keys_of([*seats, Choice("dealer", "Dealer")])) == ["3", "5", "d"]
    assert list(keys_of([Choice("up", "Face up"), Choice("down", "Face down")])) == ["u", "d"]
    assert list(keys_of([Choice("f", "Fold"), Choice("2b", "Raise"), Choice("2c", "More")])) == ["f", "2b", "2c"]
    assert list(keys_of([Choice("queen", "Queen"), Choice("king", "King")])) == ["1", "2"]  # q leaves
    assert list(keys_of([Choice("pair of nines", "Pair"), Choice("pair of tens", "Pair")])) == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("t", {"do": "take"}),
        ("push", {"do": "push"}),
        ("$52.50", {"do": "pay", "cents": 5250}),
        ("pay 7", {"do": "pay", "cents": 700}),
        ("2x25 1x5", {"do": "pay", "chips": {"2500": 2, "500": 1}}),
        ("2 x $25, 3×0.50 + 1*25", {"do": "pay", "chips": {"2500": 3, "50": 3}}),
    ],
)
def test_payouts_as_they_are_typed(text: str, answer: dict[str, Any]) -> None:
    assert payout(text) == answer


@pytest.mark.parametrize("text", ["pay", "ten", "2x25 and five", "1e3", "7,5", "-5x1", "2x7", "-5"])
def test_a_payout_of_letters_is_none(text: str) -> None:
    with pytest.raises(AnswerError):
        typed(Payout(), text)


def test_an_act_on_one_line() -> None:
    question = make(any_game_class("mini-tex").make(), "next", "x/1").question
    assert question is not None
    form = question.parts[0].form
    assert isinstance(form, Act)
    whole = {"do": "deal", "to": "seat 6", "count": "2", "face": "down"}
    assert begin_act(form.verbs, "d 6 2 d").answer == begin_act(form.verbs, "DEAL seat 6 2 face down").answer == whole
    begun = begin_act(form.verbs, "deal 6")
    assert [field.id for field in begun.missing] == ["count", "face"]


def test_the_page_on_training_tells_the_marks() -> None:
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    assert all(f"| {mark} | {meaning} |" in page for mark, meaning in in_words())


# --- for programs ---


def spoken(*arguments: str, answers: list[Any]) -> tuple[int, list[dict[str, Any]]]:
    text = "".join(f"{answer if isinstance(answer, str) else json.dumps(answer)}\n" for answer in answers)
    done = houseway("train", *arguments, "--json", answers=text)
    assert done.stderr == ""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_questions_and_grades_as_json_lines() -> None:
    key = make(any_game_class("mini-tex").make(), "next", "x/1").key_answer()
    call = ("dealer", "mini-tex", "--kind", "next", "--seed", "x")
    status, said = spoken(*call, answers=["nonsense", "", [1], {"act": {"do": "fly"}}, key])
    assert status == 0
    assert [line["type"] for line in said] == ["question", *["refused"] * 3, "grade", "question", "summary"]
    assert said[0]["exercise"]["seed"] == "x/1"
    assert said[0]["parts"][0]["form"] == "act"
    assert said[4]["right"] is True
    assert (said[-1]["questions"], said[-1]["right"]) == (1, 1)
    assert spoken(*call, answers=[])[1][0] == said[0]  # the same seed asks the same
    for line in said[:1]:
        assert "server_seed" not in line or line["view"]["server_seed"] is None


def test_chances_among_players_as_json_lines() -> None:
    exercise = make(any_game_class("mini-tex-pvp").make(), "chances", "c/1")
    answers = []
    while not exercise.over:
        answers.append(exercise.key_answer())
        exercise.answer(answers[-1])
    status, said = spoken("player", "mini-tex-pvp", "--seed", "c", "--count", "1", answers=answers)
    assert status == 0
    assert said[-1]["right"] == said[-1]["questions"] == len(answers)


# --- exams ---


def exam_answers(name: str, seed: str) -> list[Any]:
    """The right answers to a whole exam."""
    found = []
    for key in Exam(any_game_class(name).make(), seed).keys:
        exercise = resume(key)
        while not exercise.over:
            found.append(exercise.key_answer())
            exercise.answer(found[-1])
    return found


def test_an_exam_is_left_gone_on_with_and_passed(tmp_path: Path, profile: Path) -> None:
    answers, sheet = exam_answers("two-card-roo", "m"), tmp_path / "sheet.html"
    call = ("exam", "two-card-roo", "--seed", "m", "--name", "Ada <Lovelace>", "-o", str(sheet))
    status, said = spoken(*call, answers=answers[:3])
    assert status == 0
    assert {line["type"] for line in said} == {"question", "taken"}  # nothing of what was right
    assert not sheet.exists()
    assert len(list((profile.parent / "exams").iterdir())) == 1
    status, said = spoken(*call, answers=answers[3:])
    assert status == 0
    assert said[-1]["type"] == "sheet"
    assert (said[-1]["passed"], said[-1]["percent"], said[-1]["asked"]) == (True, 100, len(answers))
    assert list((profile.parent / "exams").iterdir()) == []
    page = sheet.read_text()
    assert "Ada &lt;Lovelace&gt;" in page
    assert any_game_class("two-card-roo").make().fingerprint in page
    assert "Passed" in page


def test_an_exam_that_is_not_passed(tmp_path: Path) -> None:
    """The same right answers, but every payout is pushed; status 1 says so, and the sheet names the steps."""
    answers, wrong = exam_answers("two-card-roo", "m"), []
    for answer in answers:
        act = answer.get("act")
        wrong.append({"act": {"do": "close"}} if isinstance(act, dict) and act["do"] != "close" else answer)
    status, said = spoken("exam", "two-card-roo", "--seed", "m", "-o", str(tmp_path / "s.json"), answers=wrong)
    assert status == 1
    sheet = json.loads((tmp_path / "s.json").read_text())
    assert sheet == {name: value for name, value in said[-1].items() if name != "type"}
    assert not sheet["passed"]
    assert sheet["errors"][0]["step"]["text"]


def test_an_exam_in_the_terminal_says_nothing_before_the_end(tmp_path: Path) -> None:
    keys = Exam(any_game_class("two-card-roo").make(), "t").keys
    lines = [line for key in keys for line in lines_of(resume(key))]
    first = resume(keys[0]).question
    assert first is not None
    several = len(first.parts) > 1  # a question that is answered in part is asked again as a whole
    sheet = tmp_path / "sheet.txt"
    call = ("train", "exam", "two-card-roo", "--seed", "t", "-o", str(sheet))
    done = houseway(*call, answers="\n".join(lines[:1]) + "\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "✓" not in done.stdout
    assert "--seed t goes on" in done.stdout
    done = houseway(*call, answers="\n".join(lines if several else lines[1:]) + "\n")
    assert done.returncode == 0
    assert "100% over 10 exercises, pass mark 80%" in done.stdout
    assert "Verdict: Passed" in sheet.read_text()


def test_coverage_leaves_nothing_out() -> None:
    done = houseway("train", "coverage", "two-card-roo", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert all(item["kinds"] for item in found["items"])
    assert [item["item"] for item in found["items"]][:2] == ["step 1", "step 2"]
    shown = houseway("train", "coverage", "two-card-roo").stdout
    assert "step 1 " in shown
    assert "step 0" not in shown


def test_a_step_is_asked_for_by_its_number() -> None:
    """`--about` has the numbering of `houseway rules`."""
    _, lines = spoken("dealer", "mini-tex", "--kind", "next", "--about", "step 12", "--seed", "x", answers=[{}])
    assert lines[0]["exercise"]["about"] == "step 11"  # the key counts from 0
    for wrong in ("step 0", "step 11.1"):
        done = houseway("train", "dealer", "mini-tex", "--about", wrong)
        assert done.returncode == 2
        assert f"{wrong!r} is not a step or case" in done.stderr


# --- the profile ---


def test_progress_goes_from_one_place_to_another(tmp_path: Path, profile: Path) -> None:
    assert "Nothing was answered yet" in houseway("train", "progress").stdout
    assert not profile.exists()
    spoken("dealer", "mini-tex", "--kind", "next", "--seed", "x", answers=[{"act": {"do": "close"}}])
    out = tmp_path / "out.json"
    assert houseway("train", "export", str(out)).returncode == 0
    other = tmp_path / "elsewhere" / "p.json"
    first = houseway("train", "import", str(out), "--profile", str(other))
    assert first.stdout == "1 answer added, 1 in all.\n"
    assert houseway("train", "import", str(out), "--profile", str(other)).stdout == "0 answers added, 1 in all.\n"
    [report] = json.loads(houseway("train", "progress", "--json", "--profile", str(other)).stdout)
    assert report["game"] == "mini-tex"
    assert report["kinds"][0]["answers"] == 1
    assert [line["errors"] for line in report["weak"]] == [1]  # the only answer was wrong
    assert houseway("train", "export", "-").stdout == profile.read_text()


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"format": "houseway profile", "version": 99}', '{"format": "houseway profile"}']
)
def test_a_damaged_profile_is_refused_and_left_as_it_is(text: str, profile: Path, tmp_path: Path) -> None:
    profile.parent.mkdir()
    profile.write_text(text)
    for call in (("dealer", "mini-tex"), ("progress",), ("export", str(tmp_path / "out.json"))):
        done = houseway("train", *call, answers="w\n")
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert str(profile) in done.stderr
    assert profile.read_text() == text
    assert not (tmp_path / "out.json").exists()


def test_a_damaged_import_changes_nothing(profile: Path, tmp_path: Path) -> None:
    spoken("dealer", "mini-tex", "--kind", "next", "--seed", "x", answers=[{"act": {"do": "close"}}])
    before = profile.read_bytes()
    bad = tmp_path / "bad.json"
    bad.write_text(profile.read_text()[:-40])
    done = houseway("train", "import", str(bad))
    assert done.returncode == 2
    assert str(bad) in done.stderr
    assert profile.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("dealer", "roulette"), "mini-tex"),
        (("dealer", "mini-tex", "--kind", "pots"), "next, read, pay, round, error"),
        (("dealer", "mini-tex-pvp", "--kind", "pay"), "there are next, read, round, pots"),
        (("dealer", "mini-tex", "--about", "step 99"), "houseway train coverage mini-tex"),
        (("player", "mini-tex", "--kind", "next"), "spot, hand"),
        (("player", "mini-tex", "--target", "lucky"), "no strategy 'lucky'"),
        (("player", "mini-tex-pvp", "--target", "card"), "against the house"),
        (("player", "mini-tex", "--about", "luck"), "cannot be about 'luck'"),
        (("player", "mini-tex", "--pause-on", "never"), "--pause-on"),
        (("exam", "roulette"), "mini-tex"),
        (("exam", "mini-tex", "--pass", "101"), "--pass"),
        (("exam", "mini-tex", "-o", "sheet.docx"), ".html, .json, .txt"),
        (("exam", "mini-tex", "--kind", "spot"), "no exercise 'spot'"),
        (("coverage", "roulette"), "mini-tex"),
        (("progress", "roulette"), "mini-tex"),
        (("import", "no-such-file.json"), "no-such-file.json"),
        (("juggle",), "juggle"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_status_2(arguments: tuple[str, ...], needed: str, profile: Path) -> None:
    done = houseway("train", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    told = [line for line in done.stderr.splitlines() if not line.startswith("Compiling")]
    assert len(told) == 1
    assert needed in told[0]
    assert told[0].endswith(".")
    assert not profile.exists()


@pytest.mark.parametrize("name", ["dealer", "player", "exam", "coverage", "progress", "export", "import"])
def test_help_has_examples(name: str) -> None:
    done = houseway("train", name, "--help")
    assert done.returncode == 0
    assert f"houseway train {name}" in " ".join(done.stdout.split())


def test_the_command_line_starts_without_training() -> None:
    code = (
        "import sys, houseway.cli.app; assert not [name for name in sys.modules if name.startswith('houseway.train')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_two_terminals_keep_what_both_have_answered(profile: Path) -> None:
    """Whoever writes last puts the other's answers in; the file is whole at all times, and nothing else lies there."""
    one, two = ProfileFile(profile), ProfileFile(profile)
    for number, kept in enumerate((one, two)):
        exercise = make(any_game_class("mini-tex").make(), "next", str(number))
        grade = exercise.answer(exercise.key_answer())
        when = datetime(2026, 1, 1, number, tzinfo=UTC)
        kept.profile.record(key_of(exercise), exercise.covers, grade, when=when)
        kept.save()
    assert [attempt.key.seed for attempt in ProfileFile(profile).profile.attempts] == ["0", "1"]
    assert [path.name for path in profile.parent.iterdir()] == [profile.name]
