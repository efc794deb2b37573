"""Searches every frame that visitors got for a card before its time.

What a viewer may know is worked out again from the stored records, with nothing of the server: the events of a round as
`seen_by` shows them. Every event that was sent must be one of those, in their order; every view must be the one that
those events make; and no card may be written anywhere else in a frame, in letters or with suit signs, unless the viewer
has seen it in the round.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from tests.server.server_process import ServerProcess

from houseway.cards import DECK, Card
from houseway.server.storage.schema import actions, round_people, rounds, seats
from houseway.table import events as ev
from houseway.table.pot_round import PotRound
from houseway.table.pot_view import PotView
from houseway.table.record import from_record
from houseway.table.round import Round
from houseway.table.view import View

WRITTEN = {card.text: card for card in DECK} | {card.pretty: card for card in DECK}
CARD = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs](?![0-9A-Za-z])|(?:10|[2-9JQKA])[♣♦♥♠])")
TOKENS = {  # fields of random text, in which two letters side by side mean nothing
    "approved_fingerprint", "commitment", "csrf", "deck_seal", "epoch", "fingerprint", "id", "seal", "seals",
    "server_seed", "token",
}  # fmt: skip
OPAQUE = re.compile(r"[0-9a-f]{12,}|[0-9A-Za-z_-]{32,}")  # what such text looks like: one long word
UNSURE = ("meter", "turn", "legal")  # parts of a view that do not follow from the events alone
NOBODYS = -1  # stands for every round that was opened and not played
BESIDES = {"text", "step", "acted_for"}  # what the house says of an event: there is no card in it but in the text

Frame = dict[str, Any]


def cards_in(value: Any) -> set[Card]:
    """Every card that is written anywhere in a value that was sent: in its texts, and in the names of its fields."""
    return {WRITTEN[card] for card in CARD.findall("\n".join(_texts(value, "")))}


def _texts(value: Any, field: str) -> Iterator[str]:
    """Where a card can be written. A token field is passed over only for what cannot be anything but a token."""
    if isinstance(value, str):
        if not (field in TOKENS and OPAQUE.fullmatch(value)):
            yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            if not (name == "key" and isinstance(part, str)):  # "2c" is a key too: play 2x, throw the third card
                yield from _texts(part, name)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part, field)


class Known:
    """A round as one viewer may know it, event by event."""

    def __init__(self, played: Round | PotRound, viewer: int | None) -> None:
        self.played = played
        self.viewer = viewer
        self.seen: list[Any] = [ev.seen_by(event, viewer) for event in played.events]
        self.told = [_plain(event) for event in self.seen]
        self._cards: list[set[Card]] = [set()]
        for told in self.told:
            self._cards.append(self._cards[-1] | cards_in(told))
        self._views: dict[tuple[int, frozenset[int] | None], str] = {}

    def cards(self, count: int) -> set[Card]:
        """The cards that the viewer has seen after so many events."""
        return self._cards[count]

    def view(self, count: int, seats: frozenset[int] | None = None) -> str:
        """The view after so many events; with `seats`, as it is shown when others have taken over some players' seats."""
        if (count, seats) not in self._views:
            seen: Any = self.seen[:count]
            if isinstance(self.played, Round):
                made: Any = View(self.played.game, self.viewer, seen)
            else:
                made = PotView(self.played.game, self.viewer, seen, None, None)
            shown = made.to_json()
            if seats is not None:
                shown["players"] = [player for player in shown["players"] if player["seat"] in seats]
            self._views[count, seats] = comparable(shown)
        return self._views[count, seats]

    def find(self, view: Frame, first: int) -> int | None:
        """After how many events, `first` or more, the viewer's view is this one."""
        wanted = comparable(view)
        seats = frozenset(player["seat"] for player in view["players"]) if "players" in view else None
        return next((n for n in range(max(first, 1), len(self.seen) + 1) if self.view(n, seats) == wanted), None)


def comparable(view: Frame) -> str:
    found = {name: part for name, part in view.items() if name not in UNSURE}
    places = view["seats"] if "seats" in view else view["players"]
    if view["you"] not in {place["seat"] for place in places}:
        found["you"] = None  # whoever sits there has nothing in this round: they see what everybody sees
    return json.dumps(found, sort_keys=True)


def _plain(event: Any) -> Frame:
    told: Frame = json.loads(json.dumps(ev.shown_json(event)))
    return _without_meter(told)


def _without_meter(told: Frame) -> Frame:
    """The meter of a round is read anew until the deal."""
    return {name: value for name, value in told.items() if not (name == "meter" and told["event"] == "RoundOpened")}


class Truth:
    """The records of a house's rounds, out of its database."""

    def __init__(self, house: ServerProcess) -> None:
        self._known: dict[tuple[int, int | None], Known] = {}
        self._played: dict[int, Round | PotRound] = {}
        self.people: dict[int, dict[int, int]] = {}
        self._headers: dict[int, Any] = {}
        self.undealt: dict[int, list[str]] = {}  # the cards that a rabbit hunt has shown, by round
        self._commitments: dict[str, int] = {}
        self._actions: dict[int, list[Any]] = {}
        with house.engine() as connection:
            for round_id, header, summary in connection.execute(
                sa.select(rounds.c.id, rounds.c.header, rounds.c.summary)
            ):
                self._headers[round_id] = header
                self.undealt[round_id] = (summary or {}).get("undealt", [])
                self._commitments[header["commitment"]] = round_id
            for row in connection.execute(sa.select(actions).order_by(actions.c.round_id, actions.c.number)):
                self._actions.setdefault(row.round_id, []).append(row.action)
                if row.action["do"] == "wager":
                    self.people.setdefault(row.round_id, {})[row.seat] = row.person_id
            for row in connection.execute(sa.select(round_people)):
                self.people.setdefault(row.round_id, {})[row.seat] = row.person_id
            # Of a hand that is still being played nothing says yet who played it: its players are in their seats.
            seated = sa.select(rounds.c.id, seats.c.seat, seats.c.person_id).join(
                seats, seats.c.table_id == rounds.c.table_id
            )
            for round_id, seat, person in connection.execute(seated.where(sa.not_(rounds.c.over))):
                if str(seat) in self._headers[round_id].get("stacks", {}):
                    self.people.setdefault(round_id, {})[seat] = person

    def __len__(self) -> int:
        return len(self._headers)

    def opened(self, commitment: str) -> int:
        """The round that was opened with this commitment, `NOBODYS` for one that nobody bet on."""
        return self._commitments.get(commitment, NOBODYS)

    def known(self, round_id: int, person_id: int | None) -> Known | None:
        """The round as this person may know it; None for one that nobody bet on."""
        if round_id not in self._headers:
            return None
        players = self.people.get(round_id, {})
        viewer = next((seat for seat, person in players.items() if person == person_id), None)
        if (round_id, viewer) not in self._known:
            if round_id not in self._played:
                record = {**self._headers[round_id], "actions": self._actions.get(round_id, []), "events": []}
                self._played[round_id] = from_record(record)
            self._known[round_id, viewer] = Known(self._played[round_id], viewer)
        return self._known[round_id, viewer]


class Place(NamedTuple):
    """Where a viewer is in a round: how many of its events have been told, or at least so many after a snapshot."""

    round_id: int = 0
    told: int = 0
    unsure: bool = False


def leaks(truth: Truth, person_id: int | None, frames: Iterable[Frame]) -> Iterator[str]:
    """What is wrong with the frames that one connection after another of this person got."""
    places: dict[int, Place] = {}  # by table
    for frame in frames:
        if frame["type"] in ("snapshot", "update"):
            table = frame["table"]
            place = places.get(table, Place())
            sits = frame["state"]["you"]["seat"]
            checked = _Checked(truth, person_id, sits, place if frame["type"] == "update" else Place())
            yield from checked.events(frame.get("events", []), _round_id(frame["state"]))
            yield from checked.state(frame["state"])
            places[table] = checked.place
            continue
        seen: set[Card] = set()
        for place in places.values():
            known = truth.known(place.round_id, person_id)
            seen |= known.cards(place.told) if known else set()
        if extra := cards_in(frame) - seen:
            yield f"{frame['type']} shows {_names(extra)}: {_short(frame)}"


class _Checked:
    """One update or snapshot."""

    def __init__(self, truth: Truth, person_id: int | None, sits: int | None, place: Place) -> None:
        self.truth = truth
        self.person_id = person_id
        self.sits = sits
        self.place = place

    def known(self, round_id: int) -> Known | None:
        """The round as it may be seen from this seat: who stands, or sits elsewhere now, only watches."""
        own = self.sits is not None and self.truth.people.get(round_id, {}).get(self.sits) == self.person_id
        return self.truth.known(round_id, self.person_id if own else None)

    def events(self, events: list[Frame], now: int) -> Iterator[str]:
        for event in events:
            if event["event"] in ("RoundOpened", "HandOpened"):
                self.place = Place(self.truth.opened(event["commitment"]))
            if event["event"] == "RoundVoided":  # of the house, not of the round's record
                if extra := cards_in(event):
                    yield f"a void round shows {_names(extra)}: {_short(event)}"
                continue
            known = self.known(self.place.round_id or now)
            if known is None:
                if extra := cards_in(event):
                    yield f"a round that nobody bet on shows {_names(extra)}: {_short(event)}"
                continue
            index = self._index(known, {name: value for name, value in event.items() if name not in BESIDES})
            if index is None:
                yield f"round {self.place.round_id}: an event is not as it may be seen: {_short(event)}"
                continue
            self.place = Place(self.place.round_id or now, index + 1)
            if extra := cards_in(event["text"]) - known.cards(index + 1):
                yield f"round {self.place.round_id}: the sentence shows {_names(extra)}: {event['text']}"

    def _index(self, known: Known, event: Frame) -> int | None:
        """Which of the round's events this is: the next one, or after a snapshot one that makes the same view."""
        _, first, unsure = self.place
        last = first
        while unsure and last + 1 < len(known.told) and known.view(last + 1) == known.view(first):
            last += 1
        wanted = _without_meter(event)
        return next((n for n in range(first, min(last + 1, len(known.told))) if known.told[n] == wanted), None)

    def state(self, state: Frame) -> Iterator[str]:
        now = _round_id(state)
        known = self.known(now)
        if known is None or state["view"] is None:
            if extra := cards_in(state):
                yield f"table {state['table']['id']}: {_names(extra)} before any round: {_short(state)}"
            self.place = Place(now)
            return
        told = self.place.told if self.place.round_id == now else 0
        found = known.find(state["view"], told)
        if found is None:
            yield f"round {now}: the view is none that this viewer may have: {_short(state['view'])}"
            return
        if told and not self.place.unsure and known.view(found) != known.view(told):
            yield f"round {now}: the view is ahead of the events that were told"
        hunted = state.get("undealt", [])
        if hunted and not may_hunt(self.truth, now, known, hunted, over=state["view"]["over"]):
            yield f"round {now}: {hunted} were shown before the end, or are not what would have come"
        hunt = {WRITTEN[card] for card in hunted}
        if extra := cards_in(state) - known.cards(found) - hunt:
            yield f"round {now}: the state shows {_names(extra)}: {_short(state)}"
        self.place = Place(now, found, unsure=not told or self.place.unsure)


def may_hunt(truth: Truth, round_id: int, known: Known, cards: list[str], *, over: bool) -> bool:
    """Whether these are the board cards that would have come, of a hand that is over, where the house shows them."""
    played = known.played
    come = [card.text for card in played.undealt] if isinstance(played, PotRound) else []
    return over and cards == come == truth.undealt[round_id]


def _round_id(state: Frame) -> int:
    return state["round"]["id"] if state["round"] else 0


def _names(cards: Iterable[Card]) -> str:
    return " ".join(sorted(card.text for card in cards))


def _short(value: Any) -> str:
    return json.dumps(value)[:300]
