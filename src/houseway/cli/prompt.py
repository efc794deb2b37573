"""Questions at the table."""

from __future__ import annotations

from collections.abc import Collection

LEAVE = ("q", "quit", "exit")


class LeaveTable(Exception):
    """The visitor wants to go: q, end of input or Ctrl-C at a question."""


def ask(question: str, legal: Collection[str], *, default: str = "") -> str:
    """One of the legal answers; anything else is asked again, and `q` leaves."""
    while True:
        answer = read(question).lower() or default
        if answer in legal:
            return answer
        print(f"  {answer!r} is not a choice here: {', '.join(legal)}, or q to leave.")


def read(question: str) -> str:
    """A line from the visitor."""
    try:
        answer = input(question).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise LeaveTable from None
    if answer.lower() in LEAVE:
        raise LeaveTable
    return answer
