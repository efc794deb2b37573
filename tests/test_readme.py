"""What README shows is true: its program runs and its commands exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import houseway

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_first_program_plays_a_whole_round() -> None:
    program = doctest.DocTestParser().get_doctest(README, {}, "README.md", "README.md", 0)
    assert "table.act(" in README
    told: list[str] = []
    results = doctest.DocTestRunner().run(program, out=told.append)
    assert results.attempted >= 10
    assert results.failed == 0, "".join(told)


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


def test_what_make_run_installs_is_enough_for_every_command_shown() -> None:
    """Reports and their charts need an extra; a newcomer who has typed `make run` has it, in a container too."""
    root = Path(__file__).parents[1]
    for installs in ((root / "Makefile").read_text(), (root / "Containerfile").read_text()):
        extras = {
            part for found in re.findall(r"\[(server[^\]]*)\]", installs) for part in re.split(r"\$\(comma\)|,", found)
        }
        assert {"server", "report"} <= extras
