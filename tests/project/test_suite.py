"""The suite itself: it runs without xdist, in a shell's background, and on the lowest Python that README names."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("suite")  # a marker that pytest must know without xdist, too
ROOT = Path(__file__).parents[2]


def test_children_get_the_default_ctrl_c_handler() -> None:
    child = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_runs_without_xdist_and_with_ctrl_c_ignored() -> None:
    """As `nohup pytest -p no:xdist FILE` would."""
    test = f"{Path(__file__).relative_to(ROOT)}::{test_children_get_the_default_ctrl_c_handler.__name__}"
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", test]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, preexec_fn=_ignore_ctrl_c)
    assert done.returncode == 0, done.stdout + done.stderr


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def test_the_lowest_python_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11"
    assert "with Python 3.11 or later" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "sys.version_info < (3, 11)" in (ROOT / "Makefile").read_text(encoding="utf-8")
