"""A round's events as each viewer may see them, with a sentence each; made once per viewer and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import HandTeller
from houseway.table.round import Round
from houseway.table.transcript import Teller
from houseway.table.view import View

Tell = Callable[[Any], str]


class RoundLog:
    """What has been told of a round. Only events up to `published` are ever told: those that are durable.

    `people` says who played from which seat: a seat's secrets are theirs, not those of whoever sits there next.
    """

    def __init__(self, played: Round | PotRound, round_id: int, number: int, names: Mapping[int, str]) -> None:
        self.played = played
        self.round_id = round_id
        self.number = number
        self.people: dict[int, int] = {}
        self.published = 0
        self._names = dict(names)
        self._told: dict[ev.Viewer, tuple[Tell, list[dict[str, Any]]]] = {}
        self._views: dict[ev.Viewer, tuple[ev.Event, int, View]] = {}

    def viewer(self, seat: int | None, person_id: int | None) -> ev.Viewer:
        """As whom a person at a seat sees this round."""
        return seat if seat is not None and self.people.get(seat, person_id) == person_id else None

    def view(self, viewer: ev.Viewer) -> View:
        """The felt of a round against the house, kept for each viewer: only what is new is taken in."""
        assert isinstance(self.played, Round)
        events = self.played.events
        first, count, view = self._views.get(viewer, (None, 0, None))
        if view is None or first is not events[0]:  # the opening is told anew when the meter is read again
            count, view = 0, View(self.played.game, viewer, ())
        view.see(events[count:])
        self._views[viewer] = events[0], len(events), view
        return view

    def told(self, viewer: ev.Viewer, first: int, last: int) -> list[dict[str, Any]]:
        """The events from `first` up to `last` as the viewer may see them."""
        last = min(last, self.published)
        if viewer not in self._told:
            self._told[viewer] = self._teller(), []
        tell, told = self._told[viewer]
        if len(told) < last:
            for event in self.played.events[len(told) : last]:
                seen: Any = ev.seen_by(event, viewer)
                told.append({**ev.to_json(seen), "text": tell(seen)})
        return told[first:last]

    def _teller(self) -> Tell:
        if isinstance(self.played, Round):
            return Teller(self.played.game).tell
        hand = HandTeller(self.played.game, self._names)
        return lambda event: _sentence(list(hand.tell(event)))


def _sentence(lines: list[str]) -> str:
    """The lines of one event as one text, without the rules that a printed history has."""
    return ". ".join(line.replace("--- ", "").replace(" ---  ", ", ") for line in lines)
