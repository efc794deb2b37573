"""The programs in the documentation run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PROGRAMS = [
    pytest.param(program, id=f"{page.stem}-{number}")
    for page in sorted(DOCS.glob("*.md"))
    if page.stem not in ("adding-a-game", "pricing-a-side-bet")  # their programs have tests of their own
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_in_the_docs(program: str) -> None:
    exec(compile(program, "docs", "exec"), {})  # noqa: S102 - it is our own text
