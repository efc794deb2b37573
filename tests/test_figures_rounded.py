"""Figures for people are rounded in one place: no other module formats floats with so many decimals."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "houseway"
WEB = Path(__file__).parent.parent / "web" / "src"
DECIMALS = re.compile(r"\..*[fF%]$|[eEgG]$")  # of a format in an f-string
TEMPLATES = re.compile(r"%(\.\d+)?[efg]|:[+,]*(\.\d+)?[efg%]\}")

# What is no figure of a game: times, rates per second, memory; and where things are drawn.
MEASURES = re.compile(r"seconds|SECOND_WAY|hour|pace|speed|clocked|taken|time_bank|_wait|1000|MOST_BYTES|row_bytes")
DRAWN = (
    "document/drawing/",
    "document/colours.py",
    "document/chart_tables.py: picked",
    "report/sections/felt.py",
    "cli/laboratory/plot.py",
    "cli/laboratory/terminal.py: _bar_lengths",
    "cli/simulation_report.py: _bar",
)
OTHERS = (
    "rounding.py",
    "simulation/evening.py: evening: number",  # hours as typed
    "server/tables/clocks.py",
    "odds/estimated.py",  # how many deals to draw
    "odds/cost.py",  # an estimate of work
    "lab/searching_cards/points.py",  # whole points of a strategy card
    "train/streams.py",  # weights of exercises
    "report/sections/hold.py: _chart",  # numbers of rounds, evenly spread
    "report/annex.py: _spread",  # a chance for programs
    "server/training/progress.py",  # ratings and needs for programs, which the page rounds for people
)


def spellings(source: str) -> Iterator[tuple[str, str]]:
    """Each place that rounds or formats a float by itself: the function that it is in, and the code."""

    def look(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            where = node.name
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            spec = ast.unparse(node.format_spec)[2:-1]
            if DECIMALS.search(spec):
                yield where, ast.unparse(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("round", "format"):
            yield where, ast.unparse(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and TEMPLATES.search(node.value):
            yield where, node.value
        for child in ast.iter_child_nodes(node):
            yield from look(child, where)

    yield from look(ast.parse(source), "")


def own_roundings() -> Iterator[str]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        for where, code in spellings(path.read_text()):
            place = f"{name}: {where}: {code}"
            if not MEASURES.search(code) and not place.startswith((*DRAWN, *OTHERS)):
                yield place


def test_only_the_rounding_module_rounds_figures() -> None:
    assert list(own_roundings()) == [], "round figures with houseway.rounding: fixed, percent, one_in or rounded"


@pytest.mark.parametrize(
    "code",
    [
        "f'{edge:.4f}'",
        "f'{edge:+,.2%}'",
        "f'{edge:,.{digits}f}'",
        "f'{edge:g}'",
        "f'{edge:+.1e}'",
        "round(edge, 4)",
        "'{:.2f}'.format(edge)",
        "'%.3f' % edge",
    ],
)
def test_each_way_to_round_is_noticed(code: str) -> None:
    assert len(list(spellings(f"def show(edge, digits):\n    return {code}"))) == 1


def test_the_page_rounds_figures_in_one_module() -> None:
    """`Intl` and `toFixed` round binary numbers: whatever people read goes through `rounded`."""
    found = [
        f"{path.relative_to(WEB)}: {line.strip()}"
        for path in sorted(WEB.rglob("*"))
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name
        for line in path.read_text().splitlines()
        if re.search(r"\.toFixed\(|NumberFormat\(|toLocaleString\(", line)
    ]
    assert [line for line in found if not line.startswith(("lib/display/locale.ts", "lib/display/curve.ts"))] == []
    formats = re.findall(r"\.format\((.*)\)", (WEB / "lib" / "display" / "locale.ts").read_text())
    assert [text for text in formats if text != "at" and not text.startswith("rounded(")] == []
