"""The command `houseway` called in the test's own process: what it prints and its exit status, without a start of Python.

That a process of its own says and does the same is tested once for each way out: `tests/test_cli.py`.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from houseway.cli.app import run


class Done(NamedTuple):
    """As `subprocess.run` tells it."""

    returncode: int
    stdout: str
    stderr: str


def houseway(*arguments: str, answers: str = "") -> Done:
    """Call the command; `answers` is what is typed."""
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.StringIO(answers)),
        patch.dict(os.environ, {"COLUMNS": "100"}),
    ):
        status = run(list(arguments))
    return Done(status, out.getvalue(), err.getvalue())
