"""Where a game's odds are: beside its rules, in the package that the class is in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from houseway.odds.sheet import OddsSheet, package_of
from houseway.odds.solver import odds_of

RULES = "from tests.wider.games import UpCard\n\n\nclass Duel(UpCard):\n    pass\n"
ODDS = "from houseway.odds.sheet import OddsSheet\n\n\nclass Sheet(OddsSheet):\n    where = __name__\n"


@pytest.fixture
def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty package that is found, and forgotten after the test."""
    folder = tmp_path / "casino"
    folder.mkdir()
    folder.joinpath("__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "casino"]:
        del sys.modules[name]


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "files", "package"),
    [
        ("casino.three", {"three/__init__.py": RULES, "three/odds.py": ODDS}, "casino.three"),
        (
            "casino.three",
            {
                "three/__init__.py": "from casino.three.rules import Duel",
                "three/rules.py": RULES,
                "three/odds.py": ODDS,
            },
            "casino.three",
        ),
        ("casino.duel", {"duel.py": RULES, "odds.py": ODDS}, "casino"),
        ("casino", {"__init__.py": RULES, "odds.py": ODDS}, "casino"),
    ],
    ids=["in the package itself", "in a module of it", "beside others", "at the top"],
)
def test_odds_are_in_the_package_of_the_rules(casino: Path, module: str, files: dict[str, str], package: str) -> None:
    write(casino, files)
    made = import_module(module).Duel.make()
    counting: Any = odds_of(made)
    assert package_of(type(made)) == package
    assert counting.sheet.where == f"{package}.odds"


def test_what_another_package_counts_is_not_taken(casino: Path) -> None:
    write(casino, {"three/__init__.py": RULES, "odds.py": ODDS})
    found: Any = odds_of(import_module("casino.three").Duel.make())
    assert not hasattr(found.sheet, "where")


def test_a_module_of_that_name_may_be_about_something_else(casino: Path) -> None:
    write(casino, {"three/__init__.py": RULES, "three/odds.py": "Sheet = 'long'", "three/kernel.py": ""})
    game = import_module("casino.three").Duel.make()
    assert type(odds_of(game).sheet) is OddsSheet
