"""The page of benchmarks: every table says when and on which commit it was measured."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from benchmarks.__main__ import TABLES, with_section

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def test_every_table_names_its_day_and_commit() -> None:
    sections = re.split(r"(?m)^## ", PAGE.read_text(encoding="utf-8"))[1:]
    assert sections
    for section in sections:
        title, *lines = section.splitlines()
        tables = [place for place, line in enumerate(lines) if line.startswith("|---")]
        named = [place for place, line in enumerate(lines) if re.match(r"\d{4}-\d\d-\d\d, commit [0-9a-f]{7}\b", line)]
        assert len(tables) == len(named), title
        assert all(one < other for one, other in zip(named, tables, strict=True)), title


def test_every_section_is_written_by_a_benchmark() -> None:
    """So that `python -m benchmarks --write` finds the table it replaces."""
    titles = {(import_module(f"benchmarks.{name}").__doc__ or "").splitlines()[0].rstrip(".") for name in TABLES}
    assert set(re.findall(r"(?m)^## (.*)", PAGE.read_text(encoding="utf-8"))) <= titles


def test_new_table_replaces_the_old_one_and_keeps_the_text_around() -> None:
    page = "# Page\n\n## One\n\n2026-01-01, commit 1234567\n\n| a |\n|---|\n| 1 |\n\nText.\n\n## Two\n"
    new = ["## One", "", "2026-02-02, commit 89abcde", "", "| a |", "|---|", "| 2 |"]
    assert with_section(page, new) == (
        "# Page\n\n## One\n\n2026-02-02, commit 89abcde\n\n| a |\n|---|\n| 2 |\n\nText.\n\n## Two\n"
    )
    assert with_section("# Page\n", new).endswith("# Page\n\n" + "\n".join(new) + "\n")
