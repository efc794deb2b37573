"""`houseway simulate` as people and programs call it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.cli.app import run
from houseway.cli.simulate import parse_count
from houseway.errors import OptionError
from houseway.odds import solve
from houseway.simulation import simulate
from houseway.simulation.engine import CHUNK

HOUSEWAY = [sys.executable, "-m", "houseway"]


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["simulate", *arguments, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def without_speed(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "rounds_per_second"}


# --- the contract ---


def test_json_is_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    data = called(capsys, "two-card-roo", "--rounds", "2e5", "--seed", "7", "--strategy", "printed")
    solution = solve(houseway.game("two-card-roo"), "printed")
    assert data["rounds"] == 200_000
    assert data["seed"] == "7"
    assert data["strategy"] == "printed"
    assert data["exact"] == str(solution.main.expected_value)
    assert data["rounds_per_second"] > 0
    for wager in data["wagers"]:
        rows = solution.wager(wager["wager"]).rows
        lines = [(row["label"], row["case"], row["net"]) for row in wager["outcomes"]]
        assert lines == [(row.label, row.case, str(row.net)) for row in rows]
        assert all(row.case for row in rows)
    assert sum(row["count"] for row in data["outcomes"]) == 200_000
    mean = sum(float(row["net"]) * row["count"] for row in data["outcomes"]) / 200_000
    assert data["mean"] == pytest.approx(mean)
    assert data["standard_error"] == pytest.approx(data["standard_deviation"] / 200_000**0.5)
    assert data["z"] == pytest.approx(
        (data["mean"] - float(solution.main.expected_value)) / (solution.main.standard_deviation / 200_000**0.5)
    )
    assert [wager["wager"] for wager in data["wagers"]] == ["roo", "flush-roo", "pairs-pay"]
    assert {name: data[name] for name in ("mean", "z", "outcomes")} == {
        name: data["wagers"][0][name] for name in ("mean", "z", "outcomes")
    }
    assert data["fingerprint"] == solution.fingerprint


@pytest.mark.thorough
def test_bonus_rows_are_counted_on_top(capsys: pytest.CaptureFixture[str]) -> None:
    data = called(capsys, "three-card-draw-poker", "--rounds", "300000", "--seed", "7")
    rows = data["outcomes"]
    assert sum(row["count"] for row in rows if not row.get("bonus")) == 300_000
    assert [row["label"] for row in rows if row.get("bonus")]
    assert data["bonus_chi_square"]["p_value"] > 1e-6
    mean = sum(float(row["net"]) * row["count"] for row in rows) / 300_000
    assert data["mean"] == pytest.approx(mean)


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("two-card-roo", "--rounds", "3e6", "--seed", "7")
    one = called(capsys, *arguments, "--threads", "1")
    two = called(capsys, *arguments, "--threads", "2")
    assert without_speed(one) == without_speed(two)


@pytest.mark.parametrize("seats", ["1", "7"])
def test_a_single_round_is_sound_json(capsys: pytest.CaptureFixture[str], seats: str) -> None:
    assert run(["simulate", "two-card-roo", "--rounds", "1", "--seed", "7", "--seats", seats, "--json"]) == 0

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    data = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert data["rounds"] == 1
    assert sum(row["count"] for row in data["outcomes"]) == int(seats)
    assert run(["simulate", "two-card-roo", "--rounds", "1", "--seats", seats]) == 0
    assert run(["simulate", "two-card-roo", "--session", "1", "--sessions", "1", "--seats", seats]) == 0


def test_editions_and_options_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    data = called(
        capsys, "two-card-roo", "--edition", "text", "--set", "pairs-pay=off", "--rounds", "1e6", "--seed", "7"
    )
    assert data["edition"] == "text"
    assert [wager["wager"] for wager in data["wagers"]] == ["roo", "flush-roo"]
    assert abs(data["z"]) < 4.5


def test_stakes_in_dollars(capsys: pytest.CaptureFixture[str]) -> None:
    data = called(
        capsys,
        "two-card-roo",
        "--rounds",
        "1e5",
        "--seed",
        "7",
        "--bet",
        "10",
        "--side",
        "pairs-pay=2.50",
        "--seats",
        "2",
    )
    assert data["stakes"] == {"roo": 1000, "pairs-pay": 250}
    means = {wager["wager"]: wager["mean"] for wager in data["wagers"]}
    assert data["overall_cents"]["mean"] == pytest.approx(1000 * means["roo"] + 250 * means["pairs-pay"])
    assert data["seats"] == 2


def test_sessions_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "night.svg"
    data = called(
        capsys, "two-card-roo", "--session", "300", "--sessions", "2e3", "--bankroll", "200", "--bet", "10",
        "--stop-win", "100", "--seed", "7", "--plot", str(plot), "--decisions-per-hour", "45", "--hours", "6",
    )  # fmt: skip
    assert data["sessions"] == 2_000
    assert data["session"] == 300
    assert data["bankroll_cents"] == 20_000
    assert 0 < data["ruin"] < 1
    assert data["ruin"] + data["stopped_at_win"] <= 1
    assert data["best_cents"] == 10_000
    assert data["percentiles_cents"]["50"] <= data["percentiles_cents"]["75"]
    assert sum(bar["sessions"] for bar in data["histogram_cents"]) == 2_000
    assert data["operator"]["win_per_day_cents"] == pytest.approx(6 * data["operator"]["win_per_hour_cents"])
    assert set(data["operator"]["bands_per_day_cents"]) == {"95%", "99%"}
    assert plot.read_text().startswith("<?xml")


# --- for people ---


def test_a_person_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "two-card-roo", "--rounds", "1e5", "--seed", "7"]) == 0
    said = capsys.readouterr().out
    for word in ("Player Pair", "Expected", "z = ", "chi-square", "100,000 rounds, seed 7", "Fingerprint"):
        assert word in said
    assert run(["simulate", "two-card-roo", "--session", "50", "--sessions", "1000", "--bet", "5"]) == 0
    said = capsys.readouterr().out
    for word in ("█", "Ruined", "Hold", "an hour (60 rounds, 1 seat, exact)", "by percentile"):
        assert word in said


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--help"]) == 0
    assert "--session 300" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2e9", 2 * 10**9),
        ("1_000_000", 10**6),
        ("1,000", 1_000),
        ("1.5e3", 1_500),
        ("100m", 10**8),
        ("2K", 2_000),
        ("7", 7),
    ],
)
def test_large_numbers_as_people_write_them(text: str, number: int) -> None:
    assert parse_count(text, "rounds") == number


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "1e-3", "1.5", "many", "1e999", "nan", "inf", "0x10", "1e3.5", "1 000"]
)
def test_what_is_no_number_of_rounds(text: str) -> None:
    with pytest.raises(OptionError, match="number of rounds"):
        parse_count(text, "rounds")


# --- strategies from a file ---

MINE = """
from houseway.rules.game import Decision

def decide(known):
    return Decision("low" if known.cards[0].rank < 10 else "high", key="position")

def other(known):
    return Decision("high", key="position")

number = 5
"""


def test_a_strategy_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The manual's own strategy, written by hand, counts to the last hand like the one that is built in."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    mine = called(capsys, "two-card-roo", "--rounds", "1e5", "--seed", "7", "--strategy", str(file))
    printed = called(capsys, "two-card-roo", "--rounds", "1e5", "--seed", "7", "--strategy", "printed")
    assert mine["strategy"] == "mine.py:decide"
    assert [row["count"] for row in mine["outcomes"]] == [row["count"] for row in printed["outcomes"]]
    assert mine["exact"] == printed["exact"]
    other = called(capsys, "two-card-roo", "--rounds", "1e5", "--seed", "7", "--strategy", f"{file}:other")
    assert other["exact"] != mine["exact"]
    assert abs(other["z"]) < 4.5


# --- bad calls ---


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rounds", "many"], "'many' is no number of rounds"),
        (["--rounds", "-3"], "no number of rounds"),
        (["--rounds", "0"], "no number of rounds"),
        (["--rounds", "1e30"], "from 1 to 1,000,000,000,000,000"),
        (["--seed", ""], "A seed is a text"),
        (["--strategy", "lucky"], "no strategy 'lucky': the strategies are optimal"),
        (["--strategy", "nowhere.py"], "cannot be read"),
        (["--seats", "0"], "1 to 7 seats"),
        (["--seats", "two"], "--seats"),
        (["--bet", "ten"], "'ten' is not an amount"),
        (["--bet", "0"], "more than $0"),
        (["--bet", "-5"], "more than $0"),
        (["--side", "pairs-pay"], "--side takes WAGER=DOLLARS"),
        (["--side", "luck=5"], "the side wagers are flush-roo, pairs-pay"),
        (["--meter", "5"], "has none"),
        (["--threads", "0"], "1 to 1024 threads"),
        (["--workers", "0"], "1 to 1024 workers"),
        (["--workers", "2", "--cluster", "tcp://x:1"], "take one"),
        (["--bankroll", "500"], "--bankroll goes with --session"),
        (["--plot", "x.png"], "--plot goes with --session"),
        (["--session", "10", "--rounds", "5"], "different things"),
        (["--session", "0"], "no number of rounds of a session"),
        (["--session", "10", "--sessions", "no"], "no number of sessions"),
        (["--session", "10", "--bankroll", "0"], "bankroll must be more than $0"),
        (["--session", "10", "--bankroll", "5", "--bet", "10"], "does not cover one round"),
        (["--session", "10", "--stop-win", "0"], "more than $0"),
        (["--session", "10", "--plot", "x.bmp"], ".png or .svg"),
        (["--session", "10", "--hours", "0"], "hours of a day"),
        (["--checkpoint", "/nowhere/at/all.json", "--rounds", "100"], "There is no folder /nowhere/at"),
        (["--cluster", ""], "a host and a port"),
        (["--cluster", "somewhere"], "a host and a port"),
        (["--hours", "8"], "--hours goes with --session"),
        (["--decisions-per-hour", "60"], "--decisions-per-hour goes with --session"),
        (["--side", "pairs-pay=5", "--side", "pairs-pay=6"], "given twice"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert run(["simulate", "two-card-roo", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert sentence in said.err
    assert len([line for line in said.err.splitlines() if line.startswith("houseway:")]) == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def decide(:", "does not run: SyntaxError"),
        ("decide = 5", "no function 'decide'"),
        ("1/0", "ZeroDivisionError"),
        ("def decide(known): return 'low'", "bad.py:decide gives no Decision at place with"),
        ("def decide(known): return known.luck", "bad.py:decide fails at place with"),
        ("from houseway.rules.game import Decision\ndef decide(known): return Decision('fold')", "legal: position low"),
    ],
)
def test_a_bad_strategy_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str, sentence: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(source)
    assert run(["simulate", "two-card-roo", "--rounds", "10", "--strategy", str(file)]) == 2
    assert sentence in capsys.readouterr().err


def test_unknown_games_and_games_among_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "no-such-game"]) == 2
    assert run(["simulate", "mini-tex-pvp"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


# --- Ctrl-C ---


@pytest.mark.slow
@pytest.mark.parametrize("where_to_run", ["--threads=2", "--workers=1"])
def test_ctrl_c_gives_the_result_so_far(tmp_path: Path, where_to_run: str) -> None:
    """Interrupted in a terminal, whole group and all: the rounds played, no more, counted as if asked for."""
    master, slave = pty.openpty()
    kept = tmp_path / "kept.json"
    call = [*HOUSEWAY, "simulate", "two-card-roo", "--rounds", "1e13", "--seed", "7", where_to_run, "--json"]
    call += ["--checkpoint", str(kept)]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=slave, start_new_session=True, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(slave)
        seen = b""
        while b"million/s" not in seen:  # the bar shows a rate once chunks have come in
            seen += os.read(master, 4096)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout is not None
        out = process.stdout.read()
        os.close(master)
        assert process.wait() == 0
    data = json.loads(out)
    assert data["interrupted"] is True
    assert data["rounds"] > 0
    assert data["rounds"] % CHUNK == 0
    if data["rounds"] <= 200 * CHUNK:  # the bar was quick to show
        again = simulate(houseway.game("two-card-roo"), data["rounds"], seed="7")
        assert [row["count"] for row in data["outcomes"]] == [outcome.count for outcome in again.main.outcomes]
    assert json.loads(kept.read_text())["total"]["rounds"] == data["rounds"]
