"""Print every benchmark's table, or those named: `python -m benchmarks table odds`.

With `--write`, the tables of docs/benchmarks.md are replaced; the text around them stays.
"""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from importlib import import_module
from pathlib import Path

TABLES = (
    "table",
    "pots",
    "odds",
    "derived",
    "simulate",
    "pay_tables",
    "training",
    "report",
    "casino",
    "siege",
    "what_if",
    "page",
)
HEADINGS = ("what", "houseway", "compared with, in the same run", "ratio")
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    write = "--write" in sys.argv
    for name in [name for name in sys.argv[1:] if name != "--write"] or TABLES:
        module = import_module(f"benchmarks.{name}")
        heading = "## " + (module.__doc__ or "").splitlines()[0].rstrip(".")
        lines = [heading, "", f"{measured()}: `python -m benchmarks {name}`", ""]
        lines += [f"| {' | '.join(getattr(module, 'HEADINGS', HEADINGS))} |", "|---|---|---|---|"]
        print("", *lines, sep="\n")
        for row in module.rows():
            lines.append(f"| {' | '.join(row)} |")
            print(lines[-1], flush=True)
        if write:
            PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8"), lines), encoding="utf-8")


def measured() -> str:
    """The day, the commit, and the machine: what every table on the page has to say."""
    commit = _git("rev-parse", "--short=7", "HEAD")
    changed = " with changes not committed" if _git("status", "--porcelain", "--", "src", "benchmarks") else ""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return f"{today}, commit {commit}{changed}, Python {platform.python_version()}, {os.cpu_count()} cores"


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, cwd=PAGE.parent)
    return done.stdout.strip()


def with_section(page: str, lines: list[str]) -> str:
    """The page with a section's first table replaced, or with a new section at its end."""
    before, heading, after = page.partition(lines[0] + "\n")
    if not heading:
        return "\n".join([page.rstrip(), "", *lines, ""])
    rest = after.splitlines()
    start = next(place for place, line in enumerate(rest) if line.startswith("|"))
    end = next((place for place in range(start, len(rest)) if not rest[place].startswith("|")), len(rest))
    return before + "\n".join([*lines, *rest[end:], ""])


if __name__ == "__main__":
    main()
