"""`houseway verify`: was this round dealt as it was promised?"""

from __future__ import annotations

import sys

import typer

from houseway.cli.records import RecordFile, read_records
from houseway.errors import HousewayError
from houseway.table.record import verify

EXAMPLES = "Example: houseway deal mini-tex --records > round.json; houseway verify round.json"


def command(file: RecordFile) -> None:
    """Deal stored rounds again from their seeds and compare every card, decision and payment."""
    failed = 0
    for number, record in enumerate(read_records(file), start=1):
        try:
            round_ = verify(record)
        except HousewayError as error:
            failed += 1
            print(f"Round {number}: NOT verified. {error}", file=sys.stderr)
            continue
        fair = "" if not round_.stacked else " (the deck was stacked for an exercise)"
        done = "" if round_.over else ", as far as it goes: the round is NOT finished"
        print(
            f"Round {number}: verified{done}, {len(round_.events)} events of {round_.game.name}; commitment "
            f"{round_.commitment} kept{fair}."
        )
    if failed:
        raise typer.Exit(1)
