"""A game from another package is found, keeps the contract and is dealt; the guide that explains it is true."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("example game")  # one worker installs it once

DOCS = Path(__file__).resolve().parent.parent / "docs"
EXAMPLE = DOCS / "example-game"
GUIDE = DOCS / "adding-a-game.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the example installed in it, from its own package."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip"] if importlib.util.find_spec("pip") else ["uv", "pip"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    python = [] if pip[0] == sys.executable else ["--python", sys.executable]
    subprocess.run([*pip, "install", "--quiet", *offline, *python, "--target", str(target), str(EXAMPLE)], check=True)
    return target


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_catalog_lists_it(installed: Path) -> None:
    listed = run(installed, "-c", "import houseway; print(*houseway.game_ids())").split()
    assert "high-low-duel" in listed
    assert "mini-tex" in listed


@pytest.mark.slow
def test_its_own_tests_pass(installed: Path) -> None:
    passed = run(
        installed, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(installed), str(EXAMPLE / "tests")
    )
    assert "2 passed" in passed


def test_the_command_line_lists_it(installed: Path) -> None:
    games = json.loads(run(installed, "-m", "houseway", "games", "--json"))
    assert "high-low-duel" in [game["id"] for game in games]


def test_the_command_line_deals_it(installed: Path) -> None:
    deal = ("-m", "houseway", "deal", "high-low-duel", "--rounds", "5", "--seed", "1", "--jsonl")
    lines = [json.loads(line) for line in run(installed, *deal).splitlines()]
    assert [line["game"] for line in lines] == ["high-low-duel"] * 5
    for line in lines:
        for seat in line["seats"]:
            assert seat["net"] == sum(wager["returned"] - wager["amount"] for wager in seat["wagers"])


@pytest.mark.parametrize("command", [("odds",), ("strategy",), ("advise", "--cards", "Ks")], ids=lambda words: words[0])
def test_a_game_that_brings_no_odds_says_so(installed: Path, command: tuple[str, ...]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    name, *rest = command
    call = [sys.executable, "-m", "houseway", name, "high-low-duel", *rest]
    done = subprocess.run(call, env=environment, cwd=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "does not say how it is counted" in done.stderr
    assert len(done.stderr.splitlines()) == 1


# --- the guide ---


EXCERPTS = [text for language, text in BLOCKS if language in ("python", "toml") and ">>>" not in text]


@pytest.mark.parametrize("block", EXCERPTS, ids=[text.split("\n")[0].strip() for text in EXCERPTS])
def test_code_in_the_guide_is_the_example(block: str) -> None:
    files = [path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml")]
    assert any(unindented(block) in unindented(text) for text in files), "these lines are not in the example"


def unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def test_examples_in_the_guide_are_true(installed: Path) -> None:
    run(installed, "-m", "doctest", str(GUIDE))


@pytest.mark.slow
def test_commands_in_the_guide_run(installed: Path) -> None:
    commands = re.findall(r"^\$ houseway (.*)$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert commands
    for command in commands:
        assert run(installed, "-m", "houseway", *command.split())
