"""The report that a regulator reads: everything that follows from a game's rules, as one document.

>>> import houseway
>>> from houseway.report import report
>>> document = report(houseway.game("two-card-roo"), rounds=10_000)
>>> document.title
'2 Card Roo: mathematical report'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.report.building import report as report

__all__ = ["report"]


def __getattr__(name: str) -> Any:
    """Imported when it is asked for: it loads what counting and simulating need, which other documents do without."""
    if name == "report":
        from houseway.report.building import report

        return report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
