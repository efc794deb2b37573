"""A round as everybody at the table sees it: frozen before any of its events.

What a hand is called is left out: reading the hands is the trainee's. Which cards a guest threw is told once they lie
face up, as a dealer sees them lie apart from the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from houseway.cards import Card
from houseway.rules.game import Game, HouseCards
from houseway.table import events as ev
from houseway.table.transcript import Teller
from houseway.table.view import View
from houseway.train.items import dealt_set

if TYPE_CHECKING:
    from houseway.train.acts import DealerAct, Menu


class Moment(NamedTuple):
    felt: dict[str, Any]
    house: HouseCards  # the cards that are face up
    told: tuple[str, ...]  # what has happened, a line each


class Shown(Protocol):
    """The moments of whatever was dealt."""

    def before(self, number: int) -> Moment: ...


class Frozen(NamedTuple):
    """What was dealt, any of whose acts may be asked for."""

    menu: Menu
    acts: tuple[DealerAct, ...]
    moments: Shown


class PlainTeller(Teller):
    """Tells a round without a name for what the guests hold."""

    def hand(self, seat: int) -> str:
        return ""

    def tell(self, event: ev.Event) -> str:
        """A set that is dealt to a player is told whole, and then what is put aside of it."""
        dealt = dealt_set(self.game)
        if dealt is not None and isinstance(event, ev.Dealt) and isinstance(event.to, int):
            if event.area == "dealt":
                return super().tell(event._replace(cards=(*event.cards, *[None] * dealt.aside)))
            if event.area == "aside":
                count = len(event.cards)
                super().tell(event)
                return f"Of seat {event.to}'s cards, the top {'card is' if count == 1 else f'{count} are'} set aside"
        return super().tell(event)


class Moments:
    """The moments of a finished round, asked for in order or anyhow."""

    def __init__(self, game: Game[Any], events: Sequence[ev.Event]) -> None:
        self._game, self._events = game, events
        self._start()

    def _start(self) -> None:
        self._seen = 0
        self._view, self._teller = View(self._game, None, ()), PlainTeller(self._game)
        self._lines: list[str] = []

    def before(self, number: int) -> Moment:
        """The felt when so many events had happened."""
        if number < self._seen:
            self._start()
        for event in self._events[self._seen : number]:
            self._view.see((event,))
            line = self._teller.tell(ev.seen_by(event, None)) + thrown_words(self._events[:number], event)
            if line and not isinstance(event, ev.RoundOpened):  # which would tell that a deck is stacked
                self._lines.append(line)
        self._seen = number
        show_thrown(self._view, self._events[:number])
        return Moment(_without_names(self._view), self._view.shown_house(), tuple(self._lines))


def thrown(events: Sequence[ev.Event]) -> dict[int, list[ev.Decided]]:
    """The decisions of those guests whose thrown cards have been turned face up."""
    threw: dict[int, list[ev.Decided]] = {}
    turned: dict[int, list[Card]] = {}
    for event in events:
        if isinstance(event, ev.Decided):
            threw.setdefault(event.seat, []).append(event)
        elif isinstance(event, ev.Turned) and isinstance(event.whose, int):
            turned.setdefault(event.whose, []).extend(card for card in event.cards if card is not None)
    return {
        seat: decided
        for seat, decided in threw.items()
        if (cards := [card for one in decided for card in one.decision.discard or ()])
        and not Counter(cards) - Counter(turned.get(seat, []))
    }


def show_thrown(view: View, events: Sequence[ev.Event]) -> None:
    """Show in a view which of the cards before a guest were thrown, where they lie face up."""
    for seat, decided in thrown(events).items():
        if seat in view.seats:
            view.seats[seat].decided[:] = decided
            view.seats[seat].written = None


def thrown_words(events: Sequence[ev.Event], event: ev.Event) -> str:
    """What is said of the turning of a guest's cards besides: which of them were thrown."""
    if not isinstance(event, ev.Turned) or not isinstance(event.whose, int):
        return ""
    decided = thrown(events[: list(events).index(event) + 1]).get(event.whose, [])
    cards = [card for one in decided for card in one.decision.discard or ()]
    return f"; thrown: {' '.join(card.pretty for card in cards)}" if cards else ""


def _without_names(view: View) -> dict[str, Any]:
    felt, dealt = view.to_json(), dealt_set(view.game)
    seats = [{**seat, "words": ""} for seat in felt["seats"]]
    for seat in seats:
        if dealt is not None and seat["dealt"] and not seat["aside"] and not seat["drawn"]:  # the whole set lies there
            seat["dealt"] = [*seat["dealt"], *[None] * dealt.aside]
    return {**felt, "seats": seats}


def felt(game: Game[Any], events: Sequence[ev.Event]) -> dict[str, Any]:
    """The felt after these events, without what the guests' hands and the house's are called."""
    view = View(game, None, events)
    show_thrown(view, events)
    return unread(view)


def unread(view: View, **hidden: Any) -> dict[str, Any]:
    """The felt of a view without what the guests' hands and the house's are called, and with other things of the
    house's hidden."""
    shown = _without_names(view)
    return {**shown, "dealer": {**shown["dealer"], "words": "", **hidden}}


def told(game: Game[Any], events: Sequence[ev.Event]) -> tuple[str, ...]:
    """What was bet and decided, in words; the cards lie on the felt."""
    teller = Teller(game)
    kinds = (ev.WagersPlaced, ev.MeterFed, ev.Decided)
    open_ = {id(event) for decided in thrown(events).values() for event in decided}
    lines = [(event, teller.tell(event if id(event) in open_ else ev.seen_by(event, None))) for event in events]
    return tuple(line for event, line in lines if isinstance(event, kinds) and line)
