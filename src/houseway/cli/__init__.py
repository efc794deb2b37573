"""The command `houseway`: one module per command."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """Run the command line; whatever goes wrong is one sentence on standard error, never a traceback."""
    from houseway.cli.app import run

    for stream in (sys.stdin, sys.stdout, sys.stderr):  # a terminal without suits shows a question mark instead
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except KeyboardInterrupt:
        print("\nStopped before it was done.", file=sys.stderr)
        status = 130
    sys.exit(status)
