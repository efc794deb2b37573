"""Limits on the time and memory of a count, and its progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from houseway.errors import CountTooLarge

# Rough CPU seconds of one classification, one settlement, one situation, one step of a comparing sweep.
CLASS_SECONDS, SETTLE_SECONDS, ROW_SECONDS, COMPARE_SECONDS = 4e-6, 15e-6, 5e-7, 8e-9
MOST_BYTES = 4 * 10**9  # larger tables are refused before they are allocated
LESS_MEMORY = "A smaller deck or fewer cards that are dealt together need less."
SLICE = 1.0  # CPU seconds of a loop that are measured before the rest of it is estimated
Report = Callable[[str, float, float], None]  # what is done, the share done, the estimated seconds that are left


class Running(NamedTuple):
    """The count under way in this thread."""

    name: str
    started: float
    limit: float | None


_running: ContextVar[Running | None] = ContextVar("running", default=None)
_report: ContextVar[Report | None] = ContextVar("report", default=None)


@contextmanager
def reporting(report: Report) -> Iterator[None]:
    """Call `report` while something is counted in this context."""
    token = _report.set(report)
    try:
        yield
    finally:
        _report.reset(token)


@contextmanager
def limited(name: str, seconds: float | None) -> Iterator[None]:
    """Refuse a count that takes more CPU time, or more memory than there is; an enclosing limit stays in force."""
    if _running.get() is not None:
        yield
        return
    token = _running.set(Running(name, time.thread_time(), seconds))
    try:
        yield
    except MemoryError as error:
        raise CountTooLarge(f"{name} cannot be counted: there is not enough memory. {LESS_MEMORY}") from error
    finally:
        _running.reset(token)


def check_memory(rows: int, row_bytes: int, what: str) -> None:
    """Refuse a table that would be too large."""
    if rows * row_bytes > MOST_BYTES:
        running = _running.get()
        name = "This game" if running is None else running.name
        raise CountTooLarge(
            f"{name} cannot be counted: {rows:,} {what} take {rows * row_bytes / 1e9:,.0f} GB of memory, and the limit "
            f"is {MOST_BYTES / 1e9:,.0f} GB. {LESS_MEMORY}"
        )


class Meter:
    """Measures a loop of a count, reports its progress, and refuses it as soon as it is seen to exceed the limit."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.started = what, total, time.thread_time()

    def done(self, count: int) -> None:
        """Report `count` of `total` iterations done."""
        now = time.thread_time()
        if now - self.started < SLICE:
            return
        left = (now - self.started) * (self.total - count) / max(count, 1)
        running, report = _running.get(), _report.get()
        if running is not None and running.limit is not None and now - running.started + left > running.limit:
            raise CountTooLarge(
                f"{running.name} takes too long to count: {self.what} alone would take about "
                f"{span(now - self.started + left)} of CPU time, and the limit is {span(running.limit)}. "
                "`houseway odds --exact` has no time limit."
            )
        if report is not None:
            report(self.what, count / self.total, left)


def span(seconds: float) -> str:
    """`40 seconds`, `3 minutes`, `5 hours`."""
    for unit, size in (("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {unit}s"
    return f"{max(1, round(seconds))} second{'s' if seconds >= 1.5 else ''}"
