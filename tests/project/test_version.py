"""The version stands in one place, and everything else reads it there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import houseway

ROOT = Path(__file__).parents[2]


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"] == {"path": "src/houseway/__init__.py"}
    literals = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"^__version__\s*=\s*\"", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert literals == ["src/houseway/__init__.py"]


def test_the_page_has_no_version_of_its_own() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert package["private"] is True
    for said in (package, lock, lock["packages"][""]):
        assert "version" not in said


def test_the_build_reads_it_there() -> None:
    command = [sys.executable, "-m", "hatchling", "metadata", "version"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == houseway.__version__, done.stderr


def test_the_command_prints_it_and_leaves() -> None:
    for arguments in (["--version"], ["--version", "games"]):
        done = subprocess.run([sys.executable, "-m", "houseway", *arguments], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"houseway {houseway.__version__}\n", "")
