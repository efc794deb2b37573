"""`houseway verify`: was this round dealt as it was promised?"""

from __future__ import annotations

import sys

import typer

from houseway.cli.records import RecordFile, read_records
from houseway.errors import HousewayError
from houseway.table.pot_round import PotRound
from houseway.table.record import verify
from houseway.table.round import Round

EXAMPLES = "Example: houseway deal mini-tex --records > round.json; houseway verify round.json"


def command(file: RecordFile) -> None:
    """Deal stored rounds again from their seeds and compare every card, decision and payment."""
    failed, before = 0, None
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
            f"{round_.commitment} kept{_shoe(round_, before)}{fair}."
        )
        before = round_
    if failed:
        raise typer.Exit(1)


def _shoe(played: Round | PotRound, before: Round | PotRound | None) -> str:
    """Which round of a kept shoe it is, and whether the round before it in the file has left the shoe so."""
    if not isinstance(played, Round) or played.shoe is None:
        return ""
    shoe = played.shoe
    goes_on = isinstance(before, Round) and before.over and before.shoe_after == shoe
    left = ", as the round before has left it" if goes_on else ""
    return f"; round {shoe.round} of shoe {shoe.number}, {len(shoe.gone)} cards gone{left}"
