"""Whole reports as PDF: every chapter, with compiled kernels; the first time, and again with solutions on disk."""

from __future__ import annotations

import datetime
import os
import tempfile
import time
from pathlib import Path

import houseway
from benchmarks.odds import forget
from houseway.document.files import write
from houseway.report import report
from houseway.report.study import ROUNDS

DAY = datetime.date(2026, 11, 16)
HEADINGS = ("report", "again", "the first time", "bytes of the PDF")


def seconds(game_id: str, folder: Path) -> float:
    """From the rules to the file, with nothing counted before in this process."""
    forget()
    start = time.perf_counter()
    write(report(houseway.game(game_id), date=DAY, workers=None), folder / f"{game_id}.pdf")
    return time.perf_counter() - start


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for game_id in houseway.banked_ids():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            seconds(game_id, folder)  # compiles
            kept = os.environ.get("HOUSEWAY_CACHE")
            os.environ["HOUSEWAY_CACHE"] = str(folder / "solutions")
            try:
                first, again = seconds(game_id, folder), min(seconds(game_id, folder) for _ in range(3))
            finally:
                os.environ.pop("HOUSEWAY_CACHE")
                os.environ |= {} if kept is None else {"HOUSEWAY_CACHE": kept}
            size = (folder / f"{game_id}.pdf").stat().st_size
            label = f"{game_id}, {ROUNDS // 10**6} million rounds simulated"
            found.append((label, f"{again:.1f} s", f"{first:.1f} s", f"{size:,}"))
    return found
