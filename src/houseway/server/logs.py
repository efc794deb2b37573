"""Structured logs: lines for people, or JSON for machines. Secrets are never handed to them.

A traceback is told without the values of variables: a cookie, a token or a seed may be among them. No visitor can fill
the log: each place in the code writes a limited number of lines a minute, for each kind of exception that it reports,
and the lines left out are counted.
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
Place = tuple[str, int, type[BaseException] | None, str, int]  # file and line; the exception's type, file and line


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Write at most LINES_A_MINUTE lines from each place, then one line with the number left out."""

    def __init__(self, stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._now = now
        self._until = now() + MINUTE
        self._lines: Counter[Place] = Counter()
        self._latest: dict[Place, logging.LogRecord] = {}  # of each place that wrote too many

    def emit(self, record: logging.LogRecord) -> None:
        if self._now() >= self._until:
            self.summarise()
        place = _place(record)
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
            super().emit(logging.LogRecord(latest.name, latest.levelno, *place[:2], text, None, None))
        self._lines.clear()
        self._latest.clear()
        self._until = self._now() + MINUTE

    def close(self) -> None:
        self.summarise()
        super().close()


def _place(record: logging.LogRecord) -> Place:
    """Where a line comes from. Different exceptions that one place reports, such as those of all commands, count
    separately."""
    info = record.msg.get("exc_info") if isinstance(record.msg, dict) else record.exc_info
    error = info if isinstance(info, BaseException) else sys.exc_info()[1] if info else None
    if error is None:
        return record.pathname, record.lineno, None, "", 0
    raised = error.__traceback__
    while raised is not None and raised.tb_next is not None:
        raised = raised.tb_next
    at = ("", 0) if raised is None else (raised.tb_frame.f_code.co_filename, raised.tb_lineno)
    return record.pathname, record.lineno, type(error), *at


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
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *([structlog.processors.format_exc_info] if as_json else []),
                renderer,
            ],
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
