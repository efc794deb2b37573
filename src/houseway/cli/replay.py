"""`houseway replay`: step through a stored round."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from houseway.cli.stored import RecordFile, read_records
from houseway.errors import RecordError
from houseway.table import events as ev
from houseway.table.record import from_record
from houseway.table.transcript import tell_all

EXAMPLES = "Examples: houseway replay round.json · houseway replay rounds.jsonl --round 3 --seat 1"


def command(
    file: RecordFile,
    round_: Annotated[int, typer.Option("--round", min=1, help="Which round of the file.")] = 1,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat saw; 0 for a spectator.")] = None,
) -> None:
    """Step through a stored round: Enter for the next event, q to leave."""
    records = read_records(file)
    if round_ > len(records):
        raise RecordError(f"{file} holds {len(records)} rounds: there is no round {round_}.")
    played = from_record(records[round_ - 1])
    if seat is not None and seat != 0 and seat not in played.seats:
        raise RecordError(f"There is no seat {seat} in this round: the seats are {', '.join(map(str, played.seats))}.")
    events = played.events if seat is None else tuple(ev.seen_by(event, seat or None) for event in played.events)
    step = sys.stdin.isatty() and sys.stdout.isatty()
    for line in tell_all(events, played.game):
        print(line)
        if step and not _next():
            return


def _next() -> bool:
    try:
        return input().strip().lower() not in ("q", "quit")
    except EOFError:
        return False
