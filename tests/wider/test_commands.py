"""The commands with games that nobody has installed: they deal, tell, replay and are played in the terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.calling import houseway
from tests.wider.games import GAMES, AnteAndBlind
from tests.wider.installing import write_entry_points

ROOT = Path(__file__).resolve().parent.parent.parent
IDS = [game.id for game in GAMES]


def deal(*arguments: str) -> list[dict[str, Any]]:
    done = houseway("deal", *arguments, "--jsonl")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("game_id", IDS)
def test_they_are_dealt(game_id: str) -> None:
    for line in deal(game_id, "--rounds", "40", "--seats", "3", "--seed", "wide"):
        for seat in line["seats"]:
            assert seat["net"] == sum(row["returned"] - row["amount"] for row in seat["wagers"])


def test_a_bet_that_was_taken_back_has_no_row() -> None:
    for line in deal("let-them-ride", "--rounds", "40", "--seed", "wide"):
        (seat,) = line["seats"]
        left = {"last"} | {item["at"] for item in seat["decisions"] if item["choice"] == "ride"}
        assert {row["wager"] for row in seat["wagers"]} == left


@pytest.mark.parametrize("game_id", IDS)
def test_their_rules_are_printed_and_their_rounds_verified(game_id: str, tmp_path: Path) -> None:
    assert houseway("rules", game_id).returncode == 0
    stored = tmp_path / "rounds.jsonl"
    stored.write_text(houseway("deal", game_id, "--rounds", "5", "--seed", "1", "--records").stdout, encoding="utf-8")
    assert houseway("verify", str(stored)).returncode == 0
    assert "Round over" in houseway("replay", str(stored), "--seat", "1").stdout


def play(game_id: str, *answers: str) -> str:
    done = houseway("play", game_id, "--seed", "wide", answers="".join(f"{answer}\n" for answer in answers))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_linked_wagers_in_the_terminal() -> None:
    """The blind is not asked for, the boost is where it may vary, and both are paid for."""
    shown = play("ante-and-blind", "20", "", "30", "f", "q")
    assert "Blind: $20, with Ante" in shown
    assert "Boost ($20 to $60 in steps of $1) [$20]: " in shown
    assert "Balance $930" in shown


def test_a_linked_wager_that_does_not_fit_is_asked_for_again() -> None:
    shown = play("ante-and-blind", "20", "", "70", "20", "", "", "f", "q")
    assert "Boost must be 1 to 3 times the Ante: $20 to $60." in shown
    assert "Balance $940" in shown


def test_bets_taken_back_in_the_terminal() -> None:
    """$15 are bet, $10 come back, and $5 are lost."""
    for seed in range(40):
        done = houseway("play", "let-them-ride", "--seed", str(seed), answers="5\np\np\nq\n")
        assert "First bet $5: taken back" in done.stdout
        if "Last bet $5: loses" in done.stdout:
            assert "Balance $995" in done.stdout
            return
    raise AssertionError("no round was lost")


def test_a_surrender_in_the_terminal() -> None:
    shown = play("up-card", "10", "s", "q")
    assert "Ante $10: loses $5, $5 comes back (the player has surrendered)" in shown
    assert "Balance $995" in shown


def test_a_game_without_decisions_in_the_terminal() -> None:
    shown = play("two-sides", "10", "10", "0", "0", "q")
    assert "this round" in shown


def test_another_process_finds_them_by_their_entry_points(tmp_path: Path) -> None:
    write_entry_points(tmp_path, AnteAndBlind)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    call = [sys.executable, "-m", "houseway", "deal", "ante-and-blind", "--seed", "1", "--jsonl"]
    done = subprocess.run(call, env=env, capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["game"] == "ante-and-blind", done.stderr
