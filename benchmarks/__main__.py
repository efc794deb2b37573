"""Print every benchmark's table, or those named: `python -m benchmarks table odds`.

With `--write`, the tables of docs/benchmarks.md are replaced, each as soon as it is complete; the text around them
stays.
"""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
import time
import traceback
from importlib import import_module
from types import ModuleType

from benchmarks.page_tables import PAGE, section, with_section

# From what matters most to what matters least, so that a run that is stopped has measured the former.
TABLES = (
    "odds",
    "simulate",
    "table",
    "casino",
    "report",
    "what_if",
    "page",
    "siege",
    "training",
    "pay_tables",
    "agreement",
)


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__, f"The benchmarks are: {', '.join(TABLES)}.", sep="\n")
        return
    names = [name for name in sys.argv[1:] if name != "--write"]
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        raise SystemExit(f"Unknown benchmark {unknown[0]!r}. The benchmarks are: {', '.join(TABLES)}.")
    write = "--write" in sys.argv
    if write and _git("status", "--porcelain", "--", "src", "tests", "benchmarks"):
        raise SystemExit("A table names the commit it was measured on. Commit your changes before you use --write.")
    failed = [name for name in names or TABLES if not measure(name, write=write)]
    if failed:
        raise SystemExit(f"These benchmarks failed, and their tables were not written: {', '.join(failed)}.")


def measure(name: str, *, write: bool) -> bool:
    """Print one benchmark's table, and write it if it is complete; False after an error."""
    start = time.perf_counter()
    try:
        module = import_module(f"benchmarks.{name}")
        lines = section(module, stamp(module))
        print("", *lines, sep="\n", flush=True)
        for row in module.rows():
            lines.append(f"| {' | '.join(row)} |")
            print(lines[-1], flush=True)
    except Exception:  # the other benchmarks go on
        traceback.print_exc()
        return False
    if write:
        PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8"), lines), encoding="utf-8")
    print(f"({name} took {time.perf_counter() - start:.0f} s)", file=sys.stderr)
    return True


def stamp(module: ModuleType) -> str:
    """The day, the commit and the machine, which stand above every table, and the command that measures it again."""
    commit = _git("rev-parse", "--short=7", "HEAD")
    changed = " with changes not committed" if _git("status", "--porcelain", "--", "src", "tests", "benchmarks") else ""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    return f"{today}, commit {commit}{changed}, {machine}: `python -m {module.__name__.replace('.', ' ')}`"


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, cwd=PAGE.parents[1])
    return done.stdout.strip()


if __name__ == "__main__":
    main()
