"""A game's report as a file, in the formats that can be made here."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.util import find_spec
from typing import Any

from houseway.document.files import FORMATS, NEEDED
from houseway.odds.cache import not_kept
from houseway.rules.game import Game
from houseway.server.protocol.lab import ReportFormat

MEDIA: dict[ReportFormat, str] = {
    "pdf": "application/pdf",
    "html": "text/html",
    "md": "text/markdown",
    "json": "application/json",
}
MISSING = 'Not all formats of reports can be made here: that takes pip install "houseway[report]" on the server.'


@cache
def formats() -> list[ReportFormat]:
    """The formats in which a report can be made here."""
    return [name for name in MEDIA if all(find_spec(module) is not None for module in NEEDED.get(f".{name}", ()))]


def missing() -> str:
    """What to do where a format cannot be made, in a sentence; empty where all can."""
    return MISSING if len(formats()) < len(MEDIA) else ""


def made(game: Game[Any], name: ReportFormat, day: date) -> bytes:
    """What `houseway report` writes; nothing of it stays on the disk."""
    from houseway.report import report

    with not_kept():
        return FORMATS[f".{name}"](report(game, date=day))
