"""Whole reports as PDF, every chapter: the first time, and again with solutions on disk.

Each has two million rounds simulated, on all cores. Compiled kernels are on disk; the time is from the command's start.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import houseway
from benchmarks.measure import houseway_command

HEADINGS = ("game", "the first time", "again", "size of the PDF")


def command_in(folder: Path, *arguments: str) -> float:
    """Seconds of a houseway command that keeps its solutions in a folder."""
    environment = os.environ | {"HOUSEWAY_CACHE": str(folder)}
    start = time.perf_counter()
    subprocess.run([houseway_command(), *arguments], check=True, env=environment, capture_output=True)
    return time.perf_counter() - start


def rows() -> Iterator[tuple[str, ...]]:
    for name in houseway.banked_ids():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            pdf = folder / f"{name}.pdf"
            command_in(folder / "compiling", "simulate", name, "--rounds", "1e5")
            first, again = (command_in(folder / "solutions", "report", name, "-o", str(pdf)) for _ in range(2))
            yield name, f"{first:.1f} s", f"{again:.1f} s", f"{pdf.stat().st_size / 1000:,.0f} kB"
