"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """A text that cannot break its table."""
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[int] = ()) -> str:
    """A table; the columns in `right` are aligned to the right."""
    aligned = set(right)
    lines = [columns, ["--:" if number in aligned else "---" for number in range(len(columns))], *rows]
    return "".join(f"| {' | '.join(map(cell, line))} |\n" for line in lines)


def bullets(items: Iterable[str]) -> str:
    return "".join(f"- {item}\n" for item in items)


def code(text: object) -> str:
    return f"`{text}`"
