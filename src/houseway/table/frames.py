"""A round as one person saw it happen: every event with its sentence, and the felt after it.

A view is folded from the events that its viewer may see and from nothing else, so the felt after an event is the fold
of the events so far: no frame can show a card before it was shown. Among players a view also says whose turn it is,
which no event tells; the hand is played again for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from houseway.rules.game import TableGame
from houseway.table import events as ev
from houseway.table.betting import Bounds
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import HandTeller
from houseway.table.pot_view import PotView
from houseway.table.record import from_record
from houseway.table.round import Round
from houseway.table.transcript import Teller
from houseway.table.view import View


class Frame(NamedTuple):
    """One event and the felt after it, as the viewer saw them."""

    event: ev.Event | ev.HandEvent
    text: str  # the event in words; empty for one that is not worth a line
    view: dict[str, Any]  # what `view(viewer).to_json()` gave then; frames share parts that have not changed
    step: tuple[int, ...]  # where in the procedure (`Round.step_of`)

    def to_json(self) -> dict[str, Any]:
        return {**ev.shown_json(self.event), "text": self.text, "view": self.view, "step": list(self.step)}


def frames(
    played: Round | PotRound | Mapping[str, Any],
    viewer: ev.Viewer = None,
    *,
    names: Mapping[int, str] | None = None,
    kind: type[TableGame[Any]] | None = None,
) -> list[Frame]:
    """A round, a hand among players or the record of either, a frame for each event so far.

    `viewer` is a seat, or None for a spectator. `names` are those of the players by seat, in a hand among players.
    `kind` is the game of a record, for a game that is not installed.
    """
    if isinstance(played, Mapping):
        played = from_record(played, kind=kind)
    return list(_of_round(played, viewer) if isinstance(played, Round) else _of_hand(played, viewer, names or {}))


def _of_round(round_: Round, viewer: ev.Viewer) -> Iterator[Frame]:
    if viewer is not None:
        round_.check_seat(viewer)
    view, teller = View(round_.game, viewer, ()), Teller(round_.game)
    for number, event in enumerate(round_.events):
        view.see((event,))
        seen = ev.seen_by(event, viewer)
        yield Frame(seen, teller.tell(seen), view.to_json(), round_.step_of(number))


def _of_hand(hand: PotRound, viewer: ev.Viewer, names: Mapping[int, str]) -> Iterator[Frame]:
    view, teller = PotView(hand.game, viewer, (), None, None), HandTeller(hand.game, names)
    waits: dict[int, tuple[int | None, Bounds | None]] = {}  # whose turn it was, by how much had happened
    for point in hand.from_the_start():
        waits[len(point.events)] = point.turn, None if viewer is None else point.legal(viewer)
    for number, event in enumerate(hand.events, start=1):
        view.see((event,))
        view.turn, view.legal = waits.get(number, (None, None))  # nobody's while the dealer is at work
        seen = ev.seen_by(event, viewer)
        yield Frame(seen, teller.sentence(seen), view.to_json(), hand.step_of(number - 1))
