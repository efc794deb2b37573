"""The worked example of the documentation runs, and prints what stands there."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from houseway.contract import check_game
from houseway.odds.cache import solved
from houseway.odds.solver import forget
from houseway.rules.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "pricing-a-side-bet.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
NAME = "royal_roo"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The page's programs as one script; what it writes goes into a folder that is empty but for the script."""
    script = tmp_path / f"{NAME}.py"
    script.write_text("".join(text for kind, text in BLOCKS if kind == "python"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    spec = spec_from_file_location(NAME, script)
    assert spec is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, NAME, module)
    return module


def run(module: ModuleType) -> ModuleType:
    assert module.__spec__ is not None
    assert module.__spec__.loader is not None
    module.__spec__.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_it_prints_what_the_page_says(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    run(example)
    assert capsys.readouterr().out == "".join(text for kind, text in BLOCKS if kind == "text")
    pages = Path("royal-roo.pdf").read_bytes()
    assert pages.startswith(b"%PDF")
    assert b"%%EOF" in pages[-32:]


def only_rules(module: ModuleType) -> type[Game[Any]]:
    """The first program alone."""
    exec(compile(BLOCKS[0][1], str(module.__file__), "exec"), vars(module))  # noqa: S102 - it is our own text
    found: type[Game[Any]] = module.RoyalRoo
    return found


@pytest.mark.thorough
def test_its_rules_keep_the_contract(example: ModuleType) -> None:
    check_game(only_rules(example))


def test_rules_typed_into_a_notebook_are_counted_every_time(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are in no file, so nothing would tell that they have changed: nothing is kept."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    kind = only_rules(example)
    assert "royals" in [odds.wager for odds in solved(kind.make()).wagers]
    kept = list((tmp_path / "cache").glob("*.json"))
    assert len(kept) == 1
    monkeypatch.delattr(example, "__file__")
    first = solved(kind.make())

    monkeypatch.setattr(kind, "royals_row", lambda self, first, second: None)
    forget()
    second = solved(kind.make())
    assert first.wager("royals") != second.wager("royals")
    assert list((tmp_path / "cache").glob("*.json")) == kept
