"""What happens at a table, as frozen records in the order of the procedure.

An event holds the whole truth; `seen_by` is what one person may see of it. Nothing else hides or shows a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from houseway.cards import Card
from houseway.rules.game import Decision
from houseway.rules.procedure import COMMUNITY, DEALER, Face

Viewer = int | None  # a seat, or None for a spectator
Cards = tuple[Card | None, ...]
NOTHING: Mapping[str, int] = MappingProxyType({})
NOTHING_SAID: Mapping[int, str] = MappingProxyType({})


class ShoeFacts(NamedTuple):
    """A shoe that is kept from round to round, before the round that opens: what everybody may know of it."""

    number: int  # of the shoe at the table
    round: int  # of the shoe
    dealt: int  # cards, in its earlier rounds
    buried: int
    to_cut: int  # cards that come before the cut card
    digest: str  # SHA-256 of the cards dealt in its earlier rounds


class RoundOpened(NamedTuple):
    game: str
    edition: str
    fingerprint: str
    seats: tuple[int, ...]
    commitment: str
    meter: int | None = None
    fair: bool = True  # False: the deck was stacked, for an exercise
    shoe: ShoeFacts | None = None  # where the shoe is kept from round to round


class WagersPlaced(NamedTuple):
    """All wagers of a seat, replacing earlier ones; none if they were taken back."""

    seat: int
    stakes: Mapping[str, int]
    player_seed: str = ""
    promise: str = ""  # SHA-256 of words that the player keeps until the wagers are closed


class WagersClosed(NamedTuple):
    seats: tuple[int, ...]  # who plays
    player_seeds: Mapping[int, str] = NOTHING_SAID  # all words in the shuffle, where some of them were promised


class MeterFed(NamedTuple):
    before: int
    after: int


class MeterPaid(NamedTuple):
    """A seat wins a share of the meter."""

    seat: int
    before: int
    after: int
    seeded: int = 0  # what the house puts in after a full win, to start the next meter

    @property
    def prize(self) -> int:
        return self.before + self.seeded - self.after


class Burned(NamedTuple):
    cards: Cards


class Dealt(NamedTuple):
    to: int | str  # a seat, "dealer" or "community"
    area: str
    face: Face
    cards: Cards


class Decided(NamedTuple):
    seat: int
    at: str
    decision: Decision
    stakes: Mapping[str, int]  # what it put on the felt
    taken_back: Mapping[str, int] = NOTHING  # what it took off again


class Turned(NamedTuple):
    whose: int | str
    places: tuple[int, ...]  # the indexes of these cards among those dealt
    cards: Cards


class Took(NamedTuple):
    seat: int
    source: str  # "aside" or "community"
    cards: Cards


class Arranged(NamedTuple):
    hand: Cards
    positions: Mapping[str, Card | None] | None
    qualifies: bool | None


class Settled(NamedTuple):
    seat: int
    wager: str
    amount: int
    returned: int
    case: str  # the id of the case that decided it
    reason: str  # the same for people


class Collected(NamedTuple):
    what: str
    seats: tuple[int, ...]
    hand: bool  # whether whole hands go, not just discards or the deck


class Buried(NamedTuple):
    """Cards go out of play before the next round. Nobody sees them, so there is nothing to hide: they are a number."""

    buried: int


class Shuffled(NamedTuple):
    """The cut card has come: the next round has a new shoe."""

    number: int  # of the new shoe
    to_cut: int


class RoundClosed(NamedTuple):
    net: Mapping[int, int]
    server_seed: str


class HandOpened(NamedTuple):
    """A hand among players begins: who plays, with how much, and where the button is."""

    game: str
    edition: str
    fingerprint: str
    stacks: Mapping[int, int]
    button: int
    commitment: str
    fair: bool = True


class Posted(NamedTuple):
    seat: int
    do: str  # post-ante, post-small-blind, post-big-blind
    amount: int
    dead: bool  # True: it does not count towards the seat's bet


class Bet(NamedTuple):
    """What a player did in a betting round: fold, check, call, bet or raise."""

    at: str
    seat: int
    do: str
    amount: int  # what it put in
    to: int  # the seat's total in the round


class CaseMet(NamedTuple):
    """A betting round has ended, or the showdown is decided, by one of the cases that its step declares."""

    case: str  # its id


class Returned(NamedTuple):
    seat: int
    amount: int


class Shown(NamedTuple):
    seat: int
    cards: Cards


class Mucked(NamedTuple):
    seat: int


class PotPaid(NamedTuple):
    number: int
    amount: int
    eligible: tuple[int, ...]
    paid: Mapping[int, int]
    rake: int


class HandClosed(NamedTuple):
    """A hand among players ends. The seed stays with the house: it would reveal the hands that were mucked."""

    stacks: Mapping[int, int]


Event = (
    RoundOpened
    | WagersPlaced
    | WagersClosed
    | MeterFed
    | MeterPaid
    | Burned
    | Dealt
    | Decided
    | Turned
    | Took
    | Arranged
    | Settled
    | Collected
    | Buried
    | Shuffled
    | RoundClosed
)
HandEvent = (
    HandOpened
    | WagersPlaced
    | Posted
    | Burned
    | Dealt
    | Bet
    | CaseMet
    | Returned
    | Shown
    | Mucked
    | PotPaid
    | Settled
    | HandClosed
)  # among players
E = TypeVar("E", bound=Event | HandEvent)


def seen_by(event: E, viewer: Viewer) -> E:
    """The event as this person may see it: cards that are not for their eyes are None."""
    return cast("E", _seen_by(event, viewer))


def _seen_by(event: Event | HandEvent, viewer: Viewer) -> Event | HandEvent:
    match event:
        case Burned(cards):
            return Burned((None,) * len(cards))
        case Dealt(to, area, face, cards):
            hidden = face is Face.BLIND or (face is Face.DOWN and (to in (DEALER, COMMUNITY) or to != viewer))
            return Dealt(to, area, face, (None,) * len(cards)) if hidden else event
        case Decided(seat=seat, decision=decision) if seat != viewer and decision.discard:
            # How many cards were thrown is public, which ones is not.
            hidden_cards: Any = (None,) * len(decision.discard)
            return event._replace(decision=decision._replace(discard=hidden_cards))
    return event


def to_json(event: Event | HandEvent) -> dict[str, Any]:
    """The event as a JSON object; cards as text, a card out of sight as null."""
    data: dict[str, Any] = {"event": type(event).__name__}
    for name, value in zip(event._fields, event, strict=True):
        data[name] = _plain(value)
    if isinstance(event, Decided) and not event.taken_back:
        del data["taken_back"]  # left out where nothing is taken back, as in older records
    if isinstance(event, MeterPaid) and not event.seeded:
        del data["seeded"]  # likewise
    if isinstance(event, WagersPlaced) and not event.promise:
        del data["promise"]
    if isinstance(event, WagersClosed) and not event.player_seeds:
        del data["player_seeds"]
    if isinstance(event, RoundOpened) and event.shoe is None:
        del data["shoe"]
    if isinstance(event, Collected):
        del data["hand"]  # the procedure says it, and older records do not
    return data


def shown_json(event: Event | HandEvent) -> dict[str, Any]:
    """The same for whoever shows it on a felt: with what records leave out because the procedure says it."""
    data = to_json(event)
    if isinstance(event, Collected):
        data["hand"] = event.hand
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Decision):
        return value.to_json()
    if isinstance(value, ShoeFacts):
        return value._asdict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
