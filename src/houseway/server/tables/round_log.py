"""A round's events as each viewer may see them, with a sentence each; made once per viewer and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from houseway.rules.game import HouseCards
from houseway.server.protocol.events import TableEvent
from houseway.server.protocol.felt import BankedView, PlaceView
from houseway.server.protocol.table_state import ActedFor, BankedLegal
from houseway.server.tables import banked_view
from houseway.server.tables.acted_for import Acted
from houseway.server.tables.json_parts import written
from houseway.server.tables.voided import RoundVoided
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.pot_transcript import HandTeller
from houseway.table.round import Round
from houseway.table.transcript import Teller
from houseway.table.view import View

Tell = Callable[[Any], str]
# In these alone lie cards that one viewer sees and another does not, or what a hand is named by later.
_NAMING = (ev.WagersPlaced, ev.Dealt, ev.Decided, ev.Turned, ev.Took)


class RoundLog:
    """What has been told of a round. Only events up to `published` are ever told: those that are durable.

    `people` says who played from which seat: a seat's secrets are theirs, not those of whoever sits there next.

    Most of what is shown is the same for everybody: an event or a seat that is not the viewer's own is as a spectator
    sees it. So that is written once, and each viewer's own parts are put between.
    """

    def __init__(self, played: Round | PotRound, round_id: int, number: int, names: Mapping[int, str]) -> None:
        self.played = played
        self.round_id = round_id
        self.number = number
        self.people: dict[int, int] = {}
        self.published = 0
        self.void: RoundVoided | None = None
        self._acted: dict[int, Acted] = {}  # what the table decided for people, by the number of the event
        self._names = dict(names)
        self._told: dict[ev.Viewer, tuple[Tell, list[TableEvent]]] = {}
        self._seats: dict[tuple[ev.Viewer, int], tuple[dict[str, Any], PlaceView]] = {}
        self._legal: dict[int, tuple[object, object, int, BankedLegal | None]] = {}
        self.played_for: dict[int, str] = {}  # why the table has decided for a seat
        self._head: tuple[Any, int, dict[str, Any]] | None = None

    @property
    def events(self) -> tuple[Any, ...]:
        """Everything that can be told: what happened in the round, and that it is void."""
        return self.played.events if self.void is None else (*self.played.events, self.void)

    def viewer(self, seat: int | None, person_id: int | None) -> ev.Viewer:
        """As whom a person at a seat sees this round."""
        return seat if seat is not None and self.people.get(seat, person_id) == person_id else None

    # --- the felt, in a round against the house ---

    def view(self, viewer: ev.Viewer) -> View:
        """The felt as the viewer sees it now."""
        assert isinstance(self.played, Round)
        return self.played.live_view(viewer)

    def dealer_words(self) -> str:
        return self.view(None).dealer_words()

    def felt(self, viewer: ev.Viewer) -> BankedView:
        """The view as JSON, of parts that are written once."""
        public = self.view(None)
        own = self.view(viewer) if viewer in public.seats else public
        events = self.played.events
        if self._head is None or self._head[0] is not events[0] or self._head[1] != len(events):
            head = public.head_json()
            head["dealer"] = written(head["dealer"])
            self._head = events[0], len(events), head
        house = public.shown_house()
        seats = [self._seat(own if seat == viewer else public, seat, house) for seat in sorted(public.seats)]
        return cast(BankedView, {**self._head[2], "you": viewer, "seats": seats})

    def _seat(self, view: View, seat: int, house: HouseCards) -> PlaceView:
        shown = view.seat_json(seat, house)
        kept = self._seats.get((view.viewer, seat))
        if kept is None or kept[0] is not shown:
            kept = self._seats[view.viewer, seat] = shown, written(cast(PlaceView, shown))
        return kept[1]

    def legal(self, seat: int, held: int) -> BankedLegal | None:
        """What a seat with so much in the wallet may decide now, written once for as long as it may."""
        assert isinstance(self.played, Round)
        if seat not in self.played.to_act:
            return None
        step, offers = self.played.step, self.played.offers(seat)
        kept = self._legal.get(seat)
        if kept is None or kept[0] is not step or kept[1] is not offers or kept[2] != held:
            kept = self._legal[seat] = step, offers, held, written(banked_view.legal(self.played, seat, held))
        return kept[3]

    # --- what happened ---

    def acts_for(self, acted: Acted, since: int) -> None:
        """The decision of a seat among the events from `since` on was the table's."""
        for index, event in enumerate(self.played.events[since:], start=since):
            if isinstance(event, ev.Decided | ev.Bet) and event.seat == acted.seat:
                self._acted[index] = acted
                self.played_for.setdefault(acted.seat, acted.stored_reason)
                return

    def acted_for(self, viewer: ev.Viewer) -> list[ActedFor]:
        """What the table decided for people in this round, as the viewer is told."""
        return [acted.shown(viewer) for acted in self._acted.values()]

    def told(self, viewer: ev.Viewer, first: int, last: int) -> list[TableEvent]:
        """The events from `first` up to `last` as the viewer may see them."""
        last = min(last, self.published)
        if viewer not in self._told:
            self._told[viewer] = self._teller(), []
        tell, told = self._told[viewer]
        if len(told) < last:
            shared = self.told(None, 0, last) if viewer is not None and isinstance(self.played, Round) else None
            for index, event in enumerate(self.events[len(told) : last], start=len(told)):
                if isinstance(event, RoundVoided):
                    told.append(written(cast(TableEvent, {**ev.to_json(cast(Any, event)), "text": event.text})))
                    continue
                whose = _seat_of(event)
                if shared is not None and (whose not in (None, viewer) or not isinstance(event, _NAMING)):
                    told.append(shared[index])
                    continue
                seen: Any = ev.seen_by(event, viewer)
                text = tell(seen)  # also of events that everybody sees: later hands are named by the cards on the felt
                if shared is not None and whose is None:
                    told.append(shared[index])
                else:
                    facts = {
                        **ev.shown_json(seen),
                        "text": text,
                        "step": list(self.played.step_of(index)),
                        **self._why(index, viewer, text),
                    }
                    told.append(written(cast(TableEvent, facts)))
        return told[first:last]

    def _why(self, index: int, viewer: ev.Viewer, text: str) -> dict[str, str]:
        """What is told of a decision besides, where the table made it."""
        acted = self._acted.get(index)
        if acted is None:
            return {}
        return {"acted_for": acted.why, "text": f"{acted.text(viewer == acted.seat)}. {text}"}

    def _teller(self) -> Tell:
        if isinstance(self.played, Round):
            return Teller(self.played.game).tell
        return HandTeller(self.played.game, self._names).sentence


def _seat_of(event: Any) -> int | None:
    """The seat that an event is about, None for what is everybody's."""
    whose = getattr(event, "seat", None) or getattr(event, "to", None) or getattr(event, "whose", None)
    return whose if isinstance(whose, int) else None
