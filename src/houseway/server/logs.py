"""Structured logs: lines for people, or JSON for machines. Secrets are never handed to them.

A traceback is told without the values of variables: a cookie, a token or a seed may be among them. No visitor can fill
the log: each place in the code writes a limited number of lines a minute, and the lines left out are counted.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TextIO

import structlog

LINES_A_MINUTE = 20  # from one place in the code
MINUTE = 60.0


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Write at most LINES_A_MINUTE lines from each place in the code, then one line with the number left out."""

    def __init__(self, stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._now = now
        self._until = now() + MINUTE
        self._lines: Counter[tuple[str, int]] = Counter()
        self._latest: dict[tuple[str, int], logging.LogRecord] = {}  # of each place that wrote too many

    def emit(self, record: logging.LogRecord) -> None:
        if self._now() >= self._until:
            self.summarise()
        place = record.pathname, record.lineno
        self._lines[place] += 1
        if self._lines[place] <= LINES_A_MINUTE:
            super().emit(record)
        else:
            self._latest[place] = record

    def summarise(self) -> None:
        """Write how many lines were left out, and start the next minute."""
        for place, latest in self._latest.items():
            message = latest.msg["event"] if isinstance(latest.msg, dict) else latest.getMessage()
            text = f"{self._lines[place] - LINES_A_MINUTE} more lines like {message!r} were left out"
            super().emit(logging.LogRecord(latest.name, latest.levelno, *place, text, None, None))
        self._lines.clear()
        self._latest.clear()
        self._until = self._now() + MINUTE

    def close(self) -> None:
        self.summarise()
        super().close()


def set_up_logs(*, as_json: bool, level: str) -> None:
    """Everything, the web server's own lines too, goes to standard error in one form."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    if as_json:
        shared.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(number),
        cache_logger_on_first_use=True,
    )
    handler = LimitedHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(number, logging.INFO))
    for name in ("alembic", "uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
        logger.setLevel(logging.WARNING)
