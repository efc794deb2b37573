"""The commands as a person or a program calls them: output and exit status; in a real process where that matters."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pexpect
import pytest
from tests.calling import Done, houseway

from houseway.catalog import any_game_class, banked_ids, game_ids

HOUSEWAY = [sys.executable, "-m", "houseway"]


def process(*arguments: str) -> Done:
    """The command in a process of its own."""
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    done = subprocess.run(
        [*HOUSEWAY, *arguments], stdin=subprocess.DEVNULL, capture_output=True, env=env, encoding="utf-8"
    )
    return Done(done.returncode, done.stdout, done.stderr)


def deal(*arguments: str) -> list[dict[str, Any]]:
    done = houseway("deal", *arguments, "--jsonl")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_games_as_json_lists_ids_editions_options_and_wagers() -> None:
    listed = {game["id"]: game for game in json.loads(houseway("games", "--json").stdout)}
    assert sorted(listed) == sorted(game_ids())
    ties = next(option for option in listed["high-card-draw"]["options"] if option["name"] == "ties")
    assert ties["values"] == ["push", "dealer", "player"]
    assert [edition["name"] for edition in listed["mini-tex"]["editions"]] == ["pair", "ace-king"]
    assert [wager["id"] for wager in listed["mini-tex"]["wagers"]] == ["ante", "flop", "river", "play", "pocket-poker"]


def test_the_same_seed_deals_the_same_bytes() -> None:
    """In this process, in another one, and with another seed."""
    calls = [("deal", "mini-tex", "--rounds", "5", "--seats", "3", "--seed", seed, "--jsonl") for seed in "78"]
    first, again, other = houseway(*calls[0]), process(*calls[0]), houseway(*calls[1])
    assert first == again
    assert first.stdout != other.stdout


@pytest.mark.parametrize("call", [("deal", "roulette"), ("games", "--nonsense"), ("verify", "no-such-file.json")])
def test_a_process_refuses_as_the_function_does(call: tuple[str, ...]) -> None:
    assert process(*call) == houseway(*call)


@pytest.mark.parametrize("game_id", game_ids())
def test_rules_print_everything_a_dealer_needs(game_id: str) -> None:
    text = houseway("rules", game_id).stdout
    game = any_game_class(game_id).make()
    for heading in ("Rules of play", "Wagers", "Dealing procedure", "The felt", "Options"):
        assert heading in text
    for wager in game.wagers:
        assert wager.name in text
    assert game.fingerprint in text


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("deal", "roulette"), "high-card-draw"),
        (("deal", "mini-tex", "--edition", "nine"), "pair, ace-king"),
        (("deal", "mini-tex", "--set", "colour=red"), "qualifier"),
        (("deal", "mini-tex", "--set", "qualifier=queen"), "pair or ace-king"),
        (("deal", "mini-tex", "--set", "qualifier"), "OPTION=VALUE"),
        (("deal", "mini-tex", "--set", "pocket-poker=1/2"), "5 pays"),
        (("deal", "high-card-flush", "--seats", "7"), "1 to 6 players"),
        (("deal", "mini-tex", "--limit", "flop=1-2"), "ante"),
        (("deal", "mini-tex", "--jurisdiction", "mars"), "washington-2009"),
        (("deal", "mini-tex", "--rounds", "many"), "--rounds takes a whole number from 1, not 'many'."),
        (("deal", "mini-tex", "--rounds", "0"), "--rounds takes a whole number from 1, not '0'."),
        (("deal", "mini-tex", "--policy", "bold"), "--policy takes random or optimal, not 'bold'."),
        (("serve", "--port", "99999"), "--port takes a whole number from 0 to 65,535, not '99999'."),
        (("simulate", "mini-tex", "--hours", "long"), "--hours takes a number, not 'long'."),
        (("simulate", "mini-tex", "--session", "0"), "'0' is no number of rounds"),  # without a word of compiling
        (("verify", "no-such-file.json"), "no-such-file.json"),
        (("replay", "no-such-file.json"), "no-such-file.json"),
        (("shuffle",), "shuffle"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_status_2(arguments: tuple[str, ...], needed: str) -> None:
    done = houseway(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert needed in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.rstrip().endswith(".")


def test_a_generous_option_warns_on_standard_error_only() -> None:
    done = houseway("deal", "two-card-roo", "--edition", "text", "--jsonl")
    assert done.stderr.startswith("Warning: A dealer's pair loses")
    assert json.loads(done.stdout)["edition"] == "text"


def test_the_meter_runs_on_from_round_to_round() -> None:
    lines = deal("high-card-flush", "--rounds", "30", "--seats", "6", "--seed", "meter")
    assert lines[0]["meter_before"] == 1_000_000
    for before, after in pairwise(lines):
        assert after["meter_before"] == before["meter_after"]


@pytest.mark.parametrize("game_id", banked_ids())
def test_play_to_the_end_of_input_without_a_traceback(game_id: str) -> None:
    """Enter, nonsense and every likely key: at the end of the input the visitor leaves with a balance."""
    answers = "\n".join(["", "x", "-5", "1e3", "10.001", "", "", "", "f", "p", "1", "a", "l", "b", "c", "", ""] * 6)
    done = houseway("play", game_id, "--seed", "9", answers=answers)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Balance" in done.stdout
    assert "You leave with" in done.stdout


def test_the_balance_is_what_the_wagers_paid() -> None:
    """High Card Flush, seed 3: the dealer does not qualify, so ante 10 wins and the raise pushes."""
    done = houseway("play", "high-card-flush", "--seed", "3", answers="10\n0\n0\n0\n1\n")
    assert "Ante $10: wins $10 (the dealer doesn't qualify)" in done.stdout
    assert "Raise $10: pushes" in done.stdout
    assert "Balance $1,010 (+$10 this round" in done.stdout


def test_stored_rounds_replay_and_verify(tmp_path: Path) -> None:
    stored = tmp_path / "rounds.jsonl"
    houseway("play", "three-card-draw-poker", "--seed", "5", "--save", str(stored), answers="10\n5\n2b\n\n1\n")
    assert len(stored.read_text().splitlines()) == 2
    assert houseway("verify", str(stored)).stdout.count("verified") == 2
    seen = houseway("replay", str(stored), "--round", "2", "--seat", "0").stdout
    assert "??" in seen
    assert "Round over" in seen
    changed = stored.read_text().replace('"amount":1000', '"amount":900', 1)
    stored.write_text(changed)
    refused = houseway("verify", str(stored))
    assert refused.returncode == 1
    assert "Round 1: NOT verified" in refused.stderr
    assert "Round 2: verified" in refused.stdout


def test_head_may_close_the_pipe() -> None:
    line = f"{shlex.quote(sys.executable)} -m houseway deal mini-tex --rounds 3000 --jsonl | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True)  # noqa: S602
    assert done.stderr == ""
    assert json.loads(done.stdout)["game"] == "mini-tex"


def sit_down(*arguments: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "houseway", *arguments],
        encoding="utf-8",
        timeout=120,
        dimensions=(40, 100),
    )


def test_the_lobby_leads_to_a_table_and_out_again() -> None:
    lobby = sit_down()
    lobby.expect("Which game")
    lobby.sendline("99")
    lobby.expect("is not a choice here")
    lobby.sendline("1")
    lobby.expect("Balance")
    lobby.sendline("q")
    lobby.expect("Which game")
    lobby.sendline("q")
    lobby.expect("Goodbye")
    lobby.expect(pexpect.EOF)


@pytest.mark.parametrize(
    "arguments", [(), ("play", "mini-tex"), ("deal", "mini-tex", "--rounds", "1000000", "--jsonl")]
)
def test_ctrl_c_leaves_quietly(arguments: tuple[str, ...]) -> None:
    table = sit_down(*arguments)
    table.expect("[a-z]{4}")
    table.sendintr()
    table.expect(pexpect.EOF)
    assert "Traceback" not in (table.before or "")


def test_a_hand_among_players_in_the_terminal() -> None:
    """Names, stacks, whose turn, the price to call, legal amounts; nonsense is asked again; the end of input leaves."""
    done = houseway(
        "play", "mini-tex-pvp", "--seed", "3", "--seats", "4", answers="zz\nc\nb 1000000\nc\nc\nr\nf\nc\nf\n" * 3
    )
    assert done.returncode == 0
    assert done.stderr == ""
    for shown in ("Ada, careless", "→  you", "c call $2", "r raise to $4", "Main pot", "You leave with"):
        assert shown in done.stdout


def test_hands_among_players_are_dealt_as_json_and_verified(tmp_path: Path) -> None:
    [line] = deal("mini-tex-pvp", "--edition", "no-limit", "--seats", "5", "--seed", "x")
    assert sum(line["final"].values()) == sum(line["stacks"].values())
    assert str(line["button"]) in line["stacks"]
    stored = tmp_path / "hands.jsonl"
    stored.write_text(houseway("deal", "mini-tex-pvp", "--rounds", "3", "--seed", "x", "--records").stdout)
    assert houseway("verify", str(stored)).stdout.count("verified") == 3
    assert "??" in houseway("replay", str(stored), "--seat", "1").stdout


def test_a_table_among_players_needs_two() -> None:
    done = houseway("deal", "mini-tex-pvp", "--seats", "1")
    assert done.returncode == 2
    assert "2 to 10 players" in done.stderr


def test_odds_as_json_carry_exact_fractions() -> None:
    data = json.loads(houseway("odds", "mini-tex", "--json").stdout)
    ante, pocket = data["wagers"]
    assert ante["expected_value"] == "-226406539/7023689400"
    assert ante["total"] == "84284272800"
    assert ante["outcomes"][0]["label"] == "Fold after seeing 2 hole cards"
    assert (pocket["wager"], pocket["total"]) == ("pocket-poker", "1326")


def test_advice_is_exact_and_best_first() -> None:
    data = json.loads(houseway("advise", "two-card-roo", "--cards", "2h", "--json").stdout)
    assert data["decision"] == "place"
    assert data["best"] == {"position": "low"} == data["actions"][0]["action"]
    values = [Fraction(row["expected_value"]) for row in data["actions"]]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("advise", "mini-tex", "--cards", "9c 9c"),
        ("advise", "mini-tex", "--cards", "9c 1x"),
        ("advise", "mini-tex", "--cards", "9c 9d", "--community", "9c 2d"),
        ("advise", "mini-tex", "--cards", "9c"),
        ("advise", "mini-tex", "--cards", "9c 9d", "--community", "2d"),
        ("advise", "high-card-flush", "--cards", "9c 9d"),
        ("odds", "mini-tex", "--strategy", "lucky"),
        ("odds", "mini-tex", "--wager", "insurance"),
        ("odds", "mini-tex-pvp"),
        ("strategy", "mini-tex", "--strategy", "lucky"),
    ],
)
def test_wrong_questions_about_odds_get_one_sentence(arguments: tuple[str, ...]) -> None:
    done = houseway(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len([line for line in done.stderr.splitlines() if not line.startswith("Compiling")]) == 1


@pytest.mark.parametrize(
    "game_id", [pytest.param(game_id, marks=pytest.mark.xdist_group(f"{game_id} counted")) for game_id in banked_ids()]
)
def test_charts_and_cards_are_printed(game_id: str) -> None:
    done = houseway("strategy", game_id)
    assert done.returncode == 0
    assert "Strategy card" in done.stdout
    assert "optimal" in done.stdout


def test_three_card_roo_has_the_manuals_columns() -> None:
    """The columns ANTE, POCKET and DEALER for 78 hands, by the wagers' names; Pocket Roo is placed in another way than Play with 10,5 alone."""
    done = houseway("strategy", "three-card-roo")
    words = done.stdout.split()
    at = words.index("10,5")
    assert words[at : at + 4] == ["10,5", "M", "L", "M"]
    assert sum(re.fullmatch(r"[KQJ\d]+,[QJA\d]+", word) is not None for word in words) == 78
    _, chart = json.loads(houseway("strategy", "three-card-roo", "--json").stdout)["charts"]
    assert chart["columns"] == ["", "Play", "Pocket Roo", "Dealer"]
    assert ["10,5", "M", "L", "M"] in chart["rows"]
    without = houseway("strategy", "three-card-roo", "--set", "pocket-roo=off").stdout.split()
    assert without[without.index("way") + 1 :][:2] == ["Play", "Dealer"]


def test_chances_among_players_are_counted() -> None:
    data = json.loads(
        houseway("chances", "mini-tex-pvp", "--cards", "Ah 7c", "--community", "Qs 4h 2c", "--json").stdout
    )
    assert (data["wins"], data["ties"], data["total"]) == ("324", "8", "1081")
    ranked = json.loads(houseway("chances", "mini-tex-pvp", "--json").stdout)
    assert len(ranked) == 169
    assert ranked[0]["hand"] == "KQs"
    refused = houseway("chances", "mini-tex-pvp", "--cards", "Ah Ah")
    assert (refused.returncode, refused.stdout) == (2, "")
