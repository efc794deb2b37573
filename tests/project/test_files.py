"""What stands beside the code: changelog, pages of the project, constraints, and files for tools."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def canonical(requirement: str) -> str:
    """The name in a requirement, as all its spellings are compared."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found is not None, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def direct_dependencies() -> Iterator[str]:
    yield from PROJECT["build-system"]["requires"]
    yield from PROJECT["project"]["dependencies"]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        yield from (item for item in extra if not item.startswith("houseway["))


# --- the changelog ---


def test_the_changelog_has_this_version_and_what_is_not_released() -> None:
    headings = re.findall(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", text("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    versions = dict(headings[1:])
    assert versions[houseway.__version__], "a version has a date"
    assert list(versions.values()) == sorted(versions.values(), reverse=True)


def test_changes_are_of_the_known_kinds() -> None:
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", text("CHANGELOG.md"), re.MULTILINE)) <= kinds


# --- pages ---


@pytest.mark.parametrize("page", PAGES)
def test_links_of_the_project_pages_lead_somewhere(page: str) -> None:
    for link, anchor in re.findall(r"\]\(([^)#:\s]+)(?:#([^)\s]+))?\)", text(page)):
        assert (ROOT / link).exists(), f"{page} links to {link}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", text(link), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_golden_files_that_contributing_shows_are_real_ones() -> None:
    shown = re.findall(r"```text\n(.*?)```", text("CONTRIBUTING.md"), re.DOTALL)
    assert len(shown) == 2
    for excerpt, folder in zip(shown, ("golden", "golden_hands"), strict=True):
        assert any(excerpt in file.read_text(encoding="utf-8") for file in (ROOT / "tests" / folder).rglob("*.txt"))


def test_make_knows_the_commands_that_contributing_names() -> None:
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"make (?:CONSTRAINTS= )?([a-z]+)", re.sub(r"and make;", "", text("CONTRIBUTING.md"))))
    assert {"run", "quick", "test", "thorough", "docs", "constraints", "bench"} <= named <= targets


# --- constraints ---


def test_every_direct_dependency_is_pinned() -> None:
    pinned = {canonical(line) for line in CONSTRAINTS}
    assert sorted({canonical(item) for item in direct_dependencies()} - pinned) == []


def test_constraints_are_exact_versions_and_name_no_place() -> None:
    for line in CONSTRAINTS:
        assert re.fullmatch(r"[a-z0-9._-]+==[A-Za-z0-9.!+]+(?: ; [\w .*<>=!'()]+)?", line), line


def test_constraints_hold_for_every_python_from_the_first_that_is_supported() -> None:
    """A package that is pinned twice is pinned for different Pythons or systems."""
    names = [canonical(line) for line in CONSTRAINTS]
    for line in CONSTRAINTS:
        assert names.count(canonical(line)) == 1 or " ; " in line, line


def test_there_is_one_list_of_versions() -> None:
    assert not (ROOT / "uv.lock").exists()
    assert not (ROOT / "poetry.lock").exists()


# --- files for tools ---


def test_the_image_is_built_from_what_is_there() -> None:
    container, ignored = text("Containerfile"), text(".containerignore")
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8") == ignored
    copied = [
        word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", container, re.MULTILINE) for word in line.split()
    ]
    for name in copied:
        assert (ROOT / name).exists(), name
        assert f"!{name}\n" in ignored, f"{name} is not sent to the builder"
    assert re.search(r"^USER (?!root)", container, re.MULTILINE)
    assert "/healthz" in container


def test_no_file_of_the_project_names_where_packages_come_from() -> None:
    for name in (*PAGES, "Makefile", "Containerfile", "pyproject.toml", "constraints.txt"):
        assert not re.search(r"index-url|registry\.|pypi\.org|npmjs|find-links", text(name)), name


def test_hooks_call_the_tools_of_the_set_up() -> None:
    hooks = text(".pre-commit-config.yaml")
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    for called in re.findall(r"entry: (\S+)", hooks):
        if "/" in called:
            assert called.startswith(".venv/bin/"), called
