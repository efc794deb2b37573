"""Games from other packages are found, keep the contract, are dealt and counted; the guide that explains them is true."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.sizes import SUITE, sized

pytestmark = pytest.mark.xdist_group("example game")  # one worker installs them once

TESTS = Path(__file__).resolve().parent
DOCS = TESTS.parent / "docs"
EXAMPLES = {"high-low-duel": DOCS / "example-game", "three-to-the-board": DOCS / "example-board-game"}
COUNT_THE_BOARD = (["odds", "three-to-the-board"], ["advise", "three-to-the-board"])
OWN_TESTS = {"high-low-duel": 4, "three-to-the-board": 4}
NO_CONTRACT = ["-k", "not test_contract"]
GUIDE = DOCS / "adding-a-game.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the examples installed in it, from their own packages."""
    target = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip"] if importlib.util.find_spec("pip") else ["uv", "pip"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    python = [] if pip[0] == sys.executable else ["--python", sys.executable]
    packages = [str(folder) for folder in EXAMPLES.values()]
    subprocess.run([*pip, "install", "--quiet", *offline, *python, "--target", str(target), *packages], check=True)
    return target


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=installed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ONE_BY_ONE = """
import io, json, sys
from contextlib import redirect_stdout
from houseway.cli.app import run

told = []
for arguments in json.loads(sys.argv[1]):
    with redirect_stdout(io.StringIO()) as out:
        status = run(arguments)
    assert status == 0, arguments
    told.append(out.getvalue())
print(json.dumps(told))
"""


def one_by_one(installed: Path, *commands: list[str]) -> list[str]:
    """What commands print, one after the other in a process that starts once."""
    told: list[str] = json.loads(run(installed, "-c", ONE_BY_ONE, json.dumps(commands)))
    return told


def houseway(installed: Path, *arguments: str) -> Any:
    return json.loads(run(installed, "-m", "houseway", *arguments, "--json"))


def test_the_catalog_lists_them(installed: Path) -> None:
    listed = run(installed, "-c", "import houseway; print(*houseway.game_ids())").split()
    assert {"high-low-duel", "three-to-the-board", "mini-tex"} <= set(listed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    # Those of the board game count its whole deck, as the tests of it here do.
    [name if name == "high-low-duel" else pytest.param(name, marks=pytest.mark.thorough) for name in EXAMPLES],
)
def test_their_own_tests_pass(installed: Path, game: str) -> None:
    """All of them when thorough; otherwise the contract is `tests/contract/test_proof.py`'s."""
    chosen = sized(quick=NO_CONTRACT, test=NO_CONTRACT, thorough=[])
    pytest_ = ["-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(installed)]
    passed = run(installed, *pytest_, str(EXAMPLES[game] / "tests"), *chosen)
    assert f"{OWN_TESTS[game] - bool(chosen)} passed" in passed


def test_they_are_rules_and_procedure_alone() -> None:
    for folder in EXAMPLES.values():
        [source] = folder.glob("src/*/*.py")
        assert source.name == "__init__.py"
        assert len(source.read_text(encoding="utf-8").splitlines()) < 200


def test_the_command_line_lists_them(installed: Path) -> None:
    assert EXAMPLES.keys() <= {game["id"] for game in houseway(installed, "games")}


@pytest.mark.parametrize("game", EXAMPLES)
def test_the_command_line_deals_them(installed: Path, game: str) -> None:
    deal = ("-m", "houseway", "deal", game, "--rounds", "5", "--seed", "1", "--jsonl")
    lines = [json.loads(line) for line in run(installed, *deal).splitlines()]
    assert [line["game"] for line in lines] == [game] * 5
    for line in lines:
        for seat in line["seats"]:
            assert seat["net"] == sum(wager["returned"] - wager["amount"] for wager in seat["wagers"])


@pytest.mark.slow
def test_the_command_line_counts_it(installed: Path) -> None:
    """One that says nothing of odds; the figures are in `tests/simulation/test_example_kernel.py`."""
    odds, strategy, advice = map(
        json.loads,
        one_by_one(
            installed,
            ["odds", "high-low-duel", "--json"],
            ["strategy", "high-low-duel", "--json"],
            ["advise", "high-low-duel", "--cards", "Ks", "--json"],
        ),
    )
    assert Fraction(odds["wagers"][1]["expected_value"]) == Fraction(-1, 13)
    [chart] = strategy["charts"]
    assert [row[1] for row in chart["rows"]] == ["fold", "raise"]
    assert advice["best"] == {"choice": "raise"}


# --- the guide ---


EXCERPTS = [text for language, text in BLOCKS if language in ("python", "toml") and ">>>" not in text]
SOURCES = [*EXAMPLES.values(), TESTS / "wider" / "games"]  # the examples, and games of the tests


@pytest.mark.parametrize("block", EXCERPTS, ids=[text.split("\n")[0].strip() for text in EXCERPTS])
def test_code_in_the_guide_is_that_of_games(block: str) -> None:
    files = [path for folder in SOURCES for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert any(unindented(block) in unindented(text) for text in texts), "these lines are in no game"


def unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def test_examples_in_the_guide_are_true(installed: Path) -> None:
    run(installed, "-m", "doctest", str(GUIDE))


@pytest.mark.slow
def test_commands_in_the_guide_run(installed: Path) -> None:
    """Those that count the board game's whole deck are also `tests/test_board_example.py`'s."""
    typed = re.findall(r"^\$ houseway (.*)$", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    commands = [shlex.split(command, comments=True) for command in typed]
    assert commands
    if SUITE != "thorough":
        commands = [command for command in commands if command[:2] not in COUNT_THE_BOARD]
    assert all(one_by_one(installed, *commands))
