"""The page of benchmarks: every table was written by a registered benchmark, with its day and commit."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

import pytest
from benchmarks.__main__ import TABLES, main
from benchmarks.page_tables import PAGE, STAMP, problems, section, with_section

STAMPED = "2026-02-02, commit 89abcde, Python 3.11.7, 2 cores: `python -m benchmarks one`"
TABLE = "| a | b |\n|---|---|\n| 2 | 3 |"


def benchmark(doc: str, *headings: str) -> ModuleType:
    module = ModuleType("one", doc)
    module.__dict__["HEADINGS"] = headings
    return module


ONE = benchmark("One.\n\nWhat one is.\n", "a", "b")
WRITTEN = [*section(ONE, STAMPED), "| 2 | 3 |"]


def test_every_table_is_of_a_registered_benchmark() -> None:
    modules = {name: import_module(f"benchmarks.{name}") for name in TABLES}
    assert list(problems(PAGE.read_text(encoding="utf-8"), modules)) == []


def test_every_benchmark_is_registered() -> None:
    files = (PAGE.parents[1] / "benchmarks").glob("*.py")
    assert {file.stem for file in files if "def rows(" in file.read_text(encoding="utf-8")} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_every_benchmark_has_a_table_with_headings(name: str) -> None:
    lines = section(import_module(f"benchmarks.{name}"), STAMPED)
    assert lines[0].startswith("## ")
    assert lines[-1].startswith("|---|---")


def test_help_lists_the_benchmarks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--help"])
    main()
    assert "--write" in (shown := capsys.readouterr().out)
    assert all(name in shown for name in TABLES)


def test_new_section_is_legal_and_comes_last() -> None:
    page = with_section("# Page\n\nText.\n", WRITTEN)
    assert page == f"# Page\n\nText.\n\n## One\n\nWhat one is.\n\n{STAMPED}\n\n{TABLE}\n"
    assert list(problems(page, {"one": ONE})) == []
    assert with_section(page, WRITTEN) == page


@pytest.mark.parametrize("after", ["", "\n\nText after.", "\n\n## Two\n\nUntouched | 1 |"])
@pytest.mark.parametrize(
    "old",
    [
        f"{STAMPED.replace('2026', '2025')}\n\n| a | b |\n|---|---|\n| 8 | 9 |\n| 8 | 9 |",
        "| c |\n|---|\n| 8 |",
        f"{STAMPED}\n\n| c |\n|---|\n\nRun two:\n\n| d |\n|---|\n| 8 |",
    ],
)
def test_new_table_replaces_the_old_one_and_keeps_the_text_around(old: str, after: str) -> None:
    page = f"# Page\n\n## One\n\nAnother's text.\n\n{old}{after}\n"
    assert with_section(page, WRITTEN) == f"# Page\n\n## One\n\nAnother's text.\n\n{STAMPED}\n\n{TABLE}{after}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## One", "## Once"),
        ("# Page", "# Page\n\n| a |"),
        (", commit 89abcde", ""),
        ("89abcde", "89abcde with changes not committed"),
        ("benchmarks one", "benchmarks two"),
        ("| a | b |", "| a | c |"),
        (TABLE, f"{TABLE}\n\nText.\n\n{TABLE}"),
        (TABLE, ""),
        ("## One", f"## One\n\n{STAMPED}\n\n{TABLE}\n\n## One"),
    ],
)
def test_table_that_no_benchmark_writes_is_a_problem(old: str, new: str) -> None:
    page = with_section("# Page\n", WRITTEN)
    assert list(problems(page.replace(old, new, 1), {"one": ONE}))


def test_stamp_names_day_commit_python_and_cores() -> None:
    for part in ("2026-02-02, ", "commit 89abcde, ", "Python 3.11.7, ", "2 cores"):
        assert not STAMP.fullmatch(STAMPED.replace(part, ""))
