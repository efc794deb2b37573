"""Compiled functions on disk: found again while the code around them is the same, and never after it has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway import jit as compiled

INNER = "from houseway.jit import njit\nSTEP = {step}\n@njit(inline='always')\ndef step(x): return x + STEP\n"
OUTER = """
from houseway.jit import njit
from inner import step
@njit(cache=True)
def twice(x): return step(step(x))
if __name__ == "__main__":
    import numba, outer
    print(outer.twice(1), sum(outer.twice.stats.cache_hits.values()), numba.config.CACHE_DIR == "")
"""


def ran(place: Path, **environment: str) -> str:
    """What twice(1) is, how often it was found on disk, and whether numba's own setting is as it was."""
    known = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    call = [sys.executable, "outer.py"]
    found = subprocess.run(call, cwd=place, env=known | environment, check=True, capture_output=True, text=True)
    return found.stdout.strip()


@pytest.mark.slow
def test_what_is_compiled_into_a_function_counts_as_its_code(tmp_path: Path) -> None:
    """Only the file beside it changes; numba alone would go on with the old one."""
    (tmp_path / "outer.py").write_text(OUTER)
    (tmp_path / "inner.py").write_text(INNER.format(step=10))
    assert [ran(tmp_path), ran(tmp_path)] == ["21 0 True", "21 1 True"]
    (tmp_path / "inner.py").write_text(INNER.format(step=20))
    assert ran(tmp_path) == "41 0 True"


@pytest.mark.slow
def test_a_place_that_cannot_be_written_to_keeps_in_the_users_cache(tmp_path: Path) -> None:
    place, kept = tmp_path / "place", tmp_path / "kept"
    place.mkdir()
    (place / "__pycache__").write_text("no folder")
    (place / "outer.py").write_text(OUTER)
    (place / "inner.py").write_text(INNER.format(step=10))
    told = {"HOUSEWAY_CACHE": str(kept), "PYTHONDONTWRITEBYTECODE": "1"}
    assert [ran(place, **told), ran(place, **told)] == ["21 0 True", "21 1 True"]
    assert list(kept.rglob("*.nbc"))


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("__pycache__", "cache"):
        (tmp_path / name).write_text("no folder")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    assert compiled.kept_in(tmp_path) is None


def test_folders_of_code_that_is_no_more_are_swept_in_time(tmp_path: Path) -> None:
    recent, old = (tmp_path / "__pycache__" / f"{compiled.NAME}{name}" for name in ("recent", "old"))
    for folder in (recent, old):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    assert compiled.kept_in(tmp_path) is not None
    assert recent.is_dir()
    assert not old.exists()
