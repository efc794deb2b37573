"""Print every benchmark's table."""

from __future__ import annotations

import datetime
import os
import platform

from benchmarks import table


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print(f"{datetime.date.today()}, Python {platform.python_version()}, one core of {os.cpu_count()}\n")
    print("| what | houseway | peer in the same run | ratio |\n|---|---|---|---|")
    for row in table.rows():
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
