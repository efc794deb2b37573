"""The tables of docs/benchmarks.md: how one is replaced, and what is wrong with a page of them.

A section has its title from a benchmark's docstring, its text, the line that says when and on which commit the table
was measured, and the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
STAMP = re.compile(
    r"\d{4}-\d\d-\d\d, commit [0-9a-f]{7,40}, Python 3\.\d+\.\d+, \d+ cores?: `python -m benchmarks (\w+)`"
)


def title(module: ModuleType) -> str:
    return (module.__doc__ or "").splitlines()[0].rstrip(".")


def section(module: ModuleType, stamp: str) -> list[str]:
    """A section without the table's rows: the title, the docstring's text, the stamp and the table's head."""
    text = [line.strip() for line in (module.__doc__ or "").splitlines()[2:]]
    while text and not text[-1]:
        text.pop()
    return [f"## {title(module)}", "", *([*text, ""] if text else []), stamp, "", *_head(module)]


def _head(module: ModuleType) -> list[str]:
    return [f"| {' | '.join(module.HEADINGS)} |", "|---" * len(module.HEADINGS) + "|"]


def with_section(page: str, lines: list[str]) -> str:
    """The page with a section's stamp and table replaced and its text unchanged, or with a new section at its end."""
    parts = re.split(r"(?m)^(?=## )", page)
    place = next((at for at, part in enumerate(parts) if part.splitlines()[:1] == lines[:1]), None)
    if place is None:
        return "\n".join([page.rstrip(), "", *lines, ""])
    new = lines[next(at for at, line in enumerate(lines) if STAMP.match(line)) :]
    old = parts[place].rstrip().splitlines()
    marks = [at for at, line in enumerate(old) if line.startswith("|") or STAMP.match(line)]
    first, last = (marks[0], marks[-1] + 1) if marks else (len(old), len(old))
    before = [*old[:first], ""] if old[first - 1] else old[:first]
    parts[place] = "\n".join([*before, *new, *old[last:], "", ""])
    return "".join(parts).rstrip() + "\n"


def problems(page: str, modules: Mapping[str, ModuleType]) -> Iterator[str]:
    """What no `python -m benchmarks --write` with these benchmarks, by name, could have written."""
    intro, *sections = re.split(r"(?m)^## ", page)
    if re.search(r"(?m)^\|", intro):
        yield "There is a table before the first section."
    titles = {title(module): name for name, module in modules.items()}
    for text in sections:
        heading, *lines = text.splitlines()
        name = titles.get(heading)
        if name is None:
            yield f"{heading!r} is no registered benchmark's title."
            continue
        heads = [at for at, line in enumerate(lines) if line.startswith("|") and not lines[at - 1].startswith("|")]
        if len(heads) != 1:
            yield f"{heading!r} has {len(heads)} tables, not one."
            continue
        stamp = STAMP.fullmatch(lines[heads[0] - 2])
        if stamp is None or stamp[1] != name:
            yield f"The table of {heading!r} is not headed by its day, commit, Python, cores and command."
        if lines[heads[0] : heads[0] + 2] != _head(modules[name]):
            yield f"The table of {heading!r} has other columns than `python -m benchmarks {name}` writes."
    if len({text.splitlines()[0] for text in sections}) < len(sections):
        yield "Two sections have the same title."
