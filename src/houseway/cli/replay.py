"""`houseway replay`: step through a stored round."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from houseway.cli.records import RecordFile, read_records, transcript
from houseway.errors import RecordError
from houseway.table.phh import to_phh
from houseway.table.pot_round import PotRound
from houseway.table.record import from_record, verify

EXAMPLES = "Examples: houseway replay round.json · houseway replay rounds.jsonl --round 3 --seat 1"


def command(
    file: RecordFile,
    round_: Annotated[int, typer.Option("--round", min=1, help="Which round of the file.")] = 1,
    seat: Annotated[int | None, typer.Option(help="Show only what this seat saw; 0 for a spectator.")] = None,
    *,
    phh: Annotated[bool, typer.Option("--phh", help="Print a hand among players in the open PHH format.")] = False,
) -> None:
    """Step through a stored round: Enter for the next event, q to leave; or print a hand among players as PHH."""
    records = read_records(file)
    if round_ > len(records):
        raise RecordError(f"{file} holds {len(records)} rounds: there is no round {round_}.")
    played = from_record(records[round_ - 1])
    try:
        verify(records[round_ - 1])
    except RecordError as error:
        print(
            f"Warning: this record does not verify; shown is what its seed and actions lead to. {error}",
            file=sys.stderr,
        )
    seats = tuple(played.start) if isinstance(played, PotRound) else played.seats
    if seat is not None and seat != 0 and seat not in seats:
        raise RecordError(f"There is no seat {seat} in this round: the seats are {', '.join(map(str, seats))}.")
    if phh:
        if not isinstance(played, PotRound):
            raise RecordError("PHH is a format for games among players: this round was played against the house.")
        print(to_phh(played, viewer="house" if seat is None else seat or None), end="")
        return
    step = sys.stdin.isatty() and sys.stdout.isatty()
    for line in transcript(played, seat or None, whole=seat is None):
        print(line)
        if step and not _next():
            return


def _next() -> bool:
    try:
        return input().strip().lower() not in ("q", "quit")
    except EOFError:
        return False
