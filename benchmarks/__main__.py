"""Print every benchmark's table, or those named: `python -m benchmarks table odds`."""

from __future__ import annotations

import datetime
import os
import platform
import sys
from importlib import import_module

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


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for name in sys.argv[1:] or TABLES:
        module = import_module(f"benchmarks.{name}")
        print(f"\n{(module.__doc__ or '').splitlines()[0]}")
        print(f"{datetime.date.today()}, Python {platform.python_version()}, {os.cpu_count()} cores\n")
        print(f"| {' | '.join(getattr(module, 'HEADINGS', HEADINGS))} |\n|---|---|---|---|")
        for row in module.rows():
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
