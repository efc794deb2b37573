"""Stored rounds: files with one record, or one record a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.errors import RecordError
from houseway.table.events import seen_by
from houseway.table.pot_round import PotRound
from houseway.table.round import Round
from houseway.table.transcript import tell_all

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A stored round, or one round a line.")]


def read_records(path: Path) -> list[dict[str, Any]]:
    """The records in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise RecordError(f"{path} cannot be read: {reason}.") from None
    try:
        found = [json.loads(text)]
    except RecursionError:
        found = []
    except ValueError:
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            found = []
    if not found or not all(isinstance(record, dict) for record in found):
        raise RecordError(f"{path} holds no rounds: a round is a JSON object, as `houseway deal --records` prints it.")
    return found


def transcript(played: Round | PotRound, viewer: int | None = None, *, whole: bool = True) -> Iterator[str]:
    """A round or hand in words: all of it, or what one seat (None: a spectator) saw."""
    if isinstance(played, PotRound):
        from houseway.table.pot_transcript import tell_hand

        hand = played.events if whole else tuple(seen_by(event, viewer) for event in played.events)
        yield from tell_hand(hand, played.game)
    else:
        events = played.events if whole else tuple(seen_by(event, viewer) for event in played.events)
        yield from tell_all(events, played.game)
