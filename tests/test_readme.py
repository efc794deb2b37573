"""What README shows is true: its program runs and its commands exist."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import houseway

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_first_program_plays_a_whole_round() -> None:
    [program] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - it is our own text
    lines = printed.getvalue().splitlines()
    for said in re.findall(r"#.*: (three-card flush.*)$", program, re.MULTILINE):
        assert said in lines
    assert "{'choice': 'fold'}" in lines
    assert any(line.startswith("ante 1000 ") for line in lines)


def test_every_game_is_listed() -> None:
    listed = re.findall(r"^\|[^|]+\| `([a-z-]+)` \|", README, re.MULTILINE)
    assert sorted(listed) == sorted(houseway.game_ids())


def test_the_first_screen_is_a_screen() -> None:
    assert README.index("| High Card Draw |") < len("\n".join(README.splitlines()[:45]))


def test_links_lead_somewhere() -> None:
    root = Path(__file__).parent.parent
    for page in (root / "README.md", *(root / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
