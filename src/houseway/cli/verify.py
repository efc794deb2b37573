"""`houseway verify`: was this round dealt as it was promised?"""

from __future__ import annotations

import sys

import typer

from houseway.cli.records import RecordFile, read_records
from houseway.errors import HousewayError, RecordError
from houseway.table.kept_shoe import ShoeState
from houseway.table.pot_round import PotRound
from houseway.table.record import verify
from houseway.table.round import Round

EXAMPLES = "Example: houseway deal mini-tex --records > round.json; houseway verify round.json"


def command(file: RecordFile) -> None:
    """Deal stored rounds again from their seeds and compare every card, decision and payment."""
    failed, left = 0, KeptShoes()
    for number, record in enumerate(read_records(file), start=1):
        try:
            round_ = verify(record)
            goes_on = left.check(round_)
        except HousewayError as error:
            failed += 1
            print(f"Round {number}: NOT verified. {error}", file=sys.stderr)
            continue
        fair = "" if not round_.stacked else " (the deck was stacked for an exercise)"
        done = "" if round_.over else ", as far as it goes: the round is NOT finished"
        print(
            f"Round {number}: verified{done}, {len(round_.events)} events of {round_.game.name}; commitment "
            f"{round_.commitment} kept{_shoe(round_, goes_on=goes_on)}{fair}."
        )
    if failed:
        raise typer.Exit(1)


class KeptShoes:
    """What the rounds of a file have left of kept shoes; several tables may be in one file."""

    def __init__(self) -> None:
        self._left: dict[tuple[str, int, int], list[ShoeState]] = {}

    def check(self, played: Round | PotRound) -> bool:
        """Whether the shoe is as a round before has left it; refuses one that is another."""
        if not isinstance(played, Round) or played.shoe is None:
            return False
        rules, shoe = played.game.fingerprint, played.shoe
        before = self._left.get((rules, shoe.number, shoe.round), [])
        if before and shoe not in before:
            raise RecordError(
                f"Round {shoe.round} of shoe {shoe.number} does not begin with the cards that the one before has left."
            )
        if played.over and (after := played.shoe_after) is not None:
            self._left.setdefault((rules, after.number, after.round), []).append(after)
        return bool(before)


def _shoe(played: Round | PotRound, *, goes_on: bool) -> str:
    """Which round of a kept shoe it is."""
    if not isinstance(played, Round) or played.shoe is None:
        return ""
    shoe = played.shoe
    left = ", as the round before has left it" if goes_on else ""
    return f"; round {shoe.round} of shoe {shoe.number}, {len(shoe.gone)} cards gone{left}"
